/* The published files of fleets: each has the size that the table says, and its published solution costs what the table says. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/harness.h"
#include "io/input.h"
#include "problem/routes/files/fleet_files.h"
#include "problem/routes/routes_options.h"

enum { COLUMNS = 17 };

static const char *const sets[] = {"HFVRP",  "MDVRPTW", "VRPB",    "PCVRPTW",        "SDVRPTW", "MDVRP",
                                   "VFMP_F", "VFMP_V",  "VFMP_FV", "HFVRP_Taillard", "DLP"};

/* set, name, file, customers, vehicles, capacity, objective, rounding, best known, ..., whether its solution is at hand */
typedef struct Row {
  const char *column[COLUMNS];
} Row;

static bool row_split(char *line, Row *row) {
  int k = 0;
  for (char *at = line; at && k < COLUMNS; k++) {
    row->column[k] = at;
    at = strchr(at, '\t');
    if (at) *at++ = 0;
  }
  return k == COLUMNS;
}

static char *file_text(const char *set, const char *name, const char *suffix, size_t *bytes) {
  char path[160], *text = NULL;
  snprintf(path, sizeof path, "%s/fleet/%s/%s%s",
           getenv("CORDEE_INSTANCES") ? getenv("CORDEE_INSTANCES") : "../shared/instances", set, name,
           suffix);
  FILE *file = fopen(path, "r");
  if (!file) return NULL;
  fclose(file);
  CU_ASSERT_EQUAL_FATAL(text_read(path, &text, bytes), OK);
  return text;
}

/* ---- sizes ---- */

static void check_sizes(const Row *row, const RoutesInstance *routes) {
  int64_t vehicles = 0;
  int32_t least = INT32_MAX, most = 0;
  double unit = pow(10, routes->load_decimals);
  for (int32_t t = 0; t < routes->types; t++) {
    const VehicleType *type = &routes->type[t];
    vehicles += type->count;
    least = type->capacity[0] < least ? type->capacity[0] : least;
    most = type->capacity[0] > most ? type->capacity[0] : most;
  }
  CU_ASSERT_EQUAL(routes->head.n, atoi(row->column[3]));
  if (strcmp(row->column[4], "free") == 0) {
    CU_ASSERT(routes->type[0].count == ROUTES_NO_LIMIT);
  } else if (routes->type[0].count == ROUTES_NO_LIMIT) {
    CU_ASSERT_EQUAL(routes->vehicles, atoi(row->column[4]));
  } else {
    CU_ASSERT_EQUAL(vehicles, atoi(row->column[4]));
  }
  char *after;
  CU_ASSERT_EQUAL(strtod(row->column[5], &after) * unit, least);
  CU_ASSERT_EQUAL((*after == '-' ? atof(after + 1) : atof(row->column[5])) * unit, most);
}

/* ---- costs of published solutions ---- */

typedef struct Route {
  int32_t type, visits;
  int64_t load, pickup, distance, prizes;
  int32_t first, last; /* places */
} Route;

static void route_visit(const RoutesInstance *routes, Route *route, int32_t c) {
  const RouteStop *stop = &routes->stop[c];
  CU_ASSERT(routes_may_serve(routes, c, route->type));
  if (route->visits++)
    route->distance += routes->distance[(size_t)route->last * (size_t)routes->places + (size_t)stop->place];
  else
    route->first = stop->place;
  route->last = stop->place;
  route->load += stop->delivery[0];
  route->pickup += stop->pickup[0];
  route->prizes += stop->prize == ROUTES_REQUIRED ? 0 : stop->prize;
}

static int64_t route_close(const RoutesInstance *routes, const Route *route) {
  const VehicleType *type = &routes->type[route->type];
  const size_t places = (size_t)routes->places;
  if (!route->visits) return 0;
  CU_ASSERT(route->load <= type->capacity[0] && route->pickup <= type->capacity[0]);
  const int64_t ends = routes->distance[(size_t)type->place[0] * places + (size_t)route->first] +
                       routes->distance[(size_t)route->last * places + (size_t)type->place[1]];
  return type->fixed + type->per_distance * (route->distance + ends) - route->prizes;
}

/* "Route #7 (type 2): 3 1" or, of Cordeau's, "depot vehicle duration load 0 3 1 0". False: the line is none. */
static bool line_cost(const RoutesInstance *routes, char *line, int64_t *cost, int32_t *visits) {
  Route route = {0};
  char *at = line, *after;
  int number, type;
  if (sscanf(line, "Route #%d (type %d)", &number, &type) == 2)
    route.type = type - 1;
  else if (sscanf(line, "Route #%d", &number) == 1)
    route.type = routes->vehicles ? routes->vehicle[number - 1] : 0;
  else if (strchr(line, ' ') && strspn(line, "0123456789. \r") == strlen(line))
    route.type = atoi(line) - 1;
  else
    return false;
  at = strchr(line, ':') ? strchr(line, ':') + 1 : strstr(line, " 0 ") + 3;
  for (long node = strtol(at, &after, 10); after != at && node > 0; node = strtol(at, &after, 10)) {
    route_visit(routes, &route, (int32_t)node - routes->first_customer + 1);
    at = after;
  }
  *visits += route.visits;
  *cost += route_close(routes, &route);
  return true;
}

static void check_cost(const Row *row, const RoutesInstance *routes, char *solution) {
  char *save = NULL;
  int64_t cost = 0;
  int32_t visits = 0;
  for (int32_t c = 1; c <= routes->head.n; c++)
    cost += routes->stop[c].prize == ROUTES_REQUIRED ? 0 : routes->stop[c].prize;
  const bool optional = cost > 0;
  for (char *line = strtok_r(solution, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
    (void)line_cost(routes, line, &cost, &visits);
  CU_ASSERT(optional ? visits <= routes->head.n : visits == routes->head.n);
  const double best = atof(row->column[8]), unit = pow(10, routes->head.decimals);
  const bool whole = strcmp(row->column[7], "real") != 0 && strcmp(row->column[7], "km") != 0;
  CU_ASSERT(whole ? (double)cost == best : fabs((double)cost / unit - best) <= 0.0051);
}

/* ---- files ---- */

static bool is_here(const char *set) {
  for (size_t k = 0; k < sizeof sets / sizeof *sets; k++)
    if (strcmp(sets[k], set) == 0) return true;
  return false;
}

static void check_file(const Row *row, int *costs) {
  static const RoutesSettings standard;
  size_t bytes, length = 0;
  Instance *inst = NULL;
  char *text = file_text(row->column[0], row->column[2], "", &bytes);
  char *solution = file_text(row->column[0], row->column[1], ".sol", &length);
  CU_ASSERT_PTR_NOT_NULL_FATAL(text);
  CU_ASSERT(fleet_probe(row->column[2], text, bytes) > vrp_probe(row->column[2], text, bytes));
  CU_ASSERT_EQUAL(fleet_parse(row->column[2], text, bytes, &standard, &inst), OK);
  if (!inst) printf("# %s\n", status_message());
  CU_ASSERT_PTR_NOT_NULL_FATAL(inst);
  check_sizes(row, routes_of(inst));
  if (solution && strcmp(row->column[15], "verified") == 0) {
    char *lines = strndup(solution, length);
    check_cost(row, routes_of(inst), lines);
    free(lines);
    ++*costs;
  }
  instance_free(inst);
  free(text);
  free(solution);
}

static void files_are_read(void) {
  const char *table = harness_data("fleet/optima.tsv");
  if (!table) return;
  char *text, *save = NULL;
  size_t bytes;
  int files = 0, costs = 0;
  CU_ASSERT_EQUAL_FATAL(text_read(table, &text, &bytes), OK);
  char *lines = strndup(text, bytes);
  free(text);
  (void)strtok_r(lines, "\n", &save);
  for (char *line = strtok_r(NULL, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
    Row row;
    if (!row_split(line, &row) || !is_here(row.column[0])) continue;
    check_file(&row, &costs);
    files++;
  }
  free(lines);
  printf("# %d files, %d solutions\n", files, costs);
  CU_ASSERT(files >= 190 && costs >= 160);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(files_are_read), {NULL, NULL}};
  return harness_run("fleet_published", tests);
}
