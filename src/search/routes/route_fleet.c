/* See route_fleet.h. */
#include "route_fleet.h"

#include <stdlib.h>
#include "halt.h"
#include "problem/cvrp/cvrp.h"
#include "route_lists.h"
#include "route_packing.h"

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

/* By bin completion; each customer at the cheapest place of its route, if there is one where other limits hold. */
static Status pack_exactly(RouteLists *lists, int32_t most, bool *found) {
  const RouteData *data = lists->data;
  const int32_t bins = most < data->customers ? most : data->customers;
  int32_t *bin = malloc(((size_t)data->customers + 1) * sizeof *bin);
  if (!bin) FAIL(ERR_MEMORY, "out of memory");
  const Status status = route_packing(data, bins, bin, found);
  lists->count = *found ? bins : lists->count;
  for (int32_t r = 0; *found && r < bins; r++) lists->route[r] = (RouteList){0, 0, 0, 0};
  for (int32_t c = 1; *found && c <= data->customers; c++) *found = route_lists_insert(lists, bin[c], c);
  free(bin);
  return status;
}

static Status lessen(RouteLists *lists, int32_t most, bool *found) {
  const size_t customers = (size_t)lists->data->customers;
  int32_t *customer = malloc(customers * sizeof *customer);
  Weight *scratch = malloc(customers * sizeof *scratch);
  bool done = false;
  if (customer && scratch)
    done = dissolve(lists, most, customer, scratch) || pack(lists, most, customer, scratch);
  const bool memory = customer && scratch;
  free(customer);
  free(scratch);
  if (!memory) FAIL(ERR_MEMORY, "out of memory");
  *found = done;
  if (!done && !halt_requested()) TRY(pack_exactly(lists, most, found));
  return halt_after("a start solution");
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
    head.customers++;
    head.load += data->demand[c];
    head.duration += route_distance(data, before, c) + data->service + back -
                     (before ? route_distance(data, before, 0) : 0);
    const RouteList tail = {next, 0, 0, route->duration + cost - head.duration};
    if (cost < best->cost && route_list_keeps(data, &head) && route_list_keeps(data, &tail) &&
        route_lists_part_in_time(lists, route->first, c) && route_lists_part_in_time(lists, next, 0))
      *best = (Split){cost, r, c, head};
  }
}

/* Splits routes where it costs least until there are `wanted`, *found: if they can be. */
static Status divide(RouteLists *lists, int32_t wanted, bool *found) {
  while (lists->count < wanted) {
    Split best = {.cost = INT64_MAX};
    for (int32_t r = 0; r < lists->count; r++) splits(lists, r, &best);
    *found = best.cost < INT64_MAX;
    if (!*found) return OK;
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

static bool all_keep(const RouteLists *lists) {
  for (int32_t r = 0; r < lists->count; r++)
    if (!route_list_keeps(lists->data, &lists->route[r]) ||
        !route_lists_part_in_time(lists, lists->route[r].first, 0))
      return false;
  return true;
}

static Status keep(RouteLists *lists, int32_t most, bool *found) {
  *found = true;
  if (lists->count > most) TRY(lessen(lists, most, found));
  if (!*found) return OK;
  drop_empty(lists);
  if (lists->data->closed) TRY(divide(lists, most, found));
  *found = *found && all_keep(lists);
  return OK;
}

Status route_fleet_keep(const RouteData *data, int32_t most, int32_t *gene, bool *found) {
  RouteLists lists;
  TRY(route_lists_make(data, gene, &lists));
  const Status status = keep(&lists, most, found);
  if (status == OK && *found) route_lists_genes(&lists, gene);
  route_lists_free(&lists);
  return status;
}
