/* See route_crossover.h. A child's routes are linked lists; customers are behind the depot's sentinel 0 at both ends. */
#include "route_crossover.h"

#include <stdlib.h>
#include <string.h>
#include "problem/cvrp/cvrp.h"
#include "route_centre.h"
#include "route_data.h"
#include "route_time.h"

enum { DRAW_DIRECTION, DRAW_TAKEN };

typedef struct Child {
  RouteData data;
  int32_t routes;
  int32_t *head;   /* (customers) of each route: its first customer */
  int32_t *next;   /* (customers + 1) 0: the last of its route */
  uint8_t *served; /* (customers + 1) */
  int64_t *load;   /* (customers) of each route, */
  int64_t *length; /* and its distances and service times */
} Child;

typedef struct Donor {
  int32_t first, size, served; /* genes of a route, and how many of its customers are served already */
} Donor;

typedef struct Place {
  int32_t route, prev; /* route < 0: none; prev 0: before the first customer */
  int64_t detour;
} Place;

/* ---- memory ---- */

static Status child_make(const Instance *inst, Child *k) {
  const size_t nodes = (size_t)inst->n + 1;
  *k = (Child){.data = route_data_of(inst),
               .head = malloc(nodes * sizeof *k->head),
               .next = calloc(nodes, sizeof *k->next),
               .served = calloc(nodes, sizeof *k->served),
               .load = calloc(nodes, sizeof *k->load),
               .length = calloc(nodes, sizeof *k->length)};
  if (k->head && k->next && k->served && k->load && k->length) return OK;
  FAIL(ERR_MEMORY, "no memory for a recombination of %d customers", inst->n);
}

static void child_free(Child *k) {
  free(k->head);
  free(k->next);
  free(k->served);
  free(k->load);
  free(k->length);
}

/* ---- places ---- */

/* Puts customer c, who has a place there, behind `prev`. */
static void put(Child *k, int32_t c, Place at) {
  const int32_t next = at.prev ? k->next[at.prev] : k->head[at.route];
  k->next[c] = next;
  if (at.prev)
    k->next[at.prev] = c;
  else
    k->head[at.route] = c;
  k->served[c] = 1;
  k->load[at.route] += k->data.demand[c];
  k->length[at.route] += at.detour + k->data.service;
}

static int64_t detour_of(const Child *k, int32_t prev, int32_t c, int32_t next) {
  const int64_t old = prev || next ? route_distance(&k->data, prev, next) : 0;
  return (int64_t)route_distance(&k->data, prev, c) + route_distance(&k->data, c, next) - old;
}

/* Time windows of a route with customer c behind `prev`; of the route as it is if c is 0. */
static bool windows_hold(const Child *k, int32_t c, Place at) {
  int32_t v = at.prev || !c ? k->head[at.route] : c, last = v;
  RouteTime time = route_time_node(&k->data, v);
  const int32_t first = v;
  while (v) {
    if (v == at.prev)
      v = c;
    else if (v == c)
      v = at.prev ? k->next[at.prev] : k->head[at.route];
    else
      v = k->next[v];
    if (v && !route_time_join(&time, route_distance(&k->data, last, v), route_time_node(&k->data, v)))
      return false;
    if (v) last = v;
  }
  return route_time_keeps(&k->data, time, first, last);
}

static bool holds(const Child *k, int32_t c, Place at) {
  if (k->load[at.route] + k->data.demand[c] > k->data.capacity) return false;
  if (k->data.ready) return windows_hold(k, c, at);
  return k->data.max_duration == INT32_MAX ||
         k->length[at.route] + at.detour + k->data.service <= k->data.max_duration;
}

/* The best place of customer c in a route, if it is better than *best. */
static void route_search(const Child *k, int32_t c, int32_t route, Place *best) {
  int32_t prev = 0, next = k->head[route];
  if (k->load[route] + k->data.demand[c] > k->data.capacity) return;
  for (;;) {
    const Place at = {route, prev, detour_of(k, prev, c, next)};
    if ((best->route < 0 || at.detour < best->detour) && holds(k, c, at)) *best = at;
    if (!next) return;
    prev = next;
    next = k->next[next];
  }
}

static void route_open(Child *k, int32_t c) {
  k->head[k->routes] = 0;
  put(k, c, (Place){k->routes, 0, detour_of(k, 0, c, 0)});
  k->routes++;
}

/* ---- the three steps ---- */

/* A route of a parent, as far as its customers are not served. */
static void route_inherit(Child *k, const int32_t *gene, int32_t size) {
  int32_t last = 0;
  for (int32_t i = 0; i < size; i++) {
    const int32_t c = cvrp_customer(gene[i]);
    if (k->served[c]) continue;
    if (last)
      put(k, c, (Place){k->routes - 1, last, detour_of(k, last, c, 0)});
    else
      route_open(k, c);
    last = c;
  }
}

/* Returns the number of routes of `a`. */
static int32_t take(Child *k, const int32_t *a, RngStream stream, RouteCentre *route) {
  const int32_t routes = route_centres(&k->data, a, route);
  route_centres_sort(route, routes, rng_draw(stream, DRAW_DIRECTION));
  int32_t taken = routes / 4 + (int32_t)rng_below(stream, DRAW_TAKEN, (uint32_t)(routes / 2 + 1));
  if (taken >= routes) taken = routes - 1;
  if (taken < 1) taken = 1;
  for (int32_t r = 0; r < taken; r++) route_inherit(k, a + route[r].first, route[r].size);
  return routes;
}

static int donor_order(const void *a, const void *b) {
  const Donor *x = a, *y = b;
  const int64_t left = (int64_t)x->served * y->size, right = (int64_t)y->served * x->size;
  if (left != right) return left < right ? -1 : 1;
  return (x->first > y->first) - (x->first < y->first);
}

static int32_t donors_of(const Child *k, const int32_t *b, Donor *donor) {
  int32_t donors = 0;
  for (int32_t i = 0; i < k->data.customers; i++) {
    if (b[i] < 0) donor[donors++] = (Donor){.first = i};
    donor[donors - 1].size++;
    donor[donors - 1].served += k->served[cvrp_customer(b[i])];
  }
  qsort(donor, (size_t)donors, sizeof *donor, donor_order);
  return donors;
}

static void complete(Child *k, const int32_t *b, int32_t routes_most, Donor *donor) {
  const int32_t donors = donors_of(k, b, donor);
  for (int32_t i = 0; i < donors && k->routes < routes_most; i++) {
    if (2 * donor[i].served > donor[i].size) return;
    route_inherit(k, b + donor[i].first, donor[i].size);
  }
}

/* The customer of the largest demand who is not served; 0: all are. */
static int32_t absent(const Child *k) {
  int32_t at = 0;
  for (int32_t c = 1; c <= k->data.customers; c++)
    if (!k->served[c] && (!at || k->data.demand[c] > k->data.demand[at])) at = c;
  return at;
}

static void insert_absent(Child *k) {
  for (int32_t c; (c = absent(k));) {
    Place best = {-1, 0, 0};
    for (int32_t r = 0; r < k->routes; r++) route_search(k, c, r, &best);
    if (best.route < 0)
      route_open(k, c);
    else
      put(k, c, best);
  }
}

/* ---- the child ---- */

static void genes_write(const Child *k, int32_t *gene) {
  int32_t at = 0;
  for (int32_t r = 0; r < k->routes; r++)
    for (int32_t c = k->head[r]; c; c = k->next[c]) gene[at++] = c == k->head[r] ? -c : c;
}

/* What is left of a route may be longer than the route was where the triangle inequality does not hold. */
static bool keeps_limits(const Child *k, const CvrpInstance *cvrp) {
  if (cvrp->fleet == FLEET_EXACTLY && k->routes != cvrp->vehicles) return false;
  if (k->routes > cvrp_routes_most(cvrp)) return false;
  for (int32_t r = 0; r < k->routes; r++) {
    const bool kept =
        k->data.ready ? windows_hold(k, 0, (Place){r, 0, 0}) : k->length[r] <= k->data.max_duration;
    if (!kept) return false;
  }
  return true;
}

Status route_crossover(const Instance *inst, const int32_t *a, const int32_t *b, RngStream stream,
                       int32_t *child) {
  const size_t n = (size_t)inst->n;
  Status status = OK;
  RouteCentre *route = malloc(n * sizeof *route);
  Donor *donor = malloc(n * sizeof *donor);
  Child k = {0};
  if (!route || !donor) FAIL_GOTO(cleanup, ERR_MEMORY, "no memory for a recombination of %zu customers", n);
  TRY_GOTO(child_make(inst, &k), cleanup);
  const int32_t routes = take(&k, a, stream, route);
  complete(&k, b, routes, donor);
  insert_absent(&k);
  if (keeps_limits(&k, cvrp_of(inst)))
    genes_write(&k, child);
  else
    memcpy(child, a, n * sizeof *child);
cleanup:
  child_free(&k);
  free(route);
  free(donor);
  return status;
}
