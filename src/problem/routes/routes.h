/* Vehicle routing with a fleet: several depots and types of vehicles, directed distances and times, loads in several dimensions, windows,
 * limits on routes, backhauls, and customers that may be left out.
 *
 * Places 0..places - 1 are rows and columns of the matrices. Customers are 1..n, customer c is stop[c]; several may be at one place. A
 * vehicle of type t leaves place start, serves customers and goes to place end; ROUTES_OPEN in place of one means that the route begins
 * or ends with a customer, at no cost.
 *
 * A solution is a list of routes, and a set of customers that are left out. A route has one trip or, with `trips`, several. It has 2 n genes:
 *   gene[0..n)   every customer once, trip after trip in the order of visits, as -c where a trip begins and as c elsewhere; so
 *                gene[0] < 0, and no trip is empty. Customers that are left out come last, as if they were one more trip.
 *   gene[n + k]  the type of the vehicle of trip k, from 0, if it begins a route; ROUTES_NEXT_TRIP - d if the vehicle of trip k - 1 makes it
 *                after a reload at reload depot d; ROUTES_LEFT_OUT for the customers left out, and behind the last trip.
 *
 * Its cost is the sum over routes of route_cost + fixed + per_distance * distance + per_duration * duration, and over customers who are left out
 * of their prizes; absent_cost stands for the prize of a customer who must be served, so that a solution that leaves such customers out (an
 * incomplete one) costs more than any that does not. The cost counts units of 10^-decimals of the instance.
 *
 * Times and limits. Service at a place begins in [ready, due], a vehicle that is early waits; so do the departure and the return, in the
 * windows of the vehicle (its shift, and those of its depots). Travel takes the duration matrix's time; at a customer who is not at the place before,
 * and at the first one behind an open start, `setup` passes between the arrival and [ready, due]; then `service`, which may end after due. Where
 * due is ROUTES_LIMIT_MAX, nothing is late. A route's duration is the time from departure to return, waiting,
 * setup and service included, for the departure that makes it shortest. Its distance is the sum of the distance matrix's entries.
 *
 * Loads. A vehicle leaves with all its deliveries, and picks up as it goes: in no dimension and at no point of the route may the load
 * be above the capacity. Backhauls (ROUTES_BACKHAUL): in every route these customers come after all others.
 *
 * Arrays that are NULL in an instance without these features:
 *   partner   Pickup and delivery pairs: both stops are in one trip, the pickup before the delivery, or both are left out. The goods are on
 *             board between them alone: pickup[] of the first is delivery[] of the second, neither comes from the vehicle's start nor goes
 *             to its end. The prize of a pair is that of its pickup; its delivery has prize 0. Both may be at any distance in the route.
 *   cluster   Alternatives: at most one customer of a cluster is served. Its prize, the same of all its customers, is paid if none is; ROUTES_REQUIRED:
 *             one must be. No customer of a cluster has a partner.
 *   window    Several time windows: service at a customer begins in one of them, window_first[c] .. window_first[c + 1] - 1, in rising
 *             order and apart; ready and due of the stop are the begin of the first and the end of the last. Of a customer with one window
 *             none needs to be listed.
 *   release   The trip that serves the customer leaves the vehicle's start, or its reload depot, at release[c] or later.
 *   trips     How many trips a route of a type may have, and where it may reload between them: it goes from the last customer of a trip to
 *             the reload depot, waits for its window, takes `service` there, and goes on as an empty vehicle that leaves the start of its type.
 *             Loads are those of a trip; distance, duration, stops and costs those of the route.
 *   pause     Breaks of the vehicles of a type, each taken once in every route, in the order of the list, between two visits or at the route's
 *             ends. One that is taken after a visit that ends at time t, before a way of time w (setup included), begins by `due` (t <= due) and may
 *             interrupt the way: the vehicle arrives at max(t + w, ready) + length. Another break on the same way follows that one, with
 *             max(t, ready) + length as its t and the rest of the way as its w. Setup and service are not interrupted. The duration of a
 *             route is the shortest over all departures and places of its breaks.
 *
 * Balance. Where `balance` is not 0, the cost has balance * duration of the longest route more: that of the largest duration, which is its distance where
 * the instance has no times. With `longest_first` balance is so large that the longest route decides before all other costs; then
 * every customer must be served, as the shortest routes are none. Neither goes with vehicles first. */
#ifndef CORDEE_PROBLEM_ROUTES_ROUTES_H
#define CORDEE_PROBLEM_ROUTES_ROUTES_H

#include "problem.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  ROUTES_LOADS_MAX = 8,
  ROUTES_OPEN = -1,
  ROUTES_LEFT_OUT = -1,
  ROUTES_NEXT_TRIP = -2,
  ROUTES_RELOADS_MAX = 32,
  ROUTES_BREAKS_MAX = 4, /* of a type */
  ROUTES_TYPES_MAX = 4096,
  ROUTES_PLACES_MAX = 20000 /* a matrix of 1.6 GB */
};

/* No distance may be larger, and no time, capacity, load or limit: sums along routes then fit an int32 (readers check them). */
#define ROUTES_DISTANCE_MAX ((int32_t)1 << 28)
#define ROUTES_LIMIT_MAX    ((int32_t)1 << 29)
/* No limit: of times, distances, stops, vehicles and capacities. */
#define ROUTES_NO_LIMIT INT32_MAX
/* RouteStop.prize of a customer who must be served. */
#define ROUTES_REQUIRED ((int64_t)-1)

/* Bits of RouteStop.flags. */
enum { ROUTES_BACKHAUL = 1 };

typedef struct RouteStop { /* [0] is not used, and all zeros */
  int64_t prize;           /* what it costs to leave the customer out, >= 0; or ROUTES_REQUIRED */
  int32_t place;
  int32_t ready, due; /* 0 <= ready <= due; ROUTES_LIMIT_MAX where there is no window */
  int32_t service, setup;
  uint32_t flags;
  int32_t delivery[ROUTES_LOADS_MAX], pickup[ROUTES_LOADS_MAX]; /* >= 0; 0 from `loads` on */
} RouteStop;

typedef struct VehicleType {
  int64_t fixed;                                 /* cost of a route, >= 0 */
  int64_t per_distance, per_duration;            /* cost of a unit of distance, of time, >= 0 */
  int32_t count;                                 /* of vehicles, >= 1, or ROUTES_NO_LIMIT */
  int32_t place[2];                              /* start, end; or ROUTES_OPEN */
  int32_t ready[2], due[2];                      /* window of the departure, of the return */
  int32_t profile;                               /* which of the matrices */
  int32_t max_distance, max_duration, max_stops; /* of a route; or ROUTES_NO_LIMIT */
  int32_t unused;                                /* 0: digests are of all bytes */
  int32_t capacity[ROUTES_LOADS_MAX];            /* 0 from `loads` on */
} VehicleType;

typedef enum RoutesBackhauls {
  BACKHAULS_MIXED,    /* in any order; no stop has ROUTES_BACKHAUL */
  BACKHAULS_LAST,     /* after all others of their route */
  BACKHAULS_NOT_ALONE /* and in no route of backhauls only */
} RoutesBackhauls;

typedef struct RoutesWindow {
  int32_t ready, due;
} RoutesWindow;

typedef struct RoutesReload {         /* a depot where vehicles load again between two trips */
  int32_t place, ready, due, service; /* service begins in [ready, due] */
} RoutesReload;

typedef struct RoutesTrips { /* of the routes of a type */
  int32_t most;              /* trips, >= 1, or ROUTES_NO_LIMIT */
  uint32_t reloads;          /* bit d: at reload depot d */
} RoutesTrips;

typedef struct RoutesBreak {
  int32_t type, ready, due, length;
} RoutesBreak;

typedef struct RoutesInstance {
  Instance head; /* n: customers; decimals of costs */
  int32_t places, profiles, types;
  int32_t loads;                    /* dimensions, 0..ROUTES_LOADS_MAX */
  int32_t vehicles;                 /* that the file lists; 0: it lists types */
  int32_t windows, reloads, pauses; /* lengths of arrays; 0: there is none */
  int32_t distance_decimals;        /* distances are in units of 10^-distance_decimals, */
  int32_t time_decimals;            /* times so; equal where `duration` is NULL, */
  int32_t load_decimals;            /* and loads so */
  int32_t backhauls;                /* RoutesBackhauls */
  int32_t first_customer,
      first_place;     /* what the file calls customer 1, and place 0: for messages and files */
  int64_t time_origin; /* what the file calls time 0, in whole units of its times: for files */
  int64_t route_cost;  /* 0; or the cost unit of vehicles (Problem.cost_unit) */
  int64_t absent_cost; /* above the cost of any complete solution */
  int64_t balance; /* cost of a unit of the duration of the longest route, >= 0; routes_finish sets it with */
  bool longest_first; /* the longest route decides, then all other costs */
  bool with_allowed, with_durations, with_coordinates, with_ids;
  bool with_partners, with_clusters, with_releases;
  bool on_sphere;    /* coordinates are longitude and latitude in degrees */
  char metric[16];   /* how distances were made, for people: "EUC_2D" */
  RouteStop *stop;   /* (n + 1) */
  VehicleType *type; /* (types) */
  uint32_t *
      allowed; /* (n + 1, routes_words(types)) bit t: a vehicle of type t may serve the customer; NULL: all may */
  int32_t *distance;  /* (profiles, places, places) from row to column, >= 0 */
  int32_t *duration;  /* the same of times; NULL: the distances */
  double *coordinate; /* (places, 2) x and y, for drawings; NULL: none */
  int32_t *vehicle;   /* (vehicles) the type of each vehicle of the file, in its order */
  int32_t *
      partner; /* (n + 1) of a pickup its delivery, of a delivery minus its pickup, 0: neither; NULL: no pairs */
  int32_t *cluster;      /* (n + 1) from 1; 0: of none; NULL: no clusters */
  int32_t *release;      /* (n + 1) NULL: none */
  RoutesWindow *window;  /* (windows) */
  int32_t *window_first; /* (n + 2) */
  RoutesReload *reload;  /* (reloads) */
  RoutesTrips *trips;    /* (types) if there are reloads; NULL: a trip a route */
  RoutesBreak *pause;    /* (pauses) by rising types */
  int64_t *
      id; /* (n + 1 + vehicles) the file's own numbers of customers and vehicles, and, where there are breaks, ROUTES_BREAKS_MAX of the breaks of
                 each vehicle; NULL: none. Not in the digest */
} RoutesInstance;

extern const Problem problem_routes;

static inline const RoutesInstance *routes_of(const Instance *inst) { return (const RoutesInstance *)inst; }

/* Words of a row of `allowed`. */
static inline size_t routes_words(int32_t types) { return ((size_t)types + 31) / 32; }

/* May a vehicle of type t serve customer c? */
static inline bool routes_may_serve(const RoutesInstance *routes, int32_t c, int32_t t) {
  return !routes->allowed ||
         (routes->allowed[(size_t)c * routes_words(routes->types) + (size_t)t / 32] >> t % 32 & 1);
}

/* The customer of a gene. */
static inline int32_t routes_customer(int32_t gene) { return gene < 0 ? -gene : gene; }

/* Of a stop of a pair: 1 of the pickup, -1 of the delivery; 0: it has no partner. */
static inline int routes_pair_end(const RoutesInstance *routes, int32_t c) {
  if (!routes->partner || !routes->partner[c]) return 0;
  return routes->partner[c] > 0 ? 1 : -1;
}

/* What the file calls customer c: for messages and files. */
static inline int64_t routes_customer_number(const RoutesInstance *routes, int32_t c) {
  return routes->id ? routes->id[c] : (int64_t)c - 1 + routes->first_customer;
}

/* What the file calls break k of the vehicles of a type, from 0, if it lists vehicles: of vehicle v, which is of that type, or -1. */
static inline int64_t routes_break_number(const RoutesInstance *routes, int32_t v, int32_t k) {
  if (!routes->id || v < 0) return (int64_t)k + 1;
  return routes->id[routes->head.n + 1 + routes->vehicles + ROUTES_BREAKS_MAX * v + k];
}

/* The breaks of a type, of which there are *count. */
static inline const RoutesBreak *routes_breaks(const RoutesInstance *routes, int32_t t, int32_t *count) {
  int32_t first = 0;
  while (first < routes->pauses && routes->pause[first].type < t) first++;
  *count = 0;
  while (first + *count < routes->pauses && routes->pause[first + *count].type == t) ++*count;
  return *count ? &routes->pause[first] : NULL;
}

/* What a route costs where the fewest vehicles come first, in whole units of cost, as CVRP_ROUTE_COST. */
#define ROUTES_ROUTE_COST ((int64_t)1000000000)

/* What an instance has room for. */
typedef struct RoutesSizes {
  int32_t customers, places, profiles, types, vehicles;
  bool allowed, durations, coordinates, ids;
  bool partners, clusters, releases;
  int32_t windows, reloads, pauses;
} RoutesSizes;

/* An instance of these sizes, its arrays zero, but for allowed (all bits set). Its other members are those of a problem without limits: no
 * loads, required customers without windows, types of any number without costs but per_distance 1. *out is owned by the caller
 * (instance_free). ERR_MEMORY. */
Status routes_alloc(const RoutesSizes *sizes, Instance **out);

/* The last step of readers, when all but route_cost, absent_cost and the digest is set: checks ranges and that every required customer can be
 * served by some vehicle alone (along the shortest ways), sets these members, and the vehicles-first objective if `vehicles_first`, or with longest_first
 * `balance`. Messages name customers and types as the file does, but no line. ERR_FORMAT, ERR_NO_SOLUTION, ERR_MEMORY. */
Status routes_finish(RoutesInstance *routes, bool vehicles_first);

/* The price of a customer where first of all as many as possible are served: a power of ten above the cost of every solution without such prices.
 * factors: the sum of what it is multiplied with. All but the costs that routes_finish sets is there. ERR_FORMAT: as of routes_finish, or 64-bit
 * numbers do not hold such prices. ERR_MEMORY. */
Status routes_absence_price(const RoutesInstance *routes, double factors, int64_t *price);

/* Whether every customer who must be served can be served by some vehicle, alone or behind others: along the shortest ways, as a matrix may
 * violate the triangle inequality. Only what is proven is refused. Ranges are checked. ERR_NO_SOLUTION names customer and reason; ERR_MEMORY. */
Status routes_reach_check(const RoutesInstance *routes);

/* The number of routes of a solution: of vehicles in use. */
int32_t routes_count(const Instance *inst, const int32_t *gene);

/* Where `balance` counts, the duration of the longest route of a solution that was judged; else 0. */
int64_t routes_longest(const Instance *inst, const int32_t *gene);

/* How many customers who must be served a solution leaves out; *first: the first of them, 0: none. A pair counts once, as its pickup; a cluster of
 * whom none is served once, as its first customer. */
int32_t routes_missing(const Instance *inst, const int32_t *gene, int32_t *first);

/* Where a cost comes from. */
typedef struct RoutesCost {
  int64_t routes;                            /* of them, times route_cost */
  int64_t fixed, distance, duration, prizes; /* in units of the cost */
  int64_t missing;                           /* absent_cost of customers who must be served */
  int64_t balance;                           /* of the longest route; and, where that counts, */
  int64_t longest;                           /* its duration */
} RoutesCost;

/* Problem.judge, and the parts of the cost; `parts` may be NULL. The judge's own arithmetic. ERR_FORMAT names the first rule that is violated and by how
 * much: "route 2, customer 17: load 101 over capacity 100 of vehicle type 1"; ERR_MEMORY. Local. */
Status judge_fleet(const Instance *inst, const int32_t *gene, int64_t *cost, RoutesCost *parts);

#ifdef __cplusplus
}
#endif

#endif
