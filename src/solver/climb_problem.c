/* What the climb kernels read: the instance on the backend. */
#include <math.h>
#include <stdlib.h>
#include "../metric.h"
#include "climb_archipelago.h"

/* Allocates on the backend and fills from the host. */
static Status place(Backend *be, const void *host, size_t bytes, const void **dev) {
  void *room = NULL;
  TRY(be->ops->alloc(be, bytes, &room));
  *dev = room;
  return be->ops->upload(be, room, host, bytes);
}

static double extent(const double *v, int32_t n, double *centre) {
  double low = v[0], high = v[0];
  for (int32_t i = 1; i < n; i++) low = fmin(low, v[i]), high = fmax(high, v[i]);
  *centre = low / 2 + high / 2;
  return (high - low) / 2;
}

/* Filter coordinates: centred, so that float keeps 24 bits of the extent X and not of the offset. Rounding them, a
 * relative error of 2^-21 a distance and the additions stay below X * 2^-16 for four distances, below twice that for
 * eight (docs/algorithms.md). */
static Status problem_coordinates(Archipelago *a) {
  const Instance *inst = a->inst;
  double cx, cy, rx = extent(inst->x, inst->n, &cx), ry = extent(inst->y, inst->n, &cy);
  double scale = inst->metric == METRIC_ATT ? sqrt(0.1) : 1.0;
  a->problem.slack = (float)(fmax(rx, ry) * scale * 0x1p-16);
  Status status = OK;
  double *xy = malloc(2 * sizeof *xy * inst->n);
  float *fxy = malloc(2 * sizeof *fxy * inst->n);
  if (!xy || !fxy) FAIL_GOTO(cleanup, ERR_MEMORY, "no memory for the coordinates of %d cities", inst->n);
  for (size_t i = 0; i < (size_t)inst->n; i++) {
    xy[2 * i] = inst->x[i], xy[2 * i + 1] = inst->y[i];
    fxy[2 * i] = (float)((inst->x[i] - cx) * scale), fxy[2 * i + 1] = (float)((inst->y[i] - cy) * scale);
  }
  TRY_GOTO(place(a->be, xy, 2 * sizeof *xy * inst->n, (const void **)&a->problem.xy), cleanup);
  TRY_GOTO(place(a->be, fxy, 2 * sizeof *fxy * inst->n, (const void **)&a->problem.fxy), cleanup);
cleanup:
  free(xy), free(fxy);
  return status;
}

static Status problem_matrix(Archipelago *a) {
  const Instance *inst = a->inst;
  size_t n = inst->n, bytes = n * n * sizeof(int32_t);
  int32_t *geo = NULL;
  if (!inst->matrix) { /* GEO: trigonometry belongs on the host, once */
    geo = malloc(bytes);
    if (!geo) FAIL(ERR_MEMORY, "no memory for the %zu x %zu distances of a GEO instance", n, n);
    metric_geo_matrix(inst->x, inst->y, inst->n, geo);
  }
  int32_t most = 0;
  const int32_t *matrix = geo ? geo : inst->matrix;
  for (size_t k = 0; k < n * n; k++) most = matrix[k] > most ? matrix[k] : most;
  a->problem.slack = (float)most * 0x1p-20f; /* floats of integers above 2^24 are rounded */
  Status status = place(a->be, matrix, bytes, (const void **)&a->problem.matrix);
  free(geo);
  return status;
}

Status climb_problem_make(Archipelago *a) {
  static const ClimbFilter filters[METRIC_COUNT] = {
      [METRIC_EUC_2D] = FILTER_EUCLID,     [METRIC_CEIL_2D] = FILTER_EUCLID,    [METRIC_ATT] = FILTER_EUCLID,
      [METRIC_MAN_2D] = FILTER_MANHATTAN,  [METRIC_MAX_2D] = FILTER_CHEBYSHEV, [METRIC_GEO] = FILTER_MATRIX,
      [METRIC_EXPLICIT] = FILTER_MATRIX};
  a->problem = (ClimbProblem){
      .n = a->inst->n, .metric = a->inst->metric, .filter = filters[a->inst->metric], .move = a->plan->move};
  TRY(a->problem.filter == FILTER_MATRIX ? problem_matrix(a) : problem_coordinates(a));
  a->problem.slack *= (float)climb_distances(a->problem.move) / 4;
  return OK;
}

void climb_problem_free(Archipelago *a) {
  a->be->ops->free(a->be, (void *)a->problem.xy);
  a->be->ops->free(a->be, (void *)a->problem.fxy);
  a->be->ops->free(a->be, (void *)a->problem.matrix);
}
