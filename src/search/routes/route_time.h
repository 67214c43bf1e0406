/* Time along a part of a route, where there are time windows (T. Vidal, T. G. Crainic, M. Gendreau, C. Prins: A hybrid genetic algorithm
 * with adaptive diversity management for a large class of vehicle routing problems with time-windows. Computers & Operations Research
 * 40(1) (2013) 475-489), for parts that keep their windows: time never has to be turned back.
 *
 * A part is a sequence of nodes, its time that from the beginning of service at the first to the end of service at the last. Begun
 * from `earliest` to `latest` it takes `duration`, the shortest time; begun earlier it waits the longer, begun later it breaks a window.
 * All fit an int32 (CVRP_LIMIT_MAX, CVRP_DISTANCE_MAX). The same in C and CUDA. */
#ifndef CORDEE_SEARCH_ROUTES_ROUTE_TIME_H
#define CORDEE_SEARCH_ROUTES_ROUTE_TIME_H

#include <stdbool.h>
#include "route_data.h"

typedef struct RouteTime {
  int32_t duration, earliest, latest;
} RouteTime;

/* Of one node; data has windows. */
CVRP_HD static inline RouteTime route_time_node(const RouteData *data, int32_t node) {
  const RouteTime time = {data->service_at[node], data->ready[node], data->due[node]};
  return time;
}

/* *a, then `travel`, then b. False: a window would be broken, and *a stays. */
CVRP_HD static inline bool route_time_join(RouteTime *a, int32_t travel, RouteTime b) {
  const int32_t begin = a->duration + travel; /* of b, after that of a */
  const int32_t wait = b.earliest - begin - a->latest;
  if (a->earliest + begin > b.latest) return false;
  const int32_t earliest = b.earliest - begin > a->earliest ? b.earliest - begin : a->earliest,
                latest = b.latest - begin < a->latest ? b.latest - begin : a->latest;
  const int32_t waits = wait > 0 ? wait : 0;
  const RouteTime both = {begin + b.duration + waits, earliest - waits, latest};
  *a = both;
  return true;
}

/* Whether a vehicle can leave the depot, go through the part from `first` to `last`, and be back in time. */
CVRP_HD static inline bool route_time_keeps(const RouteData *data, RouteTime part, int32_t first,
                                            int32_t last) {
  const RouteTime depot = route_time_node(data, 0);
  RouteTime route = depot;
  return route_time_join(&route, route_distance(data, 0, first), part) &&
         route_time_join(&route, route_distance(data, last, 0), depot) &&
         route.duration <= data->max_duration;
}

#endif
