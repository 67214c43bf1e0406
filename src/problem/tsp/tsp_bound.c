/* See tsp_bound.h. */
#include "tsp_bound.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "halt.h"
#include "tsp.h"
#include "tsp_ascent.h"

struct TspBound {
  pthread_mutex_t mutex;
  Assignment *assignment; /* NULL: not yet */
  bool ascended;
  int64_t bound; /* by ascent */
};

TspBound *tsp_bound_make(void) {
  TspBound *bound = calloc(1, sizeof *bound);
  if (bound) pthread_mutex_init(&bound->mutex, NULL);
  return bound;
}

void tsp_bound_free(TspBound *bound) {
  if (!bound) return;
  assignment_free(bound->assignment);
  pthread_mutex_destroy(&bound->mutex);
  free(bound);
}

/* Waits for another thread's computation, as long as halting is not due. */
static Status bound_lock(TspBound *bound) {
  const struct timespec moment = {.tv_nsec = 1000000};
  while (pthread_mutex_trylock(&bound->mutex) != 0) {
    TRY(halt_check("the lower bound"));
    nanosleep(&moment, NULL);
  }
  return OK;
}

/* A path's matrix has a row and a column more. */
static Status assignment_find(const TspInstance *tsp, Assignment **out) {
  const size_t n = (size_t)tsp->head.n, nodes = n + 1;
  if (!tsp->path) return assignment_solve(tsp->head.n, tsp->matrix, out);
  int32_t *matrix = calloc(nodes * nodes, sizeof *matrix);
  if (!matrix) FAIL(ERR_MEMORY, "no memory for the assignment of %d cities", tsp->head.n);
  for (size_t a = 0; a < n; a++) memcpy(matrix + a * nodes, tsp->matrix + a * n, n * sizeof *matrix);
  matrix[nodes * nodes - 1] = DISTANCE_MAX;
  const Status status = assignment_solve(tsp->head.n + 1, matrix, out);
  free(matrix);
  return status;
}

Status tsp_assignment(const Instance *inst, const Assignment **out) {
  TspBound *bound = tsp_of(inst)->bound;
  TRY(bound_lock(bound));
  const Status status = bound->assignment ? OK : assignment_find(tsp_of(inst), &bound->assignment);
  *out = bound->assignment;
  pthread_mutex_unlock(&bound->mutex);
  return status;
}

static Status directed_bound(const Instance *inst, int64_t *bound) {
  const Assignment *found;
  TRY(tsp_assignment(inst, &found));
  *bound = found->total;
  return OK;
}

static Status ascent_find(const TspInstance *tsp, TspBound *bound) {
  TspAscent ascent;
  const Status status = tsp_ascend(tsp, &ascent);
  if (status == OK) bound->bound = ascent.bound > 0 ? ascent.bound : 0;
  bound->ascended = status == OK;
  free(ascent.price);
  return status;
}

static Status ascent_bound(const Instance *inst, int64_t *out) {
  TspBound *bound = tsp_of(inst)->bound;
  TRY(bound_lock(bound));
  const Status status = bound->ascended ? OK : ascent_find(tsp_of(inst), bound);
  *out = bound->bound;
  pthread_mutex_unlock(&bound->mutex);
  return status;
}

bool tsp_bound_slow(const Instance *inst) { return tsp_of(inst)->metric != METRIC_DIRECTED; }

Status tsp_bound(const Instance *inst, int threads, int64_t *bound) {
  (void)threads;
  *bound = 0;
  if (!tsp_bound_slow(inst)) return directed_bound(inst, bound);
  return tsp_ascends(tsp_of(inst)) ? ascent_bound(inst, bound) : OK;
}
