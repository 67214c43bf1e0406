/* The search for fewer vehicles: ruin and recreate of a solution from which customers may be absent (Christiaens and Vanden Berghe, "Slack
 * Induction by String Removals for Vehicle Routing Problems", Transportation Science 54, 2020, section 5.4: sums of absence counters).
 *
 * A search has a complete solution, its best, and a present one with a route less. An iteration takes strings of customers out of routes of the
 * present one, as sisr_kernels.h says, and puts these and the absent ones back in an order drawn by lot, each at the cheapest place
 * where limits hold, of all places (a place is left out with a probability of 1/128), or in an empty route if there is none. Who has no place is
 * absent. What comes of it is the present solution if fewer are absent than before, or the sum of their counters is less; of the same sum
 * and number, if its length is accepted at a low temperature. Then the counters of all who are absent from it rise by one, whether or not it
 * was taken. If none is absent, it is the best solution, and loses the route whose customers' counters have the least sum.
 *
 * A search may also begin without a solution: routes of some customers, as many as the fleet allows. Then it looks for its first one.
 *
 * No decision depends on the order of routes: of equal places the one behind the smaller customer counts, the depot as 0, then before the smaller
 * one; of equal routes the one with fewer customers, then the one with the smaller first one. Draws are functions of the seed, the island and the
 * iteration. Host only, local; a search at a time by one thread. */
#ifndef CORDEE_SOLVER_SISR_FLEET_SEARCH_H
#define CORDEE_SOLVER_SISR_FLEET_SEARCH_H

#include "fleet_routes.h"

enum { RNG_SISR_FLEET = 0x31000000 /* + block of an iteration */ };

typedef struct FleetNear { /* shared by searches */
  const int32_t *near;     /* (customers + 1, width) nearest first; row 0 is not used */
  int32_t width;
} FleetNear;

typedef struct FleetSearch {
  FleetRoutes now;
  FleetNear near;
  uint64_t seed;
  uint32_t island;
  int32_t least;      /* routes that demands need: no solution has fewer */
  int32_t goal;       /* routes of the best solution at which it is over; `least`, unless it is set to more */
  int32_t most;       /* routes that the fleet allows */
  bool seeking;       /* it has no solution yet */
  double unit;        /* of temperatures */
  int32_t *best;      /* (customers) the best solution's genes */
  int32_t routes;     /* of it; seeking: one more than the fleet allows */
  int64_t *counter;   /* (customers + 1) */
  int32_t *absent;    /* (customers) of `now`, */
  int32_t count;      /* so many */
  int32_t *out, *key; /* (customers, customers + 1) of an iteration */
} FleetSearch;

/* A search without a solution. `data` on the host; it and near outlive the search. ERR_MEMORY. To be freed in any case. */
Status fleet_search_make(const RouteData *data, FleetNear near, uint64_t seed, uint32_t island,
                         FleetSearch *out);
void fleet_search_free(FleetSearch *s);
uint64_t fleet_search_bytes(int32_t customers);

/* The best solution is `gene` (customers), which keeps all limits; counters stay. */
void fleet_search_begin(FleetSearch *s, const int32_t *gene, double unit);
/* There is no solution: looks for one with at most `most` routes, or exactly so many if the fleet is closed. It begins with routes of `gene`
 * (customers), any number of them, each as long as it keeps all limits; NULL: with empty ones. Counters stay. */
void fleet_search_seek(FleetSearch *s, const int32_t *gene, int32_t most, double unit);
/* Has the best solution as few routes as are wanted? */
static inline bool fleet_search_over(const FleetSearch *s) { return !s->seeking && s->routes <= s->goal; }
/* Iterations first .. first + count - 1, unless it is over. */
void fleet_search_run(FleetSearch *s, uint64_t first, uint64_t count);

/* The present solution as customers numbers: its genes, then absent customer c as c + customers. */
void fleet_search_now(FleetSearch *s, int32_t *gene);
/* The inverse on a search that has begun. False: no such solution of a route less than the best one's; then the search may only be freed. */
bool fleet_search_now_set(FleetSearch *s, const int32_t *gene);
/* Are these counters (customers) of a search? Sums of all fit an int64, for long. */
bool fleet_absences_keep(const int64_t *absences, size_t customers);

#endif
