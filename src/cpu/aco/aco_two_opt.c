/* 2-opt and Or-opt of ants' tours on the CPU: OpenMP over tours. Contract: solver/aco/aco_kernels.h. */
#include <stdlib.h>
#include <string.h>
#include "halt.h"
#include "individual.h"
#include "aco_ant.h"

typedef struct Move {
  int64_t gain;
  int32_t a, b, c, e; /* e beside c */
  int32_t s, g;       /* the last city of the segment that moves, and the one behind it */
  int kind;           /* AcoMove */
} Move;

/* City a, the segments that begin there, and the best move yet. */
typedef struct MoveSearch {
  const AcoProblem *problem;
  const AcoTour *t;
  int direction, segments;
  int32_t a, b, before;                   /* d(a, b) */
  int32_t s[ACO_SEGMENT], g[ACO_SEGMENT]; /* last city, and the one behind it */
  int64_t free[ACO_SEGMENT];              /* d(s, g) - d(b, g) */
  Move best;
} MoveSearch;

static int32_t distance(const MoveSearch *m, int32_t a, int32_t b) {
  return tour_distance(&m->problem->tour, a, b);
}

static void segments_find(MoveSearch *m) {
  int32_t s = m->a;
  m->segments = 0;
  for (int l = 0; l < ACO_SEGMENT && s != m->b; l++) {
    const int32_t g = aco_tour_neighbour(m->t, s, !m->direction);
    if (g == m->b) return;
    m->s[l] = s;
    m->g[l] = g;
    m->free[l] = (int64_t)distance(m, s, g) - distance(m, m->b, g);
    m->segments++;
    s = g;
  }
}

/* A move that gains `most` less d(from, e). */
static void move_offer(MoveSearch *m, int64_t most, int32_t from, int32_t c, int32_t e, int l, int kind) {
  if (most <= m->best.gain) return;
  const int64_t gain = most - distance(m, from, e);
  if (gain > m->best.gain) m->best = (Move){gain, m->a, m->b, c, e, m->s[l], m->g[l], kind};
}

/* Moves that join city a to its candidate c. gain: d(a, b) - d(a, c). */
static void candidate_search(MoveSearch *m, int32_t c, int64_t gain) {
  const int32_t e = aco_tour_neighbour(m->t, c, m->direction), h = aco_tour_neighbour(m->t, c, !m->direction);
  const int64_t turned = gain + distance(m, c, e), straight = gain + distance(m, c, h);
  move_offer(m, turned, m->b, c, e, 0, ACO_TWO_OPT);
  for (int l = 0; l < m->segments && m->s[l] != c; l++) {
    if (m->g[l] != c) move_offer(m, turned + m->free[l], m->s[l], c, e, l, ACO_OR_TURNED);
    move_offer(m, straight + m->free[l], m->s[l], c, h, l, ACO_OR_STRAIGHT);
  }
}

static void direction_search(MoveSearch *m) {
  const size_t row = (size_t)m->a * (size_t)m->problem->width;
  const int32_t *distances = m->problem->distance + row;
  m->b = aco_tour_neighbour(m->t, m->a, m->direction);
  m->before = distance(m, m->a, m->b);
  if (!m->problem->width || distances[0] >= m->before) return;
  segments_find(m);
  for (int32_t k = 0; k < m->problem->width && distances[k] < m->before; k++)
    candidate_search(m, m->problem->list[row + (size_t)k], (int64_t)m->before - distances[k]);
}

static void move_apply(AcoTour *t, const Move *m) {
  t->cost -= m->gain;
  if (m->kind == ACO_OR_STRAIGHT)
    aco_tour_move_straight(t, m->a, m->b, m->c, m->e, m->s, m->g);
  else if (m->kind == ACO_OR_TURNED)
    aco_tour_move_turned(t, m->a, m->b, m->c, m->e, m->s, m->g);
  else
    aco_tour_exchange(t, m->a, m->b, m->c, m->e);
  aco_queue_push(t, m->b);
  aco_queue_push(t, m->c);
  aco_queue_push(t, m->e);
  if (m->kind != ACO_TWO_OPT) {
    aco_queue_push(t, m->s);
    aco_queue_push(t, m->g);
  }
}

void aco_two_opt(const AcoProblem *problem, AcoTour *t) {
  while (t->count && !halt_poll()) {
    MoveSearch m = {.problem = problem, .t = t, .a = t->queue[t->head]};
    for (m.direction = 0; m.direction < 2; m.direction++) direction_search(&m);
    if (m.best.gain == 0)
      aco_queue_pop(t);
    else if (aco_tour_room(t))
      move_apply(t, &m.best);
    else
      break;
  }
  while (t->count) aco_queue_pop(t);
}

static Status tour_make(AcoTour *t, int32_t n) {
  TRY(aco_queue_make(t, n));
  t->tour = malloc((size_t)n * sizeof *t->tour);
  t->position = malloc((size_t)n * sizeof *t->position);
  if (!t->tour || !t->position) FAIL(ERR_MEMORY, "no memory for a tour of %d cities", n);
  return OK;
}

static void tour_free(AcoTour *t) {
  aco_queue_free(t);
  free(t->tour);
  free(t->position);
}

/* Of cities at positions p and q of a tour of n: are they neighbours? */
static bool beside(int32_t p, int32_t q, int32_t n) {
  const int32_t apart = p < q ? q - p : p - q;
  return apart == 1 || apart == n - 1;
}

/* position (n): of the cities in the source, or NULL. */
static void queue_fill(AcoTour *t, const int32_t *position) {
  for (int32_t p = 0, n = t->n; p < n; p++) {
    const int32_t city = t->tour[p], before = t->tour[p ? p - 1 : n - 1],
                  after = t->tour[p + 1 < n ? p + 1 : 0];
    if (!position || !beside(position[city], position[before], n) ||
        !beside(position[city], position[after], n))
      aco_queue_push(t, city);
  }
}

static void tour_improve(const AcoProblem *problem, AcoTour *t, const int32_t *position, int32_t *tour,
                         int64_t *cost) {
  t->head = t->count = 0;
  t->cost = *cost;
  memcpy(t->tour, tour, (size_t)t->n * sizeof *tour);
  for (int32_t p = 0; p < t->n; p++) t->position[tour[p]] = p;
  queue_fill(t, position);
  aco_two_opt(problem, t);
  memcpy(tour, t->tour, (size_t)t->n * sizeof *tour);
  *cost = t->cost;
}

/* By all threads, together. position (islands, n): of cities in the sources. */
static void tours_improve(const AcoProblem *problem, AcoTour *own, bool made, const AcoState *state,
                          int32_t *position) {
  const int64_t n = problem->tour.n, rows = (int64_t)state->rows * state->islands;
#pragma omp for
  for (int64_t k = 0; k < state->islands * n; k++)
    if (state->colony[k / n].source != COST_NONE) position[k / n * n + state->source[k]] = (int32_t)(k % n);
#pragma omp for schedule(dynamic, 1)
  for (int64_t r = 0; r < rows; r++) {
    const int64_t i = r % state->islands;
    if (made && !halt_poll())
      tour_improve(problem, own, state->colony[i].source == COST_NONE ? NULL : position + i * n,
                   state->tour + r * n, state->cost + r);
  }
}

Status aco_improve_cpu(Backend *be, const AcoProblem *problem, const AcoState *state) {
  const int32_t n = problem->tour.n;
  Status status = OK;
  int32_t *position = malloc((size_t)state->islands * (size_t)n * sizeof *position);
  if (!position) FAIL(ERR_MEMORY, "no memory for positions of %d cities", n);
#pragma omp parallel num_threads(be->threads)
  {
    AcoTour own;
    const Status its = tour_make(&own, n);
    if (its != OK) {
#pragma omp atomic write
      status = its;
    }
    tours_improve(problem, &own, its == OK, state, position);
    tour_free(&own);
  }
  free(position);
  TRY(status);
  return halt_after("local search of ants");
}
