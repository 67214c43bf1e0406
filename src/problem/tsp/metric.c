/* Distances that need trigonometric functions: the host computes them once, and both backends read the table. */
#include <stdlib.h>
#include "halt.h"
#include "metric.h"

#define PI 3.14159265358979323846

/* TSPLIB's radians of a coordinate DDD.MM, with its own value of pi. */
static double geo_radians(double coordinate) {
  int degrees = (int)coordinate;
  return 3.141592 * (degrees + 5.0 * (coordinate - degrees) / 3.0) / 180.0;
}

double metric_geo_length(double ax, double ay, double bx, double by) {
  double lat_a = geo_radians(ax), lat_b = geo_radians(bx);
  double q1 = cos(geo_radians(ay) - geo_radians(by)), q2 = cos(lat_a - lat_b), q3 = cos(lat_a + lat_b);
  return 6378.388 * acos(0.5 * ((1.0 + q1) * q2 - (1.0 - q1) * q3));
}

int32_t metric_geo(double ax, double ay, double bx, double by) {
  return (int32_t)(metric_geo_length(ax, ay, bx, by) + 1.0);
}

/* As Concorde has it for the national instances and the world: a sphere of GEO's radius, in metres. */
double metric_geom_length(double ax, double ay, double bx, double by) {
  const double lat_a = PI * ax / 180.0, lat_b = PI * bx / 180.0;
  const double lon_a = PI * ay / 180.0, lon_b = PI * by / 180.0;
  const double half_sine = sin((lon_a - lon_b) / 2.0), half_cosine = cos((lon_a - lon_b) / 2.0);
  const double east = cos(lat_b) * sin(lon_a - lon_b);
  const double north =
      sin(lat_a + lat_b) * half_sine * half_sine - sin(lat_a - lat_b) * half_cosine * half_cosine;
  const double up =
      cos(lat_a - lat_b) * half_cosine * half_cosine - cos(lat_a + lat_b) * half_sine * half_sine;
  return 6378388.0 * atan2(sqrt(east * east + north * north), up);
}

int32_t metric_geom(double ax, double ay, double bx, double by) {
  return (int32_t)(metric_geom_length(ax, ay, bx, by) + 1.0);
}

int32_t metric_3d(Metric metric, double dx, double dy, double dz) {
  if (metric == METRIC_EUC_3D) return (int32_t)(sqrt(dx * dx + dy * dy + dz * dz) + 0.5);
  if (metric == METRIC_CEIL_3D) return (int32_t)ceil(sqrt(dx * dx + dy * dy + dz * dz));
  if (metric == METRIC_MAN_3D) return (int32_t)(fabs(dx) + fabs(dy) + fabs(dz) + 0.5);
  const int32_t flat = metric_max_2d(dx, dy), deep = (int32_t)(fabs(dz) + 0.5);
  return flat > deep ? flat : deep;
}

bool metric_is_table(Metric metric) { return metric_on_sphere(metric) || metric_has_depth(metric); }

static int32_t table_entry(const TspInstance *t, int32_t a, int32_t b) {
  if (t->z) return metric_3d(t->metric, t->x[a] - t->x[b], t->y[a] - t->y[b], t->z[a] - t->z[b]);
  return (t->metric == METRIC_GEO ? metric_geo : metric_geom)(t->x[a], t->y[a], t->x[b], t->y[b]);
}

/* Of a table the upper half is mirrored: sines and cosines need not be as symmetric as distances. */
int32_t metric_cities(const TspInstance *tsp, int32_t a, int32_t b) {
  if (tsp->matrix) return tsp->matrix[(size_t)a * (size_t)tsp->head.n + (size_t)b];
  if (a == b) return 0;
  if (metric_is_table(tsp->metric)) return table_entry(tsp, a < b ? a : b, a < b ? b : a);
  return metric_distance(tsp->metric, tsp->x[a], tsp->y[a], tsp->x[b], tsp->y[b]);
}

void metric_table(const TspInstance *tsp, int32_t *matrix) {
  const int32_t n = tsp->head.n;
#pragma omp parallel for schedule(dynamic, 64)
  for (int32_t a = 0; a < n; a++) {
    const bool skip = halt_due();
    for (int32_t b = 0; b < n && !skip; b++)
      matrix[(size_t)a * (size_t)n + (size_t)b] = metric_cities(tsp, a, b);
  }
}
