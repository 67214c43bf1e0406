/* The schedule of the "ils" solver: how much work a run and its populations have, and which steps come next. Inside "ils".
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
#include "search/candidates/tour_image.h"

enum {
  BLOCK_USUAL = 10, /* a block of start tours, in multiples of what keeps a processor busy, */
  BLOCK_LARGE = 14, /* and of large tours */
  LEVELS_EPOCH = 16,
  LEVELS_RUN = 128,
  DOUBLINGS = 10 /* of kicks, from population to population */
};

/* Shares of a population's time at which these phases end; of large tours (second row) the start's grows with their cities. */
static const double clock_share[2][ILS_FINISHED + 1] = {
    {[ILS_START] = 0.22, [ILS_KICKS] = 0.3, [ILS_CROSSOVER] = INFINITY, [ILS_FINISHED] = INFINITY},
    {[ILS_START] = 0.11, [ILS_KICKS] = 0.6, [ILS_CROSSOVER] = INFINITY, [ILS_FINISHED] = INFINITY}};
static double clock_usual(int32_t nodes, uint32_t phase) {
  const bool grows = ils_large(nodes) && phase == ILS_START;
  return clock_share[ils_large(nodes)][phase] * (grows ? pow(nodes / 1e5, 0.18) : 1);
}
/* The share at which the start ends once there are as many tours as usual. The start of a population takes this share of the time until it is
 * stagnant. The share of large tours grows with their cities, because the descents of few tours take nearly as long as those of many. Found by
 * trial on 4,461 to 18,512 cities, and on 100,000 to 10,000,000 (docs/notebook/tsp.md, "As many tours as there is time for"). */
static double clock_more(int32_t nodes) {
  return ils_large(nodes) ? 0.055 * pow(nodes / 1e5, 0.2) : 0.07 * fmin(1, sqrt(2e4 / nodes));
}

/* ---- the whole run ---- */

uint64_t ils_population_rounds(const Plan *plan, uint32_t population) {
  const IlsPlan *p = ils_plan(plan);
  if (!p->crossover) return p->rounds;
  const uint32_t doublings = population < DOUBLINGS ? population : DOUBLINGS;
  const double most = floor(ILS_EPOCH_MOST / p->round), rounds = ldexp((double)p->rounds, (int)doublings);
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
  const uint32_t left = p->group - a->stage.made,
                 busy = (ils_large(a->nodes) ? BLOCK_LARGE : BLOCK_USUAL) * a->be->ops->ils->usual / p->round,
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

static double phase_share(const Archipelago *a) {
  const double usual = clock_usual(a->nodes, a->stage.phase);
  const bool more = a->stage.phase == ILS_START && a->stage.made >= (uint32_t)ils_tours_usual(a->nodes);
  return more ? fmin(usual, clock_more(a->nodes)) : usual;
}

bool ils_time_over(const Archipelago *a) {
  const IlsStage *s = &a->stage;
  return ils_plan(a->plan)->open && ils_plan(a->plan)->crossover &&
         s->done - s->began >= phase_share(a) * (1 - s->began);
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
