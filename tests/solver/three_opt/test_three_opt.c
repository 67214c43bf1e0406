/* The kernels of 3-opt against the oracle: every row and the best move, every evaluator, instruction set and share; descents. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/harness.h"
#include "fixtures/route_cases.h"
#include "oracle/oracle_routes.h"
#include "solver/routes/giant_tour.h"
#include "solver/three_opt/three_opt_kernels.h"

enum { SEEDS = 3 };
static const ThreeOptEvaluator evaluators[] = {THREE_OPT_TABLES, THREE_OPT_PACKED};
enum { EVALUATORS = sizeof evaluators / sizeof *evaluators };

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
  for (int e = 0; e < EVALUATORS; e++) {
    ThreeOptPlace *place = NULL;
    CU_ASSERT_EQUAL_FATAL(be->ops->three_opt->open(be, &data, n + e, evaluators[e], 0, &place), OK);
    CU_ASSERT_EQUAL_FATAL(be->ops->three_opt->put(be, place, tour, n), OK);
    for (uint32_t parts = 1; parts < 8; parts += 3) {
      check("best move", name, scan_of(be, place, parts), best);
      rows_of(be, place, parts, n - 1, rows);
      for (int32_t i = 0; i < n - 1; i++) check("row", name, rows[i], want[i]);
    }
    be->ops->three_opt->close(be, place);
  }
  free(rows);
  route_data_free(be, &data);
}

static void against_oracle(const char *backend) {
  Backend be = backend_of(backend, 2);
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

static void oracle_on(const char *set) {
  if (harness_simd(set)) against_oracle("cpu");
  harness_simd(NULL);
}
static void oracle_plain(void) { oracle_on("plain"); }
static void oracle_avx2(void) { oracle_on("avx2"); }
static void oracle_avx512(void) { oracle_on("avx512"); }

int main(void) {
  static const HarnessTest tests[] = {
      TEST(oracle_plain), TEST(oracle_avx2), TEST(oracle_avx512), {NULL, NULL}};
  return harness_run("three_opt", tests);
}
