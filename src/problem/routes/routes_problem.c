/* The line of fleets in the registry: see routes.h. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"
#include "cost.h"
#include "files/fleet_files.h"
#include "files/fleet_solution.h"
#include "routes.h"
#include "routes_options.h"

/* ---- memory ---- */

static void routes_release(Instance *inst) {
  RoutesInstance *routes = (RoutesInstance *)inst;
  free(routes->stop);
  free(routes->type);
  free(routes->allowed);
  free(routes->distance);
  free(routes->duration);
  free(routes->coordinate);
  free(routes->vehicle);
  free(routes->partner);
  free(routes->cluster);
  free(routes->release);
  free(routes->window);
  free(routes->window_first);
  free(routes->reload);
  free(routes->trips);
  free(routes->pause);
  free(routes->id);
}

enum { ARRAYS = 16, ID = ARRAYS - 1 };
_Static_assert((int)ID < (int)INSTANCE_ASIDE, "INSTANCE_ARRAYS is too small");

typedef struct RoutesArray {
  void **at;
  size_t bytes; /* 0: it is not there */
} RoutesArray;

static void arrays_of(RoutesInstance *routes, RoutesArray all[ARRAYS]) {
  const size_t nodes = (size_t)routes->head.n + 1, places = (size_t)routes->places,
               matrix = (size_t)routes->profiles * places * places * sizeof(int32_t),
               of_vehicle = routes->pauses ? 1 + ROUTES_BREAKS_MAX : 1;
  const RoutesArray list[] = {
      {(void **)&routes->stop, nodes * sizeof *routes->stop},
      {(void **)&routes->type, (size_t)routes->types * sizeof *routes->type},
      {(void **)&routes->allowed,
       routes->with_allowed ? nodes * routes_words(routes->types) * sizeof *routes->allowed : 0},
      {(void **)&routes->distance, matrix},
      {(void **)&routes->duration, routes->with_durations ? matrix : 0},
      {(void **)&routes->coordinate, routes->with_coordinates ? places * 2 * sizeof *routes->coordinate : 0},
      {(void **)&routes->vehicle, (size_t)routes->vehicles * sizeof *routes->vehicle},
      {(void **)&routes->partner, routes->with_partners ? nodes * sizeof *routes->partner : 0},
      {(void **)&routes->cluster, routes->with_clusters ? nodes * sizeof *routes->cluster : 0},
      {(void **)&routes->release, routes->with_releases ? nodes * sizeof *routes->release : 0},
      {(void **)&routes->window, (size_t)routes->windows * sizeof *routes->window},
      {(void **)&routes->window_first, routes->windows ? (nodes + 1) * sizeof *routes->window_first : 0},
      {(void **)&routes->reload, (size_t)routes->reloads * sizeof *routes->reload},
      {(void **)&routes->trips, routes->reloads ? (size_t)routes->types * sizeof *routes->trips : 0},
      {(void **)&routes->pause, (size_t)routes->pauses * sizeof *routes->pause},
      {(void **)&routes->id,
       routes->with_ids ? (nodes + (size_t)routes->vehicles * of_vehicle) * sizeof *routes->id : 0}};
  memcpy(all, list, sizeof list);
}

static Status routes_arrays_alloc(Instance *inst) {
  RoutesInstance *const routes = (RoutesInstance *)inst;
  RoutesArray all[ARRAYS];
  bool whole = true;
  arrays_of(routes, all);
  for (int k = 0; k < ARRAYS; k++) {
    *all[k].at = all[k].bytes ? instance_array_alloc(all[k].bytes) : NULL;
    whole &= !all[k].bytes || *all[k].at;
  }
  if (whole) return OK;
  routes_release(inst);
  FAIL(ERR_MEMORY, "no memory for %d customers at %d places", inst->n, routes->places);
}

static void routes_arrays(const Instance *inst, InstanceArray arrays[INSTANCE_ARRAYS]) {
  RoutesInstance view = *routes_of(inst);
  RoutesArray all[ARRAYS];
  arrays_of(&view, all);
  for (int k = 0; k < ARRAYS; k++)
    arrays[k == ID ? INSTANCE_ASIDE : k] = (InstanceArray){*all[k].at, *all[k].at ? all[k].bytes : 0};
}

static int routes_head(const Instance *inst, int32_t head[INSTANCE_HEAD_MAX]) {
  const RoutesInstance *routes = routes_of(inst);
  const int32_t words[] = {
      5,
      routes->with_allowed | routes->with_durations << 1 | routes->with_coordinates << 2 |
          (routes->route_cost > 0) << 3 | routes->with_partners << 4 | routes->with_clusters << 5 |
          routes->with_releases << 6 | (routes->windows > 0) << 7 | (routes->reloads > 0) << 8 |
          (routes->pauses > 0) << 9 | (routes->balance > 0) << 10 | routes->longest_first << 11,
      inst->n,
      inst->decimals,
      routes->places,
      routes->profiles,
      routes->types,
      routes->loads,
      routes->vehicles,
      routes->distance_decimals,
      routes->time_decimals | routes->load_decimals << 8,
      routes->backhauls,
      (int32_t)(routes->balance >> 32),
      (int32_t)routes->balance};
  _Static_assert(sizeof words == INSTANCE_HEAD_MAX * sizeof *words, "INSTANCE_HEAD_MAX is another number");
  memcpy(head, words, sizeof words);
  return routes->balance ? INSTANCE_HEAD_MAX : INSTANCE_HEAD_MAX - 2;
}

static size_t routes_genes(const Instance *inst) { return 2 * (size_t)inst->n; }

static Status routes_judge(const Instance *inst, const int32_t *gene, int64_t *cost) {
  return judge_fleet(inst, gene, cost, NULL);
}

static int32_t routes_missing_named(const Instance *inst, const int32_t *gene, int64_t *first) {
  int32_t customer;
  const int32_t missing = routes_missing(inst, gene, &customer);
  *first = missing ? routes_customer_number(routes_of(inst), customer) : 0;
  return missing;
}

static int64_t routes_cost_unit(const Instance *inst) {
  const RoutesInstance *routes = routes_of(inst);
  return routes->longest_first ? routes->balance : routes->route_cost;
}

static const char *routes_cost_part(const Instance *inst, int32_t *decimals) {
  *decimals = routes_of(inst)->time_decimals;
  return routes_of(inst)->longest_first ? "longest route" : NULL;
}

static const char *routes_told(const Instance *inst, const int32_t *gene, int64_t *size, int32_t *decimals) {
  const RoutesInstance *routes = routes_of(inst);
  if (!routes->balance || routes->longest_first) return NULL;
  *size = routes_longest(inst, gene);
  *decimals = routes->time_decimals;
  return "longest route";
}

/* The sum of prizes where nothing else counts. */
static int64_t routes_worth(const Instance *inst) {
  const RoutesInstance *routes = routes_of(inst);
  int64_t sum = 0;
  bool counts = routes->route_cost == 0 && routes->balance == 0;
  for (int32_t t = 0; t < routes->types; t++)
    counts &= !routes->type[t].fixed && !routes->type[t].per_distance && !routes->type[t].per_duration;
  for (int32_t c = 1; counts && c <= inst->n; c++) {
    if (routes->stop[c].prize == ROUTES_REQUIRED) return 0;
    sum += routes->stop[c].prize;
  }
  return sum;
}

/* ---- words ---- */

typedef struct Line { /* a text that grows by whole parts, as far as there is room */
  char *text;
  size_t size;
} Line;

static void __attribute__((format(printf, 2, 3))) line_add(Line *line, const char *format, ...) {
  const size_t used = strlen(line->text);
  va_list args;
  va_start(args, format);
  const int length = c_vsnprintf(line->text + used, line->size - used, format, args);
  va_end(args);
  if (used + (size_t)length < line->size) return;
  line->text[used] = 0;
  line->size = used + 1;
}

/* Places where routes begin or end. */
static int32_t depots_count(const RoutesInstance *routes) {
  int32_t depots = 0;
  for (int32_t t = 0; t < routes->types; t++)
    for (int end = 0; end < 2; end++) {
      const int32_t place = routes->type[t].place[end];
      bool known = place == ROUTES_OPEN || (end == 1 && place == routes->type[t].place[0]);
      for (int32_t b = 0; b < t && !known; b++)
        known = routes->type[b].place[0] == place || routes->type[b].place[1] == place;
      depots += !known;
    }
  return depots;
}

/* "40 vehicles of 4 types", "vehicles of 4 types", "at most 12 vehicles"; nothing where there is one type without a number. */
static void vehicles_text(const RoutesInstance *routes, Line *line) {
  int64_t vehicles = 0;
  bool free = false;
  for (int32_t t = 0; t < routes->types; t++) {
    vehicles += routes->type[t].count;
    free |= routes->type[t].count == ROUTES_NO_LIMIT;
  }
  if (free && routes->types > 1)
    line_add(line, ", vehicles of %d types", routes->types);
  else if (routes->types > 1)
    line_add(line, ", %lld vehicles of %d types", (long long)vehicles, routes->types);
  else if (!free)
    line_add(line, ", %lld vehicle%s", (long long)vehicles, vehicles == 1 ? "" : "s");
}

/* "capacity 200", "capacity 20 to 200", "3 loads" */
static void capacity_text(const RoutesInstance *routes, Line *line) {
  char from[COST_TEXT_MAX], to[COST_TEXT_MAX];
  int32_t least = INT32_MAX, most = 0;
  if (routes->loads > 1) line_add(line, ", %d loads", routes->loads);
  if (routes->loads != 1) return;
  for (int32_t t = 0; t < routes->types; t++) {
    const int32_t capacity = routes->type[t].capacity[0];
    if (capacity < least) least = capacity;
    if (capacity > most) most = capacity;
  }
  if (least == ROUTES_NO_LIMIT) return;
  line_add(line, ", capacity %s", cost_text(least, routes->load_decimals, from));
  if (most == ROUTES_NO_LIMIT)
    line_add(line, " and more");
  else if (most > least)
    line_add(line, " to %s", cost_text(most, routes->load_decimals, to));
}

typedef struct Traits { /* what an instance has, for people */
  bool windows, pickups, optional, shifts, open, distances, durations, stops;
  int32_t pairs;
} Traits;

static void traits_of_stop(const RoutesInstance *routes, int32_t c, Traits *t) {
  const RouteStop *stop = &routes->stop[c];
  const int end = routes_pair_end(routes, c);
  t->windows |= stop->ready > 0 || stop->due < ROUTES_LIMIT_MAX;
  t->optional |= stop->prize != ROUTES_REQUIRED && end >= 0;
  t->pairs += end > 0;
  for (int32_t d = 0; d < routes->loads; d++)
    t->pickups |= stop->pickup[d] > 0 && !end && !(stop->flags & ROUTES_BACKHAUL);
}

static void traits_of_type(const VehicleType *type, Traits *t) {
  for (int end = 0; end < 2; end++) {
    t->shifts |= type->ready[end] > 0 || type->due[end] < ROUTES_LIMIT_MAX;
    t->open |= type->place[end] == ROUTES_OPEN;
  }
  t->distances |= type->max_distance != ROUTES_NO_LIMIT;
  t->durations |= type->max_duration != ROUTES_NO_LIMIT;
  t->stops |= type->max_stops != ROUTES_NO_LIMIT;
}

static void traits_text(const RoutesInstance *routes, Line *line) {
  Traits t = {.pairs = 0};
  for (int32_t c = 1; c <= routes->head.n; c++) traits_of_stop(routes, c, &t);
  for (int32_t k = 0; k < routes->types; k++) traits_of_type(&routes->type[k], &t);
  if (routes->windows)
    line_add(line, ", several time windows");
  else if (t.windows)
    line_add(line, ", time windows");
  else if (t.shifts)
    line_add(line, ", shifts");
  if (routes->cluster) line_add(line, ", alternatives");
  if (t.pairs) line_add(line, ", %d pickup and delivery pair%s", t.pairs, t.pairs == 1 ? "" : "s");
  if (routes->reloads) line_add(line, ", several trips");
  if (routes->release) line_add(line, ", release times");
  if (routes->pauses) line_add(line, ", breaks");
  if (t.pickups) line_add(line, ", pickups");
  if (routes->backhauls != BACKHAULS_MIXED) line_add(line, ", backhauls");
  if (t.optional) line_add(line, ", prizes");
  if (t.open) line_add(line, ", open routes");
  if (routes->allowed) line_add(line, ", customers of some vehicles only");
  if (t.distances) line_add(line, ", limits on distance");
  if (t.durations) line_add(line, ", limits on duration");
  if (t.stops) line_add(line, ", limits on stops");
}

static void distances_text(const RoutesInstance *routes, Line *line) {
  const int32_t decimals = routes->distance_decimals;
  if (routes->profiles > 1) line_add(line, ", %d matrices", routes->profiles);
  line_add(line, ", %s", routes->metric[0] ? routes->metric : "EXPLICIT");
  if (decimals) line_add(line, " with %d decimal%s", decimals, decimals == 1 ? "" : "s");
}

static void routes_size_text(const Instance *inst, char *text, size_t size) {
  const RoutesInstance *routes = routes_of(inst);
  const int32_t depots = depots_count(routes);
  Line line = {text, size};
  text[0] = 0;
  line_add(&line, "%d customer%s", inst->n, inst->n == 1 ? "" : "s");
  if (depots > 1) line_add(&line, ", %d depots", depots);
  vehicles_text(routes, &line);
  capacity_text(routes, &line);
  distances_text(routes, &line);
  if (routes->route_cost) line_add(&line, ", vehicles first");
  if (routes->balance) line_add(&line, routes->longest_first ? ", longest route first" : ", balanced");
  traits_text(routes, &line);
}

const Problem problem_routes = {.name = "routes",
                                .bytes = sizeof(RoutesInstance),
                                .words = {"fleet", "a file of a fleet (VRPLIB, Cordeau, VROOM)", "customers",
                                          "routes", "instances/fleet-40-1.vrp", 0, "vehicles", "cost",
                                          ".sol"},
                                .options = routes_options,
                                .optima_column = fleet_optima_column,
                                .probe = fleet_probe,
                                .claims = fleet_claims,
                                .reject = fleet_reject,
                                .parse = fleet_parse,
                                .alloc = routes_arrays_alloc,
                                .release = routes_release,
                                .arrays = routes_arrays,
                                .head = routes_head,
                                .size_text = routes_size_text,
                                .genes = routes_genes,
                                .judge = routes_judge,
                                .cost_unit = routes_cost_unit,
                                .cost_part = routes_cost_part,
                                .told = routes_told,
                                .missing = routes_missing_named,
                                .worth = routes_worth,
                                .solution_write = fleet_solution_write,
                                .solution_read = fleet_solution_read,
                                .solution_marks = (const char *const[]){"Route ", "route ", "Cost ", NULL},
                                .forms = fleet_forms};
