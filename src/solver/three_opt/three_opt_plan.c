/* What a plan of the "3opt" solver leaves open. */
#include "three_opt_plan.h"

#include "problem/cvrp/cvrp.h"
#include "search/routes/giant_tour.h"

Status three_opt_evaluator_check(const Instance *inst, const ThreeOptPlan *own) {
  if (inst->n > THREE_OPT_NODES_MAX / 2 - 1)
    FAIL(ERR_USAGE, "3opt: expected at most %d customers, found %d", THREE_OPT_NODES_MAX / 2 - 1, inst->n);
  if (cvrp_has_windows(cvrp_of(inst)))
    FAIL(ERR_USAGE, "3opt: expected an instance without time windows, found one with them");
  if (cvrp_of(inst)->route_cost) FAIL(ERR_USAGE, "3opt: expected --objective distance");
  if (own->levels && own->evaluator != THREE_OPT_HIERARCHY)
    FAIL(ERR_USAGE, "--levels: expected --evaluator hierarchy");
  return OK;
}

static Status star_check(const Instance *inst, const Plan *plan) {
  const ThreeOptPlan *own = three_opt_plan(plan);
  const int32_t most = cvrp_routes_most(cvrp_of(inst));
  const bool exactly = cvrp_of(inst)->fleet == FLEET_EXACTLY;
  if (own->start == START_STAR && plan->initial) FAIL(ERR_USAGE, "--start star: expected no --initial");
  if (own->start != START_STAR || (exactly ? inst->n == most : inst->n <= most)) return OK;
  FAIL(ERR_USAGE, "--start star: expected a fleet of %s %d vehicles, found %d",
       exactly ? "exactly" : "at least", inst->n, most);
}

Status three_opt_complete(const Instance *inst, const BackendOps *backend, Plan *plan) {
  ThreeOptPlan *own = three_opt_plan_edit(plan);
  (void)backend;
  plan->islands = 1;
  plan->epoch = THREE_OPT_EPOCH;
  TRY(three_opt_evaluator_check(inst, own));
  TRY(star_check(inst, plan));
  /* savings make about a route for every five customers or fewer */
  const int32_t nodes = own->start == START_STAR ? giant_tour_most(inst->n) : inst->n + 1 + inst->n / 8;
  if (own->selection == SELECT_AUTO) own->selection = nodes < THREE_OPT_LARGE ? SELECT_BEST : SELECT_DISJOINT;
  if (own->evaluator == THREE_OPT_HIERARCHY && own->selection == SELECT_DISJOINT)
    FAIL(ERR_USAGE, "--evaluator hierarchy: expected --selection best: it finds one move a scan");
  return OK;
}
