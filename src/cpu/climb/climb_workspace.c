/* See climb_workspace.h: a thread's tour in the layout of the filters (scan.h, climb_swap.c). */
#include "climb_workspace.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "problem/tsp/metric.h"

void workspace_free(ClimbWorkspace *b) {
  free(b->tour.x);
  free(b->tour.y);
  free(b->tour.e);
  free(b->tour.city);
  free(b->minima);
  free(b->around);
  free(b->hits);
}

Status workspace_make(ClimbWorkspace *b, const ClimbProblem *problem, const MoveOps *move) {
  size_t length = scan_length(problem->n), n = problem->n;
  *b = (ClimbWorkspace){.problem = problem, .move = move};
  b->scan = b->move->scan(problem);
  b->tour = (ScanTour){.n = problem->n,
                       .x = calloc(length, sizeof(float)),
                       .y = calloc(length, sizeof(float)),
                       .e = calloc(length, sizeof(float)),
                       .city = calloc(length, sizeof(int32_t)),
                       .matrix = problem->matrix};
  b->minima = calloc(scan_floats(problem->n), sizeof(float));
  b->around = calloc(length, sizeof(float));
  b->hits = calloc(SCAN_GROUP_MAX * n, sizeof(ScanHit));
  if (b->tour.x && b->tour.y && b->tour.e && b->tour.city && b->minima && b->around && b->hits) return OK;
  workspace_free(b);
  FAIL(ERR_MEMORY, "no memory for a climber of %d cities", problem->n);
}

int64_t city_distance(const ClimbProblem *p, int32_t a, int32_t b) {
  if (p->filter == FILTER_MATRIX) return p->matrix[(size_t)a * p->n + b];
  return metric_distance(p->metric, p->xy[2 * (size_t)a], p->xy[2 * (size_t)a + 1], p->xy[2 * (size_t)b],
                         p->xy[2 * (size_t)b + 1]);
}

static float filter_distance(const ClimbProblem *p, int32_t a, int32_t b) {
  if (p->filter == FILTER_MATRIX) return (float)p->matrix[(size_t)a * p->n + b];
  float dx = p->fxy[2 * (size_t)a] - p->fxy[2 * (size_t)b],
        dy = p->fxy[2 * (size_t)a + 1] - p->fxy[2 * (size_t)b + 1];
  if (p->filter == FILTER_MANHATTAN) return fabsf(dx) + fabsf(dy);
  if (p->filter == FILTER_CHEBYSHEV) return fmaxf(fabsf(dx), fabsf(dy));
  return sqrtf(dx * dx + dy * dy);
}

void workspace_place(ClimbWorkspace *b, int32_t p, int32_t city) {
  for (size_t q = p; q < scan_length(b->tour.n); q += b->tour.n) {
    b->tour.city[q] = city;
    if (!b->problem->fxy) continue;
    b->tour.x[q] = b->problem->fxy[2 * (size_t)city];
    b->tour.y[q] = b->problem->fxy[2 * (size_t)city + 1];
  }
}

void workspace_edge(ClimbWorkspace *b, int32_t p) {
  float e = filter_distance(b->problem, b->tour.city[p], b->tour.city[p + 1]);
  for (size_t q = p; q < scan_length(b->tour.n); q += b->tour.n) b->tour.e[q] = e;
}

static inline void swap_float(float *a, float *b) {
  float kept = *a;
  *a = *b;
  *b = kept;
}

/* Repeats positions 0..n-1 after them. */
static void bench_extend(ClimbWorkspace *b) {
  ScanTour *t = &b->tour;
  size_t n = t->n, length = scan_length(t->n);
  for (size_t q = n; q < length; q += n) {
    size_t bytes = (length - q < n ? length - q : n) * sizeof(float);
    memcpy(t->x + q, t->x, bytes);
    memcpy(t->y + q, t->y, bytes);
    memcpy(t->e + q, t->e, bytes);
    memcpy(t->city + q, t->city, bytes);
  }
}

/* Edges inside keep their lengths: only those at the two ends change. */
void workspace_reverse(ClimbWorkspace *b, int32_t *tour, int32_t first, int32_t length) {
  ScanTour *t = &b->tour;
  int32_t n = t->n, last = first + length - 1 - (first + length - 1 < n ? 0 : n), p = first, q = last;
  for (int32_t k = 0; k < length / 2; k++) {
    int32_t city = tour[p], before = q ? q - 1 : n - 1;
    t->city[p] = tour[p] = tour[q];
    t->city[q] = tour[q] = city;
    swap_float(&t->x[p], &t->x[q]);
    swap_float(&t->y[p], &t->y[q]);
    swap_float(&t->e[p], &t->e[before]);
    p = p + 1 < n ? p + 1 : 0;
    q = before;
  }
  p = first ? first - 1 : n - 1;
  t->e[p] = filter_distance(b->problem, t->city[p], t->city[first]);
  t->e[last] = filter_distance(b->problem, t->city[last], t->city[last + 1 < n ? last + 1 : 0]);
  bench_extend(b);
}

void workspace_load(ClimbWorkspace *b, const int32_t *tour) {
  for (int32_t p = 0; p < b->tour.n; p++) workspace_place(b, p, tour[p]);
  for (int32_t p = 0; p < b->tour.n; p++) workspace_edge(b, p);
}
