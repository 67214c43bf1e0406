/* A chain of ruin and recreate on the CPU: its solution as linked routes, what a proposal changes in it, and the files that do so. Contract:
 * solver/ruin/ruin_kernels.h. */
#ifndef CORDEE_CPU_RUIN_RUIN_CHAIN_H
#define CORDEE_CPU_RUIN_RUIN_CHAIN_H

#include <stdbool.h>
#include "solver/ruin/ruin_balance.h"
#include "solver/ruin/ruin_breaks.h"
#include "solver/ruin/ruin_draw.h"
#include "solver/ruin/ruin_time.h"

enum {
  ABSENT = -1, /* Node.slot */
  TOUCHED_MAX = RUIN_STRINGS_MAX + RUIN_OUT_MAX
};
#define NO_COST INT64_MAX

/* A customer's place in its route; 0 stands for the end of a route. Times are those of routes with RUIN_TIMED. */
typedef struct Node {
  int32_t next, prev, slot;
  int32_t place;
  int32_t before, after; /* distances from prev and to next */
  RuinTime pre, suf;     /* from the departure to this customer; from it to the return */
} Node;

typedef struct Route {
  int32_t first, last, size, type; /* size 0: the slot is empty */
  int32_t home;                    /* distance from the last customer to the end */
  int32_t duration;                /* RUIN_TIMED */
  int64_t distance, cost;
  uint64_t may;               /* bit t: all its customers may be served by type t < RUIN_GROUPED */
  int32_t sum[RUIN_SUMS_MAX]; /* without RUIN_MIXED */
  int32_t depart[ROUTES_LOADS_MAX], peak[ROUTES_LOADS_MAX]; /* RUIN_MIXED: load at departure, largest load */
  uint64_t stamp;                                           /* of the last proposal that touched it */
} Route;

/* What rules a route out before it is looked at: bounds of what an insertion needs and costs. */
typedef struct RouteBound {
  int32_t room, spare; /* for the first sum in its own type, and in the largest of the group */
  int32_t head, home;  /* distances at its ends */
  int32_t place[2];    /* of the type's start and end */
  int32_t size;
  int32_t priced; /* a type of the group has a price of time: costs have no bound */
  int64_t change,
      unit[2]; /* the least cost of a change to another type of the group that has room for its customers (NO_COST: there is none);
                              the least cost of a distance in these types, and in its own */
} RouteBound;

/* What all chains of an instance share, made once. */
typedef struct Tables {
  const RuinData *data;
  const int32_t *from_distance,
      *from_duration;     /* transposed matrices; the same as the others if these are symmetric */
  int32_t *transposed[2]; /* what was made for that, or NULL */
  int64_t *alone;         /* (types, customers + 1) cost of a route of one customer; NO_COST: not possible */
  int32_t *alone_time;    /* (types, customers + 1) RUIN_BALANCE: its duration */
  int32_t *far;           /* (customers + 1) distance from the start of type 0, or from customer 1 */
  /* Least distances over all profiles: to a customer, and from it, anywhere; from it to its neighbours, and back. */
  int32_t *least_in, *least_out; /* (customers + 1) */
  int32_t *to_near, *from_near;  /* (customers + 1, RUIN_NEAR) */
} Tables;

/* A route as it was before a proposal. */
typedef struct RouteChange {
  int32_t slot;
  Route route;
  RouteBound bound;
} RouteChange;
typedef struct NodeChange {
  int32_t customer;
  Node node;
} NodeChange;

/* A proposal under way. */
typedef struct Proposal {
  int64_t delta; /* with the chain's prices of absence */
  int64_t limit; /* the greatest delta that is accepted */
  int32_t outs;  /* customers who are out, or were */
  bool opens;    /* it has opened a route */
  bool opening;  /* its first customer takes a new vehicle */
  bool strict;   /* it fails as soon as delta is above the limit after an insertion */
  uint32_t blink;
  int32_t out[RUIN_OUT_MAX];
  bool was_absent[RUIN_OUT_MAX];
  int32_t touched;
  RouteChange change[TOUCHED_MAX];
} Proposal;

/* Where a customer who is out may go. */
typedef enum Kind { IN_ROUTE, IN_NEW_TRIP, IN_NEW_ROUTE, STAYS_ABSENT, TOO_DEAR } Kind;

typedef struct Best {
  int64_t cost;
  Kind kind;
  int32_t prev, next;
  int32_t
      behind; /* of a pair in a route: the stop before its delivery; of a new trip: 2 * its reload depot, + 1 if the customer is before the reload; else
                     0 */
  int32_t type, slot;
} Best;

typedef struct Trips Trips; /* trips.h */

typedef struct Chain {
  const RuinTask *task;
  const RuinData *data;
  const Tables *tables;
  uint32_t number;   /* over the whole ring */
  int64_t *price;    /* (customers + 1) the state's */
  Node *node;        /* (customers + 1) */
  Route *route;      /* (customers) */
  RouteBound *bound; /* (customers) of routes; size 0: the slot is empty */
  int32_t *used;     /* (types) vehicles in use */
  uint64_t *missing; /* bit c: customer c must be served, and is absent */
  int32_t missings;
  int32_t slots; /* all slots from here on are empty */
  int32_t routes, served;
  int32_t routes_most; /* that a proposal may open up to: RUIN_VEHICLES */
  bool seeks;          /* a solution of fewer routes than the kept one, which is complete */
  int32_t *pre_peak,
      *suf_peak; /* (customers + 1, loads) RUIN_MIXED: largest load up to just after a customer, and from then on */
  int32_t *load; /* (customers + 1, loads) RUIN_PAIRS: just after a customer */
  uint64_t *
      tried; /* (2 customers + 2) RUIN_PAIRS: of the last insertion that looked at the place behind a customer, or at a route's begin */
  uint64_t trying; /* of insertions */
  RuinClock *early,
      *late; /* (customers + 1) RUIN_BREAKS: of customers in routes: as Node.pre.earliest and Node.suf.latest, ruin_windows.h */
  NodeChange *past; /* (customers + RUIN_OUT_MAX) */
  int32_t pasts;
  uint64_t stamp; /* of the proposal */
  int64_t cost;   /* with absent_cost for all who are missing, without balance */
  int32_t
      longest; /* RUIN_BALANCE: duration of the longest route, as of the begin of a round; and what follows from it */
  RuinLevel level;
  Trips *trips; /* NULL without RUIN_TRIPPED */
} Chain;

/* ---- distances and times; 0: the end of a route of that type ---- */

static inline const VehicleType *chain_type(const Chain *chain, int32_t t) { return &chain->data->type[t]; }
static inline size_t matrix_of(const RuinData *data, const VehicleType *type) {
  return (size_t)type->profile * (size_t)data->places * (size_t)data->places;
}
static inline int32_t place_before(const Chain *chain, const VehicleType *type, int32_t a) {
  return a ? chain->node[a].place : type->place[0];
}
static inline int32_t place_after(const Chain *chain, const VehicleType *type, int32_t b) {
  return b ? chain->node[b].place : type->place[1];
}
static inline int32_t chain_distance(const Chain *chain, const VehicleType *type, int32_t a, int32_t b) {
  const int32_t from = place_before(chain, type, a), to = place_after(chain, type, b);
  if (from < 0 || to < 0) return 0;
  return chain->data
      ->distance[matrix_of(chain->data, type) + (size_t)from * (size_t)chain->data->places + (size_t)to];
}
/* Of service at b; 0: of the return. */
static inline int32_t setup_of(const Chain *chain, int32_t from, int32_t b) {
  if (!(chain->data->features & RUIN_SETUPS) || !b || from == chain->node[b].place) return 0;
  return chain->data->stop[b].setup;
}
static inline int32_t chain_travel(const Chain *chain, const VehicleType *type, int32_t a, int32_t b) {
  const int32_t from = place_before(chain, type, a), to = place_after(chain, type, b),
                setup = setup_of(chain, from, b);
  if (from < 0 || to < 0) return setup;
  return setup + chain->data->duration[matrix_of(chain->data, type) +
                                       (size_t)from * (size_t)chain->data->places + (size_t)to];
}

/* ---- units: what is removed, absent and inserted as one. A pair is named by its pickup, a cluster by its least customer ---- */

/* The delivery of a pickup; 0: c is no pickup of a pair. */
static inline int32_t delivery_of(const RuinData *data, int32_t c) {
  return data->partner && data->partner[c] > 0 ? data->partner[c] : 0;
}
static inline bool is_delivery(const RuinData *data, int32_t c) {
  return data->partner && data->partner[c] < 0;
}
/* Who names the pair or the cluster, or the customer himself. */
static inline int32_t unit_of(const RuinData *data, int32_t c) {
  if (is_delivery(data, c)) return -data->partner[c];
  return data->leader ? data->leader[c] : c;
}
/* A customer who is out, and the delivery of a pickup, and the others of a cluster, are in no route. */
static inline void unit_absent(Chain *chain, int32_t c) {
  const RuinData *const data = chain->data;
  const int32_t delivery = delivery_of(data, c);
  chain->node[c].slot = ABSENT;
  if (delivery) chain->node[delivery].slot = ABSENT;
  for (int32_t v = data->leader ? data->fellow[c] : 0; v; v = data->fellow[v]) chain->node[v].slot = ABSENT;
}
/* Of a customer's cluster the one who is in a route; the customer, if there is none. */
static inline int32_t cluster_stop(const Chain *chain, int32_t c) {
  for (int32_t v = chain->data->leader[c]; v; v = chain->data->fellow[v])
    if (chain->node[v].slot != ABSENT) return v;
  return c;
}
/* Who stands for the unit of customer c: those in routes before others. */
static inline int32_t stop_of(const Chain *chain, int32_t c) {
  return chain->data->leader ? cluster_stop(chain, c) : c;
}

/* Is a place better than another? The order of equal costs: solver/ruin/ruin_kernels.h. */
static inline bool before_best(const Best *a, const Best *b) {
  if (a->cost != b->cost) return a->cost < b->cost;
  if (a->kind != b->kind) return a->kind < b->kind;
  if (a->prev != b->prev) return a->prev < b->prev;
  if (a->next != b->next) return a->next < b->next;
  if (a->behind != b->behind) return a->behind < b->behind;
  return a->type < b->type;
}

/* ---- routes (route.c) ---- */

/* The price of a customer's absence, and the part of it that counts in Chain.cost. */
static inline int64_t absence_price(const Chain *chain, int32_t c) { return chain->price[c]; }
static inline int64_t absence_cost(const Chain *chain, int32_t c) {
  const int64_t prize = chain->data->stop[c].prize;
  return prize == ROUTES_REQUIRED ? chain->data->absent_cost : prize;
}

/* Without route_cost: how many routes there are, a limit decides. */
static inline int64_t type_cost(const VehicleType *type, int64_t distance, int32_t duration) {
  return type->fixed + type->per_distance * distance + type->per_duration * duration;
}
/* Where the longest route counts, what a duration costs a route, by the solution of the round's begin. */
static inline int64_t balance_price(const Chain *chain, int32_t duration) {
  return chain->data->features & RUIN_BALANCE ? ruin_balance_price(chain->level, duration) : 0;
}
/* What a route costs in a proposal. */
static inline int64_t route_price(const Chain *chain, const Route *route) {
  return route->cost + (route->size ? balance_price(chain, route->duration) : 0);
}
/* What customer c, or the pair of pickup c, costs alone in a vehicle of a type; NO_COST: not possible. */
static inline int64_t alone_price(const Chain *chain, int32_t t, int32_t c) {
  const Tables *const tables = chain->tables;
  const size_t at = (size_t)t * ((size_t)chain->data->customers + 1) + (size_t)c;
  if (tables->alone[at] == NO_COST) return NO_COST;
  return tables->alone[at] + balance_price(chain, tables->alone_time[at]);
}
static inline bool type_left(const Chain *chain, int32_t t) {
  return chain->used[t] < chain->data->type[t].count;
}
/* May a route of that type be opened? */
static inline bool vehicle_left(const Chain *chain, int32_t t) {
  return type_left(chain, t) && chain->routes < chain->routes_most;
}
static inline bool customer_may(const RuinData *data, int32_t c, int32_t t) {
  return !data->allowed || (data->allowed[(size_t)c * (size_t)data->words + (size_t)t / 32] >> t % 32 & 1);
}

/* Are distance and number of stops within their limits? */
static inline bool route_limits_keep(const VehicleType *type, int64_t distance, int32_t size) {
  return distance <= (type->max_distance == ROUTES_NO_LIMIT ? INT64_MAX : type->max_distance) &&
         size <= type->max_stops;
}

/* Distances, times and loads of a slot's route along its links; false: a limit is broken. */
bool route_update(Chain *chain, int32_t slot);
/* Of these the distances, of a route of a type. */
static inline void route_distances_set(Chain *chain, Route *route, const VehicleType *type) {
  int32_t last = 0;
  route->distance = 0;
  for (int32_t v = route->first; v; last = v, v = chain->node[v].next) {
    chain->node[v].before = chain_distance(chain, type, last, v);
    if (last) chain->node[last].after = chain->node[v].before;
    route->distance += chain->node[v].before;
  }
  route->home = chain_distance(chain, type, last, 0);
  chain->node[last].after = route->home;
  route->distance += route->home;
}
/* The same as a route of type t: *cost, its price, and nothing changes. */
bool route_as(const Chain *chain, int32_t slot, int32_t t, int64_t *cost);
/* Notes a route before a proposal changes it, once. */
void route_touch(Chain *chain, Proposal *p, int32_t slot);
/* Puts customer c between two neighbours of a slot's route; 0: its ends. */
void route_link(Chain *chain, int32_t slot, int32_t prev, int32_t c, int32_t next);
/* Takes a node out of the links of a slot's route; its own members stay. */
static inline void route_unlink(Chain *chain, int32_t slot, int32_t v) {
  const Node *const node = &chain->node[v];
  if (node->prev)
    chain->node[node->prev].next = node->next;
  else
    chain->route[slot].first = node->next;
  if (node->next)
    chain->node[node->next].prev = node->prev;
  else
    chain->route[slot].last = node->prev;
}
/* An empty slot becomes a route of that type, without customers yet. */
int32_t route_open(Chain *chain, Proposal *p, int32_t t);
/* A route that has lost all customers gives its vehicle back. */
void route_close(Chain *chain, int32_t slot);
/* Another type, which has a vehicle left. */
void route_retype(Chain *chain, int32_t slot, int32_t t);
/* All routes and customers as they were. */
void proposal_undo(Chain *chain, const Proposal *p);

/* ---- several windows (windows.c): RUIN_WINDOWS ---- */

/* Times of a slot's route along its links, and its duration, if it counts, else 0; false: a window is missed, or it is too long. */
bool windows_times_set(Chain *chain, Route *route, const VehicleType *type);
/* The same as a route of a type, and nothing changes. */
bool windows_keep(const Chain *chain, const Route *route, const VehicleType *type, int32_t *duration);
/* Where a customer, and perhaps the delivery of its pair, would be in a route: between two neighbours; 0: the route's ends, or no delivery. */
typedef struct Added {
  int32_t c, prev, next;
  int32_t delivery, behind,
      then; /* the delivery between the stop behind which it is, c or later, and the one after it */
} Added;
/* The same as with them. */
bool windows_allow(const Chain *chain, const Route *route, const VehicleType *type, const Added *added,
                   int32_t *duration);
/* The vehicle that leaves stop a at time->earliest goes on to stop c; false: it misses a window. */
bool windows_go_on(const Chain *chain, const VehicleType *type, RuinTime *time, int32_t a, int32_t c);
/* Does the vehicle that leaves stop a at time->earliest keep all windows from `next` on? The duration as in windows_allow. */
bool windows_join(const Chain *chain, const Route *route, const VehicleType *type, RuinTime time,
                  const Added *added, int32_t *duration);

/* ---- breaks of drivers (breaks.c): RUIN_BREAKS, behind the functions of windows.c ---- */

bool breaks_times_set(Chain *chain, Route *route, const VehicleType *type);
bool breaks_keep(const Chain *chain, const Route *route, const VehicleType *type, int32_t *duration);
/* When the vehicle leaves stop prev; 0: its start. */
RuinClock breaks_leave(const Chain *chain, const VehicleType *type, int32_t prev);
/* From stop a to stop c. */
void breaks_go_on(const Chain *chain, const VehicleType *type, RuinClock *clock, int32_t a, int32_t c);
/* Does the vehicle that leaves the last stop of *added so keep windows and breaks from there on? The duration as in windows_allow. */
bool breaks_join(const Chain *chain, const Route *route, const VehicleType *type, const RuinClock *clock,
                 const Added *added, int32_t *duration);

/* ---- a proposal's steps ---- */

/* ruin.c: false: the proposal fails. */
bool chain_ruin(Chain *chain, Proposal *p, uint64_t number, philox4x32_ctr_t words);
/* pairs.c: stops u, .. of a route leave it, pairs as a whole; `count` stops, `inside` that stay, then `rest` more. */
void pairs_remove(Chain *chain, Proposal *p, int32_t slot, int32_t u, int32_t count, int32_t inside,
                  int32_t rest);
/* Pairs and single customers of a route. */
int32_t pairs_units(const Chain *chain, int32_t slot);
/* The best place in a route of the pair of pickup c, if it is better than *best. */
void pairs_scan(Chain *chain, int32_t c, uint32_t blink, bool ends, Best *best);
/* Its seed customer, and one who is out from now on. */
int32_t seed_draw(const Chain *chain, philox4x32_ctr_t words);
void customer_out(Chain *chain, Proposal *p, int32_t c, bool absent);
/* ruin.c: missing customers, the first ones at or after s, are out from now on. Returns how many. */
int32_t missing_out(Chain *chain, Proposal *p, int32_t s);
/* recreate.c. */
bool chain_recreate(Chain *chain, Proposal *p, philox4x32_ctr_t order);
/* The type of a new vehicle for customer c: the one that is drawn, or the next one that has a vehicle left and can serve c alone; -1: there is
 * none. *cost: that of c alone. */
static inline int32_t type_draw(const Chain *chain, int32_t c, uint32_t word, int64_t *cost) {
  const int32_t types = chain->data->types, first = (int32_t)ruin_below(word, (uint32_t)types);
  for (int32_t k = 0; k < types; k++) {
    const int32_t t = first + k < types ? first + k : first + k - types;
    *cost = alone_price(chain, t, c);
    if (*cost != NO_COST && vehicle_left(chain, t)) return t;
  }
  return -1;
}
void chain_retype(Chain *chain, Proposal *p);

/* chain.c: a chain in memory, and its solution from and to genes. */
Status chain_make(const RuinTask *task, const Tables *tables, Chain *out);
void chain_free(Chain *chain);
void chain_load(Chain *chain, const int32_t *gene);
/* RUIN_BALANCE: the duration of the longest route; and that of the solution of the next round's begin. */
int32_t chain_longest(const Chain *chain);
void chain_longest_set(Chain *chain);
/* Of all routes the one whose customers' prices of absence have the least sum, of equals that of the least customer: all of these are absent
 * from now on. There is a route. */
void chain_dissolve(Chain *chain);
void chain_store(Chain *chain, int32_t *gene);

/* tables.c */
Status fleet_tables_make(const RuinData *data, int threads, Tables *out);
void fleet_tables_free(Tables *tables);

#endif
