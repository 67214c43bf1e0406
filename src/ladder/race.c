/* See race.h. */
#include "race.h"

#include <stdlib.h>
#include "clock.h"
#include "individual.h"
#include "problem/judge.h"
#include "slice.h"
#include "solver/local_exchange.h"

#define SLICE_SHORT_S 0.02 /* of a run whose course is looked at */

typedef struct Course { /* of a run under way */
  const Solver *solver;
  const Plan *plan;
  Archipelago *a;
  RaceGoal goal;
  double began;
  uint32_t epoch, steps;
  bool over;
} Course;

void race_free(Race *race) { free(race->point); }

static Status point_add(Race *race, RacePoint point) {
  if (race->count && point.cost >= race->point[race->count - 1].cost) return OK;
  if (race->count == race->room) {
    const size_t room = 2 * race->room + 64;
    RacePoint *more = realloc(race->point, room * sizeof *more);
    if (!more) FAIL(ERR_MEMORY, "no memory for the course of a run");
    race->point = more;
    race->room = room;
  }
  race->point[race->count++] = point;
  return OK;
}

static bool goal_reached(const Race *race, RaceGoal goal) {
  return race->seconds >= goal.seconds &&
         (race->evaluations >= goal.evaluations || race->seconds >= goal.seconds_most);
}

/* The exchange of a ring on one rank, then the next epoch. */
static Status epoch_next(Course *c, uint64_t improved) {
  const SolverPacing *pacing = c->solver->pacing;
  if (++c->epoch == c->solver->epochs(c->plan)) {
    c->over = true;
    return OK;
  }
  if (c->plan->islands > 1) TRY(local_exchange(c->solver, &c->a, 1));
  if (pacing && pacing->improved) pacing->improved(c->a, improved);
  TRY(c->solver->begin(c->a, c->epoch));
  c->over = pacing && pacing->over && pacing->over(c->a);
  return OK;
}

/* A slice, and what there is after it. A schedule that follows the clock has its end where the equal time ends. */
static Status slice_run(Course *c, Race *race) {
  const double start = clock_s();
  const bool paced =
      c->solver->pacing && c->solver->pacing->pace && c->solver->epochs(c->plan) == EPOCHS_OPEN;
  Progress progress = {0};
  if (paced) {
    const double done = (start - c->began) / c->goal.seconds;
    c->solver->pacing->pace(c->a, done < 1 ? done : 1);
  }
  TRY(c->solver->advance(c->a, c->steps, &progress));
  const double now = clock_s(), left = c->goal.seconds - (now - c->began);
  c->steps = slice_next(c->steps, now - start, SLICE_SHORT_S, left > 0 ? left : SLICE_SHORT_S);
  race->seconds = now - c->began;
  race->evaluations = (double)progress.moves;
  if (progress.best != COST_NONE)
    TRY(point_add(race, (RacePoint){race->seconds, race->evaluations, progress.best}));
  return progress.epoch_done ? epoch_next(c, progress.improved) : OK;
}

/* The last point is of a tour. */
static Status answer_judge(const Course *c, const Instance *inst, Race *race) {
  int64_t judged;
  Individual best = {.gene = malloc((size_t)inst->n * sizeof *best.gene)};
  if (!best.gene) FAIL(ERR_MEMORY, "no memory for a solution of %d genes", inst->n);
  Status status = c->solver->best(c->a, true, &best);
  if (status == OK && best.cost == COST_NONE)
    status =
        status_fail(ERR_INTERNAL, "%s: there is no solution to judge: please report this", c->solver->name);
  if (status == OK) status = judge_claim(inst, best.gene, best.cost, best.island, &judged);
  if (status == OK) status = point_add(race, (RacePoint){race->seconds, race->evaluations, best.cost});
  if (status == OK && race->point[race->count - 1].cost != best.cost)
    status = status_fail(ERR_INTERNAL, "%s: told of a cost of %lld, has %lld: please report this",
                         c->solver->name, (long long)race->point[race->count - 1].cost, (long long)best.cost);
  free(best.gene);
  return status;
}

/* With defaults, as `cordee solve --time` has them; budgets that end too early are enlarged. */
static Status plan_make(uint64_t seed, const BackendOps *backend, const Solver *solver, const Instance *inst,
                        RaceGoal goal, Plan *plan) {
  Options plain;
  options_default(&plain);
  plain.seed = seed;
  plain.time_s = goal.seconds;
  TRY(options_plan(&plain, solver, inst, backend, plan));
  if (solver->enlarge) solver->enlarge(plan, 2000000000);
  return OK;
}

Status race_run(uint64_t seed, Backend *be, const Solver *solver, const Instance *inst, RaceGoal goal,
                Race *race) {
  Plan plan;
  Course c = {.solver = solver, .plan = &plan, .goal = goal, .steps = 1};
  *race = (Race){.solver = solver};
  TRY(plan_make(seed, be->ops, solver, inst, goal, &plan));
  c.began = clock_s(); /* lists, start tours: all that a run does after reading */
  TRY(solver->create(inst, be, &plan, (Span){0, plan.islands}, &c.a));
  Status status = solver_start(solver, c.a, NULL);
  while (status == OK && !c.over && !goal_reached(race, goal)) status = slice_run(&c, race);
  if (status == OK) status = answer_judge(&c, inst, race);
  solver->destroy(c.a);
  return status;
}

static Status steps_run(Course *c, uint32_t each, Race *race) {
  Progress progress = {0};
  TRY(c->solver->advance(c->a, each, &progress));
  race->seconds = clock_s() - c->began;
  race->evaluations = (double)progress.moves;
  if (progress.best != COST_NONE)
    TRY(point_add(race, (RacePoint){race->seconds, race->evaluations, progress.best}));
  return progress.epoch_done ? epoch_next(c, progress.improved) : OK;
}

Status race_steps(Backend *be, const Solver *solver, const Instance *inst, const Plan *plan, uint32_t each,
                  Race *race) {
  Course c = {.solver = solver, .plan = plan, .began = clock_s()};
  *race = (Race){.solver = solver};
  TRY(solver->create(inst, be, plan, (Span){0, plan->islands}, &c.a));
  Status status = solver_start(solver, c.a, NULL);
  while (status == OK && !c.over) status = steps_run(&c, each, race);
  if (status == OK) status = answer_judge(&c, inst, race);
  solver->destroy(c.a);
  return status;
}

int64_t race_at_time(const Race *race, double seconds) {
  int64_t cost = COST_NONE;
  for (size_t k = 0; k < race->count && race->point[k].seconds <= seconds; k++) cost = race->point[k].cost;
  return cost;
}

int64_t race_at_evaluations(const Race *race, double evaluations) {
  int64_t cost = COST_NONE;
  for (size_t k = 0; k < race->count && race->point[k].evaluations <= evaluations; k++)
    cost = race->point[k].cost;
  return cost;
}
