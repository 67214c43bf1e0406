/* Solutions of fleets as tables and as maps: see fleet_solution.h. */
#include <stdlib.h>
#include "cost.h"
#include "fleet_solution.h"
#include "io/json.h"
#include "io/output.h"
#include "vroom_files.h"

/* ---- one route ---- */

typedef struct Followed { /* a route with its times and loads */
  const RoutesInstance *routes;
  const FleetRoute *route;
  FleetVisit *visit; /* (2 n + 1) */
  int64_t *load;     /* (loads, 2 n) */
} Followed;

static Status followed_alloc(const RoutesInstance *routes, Followed *out) {
  const size_t nodes = 2 * (size_t)routes->head.n;
  *out = (Followed){.routes = routes};
  out->visit = malloc((nodes + 1) * sizeof *out->visit);
  out->load = malloc(((size_t)routes->loads * nodes + 1) * sizeof *out->load);
  if (out->visit && out->load) return OK;
  free(out->visit);
  free(out->load);
  FAIL(ERR_MEMORY, "no memory for a route of %d customers", routes->head.n);
}

static void followed_free(Followed *f) {
  free(f->visit);
  free(f->load);
}

static int64_t *loads_of(const Followed *f, int32_t dimension) {
  return f->load + (size_t)dimension * 2 * (size_t)f->routes->head.n;
}

static void follow(Followed *f, const FleetRoute *route) {
  f->route = route;
  fleet_schedule(f->routes, route, f->visit);
  for (int32_t d = 0; d < f->routes->loads; d++) fleet_loads(f->routes, route, d, loads_of(f, d));
}

/* As the file calls it: a vehicle where it lists them, else a type. */
static int64_t vehicle_number(const RoutesInstance *routes, const FleetRoute *route) {
  if (route->vehicle < 0) return route->type + 1;
  return routes->id ? routes->id[routes->head.n + 1 + route->vehicle] : route->vehicle + 1;
}

/* ---- .csv ---- */

typedef struct TableText {
  const FleetPlan *all;
  Followed *followed;
} TableText;

static void cell_print(FILE *out, int64_t value, int32_t decimals) {
  char text[COST_TEXT_MAX];
  fprintf(out, ",%s", cost_text(value, decimals, text));
}

static void loads_print(FILE *out, const Followed *f, int32_t k) {
  for (int32_t d = 0; d < f->routes->loads; d++)
    cell_print(out, loads_of(f, d)[k <= f->route->count ? k : f->route->count], f->routes->load_decimals);
}

/* The breaks on the way to visit k, each as a line without a number of a visit. */
static void breaks_print(FILE *out, const Followed *f, int32_t k) {
  const RoutesInstance *routes = f->routes;
  const FleetRoute *route = f->route;
  for (int32_t b = k > 0 ? f->visit[k - 1].breaks : 0; b < f->visit[k].breaks; b++) {
    const FleetBreak taken = fleet_break(routes, route, f->visit, k, b);
    fprintf(out, "%d,%lld,,", route->number + 1, (long long)vehicle_number(routes, route));
    cell_print(out, taken.arrival, routes->time_decimals);
    cell_print(out, taken.begin, routes->time_decimals);
    cell_print(out, taken.end, routes->time_decimals);
    loads_print(out, f, k - 1);
    fprintf(out, "%s,%lld\r\n", routes->partner ? "," : "",
            (long long)routes_break_number(routes, route->vehicle, b));
  }
}

/* Visit k, 0: the start, count + 1: the end. */
static void visit_print(FILE *out, const Followed *f, int32_t k) {
  const RoutesInstance *routes = f->routes;
  const FleetRoute *route = f->route;
  const bool served = k > 0 && k <= route->count && route->step[k - 1] >= 0;
  fprintf(out, "%d,%lld,%d,", route->number + 1, (long long)vehicle_number(routes, route), k);
  if (served) fprintf(out, "%lld", (long long)routes_customer_number(routes, route->step[k - 1]));
  cell_print(out, f->visit[k].arrival, routes->time_decimals);
  cell_print(out, f->visit[k].begin, routes->time_decimals);
  cell_print(out, f->visit[k].departure, routes->time_decimals);
  loads_print(out, f, k);
  if (routes->partner) fprintf(out, ",%s", served ? fleet_stop_word(routes, route->step[k - 1]) : "");
  if (routes->pauses) fputc(',', out);
  fputs("\r\n", out);
}

static void left_out_print(FILE *out, const RoutesInstance *routes, const FleetRoute *route) {
  for (int32_t k = 0; k < route->count; k++) {
    fprintf(out, ",,,%lld,,,", (long long)routes_customer_number(routes, route->step[k]));
    for (int32_t d = 0; d < routes->loads; d++) fputc(',', out);
    if (routes->partner) fprintf(out, ",%s", fleet_stop_word(routes, route->step[k]));
    if (routes->pauses) fputc(',', out);
    fputs("\r\n", out);
  }
}

static void table_print(FILE *out, const void *what) {
  const TableText *t = what;
  const RoutesInstance *routes = t->followed->routes;
  fputs("route,vehicle,visit,customer,arrival,begin,departure", out);
  for (int32_t d = 0; d < routes->loads; d++)
    if (routes->loads == 1)
      fputs(",load", out);
    else
      fprintf(out, ",load%d", d + 1);
  if (routes->partner) fputs(",stop", out);
  if (routes->pauses) fputs(",break", out);
  fputs("\r\n", out);
  for (int32_t r = 0; r < t->all->count; r++) {
    const FleetRoute *route = &t->all->route[r];
    if (route->type == ROUTES_LEFT_OUT) {
      left_out_print(out, routes, route);
      continue;
    }
    follow(t->followed, route);
    for (int32_t k = 0; k <= route->count + 1; k++) {
      breaks_print(out, t->followed, k);
      visit_print(out, t->followed, k);
    }
  }
}

Status fleet_table_write(const char *path, const Instance *inst, const int32_t *gene, int64_t cost) {
  const RoutesInstance *routes = routes_of(inst);
  Followed followed;
  FleetPlan all;
  (void)cost;
  TRY(followed_alloc(routes, &followed));
  Status status = fleet_plan_make(routes, gene, &all);
  if (status == OK) {
    status = output_write(path, table_print, &(TableText){&all, &followed});
    fleet_plan_free(&all);
  }
  followed_free(&followed);
  return status;
}

/* ---- .geojson ---- */

Status fleet_map_check(const Instance *inst) {
  if (routes_of(inst)->coordinate) return OK;
  FAIL(ERR_USAGE, "expected places with coordinates for GeoJSON, found a matrix without");
}

static json_t *position_of(const RoutesInstance *routes, int32_t place) {
  enum { DECIMALS = 9 };
  json_t *position = json_array();
  json_push(position, json_rounded(routes->coordinate[2 * (size_t)place], DECIMALS));
  json_push(position, json_rounded(routes->coordinate[2 * (size_t)place + 1], DECIMALS));
  return position;
}

static json_t *point_of(const RoutesInstance *routes, int32_t c) {
  json_t *properties = json_object();
  json_add(properties, "customer", json_integer(routes_customer_number(routes, c)));
  if (routes->partner) json_add(properties, "stop", json_string(fleet_stop_word(routes, c)));
  json_add(properties, "unserved", json_true());
  return json_feature("Point", position_of(routes, routes->stop[c].place), properties);
}

static json_t *words_of(const Followed *f) {
  json_t *words = json_array();
  for (int32_t k = 0; k < f->route->count; k++)
    if (f->route->step[k] >= 0) json_push(words, json_string(fleet_stop_word(f->routes, f->route->step[k])));
  return words;
}

static json_t *breaks_of(const Followed *f) {
  const RoutesInstance *routes = f->routes;
  json_t *breaks = json_array();
  for (int32_t k = 1; k <= f->route->count + 1; k++)
    for (int32_t b = f->visit[k - 1].breaks; b < f->visit[k].breaks; b++) {
      const FleetBreak taken = fleet_break(routes, f->route, f->visit, k, b);
      json_t *each = json_object();
      json_add(each, "id", json_integer(routes_break_number(routes, f->route->vehicle, b)));
      json_add(each, "begin", json_cost(taken.begin, routes->time_decimals));
      json_add(each, "end", json_cost(taken.end, routes->time_decimals));
      json_push(breaks, each);
    }
  return breaks;
}

static json_t *properties_of(const Followed *f) {
  const RoutesInstance *routes = f->routes;
  const FleetVisit *end = &f->visit[f->route->count + 1];
  json_t *properties = json_object(), *customers = json_array();
  for (int32_t k = 0; k < f->route->count; k++)
    if (f->route->step[k] >= 0)
      json_push(customers, json_integer(routes_customer_number(routes, f->route->step[k])));
  json_add(properties, "route", json_integer(f->route->number + 1));
  json_add(properties, f->route->vehicle < 0 ? "type" : "vehicle",
           json_integer(vehicle_number(routes, f->route)));
  json_add(properties, "customers", customers);
  if (routes->partner) json_add(properties, "stops", words_of(f));
  if (routes->pauses) json_add(properties, "breaks", breaks_of(f));
  json_add(properties, "distance", json_cost(end->distance, routes->distance_decimals));
  json_add(properties, "duration", json_cost(end->begin - f->visit[0].departure, routes->time_decimals));
  return properties;
}

/* A line has two positions at least. */
static json_t *line_of(const Followed *f) {
  const VehicleType *type = &f->routes->type[f->route->type];
  json_t *line = json_array();
  int32_t last = type->place[1];
  if (type->place[0] != ROUTES_OPEN) json_push(line, position_of(f->routes, type->place[0]));
  for (int32_t k = 0; k < f->route->count; k++) {
    const int32_t place = fleet_step_stop(f->routes, f->route->step[k]).place;
    json_push(line, position_of(f->routes, place));
    if (type->place[1] == ROUTES_OPEN) last = place;
  }
  if (type->place[1] != ROUTES_OPEN || json_array_size(line) < 2)
    json_push(line, position_of(f->routes, last));
  return json_feature("LineString", line, properties_of(f));
}

Status fleet_map_write(const char *path, const Instance *inst, const int32_t *gene, int64_t cost) {
  const RoutesInstance *routes = routes_of(inst);
  Followed followed;
  FleetPlan all;
  (void)cost;
  TRY(fleet_map_check(inst));
  TRY(followed_alloc(routes, &followed));
  Status status = fleet_plan_make(routes, gene, &all);
  if (status != OK) {
    followed_free(&followed);
    return status;
  }
  json_t *map = json_object(), *features = json_array();
  for (int32_t r = 0; r < all.count; r++) {
    const FleetRoute *route = &all.route[r];
    for (int32_t k = 0; k < route->count && route->type == ROUTES_LEFT_OUT; k++)
      json_push(features, point_of(routes, route->step[k]));
    if (route->type == ROUTES_LEFT_OUT) continue;
    follow(&followed, route);
    json_push(features, line_of(&followed));
  }
  json_add(map, "type", json_string("FeatureCollection"));
  json_add(map, "features", features);
  fleet_plan_free(&all);
  followed_free(&followed);
  return json_write(path, map);
}

/* ---- all forms ---- */

/* VROOM's answers have no reloads. */
static Status answer_check(const Instance *inst) {
  const RoutesInstance *routes = routes_of(inst);
  if (!routes->reloads && !routes->release) return OK;
  FAIL(ERR_USAGE,
       "expected .sol, .csv or .geojson for routes of several trips or with release times, found .json");
}

const SolutionForm fleet_forms[] = {{".csv", NULL, fleet_table_write, "route,vehicle,visit"},
                                    {".geojson", fleet_map_check, fleet_map_write, "\"FeatureCollection\""},
                                    {".json", answer_check, vroom_write, "\"summary\": {\"cost\""},
                                    {.suffix = NULL}};
