/* See vrp_table.h. */
#include "vrp_table.h"

#include <math.h>
#include <string.h>
#include "cost.h"
#include "halt.h"
#include "memory.h"
#include "problem/tsp/metric.h"
#include "vrp_windows.h"

static const struct {
  const char *name;
  Metric metric;
} types[] = {{"EUC_2D", METRIC_EUC_2D},   {"EXACT_2D", METRIC_EUC_2D}, {"FLOOR_2D", METRIC_EUC_2D},
             {"CEIL_2D", METRIC_CEIL_2D}, {"MAN_2D", METRIC_MAN_2D},   {"MAX_2D", METRIC_MAX_2D},
             {"ATT", METRIC_ATT},         {"GEO", METRIC_GEO},         {"GEOM", METRIC_GEOM},
             {"EUC_3D", METRIC_EUC_3D},   {"CEIL_3D", METRIC_CEIL_3D}, {"MAN_3D", METRIC_MAN_3D},
             {"MAX_3D", METRIC_MAX_3D}};

bool vrp_metric_find(const char *word, Metric *metric) {
  for (size_t k = 0; k < sizeof types / sizeof *types; k++)
    if (strcmp(types[k].name, word) == 0) {
      *metric = types[k].metric;
      return true;
    }
  return false;
}

bool vrp_metric_solid(Metric metric) {
  return metric == METRIC_EUC_3D || metric == METRIC_CEIL_3D || metric == METRIC_MAN_3D ||
         metric == METRIC_MAX_3D;
}

const char *vrp_metric_name(Metric metric) {
  for (size_t k = 0; k < sizeof types / sizeof *types; k++)
    if (types[k].metric == metric) return types[k].name;
  return "EXPLICIT";
}

/* ---- decimals of times ---- */

static int32_t more(int32_t places, VrpNumber value) { return value.places > places ? value.places : places; }

int32_t vrp_times_places(const VrpFile *file) {
  int32_t places = 0;
  if (file->limit_line) places = more(places, file->limit);
  if (file->service_line && (file->limit_line || file->stop)) places = more(places, file->service);
  for (int32_t v = 0; file->stop && v < file->nodes; v++) {
    const VrpStop *stop = &file->stop[v];
    places = more(more(places, stop->ready), stop->due);
    if (file->service_each) places = more(places, stop->service);
  }
  return places < VRP_DECIMALS_MAX ? places : VRP_DECIMALS_MAX;
}

/* ---- distances ---- */

static double number(VrpNumber value) { return (double)value.mantissa / pow(10, value.places); }

/* TSPLIB's, in doubles as TSPLIB has them; in two steps where it could be beyond an int32. */
static double distance_of(const VrpFile *file, const CvrpInstance *cvrp, int32_t a, int32_t b) {
  const Metric metric = file->metric;
  const double ax = number(file->x[a]), ay = number(file->y[a]), bx = number(file->x[b]),
               by = number(file->y[b]), az = file->z ? number(file->z[a]) : 0,
               bz = file->z ? number(file->z[b]) : 0;
  const double least = fmax(fmax(fabs(ax - bx), fabs(ay - by)), fabs(az - bz));
  if (metric == METRIC_EUC_2D) return (double)vrp_distance(cvrp, a, b);
  if (metric == METRIC_GEO) return metric_geo(ax, ay, bx, by);
  if (metric == METRIC_GEOM) return metric_geom(ax, ay, bx, by);
  if (!(least / 4 <= CVRP_DISTANCE_MAX)) return INFINITY;
  if (file->z) return metric_3d(metric, ax - bx, ay - by, az - bz);
  return metric_distance(metric, ax, ay, bx, by);
}

static Status too_long(const VrpFile *file, int32_t a, int32_t b, int32_t decimals) {
  char most[COST_TEXT_MAX];
  return vrp_fail_at(file, file->plane_line,
                     status_fail(ERR_FORMAT,
                                 "expected distances up to %s, found a longer one between nodes %d and %d",
                                 cost_text(CVRP_DISTANCE_MAX, decimals, most), vrp_node_name(file, a),
                                 vrp_node_name(file, b)));
}

static Status check_degrees(const VrpFile *file) {
  if (file->metric != METRIC_GEO && file->metric != METRIC_GEOM) return OK;
  for (int32_t v = 0; v < file->nodes; v++)
    if (fabs(number(file->x[v])) > 90 || fabs(number(file->y[v])) > 360)
      return vrp_fail_at(
          file, file->plane_line,
          status_fail(ERR_FORMAT,
                      "expected latitudes from -90 to 90 and longitudes from -360 to 360, found node "
                      "%d at (%g, %g)",
                      vrp_node_name(file, v), number(file->x[v]), number(file->y[v])));
  return OK;
}

static Status table_fill(const VrpFile *file, const VrpPlane *fine, CvrpInstance *cvrp, int32_t *matrix) {
  const int32_t places = fine ? vrp_fine_places(fine) : 0;
  const size_t nodes = (size_t)file->nodes;
  for (int32_t a = 0; a < file->nodes && !halt_due(); a++) {
    matrix[(size_t)a * nodes + (size_t)a] = 0;
    for (int32_t b = 0; b < a; b++) {
      const double distance =
          fine ? (double)vrp_fine_distance(fine, places, cvrp->head.decimals, cvrp->divisor < 0, a, b)
               : distance_of(file, cvrp, a, b);
      if (!(distance >= 0 && distance <= CVRP_DISTANCE_MAX)) return too_long(file, a, b, cvrp->head.decimals);
      matrix[(size_t)a * nodes + (size_t)b] = matrix[(size_t)b * nodes + (size_t)a] = (int32_t)distance;
    }
  }
  return halt_after("the making of distances");
}

/* Zeros that all distances end in are dropped: a file of them as they are written has as many decimals. */
static void table_shorten(CvrpInstance *cvrp, size_t distances) {
  int32_t *const matrix = cvrp->matrix;
  size_t k = 0;
  while (cvrp->head.decimals > 0) {
    for (k = 0; k < distances && matrix[k] % 10 == 0;) k++;
    if (k < distances) return;
    for (k = 0; k < distances; k++) matrix[k] /= 10;
    cvrp->head.decimals--;
  }
}

Status vrp_table_make(const VrpFile *file, const VrpPlane *fine, CvrpInstance *cvrp) {
  const size_t nodes = (size_t)file->nodes;
  const uint64_t bytes = bytes_of(nodes, nodes, sizeof(int32_t));
  TRY(check_degrees(file));
  int32_t *matrix = bytes <= memory_free() ? instance_array_alloc(bytes) : NULL;
  if (!matrix)
    FAIL(ERR_MEMORY, "%s: no memory for the distances of %zu nodes: expected %llu bytes that are free",
         file->path, nodes, (unsigned long long)bytes);
  const Status status = table_fill(file, fine, cvrp, matrix);
  cvrp->matrix = matrix;
  cvrp->with_matrix = true;
  cvrp->divisor = 1;
  if (status == OK) table_shorten(cvrp, nodes * nodes);
  return status;
}

Status vrp_table_refine(const VrpFile *file, int32_t decimals, CvrpInstance *cvrp) {
  const size_t nodes = (size_t)file->nodes;
  const int64_t unit = vrp_power(decimals - cvrp->head.decimals);
  for (size_t k = 0; k < nodes * nodes; k++) {
    if (cvrp->matrix[k] * unit > CVRP_DISTANCE_MAX)
      return too_long(file, (int32_t)(k / nodes), (int32_t)(k % nodes), decimals);
    cvrp->matrix[k] = (int32_t)(cvrp->matrix[k] * unit);
  }
  cvrp->head.decimals = decimals;
  return OK;
}
