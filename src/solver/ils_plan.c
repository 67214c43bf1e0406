/* The "ils" solver's plan: its defaults, its checks, and the schedule that follows from it. Inside "ils".
 *
 * Rounds are counted over the whole run. The temperature falls linearly with them, from the plan's to 0: in levels, as it is one
 * number a launch, whose rounds depend on nothing but the plan. A run that ends by the clock has no number of rounds; there the
 * share of its time takes their place. */
#include <math.h>
#include "ils_archipelago.h"

enum {
  ISLANDS_USUAL = 8,
  TOURS_USUAL = 256,
  KICKS_USUAL = 100,
  EPOCH_USUAL = 5,
  EPOCH_KICKS = 2000, /* of a tour, at least */
  LEVELS_EPOCH = 16,
  LEVELS_RUN = 128
};
static const double epoch_most = 4e9; /* kicks of a tour in an epoch: their numbers have 32 bits */

static Status numbers_check(const IlsPlan *p) {
  if (p->candidates < 1 || p->candidates > ILS_WIDTH)
    FAIL(ERR_USAGE, "--candidates: expected 1 to %d, found %u", ILS_WIDTH, p->candidates);
  if (p->quadrant > CANDIDATES_MAX)
    FAIL(ERR_USAGE, "--quadrant: expected at most %d, found %u", CANDIDATES_MAX, p->quadrant);
  if (!(p->kicks >= 0 && p->kicks <= 1e9))
    FAIL(ERR_USAGE, "--kicks: expected 0 to 1e9 a city, found %g", p->kicks);
  if (!(p->temperature >= 0 && p->temperature <= 100))
    FAIL(ERR_USAGE, "--kick-temperature: expected 0 to 100, found %g", p->temperature);
  return OK;
}

/* So many tours that their kicks in a round keep a processor of this kind busy; not so many that start tours take long. */
static uint32_t tours_usual(const BackendOps *backend, int32_t n) {
  const uint32_t tours = backend->ils->usual / ils_kicks(n), most = tours < TOURS_USUAL ? tours : TOURS_USUAL;
  return most > 1 ? most : 1;
}

/* Few kicks a city should not start warm: what a large instance gets. Found by trial on n = 2392 to 10,000,000
 * (docs/performance.md). */
static double temperature_usual(int32_t n) { return floor(512 * fmin(1, sqrt(sqrt(20000.0 / n)))) / 1024; }

/* A tenth of the run; a short one if nobody knows how long it is. */
static uint32_t epoch_usual(double kicks, int32_t n) {
  const double least = EPOCH_KICKS / (double)n;
  double epoch = kicks > 0 ? kicks / 10 : EPOCH_USUAL;
  if (kicks == 0 && epoch < least) epoch = least;
  if (epoch > epoch_most / n) epoch = epoch_most / n;
  return epoch > 1 ? (uint32_t)epoch : 1;
}

/* Rounds in which every city has so many kicks. */
static double rounds_of(double kicks, int32_t n) { return ceil(kicks * n / ils_kicks(n)); }

/* A tour of fewer than 4 cities is the best one; of fewer than 5 there is no kick. */
static Status schedule_make(int32_t n, Plan *plan) {
  IlsPlan *p = &plan->ils;
  if ((double)plan->epoch * n > epoch_most)
    FAIL(ERR_USAGE, "--epoch: expected at most %.0f kicks a city of %d, found %u", floor(epoch_most / n), n,
         plan->epoch);
  p->group = (p->tours + plan->islands - 1) / plan->islands;
  p->round = ils_kicks(n);
  p->descent = n < 4 ? 0 : 2 * (((uint32_t)n + p->round - 1) / p->round);
  p->epoch_rounds = (uint32_t)rounds_of(plan->epoch, n);
  p->rounds = n < 5 ? 0 : p->kicks > 0 ? (uint64_t)rounds_of(p->kicks, n) : UINT64_MAX;
  if (p->rounds < UINT64_MAX && p->rounds / p->epoch_rounds >= EPOCHS_OPEN - 1)
    FAIL(ERR_USAGE, "--epoch: expected a larger part of --kicks %g, found %u", p->kicks, plan->epoch);
  if ((double)p->group * plan->islands > 1e9)
    FAIL(ERR_USAGE, "--tours: expected at most 1e9, found %g", (double)p->group * plan->islands);
  return OK;
}

Status ils_complete(const Instance *inst, const BackendOps *backend, Plan *plan) {
  IlsPlan *p = &plan->ils;
  if (!p->tours) p->tours = tours_usual(backend, inst->n);
  if (!plan->islands) plan->islands = p->tours < ISLANDS_USUAL ? p->tours : ISLANDS_USUAL;
  if (p->kicks == 0 && !plan->timed) p->kicks = KICKS_USUAL;
  if (p->temperature == 0) p->temperature = temperature_usual(inst->n);
  if (!plan->epoch) plan->epoch = epoch_usual(p->kicks, inst->n);
  TRY(numbers_check(p));
  return schedule_make(inst->n, plan);
}

uint64_t ils_budget(const Plan *plan) {
  const IlsPlan *p = &plan->ils;
  return p->rounds == UINT64_MAX ? 0 : p->rounds * p->round * p->group * plan->islands;
}

uint32_t ils_epochs(const Plan *plan) {
  const IlsPlan *p = &plan->ils;
  if (p->rounds == UINT64_MAX) return EPOCHS_OPEN;
  return p->rounds ? (uint32_t)((p->rounds + p->epoch_rounds - 1) / p->epoch_rounds) : 1;
}

/* ---- steps ---- */

uint64_t ils_descent_begin(const Archipelago *a) { return a->plan->ils.group; }
uint64_t ils_kicks_begin(const Archipelago *a) { return ils_descent_begin(a) + a->plan->ils.descent; }

uint64_t ils_epoch_begin(const Archipelago *a, uint32_t epoch) {
  const IlsPlan *p = &a->plan->ils;
  const uint64_t rounds = (uint64_t)epoch * p->epoch_rounds;
  return epoch ? ils_kicks_begin(a) + (rounds < p->rounds ? rounds : p->rounds) : 0;
}

/* Rounds of one temperature: a part of an epoch, and a small part of the run. */
static uint64_t level_rounds(const IlsPlan *p) {
  const uint64_t run = p->rounds / LEVELS_RUN, epoch = p->epoch_rounds / LEVELS_EPOCH;
  const uint64_t rounds = run < epoch ? run : epoch;
  return rounds > 1 ? rounds : 1;
}

/* In 1/65536, when so many rounds of kicks are over. */
static uint32_t temperature_of(const Archipelago *a, uint64_t rounds) {
  const IlsPlan *p = &a->plan->ils;
  const double done = p->rounds == UINT64_MAX ? a->done : (double)rounds / (double)p->rounds;
  return (uint32_t)lround(p->temperature * (1 - done) * 65536);
}

static uint32_t least(uint64_t a, uint64_t b, uint64_t c) {
  const uint64_t low = a < b ? a : b;
  return (uint32_t)(low < c ? low : c);
}

IlsRounds ils_rounds_next(const Archipelago *a, uint64_t most) {
  const uint64_t kicks = ils_kicks_begin(a), level = level_rounds(&a->plan->ils);
  if (a->step < kicks)
    return (IlsRounds){.first = (uint32_t)(a->step - ils_descent_begin(a)),
                       .count = least(most, kicks - a->step, UINT32_MAX),
                       .descent = true};
  const uint64_t over = (uint64_t)a->epoch * a->plan->ils.epoch_rounds, first = a->step - kicks - over,
                 into = first % level;
  return (IlsRounds){.epoch = a->epoch,
                     .first = (uint32_t)first,
                     .count = least(most, level - into, ils_epoch_begin(a, a->epoch + 1) - a->step),
                     .temperature = temperature_of(a, over + first - into)};
}
