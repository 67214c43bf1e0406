/* Optimal solutions of vehicle routing by dynamic programs over subsets of customers: for at most 10. */
#ifndef CORDEE_TESTS_ORACLE_ORACLE_ROUTE_OPTIMUM_H
#define CORDEE_TESTS_ORACLE_ORACLE_ROUTE_OPTIMUM_H

#include <stdbool.h>
#include <stdint.h>
#include "instance.h"

enum { ORACLE_CUSTOMERS_MOST = 10 };
#define ORACLE_NO_ROUTE INT64_MAX

/* The shortest route of each subset, bit c - 1 for customer c; ORACLE_NO_ROUTE where the capacity, the limit on durations or a
 * time window is not kept (not both of the latter two). Of
 * (2^n) entries, [0] is 0; to be freed. */
int64_t *oracle_subset_routes(const Instance *inst);
/* The least cost of a solution that the judge accepts; ORACLE_NO_ROUTE: there is none. */
int64_t oracle_route_optimum(const Instance *inst);

#endif
