/* The judge's view of one route: see judge_fleet.c. Local to the judge. */
#ifndef CORDEE_PROBLEM_ROUTES_JUDGE_ROUTE_H
#define CORDEE_PROBLEM_ROUTES_JUDGE_ROUTE_H

#include <stdio.h>
#include "cost.h"
#include "routes.h"

typedef struct JudgedStep { /* where the vehicle goes next: to a customer, to a reload depot, to its end */
  int32_t customer, reload; /* 0 and -1: neither, but the vehicle's end */
  int32_t place;            /* or ROUTES_OPEN */
  int32_t trip;             /* from 0; of a reload depot the one that begins there */
  int64_t distance, way;    /* from the step before; way: the time, setup included */
  int64_t service;
  const RoutesWindow *window; /* (windows) of service, in rising order */
  int32_t windows;
  RoutesWindow one; /* what `window` is, if it is no array of the instance */
  int64_t release;  /* the vehicle leaves a reload depot then or later */
} JudgedStep;

typedef struct Judged { /* a route */
  const RoutesInstance *routes;
  const VehicleType *type;
  int32_t type_number;         /* from 1 */
  int32_t number, trips;       /* of the route, from 1; of its trips */
  const int32_t *gene, *types; /* (count) customers of the route, (trips) genes of trips */
  int32_t count;
  const int32_t *genes; /* (2 n) of the whole solution */
  const int32_t *at;    /* (n + 1) where in it each customer is; NULL: there are no pairs */
  JudgedStep *step;     /* (steps) the last is the end */
  int32_t steps;
  int64_t release; /* the vehicle leaves its start then or later */
} Judged;

/* Room for "route 2, trip 1". */
enum { JUDGED_TEXT_MAX = 64 };

/* "route 2", and in a route of several trips "route 2, trip 1". */
static inline const char *judged_trip_text(const Judged *r, int32_t trip, char text[JUDGED_TEXT_MAX]) {
  if (r->trips > 1)
    snprintf(text, JUDGED_TEXT_MAX, "route %d, trip %d", r->number, trip + 1);
  else
    snprintf(text, JUDGED_TEXT_MAX, "route %d", r->number);
  return text;
}

/* Windows, shifts, breaks, release times and the limit on duration. *duration: the shortest of all departures and places of breaks, 0 where it
 * has neither a price nor a limit, and no balance. ERR_FORMAT. */
Status judge_times(const Judged *r, int64_t *duration);

/* All rules of one route; adds its costs to *sum. ERR_FORMAT. */
Status judge_route(const Judged *r, RoutesCost *sum);

#endif
