/* The source of the CUDA kernels of ruin and recreate for fleets, run on the host, against those of the CPU, bit for bit: for every order of
 * threads, whatever shared memory has at first, and however little of it there is. */
#include <stdio.h>
#include "emulation/emulation.h"
#include "emulation/pair.h"
#include "fixtures/fleet_twins.h"
#include "oracle/fleet_oracle.h"

enum { WIDTHS = 4, TINY = 96, SHARED = 228 << 10 };
static const int32_t widths[WIDTHS] = {1, 3, 8, 16};
static Backend cpu, cuda;

/* Random combinations of features. */
static void tiny_run(uint32_t features) {
  emulated_pair_open(&cpu, &cuda);
  for (uint64_t seed = 1; seed <= TINY; seed++) {
    Instance *inst;
    const int32_t width = widths[seed % WIDTHS];
    emulation_turn(seed);
    oracle_fleet_random(seed, 7, features, &inst);
    CU_ASSERT(fleet_twins_agree(&cpu, &cuda, inst, (FleetRun){1, width, seed, 3, 30}, "tiny"));
    instance_free(inst);
  }
  emulated_pair_close(&cpu, &cuda);
}

static void tiny_ones(void) { tiny_run(ORACLE_FLEET_FEATURES); }
static void alternatives(void) { tiny_run(ORACLE_FLEET_FEATURES | ORACLE_CLUSTERS | ORACLE_SEVERAL_WINDOWS); }

/* shared: bytes of a multiprocessor. */
static void cases_run(size_t shared, uint64_t turn, uint32_t rounds) {
  emulated_pair_open(&cpu, &cuda);
  emulated_shared(&cuda, shared);
  for (const FleetCase *from = fleet_cases; from->name; from++, turn++) {
    Instance *const inst = fleet_case_make(from, turn);
    const int32_t width = widths[turn % WIDTHS];
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
  static const HarnessTest tests[] = {
      TEST(tiny_ones), TEST(alternatives), TEST(larger_ones), TEST(little_memory), {NULL, NULL}};
  return harness_run("ruin_emulated", tests);
}
