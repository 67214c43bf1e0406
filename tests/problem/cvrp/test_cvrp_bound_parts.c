/* The parts of the bound of vehicle routing: the relaxation at any prices, weights, fleets, and the nearest customers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/harness.h"
#include "fixtures/route_cases.h"
#include "oracle/oracle_route_optimum.h"
#include "problem/cvrp/bounds/cvrp_bounds.h"

enum { ROUNDS = 24 };

static uint64_t below(uint64_t *state, uint64_t m) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (*state >> 33) % m;
}

/* ---- the relaxation at any prices ---- */

typedef struct Relaxed {
  BoundGraph graph;
  BoundWeights weights;
  BoundPaths paths;
  BoundFleet fleet;
  int64_t *price, *dual;
  double *visits;
} Relaxed;

enum { SCALE = 8 };

static void relaxed_make(const Instance *inst, int32_t width, int32_t most, Relaxed *r) {
  const size_t nodes = (size_t)inst->n + 1;
  memset(r, 0, sizeof *r);
  CU_ASSERT_EQUAL_FATAL(bound_fleet_find(cvrp_of(inst), &r->fleet), OK);
  CU_ASSERT_EQUAL_FATAL(bound_graph_make(cvrp_of(inst), width, &r->graph), OK);
  r->weights.weight = calloc(nodes, sizeof *r->weights.weight);
  CU_ASSERT_EQUAL_FATAL(bound_weights_make(cvrp_of(inst), most, &r->weights), OK);
  int64_t scale = SCALE;
  while (scale > 1 && scale * CVRP_COORDINATE_MAX > BOUND_SCALED_MAX) scale /= 2;
  CU_ASSERT_EQUAL_FATAL(bound_paths_make(&r->graph, &r->weights, scale, &r->paths), OK);
  r->price = calloc(nodes, sizeof *r->price);
  r->dual = calloc(nodes, sizeof *r->dual);
  r->visits = calloc(nodes, sizeof *r->visits);
}

static void relaxed_free(Relaxed *r) {
  bound_paths_free(&r->paths);
  bound_graph_free(&r->graph);
  free(r->weights.weight);
  free(r->price);
  free(r->dual);
  free(r->visits);
}

/* About as large as distances, of both signs. */
static void prices_draw(Relaxed *r, uint64_t *state) {
  int64_t far = 1;
  for (int32_t c = 1; c <= r->graph.n; c++) far = r->graph.home[c] > far ? r->graph.home[c] : far;
  for (int32_t c = 0; c <= r->graph.n; c++)
    r->price[c] = ((int64_t)below(state, 1024) - 256) * far * r->paths.scale / 512;
  r->price[0] -= r->price[0] % 2;
}

static int64_t relaxed_bound(Relaxed *r) {
  bound_paths_find(&r->paths, r->price, 1);
  return bound_routes_find(&r->paths, r->fleet, r->price, r->dual, r->visits);
}

/* Customers of no route pay more than it costs, whatever the prices, weights and rows. */
static void duals_are_feasible(void) {
  uint64_t state = 7;
  for (int f = 0; f < ROUTE_FORMS; f++)
    for (uint64_t seed = 0; seed < ROUNDS; seed++) {
      RouteCase one = route_case_few((RouteForm)f, seed);
      Relaxed r;
      int64_t *route = oracle_subset_routes(one.inst), over = 0;
      relaxed_make(one.inst, 1 + (int32_t)below(&state, 9), 1 + (int32_t)below(&state, 60), &r);
      prices_draw(&r, &state);
      const int64_t bound = relaxed_bound(&r), optimum = oracle_route_optimum(one.inst);
      for (size_t s = 1; s < (size_t)1 << one.inst->n; s++) {
        int64_t paid = r.price[0];
        for (int32_t c = 1; c <= one.inst->n; c++) paid += s >> (c - 1) & 1 ? r.dual[c] : 0;
        over += route[s] < ORACLE_NO_ROUTE && paid > route[s] * r.paths.scale;
      }
      CU_ASSERT_EQUAL(over, 0);
      CU_ASSERT(optimum == ORACLE_NO_ROUTE || bound <= optimum * r.paths.scale);
      relaxed_free(&r);
      free(route);
      route_case_free(&one);
    }
}

/* The direction of ascent: the slope of the bound, which is concave between kinks, so no other price is above the line along it. */
static void slopes_are_of_the_bound(void) {
  uint64_t state = 11;
  for (uint64_t seed = 0; seed < ROUNDS; seed++) {
    RouteCase one = route_case_few(ROUTES_PLANE, seed);
    Relaxed r;
    relaxed_make(one.inst, 9, 60, &r);
    prices_draw(&r, &state);
    r.price[0] = 0;
    const int64_t bound = relaxed_bound(&r);
    double line = (double)bound;
    for (int32_t c = 1; c <= one.inst->n; c++) {
      const int64_t more = (int64_t)below(&state, 2001) - 1000;
      line += (double)more * (1 - r.visits[c]);
      r.price[c] += more;
    }
    CU_ASSERT((double)relaxed_bound(&r) <= line + one.inst->n + 1);
    relaxed_free(&r);
    route_case_free(&one);
  }
}

/* Rows that lack arcs give no more than whole ones. */
static void narrow_rows_relax(void) {
  RoutePlan plan = {
      .name = "narrow", .customers = 60, .routes = 8, .load_slack = 10, .duration_slack = ROUTES_UNLIMITED};
  for (int f = 0; f < ROUTE_FORMS; f++) {
    plan.form = (RouteForm)f;
    RouteCase one = route_case_make(&plan, 5);
    Relaxed whole, narrow;
    relaxed_make(one.inst, 60, 100, &whole);
    CU_ASSERT_PTR_NULL(whole.paths.jumped);
    for (int32_t width = 2; width < 59; width = 2 * width + 1) {
      uint64_t state = 3, same = state;
      relaxed_make(one.inst, width, 100, &narrow);
      CU_ASSERT_PTR_NOT_NULL(narrow.paths.jumped);
      prices_draw(&whole, &state);
      prices_draw(&narrow, &same);
      CU_ASSERT(relaxed_bound(&narrow) <= relaxed_bound(&whole));
      relaxed_free(&narrow);
    }
    relaxed_free(&whole);
    route_case_free(&one);
  }
}

static bool in_row(const BoundGraph *graph, int32_t a, int32_t b) {
  for (int32_t k = 0; k < graph->count[b]; k++)
    if (graph->near[b * graph->width + k] == a) return true;
  return false;
}

/* From one customer alone: a jump is no longer than the arc, where no row has it. */
static void jumps_are_no_longer_than_arcs(void) {
  RoutePlan plan = {.name = "jumps", .customers = 60, .routes = 4, .duration_slack = ROUTES_UNLIMITED};
  for (int f = 0; f < ROUTE_FORMS; f++) {
    plan.form = (RouteForm)f;
    RouteCase one = route_case_make(&plan, 2);
    Relaxed r;
    int64_t best[61];
    relaxed_make(one.inst, 4, 100, &r);
    for (int32_t a = 1; a <= 60; a++) {
      for (int32_t c = 0; c <= 60; c++) best[c] = c == a ? bound_label(-5, 7) : BOUND_NO_PATH;
      bound_jumps_set(&r.paths.jumps, best, 1);
      for (int32_t b = 1; b <= 60; b++) {
        if (a == b || in_row(&r.graph, a, b) || r.graph.beyond[b] == INT32_MAX) continue;
        const int64_t jump = bound_jump(&r.paths.jumps, b);
        CU_ASSERT_EQUAL(bound_pred(jump), a);
        CU_ASSERT(bound_length(jump) <= bound_distance(cvrp_of(one.inst), a, b) * r.paths.scale - 5);
      }
    }
    relaxed_free(&r);
    route_case_free(&one);
  }
}

/* ---- parts ---- */

static int near_order(const void *left, const void *right) {
  const BoundNear *a = left, *b = right;
  return a->distance != b->distance ? (a->distance > b->distance) - (a->distance < b->distance)
                                    : (a->customer > b->customer) - (a->customer < b->customer);
}

static int32_t nearest_by_sorting(const CvrpInstance *cvrp, int32_t c, BoundNear *near) {
  int32_t count = 0;
  for (int32_t k = 1; k <= cvrp->head.n; k++) {
    if (k == c || cvrp->demand[k] + cvrp->demand[c] > cvrp->capacity) continue;
    const int64_t dx = cvrp->matrix ? 0 : cvrp->x[k] - cvrp->x[c],
                  dy = cvrp->matrix ? 0 : cvrp->y[k] - cvrp->y[c];
    const int64_t distance = cvrp->matrix ? cvrp->matrix[c * (cvrp->head.n + 1) + k] : dx * dx + dy * dy;
    near[count++] = (BoundNear){distance, k};
  }
  qsort(near, (size_t)count, sizeof *near, near_order);
  return count;
}

static void nearest_customers(void) {
  enum { N = 400, WIDTH = 9 };
  static BoundNear found[WIDTH], all[N];
  for (int f = 0; f < ROUTE_FORMS; f++)
    for (int32_t slack = 0; slack < 2; slack++) {
      const RoutePlan plan = {.name = "near",
                              .form = (RouteForm)f,
                              .customers = N,
                              .routes = slack ? 9 : N - 40,
                              .duration_slack = ROUTES_UNLIMITED};
      RouteCase one = route_case_make(&plan, 1);
      BoundTree tree;
      CU_ASSERT_EQUAL_FATAL(bound_tree_make(cvrp_of(one.inst), &tree), OK);
      for (int32_t c = 1; c <= N; c++) {
        const int32_t count = bound_nearest(&tree, c, WIDTH, found),
                      most = nearest_by_sorting(cvrp_of(one.inst), c, all);
        CU_ASSERT_EQUAL(count, most < WIDTH ? most : WIDTH);
        CU_ASSERT(memcmp(found, all, (size_t)count * sizeof *found) == 0);
      }
      bound_tree_free(&tree);
      route_case_free(&one);
    }
}

/* No set of customers within the capacity weighs more than the limit; no partition has fewer parts than the least fleet. */
static void weights_and_fleets(void) {
  for (uint64_t seed = 0; seed < 200; seed++) {
    RouteCase one = route_case_few(ROUTES_PLANE, seed);
    CvrpInstance *cvrp = (CvrpInstance *)one.inst;
    uint64_t state = seed;
    int32_t weight[ROUTES_FEW + 1];
    BoundWeights weights = {weight, 0};
    BoundFleet fleet;
    CU_ASSERT_EQUAL_FATAL(bound_weights_make(cvrp, 1 + (int32_t)below(&state, 50), &weights), OK);
    for (size_t s = 1; s < (size_t)1 << one.inst->n; s++) {
      int64_t load = 0, heavy = 0;
      for (int32_t c = 1; c <= one.inst->n; c++)
        if (s >> (c - 1) & 1) {
          load += cvrp->demand[c];
          heavy += weight[c];
        }
      CU_ASSERT(load > cvrp->capacity || heavy <= weights.limit);
    }
    for (int32_t c = 1; c <= one.inst->n; c++) CU_ASSERT(weight[c] >= 1);
    cvrp->fleet = FLEET_FREE;
    cvrp->vehicles = 0;
    cvrp->max_duration = INT32_MAX;
    CU_ASSERT_EQUAL_FATAL(bound_fleet_find(cvrp, &fleet), OK);
    CU_ASSERT_EQUAL(fleet.most, one.inst->n);
    cvrp->fleet = FLEET_AT_MOST;
    cvrp->vehicles = fleet.least - 1;
    CU_ASSERT(fleet.least >= 1 && oracle_route_optimum(one.inst) == ORACLE_NO_ROUTE);
    route_case_free(&one);
  }
}

/* Seven customers of more than a half, and others that fit beside them: 7 routes, where sums alone say 6. */
static void packing_counts_large_customers(void) {
  const int32_t demand[] = {0, 60, 60, 60, 51, 70, 80, 90, 40, 20};
  Instance *inst;
  CU_ASSERT_EQUAL_FATAL(cvrp_alloc(9, true, false, &inst), OK);
  CvrpInstance *cvrp = (CvrpInstance *)inst;
  BoundFleet fleet;
  cvrp->capacity = 100;
  memcpy(cvrp->demand, demand, sizeof demand);
  CU_ASSERT_EQUAL(bound_fleet_find(cvrp, &fleet), OK);
  CU_ASSERT_EQUAL(fleet.least, 7);
  instance_free(inst);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(duals_are_feasible),
                                      TEST(slopes_are_of_the_bound),
                                      TEST(narrow_rows_relax),
                                      TEST(jumps_are_no_longer_than_arcs),
                                      TEST(nearest_customers),
                                      TEST(weights_and_fleets),
                                      TEST(packing_counts_large_customers),
                                      {NULL, NULL}};
  return harness_run("parts of the bound of vehicle routing", tests);
}
