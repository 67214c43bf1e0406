/* Draws of solvers and generators whose number has 64 bits: each bit of it counts, as Philox is published with counters of four words. */
#include <string.h>
#include "cpu/philox_lanes.h"
#include "fixtures/harness.h"
#include "graph/graph_plan.h"
#include "solver/anneal_tasks/anneal_kernels.h"
#include "solver/anneal_tours/temper_step.h"

static const uint64_t numbers[] = {0,         1, UINT32_MAX, 1ull << 32, 5 + (1ull << 32), 0x89abcdef01234567,
                                   UINT64_MAX};
enum { NUMBERS = sizeof numbers / sizeof *numbers };
static const uint64_t seed = 7 | 9ull << 32;

static philox4x32_ctr_t block(uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
  const philox4x32_key_t key = {{7, 9}};
  const philox4x32_ctr_t counter = {{a, b, c, d}};
  return philox4x32(counter, key);
}

static bool same(philox4x32_ctr_t a, philox4x32_ctr_t b) { return memcmp(&a, &b, sizeof a) == 0; }

static uint32_t low(uint64_t k) { return (uint32_t)k; }
static uint32_t high(uint64_t k) { return (uint32_t)(k >> 32); }

static void steps_of_chains(void) {
  for (int i = 0; i < NUMBERS; i++) {
    const uint64_t k = numbers[i];
    CU_ASSERT(same(anneal_random(seed, 3, k), block(3, low(k), high(k), RNG_ANNEAL)));
    CU_ASSERT(same(temper_words(seed, 3, k, 77), block(3, low(k), high(k), 77)));
  }
}

static void edges_of_graphs(void) {
  const GraphPlan plan = {.seed = seed};
  for (int i = 0; i < NUMBERS; i++) {
    const uint64_t k = numbers[i];
    const philox4x32_ctr_t want = block(low(k), high(k), RNG_INSTANCE, 0);
    CU_ASSERT_EQUAL(rng_draw(plan_stream(&plan, k), 0), (uint64_t)want.v[1] << 32 | want.v[0]);
    CU_ASSERT_EQUAL(rng_draw(plan_stream(&plan, k), 1), (uint64_t)want.v[3] << 32 | want.v[2]);
  }
}

/* Of many blocks at once, where the low word overflows among them, too. */
static void lanes(void) {
  static const uint64_t firsts[] = {0, UINT32_MAX - 10, 1ull << 32, (5ull << 32) - 1};
  uint32_t words[4][PHILOX_LANES];
  for (int f = 0; f < 4; f++) {
    philox_lanes(seed, 3, firsts[f], 77, words);
    for (int j = 0; j < PHILOX_LANES; j++) {
      const uint64_t k = firsts[f] + (uint64_t)j;
      const philox4x32_ctr_t want = block(3, low(k), high(k), 77);
      for (int w = 0; w < 4; w++) CU_ASSERT_EQUAL(words[w][j], want.v[w]);
    }
  }
}

int main(void) {
  static const HarnessTest tests[] = {
      TEST(steps_of_chains), TEST(edges_of_graphs), TEST(lanes), {NULL, NULL}};
  return harness_run("draws", tests);
}
