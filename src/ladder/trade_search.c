/* See trade_search.h. */
#include "trade_search.h"

#include <math.h>
#include "clock.h"
#include "individual.h"
#include "options/options.h"
#include "problem/matching/matching.h"
#include "slice.h"
#include "solver/local_exchange.h"

typedef struct Under { /* way */
  const TradeSearch *search;
  const Solver *solver;
  Plan plan;
  Archipelago *a;
  double began;
  uint32_t steps;
} Under;

static double left_of(const Under *u) {
  return u->search->time_s > 0 ? u->search->time_s - (clock_s() - u->began) : INFINITY;
}

/* To the end of the epoch or of the time. */
static Status epoch_run(Under *u, bool *done) {
  Progress progress = {.epoch_done = false};
  while (!progress.epoch_done && left_of(u) > 0) {
    const double start = clock_s();
    TRY(u->solver->advance(u->a, u->steps, &progress));
    u->steps = slice_next(u->steps, clock_s() - start, SLICE_S / 10, left_of(u));
  }
  *done = progress.epoch_done;
  if (*done && u->search->between) return u->search->between(u->a, u->search->self);
  return OK;
}

static Status epochs_run(Under *u) {
  const uint32_t epochs = u->solver->epochs(&u->plan);
  bool done;
  u->steps = 1;
  TRY(solver_start(u->solver, u->a, NULL));
  for (uint32_t e = 0; e < epochs && left_of(u) > 0; e++) {
    if (e && u->plan.islands > 1) TRY(local_exchange(u->solver, &u->a, 1));
    if (e) TRY(u->solver->begin(u->a, e));
    TRY(epoch_run(u, &done));
  }
  return OK;
}

static Status plan_make(const Instance *inst, const Backend *be, Under *u) {
  Options options;
  options_default(&options);
  options.seed = u->search->seed;
  options.islands = u->search->islands;
  if (u->search->option) TRY(options_assign(&options, FOR_SOLVE, u->search->option, u->search->value));
  TRY(solver_find(u->search->method, inst->problem, &u->solver));
  return options_plan(&options, u->solver, inst, be->ops, &u->plan);
}

static Status answer_judge(Under *u, const Instance *inst, int32_t *gene, int64_t *cost) {
  Individual best = {.gene = gene};
  TRY(u->solver->best(u->a, true, &best));
  if (best.cost == COST_NONE) FAIL(ERR_INTERNAL, "%s: there is no assignment to judge", u->solver->name);
  TRY(judge_assignment(inst, gene, cost));
  if (*cost != best.cost)
    FAIL(ERR_INTERNAL, "%s: the judge finds a makespan of %lld, expected %lld", u->solver->name,
         (long long)*cost, (long long)best.cost);
  return OK;
}

Status trade_search(const Instance *inst, Backend *be, const TradeSearch *search, int32_t *gene,
                    int64_t *cost, double *seconds) {
  Under u = {.search = search};
  TRY(plan_make(inst, be, &u));
  u.began = clock_s();
  TRY(u.solver->create(inst, be, &u.plan, (Span){0, u.plan.islands}, &u.a));
  Status status = epochs_run(&u);
  *seconds = clock_s() - u.began;
  if (status == OK) status = answer_judge(&u, inst, gene, cost);
  u.solver->destroy(u.a);
  return status;
}
