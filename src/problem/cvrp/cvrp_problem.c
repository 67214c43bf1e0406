/* The line of vehicle routing in the registry: see cvrp.h. */
#include <stdlib.h>
#include <string.h>
#include "cost.h"
#include "cvrp.h"
#include "cvrp_bound.h"
#include "cvrp_generate.h"
#include "cvrp_rounding.h"
#include "routes_file.h"
#include "solomon.h"
#include "vrp.h"

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
