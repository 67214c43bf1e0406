/* The "anneal" solver's plan: defaults, checks, and the temperatures of the stages. */
#include <math.h>
#include "anneal_archipelago.h"
#include "solver/cooling.h"

enum { MANY = 2048 /* tasks */ };
static const double SPACING_FACTOR = 1.45, SCALE_LEAST = 0.2, SOFTNESS = 10, FEW = 256;

static Status sizes_check(const Plan *plan) {
  const AnnealPlan *p = anneal_plan(plan);
  const double steps = (double)plan->epoch * p->epochs, chains = (double)p->chains * plan->islands;
  if (chains > 1e9) FAIL(ERR_USAGE, "--chains: expected at most 1e9 on all islands, found %g", chains);
  if (steps * chains > 1e18)
    FAIL(ERR_USAGE, "--epochs: expected at most 1e18 steps in all, found %g", steps * chains);
  return OK;
}

/* The steps of an anneal grow with the number of tasks; above a second of time, several anneals are better than
 * a longer one. */
static uint32_t epoch_usual(int32_t n) {
  const uint32_t least = 1 << 16, most = 1 << 20;
  const uint64_t steps = (uint64_t)256 * (uint64_t)n;
  if (steps < least) return least;
  if (steps > most) return most;
  return (uint32_t)steps;
}

/* For large instances, the length of an anneal matters more than the number of anneals. */
static uint32_t islands_usual(uint32_t most, int32_t n) {
  const uint32_t least = 8, islands = n > MANY ? (uint32_t)((uint64_t)most * MANY / (uint64_t)n) : most;
  return islands > least ? islands : least;
}

Status anneal_complete(const Instance *inst, const BackendOps *backend, Plan *plan) {
  if (!plan->islands) plan->islands = islands_usual(backend->anneal->islands, inst->n);
  if (!anneal_plan(plan)->chains) anneal_plan_edit(plan)->chains = backend->anneal->chains;
  if (!plan->epoch) plan->epoch = epoch_usual(inst->n);
  return sizes_check(plan);
}

/* The plan's temperatures are in units of size, for a spacing of about 1/2. The right one is proportional to
 * the root of the spacing, down to a limit that balancing the loads sets: measured, see docs/notebook/others.md. */
static double scale(const AnnealModel *model) {
  const double s = SPACING_FACTOR * sqrt(model->spacing);
  return s > SCALE_LEAST ? s : SCALE_LEAST;
}

/* A unit is bound / tasks. The sizes of few tasks differ by much less than that. */
static double smallness(const AnnealModel *model) {
  const double s = FEW / (double)model->n;
  return s > 1 ? s : 1;
}

void anneal_stage(const AnnealModel *model, double hot, double cold, uint32_t s, AnnealStages *out) {
  const double few = smallness(model), warm = hot * scale(model) * sqrt(few), end = cold * scale(model) * few;
  const double t = cooling_temperature(warm, end, s, ANNEAL_STAGES);
  out->temperature[s] = (float)t;
  out->q[s] = (float)(model->units_tick * model->units_tick / (2 * SOFTNESS * t));
}

uint64_t anneal_epoch_steps(const Plan *plan) {
  return (uint64_t)ANNEAL_STAGES * (((uint64_t)plan->epoch + ANNEAL_STAGES - 1) / ANNEAL_STAGES);
}

void anneal_open(Archipelago *a, uint32_t epoch) {
  const AnnealPlan *p = anneal_plan(a->plan);
  const uint64_t length = anneal_epoch_steps(a->plan);
  const double hot = epoch ? p->reheat : p->temperature;
  a->epoch = epoch;
  (void)island_begin(a, epoch);
  a->state.step = a->at;
  a->stages.first = epoch * length;
  a->stages.length = length / ANNEAL_STAGES;
  for (uint32_t s = 0; s < ANNEAL_STAGES; s++) anneal_stage(&a->model, hot, p->cold, s, &a->stages);
}
