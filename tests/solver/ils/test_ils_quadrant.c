/* What --quadrant auto means (src/solver/ils/ils_plan.c). */
#include <stdio.h>
#include "fixtures/harness.h"
#include "fixtures/kicking.h"

/* Quadrants are for tours that have enough candidates; a count that is given stays. */
static void quadrants(void) {
  const struct {
    Recombination how;
    uint32_t candidates, given, expected;
  } rows[] = {{RECOMBINATION_EAX, 7, ILS_QUADRANT_AUTO, 1},  {RECOMBINATION_EAX, 8, ILS_QUADRANT_AUTO, 1},
              {RECOMBINATION_EAX, 6, ILS_QUADRANT_AUTO, 0},  {RECOMBINATION_EAX, 7, 0, 0},
              {RECOMBINATION_NONE, 7, ILS_QUADRANT_AUTO, 1}, {RECOMBINATION_NONE, 7, 2, 2}};
  Instance *inst = kicking_case(12);
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
    const IlsPlan own = {.recombination = rows[r].how,
                         .tours = 8,
                         .candidates = rows[r].candidates,
                         .quadrant = rows[r].given};
    Plan plan = ils_plan_make((Plan){0}, own);
    CU_ASSERT_EQUAL(solver_ils.complete(inst, backend_find("cpu"), &plan), OK);
    CU_ASSERT_EQUAL(ils_plan(&plan)->quadrant, rows[r].expected);
  }
  instance_free(inst);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(quadrants), {NULL, NULL}};
  return harness_run("ils_quadrant", tests);
}
