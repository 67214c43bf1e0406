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
static void tiny_ones(void) {
  if (!backends_open()) return;
  for (uint64_t seed = 1; seed <= TINY; seed++) {
    Instance *inst;
    oracle_fleet_random(seed, 7, ORACLE_FLEET_FEATURES, &inst);
    CU_ASSERT(
        fleet_twins_agree(&cpu, &cuda, inst, (FleetRun){4, widths[seed % WIDTHS], seed, 3, 150}, "tiny"));
    instance_free(inst);
  }
  backends_close();
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
static void sizes(void) {
  static const int32_t customers[] = {300, 800, 1500, 2500, 4000};
  if (!backends_open()) return;
  for (size_t k = 0; k < sizeof customers / sizeof *customers; k++) {
    const FleetCase from = {
        .name = "sizes", .customers = customers[k], .types = 2, .loads = 1, .windows = true};
    Instance *const inst = fleet_case_make(&from, k);
    CU_ASSERT(fleet_twins_agree(&cpu, &cuda, inst, (FleetRun){2, 16, k, 2, 400}, from.name));
    instance_free(inst);
  }
  backends_close();
}

int main(void) {
  static const HarnessTest tests[] = {TEST(tiny_ones), TEST(larger_ones), TEST(sizes), {NULL, NULL}};
  return harness_run("ruin_twins", tests);
}
