/* Solutions of fleets as files. Local, host only.
 *
 *   Route #1: 21 31 19 17 13 7 26
 *   Route #2 (type 3): 12 1 16 30
 *   Cost 784
 *   Unserved: 5 8
 *
 * A vehicle that reloads and makes one more trip has @d where it does, d the number of the reload depot from 1 in the order of the file, or 0 where
 * there is one such depot and no customer 0: "Route #1: 4 2 0 5". The number of a depot's node is read, too.
 *
 * Customers have the numbers of the instance's file (routes_customer_number); depots are not written. Where the file lists vehicles, route k is
 * that of vehicle k, and an unused vehicle has an empty line; where it lists types, routes are numbered from 1, and their type, from 1 in the order
 * of the file, is written if there are several. Cost is without route_cost and absent_cost: of what is served, and of the prizes that are not.
 *
 * Where several customers have a number, as jobs, pickups and deliveries of VROOM's form may, P4 is the pickup and D4 the delivery 4; the two ends of
 * one pair need no marks, as the pickup comes first.
 *
 * These forms are read, words in any case; "Tour: 3 1 2" of one vehicle; with a heading ("Instance name: ...", "Solution"), as SINTEF has it, where the numbers of routes mean nothing; and Cordeau's: the cost alone, then a line "depot vehicle duration load 0 customers 0" a route, where types
 * are those of the depots. Customers who may be left out and are in no route are left out. */
#ifndef CORDEE_PROBLEM_ROUTES_FILES_FLEET_SOLUTION_H
#define CORDEE_PROBLEM_ROUTES_FILES_FLEET_SOLUTION_H

#include "problem/routes/routes.h"

/* ---- .sol ---- */

/* Problem.solution_write. ERR_IO, ERR_MEMORY. */
Status fleet_solution_write(const char *path, const Instance *inst, const int32_t *gene, int64_t cost);

/* Problem.solution_read, of these forms and of VROOM's answers (vroom_files.h). ERR_NO_INPUT, ERR_FORMAT, ERR_MEMORY. */
Status fleet_solution_read(const char *path, const Instance *inst, int32_t *gene, char *remark);

/* The same from memory; `path` only serves messages. */
Status fleet_solution_parse(const char *path, const char *text, size_t bytes, const Instance *inst,
                            int32_t *gene);

/* A customer, and the number of the instance's file; compared by numbers, for qsort and bsearch. */
typedef struct FleetNumber {
  int64_t number;
  int32_t customer;
} FleetNumber;

int fleet_number_compare(const void *a, const void *b);

/* ---- other forms ---- */

/* .csv: "route,vehicle,visit,customer,arrival,begin,departure,load", a line a visit, the start as visit 0 and the end as the last, these and reloads without a customer;
 * a column of load for each dimension, and, where vehicles have breaks, one of their numbers: a line a break, on the way to the visit of the next line and without the number of a visit, from arrival at
 * its place over its begin to its end. vehicle: its number where the file lists vehicles, else its type. Customers left out come last,
 * with a number alone. Times are those of the shortest duration. */
Status fleet_table_write(const char *path, const Instance *inst, const int32_t *gene, int64_t cost);

/* .geojson: routes as lines, customers left out as points. ERR_USAGE: the instance has no coordinates. */
Status fleet_map_check(const Instance *inst);
Status fleet_map_write(const char *path, const Instance *inst, const int32_t *gene, int64_t cost);

/* Problem.forms: these, and .json, VROOM's answers. */
extern const SolutionForm fleet_forms[];

/* ---- routes of a solution ---- */

enum { FLEET_RELOAD = -1 };

/* As VROOM calls it. */
static inline const char *fleet_stop_word(const RoutesInstance *routes, int32_t c) {
  static const char *const words[] = {"delivery", "job", "pickup"};
  return words[routes_pair_end(routes, c) + 1];
}

typedef struct FleetRoute {
  const int32_t *
      step; /* (count) customers in the order of visits; FLEET_RELOAD - d where the vehicle reloads at reload depot d */
  int32_t count;
  int32_t type;    /* ROUTES_LEFT_OUT: it is none, but who is left out */
  int32_t number;  /* from 0 */
  int32_t vehicle; /* of the file, from 0; -1: it lists none, or no more of the type */
} FleetRoute;

typedef struct FleetPlan {
  FleetRoute *route; /* (count) */
  int32_t *step;     /* of all routes */
  int32_t count;
} FleetPlan;

/* The routes of a solution that was judged, those who are left out last. ERR_MEMORY. */
Status fleet_plan_make(const RoutesInstance *routes, const int32_t *gene, FleetPlan *out);
void fleet_plan_free(FleetPlan *all);

/* A customer, or a reload as a stop without loads. */
RouteStop fleet_step_stop(const RoutesInstance *routes, int32_t step);

/* When the vehicle arrives at each stop, where it begins, and leaves. [0] is the start, [count + 1] the end. */
typedef struct FleetVisit {
  int64_t arrival, begin, departure;
  int64_t distance; /* from the start */
  int64_t service;  /* what it stays for, from `begin` on */
  /* Of routes with breaks: */
  int32_t breaks;                        /* taken before it */
  int64_t clock[ROUTES_BREAKS_MAX + 1];  /* the earliest departure behind so many breaks, -1: none, */
  int32_t behind[ROUTES_BREAKS_MAX + 1]; /* and how many of them are taken before the visit before */
} FleetVisit;

/* Of the shortest duration, with the earliest end; visit: (route->count + 2). */
void fleet_schedule(const RoutesInstance *routes, const FleetRoute *route, FleetVisit *visit);

/* A break on the way to a visit. */
typedef struct FleetBreak {
  int64_t arrival, begin, end; /* the vehicle waits from arrival on */
  int64_t driven;              /* of the way to the visit */
} FleetBreak;

/* Break b, from 0, which is taken on the way to visit k. */
FleetBreak fleet_break(const RoutesInstance *routes, const FleetRoute *route, const FleetVisit *visit,
                       int32_t k, int32_t b);

/* The loads in a dimension when the vehicle leaves each stop; load: (route->count + 1), [0] is the start. */
void fleet_loads(const RoutesInstance *routes, const FleetRoute *route, int32_t dimension, int64_t *load);

#endif
