/* The "ils" solver's plan: its defaults, its checks, and the schedule that follows. Inside "ils".
 *
 * With crossover, a population has few kicks and many tours, and each later population has twice the kicks of
 * the one before: a run with much time gets better tours to recombine, and a run with little time has
 * recombined some. Without a budget, the clock may end the start and the kicks of a population before all
 * tours and all kicks are done, so that there is time left for crossover.
 *
 * Without crossover, rounds are counted over the whole run. The temperature falls linearly with them, from
 * the plan's to 0. It falls in levels, because a launch has one temperature; the levels depend only on the
 * plan. A run that ends by the clock has no number of rounds; there the share of the time that has passed
 * takes their place. */
#include <math.h>
#include "ils_archipelago.h"
#include "solver/candidates/tour_image.h"

enum {
  ISLANDS_USUAL = 8,
  TOURS_USUAL = 256, /* at most, without crossover */
  KICKS_USUAL = 100, /* a city, without crossover */
  EPOCH_USUAL = 5,
  BLOCK_USUAL = 10,   /* a block of start tours, in multiples of what keeps a processor busy */
  EPOCH_KICKS = 2000, /* of a tour, at least */
  LEVELS_EPOCH = 16,
  LEVELS_RUN = 128,
  CROSSOVER_LEAST =
      8, /* cities with crossover by default: at least so many, at most as many as the backend says */
  CROSSOVER_TOURS = 300,      /* by default: at most so many tours, */
  CROSSOVER_CITIES = 6000000, /* and at most so many cities in all tours, of populations side by side too; */
  LARGE_CITIES = 30000000,    /* of large tours so many, */
  LARGE_OPEN = 120000000,     /* and so many if the clock ends the start, */
  LARGE_TOURS = 12,           /* but at least so many tours */
  CROSSOVER_KICKS = 1,        /* a city, in the first population */
  CROSSOVER_GENERATIONS = 200,
  LARGE_GENERATIONS = 2000, /* of large tours: each changes little of them */
  BESIDE_MOST = 8,          /* populations of a rank by default */
  DOUBLINGS = 10,           /* of kicks, from population to population */
  QUADRANT_CANDIDATES = 7   /* so many candidates have one from each quadrant, with crossover, by default */
};
static const double epoch_most = 4e9; /* kicks of a tour in an epoch: their numbers have 32 bits */

/* Shares of a population's time at which these phases end. The clock decides how many large tours there are: the kicks of a tour take
 * twice the time of its start. */
static const double clock_share[2][ILS_FINISHED + 1] = {
    {[ILS_START] = 0.22, [ILS_KICKS] = 0.3, [ILS_CROSSOVER] = INFINITY, [ILS_FINISHED] = INFINITY},
    {[ILS_START] = 0.12, [ILS_KICKS] = 0.48, [ILS_CROSSOVER] = INFINITY, [ILS_FINISHED] = INFINITY}};

/* Without crossover: enough tours that the kicks of a round keep a processor of this kind busy; not so many
 * that start tours take long. */
static uint32_t tours_without_crossover(const BackendOps *backend, int32_t n) {
  const uint32_t tours = backend->ils->usual / ils_kicks(n), most = tours < TOURS_USUAL ? tours : TOURS_USUAL;
  return most > 1 ? most : 1;
}

/* Tours with crossover, at most. */
static int32_t tours_most(int32_t nodes, bool open) {
  int32_t tours = CROSSOVER_CITIES / nodes;
  if (ils_large(nodes)) tours = (open ? LARGE_OPEN : LARGE_CITIES) / nodes;
  if (ils_large(nodes) && tours < LARGE_TOURS) tours = LARGE_TOURS;
  return tours < CROSSOVER_TOURS ? tours : CROSSOVER_TOURS;
}

/* With crossover wide populations win (docs/performance-tsp.md); small instances need fewer tours, large ones
 * have less time. An image has two nodes for a city: a run to the end gets better by that many tours, one that
 * the clock ends by half as many (docs/performance-tsp.md, "Directed tours"). */
static uint32_t tours_with_crossover(const Instance *inst, bool open) {
  const int32_t nodes = tour_nodes(inst), few = 30 + (open ? inst->n : nodes) / 8,
                many = tours_most(nodes, open), tours = few < many ? few : many;
  return tours > 2 ? (uint32_t)tours : 2;
}

/* Few kicks per city, as large instances get, should not start warm. Found by trial on n = 2392 to 10,000,000
 * (docs/performance-tsp.md). */
static double temperature_usual(int32_t n) { return floor(512 * fmin(1, sqrt(sqrt(20000.0 / n)))) / 1024; }

/* A tenth of the run; a short epoch if the length of the run is unknown. */
static uint32_t epoch_usual(double kicks, int32_t n) {
  const double least = EPOCH_KICKS / (double)n;
  double epoch = kicks > 0 ? kicks / 10 : EPOCH_USUAL;
  if (kicks == 0 && epoch < least) epoch = least;
  if (epoch > epoch_most / n) epoch = epoch_most / n;
  return epoch > 1 ? (uint32_t)epoch : 1;
}

/* The number of rounds in which every city has so many kicks. */
static double rounds_of(double kicks, int32_t n) { return ceil(kicks * n / ils_kicks(n)); }

static double kicks_first(const IlsPlan *p) { return p->open ? CROSSOVER_KICKS : p->kicks; }

/* The last check: that no count overflows. */
static Status counts_check(int32_t n, const Plan *plan) {
  const IlsPlan *p = ils_plan(plan);
  if ((double)plan->epoch * n > epoch_most)
    FAIL(ERR_USAGE, "--epoch: expected 0 to %.0f for %d cities, found %u", floor(epoch_most / n), n,
         plan->epoch);
  if (p->crossover && kicks_first(p) * n > epoch_most)
    FAIL(ERR_USAGE, "--kicks: expected 0 to %.0f for %d cities, found %g", floor(epoch_most / n), n,
         p->kicks);
  if ((double)p->group * plan->islands > 1e9)
    FAIL(ERR_USAGE, "--tours: expected at most 1e9, found %g", (double)p->group * plan->islands);
  if (!p->crossover && p->rounds < UINT64_MAX && p->rounds / p->epoch_rounds >= EPOCHS_OPEN - 1)
    FAIL(ERR_USAGE, "--epoch: expected a larger part of --kicks %g, found %u", p->kicks, plan->epoch);
  return OK;
}

/* A tour of fewer than 4 cities is optimal; with fewer than 5 there are no kicks. */
static Status schedule_make(int32_t n, Plan *plan) {
  IlsPlan *p = ils_plan_edit(plan);
  p->group = (p->tours + plan->islands - 1) / plan->islands;
  p->round = ils_kicks(n);
  p->descent = n < 4 ? 0 : 2 * (((uint32_t)n + p->round - 1) / p->round);
  p->epoch_rounds = (uint32_t)rounds_of(plan->epoch, n);
  p->rounds = n < 5 ? 0 : p->open && !p->crossover ? UINT64_MAX : (uint64_t)rounds_of(kicks_first(p), n);
  return counts_check(n, plan);
}

/* The number of populations that run side by side in about the time of one. A processor of this kind has places for
 * so many pairs. All tours together have at most CROSSOVER_CITIES cities. */
static uint32_t populations_beside(int32_t n, const BackendOps *backend, const Plan *plan) {
  const IlsPlan *p = ils_plan(plan);
  if (!p->crossover || !p->open) return 1;
  const uint32_t ranks = plan->ranks ? plan->ranks : 1, places = backend->ils->usual / ILS_PAIR,
                 room = (uint32_t)(CROSSOVER_CITIES / n), fit = (places < room ? places : room) / p->tours;
  return ranks * (fit < 1 ? 1 : fit < BESIDE_MOST ? fit : BESIDE_MOST);
}

/* Ranks that may join later need islands. Large tours fill a processor, and their few tours are best on one island. A slow
 * machine has few tours, too, which recombine with more others if there are few islands: if the clock decides anyway, there is
 * one island per rank. */
static uint32_t islands_usual(int32_t n, const Plan *plan) {
  const IlsPlan *p = ils_plan(plan);
  uint32_t islands = ISLANDS_USUAL;
  if (p->crossover && p->open)
    islands = plan->ranks ? plan->ranks : 1;
  else if (p->crossover && ils_large(n))
    islands = 1;
  return islands < p->tours ? islands : p->tours;
}

/* Chooses the number of tours, and whether there is crossover. */
static void population_choose(const Instance *inst, const BackendOps *backend, Plan *plan) {
  IlsPlan *p = ils_plan_edit(plan);
  const int32_t n = tour_nodes(inst);
  const bool open = plan->timed && !p->kicks && !p->populations;
  const bool usual = n >= CROSSOVER_LEAST && n <= backend->ils->crossover_cities && p->tours != 1;
  if (p->recombination == RECOMBINATION_AUTO)
    p->recombination = usual ? RECOMBINATION_EAX : RECOMBINATION_NONE;
  p->crossover = p->recombination != RECOMBINATION_NONE && n >= CROSSOVER_LEAST;
  if (!p->tours)
    p->tours = p->crossover ? tours_with_crossover(inst, open) : tours_without_crossover(backend, n);
  if (p->tours == 1 && plan->islands < 2) p->crossover = false;
}

/* Chooses all other amounts. Without a budget the clock decides later. */
static void budget_choose(int32_t n, Plan *plan) {
  IlsPlan *p = ils_plan_edit(plan);
  p->open = n >= 5 && plan->timed && p->kicks == 0 && (!p->crossover || !p->populations);
  if (!plan->islands) plan->islands = islands_usual(n, plan);
  if (p->kicks == 0 && !p->open) p->kicks = p->crossover ? CROSSOVER_KICKS : KICKS_USUAL;
  if (!p->populations && !p->open) p->populations = 1;
  if (!p->generations) p->generations = ils_large(n) ? LARGE_GENERATIONS : CROSSOVER_GENERATIONS;
  if (p->temperature == 0 && !p->crossover) p->temperature = temperature_usual(n) / (plan->initial ? 5 : 1);
  if (!plan->epoch) plan->epoch = epoch_usual(p->kicks, n);
  if (p->quadrant == ILS_QUADRANT_AUTO) p->quadrant = p->crossover && p->candidates >= QUADRANT_CANDIDATES;
}

/* A generation takes at least as long as its longest pair. If the pairs of one population leave processors
 * idle, there are several populations, each as large as one alone, on an island each. All processors work on each pair of large tours: there
 * the islands of all ranks are one population, with as many tours on each as one rank has. Only for runs that the clock ends: other runs must
 * be the same on any number of ranks. given: islands, 0: none. */
static void islands_fill(int32_t n, const BackendOps *backend, uint32_t given, Plan *plan) {
  IlsPlan *p = ils_plan_edit(plan);
  const uint32_t ranks = plan->ranks ? plan->ranks : 1, beside = populations_beside(n, backend, plan),
                 islands = !given           ? beside
                           : given <= ranks ? given
                                            : 1;
  const bool idle = p->tours / ranks < backend->ils->usual / ILS_PAIR;
  if (!p->crossover || !p->open || !idle || islands < 2) return;
  if (!ils_large(n)) p->recombination = RECOMBINATION_ISOLATED;
  plan->islands = islands, p->tours *= islands;
}

Status ils_complete(const Instance *inst, const BackendOps *backend, Plan *plan) {
  const bool free = ils_plan(plan)->recombination == RECOMBINATION_AUTO && !ils_plan(plan)->tours;
  const uint32_t given = plan->islands;
  population_choose(inst, backend, plan);
  budget_choose(tour_nodes(inst), plan);
  if (free) islands_fill(tour_nodes(inst), backend, given, plan);
  return schedule_make(tour_nodes(inst), plan);
}

/* ---- the whole run ---- */

uint64_t ils_population_rounds(const Plan *plan, uint32_t population) {
  const IlsPlan *p = ils_plan(plan);
  if (!p->crossover) return p->rounds;
  const uint32_t doublings = population < DOUBLINGS ? population : DOUBLINGS;
  const double most = floor(epoch_most / p->round), rounds = ldexp((double)p->rounds, (int)doublings);
  return (uint64_t)fmin(rounds, most);
}

uint64_t ils_budget(const Plan *plan) {
  const IlsPlan *p = ils_plan(plan);
  uint64_t rounds = 0;
  if (p->open) return 0;
  for (uint32_t k = 0; k < (p->crossover ? p->populations : 1); k++) rounds += ils_population_rounds(plan, k);
  return rounds * p->round * p->group * plan->islands;
}

/* Evaluations: 42 a kick, two at each city of a tour before the first one, and what the generations of a recombined tour take would
 * do for four more (measured at 200 to 13509 cities). */
double ils_work(const Instance *inst, const Plan *plan) {
  const IlsPlan *p = ils_plan(plan);
  const double tours = (double)p->group * plan->islands * (p->crossover ? p->populations : 1);
  return 42 * (double)ils_budget(plan) + (p->crossover ? 6 : 2) * tours * tour_nodes(inst);
}

/* With crossover this is the maximum: a population ends early when it is stagnant. */
uint32_t ils_epochs(const Plan *plan) {
  const IlsPlan *p = ils_plan(plan);
  if (p->open) return EPOCHS_OPEN;
  if (p->crossover) return p->populations * (1 + 2 * p->generations) - p->generations;
  return p->rounds ? (uint32_t)((p->rounds + p->epoch_rounds - 1) / p->epoch_rounds) : 1;
}

/* ---- steps ---- */

/* Enough tours that waiting for the longest search of a round does not matter, on all threads; but no more,
 * as the clock may end the start after each block. */
uint32_t ils_block(const Archipelago *a) {
  const IlsPlan *p = ils_plan(a->plan);
  const uint32_t left = p->group - a->stage.made, busy = BLOCK_USUAL * a->be->ops->ils->usual / p->round,
                 threads = (uint32_t)a->be->threads,
                 most = busy > threads || (busy && ils_large(a->nodes)) ? busy : threads,
                 block = most > 1 ? most : 1;
  return block < left ? block : left;
}

uint64_t ils_rounds_end(const Archipelago *a) {
  const IlsPlan *p = ils_plan(a->plan);
  const uint64_t all = ils_population_rounds(a->plan, a->stage.population),
                 now = ((uint64_t)a->epoch + 1) * p->epoch_rounds;
  return p->crossover || all < now ? all : now;
}

bool ils_time_over(const Archipelago *a) {
  const IlsStage *s = &a->stage;
  return ils_plan(a->plan)->open && ils_plan(a->plan)->crossover &&
         s->done - s->began >= clock_share[ils_large(a->nodes)][s->phase] * (1 - s->began);
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

/* Rounds of one temperature: a fraction of an epoch, and a small fraction of the run. */
static uint64_t level_rounds(const Archipelago *a) {
  const IlsPlan *p = ils_plan(a->plan);
  const uint64_t all = ils_population_rounds(a->plan, a->stage.population), run = all / LEVELS_RUN,
                 epoch = (p->crossover ? all : p->epoch_rounds) / LEVELS_EPOCH,
                 rounds = run < epoch ? run : epoch;
  return rounds > 1 ? rounds : 1;
}

/* In 1/65536, after so many rounds of kicks. */
static uint32_t temperature_of(const Archipelago *a, uint64_t rounds) {
  const uint64_t all = ils_population_rounds(a->plan, a->stage.population);
  const double done = all == UINT64_MAX ? a->stage.done : (double)rounds / (double)all;
  return (uint32_t)lround(ils_plan(a->plan)->temperature * (1 - done) * 65536);
}

IlsRounds ils_kicks_next(const Archipelago *a, uint64_t over, uint64_t most) {
  const uint64_t before =
                     ils_plan(a->plan)->crossover ? 0 : (uint64_t)a->epoch * ils_plan(a->plan)->epoch_rounds,
                 first = over - before, level = level_rounds(a), into = first % level;
  return (IlsRounds){.first = (uint32_t)first,
                     .count = least(most, level - into, ils_rounds_end(a) - over),
                     .temperature = temperature_of(a, over - into)};
}
