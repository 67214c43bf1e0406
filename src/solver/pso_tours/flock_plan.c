/* The "flock" solver's plan: its defaults, its checks, and what follows. Inside "flock". */
#include <math.h>
#include "flock_plan.h"
#include "solver/island_state.h"

enum { ISLANDS_USUAL = 10, EPOCH_USUAL = 50, ITERATIONS_USUAL = 1000 };

Status flock_complete(const Instance *inst, const BackendOps *backend, Plan *plan) {
  FlockPlan *p = flock_plan_edit(plan);
  (void)inst;
  (void)backend;
  p->open = plan->time_s > 0 && !p->iterations;
  if (!p->iterations && !p->open) p->iterations = ITERATIONS_USUAL;
  if (!plan->islands) plan->islands = ISLANDS_USUAL;
  if (!plan->epoch) plan->epoch = EPOCH_USUAL;
  if (p->migrants > p->particles)
    FAIL(ERR_USAGE, "--migrants: expected 0 to %u, the particles of a swarm, found %u", p->particles,
         p->migrants);
  if ((double)p->particles * plan->islands > 1e9)
    FAIL(ERR_USAGE, "--particles: expected at most 1e9 on all islands, found %g",
         (double)p->particles * plan->islands);
  return OK;
}

uint64_t flock_budget(const Plan *plan) { return (uint64_t)flock_plan(plan)->iterations * plan->islands; }

uint32_t flock_epochs(const Plan *plan) {
  return island_epochs(flock_plan(plan)->iterations, flock_plan(plan)->open, plan);
}

/* Cities of the tours of all moves. */
double flock_work_all(const Instance *inst, const Plan *plan) {
  return (double)flock_budget(plan) * flock_plan(plan)->particles * inst->n;
}

double flock_work_done(const Instance *inst, const Plan *plan, const Progress *progress) {
  (void)plan;
  return (double)progress->moves * inst->n;
}

const char *flock_variant(const Plan *plan) {
  return flock_plan(plan)->search == FLOCK_SEARCH_NONE ? "" : "2opt";
}

uint32_t flock_fixed(double value) { return (uint32_t)lround(value * 65536); }
