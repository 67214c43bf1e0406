/* What options say of an instance of vehicle routing beside its file (Problem.options). */
#ifndef CORDEE_PROBLEM_CVRP_CVRP_OPTIONS_H
#define CORDEE_PROBLEM_CVRP_CVRP_OPTIONS_H

#include "cvrp.h"
#include "problem/tsp/tsp_options.h"

typedef enum CvrpDistances {
  DISTANCES_AUTO, /* as the file tells: vrp_files.h */
  DISTANCES_ROUNDED,
  DISTANCES_REAL,
  DISTANCES_TRUNCATED /* to one decimal */
} CvrpDistances;

typedef enum CvrpObjective {
  OBJECTIVE_DISTANCE,
  OBJECTIVE_VEHICLES /* fewest routes, then distance */
} CvrpObjective;

/* Words of --fleet, in the order of its choices. */
typedef enum FleetWord {
  FLEET_WORD_FILE, /* free, or at most VEHICLES */
  FLEET_WORD_FREE,
  FLEET_WORD_EXACTLY,
  FLEET_WORD_AT_MOST
} FleetWord;

typedef struct CvrpSettings {
  CvrpDistances distances;
  TspMetric metric; /* of coordinates that have none, or EUC_2D */
  int64_t fleet;    /* counted_make(FleetWord, routes) */
  CvrpObjective objective;
  double scale; /* coordinates, or a matrix, and times are multiplied by it; 0: by nothing */
} CvrpSettings;

extern const OptionRow cvrp_options[];

/* Problem.optima_column: solutions of any fleet may be better than those with as many routes as a benchmark has; no published value
 * is one of distances that are not read as the file tells. */
const char *cvrp_optima_column(const void *settings);

/* Problem.cost_unit_told. */
int64_t cvrp_cost_unit_told(const char *options, int32_t decimals);

/* The objective: what a route costs; distances are set. ERR_USAGE: costs could be too large. The message names no place. */
Status cvrp_objective_set(const CvrpSettings *settings, CvrpInstance *cvrp);

/* The fleet that is said, unless it is the file's. ERR_NO_SOLUTION: customers are fewer than routes, or do not fit into them. The message names
 * no place. */
Status cvrp_fleet_set(const CvrpSettings *settings, CvrpInstance *cvrp);

#endif
