/* The kernels of 3-opt against the oracle: every row and the best move, every evaluator, instruction set and share; descents. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/harness.h"
#include "fixtures/route_cases.h"
#include "oracle/oracle_route_parts.h"
#include "oracle/oracle_routes.h"
#include "search/routes/giant_tour.h"
#include "solver/three_opt/three_opt_kernels.h"

enum { SEEDS = 3 };
static const ThreeOptEvaluator evaluators[] = {THREE_OPT_TABLES, THREE_OPT_PACKED, THREE_OPT_HIERARCHY};
/* The last one has no vectors: it is looked at once. */
static int evaluators_count = 3;

static Backend backend_of(const char *name, int threads) {
  Backend be = {.ops = backend_find(name)};
  CU_ASSERT_EQUAL_FATAL(be.ops->open(&be, 0, threads), OK);
  return be;
}

static bool same(ThreeOptMove move, OracleMove want) {
  return move.delta == want.delta && move.i == want.i && move.j == want.j && move.k == want.k &&
         move.way == want.way;
}

static void check(const char *what, const char *name, ThreeOptMove move, OracleMove want) {
  CU_ASSERT(same(move, want));
  if (!same(move, want))
    printf("# %s, %s: expected %lld (%d %d %d) way %d, found %d (%d %d %d) way %d\n", name, what,
           (long long)want.delta, want.i, want.j, want.k, want.way, move.delta, move.i, move.j, move.k,
           move.way);
}

static ThreeOptMove first_of(ThreeOptMove a, ThreeOptMove b) {
  const int32_t x[] = {a.delta, a.i, a.j, a.k, a.way}, y[] = {b.delta, b.i, b.j, b.k, b.way};
  if (a.delta == 0 || b.delta == 0) return a.delta ? a : b;
  for (int f = 0; f < 5; f++)
    if (x[f] != y[f]) return x[f] < y[f] ? a : b;
  return a;
}

/* The best of the moves of all parts of a scan. */
static ThreeOptMove scan_of(Backend *be, ThreeOptPlace *place, uint32_t parts) {
  ThreeOptMove best = {0}, move;
  for (uint32_t part = 0; part < parts; part++) {
    CU_ASSERT_EQUAL(be->ops->three_opt->scan(be, place, (ThreeOptShare){part, parts}, &move), OK);
    best = first_of(best, move);
  }
  return best;
}

static void rows_of(Backend *be, ThreeOptPlace *place, uint32_t parts, int32_t count, ThreeOptMove *rows) {
  ThreeOptMove *some = malloc(sizeof *some * (size_t)count);
  memset(rows, 0, sizeof *rows * (size_t)count);
  for (uint32_t part = 0; part < parts; part++) {
    CU_ASSERT_EQUAL(be->ops->three_opt->rows(be, place, (ThreeOptShare){part, parts}, some), OK);
    for (int32_t i = 0; i < count; i++) rows[i] = first_of(rows[i], some[i]);
  }
  free(some);
}

/* Best move and rows of a tour; want: of the oracle or a reference. */
static void check_tour(Backend *be, const char *name, const Instance *inst, const int32_t *tour, int32_t n,
                       OracleMove best, const OracleMove *want) {
  const RouteData host = route_data_of(inst);
  RouteData data;
  CU_ASSERT_EQUAL_FATAL(route_data_upload(be, &host, &data), OK);
  ThreeOptMove *rows = malloc(sizeof *rows * (size_t)(n - 1));
  for (int e = 0; e < evaluators_count; e++) {
    ThreeOptPlace *place = NULL;
    CU_ASSERT_EQUAL_FATAL(be->ops->three_opt->open(be, &data, n + e, evaluators[e], 0, &place), OK);
    CU_ASSERT_EQUAL_FATAL(be->ops->three_opt->put(be, place, tour, n), OK);
    for (uint32_t parts = 1; parts < 8; parts += 3) {
      check("best move", name, scan_of(be, place, parts), best);
      if (evaluators[e] == THREE_OPT_HIERARCHY) {
        CU_ASSERT_EQUAL(be->ops->three_opt->rows(be, place, (ThreeOptShare){0, 1}, rows), ERR_USAGE);
        continue;
      }
      rows_of(be, place, parts, n - 1, rows);
      for (int32_t i = 0; i < n - 1; i++) check("row", name, rows[i], want[i]);
    }
    be->ops->three_opt->close(be, place);
  }
  free(rows);
  route_data_free(be, &data);
}

static void against_oracle(const char *backend) {
  Backend be = backend_of(backend, 1);
  for (ROUTE_PLANS(plan))
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
      RouteCase one = route_case_make(plan, seed);
      OracleMove rows[256];
      const OracleScan want = oracle_three_opt(one.inst, one.tour, one.nodes, rows);
      check_tour(&be, plan->name, one.inst, one.tour, one.nodes, want.best, rows);
      route_case_free(&one);
    }
  be.ops->close(&be);
}

/* ---- larger tours ---- */

static const RoutePlan larger[] = {
    {"larger", ROUTES_PLANE, 290, 30, 20, ROUTES_UNLIMITED, 0, 0, FLEET_FREE, 0, 0},
    {"larger, limited", ROUTES_PLANE, 270, 20, 30, 20, 9, 0, FLEET_AT_MOST, 2, 0},
    {"larger star", ROUTES_LATTICE, 150, 150, 150, ROUTES_UNLIMITED, 0, 0, FLEET_EXACTLY, 0, 0},
    {"larger route", ROUTES_PLANE, 330, 2, 5, 40, 0, 0, FLEET_FREE, 0, 0},
    {"larger, far", ROUTES_FAR, 200, 100, 80, ROUTES_UNLIMITED, 0, 0, FLEET_FREE, 0, 0},
    {"larger, a matrix", ROUTES_MATRIX, 270, 30, 20, 30, 5, 0, FLEET_FREE, 0, 0},
    {.name = NULL}};

/* Rows, and behind them the best move; found once for all instruction sets. */
static const OracleMove *rows_wanted(size_t number, const RouteCase *one) {
  static OracleMove *kept[sizeof larger / sizeof *larger];
  if (kept[number]) return kept[number];
  kept[number] = malloc(sizeof **kept * (size_t)one->nodes);
  kept[number][one->nodes - 1] = oracle_three_opt_parts(one->inst, one->tour, one->nodes, kept[number]);
  return kept[number];
}

static void against_parts(const char *backend) {
  Backend be = backend_of(backend, 2);
  for (size_t number = 0; larger[number].name; number++) {
    RouteCase one = route_case_make(&larger[number], 5);
    const OracleMove *rows = rows_wanted(number, &one);
    check_tour(&be, larger[number].name, one.inst, one.tour, one.nodes, rows[one.nodes - 1], rows);
    route_case_free(&one);
  }
  be.ops->close(&be);
}

static void scale(Instance *inst, int32_t by) {
  CvrpInstance *cvrp = (CvrpInstance *)inst;
  for (int32_t c = 0; c <= inst->n; c++) {
    cvrp->x[c] *= by;
    cvrp->y[c] *= by;
  }
}

/* Tours of several panels of packed tables: what the tables of 32 bits say. */
static void evaluators_agree(const char *backend) {
  static const RoutePlan plans[] = {
      {"packed", ROUTES_PLANE, 1100, 60, 10, ROUTES_UNLIMITED, 0, 0, FLEET_FREE, 0, 0},
      {"packed and shifted", ROUTES_FAR, 560, 280, 80, ROUTES_UNLIMITED, 0, 0, FLEET_FREE, 0, 0},
      {"packed, limited", ROUTES_PLANE, 600, 25, 20, 20, 3, 0, FLEET_FREE, 0, 0},
      {"packed by half", ROUTES_PLANE, 300, 25, 20, ROUTES_UNLIMITED, 0, 0, FLEET_FREE, 0, 0}};
  Backend be = backend_of(backend, 2);
  for (size_t number = 0; number < sizeof plans / sizeof *plans; number++) {
    RouteCase one = route_case_make(&plans[number], 3);
    if (number == 3) scale(one.inst, 8); /* the longest edge is just too long for 16 bits */
    const RouteData host = route_data_of(one.inst);
    RouteData data;
    CU_ASSERT_EQUAL_FATAL(route_data_upload(&be, &host, &data), OK);
    ThreeOptMove *rows[2], best[2];
    for (int e = 0; e < 2; e++) {
      ThreeOptPlace *place = NULL;
      rows[e] = malloc(sizeof **rows * (size_t)one.nodes);
      CU_ASSERT_EQUAL_FATAL(be.ops->three_opt->open(&be, &data, one.nodes, evaluators[e], 0, &place), OK);
      CU_ASSERT_EQUAL_FATAL(be.ops->three_opt->put(&be, place, one.tour, one.nodes), OK);
      best[e] = scan_of(&be, place, 1 + 2 * (uint32_t)e);
      rows_of(&be, place, 1 + (uint32_t)e, one.nodes - 1, rows[e]);
      be.ops->three_opt->close(&be, place);
    }
    CU_ASSERT(best[0].delta < 0 && memcmp(&best[0], &best[1], sizeof *best) == 0);
    CU_ASSERT_EQUAL(memcmp(rows[0], rows[1], sizeof **rows * (size_t)(one.nodes - 1)), 0);
    free(rows[0]);
    free(rows[1]);
    route_data_free(&be, &data);
    route_case_free(&one);
  }
  be.ops->close(&be);
}

/* ---- descents ---- */

/* Moves of a descent are those of scans, each on the tour that the one before left, in normal form. */
static void check_descent(Backend *be, const RoutePlan *plan, uint64_t seed, ThreeOptEvaluator evaluator) {
  enum { MOST = 200 };
  RouteCase one = route_case_make(plan, seed);
  const int32_t room = giant_tour_most(one.inst->n) + plan->empty;
  const int32_t routes_most = cvrp_routes_most(cvrp_of(one.inst));
  const RouteData host = route_data_of(one.inst);
  RouteData data;
  CU_ASSERT_EQUAL_FATAL(route_data_upload(be, &host, &data), OK);
  int32_t *tour = malloc(sizeof *tour * (size_t)room), n = 0;
  ThreeOptPlace *place = NULL;
  ThreeOptMove moves[MOST];
  uint32_t count = 0;
  CU_ASSERT_EQUAL_FATAL(be->ops->three_opt->open(be, &data, room, evaluator, 0, &place), OK);
  CU_ASSERT_EQUAL_FATAL(be->ops->three_opt->put(be, place, one.tour, one.nodes), OK);
  CU_ASSERT_EQUAL(be->ops->three_opt->descend(be, place, routes_most, 2, moves, &count), OK);
  if (count == 2) {
    uint32_t more = 0;
    CU_ASSERT_EQUAL(be->ops->three_opt->descend(be, place, routes_most, MOST - 2, moves + 2, &more), OK);
    count += more;
  }
  for (uint32_t m = 0; m <= count && one.nodes >= 4; m++) {
    const OracleMove want = oracle_three_opt(one.inst, one.tour, one.nodes, NULL).best;
    check("descent", plan->name, m < count ? moves[m] : (ThreeOptMove){0}, want);
    if (want.delta == 0) break;
    oracle_three_opt_neighbour(one.tour, one.nodes, want, tour);
    memcpy(one.tour, tour, sizeof *tour * (size_t)one.nodes);
    one.nodes = giant_tour_normalize(one.inst, one.tour, one.nodes);
  }
  CU_ASSERT_EQUAL(be->ops->three_opt->get(be, place, tour, &n), OK);
  CU_ASSERT_EQUAL_FATAL(n, one.nodes);
  CU_ASSERT(memcmp(tour, one.tour, sizeof *tour * (size_t)n) == 0);
  be->ops->three_opt->close(be, place);
  route_data_free(be, &data);
  free(tour);
  route_case_free(&one);
}

static void descents(const char *backend) {
  Backend be = backend_of(backend, 2);
  for (ROUTE_PLANS(plan))
    for (int e = 0; e < 3; e++)
      if (plan->customers <= 24) check_descent(&be, plan, 11, evaluators[e]);
  be.ops->close(&be);
}

static void on(const char *set, void (*run)(const char *)) {
  evaluators_count = strcmp(set, "plain") == 0 ? 3 : 2;
  if (harness_simd(set)) run("cpu");
  evaluators_count = 3;
  harness_simd(NULL);
}
static void oracle_plain(void) { on("plain", against_oracle); }
static void oracle_avx2(void) { on("avx2", against_oracle); }
static void oracle_avx512(void) { on("avx512", against_oracle); }
static void larger_plain(void) { on("plain", against_parts); }
static void larger_avx2(void) { on("avx2", against_parts); }
static void larger_avx512(void) { on("avx512", against_parts); }
static void agree_avx2(void) { on("avx2", evaluators_agree); }
static void agree_avx512(void) { on("avx512", evaluators_agree); }
static void descents_cpu(void) { descents("cpu"); }

static void on_device(void (*run)(const char *)) {
  const BackendOps *ops = backend_find("cuda");
  if (ops && ops->devices() > 0)
    run("cuda");
  else
    harness_skip("no device");
}
static void oracle_cuda(void) { on_device(against_oracle); }
static void larger_cuda(void) { on_device(against_parts); }
static void agree_cuda(void) { on_device(evaluators_agree); }
static void descents_cuda(void) { on_device(descents); }

int main(void) {
  static const HarnessTest tests[] = {
      TEST(oracle_plain),  TEST(oracle_avx2), TEST(oracle_avx512), TEST(larger_plain), TEST(larger_avx2),
      TEST(larger_avx512), TEST(agree_avx2),  TEST(agree_avx512),  TEST(descents_cpu), TEST(oracle_cuda),
      TEST(larger_cuda),   TEST(agree_cuda),  TEST(descents_cuda), {NULL, NULL}};
  return harness_run("three_opt", tests);
}
