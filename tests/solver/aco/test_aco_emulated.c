/* The source of the CUDA kernels of ants, run on the host, against those of the CPU, bit for bit: for every order of threads and whatever
 * shared memory has at first. */
#include <stdio.h>
#include "emulation/emulation.h"
#include "emulation/pair.h"
#include "fixtures/climbing.h"
#include "fixtures/foraging.h"
#include "fixtures/harness.h"

static Backend cpu, cuda;

/* bytes: of shared memory. */
static void check_case(const Instance *inst, int kind, uint32_t islands, uint32_t ants, size_t bytes,
                       uint64_t turn) {
  const Plan plan = foraging_plan(inst, kind, islands, ants, 4);
  char what[80];
  snprintf(what, sizeof what, "%s, %d cities, %u ants, turn %d", foraging_name(kind), inst->n, ants,
           (int)turn);
  emulated_shared(&cuda, bytes);
  emulation_turn(turn);
  foraging_compare(&cpu, &cuda, inst, &plan, what);
}

/* Every kind, on every metric and size, with few ants: a quarter of these pairs, in which each kind and each case is. */
static void kinds(void) {
  const int step = 5 - harness_slice(4);
  emulated_pair_open(&cpu, &cuda);
  for (int c = 0; c < FORAGING_CASES; c++) {
    Instance *inst = foraging_case(c);
    for (int kind = c % step; kind < FORAGING_KINDS; kind += step)
      check_case(inst, kind, 1 + (uint32_t)(c + kind) % 3, 7, 228 << 10, (uint64_t)(c + kind));
    instance_free(inst);
  }
  emulated_pair_close(&cpu, &cuda);
}

/* As many ants as have fewer lanes each; tables in shared memory and not, tours of local search likewise. */
static void shapes(void) {
  static const uint32_t ants[] = {1, 70, 140};
  static const size_t bytes[] = {228 << 10, 6 << 10};
  uint64_t turn = 0;
  emulated_pair_open(&cpu, &cuda);
  Instance *inst = foraging_case(4);
  for (int k = 0; k < 3; k++)
    for (int b = 0; b < 2; b++, turn++) {
      check_case(inst, 0, 1, ants[k], bytes[b], turn);
      check_case(inst, 1, 1, ants[k] / 8 + 1, bytes[b] / 8, turn);
      check_case(inst, 6, 2, ants[k] / 2 + 1, bytes[b], turn);
    }
  instance_free(inst);
  inst = climbing_instance(METRIC_EUC_2D, 600, 1000, 0, 6);
  check_case(inst, 1, 1, 2, 228 << 10, turn);
  check_case(inst, 1, 1, 2, 6 << 10, turn);
  check_case(inst, 6, 1, 6, 228 << 10, turn); /* more pieces of the source than there is room for */
  instance_free(inst);
  emulated_pair_close(&cpu, &cuda);
}

/* More boxes of unvisited cities than a warp has lanes. */
static void boxes(void) {
  emulated_pair_open(&cpu, &cuda);
  Instance *inst = climbing_instance(METRIC_EUC_2D, 1200, 1000, 0, 7);
  Plan plan = foraging_plan(inst, 0, 1, 1, 1);
  emulated_shared(&cuda, 6 << 10);
  foraging_compare(&cpu, &cuda, inst, &plan, "boxes");
  instance_free(inst);
  emulated_pair_close(&cpu, &cuda);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(kinds), TEST(shapes), TEST(boxes), {NULL, NULL}};
  return harness_run("aco_emulated", tests);
}
