/* The search for a place and the words of lanes, included once for each instruction set, which has defined
 *   near_bounds(near, nearby, beyond, reach, most, bound)
 *       bound[lane] = nearby[lane] + min(nearby[lane], beyond) - reach[near[lane]]; returns the lanes where that is <= most
 *   bounds_within(bound, most)                     these lanes
 *   keys_below(key, mine, same)                    of 32 keys those below `mine`; *same: those that equal it
 *   ends_within(load, room, span, least)           of SISR_ENDS_BLOCK slots those with load <= room and span >= least
 *
 * No place next to v, the neighbour of a lane, is cheaper than the bound of the lane: c goes to v and on to a node as far at least, to a customer
 * who is no neighbour, or to the depot, as no edge of v is longer than its reach; places between v and a nearer neighbour are that one's. And no
 * place at an end of a route that is not a neighbour is cheaper than outside[c] - span. Lanes and routes whose bounds are above the best place
 * are left out. */
#include "schedule.h"
#include "search.h"

enum { ENDS_BLOCK = 16 };

typedef struct Scan { /* for a place of customer c */
  const Part *part;
  const int32_t *row; /* distances from c, by column */
  const uint16_t *column;
  int32_t depot; /* distance of c to the depot */
  uint16_t customer;
  uint32_t blink;
  int32_t room; /* a route's load that leaves room */
  int32_t time; /* a route's duration and a delta together that leave time */
  Place best;
} Scan;

typedef struct Offer {
  uint16_t prev, next;
  int32_t there, on, edge; /* distances of c to them, and theirs */
} Offer;

/* Of a place that is not dearer than the best so far. Apart from the loops, which then stay in registers. */
static __attribute__((noinline)) void place_take(Scan *s, uint16_t slot, Offer o, int32_t delta) {
  const Part *const part = s->part;
  const uint32_t place = sisr_place(o.prev, o.next);
  if ((delta == s->best.delta && place >= s->best.place) || sisr_blinks(s->blink, place)) return;
  if (part->timed && delta > s->time - part->route[slot].duration) return;
  if (part->visit && !schedule_keeps(part, o.prev, s->customer, o.next, o.there, o.on)) return;
  s->best = (Place){delta, place};
}

static inline __attribute__((always_inline)) void place_offer(Scan *s, uint16_t slot, Offer o) {
  const int32_t delta = o.there + o.on - o.edge;
  if (delta <= s->best.delta) place_take(s, slot, o, delta);
}

static inline __attribute__((always_inline)) void near_search(Scan *s) {
  const Part *const part = s->part;
  const uint16_t *const near = part->table->near + (size_t)s->customer * SISR_NEAR;
  const int32_t *const nearby = part->table->nearby + (size_t)s->customer * SISR_NEAR;
  int32_t bound[SISR_NEAR] __attribute__((aligned(64)));
  const int32_t others =
      part->table->outside[s->customer] - s->depot; /* to one who is no neighbour, at least */
  uint32_t lanes = near_bounds(near, nearby, others < s->depot ? others : s->depot, part->reach,
                               s->best.delta < BOUND_MOST ? s->best.delta : BOUND_MOST, bound);
  while (lanes) {
    const int lane = __builtin_ctz(lanes);
    const uint16_t v = near[lane];
    const Node *const node = &part->node[v];
    lanes &= lanes - 1;
    if (part->load[node->route] > s->room) continue;
    const int32_t before = s->best.delta, d = nearby[lane];
    place_offer(s, node->route, (Offer){node->prev, v, s->row[s->column[node->prev]], d, node->before});
    place_offer(s, node->route, (Offer){v, node->next, d, s->row[s->column[node->next]], node->after});
    if (s->best.delta < before) lanes &= bounds_within(bound, s->best.delta);
  }
}

static inline __attribute__((always_inline)) void ends_search(Scan *s) {
  const Part *const part = s->part;
  const int32_t outside = part->table->outside[s->customer];
  for (int32_t k = 0; k < part->slots; k += ENDS_BLOCK) {
    const int32_t least = outside - s->best.delta;
    uint32_t lanes = ends_within(part->load + k, s->room, part->span + k, least > 0 ? least : 0);
    for (; lanes; lanes &= lanes - 1) {
      const uint16_t slot = (uint16_t)(k + __builtin_ctz(lanes));
      const uint16_t first = part->route[slot].first, last = part->route[slot].last;
      place_offer(s, slot, (Offer){0, first, s->depot, s->row[s->column[first]], part->node[first].before});
      place_offer(s, slot, (Offer){last, 0, s->row[s->column[last]], s->depot, part->node[last].after});
    }
  }
}

static Place body_place(const Part *part, const Search *search) {
  Scan s = {part,
            part_row(part, search->customer),
            part->table->column,
            part_distance(part, 0, search->customer),
            search->customer,
            search->blink,
            part->data->capacity - part->table->demand[search->customer],
            part->data->max_duration - part->data->service,
            {search->most, NO_PLACE}};
  near_search(&s);
  if (search->ends) ends_search(&s);
  return s.best;
}

/* key (SISR_REMOVED_MAX), UINT32_MAX from `count` on. */
static void body_sort(const uint32_t *key, int32_t count, uint8_t *order) {
  for (int32_t i = 0; i < count; i++) {
    uint32_t same;
    const uint32_t less = keys_below(key, key[i], &same);
    order[__builtin_popcount(less) + __builtin_popcount(same & (((uint32_t)1 << i) - 1))] = (uint8_t)i;
  }
}

/* Philox of many lanes at once: the loop over lanes is what compilers make vectors of. */
static void body_words(Words *out, uint32_t first) {
  enum { LANES = SISR_NEAR / 2 };
  uint32_t a[LANES], b[LANES], c[LANES], d[LANES];
  uint32_t key0 = (uint32_t)out->seed, key1 = (uint32_t)(out->seed >> 32);
  const uint64_t p = out->number;
  for (uint32_t j = 0; j < LANES; j++) {
    a[j] = out->part->chain;
    b[j] = (uint32_t)p;
    c[j] = (uint32_t)(p >> 32) | out->part->head.number << 16;
    d[j] = out->purpose + first + j;
  }
  for (int round = 0; round < 10; round++, key0 += PHILOX_W32_0, key1 += PHILOX_W32_1)
#pragma omp simd
    for (int j = 0; j < LANES; j++) {
      const uint64_t x = (uint64_t)PHILOX_M4x32_0 * a[j], y = (uint64_t)PHILOX_M4x32_1 * c[j];
      a[j] = (uint32_t)(y >> 32) ^ b[j] ^ key0;
      b[j] = (uint32_t)y;
      c[j] = (uint32_t)(x >> 32) ^ d[j] ^ key1;
      d[j] = (uint32_t)x;
    }
  for (int j = 0; j < LANES; j++) {
    out->of[0][first + (uint32_t)j] = a[j];
    out->of[1][first + (uint32_t)j] = b[j];
    out->of[2][first + (uint32_t)j] = c[j];
    out->of[3][first + (uint32_t)j] = d[j];
  }
}

static int64_t body_limit(float temperature, uint32_t word) { return sisr_limit(temperature, word); }
