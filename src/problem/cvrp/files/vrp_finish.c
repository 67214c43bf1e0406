/* The second half of the readers: from all that a file says to an instance. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"
#include "cost.h"
#include "io/path.h"
#include "problem/tsp/tsp.h"
#include "vrp_files.h"

/* ---- settings ---- */

/* What options say of a file's lengths: another metric of its coordinates, another unit. */

/* ---- the metric ---- */

static Status metric_refuse(const VrpFile *file, TspMetric word) {
  const bool worded = file->metric == METRIC_EUC_2D;
  FAIL(ERR_USAGE, "%s: expected %s with --metric %s, found %s%s: change EDGE_WEIGHT_TYPE in the file",
       file->path, file->weighted ? "coordinates" : "two coordinates of EUC_2D", tsp_metric_words[word],
       file->weighted ? "a matrix" : vrp_metric_name(file->metric),
       worded && !file->weighted ? " with words on its rounding" : "");
}

/* What is said takes the place of EUC_2D, which is what files of all kinds say, and of the names of columns. */
static Status metric_set(TspMetric word, VrpFile *file) {
  const Metric said = tsp_metric_of(word);
  if (word == TSP_METRIC_FILE || (!file->weighted && said == file->metric)) return OK;
  const bool plain = file->metric == METRIC_EUC_2D && file->words == DISTANCES_AUTO && !file->scaled;
  if (file->weighted || metric_has_depth(said) || !(plain || file->degrees)) return metric_refuse(file, word);
  file->metric = said;
  return OK;
}

/* ---- the unit ---- */

static Status product_fail(const VrpFile *file, int32_t v, const char *what) {
  FAIL(ERR_FORMAT,
       "%s: --scale: expected a %s of at most %d digits once it is multiplied, found more at node %d",
       file->path, what, VRP_PLACES_MAX, v + file->first);
}

static Status nodes_scale(VrpFile *file, VrpNumber by) {
  for (int32_t v = 0; v < file->nodes; v++) {
    VrpStop *const stop = file->stop ? &file->stop[v] : NULL;
    if (!file->weighted && file->x &&
        !(vrp_number_scale(&file->x[v], by) && vrp_number_scale(&file->y[v], by)))
      return product_fail(file, v, "coordinate");
    if (file->z && !vrp_number_scale(&file->z[v], by)) return product_fail(file, v, "coordinate");
    if (stop && !(vrp_number_scale(&stop->ready, by) && vrp_number_scale(&stop->due, by) &&
                  vrp_number_scale(&stop->service, by)))
      return product_fail(file, v, "time");
  }
  return OK;
}

static Status unit_set(double scale, VrpFile *file) {
  char text[40];
  VrpNumber by;
  if (scale == 0) return OK;
  if (!file->weighted && metric_on_sphere(file->metric))
    FAIL(ERR_USAGE,
         "%s: expected --scale with coordinates in a plane or in space, or with a matrix, found %s",
         file->path, vrp_metric_name(file->metric));
  const int length = c_snprintf(text, sizeof text, "%.15g", scale);
  Lexer lx = {.path = "--scale", .at = text, .end = text + length, .line = 1};
  if (!vrp_number(&lx, &by)) FAIL(ERR_USAGE, "--scale: expected at most 18 decimals, found %s", text);
  TRY(nodes_scale(file, by));
  if (vrp_number_scale(&file->limit, by) && vrp_number_scale(&file->service, by)) return OK;
  return product_fail(file, 0, "time");
}

/* The metric is set, and coordinates and times are multiplied; a matrix is its reader's. ERR_USAGE: the file says
 * another metric, or there is nothing to multiply; ERR_FORMAT: a product is too large. */
static Status vrp_settings_apply(const CvrpSettings *settings, VrpFile *file) {
  TRY(metric_set(settings->metric, file));
  return unit_set(settings->scale, file);
}

/* Instance.remark of coordinates that are latitudes and longitudes. */
static void vrp_settings_tell(const VrpFile *file, Instance *inst) {
  const char *times = file->stop || file->limit_line ? " and times" : "";
  if (file->weighted || file->metric != METRIC_GEOM) return;
  snprintf(inst->remark, sizeof inst->remark, "%s are degrees, distances%s metres on the sphere (GEOM)",
           file->degrees ? "latitudes and longitudes"
                         : "first coordinates, latitudes, and second, longitudes,",
           times);
}

/* ---- instance ---- */

/* The second half of the reader of .vrp files. */

/* A number with a decimal point at the beginning of the text. */
static bool begins_with_point(const char *text) {
  const size_t whole = strspn(text, "0123456789");
  return whole > 0 && text[whole] == '.' && strspn(text + whole + 1, "0123456789") > 0;
}

bool vrp_comment_real(const char *comment) {
  if (begins_with_point(comment)) return comment[strspn(comment, "0123456789.")] == 0;
  for (const char *at = strstr(comment, "value"); at; at = strstr(at, "value")) {
    at += strlen("value");
    if (begins_with_point(at + strspn(at, " :="))) return true;
  }
  return false;
}

CvrpDistances vrp_comment_words(const char *comment) {
  if (strstr(comment, "not rounded")) return DISTANCES_REAL;
  if (strstr(comment, "distances are rounded")) return DISTANCES_ROUNDED;
  return strstr(comment, "distances are truncated") ? DISTANCES_TRUNCATED : DISTANCES_AUTO;
}

/* The limit on durations; without one, and without windows, service takes no time. */
static Status set_limit(const VrpFile *file, CvrpInstance *cvrp) {
  if (!file->limit_line) return OK;
  TRY(vrp_set_resource(file, "DISTANCE", file->limit, file->limit_line, cvrp, &cvrp->max_duration));
  if (!file->service_line || file->stop) return OK;
  return vrp_set_resource(file, "SERVICE_TIME", file->service, file->service_line, cvrp, &cvrp->service);
}

/* How distances are taken: vrp_files.h has the rule. */
static CvrpDistances distances_of(const VrpFile *file, const CvrpSettings *settings) {
  if (settings->distances != DISTANCES_AUTO) return settings->distances;
  if (file->words != DISTANCES_AUTO) return file->words;
  if (file->stop) return settings->objective == OBJECTIVE_VEHICLES ? DISTANCES_REAL : DISTANCES_TRUNCATED;
  return file->tells_real ? DISTANCES_REAL : DISTANCES_ROUNDED;
}

/* Are distances those of EUC_2D? */
static bool euclidean(const VrpFile *file) { return !file->weighted && file->metric == METRIC_EUC_2D; }

/* Coordinates, decimals and divisor; *how: what they were made of, *fine: without all decimals that rounded distances depend on. Beside a
 * matrix coordinates are for drawings, whatever their units. */
static Status set_plane(const VrpFile *file, CvrpDistances distances, bool scaled, CvrpInstance *cvrp,
                        VrpPlane *how, bool *fine) {
  const bool plane = euclidean(file), real = plane && !scaled && distances == DISTANCES_REAL,
             truncated = plane && distances == DISTANCES_TRUNCATED;
  int32_t decimals;
  if (scaled)
    decimals = file->places;
  else if (truncated)
    decimals = VRP_DECIMALS_TRUNCATED;
  else
    decimals = 0;
  VrpUnits units;
  *how = (VrpPlane){.nodes = file->nodes,
                    .x = file->x,
                    .y = file->y,
                    .z = file->z,
                    .decimals_least = decimals,
                    .decimals_most = real ? VRP_DECIMALS_MAX : decimals,
                    .limited = file->limit_line && plane,
                    .limit = file->limit,
                    .service = file->service,
                    .stop = plane ? file->stop : NULL};
  TRY(vrp_fail_at(file, file->plane_line, vrp_units_find(how, &units)));
  vrp_units_apply(how, units, cvrp->x, cvrp->y, cvrp->z, cvrp->shift);
  cvrp->places = units.places;
  *fine = plane && !real && units.shortened;
  if (!plane) return OK;
  cvrp->head.decimals = units.decimals;
  cvrp->divisor = vrp_power(units.places - units.decimals);
  if (truncated) cvrp->divisor = -cvrp->divisor;
  return OK;
}

static Status set_matrix(VrpFile *file, CvrpInstance *cvrp) {
  cvrp->matrix = file->matrix;
  file->matrix = NULL;
  cvrp->with_matrix = true;
  cvrp->head.decimals = file->matrix_decimals;
  return OK;
}

static Status check_distances(const VrpFile *file, CvrpDistances distances) {
  const bool rounded = distances == DISTANCES_AUTO || distances == DISTANCES_ROUNDED;
  if (rounded || euclidean(file)) return OK;
  FAIL(ERR_USAGE, "%s: expected EUC_2D with --distances %s, found %s", file->path,
       distances == DISTANCES_REAL ? "real" : "truncated",
       file->weighted ? "a matrix" : vrp_metric_name(file->metric));
}

/* Metrics that round up, or to whole kilometres. */
static bool is_coarse(Metric metric) {
  return metric == METRIC_CEIL_2D || metric == METRIC_CEIL_3D || metric == METRIC_ATT ||
         metric_on_sphere(metric);
}

/* The plane, or a matrix: the file's own, or one that is made where kernels have no rule for the distances, or times are finer than they are. */
static Status set_distances(VrpFile *file, const CvrpSettings *settings, CvrpInstance *cvrp) {
  const CvrpDistances how = distances_of(file, settings);
  const bool scaled = file->scaled && settings->distances == DISTANCES_AUTO,
             real = euclidean(file) && !scaled && how == DISTANCES_REAL;
  const int32_t places = vrp_times_places(file);
  VrpPlane plane;
  bool fine = false;
  TRY(check_distances(file, settings->distances));
  if (file->x) TRY(set_plane(file, how, scaled, cvrp, &plane, &fine));
  cvrp->coarse = is_coarse(file->metric) || cvrp->divisor < 0;
  if (file->weighted)
    TRY(set_matrix(file, cvrp));
  else if (scaled || fine || !euclidean(file) || (!real && places > cvrp->head.decimals))
    TRY(vrp_table_make(file, fine ? &plane : NULL, cvrp));
  if (cvrp->with_matrix && !file->weighted)
    snprintf(cvrp->metric, sizeof cvrp->metric, "%s", vrp_metric_name(file->metric));
  return cvrp->with_matrix && places > cvrp->head.decimals ? vrp_table_refine(file, places, cvrp) : OK;
}

/* ---- loads ---- */

static int32_t load_places(const VrpFile *file) {
  int32_t places = file->capacity.places;
  for (int32_t v = 0; v < file->nodes; v++)
    if (file->demand[v].places > places) places = file->demand[v].places;
  return places;
}

static Status load_fail(const VrpFile *file, int line, int32_t places) {
  char most[COST_TEXT_MAX];
  return vrp_fail_at(
      file, line,
      status_fail(ERR_FORMAT,
                  "expected loads up to %s, as some have %d decimals, found more: round or multiply them",
                  cost_text(CVRP_LIMIT_MAX, places, most), places));
}

static int demand_line(const VrpFile *file, int32_t v) {
  return file->demand_line ? file->demand_line[v] : 0;
}

static Status set_demand(const VrpFile *file, CvrpInstance *cvrp, int32_t v) {
  const int32_t places = cvrp->load_decimals, node = vrp_node_name(file, v);
  char found[COST_TEXT_MAX], most[COST_TEXT_MAX];
  if (!vrp_units_whole(file->demand[v], places, INT32_MAX, &cvrp->demand[v]))
    return load_fail(file, demand_line(file, v), places);
  cost_text(cvrp->demand[v], places, found);
  cost_text(cvrp->capacity, places, most);
  if (v == 0 && cvrp->demand[0])
    return vrp_fail_at(
        file, demand_line(file, 0),
        status_fail(ERR_FORMAT, "expected demand 0 of the depot, node %d, found %s", node, found));
  if (cvrp->demand[v] > cvrp->capacity)
    return vrp_fail_at(
        file, demand_line(file, v),
        status_fail(ERR_NO_SOLUTION,
                    "expected the demand of node %d, from 0 to the capacity %s, found %s: no vehicle "
                    "can serve it, so there is no solution",
                    node, most, found));
  return OK;
}

/* Capacity and demands, as whole numbers of the smallest unit that is written. */
static Status set_loads(const VrpFile *file, CvrpInstance *cvrp) {
  cvrp->load_decimals = load_places(file);
  if (!vrp_units_resource(file->capacity, cvrp->load_decimals, &cvrp->capacity))
    return load_fail(file, file->capacity_line, cvrp->load_decimals);
  for (int32_t v = 0; v < file->nodes; v++) TRY(set_demand(file, cvrp, v));
  return OK;
}

static void strip_suffix(char *name) {
  const size_t length = strlen(name);
  if (length > 4 && strcmp(name + length - 4, ".vrp") == 0) name[length - 4] = 0;
}

/* A file without NAME is called as the file is; some give their file's name. */
static void set_name(const VrpFile *file, Instance *inst) {
  if (file->name[0]) {
    snprintf(inst->name, sizeof inst->name, "%s", file->name);
    strip_suffix(inst->name);
  } else
    path_stem(file->path, ".vrp", inst->name, sizeof inst->name);
  memcpy(inst->comment, file->comment, sizeof inst->comment);
}

static Status fill(VrpFile *file, const CvrpSettings *settings, CvrpInstance *cvrp) {
  TRY(vrp_depot_first(file));
  cvrp->scale = settings->scale;
  cvrp->depot = vrp_node_name(file, 0) - file->first;
  TRY(set_loads(file, cvrp));
  if (file->vehicles) {
    cvrp->fleet = FLEET_AT_MOST;
    cvrp->vehicles = file->vehicles;
  }
  TRY(set_distances(file, settings, cvrp));
  TRY(set_limit(file, cvrp));
  if (file->stop) TRY(vrp_set_windows(file, cvrp));
  TRY(vrp_reach_check(file, cvrp));
  Status status = cvrp_fleet_set(settings, cvrp);
  if (status == OK) status = cvrp_objective_set(settings, cvrp);
  const bool of_file = status == ERR_NO_SOLUTION && counted_word(settings->fleet) == FLEET_WORD_FILE;
  return of_file ? vrp_fail_at(file, file->vehicles_line, status) : status_at(file->path, status);
}

void vrp_file_free(VrpFile *file) {
  free(file->x);
  free(file->y);
  free(file->z);
  free(file->matrix);
  free(file->demand);
  free(file->demand_line);
  free(file->stop);
}

Status vrp_finish(VrpFile *file, const CvrpSettings *settings, Instance **out) {
  Instance *inst;
  TRY(vrp_settings_apply(settings, file));
  TRY(cvrp_alloc(file->nodes - 1, file->x != NULL, false, &inst));
  Status status = file->z ? cvrp_depth_add((CvrpInstance *)inst) : OK;
  if (status == OK) status = fill(file, settings, (CvrpInstance *)inst);
  if (status != OK) {
    instance_free(inst);
    return status;
  }
  set_name(file, inst);
  vrp_settings_tell(file, inst);
  inst->digest = instance_digest(inst);
  *out = inst;
  return OK;
}
