/* The designs of the ladder of ants, run on the host: those by candidates have the CPU's tours, those over all cities one another's, and
 * all tours are tours. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "emulation/device.h"
#include "emulation/emulation.h"
#include "fixtures/foraging.h"
#include "fixtures/harness.h"
#include "ladder/colony_kernels.h"

enum { ISLANDS = 2, ANTS = 9 };

extern const AcoLadderKernels aco_ladder_kernels_emulated;
static const AcoLadderKernels *const ladder = &aco_ladder_kernels_emulated;

/* Any weights of 16 bits. */
static uint32_t *matrix_make(size_t n) {
  uint32_t *matrix = malloc(n * n * sizeof *matrix);
  for (size_t k = 0; k < n * n; k++) matrix[k] = (uint32_t)(k * 2654435761u) >> 17 | 1;
  return matrix;
}

/* Every tour has every city once, and its cost is its length. */
static bool tours_whole(const Archipelago *a) {
  const int32_t n = a->inst->n;
  bool whole = true;
  for (uint32_t r = 0; r < a->state.rows * ISLANDS && whole; r++) {
    const int32_t *tour = a->state.tour + (size_t)r * (size_t)n;
    char *seen = calloc((size_t)n, 1);
    int64_t cost = 0;
    for (int32_t p = 0; p < n && whole; p++) {
      whole = tour[p] >= 0 && tour[p] < n && !seen[tour[p]];
      if (whole) {
        seen[tour[p]] = 1;
        cost += tour_distance(&a->problem.tour, tour[p], tour[(p + 1) % n]);
      }
    }
    whole = whole && cost == a->state.cost[r] && a->state.ant[r] == r / ISLANDS;
    free(seen);
  }
  return whole;
}

static void designs(void) {
  Backend be;
  CU_ASSERT_EQUAL_FATAL(emulated_open(&be), OK);
  Instance *inst = foraging_case(4);
  const Plan plan = foraging_plan(inst, 0, ISLANDS, ANTS, 1);
  Archipelago *a = islands_part(&solver_aco, inst, &be, &plan, (Span){0, ISLANDS});
  const size_t n = (size_t)inst->n, bytes = ISLANDS * ANTS * n * sizeof(int32_t);
  uint32_t *matrix = matrix_make(n);
  int32_t *want[ACO_LADDER_INDEPENDENT + 1] = {malloc(bytes), malloc(bytes), malloc(bytes)};
  bool known[ACO_LADDER_INDEPENDENT + 1] = {true};
  CU_ASSERT_EQUAL_FATAL(backend_find("cpu")->aco->build(&be, &a->problem, &a->rules, &a->state, 5), OK);
  memcpy(want[ACO_LADDER_CANDIDATES], a->state.tour, bytes);
  for (int k = 0; ladder->design(k); k++) {
    const AcoLadderDesign *d = ladder->design(k);
    memset(a->state.tour, 0xff, bytes);
    emulation_set((EmulationPlan){(EmulationOrder)(k % 3), (uint64_t)k, -1});
    CU_ASSERT_EQUAL_FATAL(ladder->build(&be, &a->problem, &a->rules, &a->state, matrix, k, 5), OK);
    CU_ASSERT(tours_whole(a));
    if (!known[d->rule]) {
      memcpy(want[d->rule], a->state.tour, bytes);
      known[d->rule] = true;
    }
    CU_ASSERT(memcmp(want[d->rule], a->state.tour, bytes) == 0);
    if (memcmp(want[d->rule], a->state.tour, bytes) != 0) printf("# %s differs\n", d->name);
  }
  for (int r = 0; r <= ACO_LADDER_INDEPENDENT; r++) free(want[r]);
  free(matrix);
  solver_aco.destroy(a);
  instance_free(inst);
  be.ops->close(&be);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(designs), {NULL, NULL}};
  return harness_run("aco_ladder_emulated", tests);
}
