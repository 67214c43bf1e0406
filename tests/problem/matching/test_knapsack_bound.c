/* The knapsack bound of task matching (src/problem/matching/knapsack_bound.c, knapsack.c) against optima by enumeration, which shares no code
 * with it: never above them, often equal to them, and the same for any number of threads. */
#include <stdio.h>
#include <stdlib.h>
#include "fixtures/harness.h"
#include "fixtures/matching_optimum.h"
#include "problem/matching/etc.h"
#include "problem/matching/knapsack.h"
#include "problem/matching/matching.h"
#include "problem/matching/matching_bounds.h"
#include "rng.h"

enum { ITEMS_MAX = 14, MACHINES_MAX = 64 };

/* ---- knapsacks ---- */

static int64_t profit_best(int32_t items, const KnapsackItem *item, int64_t room) {
  int64_t best = 0;
  for (uint32_t set = 0; set < 1u << items; set++) {
    int64_t weight = 0, profit = 0;
    for (int32_t j = 0; j < items; j++) {
      if (!(set >> j & 1)) continue;
      weight += item[j].weight;
      profit += item[j].profit;
    }
    if (weight <= room && profit > best) best = profit;
  }
  return best;
}

/* Weights up to room, those of 0 among them; profits of many sizes, or near the weights: those are the hard ones. */
static int64_t items_make(uint64_t seed, int32_t items, KnapsackItem *item) {
  static const uint32_t rooms[] = {1, 9, 1000, 1 << 29};
  const RngStream s = {.seed = seed, .purpose = RNG_TASK};
  const uint32_t room = rooms[seed % 4], profits = seed % 3 ? UINT32_MAX : 12;
  for (uint32_t j = 0; j < (uint32_t)items; j++) {
    item[j].weight = rng_below(s, 2 * j, seed % 5 ? room / 3 + 2 : room + 1);
    item[j].weight = item[j].weight > room ? room : item[j].weight;
    item[j].profit = rng_below(s, 2 * j + 1, profits);
    if (seed % 7 == 0) item[j].profit = (item[j].weight << 20) + rng_below(s, 2 * j + 1, 9);
  }
  return room;
}

static void knapsacks_are_exact(void) {
  Knapsack *k = NULL;
  CU_ASSERT_EQUAL_FATAL(knapsack_open(ITEMS_MAX, &k), OK);
  for (uint64_t seed = 1; seed <= (uint64_t)harness_slice(4000); seed++) {
    KnapsackItem item[ITEMS_MAX];
    uint8_t taken[ITEMS_MAX];
    int64_t price, weight = 0, profit = 0;
    const int32_t items = (int32_t)(seed % (ITEMS_MAX + 1));
    const int64_t room = items_make(seed, items, item), best = profit_best(items, item, room);
    CU_ASSERT_EQUAL(knapsack_bound(k, items, item, room, 0, taken, &price), best);
    for (int32_t j = 0; j < items; j++) {
      weight += taken[j] ? item[j].weight : 0;
      profit += taken[j] ? item[j].profit : 0;
    }
    CU_ASSERT(weight <= room && profit == best);
    const int64_t near = knapsack_bound(k, items, item, room, 1000, taken, &price);
    CU_ASSERT(near >= best && near <= best + 1000);
  }
  knapsack_close(k);
}

/* More states than there is memory for: what is returned is still a bound. The profits are the weights, so the room, which is odd, cannot be
 * filled by even weights, and the best is not known before every set is. */
static void knapsacks_beyond_the_memory(void) {
  enum { MANY = 400 };
  KnapsackItem item[MANY];
  uint8_t taken[MANY];
  const RngStream s = {.seed = 5, .purpose = RNG_TASK};
  const int64_t room = ((int64_t)1 << 30) - 1;
  int64_t price, profit = 0;
  Knapsack *k = NULL;
  CU_ASSERT_EQUAL_FATAL(knapsack_open(MANY, &k), OK);
  for (uint32_t j = 0; j < MANY; j++) {
    item[j].weight = 2 * (int64_t)rng_below(s, j, 1 << 26);
    item[j].profit = 1000 * item[j].weight;
  }
  const int64_t bound = knapsack_bound(k, MANY, item, room, 0, taken, &price);
  for (int32_t j = 0; j < MANY; j++) profit += taken[j] ? item[j].profit : 0;
  CU_ASSERT(profit <= bound && bound <= 1000 * room && bound >= 1000 * (room - 1));
  knapsack_close(k);
}

/* ---- bounds ---- */

static Instance *random_make(int32_t tasks, int32_t machines, uint32_t most, uint64_t seed) {
  Instance *inst = NULL;
  CU_ASSERT_EQUAL_FATAL(matching_alloc(tasks, machines, 0, &inst), OK);
  const RngStream s = {.seed = seed, .purpose = RNG_TASK};
  for (int32_t k = 0; k < tasks * machines; k++)
    matching_of(inst)->etc[k] = 1 + (int64_t)rng_below(s, (uint32_t)k, most);
  return inst;
}

static int64_t bound_of(const Instance *inst, int threads, int64_t *linear) {
  uint32_t price[MACHINES_MAX];
  CU_ASSERT_EQUAL_FATAL(lp_bound_truncated(inst, 1, price, linear), OK);
  int64_t bound = *linear;
  CU_ASSERT_EQUAL_FATAL(knapsack_bound_raise(inst, threads, price, 1e6, &bound), OK);
  return bound;
}

static void never_above_the_optimum(void) {
  int equal = 0, raised = 0;
  const int count = harness_slice(1000);
  for (int seed = 1; seed <= count; seed++) {
    static const uint32_t mosts[] = {1, 4, 30, 1000, 1000000};
    Instance *inst = random_make(1 + seed % 8, 1 + seed / 8 % 3, mosts[seed % 5], (uint64_t)seed);
    int64_t linear;
    const int64_t best = matching_optimum(inst), bound = bound_of(inst, 1, &linear);
    CU_ASSERT(bound >= linear && bound <= best);
    equal += bound == best;
    raised += bound > linear;
    instance_free(inst);
  }
  printf("# of %d, %d equal to the optimum, %d above the linear program's\n", count, equal, raised);
  CU_ASSERT(equal > 3 * count / 4 && raised > count / 8);
}

/* Times near the largest that fit, and pairs that are not allowed. */
static void extreme_times(void) {
  for (uint64_t seed = 1; seed <= 60; seed++) {
    const RngStream s = {.seed = seed, .purpose = RNG_MACHINE};
    int64_t times[7 * 3], linear;
    for (uint32_t k = 0; k < 7 * 3; k++) {
      times[k] = LOAD_MAX / 256 + (int64_t)rng_below(s, k, UINT32_MAX) * 500000;
      if (k % 3 && rng_below(s, 100 + k, 4) == 0) times[k] = -1;
    }
    Instance *inst = NULL;
    CU_ASSERT_EQUAL_FATAL(matching_of_times(7, 3, times, 0, &inst), OK);
    const int64_t best = matching_optimum(inst), bound = bound_of(inst, 1, &linear);
    CU_ASSERT(bound >= linear && bound <= best);
    CU_ASSERT((double)bound > 0.7 * (double)best);
    instance_free(inst);
  }
}

static void same_for_any_threads(void) {
  for (uint64_t seed = 1; seed <= 3; seed++) {
    Instance *inst = random_make(40, 6, 1000000, seed);
    int64_t linear;
    const int64_t bound = bound_of(inst, 1, &linear);
    CU_ASSERT(bound > linear);
    for (int threads = 2; threads <= 8; threads += 3)
      CU_ASSERT_EQUAL(bound_of(inst, threads, &linear), bound);
    instance_free(inst);
  }
}

/* No time is no step. */
static void no_time(void) {
  Instance *inst = random_make(20, 4, 1000, 1);
  uint32_t price[MACHINES_MAX];
  int64_t linear;
  CU_ASSERT_EQUAL_FATAL(lp_bound_truncated(inst, 1, price, &linear), OK);
  int64_t bound = linear;
  CU_ASSERT_EQUAL(knapsack_bound_raise(inst, 1, price, 0, &bound), OK);
  CU_ASSERT_EQUAL(bound, linear);
  instance_free(inst);
}

static const HarnessTest tests[] = {TEST(knapsacks_are_exact),
                                    TEST(knapsacks_beyond_the_memory),
                                    TEST(never_above_the_optimum),
                                    TEST(extreme_times),
                                    TEST(same_for_any_threads),
                                    TEST(no_time),
                                    {NULL, NULL}};

int main(void) { return harness_run("knapsack_bound", tests); }
