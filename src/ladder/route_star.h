/* The tour whose moves `cordee-ladder routes` evaluates: the star of an instance, a route for each customer. Local, host only. */
#ifndef CORDEE_LADDER_ROUTE_STAR_H
#define CORDEE_LADDER_ROUTE_STAR_H

#include "instance.h"

enum { STAR_CUSTOMERS = 199 }; /* a star of 399 nodes, the published size */

typedef struct RouteStar {
  Instance *inst;
  int32_t *tour; /* (nodes) in normal form */
  int32_t nodes;
} RouteStar;

/* Of the .vrp file at `path`; if that is "", of `customers` uniform customers: whole coordinates below 1000, demands from 1 to 100,
 * capacity 600. Release with route_star_free. ERR_NO_INPUT, ERR_FORMAT, ERR_MEMORY; ERR_USAGE: a route of one customer is over the limit
 * on durations. */
Status route_star_make(const char *path, int32_t customers, uint64_t seed, RouteStar *out);
void route_star_free(RouteStar *star);

#endif
