/* The phases of a population, in step on all islands: what is done next, and what comes after it. Inside "ils".
 *
 * A phase is a row of steps. Slices end between steps, so the answer does not depend on them; in runs without a budget the
 * clock ends phases early (ils_clock_says). How long a step of a phase takes is what its last ones took: a kick, a pair, a start
 * tour differ by orders of magnitude, another way on every backend. */
#include <math.h>
#include <time.h>
#include "ils_archipelago.h"

typedef struct Phase {
  /* At most `most` steps, and how many they were. */
  Status (*run)(Archipelago *a, uint64_t most, uint64_t *steps);
  /* After every run. */
  Status (*close)(Archipelago *a);
} Phase;

static uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }

/* ---- start: tours of the block, one of every island a step, but all at once; then rounds for all of them ---- */

static bool block_ends(const Archipelago *a) {
  return a->stage.at && a->stage.at == a->stage.block + a->plan->ils.descent;
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

static Status start_close(Archipelago *a) {
  if (!block_ends(a)) return OK;
  a->stage.made += a->stage.block, a->stage.at = a->stage.block = 0;
  if (a->stage.made < a->plan->ils.group && !ils_clock_says(a)) return OK;
  a->stage.phase = ILS_KICKS;
  ils_started(a);
  TRY(ils_scale(a));
  return ils_champions_look(a);
}

/* ---- kicks: rounds of one tour of every island; of all of them at once, if there is time for that ---- */

static Status kicks_run(Archipelago *a, uint64_t most, uint64_t *steps) {
  const uint64_t made = a->stage.made, from = a->stage.at % made;
  const bool all = from == 0 && most >= made;
  const uint64_t tours = all ? made : least(most, made - from);
  const IlsRounds rounds = ils_kicks_next(a, a->stage.at / made, all ? most / made : 1);
  *steps = rounds.count * tours;
  a->stage.kicks += *steps * a->state.kicks;
  return ils_advance_rows(a, (uint32_t)from, (uint32_t)tours, &rounds);
}

static Status kicks_close(Archipelago *a) { return (void)a, OK; }

/* ---- meet: pairs, one of every island a step ---- */

static Status meet_run(Archipelago *a, uint64_t most, uint64_t *steps) {
  *steps = least(most, a->stage.made - a->stage.at);
  return ils_meet(a, (uint32_t)a->stage.at, (uint32_t)*steps);
}

static Status meet_close(Archipelago *a) { return a->stage.at == a->stage.made ? ils_meet_end(a) : OK; }

/* ---- all of them ---- */

static const Phase phases[] = {[ILS_START] = {start_run, start_close},
                               [ILS_KICKS] = {kicks_run, kicks_close},
                               [ILS_MEET] = {meet_run, meet_close}};

bool ils_epoch_over(const Archipelago *a) {
  switch ((IlsPhase)a->stage.phase) {
  case ILS_START: return false;
  case ILS_KICKS: return a->stage.at / a->stage.made >= ils_rounds_end(a) || ils_clock_says(a);
  case ILS_MEET: return a->stage.at == a->stage.made;
  default: return true;
  }
}

static double clock_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return 1e6 * (double)now.tv_sec + 1e-3 * (double)now.tv_nsec;
}

/* Steps of the present phase that take so long; one where nobody knows. */
static uint64_t steps_in(const Archipelago *a, double us) {
  const double step = a->step_us[a->stage.phase], most = 1e15;
  return step > 0 && us > step ? (uint64_t)fmin(us / step, most) : 1;
}

/* One run of steps; returns how long it took. */
static Status steps_run(Archipelago *a, double us, double *took) {
  const Phase *phase = &phases[a->stage.phase];
  double *const step_us = &a->step_us[a->stage.phase];
  const double begin = clock_us();
  uint64_t steps;
  TRY(phase->run(a, steps_in(a, us), &steps));
  *took = clock_us() - begin, *step_us = *took / (double)steps;
  a->stage.at += steps;
  return phase->close(a);
}

Status ils_phases_run(Archipelago *a, double us) {
  while (us > 0 && !ils_epoch_over(a)) {
    double took;
    TRY(steps_run(a, us, &took));
    us -= took;
  }
  return ils_epoch_over(a) ? ils_champions_look(a) : OK;
}

/* ---- from epoch to epoch ---- */

Status ils_population_next(Archipelago *a) {
  IlsStage *s = &a->stage;
  const IlsPlan *p = &a->plan->ils;
  if (!p->open && s->population + 1 == p->populations) return s->phase = ILS_REST, OK;
  if (a->span.count && !s->joined) TRY(ils_elders_add(a, (Span){0, a->span.count}));
  *s = (IlsStage){.population = s->population + 1, .kicks = s->kicks, .done = s->done, .began = s->done};
  if (!a->span.count) return OK;
  TRY(ils_elders_keep(a));
  return ils_tours_drop(a);
}

bool ils_elders_wait(const IlsStage *stage) { return stage->population && !stage->joined; }
void ils_elders_call(IlsStage *stage) { stage->joined = 1, stage->generation = stage->quiet = 0; }

static Status elders_next(Archipelago *a) {
  if (a->span.count) TRY(ils_elders_add(a, (Span){0, a->span.count}));
  ils_elders_call(&a->stage);
  return a->span.count ? ils_elders_join(a) : OK;
}

/* A few quiet ones in a row, and the next will bring next to nothing. */
bool ils_generation_last(const IlsPlan *plan, IlsStage *stage, bool lively) {
  enum { QUIET = 3 };
  stage->generation++, stage->quiet = lively ? 0 : stage->quiet + 1;
  return stage->quiet >= QUIET || stage->generation >= plan->generations;
}

static Status generation_next(Archipelago *a) {
  a->stage.at = 0;
  if (!ils_generation_last(&a->plan->ils, &a->stage, a->stirring != 0)) return OK;
  return ils_elders_wait(&a->stage) ? elders_next(a) : ils_population_next(a);
}

Status ils_stage_next(Archipelago *a) {
  if (!a->plan->ils.meets || a->stage.phase == ILS_REST) return OK;
  if (a->stage.phase == ILS_MEET) return generation_next(a);
  a->stage.phase = ILS_MEET, a->stage.at = 0;
  return OK;
}
