/* The capacitated vehicle routing problem, as CVRPLIB has it, with time windows or a limit on the duration of routes
 * where the file has them.
 *
 * Node 0 is the depot, nodes 1..n are the customers (customer c is node c + 1 of a .vrp file, whose node 1 is the
 * depot). A solution is a list of routes: gene[0..n) holds every customer once, route after route in the order of
 * visits, as -c where a route begins and as c elsewhere; so gene[0] < 0, and no route is empty. Its cost is the sum
 * of the exact integer distances of its edges, those from and to the depot included; and route_cost for each route,
 * where fewest vehicles come first (--objective vehicles).
 *
 * Coordinates are integers: the file's decimal numbers in units of 10^-places. The distance of two nodes is the
 * integer nearest to sqrt(dx^2 + dy^2) / divisor (it never lies half way between two: see cvrp_distance.h), so
 * distances that a set rounds are whole numbers (decimals 0), and those that it does not round are rounded at
 * 10^-decimals. With a divisor < 0 it is truncated instead: the largest integer not above sqrt(dx^2 + dy^2) /
 * -divisor. Costs, service times, time windows and the limit on durations count the same units.
 *
 * Time windows: a route leaves the depot at ready[0] or later. Travel takes the distance. Service of customer c
 * begins at ready[c] at the earliest, the vehicle waits until then, and at due[c] at the latest; it takes
 * service_at[c], and may end after due[c]. The route is back by due[0], the horizon. Waiting costs nothing. The
 * duration of a route is the time from leaving to being back, waiting included, for the departure that makes it
 * shortest. */
#ifndef CORDEE_PROBLEM_CVRP_CVRP_H
#define CORDEE_PROBLEM_CVRP_CVRP_H

#include "problem.h"

#ifdef __cplusplus
extern "C" {
#endif

/* No distance may be larger: the sum of four, with signs, fits an int32 with room for an infinity. Readers refuse more, or keep
 * fewer decimals of distances that are not rounded. */
#define CVRP_DISTANCE_MAX ((int32_t)1 << 28)
/* No coordinate may be farther from 0: readers shift and shorten. */
#define CVRP_COORDINATE_MAX ((int32_t)1 << 28)
/* No capacity, service time, time of a window or limit on durations may be larger: sums of the parts of routes then fit an int32, and
 * so does a time with a service time and a distance added. Readers refuse more. */
#define CVRP_LIMIT_MAX ((int32_t)1 << 29)

/* What a route costs where the fewest vehicles come first, in whole units of length: a cost of 10000000828.9 is 10 vehicles and a distance of
 * 828.9. Readers refuse instances with longer solutions. */
#define CVRP_ROUTE_COST ((int64_t)1000000000)

typedef enum CvrpFleet {
  FLEET_FREE,    /* any number of routes */
  FLEET_EXACTLY, /* `vehicles` routes */
  FLEET_AT_MOST  /* no more than `vehicles` routes */
} CvrpFleet;

struct CvrpBound;

typedef struct CvrpInstance {
  Instance head; /* n: customers; decimals of costs */
  CvrpFleet fleet;
  int32_t vehicles;      /* of FLEET_EXACTLY and FLEET_AT_MOST; else 0 */
  int32_t capacity;      /* 1..CVRP_LIMIT_MAX; it and demands in units of */
  int32_t load_decimals; /* 10^-load_decimals */
  int32_t
      max_duration; /* of a route: its distances and service times; INT32_MAX: no limit; else to CVRP_LIMIT_MAX */
  int32_t service; /* service time of each customer, 0..CVRP_LIMIT_MAX; 0 without a limit, and with windows */
  int32_t divisor; /* of distances in coordinate units; not 0; < 0: truncated; 1 with a matrix */
  int64_t
      route_cost; /* of each route beside its distances: 0, or CVRP_ROUTE_COST in units of 10^-decimals, which is above the distances of any solution */
  bool with_coordinates, with_depth,
      with_matrix,  /* which of the arrays there are; with both the coordinates are for drawings */
      with_windows; /* ready, due and service_at */
  int32_t *x, *y;   /* (n + 1) coordinates; NULL if there are none */
  int32_t *z;       /* (n + 1) third ones, of which distances were made; NULL: none */
  int32_t *demand;  /* (n + 1) demand[0] = 0, others 0..capacity */
  int32_t *
      matrix; /* (n + 1, n + 1) row-major, symmetric, zero diagonal; NULL: distances are those of coordinates */
  int32_t *ready,
      *due; /* (n + 1) 0 <= ready <= due <= CVRP_LIMIT_MAX; due[0] is the horizon; NULL: no windows */
  int32_t *
      service_at; /* (n + 1) service time of each node, 0..CVRP_LIMIT_MAX, 0 at the depot; NULL: no windows */
  int32_t depot;  /* the place, from 0, that the depot had among the file's nodes: for messages */
  int32_t places; /* coordinates are in units of 10^-places, */
  double shift[2];          /* and so much less than in the file, in these units */
  bool coarse;              /* distances are rounded up or truncated as a benchmark has them */
  double scale;             /* by which all lengths were multiplied; 0: by nothing */
  char metric[12];          /* EDGE_WEIGHT_TYPE of coordinates that made the matrix; "": a file did */
  struct CvrpBound *proven; /* what cvrp_bound has found; filled in at its first call */
} CvrpInstance;

extern const Problem problem_cvrp;

/* The instance of this problem that begins at `inst`. */
static inline const CvrpInstance *cvrp_of(const Instance *inst) { return (const CvrpInstance *)inst; }

static inline bool cvrp_has_windows(const CvrpInstance *cvrp) { return cvrp->with_windows; }

/* The customer of a gene. */
static inline int32_t cvrp_customer(int32_t gene) { return gene < 0 ? -gene : gene; }

/* The demand of customers 1..n, and the routes that it fills. */
static inline int64_t cvrp_load(const int32_t *demand, int32_t n) {
  int64_t load = 0;
  for (int32_t c = 1; c <= n; c++) load += demand[c];
  return load;
}
static inline int64_t cvrp_routes_filled(int64_t load, int32_t capacity) {
  return (load + capacity - 1) / capacity;
}

/* The limit on the number of routes; INT32_MAX: there is none. */
static inline int32_t cvrp_routes_most(const CvrpInstance *cvrp) {
  return cvrp->fleet == FLEET_FREE ? INT32_MAX : cvrp->vehicles;
}

/* An instance of n customers with coordinates, a matrix or both, a free fleet and no limit of durations, the contents of its arrays
 * undefined. *out is owned by the caller (instance_free). ERR_MEMORY. */
Status cvrp_alloc(int32_t customers, bool coordinates, bool matrix, Instance **out);

/* Adds the arrays of windows to an instance that has none, their contents undefined. ERR_MEMORY. */
Status cvrp_windows_add(CvrpInstance *cvrp);

/* Adds the array of third coordinates likewise. ERR_MEMORY. */
Status cvrp_depth_add(CvrpInstance *cvrp);

/* The number of routes of a solution. */
int32_t cvrp_routes(const Instance *inst, const int32_t *gene);

/* Problem.judge: the judge's own distances and sums. ERR_FORMAT names the first rule that is violated: "customer 17 is visited twice",
 * "route 2: customer 17 served from 233.4, due 230", "route 4: back at the depot at 240, due 230", "route 3: load 101 over capacity 100",
 * "route 2: duration 231.4 over 200", "12 routes, exactly 10 allowed". ERR_MEMORY. Local. */
Status judge_routes(const Instance *inst, const int32_t *gene, int64_t *cost);

#ifdef __cplusplus
}
#endif

#endif
