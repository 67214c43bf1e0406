/* The line of vehicle routing in the registry: see cvrp.h. */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"
#include "cost.h"
#include "cvrp.h"
#include "instance.h"
#include "option_row.h"
#include "problem/cvrp/bounds/cvrp_bounds.h"
#include "problem/cvrp/files/vrp_files.h"
#include "problem/cvrp/generators/cvrp_generate.h"
#include "problem/tsp/files/tsp_files.h"
#include "problem/tsp/metric.h"
#include "problem/tsp/tsp.h"

/* ---- what rounding loses ---- */

/* What rounding takes from distances of routes: Problem.unrounded and Problem.scattered. */

/* The metric of the coordinates. False: distances are a matrix of the file's. */
static bool metric_of(const CvrpInstance *cvrp, Metric *metric) {
  *metric = METRIC_EUC_2D;
  if (!cvrp->x) return false;
  return !cvrp->matrix || (cvrp->metric[0] && vrp_metric_find(cvrp->metric, metric));
}

/* Before it is rounded, in units of the cost. */
static double length_of(const CvrpInstance *cvrp, Metric metric, int32_t a, int32_t b) {
  const double unit = pow(10, cvrp->places), cost_unit = pow(10, cvrp->head.decimals), east = cvrp->shift[0],
               north = cvrp->shift[1];
  if (metric_on_sphere(metric)) {
    if (a == b) return 0;
    return cost_unit * (metric == METRIC_GEO ? metric_geo_length : metric_geom_length)(
                           (cvrp->x[a] + east) / unit, (cvrp->y[a] + north) / unit,
                           (cvrp->x[b] + east) / unit, (cvrp->y[b] + north) / unit);
  }
  const double width = fabs((double)cvrp->x[a] - cvrp->x[b]), height = fabs((double)cvrp->y[a] - cvrp->y[b]),
               depth = cvrp->z ? fabs((double)cvrp->z[a] - cvrp->z[b]) : 0;
  return tsplib_length(metric, width, height, depth) / unit * cost_unit;
}

static const char *help_of(const CvrpInstance *cvrp, Metric metric) {
  if (metric_on_sphere(metric)) return "a matrix with decimals keeps more";
  if (metric != METRIC_EUC_2D) return "--scale F multiplies coordinates first, such as --scale 1000";
  return cvrp->scale == 0
             ? "--distances real keeps decimals, --scale F multiplies coordinates first; degrees "
               "are for --metric GEOM"
             : "--distances real keeps decimals, and so does a larger --scale F";
}

/* Metrics that round up or truncate by their definition may differ by 1%. */
static double cvrp_unrounded(const Instance *inst, const int32_t *gene, double *most, const char **help) {
  const CvrpInstance *cvrp = cvrp_of(inst);
  Metric metric;
  double sum = 0;
  int32_t before = 0;
  *most = cvrp->coarse ? 0.01 : 0.001;
  *help = "";
  if (!metric_of(cvrp, &metric)) return NAN;
  *help = help_of(cvrp, metric);
  for (int32_t k = 0; k < inst->n; k++) {
    const int32_t customer = cvrp_customer(gene[k]);
    if (gene[k] < 0) {
      sum += length_of(cvrp, metric, before, 0);
      before = 0;
    }
    sum += length_of(cvrp, metric, before, customer);
    before = customer;
  }
  return sum + length_of(cvrp, metric, before, 0);
}

/* Metrics that round up or truncate by their definition may differ by 1%. */
static bool cvrp_scattered(const Instance *inst) {
  const CvrpInstance *cvrp = cvrp_of(inst);
  Metric metric;
  if (!metric_of(cvrp, &metric) || cvrp->scale != 0) return false;
  for (int32_t c = 1; c <= inst->n; c++)
    if (cvrp->x[c] != cvrp->x[0] || cvrp->y[c] != cvrp->y[0] || (cvrp->z && cvrp->z[c] != cvrp->z[0]))
      return true;
  return false;
}

/* ---- before the search ---- */

static const double scale_most = 1e9;

typedef struct Places {
  const CvrpInstance *cvrp;
  Metric metric;
} Places;

static double pair_length(const void *places, int64_t a, int64_t b, int64_t *rounded) {
  const Places *p = places;
  *rounded = vrp_distance(p->cvrp, (int32_t)a, (int32_t)b);
  return length_of(p->cvrp, p->metric, (int32_t)a, (int32_t)b);
}

/* Problem.advice: as tsp_advice. */
static void cvrp_advice(const Instance *inst, char *text, size_t size) {
  const CvrpInstance *cvrp = cvrp_of(inst);
  Metric metric;
  text[0] = 0;
  if (!metric_of(cvrp, &metric) || metric_on_sphere(metric) || inst->decimals) return;
  const Places places = {cvrp, metric};
  const RoundingSample s = rounding_sample(&places, (int64_t)inst->n + 1, pair_length);
  if (!rounding_loses(&s)) return;
  const double scale = rounding_scale(&s, scale_most);
  c_snprintf(
      text, size, "%.0f%% of the distances of %s round to 0 or 1: --scale %.0f keeps three digits of them%s",
      100.0 * s.small / s.pairs, inst->name, scale, metric == METRIC_EUC_2D ? ", --distances real more" : "");
}

/* ---- kinds of generated instances ---- */

/* What `cordee generate` can make of vehicle routing: kinds and settings. See cvrp_generate.h. */

typedef struct Settings {
  uint32_t customers;
  DepotPlace depot;
  Placement placement;
  DemandClass demand;
  double route_length;
  uint32_t share, width, horizon, service;
} Settings;

static const GeneratorName kinds[] = {
    {"cvrp-uniform", "customers anywhere on a grid of 1001 x 1001 points"},
    {"cvrp-clustered", "customers in 3 to 8 clusters on the same grid"},
    {"cvrp-x", "as the X instances of Uchoa et al. 2017; what is auto is drawn from the seed"},
    {"cvrp-windows",
     "with time windows as Solomon 1987, on the same grid; distances truncated to one decimal"},
    {.name = NULL},
};

#define FIELD(member) OPTION_FIELD(Settings, member)
static const OptionRow rows[] = {
    {"customers", KIND_COUNT, FIELD(customers), "100", .argument = "N", .least = "1", .most = "100000",
     .help = "number of customers"},
    {"depot", KIND_CHOICE, FIELD(depot), "auto", depot_place_names, .argument = "WHERE",
     .help = "place of the depot. central: in the centre; eccentric: in a corner; random: anywhere; auto: "
             "central, for cvrp-x drawn from the seed"},
    {"placement", KIND_CHOICE, FIELD(placement), "auto", placement_names, .argument = "HOW",
     .of = "cvrp-x cvrp-windows",
     .help = "places of the customers. random: anywhere; clustered: in clusters; random-clustered: half of "
             "them each; auto: random, for cvrp-x drawn from the seed"},
    {"demand", KIND_CHOICE, FIELD(demand), "auto", demand_class_names, .argument = "CLASS",
     .help = "minimum and maximum demand. unitary: 1; quadrant: 51-100 in two opposite quadrants, 1-50 in "
             "the others; many-small: 1-10, and 50-100 for 5% to 30% of the customers; auto: 1-100, for "
             "cvrp-x drawn from the seed"},
    {"route-length", KIND_REAL, FIELD(route_length), "0", .argument = "X", .least = "0", .most = "100000",
     .help = "mean number of customers of a full route, with up to three decimals, which sets the capacity; "
             "0: 10, for cvrp-x drawn from 3 to 25"},
    {"window-share", KIND_COUNT, FIELD(share), "100", .argument = "N", .least = "0", .most = "100",
     .of = "cvrp-windows", .help = "customers that have a time window, in per cent"},
    {"window-width", KIND_COUNT, FIELD(width), "300", .argument = "N", .least = "0", .most = "1000000",
     .of = "cvrp-windows", .help = "mean width of a time window; each is drawn from 0.5 to 1.5 times this"},
    {"horizon", KIND_COUNT, FIELD(horizon), "3000", .argument = "N", .least = "1", .most = "1000000",
     .of = "cvrp-windows",
     .help = "end of the depot's time window; later if the farthest customer requires it"},
    {"service", KIND_COUNT, FIELD(service), "100", .argument = "N", .least = "0", .most = "1000000",
     .of = "cvrp-windows", .help = "service time of each customer"},
    {.name = NULL}};

static int32_t thousandths(double length) { return (int32_t)(length * CVRP_MILLI + 0.5); }

/* What kinds but cvrp-x leave open is standard. */
static void standards_fill(const char *kind, CvrpRecipe *recipe) {
  if (strcmp(kind, "cvrp-clustered") == 0) recipe->placement = PLACEMENT_CLUSTERED;
  if (!recipe->placement) recipe->placement = PLACEMENT_RANDOM;
  if (!recipe->depot) recipe->depot = DEPOT_CENTRAL;
  if (!recipe->demand) recipe->demand = DEMAND_1_100;
  if (!recipe->route_length) recipe->route_length = thousandths(10);
}

static Status make(const void *settings, uint64_t seed, const char *kind, Instance **out) {
  const Settings *own = settings;
  CvrpRecipe recipe = {.customers = (int32_t)own->customers,
                       .depot = own->depot,
                       .placement = own->placement,
                       .demand = own->demand,
                       .route_length = thousandths(own->route_length),
                       .seed = seed};
  if (strcmp(kind, "cvrp-windows") == 0)
    recipe.windows = (WindowRecipe){(int32_t)own->share, (int32_t)own->width, (int32_t)own->horizon,
                                    (int32_t)own->service};
  if (strcmp(kind, "cvrp-x") != 0) standards_fill(kind, &recipe);
  cvrp_recipe_draw(&recipe);
  return cvrp_generate(&recipe, out);
}

const Generators cvrp_generators = {.kinds = kinds, .options = rows, .bytes = sizeof(Settings), .make = make};

/* ---- line of the registry ---- */

static void cvrp_release(Instance *inst) {
  CvrpInstance *cvrp = (CvrpInstance *)inst;
  free(cvrp->demand);
  free(cvrp->x);
  free(cvrp->y);
  free(cvrp->z);
  free(cvrp->matrix);
  free(cvrp->ready);
  free(cvrp->due);
  free(cvrp->service_at);
  free(cvrp->proven);
}

static Status cvrp_arrays_alloc(Instance *inst) {
  CvrpInstance *cvrp = (CvrpInstance *)inst;
  const size_t nodes = (size_t)inst->n + 1;
  const bool plane = cvrp->with_coordinates, matrix = cvrp->with_matrix;
  cvrp->ready = cvrp->due = cvrp->service_at = NULL;
  cvrp->demand = instance_array_alloc(nodes * sizeof *cvrp->demand);
  cvrp->x = plane ? instance_array_alloc(nodes * sizeof *cvrp->x) : NULL;
  cvrp->y = plane ? instance_array_alloc(nodes * sizeof *cvrp->y) : NULL;
  cvrp->z = cvrp->with_depth ? instance_array_alloc(nodes * sizeof *cvrp->z) : NULL;
  cvrp->matrix = matrix ? instance_array_alloc(nodes * nodes * sizeof *cvrp->matrix) : NULL;
  cvrp->proven = calloc(1, sizeof *cvrp->proven);
  if (cvrp->proven && cvrp->demand && (!plane || (cvrp->x && cvrp->y)) && (!matrix || cvrp->matrix) &&
      (!cvrp->with_depth || cvrp->z) && (!cvrp->with_windows || cvrp_windows_add(cvrp) == OK))
    return OK;
  cvrp_release(inst);
  FAIL(ERR_MEMORY, "no memory for an instance");
}

static void cvrp_arrays(const Instance *inst, InstanceArray arrays[INSTANCE_ARRAYS]) {
  const CvrpInstance *cvrp = cvrp_of(inst);
  const size_t nodes = (size_t)inst->n + 1;
  int32_t *const of_nodes[] = {cvrp->demand, cvrp->x, cvrp->y, cvrp->ready, cvrp->due, cvrp->service_at};
  enum { COUNT = sizeof of_nodes / sizeof *of_nodes };
  _Static_assert((int)COUNT < (int)INSTANCE_ASIDE, "INSTANCE_ARRAYS is too small");
  for (int k = 0; k < COUNT; k++)
    arrays[k] = (InstanceArray){of_nodes[k], of_nodes[k] ? nodes * sizeof *of_nodes[k] : 0};
  arrays[COUNT] = (InstanceArray){cvrp->matrix, cvrp->matrix ? nodes * nodes * sizeof *cvrp->matrix : 0};
  arrays[INSTANCE_ASIDE] = (InstanceArray){cvrp->z, cvrp->z ? nodes * sizeof *cvrp->z : 0};
}

static int cvrp_head(const Instance *inst, int32_t head[INSTANCE_HEAD_MAX]) {
  const CvrpInstance *cvrp = cvrp_of(inst);
  const int32_t words[] = {3,
                           cvrp->with_coordinates | cvrp->with_matrix << 1 | cvrp->with_windows << 2 |
                               (cvrp->route_cost > 0) << 3,
                           inst->n,
                           inst->decimals,
                           (int32_t)cvrp->fleet,
                           cvrp->vehicles,
                           cvrp->capacity,
                           cvrp->max_duration,
                           cvrp->service,
                           cvrp->divisor};
  _Static_assert(sizeof words < INSTANCE_HEAD_MAX * sizeof *words, "INSTANCE_HEAD_MAX is too small");
  enum { COUNT = sizeof words / sizeof *words };
  memcpy(head, words, sizeof words);
  if (cvrp->load_decimals) head[COUNT] = cvrp->load_decimals;
  return COUNT + (cvrp->load_decimals > 0);
}

/* "EUC_2D, 3 decimals"; "CEIL_2D" */
static void distances_text(const CvrpInstance *cvrp, char *text, size_t size) {
  const int32_t decimals = cvrp->head.decimals;
  const char *type;
  if (cvrp->metric[0])
    type = cvrp->metric;
  else if (cvrp->with_matrix)
    type = "EXPLICIT";
  else
    type = "EUC_2D";
  if (cvrp->divisor < 0)
    snprintf(text, size, "EUC_2D truncated to 0.1");
  else if (decimals > 0)
    snprintf(text, size, "%s, %d decimal%s", type, decimals, decimals == 1 && cvrp->with_matrix ? "" : "s");
  else
    snprintf(text, size, "%s", type);
}

static void cvrp_size_text(const Instance *inst, char *text, size_t size) {
  static const char *const fleets[] = {
      [FLEET_FREE] = "", [FLEET_EXACTLY] = "exactly", [FLEET_AT_MOST] = "at most"};
  const CvrpInstance *cvrp = cvrp_of(inst);
  char limit[48] = "", fleet[48] = "", depot[32] = "", distances[48], duration[COST_TEXT_MAX],
       capacity[COST_TEXT_MAX];
  if (cvrp->max_duration != INT32_MAX)
    snprintf(limit, sizeof limit, ", duration %s", cost_text(cvrp->max_duration, inst->decimals, duration));
  if (cvrp->fleet != FLEET_FREE)
    snprintf(fleet, sizeof fleet, ", %s %d routes", fleets[cvrp->fleet], cvrp->vehicles);
  distances_text(cvrp, distances, sizeof distances);
  if (cvrp->depot) snprintf(depot, sizeof depot, ", depot node %d", cvrp->depot + 1);
  snprintf(text, size, "%d customers%s, capacity %s%s%s%s, %s%s", inst->n, depot,
           cost_text(cvrp->capacity, cvrp->load_decimals, capacity),
           cvrp->with_windows ? ", time windows" : "", limit, fleet, distances,
           cvrp->route_cost ? ", vehicles first" : "");
}

static int64_t cvrp_cost_unit(const Instance *inst) { return cvrp_of(inst)->route_cost; }

static size_t cvrp_genes(const Instance *inst) { return (size_t)inst->n; }

static int cvrp_probe(const char *path, const char *head, size_t bytes) {
  const int vrp = vrp_probe(path, head, bytes), solomon = solomon_probe(path, head, bytes);
  return vrp > solomon ? vrp : solomon;
}

static void cvrp_reject(const char *path, const char *text, size_t bytes, char *why, size_t size) {
  (void)path;
  (void)text;
  (void)bytes;
  snprintf(why, size,
           "no CVRPLIB file (no TYPE with VRP in it, no CAPACITY, no DEMAND_SECTION); no Solomon file (the "
           "second line is not "
           "VEHICLE)");
}

static Status cvrp_parse(const char *path, const char *text, size_t bytes, const void *settings,
                         Instance **out) {
  const bool solomon = solomon_probe(path, text, bytes) > vrp_probe(path, text, bytes);
  return (solomon ? solomon_parse : vrp_parse)(path, text, bytes, settings, out);
}

const Problem problem_cvrp = {.name = "cvrp",
                              .bytes = sizeof(CvrpInstance),
                              .words = {"CVRP", "a CVRPLIB or Solomon file", "customers", "routes",
                                        "instances/cvrp-200-1.vrp", 0, "vehicles", "distance", ".sol"},
                              .options = cvrp_options,
                              .optima_column = cvrp_optima_column,
                              .probe = cvrp_probe,
                              .reject = cvrp_reject,
                              .parse = cvrp_parse,
                              .write = vrp_write,
                              .alloc = cvrp_arrays_alloc,
                              .release = cvrp_release,
                              .arrays = cvrp_arrays,
                              .head = cvrp_head,
                              .size_text = cvrp_size_text,
                              .advice = cvrp_advice,
                              .genes = cvrp_genes,
                              .judge = judge_routes,
                              .unrounded = cvrp_unrounded,
                              .scattered = cvrp_scattered,
                              .bound = cvrp_bound,
                              .cost_unit = cvrp_cost_unit,
                              .cost_unit_told = cvrp_cost_unit_told,
                              .solution_write = routes_write,
                              .solution_read = routes_read,
                              .solution_marks = (const char *const[]){"Route ", "route ", NULL},
                              .forms = routes_forms,
                              .generators = &cvrp_generators};
