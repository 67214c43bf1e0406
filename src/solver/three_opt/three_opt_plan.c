/* What a plan of the "3opt" solver leaves open. */
#include "three_opt_plan.h"

#include "problem/cvrp/cvrp.h"
#include "search/routes/giant_tour.h"

static Status windows_check(const CvrpInstance *cvrp, ThreeOptEvaluator evaluator) {
  if (!cvrp_has_windows(cvrp)) return OK;
  if (cvrp->max_duration != INT32_MAX)
    FAIL(ERR_USAGE, "3opt: expected time windows or a limit on the duration of routes, found both");
  if (evaluator == THREE_OPT_HIERARCHY) return OK;
  FAIL(ERR_USAGE, "--evaluator %s: expected hierarchy or auto, as the instance has time windows",
       evaluator == THREE_OPT_TABLES ? "tables" : "packed");
}

Status three_opt_evaluator_complete(const Instance *inst, ThreeOptPlan *own) {
  const CvrpInstance *cvrp = cvrp_of(inst);
  if (own->evaluator == THREE_OPT_AUTO)
    own->evaluator = cvrp_has_windows(cvrp) ? THREE_OPT_HIERARCHY : THREE_OPT_PACKED;
  if (inst->n > THREE_OPT_NODES_MAX / 2 - 1)
    FAIL(ERR_USAGE, "3opt: expected at most %d customers, found %d", THREE_OPT_NODES_MAX / 2 - 1, inst->n);
  if (cvrp->route_cost) FAIL(ERR_USAGE, "3opt: expected --objective distance");
  TRY(windows_check(cvrp, own->evaluator));
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

/* A hierarchy finds one move a scan. */
static Status selection_complete(const Instance *inst, ThreeOptPlan *own) {
  /* savings make about a route for every five customers or fewer */
  const int32_t nodes = own->start == START_STAR ? giant_tour_most(inst->n) : inst->n + 1 + inst->n / 8;
  const bool rows = own->evaluator != THREE_OPT_HIERARCHY;
  if (own->selection == SELECT_AUTO)
    own->selection = rows && nodes >= THREE_OPT_LARGE ? SELECT_DISJOINT : SELECT_BEST;
  if (rows || own->selection == SELECT_BEST) return OK;
  FAIL(ERR_USAGE, "--selection disjoint: expected best, as the evaluator hierarchy finds one move a scan");
}

Status three_opt_complete(const Instance *inst, const BackendOps *backend, Plan *plan) {
  ThreeOptPlan *own = three_opt_plan_edit(plan);
  (void)backend;
  plan->islands = 1;
  plan->epoch = THREE_OPT_EPOCH;
  TRY(three_opt_evaluator_complete(inst, own));
  TRY(star_check(inst, plan));
  return selection_complete(inst, own);
}
