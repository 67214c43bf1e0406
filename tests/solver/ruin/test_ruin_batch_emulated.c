/* Batches of ruin and recreate for fleets by the source of the CUDA kernels, run on the host, against tasks alone on the CPU: of few features
 * and of more, with as much shared memory as there is, and with little. */
#include "emulation/emulation.h"
#include "emulation/pair.h"
#include "fixtures/fleet_batches.h"
#include "oracle/fleet_oracle.h"

static Backend cpu, cuda;

/* shared: bytes of a multiprocessor. */
static void batch_run(uint32_t features, int32_t width, size_t shared, uint64_t turn) {
  FleetBatch b;
  emulated_pair_open(&cpu, &cuda);
  emulated_shared(&cuda, shared);
  emulation_turn(turn);
  fleet_batch_make(width, 2, features, 60, 100 * turn, &b);
  fleet_batches_check(&cpu, &cuda, &b);
  fleet_batch_free(&b);
  emulated_pair_close(&cpu, &cuda);
}

static void few_features(void) {
  batch_run(ORACLE_FLEET_FEATURES, 3, 228 << 10, 0);
  batch_run(ORACLE_FLEET_FEATURES, 1, 9 << 10, 1);
}

static void more_features(void) {
  static const uint32_t more =
      ORACLE_FLEET_FEATURES | ORACLE_PAIRS | ORACLE_CLUSTERS | ORACLE_SEVERAL_WINDOWS;
  batch_run(more, 2, 228 << 10, 2);
  batch_run(more, 4, 12 << 10, 3);
}

static void trips(void) {
  batch_run(ORACLE_TRIPPED, 3, 228 << 10, 4);
  batch_run(ORACLE_TRIPPED, 1, 12 << 10, 5);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(few_features), TEST(more_features), TEST(trips), {NULL, NULL}};
  return harness_run("ruin_batch_emulated", tests);
}
