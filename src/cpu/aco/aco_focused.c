/* Focused ants on the CPU (Skinderowicz 2022): OpenMP over rows of tours. Contract: solver/aco/aco_kernels.h. */
#include <stdlib.h>
#include <string.h>
#include "halt.h"
#include "solver/aco/aco_step.h"
#include "aco_ant.h"

typedef struct FocusedAnt {
  const AcoProblem *problem;
  const AcoRules *rules;
  const uint32_t *choice;     /* (n, K) weights, of the island */
  const int32_t *source;      /* (n) the tour that it changes */
  int32_t *source_position;   /* (n) */
  AcoTour t;                  /* its own */
  uint8_t *visited;           /* (n) */
  int32_t path[ACO_WALK + 1]; /* cities visited, in order */
} FocusedAnt;

/* Moves the city at position p to position q, upwards or downwards around the tour; those between move by one the other way. */
static void city_shift(AcoTour *t, int32_t p, int32_t q, bool upwards) {
  const int32_t city = t->tour[p];
  while (p != q) {
    const int32_t from = upwards ? (p + 1 < t->n ? p + 1 : 0) : (p ? p - 1 : t->n - 1), other = t->tour[from];
    t->tour[p] = other, t->position[other] = p, p = from;
  }
  t->tour[q] = city, t->position[city] = q;
}

static int32_t wrapped(int32_t p, int32_t n) { return p < 0 ? p + n : p < n ? p : p - n; }

/* Puts `next`, which is no neighbour, beside `city`, on the side of its next city or, in direction 1, of its previous one. */
static void city_relocate(FocusedAnt *ant, int32_t city, int32_t next, int direction) {
  AcoTour *t = &ant->t;
  const TourProblem *d = &ant->problem->tour;
  const int32_t n = t->n, before = aco_tour_neighbour(t, next, 1), after = aco_tour_neighbour(t, next, 0),
                beside = aco_tour_neighbour(t, city, direction), p = t->position[city], q = t->position[next],
                apart = wrapped(direction ? p - q : q - p, n);
  t->cost += (int64_t)tour_distance(d, before, after) + tour_distance(d, city, next) +
             tour_distance(d, next, beside) - tour_distance(d, before, next) - tour_distance(d, next, after) -
             tour_distance(d, city, beside);
  if (apart - 1 <= n - apart)
    city_shift(t, q, wrapped(direction ? p - 1 : p + 1, n), direction);
  else
    city_shift(t, q, p, !direction);
  aco_tour_push(t, city), aco_tour_push(t, next);
  aco_tour_push(t, before), aco_tour_push(t, after), aco_tour_push(t, beside);
}

static int32_t next_choose(const FocusedAnt *ant, int32_t city, uint32_t word) {
  const AcoTour *t = &ant->t;
  const int32_t width = ant->problem->width;
  const size_t row = (size_t)city * (size_t)width;
  uint32_t sum[ACO_WIDTH], total = 0;
  for (int32_t k = 0; k < width; k++)
    sum[k] = total += ant->visited[ant->problem->list[row + (size_t)k]] ? 0 : ant->choice[row + (size_t)k];
  if (!total) {
    int32_t p = t->position[city];
    while (ant->visited[t->tour[p]]) p = wrapped(p + 1, t->n);
    return t->tour[p];
  }
  const uint32_t at = aco_below(word, total);
  int32_t k = 0;
  while (sum[k] <= at) k++;
  return ant->problem->list[row + (size_t)k];
}

static bool in_source(const FocusedAnt *ant, int32_t a, int32_t b) {
  const int32_t apart = abs(ant->source_position[a] - ant->source_position[b]);
  return apart == 1 || apart == ant->t.n - 1;
}

/* One step, of an ant that came to `city` from `previous` (-1: from nowhere). */
static int32_t ant_step(FocusedAnt *ant, int32_t previous, int32_t city, uint32_t word) {
  const AcoTour *t = &ant->t;
  const int32_t next = next_choose(ant, city, word), up = aco_tour_neighbour(t, city, 0);
  if (next != up && next != aco_tour_neighbour(t, city, 1)) city_relocate(ant, city, next, up == previous);
  return next;
}

static void ant_walk(FocusedAnt *ant, uint64_t seed, uint32_t island, uint32_t iteration, uint32_t number) {
  const int32_t n = ant->t.n, most = n - 1 < ACO_WALK ? n - 1 : ACO_WALK;
  philox4x32_ctr_t words = aco_words(seed, island, iteration, number, 0);
  int32_t *path = ant->path, s = 0;
  path[0] = (int32_t)aco_below(words.v[0], (uint32_t)n), ant->visited[path[0]] = 1;
  for (uint32_t changes = 0; s < most && changes < ant->rules->changes;) {
    if (++s % 4 == 0) words = aco_words(seed, island, iteration, number, (uint32_t)s / 4);
    path[s] = ant_step(ant, s > 1 ? path[s - 2] : -1, path[s - 1], words.v[s % 4]);
    ant->visited[path[s]] = 1, changes += !in_source(ant, path[s - 1], path[s]);
  }
  for (; s >= 0; s--) ant->visited[path[s]] = 0;
}

static void queue_clear(AcoTour *t) {
  for (; t->count; t->count--) {
    t->queued[t->queue[t->head]] = 0;
    if (++t->head == t->n) t->head = 0;
  }
}

static void ant_run(FocusedAnt *ant, const AcoState *state, uint32_t i, uint32_t iteration, uint32_t number) {
  AcoTour *t = &ant->t;
  const size_t bytes = (size_t)t->n * sizeof *t->tour;
  memcpy(t->tour, ant->source, bytes), memcpy(t->position, ant->source_position, bytes);
  t->cost = state->colony[i].source, t->head = t->count = 0;
  ant_walk(ant, state->seed, state->first + i, iteration, number);
  if (ant->rules->search)
    aco_two_opt(ant->problem, t);
  else
    queue_clear(t);
}

/* The ants of a row, of which it keeps the best. */
static void row_run(FocusedAnt *ant, const AcoState *state, int64_t r, uint32_t iteration) {
  const int32_t n = ant->t.n;
  const uint32_t i = (uint32_t)(r % state->islands);
  ant->choice = state->choice + (size_t)i * (size_t)n * (size_t)ant->problem->width;
  ant->source = state->source + (size_t)i * (size_t)n;
  for (int32_t p = 0; p < n; p++) ant->source_position[ant->source[p]] = p;
  state->cost[r] = COST_NONE;
  for (uint32_t k = (uint32_t)(r / state->islands); k < ant->rules->ants && !halt_poll(); k += state->rows) {
    ant_run(ant, state, i, iteration, k);
    if (ant->t.cost >= state->cost[r]) continue;
    state->cost[r] = ant->t.cost, state->ant[r] = k;
    memcpy(state->tour + r * n, ant->t.tour, (size_t)n * sizeof *ant->t.tour);
  }
}

static Status ant_make(FocusedAnt *ant, const AcoProblem *problem, const AcoRules *rules) {
  const size_t n = (size_t)problem->tour.n;
  ant->problem = problem, ant->rules = rules;
  ant->source_position = malloc(n * sizeof *ant->source_position), ant->visited = calloc(n, 1);
  TRY(aco_tour_make(&ant->t, problem->tour.n));
  if (!ant->source_position || !ant->visited) FAIL(ERR_MEMORY, "no memory for a tour of %zu cities", n);
  return OK;
}

Status aco_focused_cpu(Backend *be, const AcoProblem *problem, const AcoRules *rules, const AcoState *state,
                       uint32_t iteration) {
  const int64_t rows = (int64_t)state->rows * state->islands;
  Status status = OK;
#pragma omp parallel num_threads(be->threads)
  {
    FocusedAnt ant;
    const Status its = ant_make(&ant, problem, rules);
    if (its != OK) {
#pragma omp atomic write
      status = its;
    }
#pragma omp for schedule(dynamic, 1)
    for (int64_t r = 0; r < rows; r++)
      if (its == OK) row_run(&ant, state, r, iteration);
    aco_tour_free(&ant.t), free(ant.source_position), free(ant.visited);
  }
  TRY(status);
  return halt_after("the tours of focused ants");
}
