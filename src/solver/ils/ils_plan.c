/* The "ils" solver's plan: its defaults, its checks, and the schedule that follows from it. Inside "ils".
 *
 * Where tours meet, a population has few kicks and many tours, and later populations twice the kicks of the one before: whoever
 * has time gets better tours to recombine, whoever has not, has recombined some already. Without a budget, the clock may end a
 * population's start and its kicks before all tours, all kicks are there, so that there is time left to recombine.
 *
 * Where they do not, rounds are counted over the whole run. The temperature falls linearly with them, from the plan's to 0: in
 * levels, as it is one number a launch, whose rounds depend on nothing but the plan. A run that ends by the clock has no number
 * of rounds; there the share of its time takes their place. */
#include <math.h>
#include "ils_archipelago.h"

enum {
  ISLANDS_USUAL = 8,
  TOURS_USUAL = 256, /* at most, where they do not meet */
  KICKS_USUAL = 100, /* a city, there */
  EPOCH_USUAL = 5,
  BLOCK_USUAL = 10,   /* times what keeps a processor busy: a block of start tours */
  EPOCH_KICKS = 2000, /* of a tour, at least */
  LEVELS_EPOCH = 16,
  LEVELS_RUN = 128,
  MEET_LEAST = 8,        /* cities where tours meet by default, and no more than the backend says */
  MEET_TOURS = 300,      /* at most by default, */
  MEET_CITIES = 6000000, /* and of that many cities in all */
  MEET_KICKS = 1,        /* a city, in the first population */
  MEET_GENERATIONS = 200,
  BESIDE_MOST = 8, /* populations of a rank by default */
  DOUBLINGS = 10   /* of kicks, from population to population */
};
static const double epoch_most = 4e9; /* kicks of a tour in an epoch: their numbers have 32 bits */

/* Shares of a population's time after which these phases end. */
static const double clock_share[] = {
    [ILS_START] = 0.22, [ILS_KICKS] = 0.3, [ILS_CROSSOVER] = INFINITY, [ILS_FINISHED] = INFINITY};

/* Where tours do not meet: so many that their kicks in a round keep a processor of this kind busy; not so many that start tours
 * take long. */
static uint32_t tours_apart(const BackendOps *backend, int32_t n) {
  const uint32_t tours = backend->ils->usual / ils_kicks(n), most = tours < TOURS_USUAL ? tours : TOURS_USUAL;
  return most > 1 ? most : 1;
}

/* Where they do, wide populations win (docs/performance.md); small instances need less, large ones have less time. */
static uint32_t tours_meeting(int32_t n) {
  const int32_t few = 30 + n / 8, many = MEET_CITIES / n < MEET_TOURS ? MEET_CITIES / n : MEET_TOURS,
                tours = few < many ? few : many;
  return tours > 2 ? (uint32_t)tours : 2;
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

static double kicks_first(const IlsPlan *p) { return p->open ? MEET_KICKS : p->kicks; }

/* The last check: that no count has too many digits. */
static Status counts_check(int32_t n, const Plan *plan) {
  const IlsPlan *p = ils_plan(plan);
  if ((double)plan->epoch * n > epoch_most)
    FAIL(ERR_USAGE, "--epoch: expected 0 to %.0f for %d cities, found %u", floor(epoch_most / n), n,
         plan->epoch);
  if (p->meets && kicks_first(p) * n > epoch_most)
    FAIL(ERR_USAGE, "--kicks: expected 0 to %.0f for %d cities, found %g", floor(epoch_most / n), n,
         p->kicks);
  if ((double)p->group * plan->islands > 1e9)
    FAIL(ERR_USAGE, "--tours: expected at most 1e9, found %g", (double)p->group * plan->islands);
  if (!p->meets && p->rounds < UINT64_MAX && p->rounds / p->epoch_rounds >= EPOCHS_OPEN - 1)
    FAIL(ERR_USAGE, "--epoch: expected a larger part of --kicks %g, found %u", p->kicks, plan->epoch);
  return OK;
}

/* A tour of fewer than 4 cities is the best one; of fewer than 5 there is no kick. */
static Status schedule_make(int32_t n, Plan *plan) {
  IlsPlan *p = ils_plan_edit(plan);
  p->group = (p->tours + plan->islands - 1) / plan->islands;
  p->round = ils_kicks(n);
  p->descent = n < 4 ? 0 : 2 * (((uint32_t)n + p->round - 1) / p->round);
  p->epoch_rounds = (uint32_t)rounds_of(plan->epoch, n);
  p->rounds = n < 5 ? 0 : p->open && !p->meets ? UINT64_MAX : (uint64_t)rounds_of(kicks_first(p), n);
  return counts_check(n, plan);
}

/* Populations that all processors of this kind take side by side in the time of one: as long as pairs leave them idle. */
static uint32_t populations_beside(const BackendOps *backend, const Plan *plan) {
  const IlsPlan *p = ils_plan(plan);
  const uint32_t ranks = plan->ranks ? plan->ranks : 1;
  if (!p->meets || !p->open) return 1;
  const uint32_t places = backend->ils->usual / ILS_PAIR, fit = p->tours ? places / p->tours : 1;
  return ranks * (fit < 1 ? 1 : fit < BESIDE_MOST ? fit : BESIDE_MOST);
}

/* Ranks that may join later want islands, too. But a slow machine has few tours, which meet more of each other on few islands:
 * where the clock decides anyway, there is one a rank. */
static uint32_t islands_usual(const Plan *plan) {
  const uint32_t ranks = plan->ranks ? plan->ranks : 1,
                 islands = ils_plan(plan)->meets && ils_plan(plan)->open ? ranks : ISLANDS_USUAL;
  return islands < ils_plan(plan)->tours ? islands : ils_plan(plan)->tours;
}

/* How many tours, and whether they meet. */
static void population_choose(int32_t n, const BackendOps *backend, Plan *plan) {
  IlsPlan *p = ils_plan_edit(plan);
  const bool usual = n >= MEET_LEAST && n <= backend->ils->crossover_cities && p->tours != 1;
  if (p->recombination == RECOMBINATION_AUTO)
    p->recombination = usual ? RECOMBINATION_EAX : RECOMBINATION_NONE;
  p->meets = p->recombination != RECOMBINATION_NONE && n >= MEET_LEAST;
  if (!p->tours) p->tours = p->meets ? tours_meeting(n) : tours_apart(backend, n);
  if (p->tours == 1 && plan->islands < 2) p->meets = false;
}

/* How much of everything. A clock without a budget decides later. */
static void budget_choose(int32_t n, Plan *plan) {
  IlsPlan *p = ils_plan_edit(plan);
  p->open = n >= 5 && plan->timed && p->kicks == 0 && (!p->meets || !p->populations);
  if (!plan->islands) plan->islands = islands_usual(plan);
  if (p->kicks == 0 && !p->open) p->kicks = p->meets ? MEET_KICKS : KICKS_USUAL;
  if (!p->populations && !p->open) p->populations = 1;
  if (!p->generations) p->generations = MEET_GENERATIONS;
  if (p->temperature == 0 && !p->meets) p->temperature = temperature_usual(n);
  if (!plan->epoch) plan->epoch = epoch_usual(p->kicks, n);
}

/* A generation takes no less time than its longest pair: where the pairs of one population leave processors idle, there are
 * several, each as large as one alone, and an island each. For runs that the clock ends: others are the same on any number of
 * ranks. given: islands, 0: none. */
static void islands_part(const BackendOps *backend, uint32_t given, Plan *plan) {
  IlsPlan *p = ils_plan_edit(plan);
  const uint32_t ranks = plan->ranks ? plan->ranks : 1, beside = populations_beside(backend, plan),
                 islands = !given           ? beside
                           : given <= ranks ? given
                                            : 1;
  const bool idle = p->tours / ranks < backend->ils->usual / ILS_PAIR;
  if (!p->meets || !p->open || !idle || islands < 2) return;
  p->recombination = RECOMBINATION_ISOLATED, plan->islands = islands, p->tours *= islands;
}

Status ils_complete(const Instance *inst, const BackendOps *backend, Plan *plan) {
  const bool free = ils_plan(plan)->recombination == RECOMBINATION_AUTO && !ils_plan(plan)->tours;
  const uint32_t given = plan->islands;
  population_choose(inst->n, backend, plan);
  budget_choose(inst->n, plan);
  if (free) islands_part(backend, given, plan);
  return schedule_make(inst->n, plan);
}

/* ---- the whole run ---- */

uint64_t ils_population_rounds(const Plan *plan, uint32_t population) {
  const IlsPlan *p = ils_plan(plan);
  if (!p->meets) return p->rounds;
  const uint32_t doublings = population < DOUBLINGS ? population : DOUBLINGS;
  const double most = floor(epoch_most / p->round), rounds = ldexp((double)p->rounds, (int)doublings);
  return (uint64_t)fmin(rounds, most);
}

uint64_t ils_budget(const Plan *plan) {
  const IlsPlan *p = ils_plan(plan);
  uint64_t rounds = 0;
  if (p->open) return 0;
  for (uint32_t k = 0; k < (p->meets ? p->populations : 1); k++) rounds += ils_population_rounds(plan, k);
  return rounds * p->round * p->group * plan->islands;
}

/* Evaluations: 42 a kick, two at each city of a tour before the first one, and what the generations of a recombined tour take would
 * do for four more (measured at 200 to 13509 cities). */
double ils_work(const Instance *inst, const Plan *plan) {
  const IlsPlan *p = ils_plan(plan);
  const double tours = (double)p->group * plan->islands * (p->meets ? p->populations : 1);
  return 42 * (double)ils_budget(plan) + (p->meets ? 6 : 2) * tours * inst->n;
}

/* Where tours meet that is the most: a population ends when it is stagnant. */
uint32_t ils_epochs(const Plan *plan) {
  const IlsPlan *p = ils_plan(plan);
  if (p->open) return EPOCHS_OPEN;
  if (p->meets) return p->populations * (1 + 2 * p->generations) - p->generations;
  return p->rounds ? (uint32_t)((p->rounds + p->epoch_rounds - 1) / p->epoch_rounds) : 1;
}

/* ---- steps ---- */

/* So many that it does not matter that a round waits for its longest search, threads too; but no more: the clock may end the
 * start after each block. */
uint32_t ils_block(const Archipelago *a) {
  const IlsPlan *p = ils_plan(a->plan);
  const uint32_t left = p->group - a->stage.made, busy = BLOCK_USUAL * a->be->ops->ils->usual / p->round,
                 threads = (uint32_t)a->be->threads, most = busy > threads ? busy : threads,
                 block = most > 1 ? most : 1;
  return block < left ? block : left;
}

uint64_t ils_rounds_end(const Archipelago *a) {
  const IlsPlan *p = ils_plan(a->plan);
  const uint64_t all = ils_population_rounds(a->plan, a->stage.population),
                 now = ((uint64_t)a->epoch + 1) * p->epoch_rounds;
  return p->meets || all < now ? all : now;
}

bool ils_time_over(const Archipelago *a) {
  const IlsStage *s = &a->stage;
  return ils_plan(a->plan)->open && ils_plan(a->plan)->meets &&
         s->done - s->began >= clock_share[s->phase] * (1 - s->began);
}

static uint32_t least(uint64_t a, uint64_t b, uint64_t c) {
  const uint64_t low = a < b ? a : b;
  return (uint32_t)(low < c ? low : c);
}

IlsRounds ils_descent_next(const Archipelago *a, uint64_t most) {
  const uint64_t over = a->stage.at - a->stage.block;
  return (IlsRounds){.first = (uint32_t)over,
                     .count = least(most, ils_plan(a->plan)->descent - over, UINT32_MAX),
                     .descent = true};
}

/* Rounds of one temperature: a part of an epoch, and a small part of the run. */
static uint64_t level_rounds(const Archipelago *a) {
  const IlsPlan *p = ils_plan(a->plan);
  const uint64_t all = ils_population_rounds(a->plan, a->stage.population), run = all / LEVELS_RUN,
                 epoch = (p->meets ? all : p->epoch_rounds) / LEVELS_EPOCH,
                 rounds = run < epoch ? run : epoch;
  return rounds > 1 ? rounds : 1;
}

/* In 1/65536, when so many rounds of kicks are over. */
static uint32_t temperature_of(const Archipelago *a, uint64_t rounds) {
  const uint64_t all = ils_population_rounds(a->plan, a->stage.population);
  const double done = all == UINT64_MAX ? a->stage.done : (double)rounds / (double)all;
  return (uint32_t)lround(ils_plan(a->plan)->temperature * (1 - done) * 65536);
}

IlsRounds ils_kicks_next(const Archipelago *a, uint64_t over, uint64_t most) {
  const uint64_t before = ils_plan(a->plan)->meets ? 0 : (uint64_t)a->epoch * ils_plan(a->plan)->epoch_rounds,
                 first = over - before, level = level_rounds(a), into = first % level;
  return (IlsRounds){.first = (uint32_t)first,
                     .count = least(most, level - into, ils_rounds_end(a) - over),
                     .temperature = temperature_of(a, over - into)};
}
