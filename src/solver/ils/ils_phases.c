/* The phases of a population, in step on all islands: what to run next, and the transitions. Inside "ils".
 *
 * A phase is a sequence of steps. Slices end between steps, so the answer does not depend on them. In runs
 * without a budget the clock ends phases early (ils_time_over). The time of a step differs by orders of
 * magnitude between phases and between backends. The caller measures slices and makes the next one longer or
 * shorter. So a phase starts with the number of steps per slice that it had in its last slice, whatever
 * slices of other phases had. Crossover always starts with few pairs, because the first generation takes
 * longer per pair than the last one. All ranks of a run do the same steps, as their slices have the same
 * length; so a checkpoint has one stage. */
#include <math.h>
#include "ils_archipelago.h"

typedef struct Phase {
  /* Runs at most `most` steps; *steps is the number run. */
  Status (*run)(Archipelago *a, uint64_t most, uint64_t *steps);
  /* Called after every run. */
  Status (*close)(Archipelago *a);
  /* Steps of the first slice of the phase. */
  uint64_t (*first)(const Archipelago *a);
  bool anew; /* first() is asked whenever the phase begins */
} Phase;

static uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }

/* ---- start: all tours of the block at once, each of every island; then rounds for all of them ---- */

static bool block_ends(const Archipelago *a) {
  return a->stage.at && a->stage.at == a->stage.block + ils_plan(a->plan)->descent;
}

static Status start_run(Archipelago *a, uint64_t most, uint64_t *steps) {
  if (!a->stage.at) {
    *steps = a->stage.block = ils_block(a);
    return ils_start(a, a->stage.made, a->stage.block);
  }
  const IlsRounds rounds = ils_descent_next(a, most);
  *steps = rounds.count;
  return ils_advance_rows(a, a->stage.made, a->stage.block, &rounds);
}

static uint64_t start_first(const Archipelago *a) {
  (void)a;
  return 1;
}

static Status start_close(Archipelago *a) {
  if (!block_ends(a)) return OK;
  a->stage.made += a->stage.block;
  a->stage.at = a->stage.block = 0;
  if (a->stage.made < ils_plan(a->plan)->group && !ils_time_over(a)) return OK;
  a->stage.phase = ILS_KICKS;
  ils_started(a);
  TRY(ils_scale(a));
  return ils_champions_update(a);
}

/* ---- kicks: rounds of one tour of every island, or of all tours at once if the slice is long enough ---- */

static Status kicks_run(Archipelago *a, uint64_t most, uint64_t *steps) {
  const uint64_t made = a->stage.made, from = a->stage.at % made;
  const bool all = from == 0 && most >= made;
  const uint64_t tours = all ? made : least(most, made - from);
  const IlsRounds rounds = ils_kicks_next(a, a->stage.at / made, all ? most / made : 1);
  *steps = rounds.count * tours;
  a->stage.kicks += *steps * a->state.kicks;
  return ils_advance_rows(a, (uint32_t)from, (uint32_t)tours, &rounds);
}

/* Tours whose kicks keep the processor busy; of ranks on different processors the same number. */
static uint64_t kicks_first(const Archipelago *a) {
  if (a->plan->mixed) return 1;
  return a->be->ops->ils->usual / ils_plan(a->plan)->round + 1;
}

static Status kicks_close(Archipelago *a) {
  (void)a;
  return OK;
}

/* ---- crossover: a step is one pair of every island ---- */

static Status crossover_run(Archipelago *a, uint64_t most, uint64_t *steps) {
  *steps = least(most, a->stage.made - a->stage.at);
  return ils_crossover(a, (uint32_t)a->stage.at, (uint32_t)*steps);
}

/* Pairs that keep the processor busy. */
static uint64_t crossover_first(const Archipelago *a) {
  return a->be->ops->ils->usual / ILS_PAIR + (uint64_t)a->be->threads + 1;
}

static Status crossover_close(Archipelago *a) {
  return a->stage.at == a->stage.made ? ils_crossover_end(a) : OK;
}

/* ---- any phase ---- */

static const Phase phases[] = {[ILS_START] = {start_run, start_close, start_first, false},
                               [ILS_KICKS] = {kicks_run, kicks_close, kicks_first, false},
                               [ILS_CROSSOVER] = {crossover_run, crossover_close, crossover_first, true}};

bool ils_epoch_over(const Archipelago *a) {
  switch ((IlsPhase)a->stage.phase) {
  case ILS_START:
    return false;
  case ILS_KICKS:
    return a->stage.at / a->stage.made >= ils_rounds_end(a) || ils_time_over(a);
  case ILS_CROSSOVER:
    return a->stage.at == a->stage.made;
  default:
    return true;
  }
}

/* Steps of the current phase for each unit of a slice. */
static double pace_now(Archipelago *a, uint32_t units) {
  const uint32_t phase = a->stage.phase;
  if (units == UINT32_MAX) return 1;
  if (a->paced == phase + 1) return a->pace;
  const bool known = a->usual[phase] > 0 && !phases[phase].anew;
  a->paced = phase + 1;
  return a->pace = (known ? a->usual[phase] : (double)phases[phase].first(a)) / units;
}

/* A step of the last slice, by the share of the time limit that passed since. Slices that went on with another phase count as well. */
static void slice_begin(Archipelago *a) {
  const double took = a->stage.done - a->slice.done;
  if (a->slice.steps && took > 0) a->share[a->slice.phase] = took / (double)a->slice.steps;
  a->slice.phase = a->stage.phase;
  a->slice.steps = 0;
  a->slice.done = a->stage.done;
}

/* Steps of a phase that take half of the time left: slices are shortened before a limit, but phases begin with the steps of their last slice. */
static double steps_most(const Archipelago *a, uint32_t phase) {
  return a->share[phase] > 0 ? (1 - a->stage.done) / (2 * a->share[phase]) : 1e15;
}

/* Runs steps of the current phase within the rest of the slice. *left, the share of the slice that is left,
 * falls. */
static Status steps_run(Archipelago *a, uint32_t units, double *left) {
  const uint32_t phase = a->stage.phase;
  const double usual = units * pace_now(a, units), all = fmin(usual, steps_most(a, phase)),
               most = fmin(fmax(1, all * *left), 1e15);
  uint64_t steps;
  TRY(phases[phase].run(a, (uint64_t)most, &steps));
  a->usual[phase] = usual;
  *left -= (double)steps / all;
  a->stage.at += steps;
  if (phase == a->slice.phase) a->slice.steps += steps;
  return phases[phase].close(a);
}

Status ils_phases_run(Archipelago *a, uint32_t units) {
  slice_begin(a);
  for (double left = 1; left > 0 && !ils_epoch_over(a);) TRY(steps_run(a, units, &left));
  return ils_epoch_over(a) ? ils_champions_update(a) : OK;
}

/* ---- from epoch to epoch ---- */

Status ils_population_next(Archipelago *a) {
  IlsStage *s = &a->stage;
  const IlsPlan *p = ils_plan(a->plan);
  if (!p->open && s->population + 1 == p->populations) {
    s->phase = ILS_FINISHED;
    return OK;
  }
  if (a->span.count && !s->joined) TRY(ils_elite_add(a, (Span){0, a->span.count}));
  *s = (IlsStage){.population = s->population + 1, .kicks = s->kicks, .done = s->done, .began = s->done};
  if (!a->span.count) return OK;
  TRY(ils_elite_begin(a));
  return ils_tours_drop(a);
}

bool ils_elite_pending(const IlsStage *stage) { return stage->population && !stage->joined; }
void ils_elite_admit(IlsStage *stage) {
  stage->joined = 1;
  stage->generation = stage->stagnant = 0;
}

static Status elite_next(Archipelago *a) {
  if (a->span.count) TRY(ils_elite_add(a, (Span){0, a->span.count}));
  ils_elite_admit(&a->stage);
  return a->span.count ? ils_elite_join(a) : OK;
}

/* After a few stagnant generations in a row the next ones would improve hardly anything. */
bool ils_generation_last(const IlsPlan *plan, IlsStage *stage, bool improved) {
  enum { STAGNANT_MAX = 3 };
  stage->generation++;
  stage->stagnant = improved ? 0 : stage->stagnant + 1;
  return stage->stagnant >= STAGNANT_MAX || stage->generation >= plan->generations;
}

static Status generation_next(Archipelago *a) {
  a->stage.at = 0;
  if (!ils_generation_last(ils_plan(a->plan), &a->stage, a->islands_improved != 0)) return OK;
  return ils_elite_pending(&a->stage) ? elite_next(a) : ils_population_next(a);
}

Status ils_stage_next(Archipelago *a) {
  if (!ils_plan(a->plan)->crossover || a->stage.phase == ILS_FINISHED) return OK;
  if (a->stage.phase == ILS_CROSSOVER) return generation_next(a);
  a->stage.phase = ILS_CROSSOVER;
  a->stage.at = 0;
  return OK;
}
