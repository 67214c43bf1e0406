/* See route_blocks.h. */
#include "route_blocks.h"

#include "solver/three_opt/ref_levels.h"

RouteLadderBlocks route_ladder_blocks(int32_t n, int power_of_two) {
  RouteLadderBlocks all = {.n = n, .block = 1, .shift = -1};
  while ((int64_t)all.block * all.block < n - 1) all.block++;
  if (power_of_two) {
    all.shift = ref_levels(n, 2).shift[1];
    all.block = (int32_t)1 << all.shift;
  }
  const int32_t count = (n - 2) / all.block + 1;
  all.side = all.block + 1;
  all.points = (n - 1) / all.block + 1;
  all.upper = count * all.side * all.side;
  all.segments = all.upper + all.points * all.points;
  return all;
}

int32_t route_ladder_lower(const RouteLadderBlocks *blocks, int32_t p, int32_t q) {
  const int32_t b = (p < q ? p : q) / blocks->block, begin = b * blocks->block;
  return (b * blocks->side + p - begin) * blocks->side + q - begin;
}

int32_t route_ladder_upper(const RouteLadderBlocks *blocks, int32_t p, int32_t q) {
  return blocks->upper + p / blocks->block * blocks->points + q / blocks->block;
}

/* From a position p to all others of its block, to the right or to the left. */
static void lower_build(const RouteLadderBlocks *blocks, const RouteData *data, RefResource resource,
                        const int32_t *tour, int32_t p, int32_t end, RefSegment *segment) {
  const int32_t way = p < end ? 1 : -1;
  RefSegment so_far = ref_stay();
  for (int32_t q = p; q != end;) {
    const int32_t moved = route_distance(data, tour[q], tour[q + way]);
    q += way;
    so_far = ref_join(so_far, ref_step(data, resource, tour[q], moved));
    segment[route_ladder_lower(blocks, p, q)] = so_far;
  }
}

static void upper_build(const RouteLadderBlocks *blocks, int32_t p, int32_t end, RefSegment *segment) {
  const int32_t way = p < end ? blocks->block : -blocks->block;
  RefSegment so_far = ref_stay();
  for (int32_t q = p; q != end; q += way) {
    so_far = ref_join(so_far, segment[route_ladder_lower(blocks, q, q + way)]);
    segment[route_ladder_upper(blocks, p, q + way)] = so_far;
  }
}

void route_ladder_build(const RouteLadderBlocks *blocks, const RouteData *data, RefResource resource,
                        const int32_t *tour, RefSegment *segment) {
  const int32_t last = blocks->n - 1, top = last / blocks->block * blocks->block;
  for (int32_t begin = 0; begin < last; begin += blocks->block) {
    const int32_t end = begin + blocks->block < last ? begin + blocks->block : last;
    for (int32_t p = begin; p <= end; p++) {
      lower_build(blocks, data, resource, tour, p, end, segment);
      lower_build(blocks, data, resource, tour, p, begin, segment);
    }
  }
  for (int32_t p = 0; p <= top; p += blocks->block) {
    upper_build(blocks, p, top, segment);
    upper_build(blocks, p, 0, segment);
  }
}
