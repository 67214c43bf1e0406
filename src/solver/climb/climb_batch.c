/* Many small tasks of the "climb" solver on one device: see batch.h; docs/algorithms-answer.md, "Batches".
 *
 * A batch is an archipelago of many instances (climb_kernels.h): instance k is task k, and its islands have the
 * same numbers as in a run of its own. In a run of one epoch the exchange cannot change the answer. So a task's
 * result is the best of its islands' contenders after that epoch. */
#include <math.h>
#include <stdlib.h>
#include "clock.h"
#include "halt.h"
#include "slice.h"
#include "solver/batch.h"
#include "climb_archipelago.h"
#include "problem/tsp/tsp.h"

enum { PART_BYTES = 1 << 28, STEPS_FIRST = 64 };

/* Only tasks with random starts and one epoch. */
static bool climb_fits(const Instance *inst, const Plan *plan) {
  return inst->problem == &problem_tsp && inst->n <= BATCH_CITIES && !plan->initial &&
         climb_plan(plan)->restart == RESTART_RANDOM && solver_climb.epochs(plan) == 1;
}

static bool climb_alike(const BatchTask *a, const BatchTask *b) {
  return a->inst->n == b->inst->n && tsp_of(a->inst)->metric == tsp_of(b->inst)->metric &&
         climb_plan(a->plan)->move == climb_plan(b->plan)->move && a->plan->islands == b->plan->islands &&
         climb_plan(a->plan)->climbers == climb_plan(b->plan)->climbers;
}

static double climb_workers(const Plan *plan) { return (double)climb_plan(plan)->climbers; }

/* The number of tasks whose instances and islands fit in PART_BYTES. */
static size_t climb_room(const BatchTask *task) {
  size_t n = task->inst->n, tours = 2 * n * sizeof(int32_t);
  size_t instance = (n * (n + 1) * sizeof(int32_t) + 64), islands = task->plan->islands * (tours + 64);
  size_t tasks = PART_BYTES / (instance + islands);
  return tasks ? tasks : 1;
}

static Status part_open(Backend *be, const BatchTask *task, size_t tasks, Archipelago **out) {
  Status status = OK;
  const Instance **inst = malloc(tasks * sizeof *inst);
  uint64_t *seed = malloc(tasks * sizeof *seed);
  if (!inst || !seed) FAIL_GOTO(cleanup, ERR_MEMORY, "no memory for a batch of %zu tasks", tasks);
  for (size_t k = 0; k < tasks; k++) {
    inst[k] = task[k].inst;
    seed[k] = task[k].plan->seed;
  }
  TRY_GOTO(climb_open(inst, seed, (uint32_t)tasks, be, task->plan, (Span){0, task->plan->islands}, out),
           cleanup);
cleanup : {
  free(inst);
  free(seed);
}
  return status;
}

/* Whether every climber is drawn, and none is under way. slot: (slots) scratch. */
static Status part_done(Archipelago *a, uint32_t *slot, bool *done) {
  uint32_t cursor;
  TRY(a->be->ops->download(a->be, &cursor, a->state.cursor, sizeof cursor));
  *done = cursor >= a->state.instances;
  if (!*done) return OK;
  TRY(a->be->ops->download(a->be, slot, a->state.slot_island, a->state.slots * sizeof *slot));
  for (uint32_t s = 0; s < a->state.slots; s++) *done = *done && slot[s] == SLOT_EMPTY;
  return OK;
}

static Status part_run(Archipelago *a, BatchStop *stop) {
  uint32_t steps = STEPS_FIRST, *slot = malloc(a->state.slots * sizeof *slot);
  if (!slot) FAIL(ERR_MEMORY, "no memory for %u slots", a->state.slots);
  Status status = OK;
  for (bool done = false; status == OK && !done && !stop->stopped;) {
    const double began = clock_s();
    status = a->be->ops->climb->advance(a->be, &a->problem, &a->state, steps);
    steps = slice_next(steps, clock_s() - began, SLICE_S, INFINITY);
    if (status == OK) status = halt_after("a batch of climbers");
    if (status == OK) status = part_done(a, slot, &done);
    if (!done) batch_stopping(stop);
  }
  free(slot);
  return status;
}

/* The results of a part, on the host. */
typedef struct Outcome {
  int64_t *cost;      /* (islands) contenders' */
  int32_t *tour;      /* (islands, n) */
  uint64_t *counters; /* (instances, 2) */
} Outcome;

static void outcome_free(Outcome *o) {
  free(o->cost);
  free(o->tour);
  free(o->counters);
}

static Status outcome_download(Archipelago *a, Outcome *o) {
  size_t islands = a->state.islands, instances = a->state.instances, n = a->inst->n;
  *o = (Outcome){malloc(islands * sizeof *o->cost), malloc(islands * n * sizeof *o->tour),
                 malloc(instances * 2 * sizeof *o->counters)};
  if (!o->cost || !o->tour || !o->counters)
    FAIL(ERR_MEMORY, "no memory for the tours of %zu islands", islands);
  TRY(a->be->ops->download(a->be, o->cost, a->state.contender_cost, islands * sizeof *o->cost));
  TRY(a->be->ops->download(a->be, o->tour, a->state.contender_tour, islands * n * sizeof *o->tour));
  return a->be->ops->download(a->be, o->counters, a->state.counters, instances * 2 * sizeof *o->counters);
}

/* The answer of instance k: its cheapest contender; of equal ones, that of the lowest island, as in run_best. */
static void task_answer(const Archipelago *a, const Outcome *o, size_t k, BatchTask *task) {
  size_t group = a->state.group, first = k * group, best = first, n = a->inst->n;
  for (size_t i = first; i < first + group; i++) best = o->cost[i] < o->cost[best] ? i : best;
  task->best.cost = o->cost[best];
  task->best.island = (uint32_t)(best - first);
  task->best.length = (uint32_t)n;
  for (size_t p = 0; p < n; p++) task->best.gene[p] = o->tour[best * n + p] - (int32_t)(k * n);
  task->moves = o->counters[2 * k] * climb_moves(a->problem.move, a->inst->n);
  task->finished = o->counters[2 * k + 1];
}

static Status climb_solve(Backend *be, BatchTask *task, size_t tasks, BatchStop *stop) {
  Archipelago *a = NULL;
  Outcome outcome = {0};
  Status status = OK;
  TRY_GOTO(part_open(be, task, tasks, &a), cleanup);
  TRY_GOTO(part_run(a, stop), cleanup);
  TRY_GOTO(outcome_download(a, &outcome), cleanup);
  for (size_t k = 0; k < tasks; k++) task_answer(a, &outcome, k, &task[k]);
cleanup:
  outcome_free(&outcome);
  climb_destroy(a);
  return status;
}

const Batching climb_batching = {climb_fits, climb_alike, climb_workers, climb_room, climb_solve, NULL};
