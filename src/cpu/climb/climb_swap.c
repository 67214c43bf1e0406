/* The swap move on the CPU: a float filter over the whole neighbourhood, exact integers among what it lets pass.
 *
 * As in scan.h every unordered pair of positions is (i, i+o mod n) for an offset o in 1..n/2, and arrays are cyclic.
 * With D_o(i) = d(i, i+o), S_o(i) = D_o(i) + D_o(i+1) and around(i) = e(i-1) + e(i),
 *
 *   delta(i, o) = S_{o+1}(i-1) + S_{o-1}(i) - around(i) - around(i+o):
 *
 * going from offset to offset, each move needs one new distance. S_0 = 2 e(i) in place of 0 makes up for the edge that
 * neighbours share. around(0) = -inf keeps the city at position 0 where it is. A block of positions goes through all
 * offsets before the next, so that its sums stay in the nearest cache; loops are left to the compiler's vectors. */
#include <math.h>
#include <stdio.h>
#include "climb_workspace.h"

enum { BLOCK = 256 };

/* Sums of a block: S(first - 1 + k) in place k, for three offsets in turn. */
typedef float Sums[BLOCK + 1];

typedef struct Block {
  int32_t first,
      count; /* positions first..first+count-1; count is a multiple of the lanes, and what lies past n repeats */
} Block;

typedef struct Least { /* an instruction set */
  const ScanOps *scan; /* by its filter of that name */
  /* Smallest delta of each offset in a block, into b->minima. */
  void (*least)(const ClimbWorkspace *b, Block block);
} Least;

#define INLINE static inline __attribute__((always_inline))

/* D_o of `count` positions from `first` on. */
INLINE void distances(const ScanTour *t, ClimbFilter filter, size_t first, size_t o, int32_t count,
                      float *d) {
  const float *x = t->x + first, *y = t->y + first;
  const int32_t *from = t->city + first, *to = t->city + first + o;
  switch (filter) {
  case FILTER_MATRIX:
    for (int32_t k = 0; k < count; k++)
      d[k] = (float)t->matrix[(size_t)from[k] * (size_t)t->n + (size_t)to[k]];
    return;
  case FILTER_MANHATTAN:
#pragma omp simd
    for (int32_t k = 0; k < count; k++) d[k] = fabsf(x[k] - x[k + o]) + fabsf(y[k] - y[k + o]);
    return;
  case FILTER_CHEBYSHEV:
#pragma omp simd
    for (int32_t k = 0; k < count; k++) {
      float dx = fabsf(x[k] - x[k + o]), dy = fabsf(y[k] - y[k + o]);
      d[k] = dx > dy ? dx : dy;
    }
    return;
  default:
#pragma omp simd
    for (int32_t k = 0; k < count; k++) {
      float dx = x[k] - x[k + o], dy = y[k] - y[k + o];
      d[k] = sqrtf(dx * dx + dy * dy);
    }
  }
}

INLINE void sums_make(const ClimbWorkspace *b, Block block, int32_t o, float *sums) {
  float d[BLOCK + 2];
  size_t before = (size_t)block.first - 1;
  if (o > 0) distances(&b->tour, b->problem->filter, before, (size_t)o, block.count + 2, d);
#pragma omp simd
  for (int32_t k = 0; k <= block.count; k++) sums[k] = o > 0 ? d[k] + d[k + 1] : 2 * b->tour.e[before + k];
}

/* delta(first + k, o) from the sums of o + 1 and o - 1. */
INLINE float swap_delta(const ClimbWorkspace *b, Block block, int32_t o, const float *far, const float *near,
                        int32_t k) {
  const float *around = b->around + block.first;
  return (far[k] + near[k + 1]) - around[k] - around[k + o];
}

INLINE float least_delta(const ClimbWorkspace *b, Block block, int32_t o, const float *far, const float *near,
                         float least) {
  float low[SCAN_LANES_MAX]; /* a minimum per lane: one in order would not be vectorised */
  for (int l = 0; l < SCAN_LANES_MAX; l++) low[l] = least;
  for (int32_t k = 0; k < block.count; k += SCAN_LANES_MAX)
#pragma omp simd
    for (int l = 0; l < SCAN_LANES_MAX; l++) {
      float delta = swap_delta(b, block, o, far, near, k + l);
      low[l] = delta < low[l] ? delta : low[l];
    }
  for (int l = 0; l < SCAN_LANES_MAX; l++) least = low[l] < least ? low[l] : least;
  return least;
}

INLINE void block_least(const ClimbWorkspace *b, Block block) {
  Sums sums[3];
  sums_make(b, block, 0, sums[0]);
  sums_make(b, block, 1, sums[1]);
  for (int32_t o = 1; o <= b->tour.n / 2; o++) {
    const float *near = sums[(o - 1) % 3], *far = sums[(o + 1) % 3];
    sums_make(b, block, o + 1, sums[(o + 1) % 3]);
    b->minima[o] = least_delta(b, block, o, far, near, b->minima[o]);
  }
}

static void least_plain(const ClimbWorkspace *b, Block block) { block_least(b, block); }
#ifdef __x86_64__
__attribute__((target("avx2,fma"))) static void least_avx2(const ClimbWorkspace *b, Block block) {
  block_least(b, block);
}
__attribute__((target("avx512f"))) static void least_avx512(const ClimbWorkspace *b, Block block) {
  block_least(b, block);
}
#endif

static const Least leasts[] = {
#ifdef __x86_64__
    {&scan_avx512, least_avx512},
    {&scan_avx2, least_avx2},
#endif
    {&scan_plain, least_plain}};

static Block block_at(int32_t n, int32_t first) {
  int32_t left = (n - first + SCAN_LANES_MAX - 1) / SCAN_LANES_MAX * SCAN_LANES_MAX;
  return (Block){first, left < BLOCK ? left : BLOCK};
}

/* Smallest delta of each offset; returns the smallest of all. */
static float swap_least(ClimbWorkspace *b) {
  int32_t n = b->tour.n;
  float least = INFINITY;
  if (n < 3) return -INFINITY;
  const Least *kind = leasts;
  while (kind->scan != b->scan) kind++;
  for (size_t p = 1; p < scan_length(n); p++)
    b->around[p] = p % n ? b->tour.e[p - 1] + b->tour.e[p] : -INFINITY;
  for (int32_t o = 1; o <= n / 2; o++) b->minima[o] = INFINITY;
  for (int32_t first = 1; first < n && !halt_poll(); first += BLOCK) kind->least(b, block_at(n, first));
  for (int32_t o = 1; o <= n / 2; o++) least = b->minima[o] < least ? b->minima[o] : least;
  return least;
}

/* Shows the swap of positions i and i + o with its exact delta; neither is position 0. */
static void swap_consider(const ClimbWorkspace *b, int32_t i, int32_t o, MoveVisitor *visitor) {
  int32_t n = b->tour.n, from = i % n, to = (i + o) % n, low = from < to ? from : to,
          high = from < to ? to : from;
  const int32_t *t = b->tour.city;
  int32_t before = t[low - 1], p = t[low], q = t[high], after = t[high + 1];
  const ClimbProblem *of = b->problem;
  int64_t delta = city_distance(of, before, q) + city_distance(of, p, after) - city_distance(of, before, p) -
                  city_distance(of, q, after);
  if (high - low > 1)
    delta += city_distance(of, q, t[low + 1]) + city_distance(of, t[high - 1], p) -
             city_distance(of, p, t[low + 1]) - city_distance(of, t[high - 1], q);
  visitor->see(visitor, b, delta, low, high);
}

static void offset_consider(const ClimbWorkspace *b, Block block, int32_t o, float threshold,
                            MoveVisitor *visitor) {
  Sums near, far;
  sums_make(b, block, o - 1, near);
  sums_make(b, block, o + 1, far);
  for (int32_t k = 0; k < block.count; k++)
    if (swap_delta(b, block, o, far, near, k) <= threshold) swap_consider(b, block.first + k, o, visitor);
}

static void swap_visit(ClimbWorkspace *b, float threshold, MoveVisitor *visitor) {
  int32_t n = b->tour.n;
  for (int32_t o = 1; n > 2 && o <= n / 2; o++)
    for (int32_t first = 1; first < n && b->minima[o] <= threshold; first += BLOCK)
      offset_consider(b, block_at(n, first), o, threshold, visitor);
}

static float swap_slack(const ClimbWorkspace *b) { return b->problem->slack; }

static void swap_apply(ClimbWorkspace *b, int32_t *tour, Move move) {
  const int32_t edges[] = {move.i - 1, move.i, move.j - 1, move.j};
  int32_t city = tour[move.i];
  tour[move.i] = tour[move.j];
  tour[move.j] = city;
  workspace_place(b, move.i, tour[move.i]);
  workspace_place(b, move.j, tour[move.j]);
  for (int k = 0; k < 4; k++) workspace_edge(b, edges[k]);
}

/* Of scan.h only the instruction set is used here, whatever the metric. */
static const ScanOps *swap_scan(const ClimbProblem *problem) {
  (void)problem;
  return scan_find(FILTER_EUCLID);
}

static void swap_describe(const ClimbProblem *problem, Description *out) {
  snprintf(out->shape, sizeof out->shape, "%s, swaps", swap_scan(problem)->name);
}

const MoveOps climb_swap = {swap_scan, swap_least, swap_slack, swap_visit, swap_apply, swap_describe};
