/* The plan of the "ils" solver: its defaults and its checks. What follows from a plan is in ils_schedule.c. Inside "ils". */
#include <math.h>
#include "ils_archipelago.h"
#include "search/candidates/tour_image.h"

enum {
  ISLANDS_USUAL = 8,
  TOURS_USUAL = 256, /* at most, without crossover */
  KICKS_USUAL = 100, /* a city, without crossover */
  EPOCH_USUAL = 5,
  EPOCH_KICKS = 2000, /* of a tour, at least */
  CROSSOVER_LEAST =
      8, /* cities with crossover by default: at least so many, at most as many as the backend says */
  CROSSOVER_THREAD_S = 50, /* of larger tours, if there are so many seconds of a thread for 100,000 cities, */
  CROSSOVER_THREADS = 16,  /* of at most so many threads; */
  CROSSOVER_TOURS = 300,   /* by default: at most so many tours, */
  CROSSOVER_CITIES = 6000000, /* and at most so many cities in all tours, of populations side by side too; */
  LARGE_CITIES = 30000000,    /* of large tours so many, */
  LARGE_TOURS = 12,           /* but at least so many tours; */
  USUAL_CITIES = 120000000,   /* if the clock ends the start so many, */
  OPEN_TOURS = 6000,          /* or if there is time for more at most so many tours, */
  OPEN_CITIES = 600000000,    /* and so many cities, */
  OPEN_BYTES = 60,            /* for each of which a rank has so many free bytes */
  CROSSOVER_KICKS = 1,        /* a city, in the first population */
  CROSSOVER_GENERATIONS = 200,
  LARGE_GENERATIONS = 2000, /* of large tours: each changes little of them */
  BESIDE_MOST = 8,          /* populations of a rank by default */
  QUADRANT_CANDIDATES = 7   /* so many candidates have one from each quadrant by default */
};

/* Without crossover: enough tours that the kicks of a round keep a processor of this kind busy; not so many
 * that start tours take long. */
static uint32_t tours_without_crossover(const BackendOps *backend, int32_t n) {
  const uint32_t tours = backend->ils->usual / ils_kicks(n), most = tours < TOURS_USUAL ? tours : TOURS_USUAL;
  return most > 1 ? most : 1;
}

/* Tours with crossover, of so many cities together, at most. */
static int32_t tours_most(int32_t nodes, uint64_t cities, int32_t most) {
  int32_t tours = (int32_t)(cities / (uint64_t)nodes);
  if (ils_large(nodes) && tours < LARGE_TOURS) tours = LARGE_TOURS;
  return tours < most ? tours : most;
}

static int32_t tours_budgeted(int32_t nodes) {
  return tours_most(nodes, ils_large(nodes) ? LARGE_CITIES : CROSSOVER_CITIES, CROSSOVER_TOURS);
}

int32_t ils_tours_usual(int32_t nodes) {
  return tours_most(nodes, ils_large(nodes) ? USUAL_CITIES : CROSSOVER_CITIES, CROSSOVER_TOURS);
}

/* If the clock ends the start. room: free bytes, 0: not known. */
static int32_t tours_open(int32_t nodes, uint64_t room) {
  const uint64_t fit = room ? room / OPEN_BYTES : USUAL_CITIES;
  return tours_most(nodes, fit < OPEN_CITIES ? fit : OPEN_CITIES, OPEN_TOURS);
}

/* With crossover wide populations win (docs/notebook/tsp.md); small instances need fewer tours, large ones
 * have less time. An image has two nodes for a city: a run to the end gets better by that many tours, one that
 * the clock ends by half as many (docs/notebook/tsp.md, "Directed tours"). */
static uint32_t tours_with_crossover(const Instance *inst, bool open, uint64_t room) {
  const int32_t nodes = tour_nodes(inst), few = 30 + (open ? inst->n : nodes) / 8,
                many = open ? tours_open(nodes, room) : tours_budgeted(nodes),
                tours = few < many ? few : many;
  return tours > 2 ? (uint32_t)tours : 2;
}

/* Few kicks per city, as large instances get, should not start warm. Found by trial on n = 2392 to 10,000,000
 * (docs/notebook/tsp.md). */
static double temperature_usual(int32_t n) { return floor(512 * fmin(1, sqrt(sqrt(20000.0 / n)))) / 1024; }

/* A tenth of the run; a short epoch if the length of the run is unknown. */
static uint32_t epoch_usual(double kicks, int32_t n) {
  const double least = EPOCH_KICKS / (double)n;
  double epoch = kicks > 0 ? kicks / 10 : EPOCH_USUAL;
  if (kicks == 0 && epoch < least) epoch = least;
  if (epoch > ILS_EPOCH_MOST / n) epoch = ILS_EPOCH_MOST / n;
  return epoch > 1 ? (uint32_t)epoch : 1;
}

/* The number of rounds in which every city has so many kicks. */
static double rounds_of(double kicks, int32_t n) { return ceil(kicks * n / ils_kicks(n)); }

static double kicks_first(const IlsPlan *p) { return p->open ? CROSSOVER_KICKS : p->kicks; }

/* The last check: that no count overflows. */
static Status counts_check(int32_t n, const Plan *plan) {
  const IlsPlan *p = ils_plan(plan);
  if ((double)plan->epoch * n > ILS_EPOCH_MOST)
    FAIL(ERR_USAGE, "--epoch: expected 0 to %.0f for %d cities, found %u", floor(ILS_EPOCH_MOST / n), n,
         plan->epoch);
  if (p->crossover && kicks_first(p) * n > ILS_EPOCH_MOST)
    FAIL(ERR_USAGE, "--kicks: expected 0 to %.0f for %d cities, found %g", floor(ILS_EPOCH_MOST / n), n,
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
  if (n < 5)
    p->rounds = 0;
  else if (p->open && !p->crossover)
    p->rounds = UINT64_MAX;
  else
    p->rounds = (uint64_t)rounds_of(kicks_first(p), n);
  return counts_check(n, plan);
}

/* The number of populations that run side by side in about the time of one. A processor of this kind has places for
 * so many pairs. All tours together have at most CROSSOVER_CITIES cities. */
static uint32_t populations_beside(int32_t n, const BackendOps *backend, const Plan *plan) {
  const IlsPlan *p = ils_plan(plan);
  if (!p->crossover || !p->open) return 1;
  const uint32_t ranks = plan_ranks(plan), places = backend->ils->usual / ILS_PAIR,
                 room = (uint32_t)(CROSSOVER_CITIES / n), fit = (places < room ? places : room) / p->tours;
  if (fit < 1) return ranks;
  return ranks * (fit < BESIDE_MOST ? fit : BESIDE_MOST);
}

/* Ranks that may join later need islands. Large tours fill a processor, and their few tours are best on one island. A slow
 * machine has few tours, too, which recombine with more others if there are few islands: if the clock decides anyway, there is
 * one island per rank. */
static uint32_t islands_usual(int32_t n, const Plan *plan) {
  const IlsPlan *p = ils_plan(plan);
  uint32_t islands = ISLANDS_USUAL;
  if (p->crossover && p->open)
    islands = plan_ranks(plan);
  else if (p->crossover && ils_large(n))
    islands = 1;
  return islands < p->tours ? islands : p->tours;
}

/* Is there time for the crossover of larger tours? Measured with 70,000 to 200,000 cities on two threads (docs/notebook/tsp.md, "On one core"). More
 * threads than CROSSOVER_THREADS were not tried. */
static bool time_for_crossover(int32_t n, const Plan *plan) {
  const double threads = fmin(plan->threads, CROSSOVER_THREADS), large = n / 1e5;
  return plan->time_s * threads >= CROSSOVER_THREAD_S * large * large;
}

/* Chooses the number of tours, and whether there is crossover. */
static void population_choose(const Instance *inst, const BackendOps *backend, Plan *plan) {
  IlsPlan *p = ils_plan_edit(plan);
  const int32_t n = tour_nodes(inst);
  const bool open = plan->time_s > 0 && !p->kicks && !p->populations;
  const bool fast = n <= backend->ils->crossover_cities || (open && time_for_crossover(n, plan));
  const bool usual = n >= CROSSOVER_LEAST && fast && p->tours != 1;
  if (p->recombination == RECOMBINATION_AUTO)
    p->recombination = usual ? RECOMBINATION_EAX : RECOMBINATION_NONE;
  p->crossover = p->recombination != RECOMBINATION_NONE && n >= CROSSOVER_LEAST;
  if (!p->tours)
    p->tours =
        p->crossover ? tours_with_crossover(inst, open, plan->room) : tours_without_crossover(backend, n);
  if (p->tours == 1 && plan->islands < 2) p->crossover = false;
}

/* Chooses all other amounts. Without a budget the clock decides later. */
static void budget_choose(int32_t n, Plan *plan) {
  IlsPlan *p = ils_plan_edit(plan);
  p->open = n >= 5 && plan->time_s > 0 && p->kicks == 0 && (!p->crossover || !p->populations);
  if (!plan->islands) plan->islands = islands_usual(n, plan);
  if (p->kicks == 0 && !p->open) p->kicks = p->crossover ? CROSSOVER_KICKS : KICKS_USUAL;
  if (!p->populations && !p->open) p->populations = 1;
  if (!p->generations) p->generations = ils_large(n) ? LARGE_GENERATIONS : CROSSOVER_GENERATIONS;
  if (p->temperature == 0 && !p->crossover) p->temperature = temperature_usual(n) / (plan->initial ? 5 : 1);
  if (!plan->epoch) plan->epoch = epoch_usual(p->kicks, n);
  if (p->quadrant == ILS_QUADRANT_AUTO) p->quadrant = p->candidates >= QUADRANT_CANDIDATES;
}

/* A generation takes at least as long as its longest pair. If the pairs of one population leave processors
 * idle, there are several populations, each as large as one alone, on an island each. All processors work on each pair of large tours: there
 * the islands of all ranks are one population, with as many tours on each as one rank has. Only for runs that the clock ends: other runs must
 * be the same on any number of ranks. given: islands, 0: none. */
static void islands_fill(int32_t n, const BackendOps *backend, uint32_t given, Plan *plan) {
  IlsPlan *p = ils_plan_edit(plan);
  const uint32_t ranks = plan_ranks(plan), beside = populations_beside(n, backend, plan);
  uint32_t islands = given <= ranks ? given : 1;
  if (!given) islands = beside;
  const uint32_t tours = p->tours < CROSSOVER_TOURS ? p->tours : CROSSOVER_TOURS;
  const bool idle = tours / ranks < backend->ils->usual / ILS_PAIR;
  if (!p->crossover || !p->open || !idle || islands < 2) return;
  if (!ils_large(n)) p->recombination = RECOMBINATION_ISOLATED;
  plan->islands = islands;
  p->tours *= islands;
}

Status ils_complete(const Instance *inst, const BackendOps *backend, Plan *plan) {
  const bool free = ils_plan(plan)->recombination == RECOMBINATION_AUTO && !ils_plan(plan)->tours;
  const uint32_t given = plan->islands;
  population_choose(inst, backend, plan);
  budget_choose(tour_nodes(inst), plan);
  if (free) islands_fill(tour_nodes(inst), backend, given, plan);
  return schedule_make(tour_nodes(inst), plan);
}
