/* Times of a file, whether every customer can be served at all, and distances that are no rule of the kernels. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cost.h"
#include "halt.h"
#include "memory.h"
#include "problem/cvrp/cvrp_distance.h"
#include "problem/tsp/metric.h"
#include "vrp_files.h"

/* ---- times ---- */

Status vrp_fail_at(const VrpFile *file, int line, Status status) {
  char place[PATH_MAX + 16];
  if (file->in_memory) return status_at(file->path, status);
  snprintf(place, sizeof place, "%.*s:%d", PATH_MAX, file->path, line);
  return status_at(place, status);
}

int64_t vrp_distance(const CvrpInstance *cvrp, int32_t a, int32_t b) {
  if (cvrp->matrix) return cvrp->matrix[(size_t)a * ((size_t)cvrp->head.n + 1) + (size_t)b];
  return cvrp_plane_distance(cvrp->x[a], cvrp->y[a], cvrp->x[b], cvrp->y[b], cvrp->divisor);
}

Status vrp_set_resource(const VrpFile *file, const char *what, VrpNumber value, int line,
                        const CvrpInstance *cvrp, int32_t *units) {
  const int32_t decimals = cvrp->head.decimals;
  char most[COST_TEXT_MAX], found[COST_TEXT_MAX];
  if (vrp_units_resource(value, decimals, units)) return OK;
  return vrp_fail_at(file, line,
                     status_fail(ERR_FORMAT, "expected a %s from 0 to %s with at most %d decimals, found %s",
                                 what, cost_text(CVRP_LIMIT_MAX, decimals, most), decimals,
                                 cost_text(value.mantissa, value.places, found)));
}

/* What the file says of node v's service; the depot has none unless it is said. */
static Status set_service(const VrpFile *file, CvrpInstance *cvrp, int32_t v) {
  const VrpStop *stop = &file->stop[v];
  cvrp->service_at[v] = 0;
  if (file->service_each)
    TRY(vrp_set_resource(file, "service time", stop->service, stop->service_line, cvrp,
                         &cvrp->service_at[v]));
  else if (v > 0 && file->service_line)
    TRY(vrp_set_resource(file, "SERVICE_TIME", file->service, file->service_line, cvrp,
                         &cvrp->service_at[v]));
  if (v > 0 || cvrp->service_at[0] == 0) return OK;
  return vrp_fail_at(
      file, stop->service_line,
      status_fail(ERR_FORMAT, "expected service time 0 of the depot, node %d", vrp_node_name(file, 0)));
}

static Status set_window(const VrpFile *file, CvrpInstance *cvrp, int32_t v) {
  const VrpStop *stop = &file->stop[v];
  char ready[COST_TEXT_MAX], due[COST_TEXT_MAX];
  TRY(vrp_set_resource(file, "ready time", stop->ready, stop->window_line, cvrp, &cvrp->ready[v]));
  TRY(vrp_set_resource(file, "due time", stop->due, stop->window_line, cvrp, &cvrp->due[v]));
  if (cvrp->ready[v] <= cvrp->due[v]) return OK;
  return vrp_fail_at(
      file, stop->window_line,
      status_fail(ERR_FORMAT, "expected a due time of node %d from its ready time %s on, found %s",
                  vrp_node_name(file, v), cost_text(cvrp->ready[v], cvrp->head.decimals, ready),
                  cost_text(cvrp->due[v], cvrp->head.decimals, due)));
}

Status vrp_set_windows(const VrpFile *file, CvrpInstance *cvrp) {
  TRY(cvrp_windows_add(cvrp));
  for (int32_t v = 0; v < file->nodes; v++) {
    TRY(set_window(file, cvrp, v));
    TRY(set_service(file, cvrp, v));
  }
  return OK;
}

/* ---- ways of vehicles ---- */

/* Labels of Dijkstra, in quadratic time, where the way straight there and back is not enough. */

#define NEVER INT64_MAX

typedef struct Reach {
  const CvrpInstance *cvrp;
  int64_t *begin; /* (n + 1) when service at a node begins at the earliest; without windows as from time 0 */
  int64_t *home;  /* (n + 1) time from the end of service at a node to the depot, at least */
  bool *done;     /* (n + 1) */
} Reach;

static int64_t service_of(const CvrpInstance *cvrp, int32_t v) {
  if (v == 0) return 0;
  return cvrp->service_at ? cvrp->service_at[v] : cvrp->service;
}

/* Of the nodes that are not done; -1: none has a label. */
static int32_t nearest(const Reach *r, const int64_t *label) {
  int32_t best = -1;
  for (int32_t v = 0; v <= r->cvrp->head.n; v++)
    if (!r->done[v] && label[v] < NEVER && (best < 0 || label[v] < label[best])) best = v;
  return best;
}

static void labels_clear(Reach *r, int64_t *label, int64_t first) {
  for (int32_t v = 0; v <= r->cvrp->head.n; v++) {
    label[v] = NEVER;
    r->done[v] = false;
  }
  label[0] = first;
}

static void ways_there(Reach *r) {
  const CvrpInstance *cvrp = r->cvrp;
  labels_clear(r, r->begin, cvrp->with_windows ? cvrp->ready[0] : 0);
  for (int32_t at; (at = nearest(r, r->begin)) >= 0 && !halt_poll();) {
    r->done[at] = true;
    if (cvrp->with_windows && r->begin[at] > cvrp->due[at]) continue; /* nobody is served on the way */
    for (int32_t v = 1; v <= cvrp->head.n; v++) {
      int64_t begin = r->begin[at] + service_of(cvrp, at) + vrp_distance(cvrp, at, v);
      if (cvrp->with_windows && begin < cvrp->ready[v]) begin = cvrp->ready[v];
      if (begin < r->begin[v]) r->begin[v] = begin;
    }
  }
}

static void ways_home(Reach *r) {
  const CvrpInstance *cvrp = r->cvrp;
  labels_clear(r, r->home, 0);
  for (int32_t at; (at = nearest(r, r->home)) >= 0 && !halt_poll();) {
    r->done[at] = true;
    for (int32_t v = 1; v <= cvrp->head.n; v++) {
      const int64_t home = r->home[at] + service_of(cvrp, at) + vrp_distance(cvrp, v, at);
      if (home < r->home[v]) r->home[v] = home;
    }
  }
}

/* Straight there and back is in time for all. */
static bool all_alone(const CvrpInstance *cvrp) {
  for (int32_t c = 1; c <= cvrp->head.n; c++) {
    int64_t begin = (cvrp->with_windows ? cvrp->ready[0] : 0) + vrp_distance(cvrp, 0, c);
    if (cvrp->with_windows && begin < cvrp->ready[c]) begin = cvrp->ready[c];
    const int64_t back = begin + service_of(cvrp, c) + vrp_distance(cvrp, c, 0);
    if (cvrp->with_windows && (begin > cvrp->due[c] || back > cvrp->due[0])) return false;
    if (cvrp->max_duration != INT32_MAX &&
        vrp_distance(cvrp, 0, c) + service_of(cvrp, c) + vrp_distance(cvrp, c, 0) > cvrp->max_duration)
      return false;
  }
  return true;
}

static Status check_window(const VrpFile *file, const Reach *r, int32_t c) {
  const CvrpInstance *cvrp = r->cvrp;
  const int64_t begin = r->begin[c], back = begin + service_of(cvrp, c) + r->home[c];
  const int32_t decimals = cvrp->head.decimals, node = vrp_node_name(file, c),
                line = file->stop[c].window_line;
  char found[COST_TEXT_MAX], limit[COST_TEXT_MAX];
  if (begin > cvrp->due[c])
    return vrp_fail_at(
        file, line,
        status_fail(ERR_NO_SOLUTION,
                    "expected a due time of node %d from %s on, found %s: no vehicle can be there "
                    "in time, so there is no solution",
                    node, cost_text(begin, decimals, found), cost_text(cvrp->due[c], decimals, limit)));
  if (back > cvrp->due[0])
    return vrp_fail_at(
        file, line,
        status_fail(ERR_NO_SOLUTION,
                    "expected a window of node %d that lets a vehicle be back by %s, found one that is "
                    "back at %s: there is no solution",
                    node, cost_text(cvrp->due[0], decimals, limit), cost_text(back, decimals, found)));
  return OK;
}

/* The way there and back, without waiting. */
static Status check_limit(const VrpFile *file, const Reach *r, int32_t c) {
  const CvrpInstance *cvrp = r->cvrp;
  char found[COST_TEXT_MAX];
  const int64_t there = cvrp->with_windows ? r->home[c] : r->begin[c],
                least = there + service_of(cvrp, c) + r->home[c];
  if (least <= cvrp->max_duration) return OK;
  return vrp_fail_at(
      file, file->limit_line,
      status_fail(ERR_NO_SOLUTION,
                  "expected a DISTANCE of at least %s, for node %d alone: there is no solution",
                  cost_text(least, cvrp->head.decimals, found), vrp_node_name(file, c)));
}

static Status customers_check(const VrpFile *file, const Reach *r) {
  for (int32_t c = 1; c <= r->cvrp->head.n; c++) {
    if (r->cvrp->with_windows) TRY(check_window(file, r, c));
    if (r->cvrp->max_duration != INT32_MAX) TRY(check_limit(file, r, c));
  }
  return OK;
}

Status vrp_reach_check(const VrpFile *file, const CvrpInstance *cvrp) {
  const size_t nodes = (size_t)cvrp->head.n + 1;
  if (all_alone(cvrp)) return OK;
  Reach r = {cvrp, malloc(nodes * sizeof *r.begin), malloc(nodes * sizeof *r.home),
             malloc(nodes * sizeof *r.done)};
  Status status =
      r.begin && r.home && r.done ? OK : status_fail(ERR_MEMORY, "no memory for %zu nodes", nodes);
  if (status == OK) {
    ways_there(&r);
    ways_home(&r);
  }
  if (status == OK) status = halt_after("the check of time windows");
  if (status == OK) status = customers_check(file, &r);
  free(r.begin);
  free(r.home);
  free(r.done);
  return status;
}

/* ---- distances computed once ---- */

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
