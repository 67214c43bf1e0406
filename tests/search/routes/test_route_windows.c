/* Time windows in start solutions: the time of parts against all departures, savings against a naive version, fleets by the judge, and
 * the published instances. */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/harness.h"
#include "fixtures/route_cases.h"
#include "fixtures/windowing.h"
#include "io/optima.h"
#include "problem/instance_file.h"
#include "search/routes/route_start.h"
#include "search/routes/route_time.h"
#include "search/routes/savings.h"

enum { THREADS = 2, MOST = 64 };

static RouteCase case_of(RouteForm form, int32_t customers, uint64_t seed, int32_t percent) {
  const RoutePlan plan = {"windows",  form, customers, 1 + customers / 6, 30, ROUTES_UNLIMITED, 0, 10,
                          FLEET_FREE, 0,    0};
  RouteCase one = route_case_make(&plan, seed);
  windows_put((CvrpInstance *)one.inst, seed, percent, form == ROUTES_LATTICE ? 3 : 40, 2);
  return one;
}

/* ---- time of parts ---- */

/* Of customer[first..last], halved at a place that depends on the seed; false: a window is broken. */
static bool part_time(const RouteData *data, const int32_t *customer, int32_t first, int32_t last,
                      uint64_t seed, RouteTime *time) {
  RouteTime right;
  if (first == last) {
    *time = route_time_node(data, customer[first]);
    return true;
  }
  const int32_t middle = first + (int32_t)(seed % (uint64_t)(last - first));
  return part_time(data, customer, first, middle, seed * 5 + 1, time) &&
         part_time(data, customer, middle + 1, last, seed * 7 + 3, &right) &&
         route_time_join(time, route_distance(data, customer[middle], customer[middle + 1]), right);
}

/* In whatever order parts are joined, a route keeps its windows if a departure does, and lasts as long as the best one. */
static void parts_are_exact(void) {
  int kept = 0, broken = 0;
  for (uint64_t seed = 1; seed <= 4000; seed++) {
    RouteCase one = case_of(seed % 2 ? ROUTES_LATTICE : ROUTES_TRUNCATED, 8, seed, 60);
    CvrpInstance *cvrp = (CvrpInstance *)one.inst;
    RouteData data = route_data_of(one.inst);
    int32_t customer[8] = {0}, count = 1 + (int32_t)(seed % 4);
    RouteTime time;
    for (int32_t k = 0; k < count; k++) customer[k] = 1 + (int32_t)((seed / 4 + 3 * (uint64_t)k) % 8);
    const int64_t want = windows_duration(cvrp, customer, count);
    for (uint64_t order = 1; order <= 5; order++) {
      const bool good = part_time(&data, customer, 0, count - 1, order, &time);
      data.max_duration = want < 0 ? INT32_MAX : (int32_t)want;
      CU_ASSERT_EQUAL(good && route_time_keeps(&data, time, customer[0], customer[count - 1]), want >= 0);
      if (want < 0) continue;
      data.max_duration--;
      CU_ASSERT(!route_time_keeps(&data, time, customer[0], customer[count - 1]));
    }
    kept += want >= 0;
    broken += want < 0;
    route_case_free(&one);
  }
  CU_ASSERT(kept > 1000 && broken > 1000);
}

/* The largest numbers do not overflow. */
static void extremes(void) {
  int32_t ready[] = {0, CVRP_LIMIT_MAX, 0}, due[] = {CVRP_LIMIT_MAX, CVRP_LIMIT_MAX, CVRP_LIMIT_MAX},
          service[] = {0, CVRP_LIMIT_MAX, CVRP_LIMIT_MAX};
  const RouteData data = {.customers = 2, .ready = ready, .due = due, .service_at = service};
  RouteTime time = route_time_node(&data, 1);
  CU_ASSERT(!route_time_join(&time, CVRP_DISTANCE_MAX, route_time_node(&data, 2)));
  CU_ASSERT(time.duration == CVRP_LIMIT_MAX && time.earliest == CVRP_LIMIT_MAX);
  time = route_time_node(&data, 2);
  CU_ASSERT(route_time_join(&time, 0, route_time_node(&data, 1)));
  CU_ASSERT(time.duration == 2 * CVRP_LIMIT_MAX && time.earliest == 0 && time.latest == 0);
  CU_ASSERT(!route_time_join(&time, CVRP_DISTANCE_MAX, route_time_node(&data, 0)));
}

/* ---- savings ---- */

typedef struct Naive {
  int32_t customer[MOST], count, load;
} Naive;

/* a, then b, if that keeps everything: its duration; else -1. */
static int64_t naive_join(const CvrpInstance *cvrp, const Naive *a, const Naive *b, Naive *out) {
  *out = *a;
  memcpy(out->customer + a->count, b->customer, (size_t)b->count * sizeof(int32_t));
  out->count += b->count;
  out->load += b->load;
  return out->load <= cvrp->capacity ? windows_duration(cvrp, out->customer, out->count) : -1;
}

static int naive_find(const Naive *route, int32_t routes, int32_t c, bool last) {
  for (int32_t r = 0; r < routes; r++)
    if (route[r].count && route[r].customer[last ? route[r].count - 1 : 0] == c) return r;
  return -1;
}

/* Puts the better of a then b and b then a in place of one of them. */
static void naive_saving(const CvrpInstance *cvrp, Naive *route, int32_t routes, int32_t a, int32_t b) {
  Naive joined[2];
  int64_t duration[2] = {-1, -1};
  int from[2] = {0}, to[2] = {0};
  for (int turn = 0; turn < 2; turn++) {
    from[turn] = naive_find(route, routes, turn ? b : a, true);
    to[turn] = naive_find(route, routes, turn ? a : b, false);
    if (from[turn] >= 0 && to[turn] >= 0 && from[turn] != to[turn])
      duration[turn] = naive_join(cvrp, &route[from[turn]], &route[to[turn]], &joined[turn]);
  }
  const int turn = duration[1] >= 0 && (duration[0] < 0 || duration[1] < duration[0]);
  if (duration[turn] < 0) return;
  const int32_t keep = from[turn] < to[turn] ? from[turn] : to[turn], gone = from[turn] + to[turn] - keep;
  route[keep] = joined[turn];
  route[gone].count = 0;
}

static void naive_savings(const Instance *inst, int32_t *gene) {
  const RouteData data = route_data_of(inst);
  Naive route[MOST];
  Saving *saving;
  size_t count;
  CU_ASSERT_EQUAL_FATAL(savings_list(&data, inst->n - 1, 1, &saving, &count), OK);
  for (int32_t c = 1; c <= inst->n; c++) route[c - 1] = (Naive){{c}, 1, data.demand[c]};
  for (size_t k = 0; k < count; k++) naive_saving(cvrp_of(inst), route, inst->n, saving[k].a, saving[k].b);
  free(saving);
  for (int32_t c = 1; c <= inst->n; c++) /* by lesser ends */
    for (int32_t r = 0; r < inst->n; r++) {
      const Naive *one = &route[r];
      if (!one->count) continue;
      const int32_t first = one->customer[0], last = one->customer[one->count - 1];
      if ((first < last ? first : last) != c) continue;
      for (int32_t k = 0; k < one->count; k++) *gene++ = k ? one->customer[k] : -first;
    }
}

static void savings(void) {
  int joined = 0;
  for (uint64_t seed = 1; seed <= 60; seed++) {
    RouteCase one = case_of((RouteForm[]){ROUTES_LATTICE, ROUTES_TRUNCATED, ROUTES_TIES}[seed % 3], 30, seed,
                            10 + (int32_t)seed);
    int32_t got[MOST], want[MOST];
    int64_t cost;
    CU_ASSERT_EQUAL_FATAL(start_savings(one.inst, THREADS, got), OK);
    naive_savings(one.inst, want);
    CU_ASSERT_EQUAL(memcmp(got, want, 30 * sizeof *got), 0);
    CU_ASSERT_EQUAL(judge_routes(one.inst, got, &cost), OK);
    joined += 30 - cvrp_routes(one.inst, got);
    start_star(one.inst, got);
    CU_ASSERT_EQUAL(judge_routes(one.inst, got, &cost), OK);
    route_case_free(&one);
  }
  CU_ASSERT(joined > 600);
}

/* ---- fleets ---- */

/* Fewer and more routes than savings make: every solution is one, and a fleet that savings almost keep is kept. */
static void fleets(void) {
  int found[2] = {0}, tried[2] = {0};
  for (uint64_t seed = 1; seed <= 80; seed++) {
    RouteCase one = case_of(ROUTES_TRUNCATED, 60, seed, 80);
    CvrpInstance *cvrp = (CvrpInstance *)one.inst;
    int32_t gene[MOST];
    int64_t cost;
    if (seed % 4 == 0) cvrp->max_duration = cvrp->due[0] * 3 / 4;
    if (start_savings(one.inst, THREADS, gene) != OK) { /* a customer alone may take too long */
      route_case_free(&one);
      status_clear();
      continue;
    }
    const int32_t routes = cvrp_routes(one.inst, gene);
    for (int more = 0; more < 2; more++) {
      cvrp->fleet = more ? FLEET_EXACTLY : FLEET_AT_MOST;
      cvrp->vehicles = more ? routes + 3 : routes - 1;
      const Status status = start_savings(one.inst, THREADS, gene);
      CU_ASSERT(status == OK || status == ERR_NO_SOLUTION);
      if (status == OK) CU_ASSERT_EQUAL(judge_routes(one.inst, gene, &cost), OK);
      found[more] += status == OK;
      tried[more]++;
      status_clear();
    }
    route_case_free(&one);
  }
  CU_ASSERT(tried[0] > 60 && found[0] > tried[0] / 4 && found[1] > tried[1] * 9 / 10);
}

/* Where loads are tight and windows wide, customers have to be exchanged until a route has room, and windows hold. */
static void exchanges(void) {
  int found = 0;
  for (uint64_t seed = 1; seed <= 300; seed++) {
    RouteCase one = case_of(ROUTES_TRUNCATED, 24, seed, 150);
    CvrpInstance *cvrp = (CvrpInstance *)one.inst;
    int32_t gene[MOST];
    int64_t cost, load = 0;
    for (int32_t c = 1; c <= 24; c++) {
      cvrp->demand[c] = 30 + (int32_t)(seed * 7 + (uint64_t)(c * c)) % 41;
      load += cvrp->demand[c];
    }
    cvrp->fleet = FLEET_AT_MOST;
    cvrp->vehicles = 6;
    cvrp->capacity = (int32_t)(load / 6 + 1 + load / 300);
    const Status status = start_savings(one.inst, THREADS, gene);
    if (status == OK) CU_ASSERT_EQUAL(judge_routes(one.inst, gene, &cost), OK);
    found += status == OK;
    status_clear();
    route_case_free(&one);
  }
  CU_ASSERT(found > 220);
}

/* ---- published instances ---- */

/* The start's cost over the published one. */
static double ratio_of(const char *path) {
  Instance *inst = NULL;
  int64_t cost = 0, best = 0;
  CU_ASSERT_EQUAL_FATAL(instance_read(path, &inst), OK);
  int32_t *gene = malloc((size_t)inst->n * sizeof *gene);
  CU_ASSERT_EQUAL(start_savings(inst, THREADS, gene), OK);
  CU_ASSERT_EQUAL(judge_routes(inst, gene, &cost), OK);
  CU_ASSERT_EQUAL(optima_find(path, inst->name, inst->decimals, &best), OK);
  free(gene);
  instance_free(inst);
  return (double)cost / (double)best;
}

/* Every instance has a start within its fleet. */
static void published(void) {
  const char *table = harness_data("vrptw/optima.tsv");
  glob_t files;
  char pattern[4096];
  double sum = 0, most = 0;
  if (!table) return;
  snprintf(pattern, sizeof pattern, "%.*s[sh]*/*.txt", (int)(strlen(table) - strlen("optima.tsv")), table);
  CU_ASSERT_EQUAL_FATAL(glob(pattern, 0, NULL, &files), 0);
  CU_ASSERT_EQUAL(files.gl_pathc, 146);
  for (size_t k = 0; k < files.gl_pathc; k++) {
    const double ratio = ratio_of(files.gl_pathv[k]);
    sum += ratio;
    most = ratio > most ? ratio : most;
  }
  printf("# cost over the best known: mean %.3f, most %.3f\n", sum / (double)files.gl_pathc, most);
  CU_ASSERT(sum / (double)files.gl_pathc < 1.5);
  globfree(&files);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(parts_are_exact), TEST(extremes),  TEST(savings), TEST(fleets),
                                      TEST(exchanges),       TEST(published), {NULL, NULL}};
  return harness_run("route_windows", tests);
}
