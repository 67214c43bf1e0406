/* From what is written in a file of a fleet to its instance: the second half of the readers. See fleet_files.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cost.h"
#include "fleet_files.h"
#include "io/decimal.h"
#include "io/path.h"

enum { COST_DECIMALS_MAX = 9 };

/* ---- numbers ---- */

typedef struct Making {
  FleetFile *file;
  RoutesInstance *routes;
  int32_t *customer; /* (nodes) 1.. of a node; 0: a depot */
  int32_t *type;     /* (vehicles) */
  int32_t *of_type;  /* (types) its first vehicle */
  int32_t types;
} Making;

static Status set_units(const Making *m, const char *what, VrpNumber value, int line, int32_t decimals,
                        int32_t *units) {
  char most[COST_TEXT_MAX], found[COST_TEXT_MAX];
  if (vrp_units_whole(value, decimals, ROUTES_LIMIT_MAX, units)) return OK;
  return fleet_fail_at(m->file, line,
                       status_fail(ERR_FORMAT,
                                   "expected a %s from 0 to %s with at most %d decimals, found %s", what,
                                   cost_text(ROUTES_LIMIT_MAX, decimals, most), decimals,
                                   cost_text(value.mantissa, value.places, found)));
}

static Status set_time(const Making *m, const char *what, VrpNumber value, int line, int32_t *units) {
  return set_units(m, what, value, line, m->routes->time_decimals, units);
}

static Status set_cost(const Making *m, const char *what, VrpNumber value, int line, int32_t decimals,
                       int64_t *cost) {
  char found[COST_TEXT_MAX];
  if (exact_units((Exact){value.mantissa, value.places}, decimals, cost)) return OK;
  return fleet_fail_at(m->file, line,
                       status_fail(ERR_FORMAT,
                                   "expected a %s with at most %d decimals and 18 digits, found %s", what,
                                   decimals, cost_text(value.mantissa, value.places, found)));
}

static bool is_depot_node(const FleetFile *file, int32_t v) {
  for (int32_t d = 0; d < file->depots; d++)
    if (file->depot[d] == v) return true;
  return false;
}

/* ---- types of vehicles ---- */

static int32_t type_find(const Making *m, int32_t vehicle) {
  int32_t t = vehicle ? m->type[vehicle - 1] : 0;
  if (vehicle && fleet_vehicles_equal(m->file, vehicle, m->of_type[t])) return t;
  for (t = 0; t < m->types && !fleet_vehicles_equal(m->file, vehicle, m->of_type[t]);) t++;
  return t;
}

/* Equal vehicles are of one type, in the order of their first ones. Files of types keep them. */
static Status types_find(Making *m) {
  const FleetFile *file = m->file;
  for (int32_t k = 0; k < file->vehicles; k++) {
    const int32_t t = file->listed ? type_find(m, k) : k;
    if (t == ROUTES_TYPES_MAX)
      return fleet_fail_at(
          file, file->vehicle[k].capacity_line,
          status_fail(ERR_FORMAT, "expected at most %d kinds of vehicles, found more", ROUTES_TYPES_MAX));
    if (t == m->types) m->of_type[m->types++] = k;
    m->type[k] = t;
  }
  return OK;
}

/* ---- decimals ---- */

static int32_t more(int32_t places, VrpNumber value) { return value.places > places ? value.places : places; }

static int32_t loads_places(const FleetFile *file) {
  int32_t places = 0;
  for (int32_t load = 0; load < file->loads; load++) {
    for (int32_t v = 0; v < file->plane.nodes; v++)
      places = more(more(places, file->stop[v].delivery[load]), file->stop[v].pickup[load]);
    for (int32_t k = 0; k < file->vehicles; k++) places = more(places, file->vehicle[k].capacity[load]);
  }
  return places;
}

/* Of costs: fixed ones, prizes, and unit costs times distances. */
static int32_t costs_places(const FleetFile *file, int32_t distance_decimals) {
  int32_t unit = 0, places = 0;
  for (int32_t k = 0; k < file->vehicles; k++) {
    unit = more(unit, file->vehicle[k].unit);
    places = more(places, file->vehicle[k].fixed);
  }
  for (int32_t v = 0; v < file->plane.nodes; v++) places = more(places, file->stop[v].prize);
  if (file->prizes) return places;
  return distance_decimals + unit > places ? distance_decimals + unit : places;
}

static Status decimals_set(const Making *m, int32_t distance_decimals) {
  RoutesInstance *const routes = m->routes;
  routes->distance_decimals = routes->time_decimals = distance_decimals;
  routes->load_decimals = loads_places(m->file);
  routes->head.decimals = costs_places(m->file, distance_decimals);
  if (routes->head.decimals <= COST_DECIMALS_MAX) return OK;
  FAIL(ERR_FORMAT,
       "%s: expected costs of at most %d decimals, found %d: round fixed costs, unit costs or prizes",
       m->file->path, COST_DECIMALS_MAX, routes->head.decimals);
}

/* ---- customers ---- */

static Status set_load(const Making *m, const char *what, VrpNumber value, int line, int32_t *units) {
  return set_units(m, what, value, line, m->routes->load_decimals, units);
}

/* A depot has no demand, no service and no prize. */
static Status check_depot(const FleetFile *file, int32_t v) {
  const FleetStop *stop = &file->stop[v];
  const struct {
    const char *what;
    int line;
    VrpNumber value;
  } rows[] = {{"service time", stop->service_line, stop->service},
              {"prize", stop->prize_line, stop->prize},
              {"release time", stop->release_line, stop->release}};
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
    if (rows[r].value.mantissa)
      return fleet_fail_at(
          file, rows[r].line,
          status_fail(ERR_FORMAT, "expected %s 0 of the depot, node %d", rows[r].what, v + file->first));
  if (stop->backhaul)
    return fleet_fail_at(file, stop->pickup_line,
                         status_fail(ERR_FORMAT, "expected customers as backhauls, found the depot, node %d",
                                     v + file->first));
  for (int32_t load = 0; load < file->loads; load++)
    if (stop->delivery[load].mantissa || stop->pickup[load].mantissa)
      return fleet_fail_at(
          file, stop->delivery[load].mantissa ? stop->delivery_line : stop->pickup_line,
          status_fail(ERR_FORMAT, "expected demand 0 of the depot, node %d, found another", v + file->first));
  return OK;
}

/* Backhauls have a pickup, and no delivery: LKH-3's lists have it as a demand. */
static Status set_backhaul(const Making *m, const FleetStop *from, int32_t v, RouteStop *stop) {
  int64_t delivery = 0, pickup = 0;
  for (int32_t load = 0; load < m->file->loads; load++) {
    if (from->backhaul) {
      stop->pickup[load] = stop->delivery[load];
      stop->delivery[load] = 0;
    }
    delivery += stop->delivery[load];
    pickup += stop->pickup[load];
  }
  if (delivery && pickup)
    return fleet_fail_at(m->file, from->pickup_line,
                         status_fail(ERR_FORMAT,
                                     "expected a delivery or a pickup at node %d, as TYPE is VRPB or VRPBTW, "
                                     "found both: say VRPSPD",
                                     v + m->file->first));
  if (from->backhaul || pickup) stop->flags |= ROUTES_BACKHAUL;
  return OK;
}

static Status set_window(const Making *m, const FleetStop *from, int32_t v, int32_t *ready, int32_t *due) {
  if (!from->window_line) return OK;
  TRY(set_time(m, "ready time", from->ready, from->window_line, ready));
  TRY(set_time(m, "due time", from->due, from->window_line, due));
  if (*ready <= *due) return OK;
  return fleet_fail_at(
      m->file, from->window_line,
      status_fail(ERR_FORMAT, "expected a due time of node %d from its ready time on, found an earlier one",
                  v + m->file->first));
}

static Status set_service(const Making *m, const FleetStop *from, RouteStop *stop) {
  const VrpFile *plane = &m->file->plane;
  if (from->service_line)
    return set_time(m, "service time", from->service, from->service_line, &stop->service);
  if (!plane->service_line) return OK;
  return set_time(m, "SERVICE_TIME", plane->service, plane->service_line, &stop->service);
}

/* Of a pair; its prize is the pickup's. */
static Status set_delivery(const Making *m, const FleetStop *from, int32_t v, RouteStop *stop) {
  const int32_t delivery = m->customer[v], pickup = m->customer[from->pickup_node - m->file->first];
  stop->prize = 0;
  m->routes->partner[pickup] = delivery;
  m->routes->partner[delivery] = -pickup;
  if (!from->prize.mantissa) return OK;
  return fleet_fail_at(
      m->file, from->prize_line,
      status_fail(ERR_FORMAT,
                  "expected prize 0 of node %d, a delivery, as its pickup has the prize of the pair",
                  v + m->file->first));
}

static Status set_stop(const Making *m, int32_t v) {
  const FleetFile *file = m->file;
  const FleetStop *from = &file->stop[v];
  RouteStop *const stop = &m->routes->stop[m->customer[v]];
  stop->place = v;
  for (int32_t load = 0; load < file->loads; load++) {
    TRY(set_load(m, "demand", from->delivery[load], from->delivery_line, &stop->delivery[load]));
    TRY(set_load(m, "pickup", from->pickup[load], from->pickup_line, &stop->pickup[load]));
  }
  if (file->backhauls != BACKHAULS_MIXED) TRY(set_backhaul(m, from, v, stop));
  TRY(set_window(m, from, v, &stop->ready, &stop->due));
  TRY(set_service(m, from, stop));
  if (m->routes->release)
    TRY(set_time(m, "release time", from->release, from->release_line, &m->routes->release[m->customer[v]]));
  if (file->paired && from->pickup_node) return set_delivery(m, from, v, stop);
  if (!from->prize.mantissa && !file->prizes) return OK; /* who must be served */
  return set_cost(m, "prize", from->prize, from->prize_line, m->routes->head.decimals, &stop->prize);
}

/* ---- vehicles ---- */

static Status set_limits(const Making *m, const FleetVehicle *from, VehicleType *type) {
  if (from->max_distance_line)
    TRY(set_time(m, "longest distance", from->max_distance, from->max_distance_line, &type->max_distance));
  if (!from->max_duration_line) return OK;
  return set_time(m, "longest duration", from->max_duration, from->max_duration_line, &type->max_duration);
}

static Status set_place(const Making *m, const FleetVehicle *from, VehicleType *type) {
  const int32_t depot = from->depot;
  if (m->customer[depot])
    return fleet_fail_at(
        m->file, from->depot_line,
        status_fail(ERR_FORMAT, "expected a depot of DEPOT_SECTION, found node %d", depot + m->file->first));
  type->place[0] = depot;
  type->place[1] = m->file->end ? m->file->end - 1 : depot;
  TRY(set_window(m, &m->file->stop[depot], depot, &type->ready[0], &type->due[0]));
  type->ready[1] = type->ready[0];
  type->due[1] = type->due[0];
  if (m->file->open) type->place[1] = ROUTES_OPEN;
  return OK;
}

static Status set_capacity(const Making *m, const FleetVehicle *from, int32_t load, int32_t *capacity) {
  if (from->capacity[load].mantissa != FLEET_UNLIMITED)
    return set_load(m, "capacity", from->capacity[load], from->capacity_line, capacity);
  *capacity = ROUTES_NO_LIMIT;
  return OK;
}

static Status set_type(const Making *m, int32_t t) {
  const FleetFile *file = m->file;
  const FleetVehicle *from = &file->vehicle[m->of_type[t]];
  const int32_t decimals = m->routes->head.decimals, unit = decimals - m->routes->distance_decimals;
  VehicleType *const type = &m->routes->type[t];
  TRY(set_place(m, from, type));
  for (int32_t load = 0; load < file->loads; load++) TRY(set_capacity(m, from, load, &type->capacity[load]));
  TRY(set_cost(m, "fixed cost", from->fixed, from->fixed_line, decimals, &type->fixed));
  if (file->prizes)
    type->per_distance = 0;
  else
    TRY(set_cost(m, "unit cost", from->unit, from->unit_line, unit, &type->per_distance));
  return set_limits(m, from, type);
}

/* ---- reload depots ---- */

static bool reloads_at(const FleetFile *file, int32_t vehicle, int32_t node) {
  return file->reload[(size_t)vehicle * fleet_words(file) + (size_t)node / 32] >> node % 32 & 1;
}

/* Nodes where some vehicle may reload. */
static Status reloads_count(const Making *m, int32_t *reloads) {
  const FleetFile *file = m->file;
  *reloads = 0;
  for (int32_t v = 0; file->reload && v < file->plane.nodes; v++) {
    int32_t k = 0;
    while (k < file->vehicles && !reloads_at(file, k, v)) k++;
    if (k == file->vehicles) continue;
    if (m->customer[v] || ++*reloads > ROUTES_RELOADS_MAX)
      return fleet_fail_at(file, file->vehicle[k].reload_line,
                           status_fail(ERR_FORMAT,
                                       "expected a depot, of %d reload depots at most, found node %d",
                                       ROUTES_RELOADS_MAX, v + file->first));
  }
  return OK;
}

static Status set_trips(const Making *m, int32_t t) {
  const FleetVehicle *from = &m->file->vehicle[m->of_type[t]];
  RoutesTrips *const trips = &m->routes->trips[t];
  int32_t most = ROUTES_NO_LIMIT;
  for (int32_t d = 0; d < m->routes->reloads; d++)
    if (reloads_at(m->file, m->of_type[t], m->routes->reload[d].place)) trips->reloads |= UINT32_C(1) << d;
  if (from->most_reloads_line)
    TRY(set_units(m, "number of reloads", from->most_reloads, from->most_reloads_line, 0, &most));
  trips->most = most < m->routes->head.n ? most + 1 : ROUTES_NO_LIMIT;
  if (!trips->reloads) trips->most = 1;
  return OK;
}

/* Loading takes no time. */
static Status reloads_set(const Making *m) {
  const FleetFile *file = m->file;
  int32_t d = 0;
  for (int32_t v = 0; file->reload && v < file->plane.nodes; v++) {
    bool any = false;
    for (int32_t k = 0; k < file->vehicles; k++) any |= reloads_at(file, k, v);
    if (!any) continue;
    RoutesReload *const reload = &m->routes->reload[d++];
    *reload = (RoutesReload){.place = v, .due = ROUTES_LIMIT_MAX};
    TRY(set_window(m, &file->stop[v], v, &reload->ready, &reload->due));
  }
  for (int32_t t = 0; t < m->types && m->routes->reloads; t++) TRY(set_trips(m, t));
  return OK;
}

/* ---- numbers of vehicles ---- */

/* As many as customers are any number. */
static void counts_set(const Making *m) {
  RoutesInstance *const routes = m->routes;
  const FleetFile *file = m->file;
  for (int32_t t = 0; t < m->types; t++) routes->type[t].count = 0;
  for (int32_t k = 0; k < file->vehicles; k++) {
    VehicleType *const type = &routes->type[m->type[k]];
    if (file->listed) routes->vehicle[k] = m->type[k];
    type->count =
        file->vehicle[k].count == ROUTES_NO_LIMIT ? ROUTES_NO_LIMIT : type->count + file->vehicle[k].count;
  }
  for (int32_t t = 0; t < m->types; t++)
    if (routes->type[t].count >= routes->head.n) routes->type[t].count = ROUTES_NO_LIMIT;
}

static void allowed_set(const Making *m) {
  RoutesInstance *const routes = m->routes;
  const FleetFile *file = m->file;
  for (int32_t t = 0; file->allowed && t < m->types; t++) {
    const uint32_t *row = file->allowed + (size_t)m->of_type[t] * fleet_words(file);
    for (int32_t v = 0; v < file->plane.nodes; v++)
      if (m->customer[v] && !(row[v / 32] >> v % 32 & 1))
        routes->allowed[(size_t)m->customer[v] * routes_words(m->types) + (size_t)t / 32] &=
            ~((uint32_t)1 << t % 32);
  }
}

/* ---- places ---- */

static double number(VrpNumber value) {
  double size = (double)value.mantissa;
  for (int32_t k = 0; k < value.places; k++) size /= 10;
  return size;
}

/* GEO's degrees and minutes, DDD.MM, as degrees. */
static double degrees(Metric metric, double value) {
  const double whole = (double)(int64_t)value;
  return metric == METRIC_GEO ? whole + (value - whole) * 5 / 3 : value;
}

static void coordinates_set(const FleetFile *file, Metric metric, RoutesInstance *routes) {
  const bool sphere = !file->plane.weighted && metric_on_sphere(metric);
  routes->on_sphere = sphere;
  for (int32_t v = 0; routes->coordinate && v < file->plane.nodes; v++) {
    const double x = number(file->plane.x[v]), y = number(file->plane.y[v]);
    routes->coordinate[2 * v] = sphere ? degrees(metric, y) : x;
    routes->coordinate[2 * v + 1] = sphere ? degrees(metric, x) : y;
  }
}

/* Numbers as solutions have them: see fleet_files.h. */
static void names_set(const FleetFile *file, RoutesInstance *routes) {
  bool first = true;
  for (int32_t v = 0; v < file->depots; v++) first &= is_depot_node(file, v);
  routes->first_customer = first ? file->depots : 1;
  routes->first_place = first ? 0 : file->first;
}

static void name_set(const FleetFile *file, Instance *inst) {
  if (file->plane.name[0])
    snprintf(inst->name, sizeof inst->name, "%s", file->plane.name);
  else
    path_stem(file->path, path_ends(file->path, ".txt") ? ".txt" : ".vrp", inst->name, sizeof inst->name);
  const size_t length = strlen(inst->name);
  if (length > 4 && strcmp(inst->name + length - 4, ".vrp") == 0) inst->name[length - 4] = 0;
  memcpy(inst->comment, file->plane.comment, sizeof inst->comment);
}

/* ---- instance ---- */

static Status routes_fill(Making *m, const CvrpSettings *settings) {
  FleetFile *const file = m->file;
  RoutesInstance *const routes = m->routes;
  const Metric metric =
      settings->metric == TSP_METRIC_FILE ? file->plane.metric : tsp_metric_of(settings->metric);
  routes->loads = file->loads;
  routes->backhauls = file->backhauls;
  for (int32_t v = 0; v < file->plane.nodes; v++) TRY(m->customer[v] ? set_stop(m, v) : check_depot(file, v));
  for (int32_t t = 0; t < m->types; t++) TRY(set_type(m, t));
  TRY(reloads_set(m));
  counts_set(m);
  allowed_set(m);
  fleet_groups_set(file, m->customer, routes);
  coordinates_set(file, metric, routes);
  names_set(file, routes);
  name_set(file, &routes->head);
  snprintf(routes->metric, sizeof routes->metric, "%s",
           file->plane.weighted ? "EXPLICIT" : vrp_metric_name(metric));
  TRY(fleet_count_set(settings, file, routes));
  if (settings->objective == OBJECTIVE_COMPLETION) fleet_completion_set(routes);
  TRY(status_at(file->path, fleet_prizes_set(settings, routes)));
  TRY(status_at(file->path, fleet_balance_set(settings, routes)));
  return status_at(file->path, routes_finish(routes, settings->objective == OBJECTIVE_VEHICLES));
}

static Status customers_count(Making *m, int32_t *customers) {
  *customers = 0;
  for (int32_t v = 0; v < m->file->plane.nodes; v++)
    m->customer[v] = is_depot_node(m->file, v) ? 0 : ++*customers;
  if (*customers) return OK;
  FAIL(ERR_FORMAT, "%s: expected a customer beside the depots, found none", m->file->path);
}

static Status making_alloc(Making *m) {
  const size_t nodes = (size_t)m->file->plane.nodes, vehicles = (size_t)m->file->vehicles;
  m->customer = calloc(nodes, sizeof *m->customer);
  m->type = calloc(vehicles, sizeof *m->type);
  m->of_type = calloc(vehicles, sizeof *m->of_type);
  if (m->customer && m->type && m->of_type) return OK;
  FAIL(ERR_MEMORY, "no memory for %zu nodes and %zu vehicles", nodes, vehicles);
}

static Status making_run(Making *m, const CvrpSettings *settings, Instance **inst) {
  FleetFile *const file = m->file;
  int32_t customers, decimals, reloads, *matrix;
  char remark[INSTANCE_REMARK_MAX] = "";
  TRY(fleet_objective_check(settings, file));
  TRY(making_alloc(m));
  TRY(customers_count(m, &customers));
  TRY(types_find(m));
  TRY(reloads_count(m, &reloads));
  TRY(fleet_stops_alloc(file));
  TRY(fleet_scale(settings, file));
  TRY(fleet_distances(file, settings, &matrix, &decimals, remark));
  const bool relisted = counted_word(settings->fleet) != FLEET_WORD_FILE;
  file->listed &= !relisted;
  const RoutesSizes sizes = {.customers = customers,
                             .places = file->plane.nodes,
                             .profiles = 1,
                             .types = m->types,
                             .vehicles = file->listed ? file->vehicles : 0,
                             .allowed = file->allowed != NULL,
                             .clusters = file->group != NULL,
                             .partners = file->paired,
                             .releases = fleet_has_releases(file),
                             .reloads = reloads,
                             .coordinates = file->plane.x != NULL};
  const Status status = routes_alloc(&sizes, inst);
  if (status != OK) {
    free(matrix);
    return status;
  }
  m->routes = (RoutesInstance *)*inst;
  free(m->routes->distance);
  m->routes->distance = matrix;
  memcpy((*inst)->remark, remark, sizeof remark);
  TRY(decimals_set(m, decimals + file->unit_decimals));
  return routes_fill(m, settings);
}

Status fleet_finish(FleetFile *file, const CvrpSettings *settings, Instance **out) {
  Making m = {.file = file};
  Instance *inst = NULL;
  if (file->loads < 0) file->loads = 0;
  const Status status = making_run(&m, settings, &inst);
  free(m.customer);
  free(m.type);
  free(m.of_type);
  if (status != OK) {
    instance_free(inst);
    return status;
  }
  *out = inst;
  return OK;
}
