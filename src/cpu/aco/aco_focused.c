/* Focused ants on the CPU (Skinderowicz 2022): OpenMP over ants. Contract: solver/aco/aco_kernels.h. */
#include <stdlib.h>
#include "halt.h"
#include "solver/aco/aco_step.h"
#include "aco_ant.h"

typedef struct FocusedBest { /* COST_NONE: none */
  int64_t cost;
  uint32_t number;
  AcoPieces pieces;
} FocusedBest;

/* A thread's ant, and the best of those that it had on an island. */
typedef struct FocusedAnt {
  const AcoProblem *problem;
  const AcoRules *rules;
  const uint32_t *choice; /* (n, K) weights, of the island */
  AcoTour t;              /* its own: pieces of the source */
  AcoPieces pieces;
  FocusedBest best;
  uint32_t island;            /* of them */
  uint8_t *visited;           /* (n) */
  int32_t path[ACO_WALK + 1]; /* cities visited, in order */
} FocusedAnt;

/* Puts `next`, which is no neighbour, beside `city`, on the side of its next city or, in direction 1, of its previous one. */
static void city_relocate(FocusedAnt *ant, int32_t city, int32_t next, int direction) {
  AcoTour *t = &ant->t;
  const TourProblem *d = &ant->problem->tour;
  const int32_t before = aco_tour_neighbour(t, next, direction),
                after = aco_tour_neighbour(t, next, !direction),
                beside = aco_tour_neighbour(t, city, direction);
  t->cost += (int64_t)tour_distance(d, before, after) + tour_distance(d, city, next) +
             tour_distance(d, next, beside) - tour_distance(d, before, next) - tour_distance(d, next, after) -
             tour_distance(d, city, beside);
  aco_tour_move_turned(t, next, before, city, beside, next, after);
  aco_queue_push(t, city);
  aco_queue_push(t, next);
  aco_queue_push(t, before);
  aco_queue_push(t, after);
  aco_queue_push(t, beside);
}

static int32_t next_choose(const FocusedAnt *ant, int32_t city, uint32_t word) {
  const AcoTour *t = &ant->t;
  const int32_t width = ant->problem->width;
  const size_t row = (size_t)city * (size_t)width;
  uint32_t sum[ACO_WIDTH], total = 0;
  for (int32_t k = 0; k < width; k++)
    sum[k] = total += ant->visited[ant->problem->list[row + (size_t)k]] ? 0 : ant->choice[row + (size_t)k];
  if (!total) {
    int32_t other = city;
    while (ant->visited[other]) other = aco_tour_neighbour(t, other, 0);
    return other;
  }
  const uint32_t at = aco_below(word, total);
  int32_t k = 0;
  while (sum[k] <= at) k++;
  return ant->problem->list[row + (size_t)k];
}

static bool in_source(const FocusedAnt *ant, int32_t a, int32_t b) {
  const int32_t apart = abs(ant->t.position[a] - ant->t.position[b]);
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
  path[0] = (int32_t)aco_below(words.v[0], (uint32_t)n);
  ant->visited[path[0]] = 1;
  for (uint32_t changes = 0; s < most && changes < ant->rules->changes && aco_tour_room(&ant->t);) {
    if (++s % 4 == 0) words = aco_words(seed, island, iteration, number, (uint32_t)s / 4);
    path[s] = ant_step(ant, s > 1 ? path[s - 2] : -1, path[s - 1], words.v[s % 4]);
    ant->visited[path[s]] = 1;
    changes += !in_source(ant, path[s - 1], path[s]);
  }
  for (; s >= 0; s--) ant->visited[path[s]] = 0;
}

static void ant_run(FocusedAnt *ant, const AcoState *state, uint32_t i, uint32_t iteration, uint32_t number) {
  AcoTour *t = &ant->t;
  aco_pieces_open(&ant->pieces, t->n);
  t->cost = state->colony[i].source;
  t->head = t->count = 0;
  ant_walk(ant, state->seed, state->first + i, iteration, number);
  if (ant->rules->search)
    aco_two_opt(ant->problem, t);
  else
    while (t->count) aco_queue_pop(t);
  if (t->cost < ant->best.cost || (t->cost == ant->best.cost && number < ant->best.number))
    ant->best = (FocusedBest){t->cost, number, ant->pieces};
}

static Status ant_make(FocusedAnt *ant, const AcoProblem *problem, const AcoRules *rules) {
  const size_t n = (size_t)problem->tour.n;
  *ant = (FocusedAnt){.problem = problem, .rules = rules, .best.cost = COST_NONE, .visited = calloc(n, 1)};
  TRY(aco_queue_make(&ant->t, problem->tour.n));
  ant->t.pieces = &ant->pieces;
  if (!ant->visited) FAIL(ERR_MEMORY, "no memory for a tour of %zu cities", n);
  return OK;
}

/* The end of a thread's ants on an island. */
static void ants_end(FocusedAnt *ant, FocusedBest *best) {
#pragma omp critical(aco_focused_best)
  {
    FocusedBest *b = best + ant->island;
    if (ant->best.cost < b->cost || (ant->best.cost == b->cost && ant->best.number < b->number))
      *b = ant->best;
  }
  ant->best.cost = COST_NONE;
}

static void ants_begin(FocusedAnt *ant, const AcoState *state, uint32_t i, int32_t *position) {
  const size_t n = (size_t)ant->t.n;
  ant->island = i;
  ant->choice = state->choice + i * n * (size_t)ant->problem->width;
  ant->t.tour = state->source + i * n;
  ant->t.position = position + i * n;
}

/* All threads, together. position (islands, n). */
static void ants_run(FocusedAnt *ant, bool made, const AcoState *state, uint32_t iteration, int32_t *position,
                     FocusedBest *best) {
  const uint64_t ants = ant->rules->ants, n = (uint64_t)ant->problem->tour.n;
#pragma omp for
  for (uint64_t k = 0; k < state->islands * n; k++)
    position[k / n * n + (uint64_t)state->source[k]] = (int32_t)(k % n);
#pragma omp for schedule(dynamic, 4) nowait
  for (uint64_t k = 0; k < state->islands * ants; k++) {
    if (!made || halt_poll()) continue;
    if (k / ants != ant->island) ants_end(ant, best);
    ants_begin(ant, state, (uint32_t)(k / ants), position);
    ant_run(ant, state, ant->island, iteration, (uint32_t)(k % ants));
  }
  ants_end(ant, best);
}

static Status islands_run(Backend *be, const AcoProblem *problem, const AcoRules *rules,
                          const AcoState *state, uint32_t iteration, int32_t *position, FocusedBest *best) {
  Status status = OK;
#pragma omp parallel num_threads(be->threads)
  {
    FocusedAnt ant;
    const Status its = ant_make(&ant, problem, rules);
    if (its != OK) {
#pragma omp atomic write
      status = its;
    }
    ants_run(&ant, its == OK, state, iteration, position, best);
    aco_queue_free(&ant.t);
    free(ant.visited);
  }
  TRY(status);
  return halt_after("the tours of focused ants");
}

Status aco_focused_cpu(Backend *be, const AcoProblem *problem, const AcoRules *rules, const AcoState *state,
                       uint32_t iteration) {
  const size_t n = (size_t)problem->tour.n, islands = state->islands;
  Status status = OK;
  int32_t *position = malloc(islands * n * sizeof *position);
  FocusedBest *best = malloc(islands * sizeof *best);
  if (!best || !position) FAIL_GOTO(cleanup, ERR_MEMORY, "no memory for positions of %zu cities", n);
  for (size_t i = 0; i < islands; i++) best[i].cost = COST_NONE;
  TRY_GOTO(islands_run(be, problem, rules, state, iteration, position, best), cleanup);
  for (size_t i = 0; i < islands; i++) {
    state->cost[i] = best[i].cost;
    state->ant[i] = best[i].number;
    aco_pieces_write(&best[i].pieces, state->source + i * n, state->tour + i * n);
  }
cleanup : {
  free(position);
  free(best);
}
  return status;
}
