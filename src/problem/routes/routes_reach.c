/* Whether every customer can be served at all: by the earliest ways of vehicles to it and back, which may lead past others, as matrices may
 * violate the triangle inequality. See routes.h. */
#include <stdio.h>
#include <stdlib.h>
#include "cost.h"
#include "routes.h"

typedef struct Leg { /* from one place to another */
  int64_t distance, duration;
} Leg;

/* A route of one customer, or of a pickup and its delivery, by the matrices of one profile. */
typedef struct Ways {
  const RoutesInstance *routes;
  int32_t customer[2], count, profile;
  Leg between;    /* from the first to the last */
  Leg *to, *from; /* (places) to the first from there, and from the last; NULL: the entries of the matrices */
} Ways;

/* ---- shortest ways ---- */

static int64_t entry(const int32_t *matrix, const Ways *w, int32_t from, int32_t to) {
  const size_t places = (size_t)w->routes->places;
  return matrix[((size_t)w->profile * places + (size_t)from) * places + (size_t)to];
}

static int64_t entry_of(const Ways *w, bool timed, int32_t from, int32_t to) {
  return entry(timed && w->routes->duration ? w->routes->duration : w->routes->distance, w, from, to);
}

static int64_t *value_of(Leg *leg, bool timed) { return timed ? &leg->duration : &leg->distance; }

static int32_t place_of(const Ways *w, bool last) {
  return w->routes->stop[w->customer[last ? w->count - 1 : 0]].place;
}

/* Dijkstra's algorithm: from a place to all others, or backwards. done: (places). */
static void shortest_find(const Ways *w, int32_t place, bool backwards, bool timed, Leg *leg, bool *done) {
  const int32_t places = w->routes->places;
  for (int32_t p = 0; p < places; p++) {
    *value_of(&leg[p], timed) = INT64_MAX;
    done[p] = false;
  }
  *value_of(&leg[place], timed) = 0;
  for (int32_t round = 0; round < places; round++) {
    int32_t near = -1;
    for (int32_t p = 0; p < places; p++)
      if (!done[p] && (near < 0 || *value_of(&leg[p], timed) < *value_of(&leg[near], timed))) near = p;
    done[near] = true;
    for (int32_t p = 0; p < places; p++) {
      const int64_t way = *value_of(&leg[near], timed) +
                          (backwards ? entry_of(w, timed, p, near) : entry_of(w, timed, near, p));
      if (way < *value_of(&leg[p], timed)) *value_of(&leg[p], timed) = way;
    }
  }
}

static void ways_free(Ways *w) {
  free(w->to);
  free(w->from);
}

static Leg entries_of(const Ways *w, int32_t from, int32_t to) {
  return (Leg){entry_of(w, false, from, to), entry_of(w, true, from, to)};
}

static Ways ways_of(const RoutesInstance *routes, int32_t c, int32_t profile) {
  Ways ways = {.routes = routes, .customer = {c}, .count = 1, .profile = profile};
  if (routes_pair_end(routes, c) > 0) ways.customer[ways.count++] = routes->partner[c];
  ways.between = entries_of(&ways, place_of(&ways, false), place_of(&ways, true));
  return ways;
}

static Status ways_shorten(Ways *w) {
  const size_t places = (size_t)w->routes->places;
  const int32_t first = place_of(w, false), last = place_of(w, true);
  bool *done = malloc(places * sizeof *done);
  w->to = malloc(places * sizeof *w->to);
  w->from = malloc(places * sizeof *w->from);
  const bool whole = done && w->to && w->from;
  for (int timed = 0; whole && timed < 2; timed++) {
    shortest_find(w, first, true, timed, w->to, done);
    shortest_find(w, first, false, timed, w->from, done);
    *value_of(&w->between, timed) = *value_of(&w->from[last], timed);
    if (last != first) shortest_find(w, last, false, timed, w->from, done);
  }
  free(done);
  if (whole) return OK;
  FAIL(ERR_MEMORY, "no memory for the ways between %zu places", places);
}

/* A part of a route, nothing where its end is open. */
static Leg leg_of(const Ways *w, int32_t place, bool back) {
  const int32_t at = place_of(w, back);
  if (place == ROUTES_OPEN) return (Leg){0, 0};
  if (w->to) return back ? w->from[place] : w->to[place];
  return back ? entries_of(w, at, place) : entries_of(w, place, at);
}

/* ---- one customer or pair, one type ---- */

/* Why no vehicle of a type can serve a customer: the check that fails, the later the nearer. */
enum { NO_TYPE = 1, NO_BREAK, NO_LOAD, NO_RELEASE, NO_WINDOW, NO_RETURN, NO_DURATION, NO_DISTANCE };

typedef struct Reason {
  int check; /* 0: it can */
  char text[160];
} Reason;

static int reason_set(Reason *why, int check, const char *what, int64_t found, int64_t limit,
                      int32_t decimals) {
  char value[COST_TEXT_MAX], most[COST_TEXT_MAX];
  why->check = check;
  snprintf(why->text, sizeof why->text, "%s %s, over %s", what, cost_text(found, decimals, value),
           cost_text(limit, decimals, most));
  return check;
}

static bool is_late(int64_t time, int32_t due) { return due < ROUTES_LIMIT_MAX && time > due; }

static int64_t later(int64_t a, int64_t b) { return a > b ? a : b; }
static int64_t earlier(int64_t a, int64_t b) { return a < b ? a : b; }

/* Breaks one after the other, without any way between them. */
static int breaks_check(const RoutesInstance *routes, int32_t t, Reason *why) {
  const VehicleType *type = &routes->type[t];
  int64_t clock = type->ready[0], sum = 0;
  int32_t number = 0;
  for (int32_t k = 0; k < routes->pauses; k++) {
    const RoutesBreak *const pause = &routes->pause[k];
    if (pause->type != t) continue;
    number++;
    sum += pause->length;
    const bool late = is_late(clock, pause->due);
    clock = later(clock, pause->ready) + pause->length;
    if (!late && !is_late(clock, type->due[1]) &&
        (type->max_duration == ROUTES_NO_LIMIT || sum <= type->max_duration))
      continue;
    snprintf(why->text, sizeof why->text, "break %d of vehicle type %d is a break that fits no shift", number,
             t + 1);
    return why->check = NO_BREAK;
  }
  return 0;
}

static int load_check(const RoutesInstance *routes, const RouteStop *stop, const VehicleType *type,
                      Reason *why) {
  for (int32_t d = 0; d < routes->loads; d++) {
    const int32_t load = stop->delivery[d] > stop->pickup[d] ? stop->delivery[d] : stop->pickup[d];
    if (load > type->capacity[d])
      return reason_set(why, NO_LOAD, "its load is", load, type->capacity[d], routes->load_decimals);
  }
  return 0;
}

/* The first moment in a window of a customer; -1: it is late. */
static int64_t served_from(const RoutesInstance *routes, int32_t c, int64_t arrival) {
  const int32_t *const first = routes->window_first;
  for (int32_t k = first ? first[c] : 0; first && k < first[c + 1]; k++)
    if (!is_late(arrival, routes->window[k].due)) return later(arrival, routes->window[k].ready);
  const RouteStop *const stop = &routes->stop[c];
  return is_late(arrival, stop->due) ? -1 : later(arrival, stop->ready);
}

typedef struct Leave { /* from a vehicle's start, or from a reload depot */
  int64_t ready;
  int32_t due;
  Leg to; /* the first customer */
} Leave;

/* The latest departure that keeps the end. */
static int64_t latest_departure(const Ways *w, const Leave *leave, Leg back, int64_t end) {
  int64_t clock = end - back.duration;
  for (int32_t k = w->count - 1; k >= 0; k--) {
    const RouteStop *stop = &w->routes->stop[w->customer[k]];
    clock = earlier(stop->due, clock - stop->service) - (k ? w->between.duration : leave->to.duration);
  }
  return earlier(leave->due, clock);
}

/* No route is shorter: with several windows or breaks another departure may have a shorter one than that of the earliest end. */
static int64_t least_duration(const Ways *w, const Leave *leave, Leg back, int64_t end) {
  int64_t work = leave->to.duration + w->between.duration + back.duration;
  if (!w->routes->windows && !w->routes->pauses) return end - latest_departure(w, leave, back, end);
  for (int32_t k = 0; k < w->count; k++) work += w->routes->stop[w->customer[k]].service;
  return work;
}

/* The earliest way through the windows. */
static int times_check(const Ways *w, const VehicleType *type, const Leave *leave, Leg back, Reason *why) {
  const int32_t decimals = w->routes->time_decimals;
  int64_t clock = leave->ready;
  if (is_late(clock, leave->due))
    return reason_set(why, NO_RELEASE, "its goods are released at", clock, leave->due, decimals);
  for (int32_t k = 0; k < w->count; k++) {
    const RouteStop *stop = &w->routes->stop[w->customer[k]];
    clock += k ? w->between.duration : leave->to.duration;
    const int64_t begin = served_from(w->routes, w->customer[k], clock);
    if (begin < 0)
      return reason_set(why, NO_WINDOW, k ? "its delivery is reached at" : "it is reached at", clock,
                        stop->due, decimals);
    clock = begin + stop->service;
  }
  const int64_t end = later(type->ready[1], clock + back.duration);
  if (is_late(end, type->due[1]))
    return reason_set(why, NO_RETURN, "the vehicle is back at", end, type->due[1], decimals);
  const int64_t duration = least_duration(w, leave, back, end);
  if (type->max_duration != ROUTES_NO_LIMIT && duration > type->max_duration)
    return reason_set(why, NO_DURATION, "the route takes", duration, type->max_duration, decimals);
  return 0;
}

static int leave_check(const Ways *w, const VehicleType *type, const Leave *leave, Reason *why) {
  const RoutesInstance *routes = w->routes;
  const Leg back = leg_of(w, type->place[1], true);
  const int64_t length = leave->to.distance + w->between.distance + back.distance;
  if (times_check(w, type, leave, back, why)) return why->check;
  if (w->count > type->max_stops)
    return reason_set(why, NO_DISTANCE, "the stops of the route are", w->count, type->max_stops, 0);
  if (type->max_distance != ROUTES_NO_LIMIT && length > type->max_distance)
    return reason_set(why, NO_DISTANCE, "the route is as long as", length, type->max_distance,
                      routes->distance_decimals);
  return 0;
}

/* When the goods of all its stops are there. */
static int64_t release_of(const Ways *w) {
  int64_t last = 0;
  for (int32_t k = 0; k < w->count && w->routes->release; k++)
    last = later(last, w->routes->release[w->customer[k]]);
  return last;
}

/* In the first trip, or in a later one from a reload depot, whatever the trip before it is. */
static int type_check(const Ways *w, int32_t t, Reason *why) {
  const RoutesInstance *routes = w->routes;
  const VehicleType *type = &routes->type[t];
  const int64_t ready = later(type->ready[0], release_of(w));
  const Leave start = {ready, type->due[0], leg_of(w, type->place[0], false)};
  if (breaks_check(routes, t, why)) return why->check;
  if (load_check(routes, &routes->stop[w->customer[0]], type, why)) return why->check;
  int check = leave_check(w, type, &start, why);
  for (int32_t d = 0; check && d < routes->reloads && routes->trips[t].most > 1; d++) {
    const RoutesReload *const reload = &routes->reload[d];
    const Leave again = {later(ready, (int64_t)reload->ready + reload->service), ROUTES_LIMIT_MAX,
                         leg_of(w, reload->place, false)};
    Reason other;
    if (routes->trips[t].reloads >> d & 1) check = leave_check(w, type, &again, &other);
  }
  return check;
}

/* ---- every customer ---- */

static bool may_serve_all(const Ways *w, int32_t t) {
  return routes_may_serve(w->routes, w->customer[0], t) &&
         routes_may_serve(w->routes, w->customer[w->count - 1], t);
}

/* Whether some type can serve the customer, and its delivery; *why: of the type that comes nearest. `shortest`: along the shortest ways. */
static Status customer_check(const RoutesInstance *routes, int32_t c, bool shortest, bool *served,
                             Reason *why) {
  Ways ways = {0};
  Status status = OK;
  *why = (Reason){NO_TYPE, "no vehicle type may serve it"};
  *served = false;
  for (int32_t profile = 0; profile < routes->profiles && status == OK && !*served; profile++) {
    ways_free(&ways);
    ways = ways_of(routes, c, profile);
    if (shortest) status = ways_shorten(&ways);
    for (int32_t t = 0; t < routes->types && status == OK && !*served; t++) {
      Reason found = {0, ""};
      if (routes->type[t].profile != profile || !may_serve_all(&ways, t)) continue;
      *served = !type_check(&ways, t, &found);
      if (found.check > why->check) *why = found;
    }
  }
  ways_free(&ways);
  return status;
}

static bool has_linehauls(const RoutesInstance *routes) {
  for (int32_t c = 1; c <= routes->head.n; c++)
    if (!(routes->stop[c].flags & ROUTES_BACKHAUL)) return true;
  return false;
}

/* The first customer of a cluster stands for all of it. */
static bool is_first_of_cluster(const RoutesInstance *routes, int32_t c) {
  for (int32_t b = 1; b < c; b++)
    if (routes->cluster[b] == routes->cluster[c]) return false;
  return true;
}

/* A customer, or one of its cluster. */
static Status any_check(const RoutesInstance *routes, int32_t c, bool *served, Reason *why) {
  const int32_t cluster = routes->cluster ? routes->cluster[c] : 0;
  *served = cluster && !is_first_of_cluster(routes, c);
  for (int32_t other = c; other <= routes->head.n && !*served; other++) {
    Reason found;
    if (other != c && (!cluster || routes->cluster[other] != cluster)) continue;
    TRY(customer_check(routes, other, false, served, &found));
    if (!*served) TRY(customer_check(routes, other, true, served, &found));
    if (other == c) *why = found;
    if (!cluster) return OK;
  }
  return OK;
}

Status routes_reach_check(const RoutesInstance *routes) {
  const bool lonely = routes->backhauls == BACKHAULS_NOT_ALONE && !has_linehauls(routes);
  for (int32_t c = 1; c <= routes->head.n; c++) {
    const bool cluster = routes->cluster && routes->cluster[c];
    bool served;
    Reason why;
    if (routes->stop[c].prize != ROUTES_REQUIRED) continue;
    TRY(any_check(routes, c, &served, &why));
    if (served && !lonely) continue;
    FAIL(ERR_NO_SOLUTION, "no vehicle can serve customer %lld%s, so there is no solution: %s",
         (long long)routes_customer_number(routes, c), cluster ? " or an alternative of it" : "",
         served ? "no route may be of backhauls only" : why.text);
  }
  return OK;
}
