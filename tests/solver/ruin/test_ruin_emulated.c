/* The source of the CUDA kernels of ruin and recreate for fleets, run on the host, against those of the CPU, bit for bit: for every order of
 * threads, whatever shared memory has at first, and however little of it there is. */
#include <stdio.h>
#include "emulation/emulation.h"
#include "emulation/pair.h"
#include "fixtures/fleet_twins.h"
#include "oracle/fleet_oracle.h"

enum { WIDTHS = 5, TURNS = 4, TINY = 96, SHARED = 228 << 10 };
static const int32_t widths[WIDTHS] = {1, 3, 8, 16, 32}; /* the last one is slow */
static Backend cpu, cuda;

/* Random combinations of features. */
static void tiny_run(uint32_t features, uint64_t first, uint64_t count) {
  emulated_pair_open(&cpu, &cuda);
  for (uint64_t seed = first; seed < first + (uint64_t)harness_slice((int)count); seed++) {
    Instance *inst;
    const int32_t width = widths[seed % TURNS];
    emulation_turn(seed);
    oracle_fleet_random(seed, 7, features, &inst);
    CU_ASSERT(fleet_twins_agree(&cpu, &cuda, inst, (FleetRun){1, width, seed, 3, 30}, "tiny"));
    instance_free(inst);
  }
  emulated_pair_close(&cpu, &cuda);
}

static void tiny_ones(void) { tiny_run(ORACLE_FLEET_FEATURES, 1, TINY); }
static void alternatives(void) {
  tiny_run(ORACLE_FLEET_FEATURES | ORACLE_CLUSTERS | ORACLE_SEVERAL_WINDOWS, 1, TINY);
}
static void tiny_pairs(void) { tiny_run(ORACLE_FLEET_FEATURES | ORACLE_PAIRS, 1000, TINY); }
/* With alternatives and several windows, too. */
static void pairs_and_more(void) {
  tiny_run(ORACLE_FLEET_FEATURES | ORACLE_PAIRS | ORACLE_CLUSTERS | ORACLE_SEVERAL_WINDOWS, 2000, TINY);
}

/* The longest route, with whatever goes with it. */
static void tiny_balance(void) {
  tiny_run(ORACLE_FLEET_FEATURES | ORACLE_BALANCE, 5000, TINY);
  tiny_run(ORACLE_FLEET_FEATURES | ORACLE_BALANCE | ORACLE_PAIRS | ORACLE_CLUSTERS | ORACLE_SEVERAL_WINDOWS,
           6000, TINY / 2);
  tiny_run(ORACLE_TRIPPED | ORACLE_BALANCE, 7000, TINY / 2);
}

/* Several trips and releases, with whatever goes with them. */
static void tiny_trips(void) {
  tiny_run(ORACLE_TRIPPED, 3000, TINY / 2);
  tiny_run(ORACLE_TRIPPED & ~(uint32_t)ORACLE_COUNTS, 4000, TINY / 2);
}

/* Breaks of drivers, with whatever goes with them. */
static void tiny_breaks(void) {
  tiny_run(ORACLE_BREAKS | ORACLE_WINDOWS | ORACLE_SHIFTS | ORACLE_TIME_COSTS | ORACLE_LIMITS, 5000,
           TINY / 2);
  tiny_run(ORACLE_FLEET_FEATURES | ORACLE_BREAKS, 6000, TINY);
  tiny_run(ORACLE_FLEET_FEATURES | ORACLE_BREAKS | ORACLE_PAIRS | ORACLE_CLUSTERS | ORACLE_SEVERAL_WINDOWS,
           7000, TINY);
}

/* Of every width. */
static void fifty_pairs(void) {
  static const FleetCase from = {
      .name = "fifty pairs", .customers = 134, .types = 1, .loads = 1, .windows = true, .pairs = true};
  emulated_pair_open(&cpu, &cuda);
  for (uint64_t k = 0; k < WIDTHS; k++) {
    Instance *const inst = fleet_case_make(&from, k);
    const FleetRun run = {1, widths[k], k, 3, 90 / (uint32_t)widths[k] + 1};
    emulation_turn(k);
    CU_ASSERT(fleet_twins_agree(&cpu, &cuda, inst, run, from.name));
    instance_free(inst);
  }
  emulated_pair_close(&cpu, &cuda);
}

/* shared: bytes of a multiprocessor. */
static void cases_run(size_t shared, uint64_t turn, uint32_t rounds) {
  emulated_pair_open(&cpu, &cuda);
  emulated_shared(&cuda, shared);
  for (const FleetCase *from = fleet_cases; from->name; from++, turn++) {
    Instance *const inst = fleet_case_make(from, turn);
    const int32_t width = widths[turn % TURNS];
    emulation_turn(turn);
    CU_ASSERT(fleet_twins_agree(&cpu, &cuda, inst,
                                (FleetRun){1, width, turn, 3, rounds / (uint32_t)width + 1}, from->name));
    instance_free(inst);
  }
  emulated_pair_close(&cpu, &cuda);
}

static void larger_ones(void) { cases_run(SHARED, 1, 120); }
static void little_memory(void) {
  cases_run(20 << 10, 2, 40);
  cases_run(4 << 10, 3, 40);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(tiny_ones),      TEST(alternatives), TEST(tiny_pairs),
                                      TEST(pairs_and_more), TEST(fifty_pairs),  TEST(larger_ones),
                                      TEST(tiny_trips),     TEST(tiny_breaks),  TEST(tiny_balance),
                                      TEST(little_memory),  {NULL, NULL}};
  return harness_run("ruin_emulated", tests);
}
