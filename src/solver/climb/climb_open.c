/* Making and freeing an archipelago of the "climb" solver, for one instance or for a batch of them. Inside "climb". */
#include <stdlib.h>
#include "climb_archipelago.h"

void climb_destroy(Archipelago *a) {
  if (!a) return;
  climb_state_free(a);
  climb_problem_free(a->be, &a->problem);
  free(a->quota);
  free(a->origin);
  free(a);
}

Status climb_open(const Instance *const *inst, const uint64_t *seed, uint32_t count, Backend *be,
                  const Plan *plan, Span span, Archipelago **out) {
  Status status = OK;
  uint32_t islands = count * span.count;
  Archipelago *a = calloc(1, sizeof *a);
  if (!a) FAIL(ERR_MEMORY, "no memory for %u islands", islands);
  *a = (Archipelago){.inst = inst[0], .be = be, .plan = plan, .span = {span.first, islands}};
  a->quota = calloc((size_t)islands + 1, sizeof *a->quota);
  a->origin = calloc((size_t)islands + 1, sizeof *a->origin);
  if (!a->quota || !a->origin) FAIL_GOTO(cleanup, ERR_MEMORY, "no memory for %u islands", islands);
  TRY_GOTO(climb_problem_pack(inst, count, be, climb_plan(plan)->move, &a->problem), cleanup);
  a->state = (ClimbState){.first = span.first,
                          .islands = islands,
                          .instances = count,
                          .group = span.count,
                          .kick = climb_plan(plan)->restart == RESTART_KICK};
  TRY_GOTO(be->ops->climb->slots(be, &a->problem, &a->state.drawing), cleanup);
  const uint64_t climbers = climb_plan(plan)->climbers, most = a->state.drawing;
  if (climbers && climbers < most && climbers * count < most) /* no slot without a climber */
    a->state.drawing = (uint32_t)(climbers * count);
  TRY_GOTO(climb_state_make(a, seed), cleanup);
  TRY_GOTO(solver_climb.begin(a, 0), cleanup);
  *out = a;
  return OK;
cleanup:
  climb_destroy(a);
  return status;
}
