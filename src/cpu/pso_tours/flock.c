/* Swarms of tours on the CPU: OpenMP over particles. Twin of src/gpu/pso_tours/flock.cu, contract in src/solver/pso_tours/flock_kernels.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "halt.h"
#include "individual.h"
#include "solver/pso_tours/flock_kernels.h"

typedef struct Particle { /* in its move */
  int32_t n, *x, *place;  /* place (n): position of each city */
  int32_t *v, length;
} Particle;

static void swap_make(Particle *p, int32_t at, int32_t other) {
  const int32_t a = p->x[at], b = p->x[other];
  p->x[at] = b;
  p->x[other] = a;
  p->place[a] = other;
  p->place[b] = at;
  p->v[2 * (size_t)p->length] = at;
  p->v[2 * (size_t)p->length + 1] = other;
  p->length++;
}

/* At most `c r d` swaps of the difference to the target. */
static void target_follow(Particle *p, const int32_t *target, uint32_t c, uint32_t share, uint32_t first) {
  const int32_t round = p->n - 1;
  int32_t differ = 0;
  for (int32_t at = 1; at < p->n; at++) differ += p->x[at] != target[at];
  int32_t left = flock_part(c, share, differ), at = 1 + flock_below(first, round);
  for (int32_t k = 0; k < round && left > 0 && p->length < round; k++) {
    if (p->x[at] != target[at]) {
      swap_make(p, at, p->place[target[at]]);
      left--;
    }
    at = at + 1 < p->n ? at + 1 : 1;
  }
}

static void hope_give(Particle *p, uint64_t seed, uint32_t swarm, uint32_t number, uint32_t k) {
  for (uint32_t s = 0; s < FLOCK_HOPE && p->length < p->n - 1; s++) {
    const philox4x32_ctr_t words = flock_words(seed, swarm, number, k, 1 + s / 2);
    swap_make(p, 1 + flock_below(words.v[s % 2 * 2], p->n - 1),
              1 + flock_below(words.v[s % 2 * 2 + 1], p->n - 1));
  }
}

static int64_t tour_cost(const TourProblem *problem, const int32_t *tour) {
  int64_t cost = 0;
  for (int32_t p = 0, n = problem->n; p < n && n > 1; p++)
    cost += tour_distance(problem, tour[p], tour[p + 1 < n ? p + 1 : 0]);
  return cost;
}

/* kept (n - 1, 2) and place (n): scratch. */
static void particle_move(const TourProblem *problem, const FlockRules *rules, const FlockState *st,
                          size_t row, uint32_t k, uint32_t w, int32_t *kept, int32_t *place) {
  const size_t n = (size_t)problem->n, round = n - 1;
  const uint32_t swarm = st->first + (uint32_t)(row / rules->particles),
                 number = (uint32_t)(row % rules->particles);
  const philox4x32_ctr_t words = flock_words(st->seed, swarm, number, k, 0);
  Particle p = {problem->n, st->x + row * n, place, st->v + 2 * row * round, 0};
  const int32_t going = flock_kept(w, st->length[row]);
  memcpy(kept, p.v, 2 * (size_t)going * sizeof *kept);
  for (int32_t at = 0; at < p.n; at++) place[p.x[at]] = at;
  for (int32_t s = 0; s < going; s++) swap_make(&p, kept[2 * (size_t)s], kept[2 * (size_t)s + 1]);
  target_follow(&p, st->b + row * n, rules->c1, words.v[0], words.v[2]);
  target_follow(&p, st->g + row / rules->particles * n, rules->c2, words.v[1], words.v[3]);
  if (!p.length) hope_give(&p, st->seed, swarm, number, k);
  st->length[row] = p.length;
  st->cost[row] = tour_cost(problem, p.x);
}

static Status move(Backend *be, const TourProblem *problem, const FlockRules *rules, const FlockState *state,
                   uint32_t k, uint32_t w) {
  const size_t rows = (size_t)state->swarms * rules->particles, n = (size_t)problem->n;
  Status failed = OK;
  if (n < 2) return OK;
#pragma omp parallel num_threads(be->threads)
  {
    int32_t *scratch = malloc(3 * n * sizeof *scratch);
    if (!scratch)
#pragma omp atomic write
      failed = ERR_MEMORY;
#pragma omp for schedule(static)
    for (size_t row = 0; row < rows; row++)
      if (scratch && !halt_poll()) particle_move(problem, rules, state, row, k, w, scratch, scratch + 2 * n);
    free(scratch);
  }
  if (failed != OK) FAIL(ERR_MEMORY, "no memory for a particle of %zu cities", n);
  return halt_after("the moves of particles");
}

static Status start(Backend *be, const TourProblem *problem, const FlockRules *rules,
                    const FlockState *state) {
  const int32_t n = problem->n;
#pragma omp parallel for num_threads(be->threads) schedule(static)
  for (size_t row = 0; row < (size_t)state->swarms * rules->particles; row++) {
    int32_t *x = state->x + row * (size_t)n;
    for (int32_t p = 0; p < n; p++) x[p] = p;
    for (int32_t p = n - 1; p > 1; p--) {
      const philox4x32_ctr_t words =
          flock_words(state->seed, state->first + (uint32_t)(row / rules->particles),
                      (uint32_t)(row % rules->particles), FLOCK_START, (uint32_t)p / 4);
      const int32_t q = 1 + flock_below(words.v[p % 4], p), city = x[p];
      x[p] = x[q];
      x[q] = city;
    }
    state->length[row] = 0;
    state->cost[row] = tour_cost(problem, x);
  }
  return OK;
}

/* So that it begins with city 0. scratch (n). */
static void tour_turn(int32_t *tour, size_t n, int32_t *scratch) {
  size_t from = 0;
  while (tour[from] != 0) from++;
  if (!from) return;
  memcpy(scratch, tour + from, (n - from) * sizeof *tour);
  memcpy(scratch + n - from, tour, from * sizeof *tour);
  memcpy(tour, scratch, n * sizeof *tour);
}

/* b of all particles, then g. */
static void swarm_settle(const TourProblem *problem, const FlockRules *rules, const FlockState *st, size_t i,
                         int32_t *scratch) {
  const size_t n = (size_t)problem->n, bytes = n * sizeof(int32_t);
  size_t best = i * rules->particles;
  for (size_t row = best; row < (i + 1) * rules->particles; row++) {
    tour_turn(st->x + row * n, n, scratch);
    if (st->cost[row] < st->b_cost[row]) {
      st->b_cost[row] = st->cost[row];
      memcpy(st->b + row * n, st->x + row * n, bytes);
    }
    if (st->b_cost[row] < st->b_cost[best]) best = row;
  }
  if (st->b_cost[best] >= st->g_cost[i]) return;
  st->g_cost[i] = st->b_cost[best];
  memcpy(st->g + i * n, st->b + best * n, bytes);
}

static Status settle(Backend *be, const TourProblem *problem, const FlockRules *rules,
                     const FlockState *state) {
  Status failed = OK;
#pragma omp parallel num_threads(be->threads)
  {
    int32_t *scratch = malloc((size_t)problem->n * sizeof *scratch);
    if (!scratch)
#pragma omp atomic write
      failed = ERR_MEMORY;
#pragma omp for schedule(static)
    for (size_t i = 0; i < state->swarms; i++)
      if (scratch) swarm_settle(problem, rules, state, i, scratch);
    free(scratch);
  }
  if (failed != OK) FAIL(ERR_MEMORY, "no memory for a tour of %d cities", problem->n);
  return OK;
}

static Status describe(Backend *be, const TourProblem *problem, const FlockRules *rules, Description *out) {
  (void)problem;
  *out = (Description){0};
  snprintf(out->shape, sizeof out->shape, "%u particles a swarm, %d thread%s", rules->particles, be->threads,
           be->threads == 1 ? "" : "s");
  return OK;
}

const FlockKernels flock_kernels_cpu = {describe, start, move, settle};
