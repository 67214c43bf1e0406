/* See route_fleet.h. */
#include "route_fleet.h"

#include <stdlib.h>
#include "halt.h"
#include "problem/cvrp/cvrp.h"
#include "route_lists.h"

/* ---- fewer routes ---- */

typedef struct Weight {
  int32_t demand, customer;
} Weight;

/* The heaviest first. */
static int weight_order(const void *left, const void *right) {
  const Weight *a = left, *b = right;
  if (a->demand != b->demand) return a->demand > b->demand ? -1 : 1;
  return a->customer < b->customer ? -1 : 1;
}

static void heaviest_first(const RouteData *data, int32_t *customer, int32_t count, Weight *scratch) {
  for (int32_t k = 0; k < count; k++) scratch[k] = (Weight){data->demand[customer[k]], customer[k]};
  qsort(scratch, (size_t)count, sizeof *scratch, weight_order);
  for (int32_t k = 0; k < count; k++) customer[k] = scratch[k].customer;
}

/* The least load, then the fewest customers, then the first. */
static int32_t smallest_route(const RouteLists *lists) {
  int32_t least = -1;
  for (int32_t r = 0; r < lists->count; r++) {
    const RouteList *one = &lists->route[r], *best = least < 0 ? NULL : &lists->route[least];
    if (!one->first) continue;
    if (!best || one->load < best->load || (one->load == best->load && one->customers < best->customers))
      least = r;
  }
  return least;
}

/* Where it costs least, or for a lighter customer, who then is put in; in the end with room made by exchanges. */
static bool put_in(RouteLists *lists, int32_t c) {
  for (int32_t next;; c = next) {
    if (route_lists_insert_anywhere(lists, c)) return true;
    next = route_lists_replace(lists, c);
    if (!next) break;
  }
  return route_lists_make_room(lists, c) && route_lists_insert_anywhere(lists, c);
}

/* Dissolves routes until there are `most`. False: a customer found no place. */
static bool dissolve(RouteLists *lists, int32_t most, int32_t *customer, Weight *scratch) {
  for (int32_t used = route_lists_used(lists); used > most; used--) {
    const int32_t count = route_lists_dissolve(lists, smallest_route(lists), customer);
    heaviest_first(lists->data, customer, count, scratch);
    for (int32_t k = 0; k < count; k++)
      if (halt_poll() || !put_in(lists, customer[k])) return false;
  }
  return true;
}

/* First fit by falling demand. */
static bool pack(RouteLists *lists, int32_t most, int32_t *customer, Weight *scratch) {
  const int32_t customers = lists->data->customers;
  for (int32_t c = 1; c <= customers; c++) customer[c - 1] = c;
  heaviest_first(lists->data, customer, customers, scratch);
  lists->count = most < customers ? most : customers;
  for (int32_t r = 0; r < lists->count; r++) lists->route[r] = (RouteList){0, 0, 0, 0};
  for (int32_t k = 0; k < customers; k++) {
    int32_t r = 0;
    while (r < lists->count && !route_lists_insert(lists, r, customer[k])) r++;
    if (r == lists->count || halt_poll()) return false;
  }
  return true;
}

static Status lessen(RouteLists *lists, int32_t most) {
  const size_t customers = (size_t)lists->data->customers;
  int32_t *customer = malloc(customers * sizeof *customer);
  Weight *scratch = malloc(customers * sizeof *scratch);
  bool done = false;
  if (customer && scratch)
    done = dissolve(lists, most, customer, scratch) || pack(lists, most, customer, scratch);
  const bool memory = customer && scratch;
  free(customer), free(scratch);
  if (!memory) FAIL(ERR_MEMORY, "out of memory");
  TRY(halt_after("a start solution"));
  if (!done) FAIL(ERR_FORMAT, "found no solution with %d routes or fewer", most);
  return OK;
}

/* ---- more routes ---- */

/* Route r ends with customer `last`; the rest of it is another route. */
typedef struct Split {
  int64_t cost;
  int32_t r, last;
  RouteList head;
} Split;

/* Betters *best by the splits of route r that keep the limits; of equal ones the first stays. */
static void splits(const RouteLists *lists, int32_t r, Split *best) {
  const RouteData *data = lists->data;
  const RouteList *route = &lists->route[r];
  RouteList head = {route->first, 0, 0, 0};
  for (int32_t before = 0, c = route->first; c && lists->next[c]; before = c, c = lists->next[c]) {
    const int32_t next = lists->next[c], back = route_distance(data, c, 0);
    const int64_t cost = (int64_t)back + route_distance(data, 0, next) - route_distance(data, c, next);
    head.customers++, head.load += data->demand[c];
    head.duration += route_distance(data, before, c) + data->service + back -
                     (before ? route_distance(data, before, 0) : 0);
    const RouteList tail = {next, 0, 0, route->duration + cost - head.duration};
    if (cost < best->cost && route_list_keeps(data, &head) && route_list_keeps(data, &tail) &&
        route_lists_part_in_time(lists, route->first, c) && route_lists_part_in_time(lists, next, 0))
      *best = (Split){cost, r, c, head};
  }
}

/* Splits routes where it costs least until there are `wanted`. */
static Status divide(RouteLists *lists, int32_t wanted) {
  while (lists->count < wanted) {
    Split best = {.cost = INT64_MAX};
    for (int32_t r = 0; r < lists->count; r++) splits(lists, r, &best);
    if (best.cost == INT64_MAX) FAIL(ERR_FORMAT, "found no solution with %d routes", wanted);
    RouteList *route = &lists->route[best.r];
    lists->route[lists->count++] =
        (RouteList){lists->next[best.last], route->customers - best.head.customers,
                    route->load - best.head.load, route->duration + best.cost - best.head.duration};
    *route = best.head;
    lists->next[best.last] = 0;
    TRY(halt_check("a start solution"));
  }
  return OK;
}

/* ---- both ---- */

static void drop_empty(RouteLists *lists) {
  int32_t count = 0;
  for (int32_t r = 0; r < lists->count; r++)
    if (lists->route[r].first) lists->route[count++] = lists->route[r];
  lists->count = count;
}

static Status keep(const CvrpInstance *cvrp, RouteLists *lists) {
  const int32_t most = cvrp_routes_most(cvrp);
  if (lists->count > most) TRY(lessen(lists, most));
  drop_empty(lists);
  if (cvrp->fleet == FLEET_EXACTLY) TRY(divide(lists, most));
  for (int32_t r = 0; r < lists->count; r++)
    if (!route_list_keeps(lists->data, &lists->route[r]) ||
        !route_lists_part_in_time(lists, lists->route[r].first, 0))
      FAIL(ERR_FORMAT, "found no solution: the route of customer %d is over a limit", lists->route[r].first);
  return OK;
}

Status route_fleet_keep(const Instance *inst, int32_t *gene) {
  const RouteData data = route_data_of(inst);
  RouteLists lists;
  TRY(route_lists_make(&data, gene, &lists));
  const Status status = keep(cvrp_of(inst), &lists);
  if (status == OK) route_lists_genes(&lists, gene);
  route_lists_free(&lists);
  return status;
}
