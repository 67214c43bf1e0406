/* The certificate of the "3opt" solver against the oracle: the best of any number of parts, and the line that tells it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cost.h"
#include "fixtures/harness.h"
#include "fixtures/route_cases.h"
#include "oracle/oracle_routes.h"
#include "solver/certify.h"
#include "search/routes/giant_tour.h"
#include "solver/three_opt/three_opt_plan.h"

enum { NODES_MAX = 64 };

typedef struct Certified {
  RouteCase one; /* its tour is the solution's */
  int32_t gene[NODES_MAX];
  OracleMove want;
  MoveKey found;
  char text[512];
} Certified;

/* The least of the parts' keys, number by number. */
static MoveKey least_of(MoveKey a, MoveKey b) {
  for (int k = 0; k < MOVE_KEYS; k++)
    if (a.key[k] != b.key[k]) return a.key[k] < b.key[k] ? a : b;
  return a;
}

static MoveKey scan_parts(const Certified *c, ThreeOptEvaluator evaluator, uint32_t parts) {
  const Plan plan = three_opt_plan_make((Plan){.seed = 1}, (ThreeOptPlan){.evaluator = evaluator});
  Backend be = {.ops = backend_find("cpu")};
  MoveKey best = {{0}}, one;
  CU_ASSERT_EQUAL_FATAL(be.ops->open(&be, 0, 2), OK);
  for (uint32_t part = 0; part < parts; part++) {
    CU_ASSERT_EQUAL(three_opt_certifying.scan(c->one.inst, &be, &plan, c->gene, part, parts, &one), OK);
    best = least_of(best, one);
  }
  be.ops->close(&be);
  return best;
}

static void text_make(Certified *c) {
  FILE *out = fmemopen(c->text, sizeof c->text, "w");
  CU_ASSERT_EQUAL(three_opt_certifying.tell(c->one.inst, c->gene, &c->found, 0.25, out), OK);
  fclose(out);
}

static Certified certified_make(const RoutePlan *plan, uint64_t seed) {
  Certified c = {.one = route_case_make(plan, seed)};
  giant_tour_genes(c.one.tour, c.one.nodes, c.gene);
  c.one.nodes = giant_tour_of(c.one.inst, c.gene, c.one.tour);
  c.want = oracle_three_opt(c.one.inst, c.one.tour, c.one.nodes, NULL).best;
  c.found = scan_parts(&c, THREE_OPT_TABLES, 1);
  text_make(&c);
  return c;
}

/* ---- the best move ---- */

static void check_found(const Certified *c) {
  const int64_t want[MOVE_KEYS] = {c->want.delta, c->want.i, c->want.j, c->want.k, c->want.way};
  CU_ASSERT_EQUAL(memcmp(&c->found, want, sizeof want), 0);
  for (ThreeOptEvaluator e = 0; e < THREE_OPT_EVALUATORS; e++)
    for (uint32_t parts = 1; parts <= 4; parts++) {
      const MoveKey again = scan_parts(c, e, parts);
      CU_ASSERT_EQUAL(memcmp(&again, want, sizeof want), 0);
    }
}

static void best_of_parts(void) {
  for (ROUTE_PLANS(plan)) {
    Certified c = certified_make(plan, 7);
    check_found(&c);
    route_case_free(&c.one);
  }
}

/* ---- what is told ---- */

typedef struct Edges {
  int32_t count[NODES_MAX][NODES_MAX]; /* of customers a <= b, 0: the depot */
} Edges;

static void edge_add(Edges *edges, int32_t a, int32_t b, int32_t times) {
  edges->count[a < b ? a : b][a < b ? b : a] += times;
}

static Edges edges_of(const int32_t *tour, int32_t n) {
  Edges edges = {{{0}}};
  for (int32_t p = 0; p + 1 < n; p++) edge_add(&edges, tour[p], tour[p + 1], 1);
  return edges;
}

/* Adds the edges behind `word`; returns how many. */
static int edges_told(const char *text, const char *word, Edges *edges, int32_t times) {
  const char *at = strstr(text, word);
  int count = 0, a, b, used;
  for (at = at ? at + strlen(word) : ""; sscanf(at, " %d-%d%n", &a, &b, &used) == 2; at += used, count++)
    edge_add(edges, a, b, times);
  return count;
}

static void check_edges(const Certified *c) {
  int32_t other[NODES_MAX];
  Edges edges = edges_of(c->one.tour, c->one.nodes), want;
  const int gone = edges_told(c->text, " without", &edges, -1),
            come = edges_told(c->text, " with ", &edges, 1);
  CU_ASSERT(gone == come && gone == (c->want.way <= 3 ? 2 : 3));
  oracle_three_opt_neighbour(c->one.tour, c->one.nodes, c->want, other);
  want = edges_of(other, c->one.nodes);
  CU_ASSERT_EQUAL(memcmp(&edges, &want, sizeof want), 0);
}

static void check_told(const Certified *c) {
  char cost[COST_TEXT_MAX], begin[64];
  if (c->want.delta == 0) {
    CU_ASSERT_EQUAL(strncmp(c->text, "no improving 3-opt move: ", 25), 0);
    CU_ASSERT_PTR_NOT_NULL(strstr(c->text, " distinct ones, 0.25 s\n"));
    return;
  }
  snprintf(begin, sizeof begin, "best 3-opt move: %s, without ",
           cost_text(c->want.delta, c->one.inst->decimals, cost));
  CU_ASSERT_EQUAL(strncmp(c->text, begin, strlen(begin)), 0);
  check_edges(c);
}

static void tells_the_edges(void) {
  for (ROUTE_PLANS(plan))
    for (uint64_t seed = 0; seed < 4; seed++) {
      Certified c = certified_make(plan, seed);
      check_told(&c);
      route_case_free(&c.one);
    }
}

/* Customers at 1, 2, 3, 4 on a line, the depot at 0: 1 4 and 2 3, capacity 2. */
static void tells_the_routes(void) {
  const RoutePlan line = {"line", ROUTES_LINE, 4, 2, 0, ROUTES_UNLIMITED, 0, 0, FLEET_EXACTLY, 0, 0};
  Certified c = {.one = route_case_make(&line, 1), .gene = {-1, 4, -2, 3}};
  CvrpInstance *cvrp = (CvrpInstance *)c.one.inst;
  for (int32_t p = 0; p <= 4; p++) {
    cvrp->x[p] = p;
    cvrp->y[p] = 0;
    cvrp->demand[p] = p > 0;
  }
  cvrp->capacity = 2;
  cvrp->head.decimals = 1;
  c.found = scan_parts(&c, THREE_OPT_HIERARCHY, 1);
  text_make(&c);
  CU_ASSERT_STRING_EQUAL(c.text, "best 3-opt move: -0.2, without 1-4 2-3, with 1-2 4-3, in routes 1 2\n");
  route_case_free(&c.one);
}

/* Levels are for the hierarchy. */
static void settings_are_checked(void) {
  const Plan plan = three_opt_plan_make((Plan){.seed = 1}, (ThreeOptPlan){.levels = 2});
  RouteCase one = route_case_make(route_plans, 1);
  Backend be = {.ops = backend_find("cpu")};
  const int32_t gene[] = {-1, 2};
  MoveKey best;
  CU_ASSERT_EQUAL_FATAL(be.ops->open(&be, 0, 1), OK);
  CU_ASSERT_EQUAL(three_opt_certifying.scan(one.inst, &be, &plan, gene, 0, 1, &best), ERR_USAGE);
  status_clear();
  be.ops->close(&be);
  route_case_free(&one);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(best_of_parts),
                                      TEST(tells_the_edges),
                                      TEST(tells_the_routes),
                                      TEST(settings_are_checked),
                                      {NULL, NULL}};
  return harness_run("three_opt_certify", tests);
}
