/* The "climb" solver: local search from random or perturbed tours, on islands. This file decides what runs
 * next; the backend's kernels (climb_kernels.h) do it.
 *
 * Island i owns the climbers 0..total_i-1; epoch e runs the numbers e*K .. e*K+K-1 (K = plan->epoch). During an
 * epoch the champion does not change, and the best finished climber is the contender. At the end of the epoch
 * the contender becomes the champion if it is strictly better. So neither the order of climbers nor the number
 * that run at a time changes the answer. */
#include <stdlib.h>
#include <string.h>
#include "climb_archipelago.h"
#include "problem/tsp/tsp.h"
#include "search/candidates/tour_image.h"

static uint64_t island_total(const Plan *plan, uint32_t island) {
  return climb_plan(plan)->climbers / plan->islands + (island < climb_plan(plan)->climbers % plan->islands);
}

static uint32_t climb_epochs(const Plan *plan) {
  return (uint32_t)((island_total(plan, 0) + plan->epoch - 1) / plan->epoch);
}

/* Random restarts do not use the champion, so an epoch may be long: about 3e10 moves an island (a climb takes
 * about n steps of n^2/2 moves), which keeps a GPU busy. Kicks start from the champion, so their epochs are
 * short. */
static uint32_t epoch_standard(Restart restart, int32_t n) {
  double climbers = 6e10 / ((double)n * n * n);
  if (restart == RESTART_KICK) return 32;
  if (climbers < 1024) return 1024;
  if (climbers > 16384) return 16384;
  return (uint32_t)climbers;
}

static Status restart_choose(Plan *plan) {
  ClimbPlan *p = climb_plan_edit(plan);
  if (p->restart == RESTART_AUTO) p->restart = plan->initial ? RESTART_KICK : RESTART_RANDOM;
  if (p->restart == RESTART_RANDOM && plan->initial)
    FAIL(ERR_USAGE, "--restart random: expected no --initial, which climbers start from with kick");
  return OK;
}

static Status climb_complete(const Instance *inst, const BackendOps *backend, Plan *plan) {
  (void)backend;
  TRY(tour_image_refuse(inst));
  TRY(restart_choose(plan));
  if (!plan->islands) plan->islands = 8;
  if (!plan->epoch) plan->epoch = epoch_standard(climb_plan(plan)->restart, inst->n);
  if (climb_plan(plan)->climbers / plan->islands >= 3000000000u)
    FAIL(ERR_USAGE, "--climbers: expected at most 3e9 an island, found %llu on %u islands",
         (unsigned long long)climb_plan(plan)->climbers, plan->islands);
  return OK;
}

static uint64_t climb_budget(const Plan *plan) { return climb_plan(plan)->climbers; }

static Status climb_create(const Instance *inst, Backend *be, const Plan *plan, Span span,
                           Archipelago **out) {
  return climb_open(&inst, &plan->seed, 1, be, plan, span, out);
}

/* The given tour is every island's champion, which climbers kick. */
static Status climb_start(Archipelago *a, const int32_t *initial) {
  if (!initial || !a->span.count) return OK;
  ClimbMigrant *given = malloc(climb_migrant_bytes(a));
  if (!given) FAIL(ERR_MEMORY, "no memory for a tour of %d cities", a->inst->n);
  memcpy(given->tour, initial, (size_t)a->inst->n * sizeof *initial);
  Status status = judge_tour(a->inst, initial, &given->cost);
  for (uint32_t i = 0; i < a->span.count && status == OK; i++) {
    given->island = a->span.first + i;
    status = climb_migrant_settle(a, i, given);
  }
  free(given);
  return status;
}

/* ---- epochs ---- */

static Status climb_begin(Archipelago *a, uint32_t epoch) {
  uint64_t base = (uint64_t)epoch * a->plan->epoch;
  a->state.base = (uint32_t)base;
  for (uint32_t i = 0; i < a->span.count; i++) {
    uint64_t total = island_total(a->plan, a->span.first + i % a->state.group),
             left = total > base ? total - base : 0;
    a->quota[i] = (uint32_t)(left < a->plan->epoch ? left : a->plan->epoch);
  }
  TRY(climb_state_undraw(a));
  TRY(a->be->ops->upload(a->be, a->state.quota, a->quota, a->span.count * sizeof *a->quota));
  return climb_state_clear(a, a->state.contender_cost);
}

/* The costs of champions and contenders: one (2, islands) array, owned by the caller. */
static Status costs_download(Archipelago *a, int64_t **costs) {
  size_t bytes = a->span.count * sizeof **costs;
  int64_t *both = malloc(2 * bytes + 1);
  if (!both) FAIL(ERR_MEMORY, "no memory for the costs of %u islands", a->span.count);
  Status status = a->be->ops->download(a->be, both, a->state.champion_cost, bytes);
  if (status == OK)
    status = a->be->ops->download(a->be, both + a->span.count, a->state.contender_cost, bytes);
  if (status == OK)
    *costs = both;
  else
    free(both);
  return status;
}

static Status contender_promote(Archipelago *a, uint32_t i, int64_t cost) {
  size_t at = (size_t)i * a->inst->n;
  a->origin[i] = a->span.first + i;
  TRY(a->be->ops->copy(a->be, a->state.champion_tour + at, a->state.contender_tour + at,
                       a->inst->n * sizeof(int32_t)));
  return a->be->ops->upload(a->be, a->state.champion_cost + i, &cost, sizeof cost);
}

/* Contenders that are cheaper than the champion replace it. */
static Status contenders_promote(Archipelago *a) {
  int64_t *costs = NULL;
  TRY(costs_download(a, &costs));
  Status status = OK;
  for (uint32_t i = 0; i < a->span.count && status == OK; i++)
    if (costs[a->span.count + i] < costs[i]) status = contender_promote(a, i, costs[a->span.count + i]);
  free(costs);
  return status;
}

/* The number of climbers finished since the start of the run, computed from the state; *busy: slots that hold a
 * climber. */
static Status climbers_finished(Archipelago *a, uint64_t *finished, uint64_t *busy) {
  Status status = OK;
  *finished = *busy = 0;
  uint32_t *drawn = malloc((a->span.count + 1) * sizeof *drawn),
           *slot = malloc(a->state.slots * sizeof *slot);
  if (!drawn || !slot) FAIL_GOTO(cleanup, ERR_MEMORY, "no memory for %u slots", a->state.slots);
  TRY_GOTO(a->be->ops->download(a->be, drawn, a->state.drawn, a->span.count * sizeof *drawn), cleanup);
  TRY_GOTO(a->be->ops->download(a->be, slot, a->state.slot_island, a->state.slots * sizeof *slot), cleanup);
  for (uint32_t i = 0; i < a->span.count; i++) {
    uint64_t total = island_total(a->plan, a->span.first + i);
    *finished += total < a->state.base ? total : a->state.base;
    *finished += drawn[i] < a->quota[i] ? drawn[i] : a->quota[i];
  }
  for (uint32_t s = 0; s < a->state.slots; s++) *busy += slot[s] != SLOT_EMPTY;
  *finished -= *busy;
cleanup : {
  free(drawn);
  free(slot);
}
  return status;
}

/* Cost of the best champion or contender. */
static Status best_cost(Archipelago *a, int64_t *best) {
  int64_t *costs = NULL;
  TRY(costs_download(a, &costs));
  *best = COST_NONE;
  /* lint: null-dereference: set when costs_download succeeds */
  for (size_t k = 0; k < 2 * (size_t)a->span.count; k++) *best = costs[k] < *best ? costs[k] : *best;
  free(costs);
  return OK;
}

static Status climb_advance(Archipelago *a, uint32_t steps, Progress *progress) {
  uint64_t counters[2], busy, target = 0;
  if (a->span.count) TRY(a->be->ops->climb->advance(a->be, &a->problem, &a->state, steps));
  TRY(a->be->ops->download(a->be, counters, a->state.counters, sizeof counters));
  TRY(climbers_finished(a, &progress->finished, &busy));
  TRY(best_cost(a, &progress->best));
  for (uint32_t i = 0; i < a->span.count; i++) {
    uint64_t total = island_total(a->plan, a->span.first + i);
    target += (total < a->state.base ? total : a->state.base) + a->quota[i];
  }
  progress->moves = counters[0] * climb_moves(climb_plan(a->plan)->move, a->inst->n);
  progress->epoch_done = busy == 0 && progress->finished == target;
  return progress->epoch_done ? contenders_promote(a) : OK;
}

/* ---- the table ---- */

static Status climb_describe(Archipelago *a, Description *out) {
  *out = (Description){0};
  return a->be->ops->climb->describe(a->be, &a->problem, out);
}

const Solver solver_climb = {
    .name = "climb",
    .title = "local search from random or perturbed tours",
    .about = "Each climber starts from a random tour, or from the island's best tour after a double bridge, "
             "and makes the best move of the whole neighbourhood until none improves. Good for measuring "
             "throughput; the default method finds better tours.\n",
    .example = "--climbers 200",
    .problems = {&problem_tsp},
    .kernels = FAMILY_BIT(climb),
    .work = "moves",
    .finished = "climbers",
    .options = climb_option_rows,
    .plan_bytes = sizeof(ClimbPlan),
    .islands_help = "0: 8",
    .epoch_help = "climbers per island; 0: 32 with --restart kick, else 6e10 / n^3, 1,024 to 16,384",
    .complete = climb_complete,
    .budget = climb_budget,
    .epochs = climb_epochs,
    .work_all = climb_work_all,
    .work_done = climb_work_done,
    .variant = climb_variant,
    .enlarge = climb_enlarge,
    .needs = climb_needs,
    .create = climb_create,
    .start = climb_start,
    .initial_help = "climbers kick it, and then the champion of their island (--restart kick)",
    .begin = climb_begin,
    .own_steps = true,
    .advance = climb_advance,
    .champion = climb_champion,
    .best = climb_best,
    .migrant_bytes = climb_migrant_bytes,
    .emigrate = climb_emigrate,
    .immigrate = climb_immigrate,
    .describe = climb_describe,
    .save = climb_save,
    .load = climb_load,
    .destroy = climb_destroy,
    .batch = &climb_batching};
