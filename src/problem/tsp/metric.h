/* Exact distances for the kernels of both backends, one definition for gcc and nvcc.
 *
 * TSPLIB 95 (Reinelt): integers from double arithmetic without contraction. The judge
 * (src/problem/tsp/judge_tour.c) and the tests' oracle do not use this file, so an error here shows as a cost
 * that does not verify.
 *
 * Twin rule: compiled with -ffp-contract=off and -fmad=false, host and device give the same integers. */
#ifndef CORDEE_PROBLEM_TSP_METRIC_H
#define CORDEE_PROBLEM_TSP_METRIC_H

#include <math.h>
#include "instance.h"
#include "tsp.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Metrics whose distances the host computes once, into a table: trigonometry, three dimensions. */
bool metric_is_table(Metric metric);
/* That table (n, n). It is incomplete if halting is due (halt.h). */
void metric_table(const TspInstance *tsp, int32_t *matrix);
/* The distance of two cities of any instance that has no directed matrix; host only. */
int32_t metric_cities(const TspInstance *tsp, int32_t a, int32_t b);
/* GEO: great-circle kilometres of two cities in degrees.minutes. GEOM: metres, of decimal degrees. Host only. */
int32_t metric_geo(double ax, double ay, double bx, double by);
int32_t metric_geom(double ax, double ay, double bx, double by);
/* The same before it is rounded. */
double metric_geo_length(double ax, double ay, double bx, double by);
double metric_geom_length(double ax, double ay, double bx, double by);
/* EUC_3D and its like. Host only. */
int32_t metric_3d(Metric metric, double dx, double dy, double dz);

#ifdef __cplusplus
}
#endif

#ifdef __CUDACC__
#define METRIC_FN __host__ __device__ static inline
#else
#define METRIC_FN static inline
#endif

METRIC_FN int32_t metric_euc_2d(double dx, double dy) { return (int32_t)(sqrt(dx * dx + dy * dy) + 0.5); }
METRIC_FN int32_t metric_ceil_2d(double dx, double dy) { return (int32_t)ceil(sqrt(dx * dx + dy * dy)); }

METRIC_FN int32_t metric_att(double dx, double dy) {
  double r = sqrt((dx * dx + dy * dy) / 10.0);
  int32_t t = (int32_t)(r + 0.5);
  return t < r ? t + 1 : t;
}

METRIC_FN int32_t metric_man_2d(double dx, double dy) { return (int32_t)(fabs(dx) + fabs(dy) + 0.5); }

METRIC_FN int32_t metric_max_2d(double dx, double dy) {
  int32_t a = (int32_t)(fabs(dx) + 0.5), b = (int32_t)(fabs(dy) + 0.5);
  return a > b ? a : b;
}

/* Distance of two cities by their coordinates; not for metrics that need a table or have a matrix. */
METRIC_FN int32_t metric_distance(Metric metric, double ax, double ay, double bx, double by) {
  double dx = ax - bx, dy = ay - by;
  switch (metric) {
  case METRIC_EUC_2D:
    return metric_euc_2d(dx, dy);
  case METRIC_CEIL_2D:
    return metric_ceil_2d(dx, dy);
  case METRIC_ATT:
    return metric_att(dx, dy);
  case METRIC_MAN_2D:
    return metric_man_2d(dx, dy);
  default:
    return metric_max_2d(dx, dy);
  }
}

#endif
