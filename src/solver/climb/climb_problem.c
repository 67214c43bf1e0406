/* See climb_problem.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "halt.h"
#include "problem/tsp/metric.h"
#include "problem/tsp/tsp.h"
#include "search/candidates/tour_problem.h"
#include "climb_problem.h"

/* Allocates on the backend and fills from the host. */
static Status place(Backend *be, const void *host, size_t bytes, const void **dev) {
  void *room = NULL;
  TRY(be->ops->alloc(be, bytes, &room));
  *dev = room;
  return be->ops->upload(be, room, host, bytes);
}

static double extent(const double *v, int32_t n, double *centre) {
  double low = v[0], high = v[0];
  for (int32_t i = 1; i < n; i++) {
    low = fmin(low, v[i]);
    high = fmax(high, v[i]);
  }
  *centre = low / 2 + high / 2;
  return (high - low) / 2;
}

static float slack_wider(float slack, double found) { return (float)found > slack ? (float)found : slack; }

/* Filter coordinates: centred, so that a float keeps 24 bits of the half extent X, not of the offset.
 *
 * The slack, in units of X 2^-24, where D is the largest distance divided by X (2 sqrt(2); 4 for MAN_2D, 2 for
 * MAX_2D): a coordinate has a rounding error of 1, so a difference of 2 and a distance of D; the computation of
 * a distance has a relative error of at most 2^-21 = 8 2^-24, that is 8 D; an addition has an error in
 * proportion to its result: a 2-opt move has three, of 2 D each; a swap has seven, of 24 D together. In all 4
 * (D + 8 D) + 6 D = 42 D for 2-opt and 8 (D + 8 D) + 24 D = 96 D for a swap: at most 168 and 384. X 2^-16 = 256
 * and X 2^-15 = 512 are above these. docs/algorithms-answer.md has the details; tests/solver/climb/test_ties.c checks
 * the slack. It is that of the widest instance so far. */
static void coordinates_fill(const Instance *inst, double *xy, float *fxy, float *slack) {
  double cx, cy, rx = extent(tsp_of(inst)->x, inst->n, &cx), ry = extent(tsp_of(inst)->y, inst->n, &cy);
  double scale = tsp_of(inst)->metric == METRIC_ATT ? sqrt(0.1) : 1.0;
  *slack = slack_wider(*slack, fmax(rx, ry) * scale * 0x1p-16);
  for (size_t i = 0; i < (size_t)inst->n; i++) {
    xy[2 * i] = tsp_of(inst)->x[i];
    xy[2 * i + 1] = tsp_of(inst)->y[i];
    fxy[2 * i] = (float)((tsp_of(inst)->x[i] - cx) * scale);
    fxy[2 * i + 1] = (float)((tsp_of(inst)->y[i] - cy) * scale);
  }
}

static Status problem_coordinates(const Instance *const *inst, size_t count, Backend *be,
                                  ClimbProblem *problem) {
  Status status = OK;
  size_t n = inst[0]->n, cities = count * n;
  double *xy = malloc(2 * sizeof *xy * cities);
  float *fxy = malloc(2 * sizeof *fxy * cities);
  if (!xy || !fxy) FAIL_GOTO(cleanup, ERR_MEMORY, "no memory for the coordinates of %zu cities", cities);
  for (size_t k = 0; k < count; k++)
    coordinates_fill(inst[k], xy + 2 * k * n, fxy + 2 * k * n, &problem->slack);
  TRY_GOTO(place(be, xy, 2 * sizeof *xy * cities, (const void **)&problem->xy), cleanup);
  TRY_GOTO(place(be, fxy, 2 * sizeof *fxy * cities, (const void **)&problem->fxy), cleanup);
cleanup : {
  free(xy);
  free(fxy);
}
  return status;
}

static int32_t matrix_largest(const int32_t *matrix, size_t entries) {
  int32_t most = 0;
  for (size_t k = 0; k < entries; k++) most = matrix[k] > most ? matrix[k] : most;
  return most;
}

/* Fills the matrix with the instance's distances; returns the largest. */
static int32_t matrix_fill(const Instance *inst, int32_t *matrix) {
  size_t entries = (size_t)inst->n * inst->n;
  if (tsp_of(inst)->matrix)
    memcpy(matrix, tsp_of(inst)->matrix, entries * sizeof *matrix);
  else
    metric_table(tsp_of(inst), matrix);
  return matrix_largest(matrix, entries);
}

/* The matrices, n (n + 1) elements apart, with the unused elements between them. */
static Status matrices_place(const Instance *const *inst, size_t count, Backend *be, const void **dev,
                             int32_t *most) {
  size_t n = inst[0]->n, apart = n * (n + 1), bytes = (count * apart - n) * sizeof(int32_t);
  int32_t *packed = calloc(1, bytes), largest = 0;
  if (!packed) FAIL(ERR_MEMORY, "no memory for %zu matrices of %zu x %zu distances", count, n, n);
#pragma omp parallel for num_threads(be->threads > 0 ? be->threads : 1) reduction(max                        \
                                                                                  : largest) if (count > 1)
  for (size_t k = 0; k < count; k++) {
    int32_t found = matrix_fill(inst[k], packed + k * apart);
    largest = found > largest ? found : largest;
  }
  *most = largest;
  Status status = halt_after("the matrix of distances");
  if (status == OK) status = place(be, packed, bytes, dev);
  free(packed);
  return status;
}

/* The slack, where W is the largest entry: above 2^24 a float has an error of up to W 2^-24. Four entries and
 * three additions of up to 2 W: 10 W 2^-24. Eight entries and seven additions, of 20 W together: 28 W 2^-24. W
 * 2^-20 = 16 W 2^-24 and twice that are above these. */
static Status problem_matrix(const Instance *const *inst, size_t count, Backend *be, ClimbProblem *problem) {
  const void **dev = (const void **)&problem->matrix;
  int32_t most = 0;
  if (count == 1 && tsp_of(inst[0])->matrix) { /* it may be large: no copy */
    size_t entries = (size_t)inst[0]->n * inst[0]->n;
    most = matrix_largest(tsp_of(inst[0])->matrix, entries);
    TRY(place(be, tsp_of(inst[0])->matrix, entries * sizeof *tsp_of(inst[0])->matrix, dev));
  } else {
    TRY(matrices_place(inst, count, be, dev, &most));
  }
  problem->slack = (float)most * 0x1p-20f;
  return OK;
}

Status climb_problem_pack(const Instance *const *inst, size_t count, Backend *be, ClimbMove move,
                          ClimbProblem *problem) {
  static const ClimbFilter filters[METRIC_GEO] = {[METRIC_EUC_2D] = FILTER_EUCLID,
                                                  [METRIC_CEIL_2D] = FILTER_EUCLID,
                                                  [METRIC_ATT] = FILTER_EUCLID,
                                                  [METRIC_MAN_2D] = FILTER_MANHATTAN,
                                                  [METRIC_MAX_2D] = FILTER_CHEBYSHEV};
  *problem =
      (ClimbProblem){.n = inst[0]->n,
                     .metric = tsp_of(inst[0])->metric,
                     .filter = tour_by_matrix(inst[0]) ? FILTER_MATRIX : filters[tsp_of(inst[0])->metric],
                     .move = move};
  TRY(problem->filter == FILTER_MATRIX ? problem_matrix(inst, count, be, problem)
                                       : problem_coordinates(inst, count, be, problem));
  problem->slack *= (float)climb_distances(move) / 4;
  return OK;
}

void climb_problem_free(Backend *be, ClimbProblem *problem) {
  be->ops->free(be, (void *)problem->xy);
  be->ops->free(be, (void *)problem->fxy);
  be->ops->free(be, (void *)problem->matrix);
}
