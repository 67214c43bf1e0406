/* A route of a fleet, for the oracle: what it costs, driven from every departure, with breaks at every place. */
#ifndef CORDEE_TESTS_ORACLE_FLEET_TOUR_H
#define CORDEE_TESTS_ORACLE_FLEET_TOUR_H

#include "fleet_oracle.h"
#include "problem/routes/routes.h"

typedef struct Tour { /* of one vehicle */
  const RoutesInstance *routes;
  int32_t type, count;
  int32_t customer[ORACLE_FLEET_MOST];
  int32_t reload
      [ORACLE_FLEET_MOST]; /* before the customer, at this reload depot; -1: it is of the same trip, or the first */
} Tour;

#define TOUR_NEVER INT64_MAX

/* TOUR_NEVER: it breaks a limit. *duration: the shortest, where durations count. */
int64_t tour_cost(const Tour *t, int64_t *duration);

#endif
