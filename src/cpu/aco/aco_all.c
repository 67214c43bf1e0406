/* Ants with trails on all pairs of cities, on the CPU. Contract: solver/aco/aco_kernels.h, arithmetic: solver/aco/aco_all_step.h. */
#include <stdlib.h>
#include <string.h>
#include "halt.h"
#include "solver/aco/aco_all_step.h"
#include "aco_ant.h"

/* ---- tours ---- */

typedef struct Ant {
  const AcoProblem *problem;
  const double *power; /* (n, n) of its island */
  uint8_t *open;       /* (n) 1: not visited */
} Ant;

static double most_of(const Ant *ant, const double *row) {
  double most = 0;
  for (int32_t k = 0; k < ant->problem->tour.n; k++) {
    const double own = ant->open[k] ? row[k] : 0;
    most = own > most ? own : most;
  }
  return most;
}

/* The first of the cities of that lane at which the sum of weights exceeds `at`. */
static int32_t lane_search(const Ant *ant, const double *row, double scale, int32_t lane, uint64_t at) {
  int32_t k = lane;
  for (;; k += ACO_ALL_LANES) {
    const uint64_t weight = ant->open[k] ? aco_all_weight(row[k], scale) : 0;
    if (at < weight) return k;
    at -= weight;
  }
}

static int32_t ant_step(const Ant *ant, int32_t city, uint32_t word) {
  const int32_t n = ant->problem->tour.n;
  const double *row = ant->power + (size_t)city * (size_t)n, scale = aco_all_scale(most_of(ant, row));
  uint64_t sum[ACO_ALL_LANES] = {0}, total = 0;
  int32_t lane = 0;
  for (int32_t k = 0; k < n; k++)
    if (ant->open[k]) sum[k % ACO_ALL_LANES] += aco_all_weight(row[k], scale);
  for (int32_t k = 0; k < ACO_ALL_LANES; k++) total += sum[k];
  uint64_t at = aco_all_draw(word, total);
  for (; at >= sum[lane]; lane++) at -= sum[lane];
  return lane_search(ant, row, scale, lane, at);
}

static void ant_run(Ant *ant, uint64_t seed, uint32_t island, uint32_t iteration, uint32_t number,
                    int32_t *tour, int64_t *cost) {
  const int32_t n = ant->problem->tour.n;
  philox4x32_ctr_t words = aco_words(seed, island, iteration, number, 0);
  int32_t city = (int32_t)aco_below(words.v[0], (uint32_t)n);
  memset(ant->open, 1, (size_t)n);
  ant->open[city] = 0;
  tour[0] = city;
  *cost = 0;
  for (int32_t s = 1; s < n; s++) {
    if (s % 4 == 0) words = aco_words(seed, island, iteration, number, (uint32_t)s / 4);
    const int32_t next = ant_step(ant, city, words.v[s % 4]);
    *cost += tour_distance(&ant->problem->tour, city, next);
    ant->open[next] = 0;
    tour[s] = city = next;
  }
  *cost += tour_distance(&ant->problem->tour, city, tour[0]);
}

Status aco_all_build_cpu(Backend *be, const AcoProblem *problem, const AcoRules *rules, const AcoState *state,
                         uint32_t iteration) {
  const int64_t rows = (int64_t)rules->ants * state->islands;
  const size_t n = (size_t)problem->tour.n;
#pragma omp parallel for num_threads(be->threads) schedule(dynamic, 1)
  for (int64_t r = 0; r < rows; r++) {
    if (halt_poll()) continue;
    uint8_t open[ACO_ALL_CITIES];
    const uint32_t i = (uint32_t)(r % state->islands), number = (uint32_t)(r / state->islands);
    Ant ant = {problem, state->power + i * n * n, open};
    ant_run(&ant, state->seed, state->first + i, iteration, number, state->tour + (size_t)r * n,
            state->cost + r);
    state->ant[r] = number;
  }
  return halt_after("the tours of ants");
}

/* ---- trails ---- */

/* The powers of a city's trails; returns the others whose trail is well above the row's least. */
static uint64_t row_weigh(const AcoProblem *problem, const AcoRules *rules, size_t city,
                          const uint64_t *trail, double *power) {
  const size_t n = (size_t)problem->tour.n;
  uint64_t low = UINT64_MAX, high = 0, links = 0;
  for (size_t k = 0; k < n; k++) {
    power[k] = aco_all_power(trail[k], problem->all_eta[city * n + k], rules->alpha);
    if (k == city) continue;
    low = trail[k] < low ? trail[k] : low;
    high = trail[k] > high ? trail[k] : high;
  }
  for (size_t k = 0; k < n; k++) links += k != city && aco_all_linked(trail[k], low, high);
  return links;
}

Status aco_all_weigh_cpu(Backend *be, const AcoProblem *problem, const AcoRules *rules,
                         const AcoState *state) {
  const size_t n = (size_t)problem->tour.n;
#pragma omp parallel for num_threads(be->threads)
  for (size_t c = 0; c < state->islands * n; c++)
    row_weigh(problem, rules, c % n, state->trail_all + c * n, state->power + c * n);
  return OK;
}

/* Adds what a tour leaves, in both directions. */
static void left_add(const AcoLeft *left, int32_t n, uint64_t *trail) {
  for (int32_t p = 0; p < aco_edges(n); p++) {
    const size_t a = (size_t)left->tour[p], b = (size_t)left->tour[p + 1 < n ? p + 1 : 0];
    trail[a * (size_t)n + b] += left->amount;
    trail[b * (size_t)n + a] += left->amount;
  }
}

void aco_all_update_cpu(Backend *be, const AcoProblem *problem, const AcoRules *rules, const AcoState *state,
                        uint32_t i, const AcoUpdate *decided, const AcoLeft *left, uint32_t lefts) {
  const size_t n = (size_t)problem->tour.n;
  uint64_t *const trail = state->trail_all + i * n * n, links = 0;
  double *const power = state->power + i * n * n;
#pragma omp parallel for num_threads(be->threads) if (n > 200)
  for (size_t k = 0; k < n * n; k++) trail[k] = aco_all_faded(trail[k], rules->keep);
  for (uint32_t d = 0; d < lefts; d++) left_add(left + d, (int32_t)n, trail);
#pragma omp parallel for num_threads(be->threads) reduction(+ : links) if (n > 200)
  for (size_t c = 0; c < n; c++) {
    for (size_t k = c * n; k < c * n + n; k++) trail[k] = aco_all_limited(rules, decided, trail[k]);
    links += row_weigh(problem, rules, c, trail + c * n, power + c * n);
  }
  state->colony[i].links = (int64_t)links;
}
