/* Ant colony optimisation on the CPU: OpenMP over ants, then over cities. Twin of src/gpu/aco/aco.cu, contract in
 * src/solver/aco/aco_kernels.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "halt.h"
#include "solver/aco/aco_step.h"
#include "aco_ant.h"

static Status describe(Backend *be, const AcoProblem *problem, const AcoRules *rules, Description *out) {
  *out = (Description){0};
  snprintf(out->shape, sizeof out->shape, "%u ants an island, %d candidates, %d thread%s", rules->ants,
           problem->width, be->threads, be->threads == 1 ? "" : "s");
  return OK;
}

/* ---- weights ---- */

/* Weights of a row of candidates; returns those whose trail is well above the row's least. */
static uint32_t row_weigh(const AcoProblem *problem, const AcoRules *rules, size_t row, const uint32_t *trail,
                          uint32_t *choice) {
  const int32_t width = problem->width;
  uint64_t power[ACO_WIDTH], most = 0;
  uint32_t low = UINT32_MAX, high = 0, links = 0;
  for (int32_t k = 0; k < width; k++) {
    power[k] = aco_power(trail[k], problem->eta[row + (size_t)k], rules->alpha);
    most = power[k] > most ? power[k] : most;
    low = trail[k] < low ? trail[k] : low;
    high = trail[k] > high ? trail[k] : high;
  }
  for (int32_t k = 0; k < width; k++) {
    const uint32_t weight = aco_weight(power[k], most);
    choice[k] = rules->focused ? weight : weight << 16 | (uint32_t)problem->list[row + (size_t)k];
    links += aco_linked(trail[k], low, high);
  }
  return links;
}

static Status weigh(Backend *be, const AcoProblem *problem, const AcoRules *rules, const AcoState *state) {
  const size_t n = (size_t)problem->tour.n, width = (size_t)problem->width;
#pragma omp parallel for num_threads(be->threads)
  for (size_t c = 0; c < state->islands * n; c++)
    row_weigh(problem, rules, c % n * width, state->trail + c * width, state->choice + c * width);
  return OK;
}

/* ---- ants ---- */

typedef struct Ant {
  const AcoProblem *problem;
  const uint32_t *choice; /* (n, K) of its island */
  uint64_t visited[ACO_CITIES / 64];
} Ant;

static bool visited(const Ant *ant, int32_t city) { return ant->visited[city >> 6] >> (city & 63) & 1; }

static int32_t nearest_unvisited(const Ant *ant, int32_t city) {
  const int32_t n = ant->problem->tour.n;
  int32_t best = -1;
  double reach = 0;
  for (int32_t w = 0; w < (n + 63) / 64; w++) {
    uint64_t free = ~ant->visited[w];
    if (w == n / 64) free &= (UINT64_C(1) << n % 64) - 1;
    for (; free; free &= free - 1) {
      const int32_t other = w * 64 + __builtin_ctzll(free);
      const double measure = aco_measure(&ant->problem->tour, city, other);
      if (best < 0 || measure < reach) {
        best = other;
        reach = measure;
      }
    }
  }
  return best;
}

static int32_t ant_step(const Ant *ant, int32_t city, uint32_t word) {
  const int32_t width = ant->problem->width;
  const uint32_t *row = ant->choice + (size_t)city * (size_t)width;
  uint32_t sum[ACO_WIDTH], total = 0;
  for (int32_t k = 0; k < width; k++)
    sum[k] = total += visited(ant, (int32_t)(row[k] & 0xffff)) ? 0 : row[k] >> 16;
  if (!total) return nearest_unvisited(ant, city);
  const uint32_t at = aco_below(word, total);
  int32_t k = 0;
  while (sum[k] <= at) k++;
  return (int32_t)(row[k] & 0xffff);
}

static void ant_run(Ant *ant, uint64_t seed, uint32_t island, uint32_t iteration, uint32_t number,
                    int32_t *tour, int64_t *cost) {
  const int32_t n = ant->problem->tour.n;
  philox4x32_ctr_t words = aco_words(seed, island, iteration, number, 0);
  int32_t city = (int32_t)aco_below(words.v[0], (uint32_t)n);
  memset(ant->visited, 0, ((size_t)n + 63) / 64 * sizeof *ant->visited);
  ant->visited[city >> 6] |= UINT64_C(1) << (city & 63);
  tour[0] = city;
  *cost = 0;
  for (int32_t s = 1; s < n; s++) {
    if (s % 4 == 0) words = aco_words(seed, island, iteration, number, (uint32_t)s / 4);
    const int32_t next = ant_step(ant, city, words.v[s % 4]);
    *cost += tour_distance(&ant->problem->tour, city, next);
    ant->visited[next >> 6] |= UINT64_C(1) << (next & 63);
    tour[s] = city = next;
  }
  *cost += tour_distance(&ant->problem->tour, city, tour[0]);
}

static Status build(Backend *be, const AcoProblem *problem, const AcoRules *rules, const AcoState *state,
                    uint32_t iteration) {
  const int64_t rows = (int64_t)rules->ants * state->islands, n = problem->tour.n;
  if (rules->focused) return aco_focused_cpu(be, problem, rules, state, iteration);
#pragma omp parallel for num_threads(be->threads) schedule(dynamic, 1)
  for (int64_t r = 0; r < rows; r++) {
    if (halt_poll()) continue;
    Ant ant;
    const uint32_t i = (uint32_t)(r % state->islands);
    ant.problem = problem;
    ant.choice = state->choice + (size_t)i * (size_t)n * (size_t)problem->width;
    ant_run(&ant, state->seed, state->first + i, iteration, (uint32_t)(r / state->islands),
            state->tour + r * n, state->cost + r);
    state->ant[r] = (uint32_t)(r / state->islands);
  }
  return halt_after("the tours of ants");
}

/* ---- the end of an iteration ---- */

typedef struct Update {
  AcoUpdate decided;
  const int32_t *left[ACO_ELITE_MAX]; /* (deposits) the tours that leave trails */
  int32_t *link;                      /* (deposits, n, 2) */
} Update;

static bool cheaper(const AcoState *state, int64_t a, int64_t b) {
  if (state->cost[a] != state->cost[b]) return state->cost[a] < state->cost[b];
  return state->ant[a] < state->ant[b];
}

/* The island's cheapest ant after row `last` in the order of cost and number; -1: the first of all. */
static int64_t ant_next(const AcoState *state, uint32_t i, int64_t last) {
  int64_t best = -1;
  for (int64_t r = i; r < (int64_t)state->rows * state->islands; r += state->islands)
    if ((last < 0 || cheaper(state, last, r)) && (best < 0 || cheaper(state, r, best))) best = r;
  return best;
}

/* The tours that leave trails, and how much. */
static void deposits_choose(const AcoRules *rules, const AcoState *state, int32_t n, uint32_t i, int64_t ant,
                            Update *u) {
  const int32_t *const best = state->best + (size_t)i * (size_t)n, *const source =
                                                                       state->source + (size_t)i * (size_t)n;
  const int64_t unit = state->colony[i].unit;
  if (rules->deposits > 1 || u->decided.which == ACO_OF_BEST)
    u->left[0] = best;
  else if (u->decided.which == ACO_OF_SOURCE)
    u->left[0] = source;
  else
    u->left[0] = state->tour + ant * n;
  for (uint32_t d = 1; d < rules->deposits; d++) {
    if (d > 1 && ant >= 0) ant = ant_next(state, i, ant);
    u->left[d] = ant < 0 ? best : state->tour + ant * n;
    u->decided.amount[d] = ant < 0 ? 0 : aco_amount(rules, unit, state->cost[ant], rules->deposits - d);
  }
}

static void links_make(const int32_t *tour, int32_t n, int32_t *link) {
  for (int32_t p = 0; p < n; p++) {
    link[2 * (size_t)tour[p]] = tour[p ? p - 1 : n - 1];
    link[2 * (size_t)tour[p] + 1] = tour[p + 1 < n ? p + 1 : 0];
  }
}

/* Decides, and keeps the best tours. */
static void island_decide(const AcoProblem *problem, const AcoRules *rules, const AcoState *state, uint32_t i,
                          uint32_t iteration, Update *u) {
  const int32_t n = problem->tour.n;
  const int64_t ant = ant_next(state, i, -1);
  const size_t at = (size_t)i * (size_t)n, bytes = (size_t)n * sizeof(int32_t);
  const uint32_t draw = aco_words(state->seed, state->first + i, iteration, ACO_ANTS_MAX, 0).v[0];
  aco_decide(rules, state->colony + i, n, state->cost[ant], draw, iteration, &u->decided);
  if (u->decided.best) memcpy(state->best + at, state->tour + ant * n, bytes);
  if (u->decided.source)
    memcpy(state->source + at, u->decided.source == 2 ? state->best + at : state->tour + ant * n, bytes);
  deposits_choose(rules, state, n, i, ant, u);
  for (uint32_t d = 0; d < rules->deposits; d++)
    links_make(u->left[d], n, u->link + 2 * (size_t)d * (size_t)n);
}

static void island_update(Backend *be, const AcoProblem *problem, const AcoRules *rules,
                          const AcoState *state, uint32_t i, const Update *u) {
  const size_t n = (size_t)problem->tour.n, width = (size_t)problem->width;
  uint64_t links = 0;
#pragma omp parallel for num_threads(be->threads) reduction(+ : links) if (n > 2000)
  for (size_t c = 0; c < n; c++) {
    const size_t row = (i * n + c) * width;
    for (size_t k = 0; k < width; k++)
      state->trail[row + k] = aco_trail(rules, &u->decided, state->trail[row + k],
                                        problem->list[c * width + k], u->link + 2 * c, 2 * n);
    links += row_weigh(problem, rules, c * width, state->trail + row, state->choice + row);
  }
  state->colony[i].links = (int64_t)links;
}

static Status update(Backend *be, const AcoProblem *problem, const AcoRules *rules, const AcoState *state,
                     uint32_t iteration) {
  Update u;
  u.link = malloc(2 * (size_t)rules->deposits * (size_t)problem->tour.n * sizeof *u.link);
  if (!u.link) FAIL(ERR_MEMORY, "no memory for the edges of %u tours", rules->deposits);
  for (uint32_t i = 0; i < state->islands; i++) {
    island_decide(problem, rules, state, i, iteration, &u);
    island_update(be, problem, rules, state, i, &u);
  }
  free(u.link);
  return OK;
}

const AcoKernels aco_kernels_cpu = {describe, weigh, build, aco_improve_cpu, update, 1, 1};
