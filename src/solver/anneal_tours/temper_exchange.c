/* The annealing of tours: migration along the ring; exchange of levels. Inside "tempering".
 *
 *   Migration   the cheapest present tour of each island (of equals the first chain's) replaces the dearest of the next island (the
 *               first of equals), if it is cheaper.
 *   Exchange    number e, before sweep e times `exchange`: chains of an island on levels k and k + 1, k + e even, exchange them with probability
 *               exp((1 / T_k - 1 / T_k+1) (E_k - E_k+1)), where E are the costs of their tours (Swendsen and Wang 1986; Geyer 1991;
 *               Hukushima and Nemoto 1996). Where T_k is 0 the cheaper one gets level k. */
#include <stdlib.h>
#include <string.h>
#include "individual.h"
#include "temper_archipelago.h"
#include "temper_step.h"

size_t temper_tour_bytes(const Archipelago *a) { return (size_t)a->inst->n * sizeof(int32_t); }
int32_t *temper_tour(const Archipelago *a, int32_t *tours, size_t row) {
  return tours + row * (size_t)a->inst->n;
}

Status temper_costs_download(Archipelago *a) {
  const size_t bytes = a->state.chains * sizeof *a->cost;
  TRY(a->be->ops->download(a->be, a->cost, a->state.cost, bytes));
  return a->be->ops->download(a->be, a->best_cost, a->state.best_cost, bytes);
}

/* Island i's chain with the least (sign 1) or the greatest (-1) of `cost`, the first of equals. */
static uint32_t island_extreme(const Archipelago *a, uint32_t i, const int64_t *cost, int sign) {
  const uint32_t chains = temper_plan(a->plan)->chains;
  uint32_t at = i * chains;
  for (uint32_t c = at + 1; c < (i + 1) * chains; c++)
    if (sign * cost[c] < sign * cost[at]) at = c;
  return at;
}

/* ---- migration ---- */

size_t temper_migrant_bytes(const Archipelago *a) { return sizeof *a->cost + temper_tour_bytes(a); }

Status temper_emigrate(Archipelago *a, void *migrant) {
  TRY(temper_costs_download(a));
  const uint32_t c = island_extreme(a, a->span.count - 1, a->cost, 1);
  memcpy(migrant, &a->cost[c], sizeof *a->cost);
  return a->be->ops->download(a->be, (char *)migrant + sizeof *a->cost, temper_tour(a, a->state.tour, c),
                              temper_tour_bytes(a));
}

/* Only records the arrivals: tours are replaced at the beginning of the next epoch. */
Status temper_immigrate(Archipelago *a, const void *migrant) {
  uint32_t from = a->state.chains;
  int64_t cost;
  TRY(temper_costs_download(a));
  memcpy(&cost, migrant, sizeof cost);
  for (uint32_t i = 0; i < a->span.count; i++) {
    const uint32_t worst = island_extreme(a, i, a->cost, -1), leaves = island_extreme(a, i, a->cost, 1);
    const int64_t leaves_cost = a->cost[leaves];
    if (cost < a->cost[worst]) {
      a->source[worst] = from;
      a->cost[worst] = cost;
    }
    from = leaves;
    cost = leaves_cost;
  }
  return a->be->ops->upload(a->be, a->state.inbox, (const char *)migrant + sizeof cost, temper_tour_bytes(a));
}

Status temper_arrive(Archipelago *a) {
  const size_t chains = a->state.chains;
  bool any = false;
  for (uint32_t c = 0; c < chains; c++) any |= a->source[c] != c;
  if (!any) return OK;
  TRY(a->be->ops->tempering->replace(a->be, &a->problem, &a->state, a->source));
  for (uint32_t c = 0; c < chains; c++) a->source[c] = c;
  return a->be->ops->upload(a->be, a->state.cost, a->cost, chains * sizeof *a->cost);
}

/* ---- levels ---- */

/* Do chains of levels k and k + 1 with these costs exchange them? */
static bool levels_exchange(const Archipelago *a, uint32_t island, uint64_t number, uint32_t k, int64_t lower,
                            int64_t upper) {
  const uint64_t draw = number * TEMPER_LEVELS + k;
  const double cold = a->rules.temperature[k], hot = a->rules.temperature[k + 1];
  if (lower >= upper) return lower > upper;
  if (cold <= 0) return false;
  const uint32_t word = temper_words(a->plan->seed, a->span.first + island, draw, RNG_TEMPER_EXCHANGE).v[0];
  return (1 / cold - 1 / hot) * (double)(upper - lower) <= (double)temper_exponential(word);
}

static void island_levels(Archipelago *a, uint32_t i, uint64_t number) {
  const uint32_t chains = temper_plan(a->plan)->chains, first = i * chains;
  uint32_t chain[TEMPER_LEVELS];
  for (uint32_t c = first; c < first + chains; c++) chain[a->level[c]] = c;
  for (uint32_t k = number % 2; k + 1 < chains; k += 2) {
    /* cppcheck-suppress uninitvar ; every level has a chain */
    const uint32_t lower = chain[k], upper = chain[k + 1];
    if (levels_exchange(a, i, number, k, a->cost[lower], a->cost[upper])) {
      a->level[lower] = k + 1;
      a->level[upper] = k;
    }
  }
}

uint64_t temper_apart(const Archipelago *a) {
  const TemperPlan *p = temper_plan(a->plan);
  return p->chains > 1 ? p->exchange - a->at % p->exchange : UINT64_MAX;
}

Status temper_exchange(Archipelago *a) {
  const TemperPlan *p = temper_plan(a->plan);
  if (p->chains == 1 || a->at % p->exchange) return OK;
  TRY(temper_costs_download(a));
  for (uint32_t i = 0; i < a->span.count; i++) island_levels(a, i, a->at / p->exchange);
  return a->be->ops->upload(a->be, a->state.level, a->level, a->state.chains * sizeof *a->level);
}
