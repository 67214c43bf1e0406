/* Distances that need trigonometric functions: the host computes them once, and both backends read the table. */
#include "metric.h"

#include <stdlib.h>
#include "halt.h"

/* TSPLIB's radians of a coordinate DDD.MM, with its own value of pi. */
static double geo_radians(double coordinate) {
  int degrees = (int)coordinate;
  return 3.141592 * (degrees + 5.0 * (coordinate - degrees) / 3.0) / 180.0;
}

int32_t metric_geo(double ax, double ay, double bx, double by) {
  double lat_a = geo_radians(ax), lat_b = geo_radians(bx);
  double q1 = cos(geo_radians(ay) - geo_radians(by)), q2 = cos(lat_a - lat_b), q3 = cos(lat_a + lat_b);
  return (int32_t)(6378.388 * acos(0.5 * ((1.0 + q1) * q2 - (1.0 - q1) * q3)) + 1.0);
}

void metric_geo_matrix(const double *x, const double *y, int32_t n, int32_t *matrix) {
#pragma omp parallel for schedule(dynamic, 64)
  for (int32_t a = 0; a < n; a++) {
    const bool skip = halt_due();
    for (int32_t b = 0; b < n && !skip; b++)
      matrix[(size_t)a * n + b] = a == b ? 0 : metric_geo(x[a], y[a], x[b], y[b]);
  }
}
