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

/* Words of --objective, in the order of its choices. */
typedef enum CvrpObjective {
  OBJECTIVE_DISTANCE,
  OBJECTIVE_VEHICLES,   /* fewest routes, then distance */
  OBJECTIVE_COMPLETION, /* when the tour of one vehicle is over: files of problem/routes, as are */
  OBJECTIVE_MAKESPAN,   /* the longest route, then all other costs; and */
  OBJECTIVE_BALANCE,    /* all other costs, and the longest route, a unit of it at a count */
  OBJECTIVE_PRIZES      /* of customers who are left out, and nothing else */
} CvrpObjective;

enum { OBJECTIVE_BALANCE_MOST = 1000000000 };

/* Words of --fleet, in the order of its choices. */
typedef enum FleetWord {
  FLEET_WORD_FILE, /* free, or at most VEHICLES */
  FLEET_WORD_FREE,
  FLEET_WORD_EXACTLY,
  FLEET_WORD_AT_MOST
} FleetWord;

typedef struct CvrpSettings {
  CvrpDistances distances;
  TspMetric metric;  /* of coordinates that have none, or EUC_2D */
  int64_t fleet;     /* counted_make(FleetWord, routes) */
  int64_t objective; /* counted_make(CvrpObjective, price of the longest route) */
  double scale;      /* coordinates, or a matrix, and times are multiplied by it; 0: by nothing */
} CvrpSettings;

extern const OptionRow cvrp_options[]; /* Problem.options */

extern const char *const cvrp_fleet_words[], *const cvrp_distances_words[], *const cvrp_objective_words[];

/* Its rows: also those of a problem whose settings begin with CvrpSettings. */
#define CVRP_OPTION_ROWS                                                                                     \
  {.name = "fleet",                                                                                          \
   .kind = KIND_COUNTED,                                                                                     \
   OPTION_FIELD(CvrpSettings, fleet),                                                                        \
   .standard = "file",                                                                                       \
   .choices = cvrp_fleet_words,                                                                              \
   .argument = "HOW",                                                                                        \
   .help = "number of routes. free: any; exactly:K; at-most:K, or K alone; file: at most VEHICLES if the "   \
           "file has it, else free. --vehicles is the same option",                                          \
   .alias = "vehicles",                                                                                      \
   .bare = FLEET_WORD_AT_MOST,                                                                               \
   .least = "1",                                                                                             \
   .most = "2147483647",                                                                                     \
   .place = PLACE_PROBLEM},                                                                                  \
      {.name = "distances",                                                                                  \
       .kind = KIND_CHOICE,                                                                                  \
       OPTION_FIELD(CvrpSettings, distances),                                                                \
       .standard = "auto",                                                                                   \
       .choices = cvrp_distances_words,                                                                      \
       .argument = "HOW",                                                                                    \
       .help =                                                                                               \
           "EUC_2D distances. rounded: to whole numbers; real: with decimals; truncated: to one decimal; "   \
           "auto: as the file says, with time windows truncated",                                            \
       .place = PLACE_PROBLEM},                                                                              \
      {.name = "objective",                                                                                  \
       .kind = KIND_COUNTED,                                                                                 \
       OPTION_FIELD(CvrpSettings, objective),                                                                \
       .standard = "distance",                                                                               \
       .choices = cvrp_objective_words,                                                                      \
       .argument = "WHAT",                                                                                   \
       .help =                                                                                               \
           "cost. distance: the total distance; vehicles: first the number of routes, then the distance "    \
           "(with time windows --distances auto is then real); completion: the time until the return, of "   \
           "tours of one vehicle with time windows (TSPTW); makespan: first the longest route (its "         \
           "duration, or its distance where there are no times), then the cost; balance:W: the cost and W "  \
           "times the longest route; prizes: those of customers who are left out, whatever routes cost "     \
           "(orienteering)",                                                                                 \
       .least = "1",                                                                                         \
       .most = "1000000000",                                                                                 \
       .place = PLACE_PROBLEM},                                                                              \
      {.name = "metric",                                                                                     \
       .kind = KIND_CHOICE,                                                                                  \
       OPTION_FIELD(CvrpSettings, metric),                                                                   \
       .standard = "file",                                                                                   \
       .choices = tsp_metric_words,                                                                          \
       .argument = "TYPE",                                                                                   \
       .help =                                                                                               \
           "EDGE_WEIGHT_TYPE of coordinates in a Solomon file, or of one that says EUC_2D; GEOM: metres on " \
           "the sphere, of latitudes and longitudes",                                                        \
       .place = PLACE_PROBLEM},                                                                              \
  {                                                                                                          \
    .name = "scale", .kind = KIND_REAL, OPTION_FIELD(CvrpSettings, scale), .standard = "0", .argument = "F", \
    .help =                                                                                                  \
        "multiply coordinates, or a matrix, and with them all times, by F before distances are rounded; "    \
        "0: by nothing",                                                                                     \
    .least = "0", .most = "1e9", .place = PLACE_PROBLEM                                                      \
  }

/* Problem.optima_column: solutions of any fleet may be better than those with as many routes as a benchmark has; no published value
 * is one of distances that are not read as the file tells. */
const char *cvrp_optima_column(const void *settings);

/* Is the longest route a part of the cost? */
static inline bool cvrp_objective_balances(const CvrpSettings *settings) {
  const int word = counted_word(settings->objective);
  return word == OBJECTIVE_MAKESPAN || word == OBJECTIVE_BALANCE;
}

/* ERR_USAGE: OBJECTIVE_COMPLETION with another file than a tour's. The message names no place. */
Status cvrp_completion_refuse(void);

/* Problem.cost_unit_told. */
int64_t cvrp_cost_unit_told(const char *options, int32_t decimals);

/* The objective: what a route costs; distances are set. ERR_USAGE: costs could be too large. The message names no place. */
Status cvrp_objective_set(const CvrpSettings *settings, CvrpInstance *cvrp);

/* The fleet that is said, unless it is the file's. ERR_NO_SOLUTION: customers are fewer than routes, or do not fit into them. The message names
 * no place. */
Status cvrp_fleet_set(const CvrpSettings *settings, CvrpInstance *cvrp);

#endif
