/* From what is written to an instance: types of vehicles, matrices, prices of what is left out. See draft.h. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"
#include "draft.h"
#include "draft_alternatives.h"
#include "draft_breaks.h"
#include "draft_units.h"
#include "fleet_files.h"
#include "halt.h"

typedef struct Finish {
  Draft *draft;
  const CvrpSettings *settings;
  DraftUnits units;
  RoutesInstance *routes;
  int32_t *type_of; /* (vehicles) */
  int32_t *first;   /* (types) a vehicle of it */
  int32_t types;
  bool *has;          /* (vehicles, skills) */
  RoutesBreak *pause; /* (pauses) as Draft.pause */
} Finish;

static int32_t time_units(const Finish *f, Exact value, double horizon) {
  return draft_time(f->draft, &f->units, value, horizon);
}

/* An exact number in units of 10^-decimals. False: it is not one of 0..most. */
static bool units_exact(Exact value, int32_t decimals, int64_t most, int64_t *units) {
  return exact_units(value, decimals, units) && *units >= 0 && *units <= most;
}

/* ---- customers ---- */

static const char *load_expected(const Finish *f, char text[64]) {
  snprintf(text, 64, "at most %d (of %d decimals)", (int)(ROUTES_LIMIT_MAX / draft_power(f->units.loads)),
           f->units.loads);
  return text;
}

static Status stop_loads_fill(const Finish *f, int32_t k, RouteStop *stop) {
  const DraftStop *from = &f->draft->stop[k];
  char expected[64];
  for (int32_t d = 0; d < f->draft->loads; d++) {
    int64_t delivery, pickup;
    if (!units_exact(from->delivery[d], f->units.loads, ROUTES_LIMIT_MAX, &delivery))
      return draft_fail_stop(f->draft, k, "delivery", load_expected(f, expected));
    if (!units_exact(from->pickup[d], f->units.loads, ROUTES_LIMIT_MAX, &pickup))
      return draft_fail_stop(f->draft, k, "pickup", load_expected(f, expected));
    stop->delivery[d] = (int32_t)delivery;
    stop->pickup[d] = (int32_t)pickup;
  }
  return OK;
}

static Status stop_window_fill(const Finish *f, int32_t k, RouteStop *stop) {
  const DraftWindow *window = &f->draft->stop[k].window;
  if (!window->said) return OK;
  const int32_t ready = time_units(f, window->ready, INFINITY);
  stop->due = time_units(f, window->due, f->units.horizon);
  stop->ready = ready > 0 ? ready : 0;
  if (stop->due >= 0 && ready < ROUTES_LIMIT_MAX) return OK;
  return draft_fail_stop(f->draft, k, f->draft->json ? "time_windows" : "due",
                         "a time after the first shift begins, and of the same days");
}

static Status stop_release_fill(const Finish *f, int32_t k) {
  const int32_t release = time_units(f, f->draft->stop[k].release, INFINITY);
  if (release >= ROUTES_LIMIT_MAX) return draft_fail_stop(f->draft, k, "release", "an earlier time");
  f->routes->release[k + 1] = release > 0 ? release : 0;
  return OK;
}

static Status stop_fill(Finish *f, int32_t k) {
  const DraftStop *from = &f->draft->stop[k];
  RouteStop *const stop = &f->routes->stop[k + 1];
  const double service = draft_rounded(f->draft, draft_real(from->service), f->units.times),
               setup = draft_rounded(f->draft, draft_real(from->setup), f->units.times);
  stop->place = from->place;
  if (service > ROUTES_LIMIT_MAX) return draft_fail_stop(f->draft, k, "service", "a shorter time");
  if (setup > ROUTES_LIMIT_MAX) return draft_fail_stop(f->draft, k, "setup", "a shorter time");
  stop->service = (int32_t)service;
  stop->setup = (int32_t)setup;
  if (from->prized &&
      !units_exact(from->prize, f->units.costs, INT64_MAX / 4 / f->draft->stops, &stop->prize))
    return draft_fail_stop(f->draft, k, "prize", "a cost with fewer digits");
  TRY(stop_window_fill(f, k, stop));
  if (f->routes->release) TRY(stop_release_fill(f, k));
  return stop_loads_fill(f, k, stop);
}

/* ---- pairs ---- */

static bool has_pairs(const Draft *draft) {
  bool any = false;
  for (int32_t c = 0; c < draft->stops; c++) any |= draft->stop[c].role != DRAFT_JOB;
  return any;
}

/* The price of both stops is the pickup's. */
static void pairs_fill(const Finish *f) {
  RouteStop *const stop = f->routes->stop;
  for (int32_t c = 0; c < f->draft->stops; c++) {
    const DraftStop *from = &f->draft->stop[c];
    const int32_t pickup = from->partner + 1, delivery = c + 1;
    if (from->role != DRAFT_DELIVERY) continue;
    f->routes->partner[pickup] = delivery;
    f->routes->partner[delivery] = -pickup;
    if (stop[pickup].prize != ROUTES_REQUIRED) stop[pickup].prize += stop[delivery].prize;
    stop[delivery].prize = 0;
  }
}

/* ---- prices of what is left out ---- */

static int64_t priorities_sum(const Draft *draft) {
  int64_t sum = 0;
  for (int32_t c = 0; c < draft->stops; c++) sum += draft->stop[c].prized ? 0 : draft->stop[c].priority;
  return sum;
}

/* First the sum of the priorities that are served, then their number, then the cost: a customer's price is D (1 + p (n + 1)) with its priority
 * p, and D, more than anything else costs. That of both stops of a pair is the pickup's. */
static Status prices_set(const Finish *f) {
  const Draft *draft = f->draft;
  const int64_t priorities = priorities_sum(draft), weight = draft->stops + INT64_C(1);
  int64_t price;
  if (draft->unserved == UNSERVED_REFUSED || (draft->unserved == UNSERVED_FILE && priorities == 0)) return OK;
  TRY(fleet_unserved_check(f->settings));
  TRY(routes_absence_price(f->routes, (double)draft->stops + (double)priorities * (double)weight, &price));
  for (int32_t c = 0; c < draft->stops; c++) {
    const DraftStop *from = &draft->stop[c];
    RouteStop *const stop = &f->routes->stop[from->role == DRAFT_DELIVERY ? from->partner + 1 : c + 1];
    if (from->prized) continue;
    if (stop->prize == ROUTES_REQUIRED) stop->prize = 0;
    stop->prize += price * (1 + from->priority * weight);
  }
  return OK;
}

/* ---- vehicles ---- */

static Status type_costs_fill(const Finish *f, int32_t v, VehicleType *type) {
  const DraftVehicle *from = &f->draft->vehicle[v];
  if (!units_exact(from->fixed, f->units.costs, INT64_MAX / 4, &type->fixed))
    return draft_fail_vehicle(f->draft, v, "costs", "a fixed cost with fewer digits");
  if (!units_exact(from->rate, f->units.costs - f->units.distances, INT64_MAX / 4, &type->per_distance))
    return draft_fail_vehicle(f->draft, v, "costs", "costs of ways with fewer digits");
  return OK;
}

static Status type_limits_fill(const Finish *f, int32_t v, VehicleType *type) {
  const DraftVehicle *from = &f->draft->vehicle[v];
  char expected[64];
  for (int end = 0; end < 2; end++) {
    type->place[end] = from->place[end];
    type->ready[end] = from->window.said ? time_units(f, from->window.ready, INFINITY) : 0;
    type->due[end] = from->window.said ? time_units(f, from->window.due, f->units.horizon) : ROUTES_LIMIT_MAX;
  }
  if (from->limited) {
    const double longest = draft_rounded(f->draft, draft_real(from->longest), f->units.distances);
    if (longest < ROUTES_LIMIT_MAX) type->max_distance = (int32_t)longest;
  }
  for (int32_t d = 0; d < f->draft->loads; d++) {
    int64_t capacity;
    if (!units_exact(from->capacity[d], f->units.loads, ROUTES_LIMIT_MAX, &capacity))
      return draft_fail_vehicle(f->draft, v, "capacity", load_expected(f, expected));
    type->capacity[d] = (int32_t)capacity;
  }
  return OK;
}

static Status type_fill(const Finish *f, int32_t v, VehicleType *type) {
  const DraftVehicle *from = &f->draft->vehicle[v];
  memset(type, 0, sizeof *type);
  type->count = from->count;
  type->profile = from->way;
  type->max_stops = from->max_stops;
  type->max_distance = type->max_duration = ROUTES_NO_LIMIT;
  TRY(type_costs_fill(f, v, type));
  return type_limits_fill(f, v, type);
}

/* ---- skills ---- */

static Status skills_find(Finish *f) {
  const Draft *draft = f->draft;
  const size_t skills = (size_t)draft->skills;
  f->has = calloc((size_t)draft->vehicles * skills + 1, sizeof *f->has);
  if (!f->has) FAIL(ERR_MEMORY, "%s: no memory for skills", draft->path);
  for (int32_t v = 0; v < draft->vehicles; v++)
    for (int32_t k = 0; k < draft->vehicle[v].skills.count; k++)
      for (size_t other = 0; other < skills; other++)
        f->has[(size_t)v * skills + other] |=
            draft->skill[other] == draft->skill[draft->vehicle[v].skills.first + k];
  return OK;
}

static bool may_serve(const Finish *f, int32_t c, int32_t v) {
  const DraftSkills *needs = &f->draft->stop[c].skills;
  bool may = true;
  for (int32_t k = 0; k < needs->count; k++)
    may &= f->has[(size_t)v * (size_t)f->draft->skills + (size_t)(needs->first + k)];
  return may;
}

static bool needs_skills(const Draft *draft) {
  bool any = false;
  for (int32_t c = 0; c < draft->stops; c++) any |= draft->stop[c].skills.count > 0;
  return any;
}

static void allowed_fill(const Finish *f) {
  const size_t words = routes_words(f->types);
  if (!f->routes->allowed) return;
  for (int32_t c = 0; c < f->draft->stops; c++)
    for (int32_t t = 0; t < f->types; t++)
      if (!may_serve(f, c, f->first[t]))
        f->routes->allowed[(size_t)(c + 1) * words + (size_t)t / 32] &= ~(UINT32_C(1) << t % 32);
}

/* ---- types ---- */

static bool skills_same(const Finish *f, int32_t a, int32_t b) {
  const size_t skills = (size_t)f->draft->skills;
  return memcmp(f->has + (size_t)a * skills, f->has + (size_t)b * skills, skills * sizeof *f->has) == 0;
}

/* Vehicles of equal members, skills and breaks are of one type; types come in the order of their first vehicles. all: (vehicles). */
static void types_find(Finish *f, VehicleType *all) {
  for (int32_t v = 0; v < f->draft->vehicles; v++) {
    int32_t t = 0;
    while (t < f->types &&
           (memcmp(&all[v], &all[f->first[t]], sizeof *all) != 0 || !skills_same(f, v, f->first[t]) ||
            !draft_breaks_same(f->draft, f->pause, v, f->first[t])))
      t++;
    f->type_of[v] = t;
    if (t == f->types) f->first[f->types++] = v;
  }
}

static void types_fill(const Finish *f, const VehicleType *all) {
  for (int32_t t = 0; t < f->types; t++) f->routes->type[t] = all[f->first[t]];
  if (!f->draft->listed) return;
  for (int32_t t = 0; t < f->types; t++) f->routes->type[t].count = 0;
  for (int32_t v = 0; v < f->draft->vehicles; v++) {
    f->routes->type[f->type_of[v]].count++;
    f->routes->vehicle[v] = f->type_of[v];
  }
}

/* ---- matrices ---- */

static Status entry_fail(const Finish *f, const DraftWay *way, size_t k) {
  const size_t places = (size_t)f->draft->places;
  FAIL(ERR_FORMAT, "%s: %s: expected numbers from 0 to %d, found a larger one from place %zu to place %zu",
       f->draft->path, f->draft->matrix[way->matrix].name, ROUTES_DISTANCE_MAX, k / places, k % places);
}

static Status way_fill(const Finish *f, int32_t w) {
  Draft *const draft = f->draft;
  const DraftWay *way = &draft->way[w];
  const size_t entries = draft_entries(draft), begin = (size_t)w * entries;
  for (size_t k = 0; k < entries; k++) {
    const double length = draft_rounded(draft, draft_way_length(draft, way, k), f->units.distances);
    if (!(length <= ROUTES_DISTANCE_MAX)) return entry_fail(f, way, k);
    f->routes->distance[begin + k] = (int32_t)length;
  }
  for (size_t k = 0; k < entries && f->routes->duration; k++) {
    const double time = draft_rounded(draft, draft_way_seconds(draft, way, k), f->units.times);
    if (!(time <= ROUTES_DISTANCE_MAX)) return entry_fail(f, way, k);
    f->routes->duration[begin + k] = (int32_t)time;
  }
  return halt_check("the reading of an instance");
}

/* ---- instance ---- */

static void ids_fill(const Finish *f) {
  int64_t *id = f->routes->id;
  const int32_t n = f->draft->stops;
  for (int32_t c = 0; c < n && id; c++) id[c + 1] = f->draft->stop[c].id;
  for (int32_t v = 0; v < f->routes->vehicles && id; v++) id[n + 1 + v] = f->draft->vehicle[v].id;
}

/* Of a vehicle of each type. */
static int32_t breaks_of_types(const Finish *f) {
  int32_t count = 0;
  for (int32_t t = 0; t < f->types; t++) count += f->draft->vehicle[f->first[t]].breaks.count;
  return count;
}

static bool any_release(const Draft *draft) {
  bool any = false;
  for (int32_t c = 0; c < draft->stops; c++) any |= draft->stop[c].release.digits > 0;
  return any;
}

/* All vehicles reload at the one depot of a table, in its window. */
static void trips_fill(const Finish *f) {
  const VehicleType *type = f->routes->type;
  if (!f->routes->reloads) return;
  *f->routes->reload = (RoutesReload){.place = type->place[0], .ready = type->ready[0], .due = type->due[0]};
  *f->routes->trips = (RoutesTrips){.most = draft_trips(f->draft), .reloads = 1};
}

static Status instance_make(Finish *f, const VehicleType *all, Instance **out) {
  const Draft *draft = f->draft;
  const RoutesSizes sizes = {.customers = draft->stops,
                             .places = draft->places,
                             .profiles = draft->ways,
                             .types = f->types,
                             .vehicles = draft->listed ? draft->vehicles : 0,
                             .allowed = needs_skills(draft),
                             .durations = !f->units.one_matrix,
                             .coordinates = draft->coordinate != NULL,
                             .clusters = draft->groups > 0,
                             .windows = draft_windows_most(draft),
                             .releases = any_release(draft),
                             .reloads = draft_trips(draft) > 1,
                             .pauses = breaks_of_types(f),
                             .ids = draft->with_ids,
                             .partners = has_pairs(draft)};
  TRY(routes_alloc(&sizes, out));
  f->routes = (RoutesInstance *)*out;
  types_fill(f, all);
  allowed_fill(f);
  trips_fill(f);
  ids_fill(f);
  if (draft->pauses) draft_breaks_fill(draft, f->pause, f->first, f->routes);
  if (draft->coordinate)
    memcpy(f->routes->coordinate, draft->coordinate, 2 * (size_t)draft->places * sizeof *draft->coordinate);
  return OK;
}

static void head_fill(const Finish *f) {
  RoutesInstance *const routes = f->routes;
  routes->loads = f->draft->loads;
  routes->head.decimals = f->units.costs;
  routes->distance_decimals = f->units.distances;
  routes->time_decimals = f->units.times;
  routes->load_decimals = f->units.loads;
  routes->time_origin = f->units.origin;
  routes->on_sphere = f->draft->on_sphere;
  snprintf(routes->metric, sizeof routes->metric, "%s", f->draft->metric);
  snprintf(routes->head.remark, sizeof routes->head.remark, "%s", f->draft->remark);
}

static void rounding_tell(const Finish *f) {
  char *const warning = f->routes->head.warning;
  const size_t used = (size_t)snprintf(warning, INSTANCE_WARNING_MAX, "%s", f->draft->warning);
  if (f->draft->rounded)
    c_snprintf(warning + used, INSTANCE_WARNING_MAX - used, "%stimes and distances are rounded to %g",
               used ? "; " : "", 1 / draft_power(f->draft->rounded - 1));
}

static Status instance_fill(Finish *f) {
  for (int32_t c = 0; c < f->draft->stops; c++) TRY(stop_fill(f, c));
  if (f->routes->window) TRY(draft_windows_fill(f->draft, &f->units, f->routes));
  if (f->routes->cluster) draft_groups_fill(f->draft, f->routes);
  for (int32_t w = 0; w < f->draft->ways; w++) TRY(way_fill(f, w));
  pairs_fill(f);
  head_fill(f);
  rounding_tell(f);
  TRY(status_at(f->draft->path, prices_set(f)));
  TRY(status_at(f->draft->path, fleet_prizes_set(f->settings, f->routes)));
  TRY(status_at(f->draft->path, fleet_balance_set(f->settings, f->routes)));
  TRY(routes_finish(f->routes, f->settings->objective == OBJECTIVE_VEHICLES));
  f->routes->head.digest = instance_digest(&f->routes->head);
  return OK;
}

Status draft_finish(Draft *draft, const CvrpSettings *settings, Instance **out) {
  Finish f = {.draft = draft, .settings = settings};
  Instance *inst = NULL;
  Status status = OK;
  const size_t vehicles = (size_t)draft->vehicles;
  VehicleType *all = malloc(vehicles * sizeof *all);
  f.type_of = malloc(vehicles * sizeof *f.type_of);
  f.first = malloc(vehicles * sizeof *f.first);
  f.pause = malloc(((size_t)draft->pauses + 1) * sizeof *f.pause);
  if (!all || !f.type_of || !f.first || !f.pause)
    FAIL_GOTO(cleanup, ERR_MEMORY, "%s: no memory for %zu vehicles", draft->path, vehicles);
  TRY_GOTO(skills_find(&f), cleanup);
  TRY_GOTO(draft_units_choose(draft, &f.units), cleanup);
  for (int32_t v = 0; v < draft->vehicles; v++) TRY_GOTO(type_fill(&f, v, &all[v]), cleanup);
  TRY_GOTO(draft_breaks_make(draft, &f.units, all, f.pause), cleanup);
  types_find(&f, all);
  TRY_GOTO(instance_make(&f, all, &inst), cleanup);
  TRY_GOTO(instance_fill(&f), cleanup);
  *out = inst;
  inst = NULL;
cleanup:
  instance_free(inst);
  free(all);
  free(f.type_of);
  free(f.first);
  free(f.has);
  free(f.pause);
  return status == OK ? OK : status_at(draft->path, status);
}
