/* What a plan of the "3opt" solver leaves open. */
#include "three_opt_plan.h"

#include "problem/cvrp/cvrp.h"
#include "solver/routes/giant_tour.h"

Status three_opt_complete(const Instance *inst, const BackendOps *backend, Plan *plan) {
  ThreeOptPlan *own = three_opt_plan_edit(plan);
  const int32_t most = cvrp_routes_most(cvrp_of(inst));
  (void)backend;
  plan->islands = 1, plan->epoch = THREE_OPT_EPOCH;
  if (inst->n > THREE_OPT_NODES_MAX / 2 - 1)
    FAIL(ERR_USAGE, "--method 3opt: expected at most %d customers, found %d", THREE_OPT_NODES_MAX / 2 - 1,
         inst->n);
  if (own->start == START_STAR && inst->n > most)
    FAIL(ERR_USAGE, "--start star: expected a fleet of at least %d vehicles, found %d", inst->n, most);
  if (own->start == START_STAR && cvrp_of(inst)->fleet == FLEET_EXACTLY && inst->n != most)
    FAIL(ERR_USAGE, "--start star: expected a fleet of exactly %d vehicles, found %d", inst->n, most);
  /* savings make about a route for every five customers or fewer */
  const int32_t nodes = own->start == START_STAR ? giant_tour_most(inst->n) : inst->n + 1 + inst->n / 8;
  if (own->selection == SELECT_AUTO) own->selection = nodes < THREE_OPT_LARGE ? SELECT_BEST : SELECT_DISJOINT;
  if (own->evaluator == THREE_OPT_HIERARCHY) {
    if (own->selection == SELECT_DISJOINT)
      FAIL(ERR_USAGE, "--evaluator hierarchy: expected --selection best: it finds one move a scan");
  } else if (own->levels) {
    FAIL(ERR_USAGE, "--levels: expected --evaluator hierarchy");
  }
  return OK;
}
