/* The "flock" solver: particle swarms of tours, a swarm an island; people call it by --method pso. WHAT runs next; HOW is the backend's
 * (flock_kernels.h).
 *
 * In an iteration every particle makes a move, the local search may improve its tour, and bests follow. At an epoch's end the best
 * particles of a swarm go to the next one. */
#include <stdlib.h>
#include "flock_archipelago.h"
#include "halt.h"
#include "individual.h"
#include "problem/tsp/tsp.h"

/* ---- epochs ---- */

static Status flock_begin(Archipelago *a, uint32_t epoch) {
  flock_epoch_set(a, epoch);
  return OK;
}

static Status iteration_run(Archipelago *a) {
  TRY(halt_check("an iteration of particles"));
  TRY(a->be->ops->flock->move(a->be, &a->problem.tour, &a->rules, &a->state, a->at,
                              flock_fixed(flock_plan(a->plan)->w)));
  TRY(flock_settle(a));
  a->at++;
  a->moved += flock_rows(a);
  return OK;
}

static Status flock_advance(Archipelago *a, uint32_t steps, Progress *progress) {
  if (!a->span.count) a->at = a->end;
  for (uint32_t k = 0; k < steps && a->at < a->end; k++) TRY(iteration_run(a));
  TRY(flock_costs_download(a));
  *progress = (Progress){.moves = a->moved,
                         .finished = (uint64_t)a->at * a->span.count,
                         .best = COST_NONE,
                         .epoch_done = a->at == a->end};
  for (uint32_t i = 0; i < a->span.count; i++)
    if (a->cost[i] < progress->best) progress->best = a->cost[i];
  return OK;
}

/* ---- life ---- */

static void flock_destroy(Archipelago *a) {
  if (!a) return;
  flock_state_free(a);
  flock_problem_free(a);
  free(a);
}

static Status flock_create(const Instance *inst, Backend *be, const Plan *plan, Span span,
                           Archipelago **out) {
  const FlockPlan *p = flock_plan(plan);
  Status status = OK;
  Archipelago *a = calloc(1, sizeof *a);
  if (!a) FAIL(ERR_MEMORY, "no memory for %u islands", span.count);
  *a = (Archipelago){.inst = inst, .be = be, .plan = plan, .span = span};
  a->rules = (FlockRules){p->particles, flock_fixed(p->c1), flock_fixed(p->c2)};
  if (span.count) {
    TRY_GOTO(flock_problem_make(a), cleanup);
    TRY_GOTO(flock_state_make(a), cleanup);
    TRY_GOTO(be->ops->flock->start(be, &a->problem.tour, &a->rules, &a->state), cleanup);
    TRY_GOTO(flock_settle(a), cleanup);
    TRY_GOTO(flock_costs_download(a), cleanup);
  }
  flock_epoch_set(a, 0);
  *out = a;
  return OK;
cleanup:
  flock_destroy(a);
  return status;
}

/* The first particle of every swarm stands at the given tour. */
static Status flock_given(Archipelago *a, const int32_t *initial) {
  int64_t cost;
  int32_t *own;
  if (!initial || !a->span.count) return OK;
  TRY(tour_given(a->inst, a->order, initial, &own, &cost));
  const Status status = flock_place(a, cost, own);
  free(own);
  TRY(status);
  TRY(flock_settle(a));
  return flock_costs_download(a);
}

static Status flock_describe(Archipelago *a, Description *out) {
  *out = (Description){0};
  return a->span.count ? a->be->ops->flock->describe(a->be, &a->problem.tour, &a->rules, out) : OK;
}

/* Its epochs are counted; only their number is open. */
static bool flock_over(const Archipelago *a) { return a->at == UINT32_MAX; }
static const SolverPacing flock_pacing = {.over = flock_over};

const Solver solver_flock = {.name = "flock",
                             .alias = "pso",
                             .title = "particle swarms of tours",
                             .about = "Discrete particle swarms (Clerc 2004): a position is a tour, a "
                                      "velocity a list of swaps of cities. Each island is a swarm.\n",
                             .example = "--iterations 200",
                             .problems = {&problem_tsp},
                             .kernels = FAMILY_BIT(candidates) | FAMILY_BIT(aco) | FAMILY_BIT(flock),
                             .work = "tours",
                             .finished = "iterations",
                             .options = flock_option_rows,
                             .plan_bytes = sizeof(FlockPlan),
                             .islands_help = "0: 10",
                             .epoch_help = "iterations; 0: 50",
                             .complete = flock_complete,
                             .budget = flock_budget,
                             .epochs = flock_epochs,
                             .work_all = flock_work_all,
                             .work_done = flock_work_done,
                             .variant = flock_variant,
                             .needs = flock_needs,
                             .create = flock_create,
                             .start = flock_given,
                             .initial_help = "the first particle of every swarm begins with it",
                             .begin = flock_begin,
                             .pacing = &flock_pacing,
                             .advance = flock_advance,
                             .champion = flock_champion,
                             .best = flock_best,
                             .migrant_bytes = flock_migrant_bytes,
                             .emigrate = flock_emigrate,
                             .immigrate = flock_immigrate,
                             .describe = flock_describe,
                             .save = flock_save,
                             .load = flock_load,
                             .destroy = flock_destroy};
