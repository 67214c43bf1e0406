/* Routes of several trips, and goods that are there from a time on (RUIN_TRIPS, RUIN_RELEASES): what a chain on the CPU keeps beside its routes.
 * Contract: solver/ruin/ruin_kernels.h.
 *
 * A reload is a node of the route, beside the customers: nodes customers + 1 .. customers + heads, of a pool. It heads the trip behind it; the first trip of a route
 * has head 0. Its place, window and service are those of its reload depot, in a copy of the data whose arrays of stops reach so far. */
#ifndef CORDEE_CPU_RUIN_TRIPS_H
#define CORDEE_CPU_RUIN_TRIPS_H

#include "ruin_chain.h"

typedef struct Trip {
  int32_t size, last; /* customers, and the last of them */
  int32_t release;    /* the latest of its customers */
  int32_t sum[RUIN_SUMS_MAX];
  uint64_t stamp; /* of the last proposal that took a string from it */
} Trip;

/* Of a customer in a route. */
typedef struct TripNode {
  int32_t head;
  RuinTime time; /* from the departure of its trip, at any time, to the customer */
} TripNode;

struct Trips {
  RuinData data;
  RouteStop *stop; /* (customers + 1 + heads) */
  int32_t heads;   /* of the pool */
  int32_t *depot;  /* (heads) reload depot of a head */
  int32_t *pool;   /* (heads) pool[0..spare) are in no route */
  int32_t spare, spare_before;
  int32_t *freed, freeds; /* heads that the proposal took out of routes: they are spare once it is kept */
  Trip *trip;             /* (heads + customers + 1) of heads, then the first trips of slots */
  TripNode *node;         /* (customers + 1) */
  int32_t *count;         /* (customers + 1) trips of a slot's route */
};

static inline bool is_head(const Chain *chain, int32_t v) { return v > chain->data->customers; }
static inline int32_t head_depot(const Chain *chain, int32_t head) {
  return chain->trips->depot[head - chain->data->customers - 1];
}
/* The trip of a slot's route with that head. */
static inline Trip *trip_of(const Chain *chain, int32_t slot, int32_t head) {
  return &chain->trips->trip[head ? head - chain->data->customers - 1 : chain->trips->heads + slot];
}
static inline int32_t release_of(const Chain *chain, int32_t c) {
  return chain->data->release ? chain->data->release[c] : 0;
}
/* What is between the end of loading and a departure. */
static inline RuinTime release_time(int32_t release) { return (RuinTime){0, release, ROUTES_LIMIT_MAX}; }

/* The departure from a vehicle's start with goods of that release; false: it is too late. */
static inline bool start_time(const VehicleType *type, int32_t release, RuinTime *out) {
  *out = ruin_time_end(type, 0);
  if (release > out->earliest) out->earliest = release;
  return out->earliest <= out->latest;
}

/* ---- memory, genes and what proposals change (trips.c) ---- */

/* Nodes of reloads that a chain has room for; 0 without RUIN_TRIPS. */
int32_t trips_heads(const RuinData *data);
/* Makes chain->trips, if the data has trips or releases, and chain->data its copy. ERR_MEMORY. */
Status trips_make(Chain *chain);
void trips_free(Chain *chain);
/* All heads are spare. */
void trips_reset(Chain *chain);
/* A spare head, of that reload depot. */
int32_t trips_head_take(Chain *chain, int32_t depot);
/* The heads of a slot's route are free once the proposal is kept. */
void trips_heads_free(Chain *chain, int32_t slot);
void trips_keep(Chain *chain);
/* Behind the links of routes. */
void trips_undo(Chain *chain, const Proposal *p);
/* route_write of chain.c; *group: the trip's number. */
int32_t trips_write(const Chain *chain, int32_t slot, int32_t *gene, int32_t at, int32_t *group);

/* A node in a list of a route's nodes that does not depend on the pool: a customer, or customers + 1 + the reload depot; and the node of such a number. */
static inline int32_t node_number(const Chain *chain, int32_t v) {
  if (!chain->trips || !is_head(chain, v)) return v;
  return chain->data->customers + 1 + head_depot(chain, v);
}
static inline int32_t node_of_number(Chain *chain, int32_t number) {
  if (number <= chain->data->customers) return number;
  return trips_head_take(chain, number - chain->data->customers - 1);
}

/* ---- routes (trips_route.c): route_update and route_as ---- */

/* Trips without customers go, with the reload before them, or behind the first of them. */
void trips_prune(Chain *chain, int32_t slot);
bool trips_update(Chain *chain, int32_t slot);
bool trips_as(const Chain *chain, int32_t slot, int32_t t, int64_t *cost);

/* ---- steps of a proposal: chain_ruin (trips_ruin.c), an insertion (trips_insert.c) ---- */

bool trips_ruin(Chain *chain, Proposal *p, uint64_t number, philox4x32_ctr_t words);
/* The best place of customer c in a route, if it is better than *best; Best.prev and next are numbers of nodes. */
void trips_scan(const Chain *chain, int32_t c, uint32_t blink, bool ends, Best *best);
/* Puts it there, with a reload, if it makes a new trip. */
void trips_link(Chain *chain, int32_t slot, const Best *best, int32_t c);

#endif
