/* Moves applied to giant tours (src/solver/three_opt/three_opt_move.h) against the oracle's neighbours; many moves of one scan; counts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/harness.h"
#include "fixtures/route_cases.h"
#include "oracle/oracle_routes.h"
#include "search/routes/giant_tour.h"
#include "solver/three_opt/three_opt_move.h"

static int32_t *nodes_make(int32_t n) {
  int32_t *made = calloc((size_t)n, sizeof *made);
  CU_ASSERT_PTR_NOT_NULL_FATAL(made);
  return made;
}

/* ---- one move ---- */

/* Every move of tours of 4 to 10 nodes, all of them different, so that each node shows where it went. */
static void neighbours(void) {
  int32_t tour[10], found[10], want[10];
  for (int32_t p = 0; p < 10; p++) tour[p] = 100 + p;
  for (int32_t n = 4; n <= 10; n++)
    for (int32_t i = 0; i < n - 1; i++)
      for (int32_t j = i + 1; j < n - 1; j++)
        for (int32_t k = j + 1; k < n - 1; k++)
          for (int32_t way = 1; way <= THREE_OPT_WAYS; way++) {
            three_opt_apply(tour, n, (ThreeOptMove){0, i, j, k, way}, found);
            oracle_three_opt_neighbour(tour, n, (OracleMove){0, i, j, k, way}, want);
            CU_ASSERT_EQUAL(memcmp(found, want, sizeof *want * (size_t)n), 0);
          }
}

static void counts(void) {
  CU_ASSERT_EQUAL(three_opt_moves_published(399), 72998772); /* Schulz et al. 2010 */
  for (int32_t n = 0; n < 4; n++)
    CU_ASSERT(three_opt_moves_published(n) == 0 && three_opt_moves_distinct(n) == 0);
  for (uint64_t n = 4; n < 40; n++) {
    uint64_t triples = 0, pairs = 0;
    for (uint64_t i = 0; i < n - 1; i++)
      for (uint64_t j = i + 1; j < n - 1; j++) {
        pairs++;
        triples += n - 2 - j;
      }
    CU_ASSERT_EQUAL(three_opt_moves_published((int32_t)n), 7 * triples);
    CU_ASSERT_EQUAL(three_opt_moves_distinct((int32_t)n), 4 * triples + pairs);
  }
  /* 2^18 nodes: 7 (n - 1) (n - 2) (n - 3) / 6 in exact integers */
  CU_ASSERT_EQUAL(three_opt_moves_published(1 << 18), 21016317228089337ull);
}

/* ---- disjoint moves ---- */

/* As the header says, written again: the best row that is left, if its routes have not been changed. */
typedef struct Greedy {
  int32_t moves;
  int64_t delta;
} Greedy;

static int order(const void *a, const void *b) {
  const ThreeOptMove x = *(const ThreeOptMove *)a, y = *(const ThreeOptMove *)b;
  const int32_t one[] = {x.delta, x.i, x.j, x.k, x.way}, two[] = {y.delta, y.i, y.j, y.k, y.way};
  if (x.delta == 0 || y.delta == 0) return (x.delta == 0) - (y.delta == 0);
  for (int f = 0; f < 5; f++)
    if (one[f] != two[f]) return one[f] < two[f] ? -1 : 1;
  return 0;
}

static int32_t route_of(const int32_t *tour, int32_t edge) {
  int32_t route = -1;
  for (int32_t p = 0; p <= edge; p++) route += tour[p] == 0;
  return route;
}

/* Marks the routes of a move's edges, unless one is marked. */
static bool routes_mark(const int32_t *tour, ThreeOptMove move, bool *changed) {
  int32_t route[3], count = 0;
  if (move.way != 2) route[count++] = route_of(tour, move.i);
  if (move.way != 3) route[count++] = route_of(tour, move.j);
  if (move.way != 1) route[count++] = route_of(tour, move.k);
  for (int32_t c = 0; c < count; c++)
    if (changed[route[c]]) return false;
  for (int32_t c = 0; c < count; c++) changed[route[c]] = true;
  return true;
}

static Greedy greedy(const int32_t *tour, int32_t n, const ThreeOptMove *rows, uint64_t most) {
  Greedy want = {0, 0};
  bool *changed = calloc((size_t)n, sizeof *changed);
  ThreeOptMove *sorted = malloc(sizeof *sorted * (size_t)n);
  memcpy(sorted, rows, sizeof *rows * (size_t)(n - 1));
  qsort(sorted, (size_t)(n - 1), sizeof *sorted, order);
  for (int32_t r = 0; r < n - 1 && sorted[r].delta < 0 && (uint64_t)want.moves < most; r++)
    if (routes_mark(tour, sorted[r], changed)) {
      want.moves++;
      want.delta += sorted[r].delta;
    }
  free(sorted);
  free(changed);
  return want;
}

static void every_customer_once(const int32_t *tour, int32_t n, int32_t customers) {
  int32_t *seen = nodes_make(customers + 1);
  for (int32_t p = 0; p < n; p++) seen[tour[p]]++;
  for (int32_t c = 1; c <= customers; c++) CU_ASSERT_EQUAL(seen[c], 1);
  CU_ASSERT_EQUAL(seen[0], n - customers);
  free(seen);
}

static void check_disjoint(const Instance *inst, const int32_t *tour, int32_t n, const ThreeOptMove *rows,
                           uint64_t most) {
  const Greedy want = greedy(tour, n, rows, most);
  int32_t *made = nodes_make(n);
  ThreeOptMove *sorted = malloc(sizeof *sorted * (size_t)n);
  ThreeOptDisjoint done;
  memcpy(made, tour, sizeof *tour * (size_t)n);
  memcpy(sorted, rows, sizeof *rows * (size_t)(n - 1));
  CU_ASSERT_EQUAL(three_opt_apply_disjoint(made, n, sorted, most, &done), OK);
  CU_ASSERT(done.moves == want.moves && done.delta == want.delta);
  CU_ASSERT_EQUAL(oracle_giant_cost(inst, made, n), oracle_giant_cost(inst, tour, n) + want.delta);
  CU_ASSERT(oracle_giant_feasible(inst, made, n));
  every_customer_once(made, n, inst->n);
  if (want.moves == 0) CU_ASSERT_EQUAL(memcmp(made, tour, sizeof *made * (size_t)n), 0);
  free(sorted);
  free(made);
}

/* The rows of a scan by the kernels (test_three_opt.c compares these with the oracle). */
static ThreeOptMove *rows_of(const RouteCase *one) {
  Backend be = {.ops = backend_find("cpu")};
  const RouteData data = route_data_of(one->inst);
  ThreeOptMove *rows = malloc(sizeof *rows * (size_t)one->nodes);
  ThreeOptPlace *place;
  CU_ASSERT_EQUAL_FATAL(be.ops->open(&be, 0, 2), OK);
  CU_ASSERT_EQUAL_FATAL(be.ops->three_opt->open(&be, &data, one->nodes, THREE_OPT_TABLES, 0, &place), OK);
  CU_ASSERT_EQUAL_FATAL(be.ops->three_opt->put(&be, place, one->tour, one->nodes), OK);
  CU_ASSERT_EQUAL_FATAL(be.ops->three_opt->rows(&be, place, (ThreeOptShare){0, 1}, rows), OK);
  be.ops->three_opt->close(&be, place);
  be.ops->close(&be);
  return rows;
}

static int32_t disjoint_of(const RoutePlan *plan, uint64_t seed) {
  RouteCase one = route_case_make(plan, seed);
  ThreeOptMove *rows = rows_of(&one);
  const int32_t all = greedy(one.tour, one.nodes, rows, UINT64_MAX).moves;
  const uint64_t most[] = {0, 1, 2, (uint64_t)all, UINT64_MAX};
  for (size_t m = 0; m < sizeof most / sizeof *most; m++)
    check_disjoint(one.inst, one.tour, one.nodes, rows, most[m]);
  free(rows);
  route_case_free(&one);
  return all;
}

static void disjoint_small(void) {
  for (ROUTE_PLANS(plan))
    for (uint64_t seed = 0; seed < 4; seed++) disjoint_of(plan, seed);
}

static const RoutePlan many_routes[] = {
    {"many routes", ROUTES_PLANE, 260, 60, 30, ROUTES_UNLIMITED, 0, 0, FLEET_FREE, 0, 0},
    {"many routes, durations", ROUTES_PLANE, 240, 50, 20, 10, 9, 0, FLEET_AT_MOST, 2, 0},
    {"many routes, exactly", ROUTES_LATTICE, 200, 70, 60, ROUTES_UNLIMITED, 0, 0, FLEET_EXACTLY, 0, 0},
    {"many routes, some empty", ROUTES_HALVES, 200, 40, 60, ROUTES_UNLIMITED, 0, 10, FLEET_FREE, 0, 7},
    {.name = NULL}};

static void disjoint_many(void) {
  for (const RoutePlan *plan = many_routes; plan->name; plan++)
    CU_ASSERT(disjoint_of(plan, 3) >= 4); /* so that many really are made at once */
}

int main(void) {
  static const HarnessTest tests[] = {
      TEST(neighbours), TEST(counts), TEST(disjoint_small), TEST(disjoint_many), {NULL, NULL}};
  return harness_run("three_opt_move", tests);
}
