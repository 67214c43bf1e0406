/* The source of the CUDA kernels of swarms of tours, run on the host, against those of the CPU, bit for bit: for every order of threads and
 * whatever shared memory has at first. */
#include <stdio.h>
#include "emulation/emulation.h"
#include "emulation/pair.h"
#include "fixtures/flocking.h"
#include "fixtures/harness.h"

static Backend cpu, cuda;

/* Tours in shared memory and not. */
static void kinds(void) {
  static const size_t bytes[] = {228 << 10, 2 << 10};
  emulated_pair_open(&cpu, &cuda);
  for (int c = 0; c < FLOCKING_CASES; c++) {
    Instance *inst = flocking_case(c);
    for (int kind = 0; kind < FLOCKING_KINDS; kind++) {
      const Plan plan = flocking_plan(inst, kind, 2, 1 + (uint32_t)(c + kind) % 7, 9);
      char what[80];
      snprintf(what, sizeof what, "kind %d, %d cities", kind, inst->n);
      emulated_shared(&cuda, bytes[(c + kind) % 2]);
      emulation_turn((uint64_t)(c + kind));
      flocking_compare(&cpu, &cuda, inst, &plan, what);
    }
    instance_free(inst);
  }
  emulated_pair_close(&cpu, &cuda);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(kinds), {NULL, NULL}};
  return harness_run("flock_emulated", tests);
}
