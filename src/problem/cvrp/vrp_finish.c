/* The second half of the reader of .vrp files: see vrp_finish.h. */
#include "vrp_finish.h"

#include <stdlib.h>
#include <string.h>
#include "cost.h"
#include "io/path.h"
#include "vrp_depot.h"
#include "vrp_reach.h"
#include "vrp_settings.h"
#include "vrp_table.h"
#include "vrp_units.h"
#include "vrp_windows.h"

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

/* How distances are taken: vrp.h has the rule. */
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
