/* The oracle of fleets: plain C from the prose of problem/routes/routes.h. Shares no code with the judge or with what searches. A route is
 * driven from every departure, minute by minute of the departure window, with its breaks at all places (fleet_tour.h); the best solution is the least of all assignments, orders, types
 * and absences. And random tiny instances, over any combination of features, for tests of all who know these. */
#ifndef CORDEE_TESTS_ORACLE_FLEET_ORACLE_H
#define CORDEE_TESTS_ORACLE_FLEET_ORACLE_H

#include <stdbool.h>
#include <stdint.h>
#include "instance.h"

enum { ORACLE_FLEET_MOST = 7 }; /* customers */

/* What a random instance may have beside one depot and vehicles of one type, with a capacity, at equal costs of distance. */
enum {
  ORACLE_TYPES = 1 << 0,     /* two or three types: capacities, fixed costs, costs of distance */
  ORACLE_DEPOTS = 1 << 1,    /* types start and end at places of their own */
  ORACLE_OPEN = 1 << 2,      /* routes without a start or without an end */
  ORACLE_DIRECTED = 1 << 3,  /* random matrices: neither symmetric nor with the triangle inequality */
  ORACLE_DURATIONS = 1 << 4, /* a matrix of their own */
  ORACLE_PROFILES = 1 << 5,  /* matrices by type */
  ORACLE_LOADS = 1 << 6,     /* in two or three dimensions, or none */
  ORACLE_PICKUPS = 1 << 7,
  ORACLE_BACKHAULS = 1 << 8, /* behind linehauls, alone in a route or not */
  ORACLE_WINDOWS = 1 << 9,
  ORACLE_SHIFTS = 1 << 10, /* windows of departures and returns */
  ORACLE_LIMITS = 1 << 11, /* on distance, duration and stops */
  ORACLE_PRIZES = 1 << 12, /* customers who may be left out */
  ORACLE_ALLOWED = 1 << 13,
  ORACLE_COUNTS = 1 << 14,               /* few vehicles: many instances have incomplete solutions only */
  ORACLE_SETUPS = 1 << 15,               /* and several customers at a place */
  ORACLE_TIME_COSTS = 1 << 16,           /* costs of duration */
  ORACLE_FEW_FIRST = 1 << 17,            /* vehicles first */
  ORACLE_FLEET_FEATURES = (1 << 18) - 1, /* all of the above: seeds keep their instances */
  ORACLE_PAIRS = 1 << 18,                /* pickups and deliveries, unless there are backhauls */
  ORACLE_CLUSTERS = 1 << 19,             /* alternatives, of customers without a partner */
  ORACLE_SEVERAL_WINDOWS = 1 << 20,      /* at some customers, with gaps of one and more */
  ORACLE_RELEASES = 1 << 21,             /* of the goods of some customers */
  ORACLE_TRIPS = 1 << 22,                /* one or two reload depots */
  ORACLE_BREAKS = 1 << 23,               /* up to two of a type */
  ORACLE_EVERY_FEATURE = (1 << 24) - 1,
  ORACLE_BALANCE = 1 << 24, /* the longest route costs, or comes first where every customer must be served */
  /* What method ruin takes together with trips and releases, and these. */
  ORACLE_TRIPPED =
      (ORACLE_FLEET_FEATURES & ~(ORACLE_PICKUPS | ORACLE_BACKHAULS)) | ORACLE_RELEASES | ORACLE_TRIPS
};

/* An instance of 1..n_most customers (at most ORACLE_FLEET_MOST) that has gone through routes_finish: drawn again, with other numbers of the
 * same seed, while this finds a customer whom no vehicle can serve. Each of the features is there in some part of the instances only, so that all
 * features at once still make instances with a few of them. Equal arguments make equal instances. *out: the caller's, for instance_free. */
void oracle_fleet_random(uint64_t seed, int32_t n_most, uint32_t features, Instance **out);

/* The same, drawn once: returns what routes_finish says of it, OK or ERR_NO_SOLUTION. The message is cleared. */
Status oracle_fleet_draw(uint64_t seed, int32_t n_most, uint32_t features, Instance **out);

/* The least cost of all solutions, with absent_cost for every customer who must be served and is not. True: of a complete solution.
 * At most ORACLE_FLEET_MOST customers; gene: the first of the best solutions (2 n), may be NULL. */
bool oracle_fleet_optimum(const Instance *inst, int64_t *cost, int32_t *gene);
static inline bool oracle_fleet_best(const Instance *inst, int64_t *cost) {
  return oracle_fleet_optimum(inst, cost, NULL);
}

/* Whether genes of the form of routes.h are a solution that keeps all limits; *cost: what it costs. */
bool oracle_fleet_cost(const Instance *inst, const int32_t *gene, int64_t *cost);

#endif
