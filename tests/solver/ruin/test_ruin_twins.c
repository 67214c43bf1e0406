/* The kernels of ruin and recreate for fleets on CUDA against those on the CPU, bit for bit. */
#include "fixtures/fleet_twins.h"
#include "fixtures/harness.h"
#include "oracle/fleet_oracle.h"

enum { WIDTHS = 5, TINY = 600 };
static const int32_t widths[WIDTHS] = {1, 3, 8, 16, 32};
static Backend cpu, cuda;

static bool backends_open(void) {
  cpu = (Backend){.ops = backend_find("cpu")};
  cuda = (Backend){.ops = backend_find("cuda")};
  if (!cuda.ops || cuda.ops->devices() == 0) {
    harness_skip("no device");
    return false;
  }
  CU_ASSERT_EQUAL_FATAL(cpu.ops->open(&cpu, 0, 4), OK);
  CU_ASSERT_EQUAL_FATAL(cuda.ops->open(&cuda, 0, 3), OK);
  return true;
}

static void backends_close(void) {
  cpu.ops->close(&cpu);
  cuda.ops->close(&cuda);
}

/* Random combinations of features. */
static void tiny_run(uint32_t features, uint64_t first) {
  if (!backends_open()) return;
  for (uint64_t seed = first; seed < first + TINY; seed++) {
    Instance *inst;
    oracle_fleet_random(seed, 7, features, &inst);
    CU_ASSERT(
        fleet_twins_agree(&cpu, &cuda, inst, (FleetRun){4, widths[seed % WIDTHS], seed, 3, 150}, "tiny"));
    instance_free(inst);
  }
  backends_close();
}

static void tiny_ones(void) { tiny_run(ORACLE_FLEET_FEATURES, 1); }
static void tiny_pairs(void) { tiny_run(ORACLE_FLEET_FEATURES | ORACLE_PAIRS, 1000); }
/* With alternatives and several windows, too. */
static void pairs_and_more(void) {
  tiny_run(ORACLE_FLEET_FEATURES | ORACLE_PAIRS | ORACLE_CLUSTERS | ORACLE_SEVERAL_WINDOWS, 2000);
}

/* Several trips and releases, with whatever goes with them. */
static void tiny_trips(void) { tiny_run(ORACLE_TRIPPED, 3000); }

/* Breaks of drivers, with whatever goes with them. */
static void tiny_breaks(void) {
  tiny_run(ORACLE_FLEET_FEATURES | ORACLE_BREAKS, 5000);
  tiny_run(ORACLE_FLEET_FEATURES | ORACLE_BREAKS | ORACLE_PAIRS | ORACLE_CLUSTERS | ORACLE_SEVERAL_WINDOWS,
           6000);
}

/* The longest route, with whatever goes with it. */
static void tiny_balance(void) {
  tiny_run(ORACLE_FLEET_FEATURES | ORACLE_BALANCE | ORACLE_PAIRS | ORACLE_CLUSTERS | ORACLE_SEVERAL_WINDOWS,
           4000);
  tiny_run(ORACLE_TRIPPED | ORACLE_BALANCE, 5000);
}

static void larger_ones(void) {
  if (!backends_open()) return;
  for (const FleetCase *from = fleet_cases; from->name; from++)
    for (uint64_t k = 0; k < WIDTHS; k++) {
      Instance *const inst = fleet_case_make(from, k);
      const FleetRun run = {4, widths[k], k, 3, 4000 / (uint32_t)widths[k]};
      CU_ASSERT(fleet_twins_agree(&cpu, &cuda, inst, run, from->name));
      instance_free(inst);
    }
  backends_close();
}

/* Of sizes at which the kernels keep other things in shared memory. */
static void sizes_run(bool pairs, bool trips) {
  static const int32_t customers[] = {300, 800, 1500, 2500, 4000};
  if (!backends_open()) return;
  for (size_t k = 0; k < sizeof customers / sizeof *customers; k++) {
    const FleetCase from = {.name = "sizes",
                            .customers = customers[k],
                            .types = 2,
                            .loads = 1,
                            .windows = true,
                            .pairs = pairs,
                            .releases = trips,
                            .reloads = trips};
    Instance *const inst = fleet_case_make(&from, k);
    CU_ASSERT(fleet_twins_agree(&cpu, &cuda, inst, (FleetRun){2, 16, k, 2, 400}, from.name));
    instance_free(inst);
  }
  backends_close();
}

static void sizes(void) { sizes_run(false, false); }
static void sizes_of_pairs(void) { sizes_run(true, false); }
static void sizes_of_trips(void) { sizes_run(false, true); }

int main(void) {
  static const HarnessTest tests[] = {TEST(tiny_ones),      TEST(tiny_pairs),  TEST(pairs_and_more),
                                      TEST(tiny_trips),     TEST(tiny_breaks), TEST(tiny_balance),
                                      TEST(larger_ones),    TEST(sizes),       TEST(sizes_of_pairs),
                                      TEST(sizes_of_trips), {NULL, NULL}};
  return harness_run("ruin_twins", tests);
}
