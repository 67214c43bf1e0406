/* 2-opt of ants' tours on the CPU: OpenMP over tours. Contract: solver/aco/aco_kernels.h. */
#include <stdlib.h>
#include <string.h>
#include "halt.h"
#include "aco_ant.h"

Status aco_tour_make(AcoTour *t, int32_t n) {
  const size_t cities = (size_t)n;
  *t = (AcoTour){.n = n};
  t->tour = malloc(cities * sizeof *t->tour), t->position = malloc(cities * sizeof *t->position);
  t->queue = malloc(cities * sizeof *t->queue), t->queued = calloc(cities, 1);
  if (!t->tour || !t->position || !t->queue || !t->queued)
    FAIL(ERR_MEMORY, "no memory for a tour of %d cities", n);
  return OK;
}

void aco_tour_free(AcoTour *t) { free(t->tour), free(t->position), free(t->queue), free(t->queued); }

void aco_tour_push(AcoTour *t, int32_t city) {
  if (t->queued[city]) return;
  const int32_t at = t->head + t->count++;
  t->queue[at < t->n ? at : at - t->n] = city, t->queued[city] = 1;
}

int32_t aco_tour_neighbour(const AcoTour *t, int32_t city, int direction) {
  const int32_t p = t->position[city];
  if (direction) return t->tour[p ? p - 1 : t->n - 1];
  return t->tour[p + 1 < t->n ? p + 1 : 0];
}

typedef struct Move {
  int64_t gain;
  int32_t b, c, e;
  int direction;
} Move;

/* The best move of city a in a direction, if it gains more than *best. */
static void direction_search(const AcoProblem *problem, const AcoTour *t, int32_t a, int direction,
                             Move *best) {
  const int32_t b = aco_tour_neighbour(t, a, direction), before = tour_distance(&problem->tour, a, b);
  const size_t row = (size_t)a * (size_t)problem->width;
  for (int32_t k = 0; k < problem->width && problem->distance[row + (size_t)k] < before; k++) {
    const int32_t c = problem->list[row + (size_t)k], e = aco_tour_neighbour(t, c, direction);
    const int64_t gain = (int64_t)before + tour_distance(&problem->tour, c, e) -
                         problem->distance[row + (size_t)k] - tour_distance(&problem->tour, b, e);
    if (gain > best->gain) *best = (Move){gain, b, c, e, direction};
  }
}

/* Reverses `length` cities from position p on, around the tour. */
static void path_reverse(AcoTour *t, int32_t p, int32_t length) {
  int32_t i = p, j = p + length - 1 < t->n ? p + length - 1 : p + length - 1 - t->n;
  for (int32_t k = 0; k < length / 2; k++) {
    const int32_t left = t->tour[i], right = t->tour[j];
    t->tour[i] = right, t->position[right] = i, t->tour[j] = left, t->position[left] = j;
    if (++i == t->n) i = 0;
    if (--j < 0) j = t->n - 1;
  }
}

/* Reverses the path from the position of `from` to that of `to`, or the rest of the tour if that is shorter. */
static void part_reverse(AcoTour *t, int32_t from, int32_t to) {
  const int32_t i = t->position[from], j = t->position[to], length = (j < i ? j + t->n : j) - i + 1;
  if (2 * length <= t->n)
    path_reverse(t, i, length);
  else
    path_reverse(t, j + 1 < t->n ? j + 1 : 0, t->n - length);
}

static void move_apply(AcoTour *t, const Move *m) {
  if (m->direction)
    part_reverse(t, m->c, m->b); /* e c .. b a */
  else
    part_reverse(t, m->b, m->c); /* a b .. c e */
  t->cost -= m->gain;
  aco_tour_push(t, m->b), aco_tour_push(t, m->c), aco_tour_push(t, m->e);
}

void aco_two_opt(const AcoProblem *problem, AcoTour *t) {
  while (t->count && !halt_poll()) {
    const int32_t a = t->queue[t->head];
    Move best = {.gain = 0};
    for (int d = 0; d < 2; d++) direction_search(problem, t, a, d, &best);
    if (best.gain > 0) {
      move_apply(t, &best);
      continue;
    }
    t->queued[a] = 0, t->count--;
    if (++t->head == t->n) t->head = 0;
  }
}

static void tour_improve(const AcoProblem *problem, AcoTour *t, int32_t *tour, int64_t *cost) {
  t->head = t->count = 0, t->cost = *cost;
  memcpy(t->tour, tour, (size_t)t->n * sizeof *tour);
  for (int32_t p = 0; p < t->n; p++) t->position[tour[p]] = p, aco_tour_push(t, tour[p]);
  aco_two_opt(problem, t);
  memcpy(tour, t->tour, (size_t)t->n * sizeof *tour);
  *cost = t->cost;
}

Status aco_improve_cpu(Backend *be, const AcoProblem *problem, const AcoState *state) {
  const int32_t n = problem->tour.n;
  const int64_t rows = (int64_t)state->rows * state->islands;
  Status status = OK;
#pragma omp parallel num_threads(be->threads)
  {
    AcoTour own;
    const Status its = aco_tour_make(&own, n);
    if (its != OK) {
#pragma omp atomic write
      status = its;
    }
#pragma omp for schedule(dynamic, 1)
    for (int64_t r = 0; r < rows; r++)
      if (its == OK && !halt_poll()) tour_improve(problem, &own, state->tour + r * n, state->cost + r);
    aco_tour_free(&own);
  }
  TRY(status);
  return halt_after("local search of ants");
}
