/* See route_lists.h. */
#include "route_lists.h"

#include <stdlib.h>
#include "route_time.h"

static void append(RouteLists *lists, RouteList *route, int32_t last, int32_t c) {
  const RouteData *data = lists->data;
  if (route->first)
    lists->next[last] = c;
  else
    route->first = c;
  lists->next[c] = 0;
  route->customers++;
  route->load += data->demand[c];
  route->duration += route_distance(data, last, c) + route_distance(data, c, 0) -
                     route_distance(data, last, 0) + data->service;
}

Status route_lists_make(const RouteData *data, const int32_t *gene, RouteLists *out) {
  const size_t customers = (size_t)data->customers;
  RouteLists lists = {.data = data};
  lists.route = calloc(customers, sizeof *lists.route);
  lists.next = calloc(customers + 1, sizeof *lists.next);
  if (!lists.route || !lists.next) {
    route_lists_free(&lists);
    FAIL(ERR_MEMORY, "out of memory");
  }
  for (int32_t k = 0, last = 0; k < data->customers; k++) {
    if (gene[k] < 0) {
      lists.count++;
      last = 0;
    }
    append(&lists, &lists.route[lists.count - 1], last, abs(gene[k]));
    last = abs(gene[k]);
  }
  *out = lists;
  return OK;
}

void route_lists_free(RouteLists *lists) {
  free(lists->route);
  free(lists->next);
}

void route_lists_genes(const RouteLists *lists, int32_t *gene) {
  for (int32_t r = 0; r < lists->count; r++)
    for (int32_t c = lists->route[r].first; c; c = lists->next[c])
      *gene++ = c == lists->route[r].first ? -c : c;
}

int32_t route_lists_used(const RouteLists *lists) {
  int32_t used = 0;
  for (int32_t r = 0; r < lists->count; r++) used += lists->route[r].first != 0;
  return used;
}

bool route_list_keeps(const RouteData *data, const RouteList *route) {
  return route->load <= data->capacity &&
         (data->ready || data->max_duration == INT32_MAX || route->duration <= data->max_duration);
}

/* ---- time ---- */

/* A route as it is walked from the depot. */
typedef struct Walk {
  int32_t at;
  RouteTime time;
} Walk;

static bool step(const RouteData *data, Walk *walk, int32_t node) {
  const int32_t travel = route_distance(data, walk->at, node);
  walk->at = node;
  return route_time_join(&walk->time, travel, route_time_node(data, node));
}

static bool step_home(const RouteData *data, Walk *walk) {
  return step(data, walk, 0) && walk->time.duration <= data->max_duration;
}

bool route_lists_part_in_time(const RouteLists *lists, int32_t from, int32_t last) {
  const RouteData *data = lists->data;
  if (!data->ready) return true;
  Walk walk = {0, route_time_node(data, 0)};
  for (int32_t u = from, done = 0; u && !done; done = u == last, u = lists->next[u])
    if (!step(data, &walk, u)) return false;
  return step_home(data, &walk);
}

bool route_lists_in_time(const RouteLists *lists, int32_t r, int32_t after, int32_t c, int32_t out) {
  const RouteData *data = lists->data;
  if (!data->ready) return true;
  Walk walk = {0, route_time_node(data, 0)};
  if (!after && !step(data, &walk, c)) return false;
  for (int32_t u = lists->route[r].first; u; u = lists->next[u]) {
    if (u != out && !step(data, &walk, u)) return false;
    if (u == after && !step(data, &walk, c)) return false;
  }
  return step_home(data, &walk);
}

/* ---- insertion ---- */

/* After customer `after` of route r, 0: as its first. */
typedef struct Insertion {
  int64_t cost;
  int32_t r, after;
} Insertion;

/* Betters *best; of equal ones the first stays. */
static void insertions(const RouteLists *lists, int32_t r, int32_t c, Insertion *best) {
  const RouteData *data = lists->data;
  const RouteList *route = &lists->route[r];
  if (route->load + data->demand[c] > data->capacity) return;
  for (int32_t before = 0, done = 0; !done;) {
    const int32_t next = before ? lists->next[before] : route->first;
    const int64_t cost = (int64_t)route_distance(data, before, c) + route_distance(data, c, next) -
                         route_distance(data, before, next);
    const RouteList longer = {0, 0, 0, route->duration + cost + data->service};
    if (cost < best->cost && route_list_keeps(data, &longer) && route_lists_in_time(lists, r, before, c, 0))
      *best = (Insertion){cost, r, before};
    before = next;
    done = !next;
  }
}

static void insert(RouteLists *lists, int32_t c, Insertion place) {
  RouteList *route = &lists->route[place.r];
  int32_t *link = place.after ? &lists->next[place.after] : &route->first;
  lists->next[c] = *link;
  *link = c;
  route->customers++;
  route->load += lists->data->demand[c];
  route->duration += place.cost + lists->data->service;
}

bool route_lists_insert(RouteLists *lists, int32_t r, int32_t c) {
  Insertion best = {INT64_MAX, 0, 0};
  insertions(lists, r, c, &best);
  if (best.cost == INT64_MAX) return false;
  insert(lists, c, best);
  return true;
}

bool route_lists_insert_anywhere(RouteLists *lists, int32_t c) {
  Insertion best = {INT64_MAX, 0, 0};
  for (int32_t r = 0; r < lists->count; r++)
    if (lists->route[r].first) insertions(lists, r, c, &best);
  if (best.cost == INT64_MAX) return false;
  insert(lists, c, best);
  return true;
}

/* ---- taking out ---- */

/* The customer after `before`, 0: the first, of route r. */
static int32_t take_out(RouteLists *lists, int32_t r, int32_t before) {
  const RouteData *data = lists->data;
  RouteList *route = &lists->route[r];
  int32_t *link = before ? &lists->next[before] : &route->first;
  const int32_t c = *link, next = lists->next[c];
  *link = next;
  route->customers--;
  route->load -= data->demand[c];
  route->duration += (int64_t)route_distance(data, before, next) - route_distance(data, before, c) -
                     route_distance(data, c, next) - data->service;
  return c;
}

/* Whether customer c fits into route r when the one after `before` leaves. Changes nothing. */
static bool fits_instead(RouteLists *lists, int32_t r, int32_t before, int32_t c) {
  const RouteList kept = lists->route[r];
  const int32_t out = take_out(lists, r, before);
  Insertion best = {INT64_MAX, 0, 0};
  insertions(lists, r, c, &best);
  lists->route[r] = kept;
  if (before) lists->next[before] = out;
  return best.cost != INT64_MAX;
}

int32_t route_lists_replace(RouteLists *lists, int32_t c) {
  const int32_t *demand = lists->data->demand;
  int32_t route = -1, from = 0, least = demand[c];
  for (int32_t r = 0; r < lists->count; r++)
    for (int32_t before = 0, u = lists->route[r].first; u; before = u, u = lists->next[u])
      if (demand[u] < least && lists->route[r].load - demand[u] + demand[c] <= lists->data->capacity &&
          fits_instead(lists, r, before, c)) {
        route = r;
        from = before;
        least = demand[u];
      }
  if (route < 0) return 0;
  const int32_t out = take_out(lists, route, from);
  return route_lists_insert(lists, route, c) ? out : 0;
}

int32_t route_lists_dissolve(RouteLists *lists, int32_t r, int32_t *out) {
  int32_t count = 0;
  for (int32_t c = lists->route[r].first; c; c = lists->next[c]) out[count++] = c;
  lists->route[r] = (RouteList){0, 0, 0, 0};
  return count;
}
