/* Making and freeing an archipelago of the "ils" solver, for one task or for a batch of them. Inside "ils". */
#include <stdlib.h>
#include "ils_archipelago.h"
#include "search/candidates/tour_image.h"

void ils_destroy(Archipelago *a) {
  if (!a) return;
  ils_crossover_free(a);
  ils_state_free(a);
  ils_problem_free(a);
  free(a->task);
  free(a->task_stage);
  free(a);
}

/* Makes a->task; tasks of the same instance share it. distinct (tasks): receives the distinct instances, for the caller to free; *instances is
 * their number. */
static Status tasks_make(Archipelago *a, const Instance *const *inst, const uint64_t *seed,
                         const Instance ***distinct, uint32_t *instances) {
  *instances = 0;
  *distinct = malloc(a->tasks * sizeof **distinct);
  a->task = malloc(a->tasks * sizeof *a->task);
  if (!*distinct || !a->task) FAIL(ERR_MEMORY, "no memory for %u tasks", a->tasks);
  for (uint32_t t = 0; t < a->tasks; t++) {
    uint32_t k = *instances;
    while (k && (*distinct)[k - 1] != inst[t]) k--;
    if (!k) {
      (*distinct)[(*instances)++] = inst[t];
      k = *instances;
    }
    a->task[t] = (TourTask){.seed = seed[t], .instance = k - 1};
  }
  return OK;
}

Status ils_open(const Instance *const *inst, const uint64_t *seed, uint32_t tasks, Backend *be,
                const Plan *plan, Span span, Archipelago **out) {
  Status status = OK;
  const Instance **distinct = NULL;
  uint32_t instances;
  Archipelago *a = calloc(1, sizeof *a);
  if (!a) FAIL(ERR_MEMORY, "no memory for %u islands", span.count);
  *a = (Archipelago){
      .inst = inst[0], .nodes = tour_nodes(inst[0]), .be = be, .plan = plan, .span = span, .tasks = tasks};
  if (span.count) {
    TRY_GOTO(tasks_make(a, inst, seed, &distinct, &instances), cleanup);
    TRY_GOTO(instances == 1 ? ils_problem_make(a) : ils_problems_make(a, distinct, instances), cleanup);
    TRY_GOTO(ils_state_make(a), cleanup);
    TRY_GOTO(ils_crossover_make(a), cleanup);
  }
  *out = a;
cleanup:
  free(distinct);
  if (status != OK) ils_destroy(a);
  return status;
}
