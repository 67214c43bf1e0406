/* Distances of fleets: how a file's are taken, and the matrix. See fleet_files.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"
#include "cost.h"
#include "fleet_files.h"
#include "halt.h"

/* ---- the unit ---- */

static Status product_fail(const FleetFile *file, const char *what, int32_t number) {
  FAIL(ERR_FORMAT, "%s: --scale: expected a %s of at most %d digits once it is multiplied, found more at %d",
       file->path, what, VRP_PLACES_MAX, number);
}

static Status stop_scale(FleetFile *file, int32_t v, VrpNumber by) {
  VrpFile *const plane = &file->plane;
  FleetStop *const stop = &file->stop[v];
  if (!file->matrix && !(vrp_number_scale(&plane->x[v], by) && vrp_number_scale(&plane->y[v], by)))
    return product_fail(file, "coordinate", v + file->first);
  if (plane->z && !vrp_number_scale(&plane->z[v], by))
    return product_fail(file, "coordinate", v + file->first);
  if (vrp_number_scale(&stop->ready, by) && vrp_number_scale(&stop->due, by) &&
      vrp_number_scale(&stop->service, by) && vrp_number_scale(&stop->prize, by) &&
      vrp_number_scale(&stop->release, by))
    return OK;
  return product_fail(file, "time or prize", v + file->first);
}

static Status vehicle_scale(const FleetFile *file, int32_t k, VrpNumber by) {
  FleetVehicle *const vehicle = &file->vehicle[k];
  if (vrp_number_scale(&vehicle->fixed, by) && vrp_number_scale(&vehicle->max_distance, by) &&
      vrp_number_scale(&vehicle->max_duration, by))
    return OK;
  return product_fail(file, "cost or limit of a vehicle", k + 1);
}

Status fleet_scale(const CvrpSettings *settings, FleetFile *file) {
  char text[40];
  VrpNumber by;
  if (settings->scale == 0) return OK;
  if (!file->matrix && metric_on_sphere(file->plane.metric))
    FAIL(ERR_USAGE,
         "%s: expected --scale with coordinates in a plane or in space, or with a matrix, found %s",
         file->path, vrp_metric_name(file->plane.metric));
  const int length = c_snprintf(text, sizeof text, "%.15g", settings->scale);
  Lexer lx = {.path = "--scale", .at = text, .end = text + length, .line = 1};
  if (!vrp_number(&lx, &by)) FAIL(ERR_USAGE, "--scale: expected at most 18 decimals, found %s", text);
  for (int32_t v = 0; v < file->plane.nodes; v++) TRY(stop_scale(file, v, by));
  for (int32_t k = 0; k < file->vehicles; k++) TRY(vehicle_scale(file, k, by));
  return vrp_number_scale(&file->plane.service, by) ? OK : product_fail(file, "SERVICE_TIME", 0);
}

/* ---- times ---- */

typedef void (*TimeVisitor)(void *to, VrpNumber value);

static void times_visit(const FleetFile *file, TimeVisitor visit, void *to) {
  for (int32_t v = 0; v < file->plane.nodes; v++) {
    const FleetStop *stop = &file->stop[v];
    visit(to, stop->ready);
    visit(to, stop->due);
    visit(to, stop->service);
    visit(to, stop->release);
  }
  for (int32_t k = 0; k < file->vehicles; k++) {
    visit(to, file->vehicle[k].max_distance);
    visit(to, file->vehicle[k].max_duration);
  }
  if (file->plane.service_line) visit(to, file->plane.service);
}

static void places_visit(void *to, VrpNumber value) {
  int32_t *const most = to;
  if (value.places > *most) *most = value.places;
}

/* The most decimals of times, and at most VRP_DECIMALS_MAX. */
static int32_t times_places(const FleetFile *file) {
  int32_t places = 0;
  times_visit(file, places_visit, &places);
  return places < VRP_DECIMALS_MAX ? places : VRP_DECIMALS_MAX;
}

static double size_of(VrpNumber value) {
  double size = (double)value.mantissa;
  for (int32_t k = 0; k < value.places; k++) size /= 10;
  return size;
}

static void largest_visit(void *to, VrpNumber value) {
  VrpNumber *const largest = to;
  if (size_of(value) > size_of(*largest)) *largest = value;
}

/* ---- coordinates ---- */

enum { LONGEST_FIRST_DECIMALS = 2 };

static int64_t vehicles_most(const FleetFile *file) {
  int64_t sum = 0;
  for (int32_t k = 0; k < file->vehicles; k++) sum += file->vehicle[k].count;
  return sum < file->plane.nodes ? sum : file->plane.nodes;
}

/* Are sums of costs 64-bit numbers where the fewest vehicles come first? See routes_finish: the price of absence is a power of ten above what all
 * vehicles cost. */
static bool routes_fit(const FleetFile *file, int32_t places) {
  const double most = (double)(INT64_MAX / 4 / file->plane.nodes);
  double absent = 1;
  while (absent * 10 <= most) absent *= 10;
  return (double)ROUTES_ROUTE_COST * (double)vrp_power(places) * (double)(vehicles_most(file) + 1) <= absent;
}

/* As many decimals of distances that are not rounded as limits leave, `most` at most. */
static Status real_places(const FleetFile *file, const CvrpSettings *settings, int32_t most,
                          int32_t *places) {
  const VrpFile *plane = &file->plane;
  VrpPlane how = {.nodes = plane->nodes,
                  .x = plane->x,
                  .y = plane->y,
                  .z = plane->z,
                  .decimals_most = most,
                  .limited = true};
  VrpUnits units;
  times_visit(file, largest_visit, &how.limit);
  TRY(fleet_fail_at(file, plane->plane_line, vrp_units_find(&how, &units)));
  *places = units.decimals;
  while (settings->objective == OBJECTIVE_VEHICLES && *places && !routes_fit(file, *places)) --*places;
  return OK;
}

static bool euclidean(const FleetFile *file, const CvrpSettings *settings) {
  const Metric said = tsp_metric_of(settings->metric);
  return file->plane.metric == METRIC_EUC_2D &&
         (settings->metric == TSP_METRIC_FILE || said == METRIC_EUC_2D);
}

/* Truncated to as many decimals as a rule says. */
static const char *truncated_words(int32_t places) {
  if (places == 0) return "truncated to whole numbers";
  return places == 2 ? "truncated to two decimals" : "truncated to one decimal";
}

/* How distances are taken: as options, the file, or the benchmarks of its kind say. *remark: where the last decides. */
static FleetRule rule_find(const FleetFile *file, const CvrpSettings *settings, char *remark) {
  static const char *const words[] = {
      [DISTANCES_ROUNDED] = "rounded to whole numbers", [DISTANCES_REAL] = "not rounded"};
  const FleetRule rule = file->rule;
  if (settings->distances != DISTANCES_AUTO) return (FleetRule){settings->distances, -1};
  if (file->plane.words != DISTANCES_AUTO) return (FleetRule){file->plane.words, -1};
  if (rule.how == DISTANCES_REAL && rule.places >= 0)
    snprintf(remark, INSTANCE_REMARK_MAX,
             "distances are rounded to %d decimals, as published ones of such files", rule.places);
  else
    snprintf(remark, INSTANCE_REMARK_MAX, "distances are %s, as published ones of such files",
             rule.how == DISTANCES_TRUNCATED ? truncated_words(rule.places) : words[rule.how]);
  return rule;
}

/* Says it to the reader of problem/cvrp. */
static Status rule_apply(FleetFile *file, CvrpSettings *settings, char *remark) {
  VrpFile *const plane = &file->plane;
  const int32_t most = settings->objective == OBJECTIVE_MAKESPAN ? LONGEST_FIRST_DECIMALS : VRP_DECIMALS_MAX;
  if (!euclidean(file, settings) || (plane->scaled && settings->distances == DISTANCES_AUTO)) return OK;
  FleetRule rule = rule_find(file, settings, remark);
  settings->distances = DISTANCES_AUTO;
  plane->words = rule.how == DISTANCES_TRUNCATED ? DISTANCES_TRUNCATED : DISTANCES_AUTO;
  plane->scaled = rule.how == DISTANCES_REAL || (rule.how == DISTANCES_TRUNCATED && rule.places >= 0 &&
                                                 rule.places != VRP_DECIMALS_TRUNCATED);
  plane->tells_real = false;
  if (!plane->scaled) return OK;
  if (rule.places < 0) return real_places(file, settings, most, &plane->places);
  plane->places = rule.places;
  return OK;
}

/* An instance of problem/cvrp with the same nodes and no demands has these distances. */
static Status plane_instance(FleetFile *file, const CvrpSettings *settings, char *remark, Instance **out) {
  CvrpSettings said = *settings;
  VrpFile *const plane = &file->plane;
  said.scale = 0;
  said.fleet = 0;
  TRY(rule_apply(file, &said, remark));
  said.objective = OBJECTIVE_DISTANCE;
  plane->capacity = (VrpNumber){.mantissa = 1};
  plane->demand = calloc((size_t)plane->nodes, sizeof *plane->demand);
  if (!plane->demand) FAIL(ERR_MEMORY, "no memory for %d nodes", plane->nodes);
  VrpFile alone = *plane; /* without times, which are the fleet's */
  alone.service_line = 0;
  return vrp_finish(&alone, &said, out);
}

static Status plane_matrix(FleetFile *file, const CvrpSettings *settings, int32_t *decimals, char *remark) {
  const size_t nodes = (size_t)file->plane.nodes;
  Instance *inst;
  TRY(plane_instance(file, settings, remark, &inst));
  CvrpInstance *const cvrp = (CvrpInstance *)inst;
  file->matrix = cvrp->matrix;
  cvrp->matrix = NULL;
  if (!file->matrix) file->matrix = instance_array_alloc(nodes * nodes * sizeof *file->matrix);
  for (size_t a = 0; file->matrix && !cvrp->with_matrix && a < nodes && !halt_due(); a++)
    for (size_t b = 0; b < nodes; b++)
      file->matrix[a * nodes + b] = (int32_t)vrp_distance(cvrp, (int32_t)a, (int32_t)b);
  *decimals = inst->decimals;
  if (inst->remark[0]) memcpy(remark, inst->remark, sizeof inst->remark);
  instance_free(inst);
  if (!file->matrix) FAIL(ERR_MEMORY, "no memory for the distances of %zu nodes", nodes);
  return halt_after("the making of distances");
}

/* ---- matrix ---- */

static Status check_matrix_options(const FleetFile *file, const CvrpSettings *settings) {
  const bool rounded = settings->distances == DISTANCES_AUTO || settings->distances == DISTANCES_ROUNDED;
  if (!rounded)
    FAIL(ERR_USAGE, "%s: expected EUC_2D with --distances %s, found a matrix", file->path,
         settings->distances == DISTANCES_REAL ? "real" : "truncated");
  if (settings->metric != TSP_METRIC_FILE)
    FAIL(ERR_USAGE,
         "%s: expected coordinates with --metric %s, found a matrix: change EDGE_WEIGHT_TYPE in the file",
         file->path, tsp_metric_words[settings->metric]);
  return OK;
}

static Status refine(const FleetFile *file, int32_t from, int32_t to) {
  const size_t nodes = (size_t)file->plane.nodes;
  const int64_t unit = vrp_power(to - from);
  char most[COST_TEXT_MAX];
  for (size_t k = 0; unit > 1 && k < nodes * nodes; k++) {
    if (file->matrix[k] * unit > ROUTES_DISTANCE_MAX)
      return fleet_fail_at(
          file, file->plane.plane_line,
          status_fail(ERR_FORMAT,
                      "expected distances up to %s, as they or times have %d decimals, found a longer one",
                      cost_text(ROUTES_DISTANCE_MAX, to, most), to));
    file->matrix[k] = (int32_t)(file->matrix[k] * unit);
  }
  return OK;
}

/* At least the decimals that the file or its kind say, which the table drops where all end in zeros, and those of times. */
static int32_t places_wanted(const FleetFile *file, int32_t decimals) {
  const int32_t times = times_places(file), said = file->plane.scaled ? file->plane.places : 0;
  const int32_t most = times > said ? times : said;
  return most > decimals ? most : decimals;
}

Status fleet_distances(FleetFile *file, const CvrpSettings *settings, int32_t **matrix, int32_t *decimals,
                       char *remark) {
  if (file->matrix) {
    TRY(check_matrix_options(file, settings));
    *decimals = file->matrix_decimals;
  } else {
    TRY(plane_matrix(file, settings, decimals, remark));
  }
  const int32_t places = places_wanted(file, *decimals);
  TRY(refine(file, *decimals, places));
  *decimals = places;
  *matrix = file->matrix;
  file->matrix = NULL;
  return OK;
}
