/* The proximity of two customers with time windows: their distance, plus a share of the least time that a vehicle waits between them, plus a
 * share of the least time that it is late at the second one, in the better order of the two (Vidal, Crainic, Gendreau, Prins: "A hybrid genetic algorithm with
 * adaptive diversity management for a large class of vehicle routing problems with time-windows", Computers & Operations Research 40, 2013,
 * section 4.4; other weights: docs/notebook/routes.md). Exact. */
#ifndef CORDEE_SEARCH_ROUTES_ROUTE_PROXIMITY_H
#define CORDEE_SEARCH_ROUTES_ROUTE_PROXIMITY_H

#include "route_data.h"

enum { PROXIMITY_DISTANCE = 20, PROXIMITY_WAIT = 1, PROXIMITY_LATE = 2 };

static inline int64_t route_proximity_order(const RouteData *data, int32_t first, int32_t then, int64_t d) {
  const int64_t after = data->service_at[first] + d;
  const int64_t wait = data->ready[then] - (data->due[first] + after),
                late = data->ready[first] + after - data->due[then];
  return PROXIMITY_DISTANCE * d + (wait > 0 ? PROXIMITY_WAIT * wait : 0) +
         (late > 0 ? PROXIMITY_LATE * late : 0);
}

/* Of customers a and b of an instance with windows. At least PROXIMITY_DISTANCE times their shorter distance. */
static inline int64_t route_proximity(const RouteData *data, int32_t a, int32_t b) {
  const int64_t there = route_proximity_order(data, a, b, route_distance(data, a, b)),
                back = route_proximity_order(data, b, a, route_distance(data, b, a));
  return there < back ? there : back;
}

#endif
