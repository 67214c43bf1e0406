/* The source of the CUDA kernels of the annealing of tours, run on the host, against those of the CPU, bit for bit: every design, for every
 * order of threads and whatever shared memory has at first. */
#include <stdio.h>
#include <stdlib.h>
#include "emulation/emulation.h"
#include "emulation/pair.h"
#include "fixtures/annealing.h"
#include "fixtures/harness.h"

static Backend cpu, cuda;

/* bytes: of shared memory. */
static void check_case(const Instance *inst, int kind, uint32_t islands, TemperDesign design, size_t bytes,
                       uint64_t turn) {
  const Plan plan = annealing_plan(inst, kind, islands, 5);
  char what[100];
  snprintf(what, sizeof what, "%s, %d cities, design %d, %zu bytes, turn %d", annealing_name(kind), inst->n,
           design, bytes, (int)turn);
  emulated_shared(&cuda, bytes);
  emulation_turn(turn);
  annealing_compare_design(&cpu, &cuda, inst, &plan, design, what);
}

/* Every kind, on every metric and size. */
static void kinds(void) {
  emulated_pair_open(&cpu, &cuda);
  for (int c = 0; c < ANNEALING_CASES; c++) {
    Instance *inst = annealing_case(c);
    for (int kind = 0; kind < ANNEALING_KINDS; kind++)
      check_case(inst, kind, 1 + (uint32_t)(c + kind) % 3, TEMPER_AUTO, 228 << 10, (uint64_t)(c + kind));
    instance_free(inst);
  }
  emulated_pair_close(&cpu, &cuda);
}

/* Every design, with and without room in shared memory; in blocks that have fewer chains than room for them. */
static void designs(void) {
  static const size_t bytes[] = {228 << 10, 3 << 10, 1 << 10};
  uint64_t turn = 0;
  emulated_pair_open(&cpu, &cuda);
  Instance *inst = annealing_case(5);
  for (int design = TEMPER_AUTO; design <= TEMPER_BLOCK; design++)
    for (int b = 0; b < 3; b++, turn++)
      check_case(inst, 1 + 2 * (b % 2), 2, (TemperDesign)design, bytes[b], turn);
  instance_free(inst);
  emulated_pair_close(&cpu, &cuda);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(kinds), TEST(designs), {NULL, NULL}};
  return harness_run("tempering_emulated", tests);
}
