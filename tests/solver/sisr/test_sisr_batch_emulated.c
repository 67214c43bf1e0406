/* Batches of ruin and recreate by the source of the CUDA kernels, run on the host, against tasks alone on the CPU. */
#include "emulation/emulation.h"
#include "emulation/pair.h"
#include "fixtures/harness.h"
#include "fixtures/route_batches.h"

static Backend cpu, cuda;

static void like_alone(void) {
  emulated_pair_open(&cpu, &cuda);
  emulation_set((EmulationPlan){(EmulationOrder)1, 1, 0xff});
  RouteBatch b = route_batch_make(90, 3, 2, 0);
  route_batches_check(&cpu, &cuda, &b, 1);
  route_batch_free(&b);
  emulated_pair_close(&cpu, &cuda);
}

static void places(void) {
  static const int32_t widths[] = {3, 1};
  emulated_pair_open(&cpu, &cuda);
  for (uint64_t k = 0; k < 2; k++) {
    emulation_set((EmulationPlan){(EmulationOrder)k, k, k ? 0x5a : -1});
    route_places_check(&cpu, &cuda, 90, widths[k], k);
  }
  emulated_pair_close(&cpu, &cuda);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(like_alone), TEST(places), {NULL, NULL}};
  return harness_run("sisr_batch_emulated", tests);
}
