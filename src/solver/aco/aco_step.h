/* What both twins of ant colony optimisation compute in the same way: see aco_kernels.h. */
#ifndef CORDEE_SOLVER_ACO_ACO_STEP_H
#define CORDEE_SOLVER_ACO_ACO_STEP_H

#include "individual.h"
#include "aco_kernels.h"
#include "search/candidates/candidate_search.h"

enum { RNG_ACO = 0x32000000 }; /* + ant; the counter's other words: island, iteration, block */

RNG_FN philox4x32_ctr_t aco_words(uint64_t seed, uint32_t island, uint32_t iteration, uint32_t ant,
                                  uint32_t block) {
  philox4x32_key_t key = {{(uint32_t)seed, (uint32_t)(seed >> 32)}};
  philox4x32_ctr_t counter = {{island, iteration, RNG_ACO + ant, block}};
  return philox4x32(counter, key);
}

RNG_FN uint32_t aco_below(uint32_t word, uint32_t m) { return (uint32_t)(((uint64_t)word * m) >> 32); }

/* The measure by which the nearest unvisited city is chosen. */
RNG_FN double aco_measure(const TourProblem *p, int32_t a, int32_t b) {
  if (p->matrix) return p->matrix[(size_t)a * p->n + b];
  return candidate_measure(p->metric, p->xy[2 * (size_t)a] - p->xy[2 * (size_t)b],
                           p->xy[2 * (size_t)a + 1] - p->xy[2 * (size_t)b + 1]);
}

/* ---- weights ---- */

/* tau^alpha eta, below 2^57. */
RNG_FN uint64_t aco_power(uint32_t tau, uint32_t eta, uint32_t alpha) {
  uint64_t power = 1u << ACO_TAU_BITS;
  for (uint32_t a = 0; a < alpha; a++) {
    power = (power * tau) >> ACO_TAU_BITS;
    if (power > UINT32_MAX) power = UINT32_MAX;
  }
  return power * eta;
}

/* `most` is the largest power of the row. */
RNG_FN uint32_t aco_weight(uint64_t power, uint64_t most) {
  const uint64_t weight = power / ((most >> 16) + 1);
  return weight ? (uint32_t)weight : 1;
}

/* ---- trails ---- */

/* The trail at which deposits for that cost balance evaporation: unit / cost in 2^-28. */
RNG_FN uint32_t aco_most(int64_t unit, int64_t cost) {
  const uint64_t least = 1u << 20, most = INT32_MAX;
  int shift = 0;
  while (unit >> shift >> 35) shift++;
  const uint64_t divisor = (uint64_t)(cost >> shift),
                 trail = ((uint64_t)(unit >> shift) << ACO_TAU_BITS) / (divisor ? divisor : 1);
  const uint64_t capped = trail > most ? most : trail;
  return (uint32_t)(trail < least ? least : capped);
}

/* What an update does on an island. */
typedef struct AcoUpdate {
  uint32_t reset;       /* 1: all trails become `most`, nothing else happens to them */
  uint32_t most, least; /* limits */
  uint32_t best,
      source; /* 1: the iteration's best ant becomes the best tour, the source; source 2: the best tour does */
  uint32_t which;  /* the tour that leaves trails (AcoDeposit); with ranks there are more */
  uint64_t amount; /* that it leaves */
} AcoUpdate;

typedef enum AcoDeposit { ACO_OF_ITERATION, ACO_OF_SOURCE, ACO_OF_BEST } AcoDeposit;

enum { ACO_FINE_ABOVE = 32, ACO_FINE_BITS = 24 };

/* Bits of deposits below the unit of trails: many deposits are small ones. */
RNG_FN uint32_t aco_fine(const AcoRules *rules) {
  return rules->all || rules->deposits > ACO_FINE_ABOVE ? ACO_FINE_BITS : 0;
}

/* What a tour of that cost leaves on its edges, in 2^-aco_fine(). */
RNG_FN uint64_t aco_amount(const AcoRules *rules, int64_t unit, int64_t cost, uint32_t weight) {
  const uint64_t w = rules->deposits, all = w > 1 ? w * (w + 1) / 2 : 1,
                 share = ((uint64_t)aco_most(unit, cost) * rules->evaporation) >> 16;
  return aco_fine(rules) ? (share << ACO_FINE_BITS) / all * weight : share * weight / all;
}

/* Iterations between deposits of the best tour since the reset: Stuetzle and Hoos 2000; as in their program. */
RNG_FN uint32_t aco_period(const AcoRules *rules, int64_t since) {
  if (!rules->search || since < 25) return 25;
  if (since < 75) return 5;
  if (since < 125) return 3;
  if (since < 250) return 2;
  return 1;
}

/* Trails are reset when they have converged to a tour and nothing was found for long. */
RNG_FN uint32_t aco_converged(const AcoColony *c, int32_t n, uint32_t iteration) {
  const int64_t quiet = (int64_t)iteration - c->found;
  return iteration % 100 == 99 && quiet > 250 && c->links <= 2 * (int64_t)n + n / 50000;
}

RNG_FN void aco_decide_max_min(const AcoRules *rules, AcoColony *c, int32_t n, int64_t cost,
                               uint32_t iteration, AcoUpdate *u) {
  const int64_t since = (int64_t)iteration - c->reset;
  const uint32_t period = aco_period(rules, since);
  int64_t its = cost;
  if (iteration % period == 0)
    u->which = period == 1 && (int64_t)iteration - c->found > 50 ? ACO_OF_BEST : ACO_OF_SOURCE;
  if (u->which == ACO_OF_BEST) its = c->best;
  if (u->which == ACO_OF_SOURCE) its = c->source;
  u->amount = aco_amount(rules, c->unit, its, 1);
  u->reset = aco_converged(c, n, iteration);
  if (u->reset) {
    c->source = COST_NONE;
    c->reset = c->found = (int64_t)iteration + 1;
  }
}

RNG_FN void aco_decide_focused(const AcoRules *rules, AcoColony *c, int64_t cost, uint32_t draw,
                               uint32_t iteration, AcoUpdate *u) {
  u->source = aco_below(draw, 100) ? 1 : 2;
  c->source = u->source == 2 ? c->best : cost;
  c->found = iteration;
  u->which = ACO_OF_SOURCE;
  u->amount = aco_amount(rules, c->unit, c->source, 1);
}

/* Changes *c; the tours follow. draw: aco_words() of step 0 of ant ACO_ANTS_MAX. cost: of the iteration's best ant. The amounts of ants that leave trails by rank, or all, are the caller's. */
RNG_FN void aco_decide(const AcoRules *rules, AcoColony *c, int32_t n, int64_t cost, uint32_t draw,
                       uint32_t iteration, AcoUpdate *u) {
  u->best = cost < c->best;
  u->source = cost < c->source;
  u->reset = 0;
  u->which = ACO_OF_ITERATION;
  if (u->best) c->best = cost;
  if (u->source && !rules->focused) {
    c->source = cost;
    c->found = iteration;
  }
  u->most = aco_most(c->unit, c->best);
  u->least = (uint32_t)(((uint64_t)u->most * rules->least) >> 32);
  if (u->least < 1) u->least = 1;
  if (rules->every) return;
  if (rules->deposits > 1)
    u->amount = aco_amount(rules, c->unit, c->best, rules->deposits);
  else if (rules->focused)
    aco_decide_focused(rules, c, cost, draw, iteration, u);
  else
    aco_decide_max_min(rules, c, n, cost, iteration, u);
  if (!rules->least) u->most = INT32_MAX;
}

/* Is that city one of two neighbours? */
RNG_FN uint32_t aco_beside(const int32_t *link, int32_t city) { return link[0] == city || link[1] == city; }

/* The trail of a candidate after an update in which tours left `added` on its edge. */
RNG_FN uint32_t aco_trail(const AcoRules *rules, const AcoUpdate *u, uint32_t tau, uint64_t added) {
  if (u->reset) return u->most;
  const uint64_t trail = tau - (((uint64_t)tau * rules->evaporation) >> 16) + added,
                 capped = trail > u->most ? u->most : trail;
  return (uint32_t)(trail < u->least ? u->least : capped);
}

/* Edges of a tour of n cities. */
RNG_FN int32_t aco_edges(int32_t n) { return n > 2 ? n : n - 1; }

/* Is a candidate's trail more than a twentieth of the row's range above its least? */
RNG_FN uint32_t aco_linked(uint32_t tau, uint32_t low, uint32_t high) {
  return (uint64_t)(tau - low) * 20 > high - low;
}

#endif
