/* The "ils" solver: iterated local search on islands, for the TSP. WHAT runs next; HOW is the backend's (ils_kernels.h).
 *
 * Every island has a group of tours. A run is a sequence of steps, the same on all islands:
 *   start     greedy tours (candidate_kernels.h), each but the first with edges taken for longer or shorter at random;
 *   descent   rounds without kicks, in which every city is looked at twice; its end sets the unit of temperature, a tour's mean edge;
 *   kicks     rounds of kicks at a temperature that falls to 0 (ils_plan.c): Martin, Otto, Felten 1991.
 * Start, descent and the first kicks are epoch 0. The champion of an island is the best of its tours as they are at the end of the
 * descent and of each epoch, so it is the same however slices fall. Champions travel: ils_champions.c. */
#include <stdlib.h>
#include "ils_archipelago.h"

/* What islands make of their tours and of those that have arrived (a->inbox_tour, inbox_cost), between two epochs. For now a
 * migrant is a champion or nothing (ils_immigrate), and tours go on as they are. */
static Status tours_meet(Archipelago *a) { return (void)a, OK; }

static Status ils_begin(Archipelago *a, uint32_t epoch) {
  a->epoch = epoch;
  return epoch && a->span.count ? tours_meet(a) : OK;
}

static void ils_pace(Archipelago *a, double done) { a->done = a->done_before + (1 - a->done_before) * done; }

/* ---- steps ---- */

/* What advance() counts a step of the run as, so that slices keep their length from one kind to the next: a round of descent is
 * 1. A start tour takes about as long as looking at every city once, a kick is some 40 looks. */
enum { KICK_STEPS = 16 };

static uint32_t step_weight(const Archipelago *a) {
  if (a->step < ils_descent_begin(a)) return (uint32_t)a->inst->n / a->plan->ils.round + 1;
  return a->step < ils_kicks_begin(a) ? 1 : KICK_STEPS;
}

/* A start tour of every island, or rounds that share a launch; at most `most` steps of the run, and how many they were. */
static Status stretch_run(Archipelago *a, uint64_t most, uint64_t *steps) {
  *steps = 1;
  if (a->step < ils_descent_begin(a)) return ils_start(a, (uint32_t)a->step);
  const IlsRounds rounds = ils_rounds_next(a, most);
  *steps = rounds.count;
  return a->be->ops->ils->advance(a->be, &a->problem, &a->state, &rounds);
}

static Status steps_run(Archipelago *a, uint64_t budget) {
  const uint64_t end = ils_epoch_begin(a, a->epoch + 1), kicks = ils_kicks_begin(a);
  while (budget && a->step < end) {
    const uint64_t weight = step_weight(a);
    uint64_t steps;
    TRY(stretch_run(a, budget > weight ? budget / weight : 1, &steps));
    budget -= steps * weight < budget ? steps * weight : budget;
    a->step += steps;
    if (a->step == kicks) TRY(ils_scale(a));
    if (a->step == kicks || a->step == end) TRY(ils_champions_look(a));
  }
  return OK;
}

static Status ils_advance(Archipelago *a, uint32_t steps, Progress *progress) {
  const uint64_t end = ils_epoch_begin(a, a->epoch + 1), kicks = ils_kicks_begin(a);
  uint64_t counters[3] = {0};
  if (a->span.count) {
    TRY(steps_run(a, steps));
    TRY(a->be->ops->download(a->be, counters, a->state.counters, sizeof counters));
  } else {
    a->step = end;
  }
  *progress = (Progress){.moves = counters[2], .best = COST_NONE, .epoch_done = a->step == end};
  if (a->step > kicks) progress->climbers = (a->step - kicks) * a->state.kicks * a->state.tours;
  for (uint32_t i = 0; i < a->span.count; i++)
    if (a->champion_cost[i] < progress->best) progress->best = a->champion_cost[i];
  return OK;
}

/* ---- life ---- */

static void ils_destroy(Archipelago *a) {
  if (!a) return;
  ils_state_free(a);
  ils_problem_free(a);
  free(a);
}

static Status ils_create(const Instance *inst, Backend *be, const Plan *plan, Span span, Archipelago **out) {
  Status status = OK;
  Archipelago *a = calloc(1, sizeof *a);
  if (!a) FAIL(ERR_MEMORY, "no memory for %u islands", span.count);
  *a = (Archipelago){.inst = inst, .be = be, .plan = plan, .span = span};
  if (span.count) {
    TRY_GOTO(ils_problem_make(a), cleanup);
    TRY_GOTO(ils_state_make(a), cleanup);
  }
  *out = a;
  return OK;
cleanup:
  ils_destroy(a);
  return status;
}

static Status ils_describe(Archipelago *a, Description *out) {
  *out = (Description){0};
  return a->span.count ? a->be->ops->ils->describe(a->be, &a->problem, out) : OK;
}

const Solver solver_ils = {.name = "ils",
                           .problems = 1u << PROBLEM_TSP,
                           .work = "looks",
                           .finished = "kicks",
                           .complete = ils_complete,
                           .budget = ils_budget,
                           .epochs = ils_epochs,
                           .create = ils_create,
                           .begin = ils_begin,
                           .pace = ils_pace,
                           .advance = ils_advance,
                           .champion = ils_champion,
                           .best = ils_best,
                           .migrant_bytes = ils_migrant_bytes,
                           .emigrate = ils_emigrate,
                           .immigrate = ils_immigrate,
                           .describe = ils_describe,
                           .save = ils_save,
                           .load = ils_load,
                           .destroy = ils_destroy};
