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
  char width[32] = "all pairs";
  if (!rules->all) snprintf(width, sizeof width, "%d candidates", problem->width);
  snprintf(out->shape, sizeof out->shape, "%u ants an island, %s, %d thread%s", rules->ants, width,
           be->threads, be->threads == 1 ? "" : "s");
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
  if (rules->all) return aco_all_weigh_cpu(be, problem, rules, state);
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
  if (rules->all) return aco_all_build_cpu(be, problem, rules, state, iteration);
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
  AcoLeft *left; /* tours that leave trails: their number is */
  uint32_t lefts;
  int32_t *link; /* (n, 2) of the only one, */
  uint64_t *sum; /* (n, K) or what they leave on candidates */
} Update;

/* Decides, and keeps the best tours. */
static void island_decide(const AcoProblem *problem, const AcoRules *rules, const AcoState *state, uint32_t i,
                          uint32_t iteration, Update *u) {
  const int32_t n = problem->tour.n;
  const int64_t ant = aco_best_ant(state, i);
  const size_t at = (size_t)i * (size_t)n, bytes = (size_t)n * sizeof(int32_t);
  const uint32_t draw = aco_words(state->seed, state->first + i, iteration, ACO_ANTS_MAX, 0).v[0];
  aco_decide(rules, state->colony + i, n, state->cost[ant], draw, iteration, &u->decided);
  if (u->decided.best) memcpy(state->best + at, state->tour + ant * n, bytes);
  if (u->decided.source)
    memcpy(state->source + at, u->decided.source == 2 ? state->best + at : state->tour + ant * n, bytes);
  u->lefts = aco_lefts_choose(rules, state, n, i, &u->decided, u->left);
}

/* What the tours leave on the candidate in that place. */
static uint64_t added_to(const AcoProblem *problem, const AcoRules *rules, const Update *u, size_t city,
                         size_t place) {
  if (u->sum) return u->sum[place] >> aco_fine(rules);
  return aco_beside(u->link + 2 * city, problem->list[place]) ? u->decided.amount : 0;
}

static void island_update(Backend *be, const AcoProblem *problem, const AcoRules *rules,
                          const AcoState *state, uint32_t i, const Update *u) {
  const size_t n = (size_t)problem->tour.n, width = (size_t)problem->width;
  uint64_t links = 0;
  if (u->sum)
    aco_lefts_sum(problem, u->left, u->lefts, u->sum);
  else
    aco_links_make(u->left->tour, (int32_t)n, u->link);
#pragma omp parallel for num_threads(be->threads) reduction(+ : links) if (n > 2000)
  for (size_t c = 0; c < n; c++) {
    const size_t row = (i * n + c) * width;
    for (size_t k = 0; k < width; k++)
      state->trail[row + k] =
          aco_trail(rules, &u->decided, state->trail[row + k], added_to(problem, rules, u, c, c * width + k));
    links += row_weigh(problem, rules, c * width, state->trail + row, state->choice + row);
  }
  state->colony[i].links = (int64_t)links;
}

/* To be freed in any case. */
static Status update_make(const AcoProblem *problem, const AcoRules *rules, const AcoState *state,
                          Update *u) {
  const size_t n = (size_t)problem->tour.n, lefts = state->rows + (size_t)rules->deposits;
  const bool sums = rules->deposits > 1 && !rules->all;
  *u = (Update){.left = malloc(lefts * sizeof *u->left), .link = malloc(2 * n * sizeof *u->link)};
  if (sums) u->sum = malloc(n * (size_t)problem->width * sizeof *u->sum + 1);
  if (!u->left || !u->link || (sums && !u->sum))
    FAIL(ERR_MEMORY, "no memory for the edges of %zu tours", lefts);
  return OK;
}

static Status update(Backend *be, const AcoProblem *problem, const AcoRules *rules, const AcoState *state,
                     uint32_t iteration) {
  Update u;
  const Status status = update_make(problem, rules, state, &u);
  for (uint32_t i = 0; i < state->islands && status == OK; i++) {
    island_decide(problem, rules, state, i, iteration, &u);
    if (rules->all)
      aco_all_update_cpu(be, problem, rules, state, i, &u.decided, u.left, u.lefts);
    else
      island_update(be, problem, rules, state, i, &u);
  }
  free(u.left);
  free(u.link);
  free(u.sum);
  return status;
}

const AcoKernels aco_kernels_cpu = {describe, weigh, build, aco_improve_cpu, update, 1, 1};
