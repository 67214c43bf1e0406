/* The contract of the kernels of ruin and recreate for fleets (problem/routes/routes.h): simulated annealing whose moves remove strings of
 * customers from neighbouring routes and insert them again (Schrimpf et al. 2000; slack induction by string removals, Christiaens and Vanden
 * Berghe 2020), with vehicle types and customers who are left out. Twins: src/cpu/ruin, src/gpu/ruin.
 *
 * A chain is a solution that annealing changes; every customer may be absent from it, at price[c]. For a customer with a prize that is the
 * prize, or a multiple of it, as the solver says. Where routes cost nothing, as in orienteering, chains' costs count distance, too, below a unit of
 * prizes, and the prices are distances that prizes are worth (ruin_ties.h). For one who must be served it grows by RuinTask.price_step after every round at whose end the
 * customer is absent, up to the instance's absent_cost (the counters of absence of the published fleet minimisation, as prices): so
 * customers who find no place take turns. Costs of chains count prizes and absent_cost, whatever prices are.
 *
 * A chain advances in rounds. All proposals w = 0..width - 1 of a round are made from the same solution, that of the round's begin.
 *   seed     A customer s is drawn; every second time, while required customers are absent, the first of these at or after s, in circular order.
 *   ruin     s and its RUIN_NEAR - 1 neighbours are looked at in order, until k strings are removed (ruin_draw.h) or RUIN_OUT_MAX customers are out.
 *            One who is in a route that lost no string yet gives the string: some customers in a row around it, whole or in two pieces with
 *            some preserved between them. With RUIN_FEW a route may give several strings, each of those who are left in it. In a share of the
 *            proposals the first string is the whole route, if it is not too long. A route that breaks a limit without its string (a triangle
 *            inequality that does not hold, backhauls alone) loses all others, too; a proposal fails if there is no room for them. One who is
 *            absent joins those removed, while there are fewer than RUIN_ABSENT_MAX of these.
 *   recreate The customers who are out are inserted in an order that is drawn. Each takes the cheapest of these where all limits hold: before or
 *            after one of its RUIN_NEAR neighbours; at both ends of every route (unless there are more than RUIN_ENDS routes, then in a share
 *            of the proposals); alone in a vehicle of any type that has one left; to stay absent. Each place is left out with a probability of
 *            1/128 (a blink). With an insertion the route may change to another type of the same group: types that differ in costs,
 *            capacity, number and customers alone. Of equal costs the first wins: by the customer before (0: none), then the one
 *            after, then the type; then a new vehicle, by type; then absence. With RUIN_OPENS, in a share of the proposals, the first
 *            customer, and some of the others, take a new vehicle of a type that is drawn, or of the next one in circular order that can serve them alone, if there is
 *            one, whatever other places cost: a vehicle that pays for several customers alone.
 *            A pair of a pickup u and its delivery v (RUIN_PAIRS) is inserted, absent and priced as one, under u: u goes before or after one of its
 *            neighbours, or at an end as above, and v anywhere behind it; or v goes directly behind u, and both before or after a neighbour of v.
 *            Blinks are of places of u. Of equal costs the first wins as above, by u's neighbours, then by the stop before v, then the type.
 *            Of a cluster (RUIN_CLUSTERS) one customer at most is in a route. It is removed, absent and priced as one, under the least of its
 *            customers, and the places of all of them are looked at. A cluster is met, in ruin and as a neighbour, at the customer who is in a route; of
 *            every other cluster a customer has one neighbour at most, the nearest of it. Of equal costs a place in a route wins, then a new vehicle; then
 *            the customer of the least number, whose places are in the order above. In a new vehicle that is drawn goes the customer who is
 *            the cheapest alone in it, the first of equals.
 *            In strings a pair leaves as a whole with the first of its stops that is in the string; RUIN_OUT_MAX and RUIN_ABSENT_MAX count pairs once.
 *            With RUIN_TRIPS or RUIN_RELEASES strings are those of trips: each trip gives one, of at most the mean number of a trip's customers; in
 *            the share above a whole trip leaves or, every second time, its whole route. A trip without customers goes with the reload before it, the first of
 *            a route with the one behind it. Before that, in a share of the proposals, the trip of s goes before or behind that of a neighbour, if all limits are kept. Ends of all trips are looked at with those of routes, and new trips of the customer alone, at
 *            every reload depot that the type allows: before the first trip of a route, behind every trip, and, where there are several reload depots,
 *            also behind a reload that stays. A trip leaves at the latest release of its customers. Routes change to other types in `retype`
 *            alone. The neighbour at an end of a trip has the number customers + 1 + its reload depot. Of equal costs a place in a trip wins, then a new
 *            trip, by the neighbours, the type and the reload depot, the new one first behind the customer before, then behind the customer; then a new vehicle.
 *            Breaks (RUIN_BREAKS) are no stops: wherever a customer goes, they are taken anew where the route keeps its windows or, where durations
 *            count, is the shortest (ruin_breaks.h). Types of a group have the same breaks.
 *            With RUIN_BALANCE a route's price is its cost and a price of its duration that rises steeply up to the longest route of the solution at the begin of
 *            the round (ruin_balance.h): in all that insertion, retyping and acceptance compare. Costs of chains have the longest route instead.
 *   retype   Every route that lost or got a customer goes to the cheapest type that has a vehicle left, of equals the first, if that is cheaper
 *            than its own; routes in the order in which they were touched first.
 *   accept   A proposal is accepted if delta <= T e, e exponentially distributed, T the temperature; with RUIN_BALANCE also if it lowers the cost. Without
 *            that, with a single type one that opens no
 *            vehicles as above fails as soon as delta is above that after an insertion.
 * Then accepted proposals are made in order of w. One is left out if one made before it in this round touched a route, an absent customer, or the
 * number of vehicles in use of any type, that it touches too. Width 1 is sequential annealing.
 *
 * Where the fewest vehicles come first (RUIN_VEHICLES), deltas count no route_cost. Instead a chain whose kept solution is complete may have so many
 * routes as that, and while RuinTurn.fewer one less, but not less than RuinTask.fewest. At that limit no proposal opens a vehicle. A round that begins with
 * more routes dissolves one first, whose customers are absent then: that with the least sum of prices of absence, of equals that of the least
 * customer. Until the next complete solution every proposal of such a chain takes out missing customers before its strings, the first ones at or
 * after s, in circular order, up to RUIN_ABSENT_MAX. (The fleet minimisation of Nagata and Braeysy 2009, and of Christiaens and Vanden Berghe 2020.)
 *
 * Slots of routes are numbered anew at the begin of every call, by their least customers. A new route takes the slot of the first touched route that
 * its proposal emptied, else the lowest empty one; so no decision depends on a slot's number, and none on where calls begin and end.
 * Kept is the solution of the least cost as of the ends of rounds since the state was made, the first of equals. */
#ifndef CORDEE_SOLVER_RUIN_RUIN_KERNELS_H
#define CORDEE_SOLVER_RUIN_RUIN_KERNELS_H

#include "backend.h"
#include "problem/routes/routes.h"

#include <stdbool.h>
#ifdef __cplusplus
extern "C" {
#endif

enum {
  RUIN_NEAR = 32,       /* neighbours whose places are evaluated */
  RUIN_OUT_MAX = 32,    /* customers who are out in a proposal */
  RUIN_ABSENT_MAX = 12, /* of them those who were absent before */
  RUIN_STRINGS_MAX = 19,
  RUIN_LENGTH_MAX = 10, /* customers of a string */
  RUIN_MEAN = 10,       /* customers removed on average, about */
  RUIN_ENDS = 24,       /* routes whose ends are looked at on average, at most */
  RUIN_WIDTH_MAX = 32,
  RUIN_SHARED_MAX = 16, /* proposals of a round where tasks share launches */
  /* Vehicles of RUIN_FEW: a tour was feasible more often with several strings, fleets of two to four vehicles were dearer. */
  RUIN_FEW_MAX = 1,
  RUIN_SUMS_MAX = 2 * ROUTES_LOADS_MAX,
  RUIN_GROUPED =
      64 /* types beyond have no group: routes change to and from them when they are retyped alone */
};

/* What an instance has, of which the rest costs nothing. */
enum {
  RUIN_TIMED = 1,     /* windows, shifts, limits or prices of durations */
  RUIN_MIXED = 2,     /* loads that rise and fall along a route */
  RUIN_BACKHAULS = 4, /* an order of linehauls and backhauls */
  RUIN_SETUPS = 8,
  RUIN_OPTIONAL = 16, /* customers with prizes */
  RUIN_OPENS =
      32, /* such customers, vehicles with fixed costs or several costs of distance, or backhauls that need a linehaul */
  RUIN_PAIRS = 64,
  RUIN_CLUSTERS = 128,
  RUIN_WINDOWS = 256, /* customers with several windows; RUIN_BREAKS implies it */
  RUIN_RELEASES = 512,
  RUIN_TRIPS = 1024, /* routes of several trips */
  RUIN_BREAKS = 2048,
  RUIN_FEW = 4096,       /* at most RUIN_FEW_MAX vehicles in all */
  RUIN_BALANCE = 8192,   /* the longest route is a part of the cost */
  RUIN_VEHICLES = 16384, /* the fewest come first: route_cost > 0 */
  RUIN_BEHIND_LAST,      /* one more than the last feature; a new one is listed before it */
  RUIN_FEATURES = 2 * (RUIN_BEHIND_LAST - 1) - 1, /* all of them */
  RUIN_TRIPPED = RUIN_RELEASES | RUIN_TRIPS,
  RUIN_PLAIN = RUIN_TIMED | RUIN_MIXED | RUIN_BACKHAULS | RUIN_SETUPS | RUIN_OPTIONAL |
               RUIN_OPENS,                           /* features whose code costs others nothing */
  RUIN_BASIC = RUIN_PLAIN | RUIN_FEW | RUIN_VEHICLES /* the features that every twin has */
};

/* An instance as kernels read it. Arrays are those of routes.h, on the backend. */
typedef struct RuinData {
  int32_t customers, places, profiles, types, loads, words; /* words: of a row of allowed */
  int32_t backhauls, reloads;
  uint32_t features;
  int32_t windows, pauses; /* lengths of arrays */
  int32_t
      durations; /* RUIN_WINDOWS: 1: some type has a price of durations or a limit on them, so that they count */
  int32_t
      sums; /* loads that only grow along a route, kept as sums: amount[c] = of stop c by sum; without RUIN_MIXED */
  int64_t route_cost, absent_cost;
  int64_t balance;       /* RUIN_BALANCE: cost of a unit of the longest route, as in routes.h; */
  double balance_most;   /* the most that a chain takes for it (ruin_balance.h), */
  int32_t balance_least; /* and a duration of the longest route below which chains do not look */
  const RouteStop *stop;
  const VehicleType *type;
  const uint32_t *allowed;            /* NULL: all may */
  const int32_t *distance, *duration; /* duration is never NULL */
  const int32_t *amount;              /* (customers + 1, sums) */
  const int32_t *room;                /* (types, sums) capacities of the sums */
  const int32_t *group;               /* (types) the first type of the group */
  const int32_t *partner;             /* (customers + 1) as in routes.h; NULL: no pairs */
  const RoutesWindow *window;         /* (windows) NULL: one a customer */
  const int32_t *
      window_range; /* (customers + 1, 2) which are a customer's: the first, one at least, and the one behind the last */
  const int32_t
      *leader; /* (customers + 1) the least of the customer's cluster, or the customer; NULL: no clusters */
  const int32_t *fellow;      /* (customers + 1) the next of the cluster by number; 0: none */
  const int32_t *release;     /* (customers + 1); NULL: none */
  const RoutesReload *reload; /* (reloads) */
  const RoutesTrips *trips;   /* (types); NULL: a trip a route */
  const RoutesBreak *pause;   /* (pauses) by rising types; NULL: no breaks */
  const int32_t *pause_first; /* (types + 1) where those of a type begin */
  const int32_t *near;        /* (customers + 1, RUIN_NEAR) the best first; 0: no more; row 0 is not used */
} RuinData;

typedef struct RuinTask {
  RuinData host, data; /* data: on the backend */
  uint64_t seed;
  int64_t price_step;
  int32_t width;  /* proposals of a round: 1..RUIN_WIDTH_MAX */
  int32_t fewest; /* RUIN_VEHICLES: no complete solution has fewer routes */
  int32_t
      shift; /* costs of chains are the instance's times 2^shift, plus distances (ruin_ties.h); 0: the instance's */
  double weight; /* the price of a unit of prizes: with a shift in distance, else 1 */
  bool
      shares; /* it advances with other tasks (advance_all) alone; then its width is RUIN_SHARED_MAX at most */
} RuinTask;

/* Chains, all arrays on the backend. `first`: the number of chain 0 over the whole ring. */
typedef struct RuinState {
  uint32_t first, chains;
  int32_t *gene;      /* (chains, 2 customers) as in routes.h, the present solution */
  int64_t *cost;      /* (chains) */
  int32_t *kept;      /* (chains, 2 customers) */
  int64_t *kept_cost; /* (chains) */
  int64_t *price;     /* (chains, customers + 1) of absence */
} RuinState;

/* Rounds first .. first + rounds - 1. */
typedef struct RuinTurn {
  const float *temperature; /* (chains) host */
  uint64_t first;
  uint32_t rounds;
  bool fewer; /* RUIN_VEHICLES: chains look for solutions of fewer routes */
} RuinTurn;

typedef struct RuinPlace RuinPlace;

/* One of several tasks that advance together: its rounds, of which there may be none. */
typedef struct RuinPart {
  RuinPlace *place;
  RuinState state;
  RuinTurn turn;
} RuinPart;

typedef struct RuinKernels {
  /* What the kernels keep beside the state. The task is copied, its arrays must outlive the place. ERR_MEMORY, ERR_DEVICE. */
  Status (*open)(Backend *be, const RuinTask *task, uint32_t chains, RuinPlace **out);
  void (*close)(Backend *be, RuinPlace *place); /* NULL allowed */
  uint32_t features; /* those that the twin knows; the solver refuses an instance with others by name, */
  uint32_t apart;    /* and one with more than one of these */
  /* Bytes that open takes on the backend. */
  uint64_t (*bytes)(const Backend *be, const Instance *inst, uint32_t chains);
  /* May return before it is done: downloads wait for it. ERR_MEMORY, ERR_DEVICE, ERR_STOPPED. */
  Status (*advance)(Backend *be, RuinPlace *place, const RuinState *state, const RuinTurn *turn);
  /* Likewise for the tasks of all parts, opened with RuinTask.shares: each ends as advance leaves it. They have the same width, none has
   * breaks, and all or none of them have features of RUIN_TRIPPED. */
  Status (*advance_all)(Backend *be, const RuinPart *part, uint32_t parts);
  Status (*describe)(Backend *be, const RuinPlace *place, uint32_t chains, Description *out);
  /* Defaults: islands, and chains of an island, for so many customers; proposals of a round. */
  uint32_t (*chains)(int32_t customers);
  int32_t (*width)(int32_t customers);
} RuinKernels;

#ifdef __cplusplus
}
#endif

#endif
