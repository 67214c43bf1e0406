/* Options of vehicle routing: see cvrp_options.h. */
#include "cvrp_options.h"

#include <string.h>
#include "cost.h"
#include "cvrp_distance.h"
#include "problem/cvrp/files/vrp_files.h"

const char *const cvrp_distances_words[] = {"auto", "rounded", "real", "truncated", NULL};
const char *const cvrp_objective_words[] = {[OBJECTIVE_DISTANCE] = "distance",
                                            [OBJECTIVE_VEHICLES] = "vehicles",
                                            [OBJECTIVE_COMPLETION] = "completion",
                                            [OBJECTIVE_MAKESPAN] = "makespan",
                                            [OBJECTIVE_BALANCE] = "balance:",
                                            [OBJECTIVE_PRIZES] = "prizes",
                                            NULL};
const char *const cvrp_fleet_words[] = {[FLEET_WORD_FILE] = "file",
                                        [FLEET_WORD_FREE] = "free",
                                        [FLEET_WORD_EXACTLY] = "exactly:",
                                        [FLEET_WORD_AT_MOST] = "at-most:",
                                        NULL};

const OptionRow cvrp_options[] = {CVRP_OPTION_ROWS, {.name = NULL}};

_Static_assert(sizeof(CvrpSettings) <= SETTINGS_BYTES, "SETTINGS_BYTES is too small");

const char *cvrp_optima_column(const void *settings) {
  const CvrpSettings *own = settings;
  if (own->scale != 0 || own->metric != TSP_METRIC_FILE) return "";
  const bool as_published = own->distances == DISTANCES_AUTO || own->distances == DISTANCES_REAL;
  if (own->objective == OBJECTIVE_VEHICLES)
    return as_published ? "=vehicles_hierarchical*1000000000+distance_hierarchical" : "";
  if (cvrp_objective_balances(own)) return "";
  if (own->distances == DISTANCES_TRUNCATED) return "=distance_dimacs";
  if (own->distances != DISTANCES_AUTO) return "";
  const int word = counted_word(own->fleet);
  return word == FLEET_WORD_FILE || word == FLEET_WORD_FREE ? "free_fleet_value" : NULL;
}

/* No solution is longer: an edge is not longer than the ways of its ends to the depot, but for rounding; of a matrix the longest. */
static int64_t distance_most(const CvrpInstance *cvrp) {
  const int64_t n = cvrp->head.n, nodes = n + 1;
  int64_t sum = 0, longest = 0;
  for (int64_t k = 0; cvrp->matrix && k < nodes * nodes; k++)
    longest = cvrp->matrix[k] > longest ? cvrp->matrix[k] : longest;
  for (int32_t c = 1; !cvrp->matrix && c <= n; c++)
    sum +=
        2 * ((int64_t)cvrp_plane_distance(cvrp->x[0], cvrp->y[0], cvrp->x[c], cvrp->y[c], cvrp->divisor) + 2);
  return cvrp->matrix ? 2 * n * longest : sum;
}

static int64_t route_cost(int32_t decimals) {
  int64_t unit = CVRP_ROUTE_COST;
  while (decimals-- > 0) unit *= 10;
  return unit;
}

int64_t cvrp_cost_unit_told(const char *options, int32_t decimals) {
  return decimals <= VRP_DECIMALS_MAX && strstr(options, "objective = vehicles") ? route_cost(decimals) : 0;
}

Status cvrp_completion_refuse(void) {
  FAIL(
      ERR_USAGE,
      "--objective completion: expected a tour of one vehicle with time windows (TSPTW), found another file");
}

Status cvrp_objective_set(const CvrpSettings *settings, CvrpInstance *cvrp) {
  const int32_t n = cvrp->head.n, most = cvrp_routes_most(cvrp);
  const int64_t unit = route_cost(cvrp->head.decimals);
  if (settings->objective == OBJECTIVE_DISTANCE) return OK;
  if (settings->objective == OBJECTIVE_COMPLETION) return cvrp_completion_refuse();
  if (settings->objective == OBJECTIVE_PRIZES)
    FAIL(ERR_USAGE, "--objective prizes: expected a file of a fleet with prizes, found none");
  if (cvrp_objective_balances(settings))
    FAIL(ERR_USAGE, "--objective %s: expected VRPLIB, JSON or a table, found Solomon's form",
         settings->objective == OBJECTIVE_MAKESPAN ? "makespan" : "balance");
  if (distance_most(cvrp) >= unit)
    FAIL(ERR_USAGE, "--objective vehicles: expected distances that sum to less than %lld",
         (long long)CVRP_ROUTE_COST);
  if ((n < most ? n : most) >= INT64_MAX / 2 / unit)
    FAIL(ERR_USAGE,
         "--objective vehicles: expected at most %lld customers with distances of %d decimals, found %d",
         (long long)(INT64_MAX / 2 / unit), cvrp->head.decimals, n);
  cvrp->route_cost = unit;
  return OK;
}

/* Are there solutions with so many routes? */
static Status fleet_check(const CvrpInstance *cvrp) {
  char all[COST_TEXT_MAX], each[COST_TEXT_MAX];
  const int32_t n = cvrp->head.n;
  const int64_t load = cvrp_load(cvrp->demand, n), least = cvrp_routes_filled(load, cvrp->capacity);
  if (cvrp->fleet == FLEET_EXACTLY && cvrp->vehicles > n)
    FAIL(ERR_NO_SOLUTION,
         "expected at most %d routes for %d customers, found exactly %d: there is no solution", n, n,
         cvrp->vehicles);
  if (cvrp->fleet != FLEET_FREE && cvrp->vehicles < least)
    FAIL(ERR_NO_SOLUTION,
         "expected at least %lld routes for load %s and capacity %s, found %s %d: there is no solution",
         (long long)least, cost_text(load, cvrp->load_decimals, all),
         cost_text(cvrp->capacity, cvrp->load_decimals, each),
         cvrp->fleet == FLEET_EXACTLY ? "exactly" : "at most", cvrp->vehicles);
  return OK;
}

/* More vehicles than customers, and than most fleets have, are no limit. */
static void fleet_loosen(CvrpInstance *cvrp) {
  enum { MANY = 1024 };
  const bool loose = cvrp->fleet == FLEET_AT_MOST && cvrp->vehicles >= cvrp->head.n;
  if (loose && cvrp->vehicles > MANY) {
    cvrp->fleet = FLEET_FREE;
    cvrp->vehicles = 0;
  }
}

Status cvrp_fleet_set(const CvrpSettings *settings, CvrpInstance *cvrp) {
  static const CvrpFleet fleet_of[] = {[FLEET_WORD_FREE] = FLEET_FREE,
                                       [FLEET_WORD_EXACTLY] = FLEET_EXACTLY,
                                       [FLEET_WORD_AT_MOST] = FLEET_AT_MOST};
  const int word = counted_word(settings->fleet);
  if (word != FLEET_WORD_FILE) {
    cvrp->fleet = fleet_of[word];
    cvrp->vehicles = (int32_t)counted_count(settings->fleet);
  }
  fleet_loosen(cvrp);
  return fleet_check(cvrp);
}
