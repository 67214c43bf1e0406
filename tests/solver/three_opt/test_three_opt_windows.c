/* 3-opt with time windows: the evaluator by segment hierarchy against the oracle, which drives through the whole tour of every move; its
 * best moves on any backend, in any parts; certificates; plans; first customers of published instances. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/descending.h"
#include "fixtures/harness.h"
#include "fixtures/route_cases.h"
#include "oracle/oracle_routes.h"
#include "problem/instance_file.h"
#include "problem/judge.h"
#include "search/routes/giant_tour.h"
#include "search/routes/route_start.h"
#include "solver/certify.h"
#include "solver/three_opt/ref_move.h"

enum { NODES_MOST = 41, DESCENT_MOST = 30 /* nodes */, LEVELS = 2, DESCENT = 200 };

/* The oracle's distances, found once. */
static void case_table(RouteCase *one) {
  CvrpInstance *cvrp = (CvrpInstance *)one->inst;
  const size_t nodes = (size_t)one->inst->n + 1;
  int32_t *matrix = instance_array_alloc(nodes * nodes * sizeof *matrix);
  if (cvrp->matrix) {
    free(matrix);
    return;
  }
  for (size_t a = 0; a < nodes * nodes; a++)
    matrix[a] = (int32_t)oracle_route_distance(one->inst, (int32_t)(a / nodes), (int32_t)(a % nodes));
  cvrp->matrix = matrix;
  cvrp->with_matrix = true;
}

/* ---- every move by itself ---- */

typedef struct Tally {
  int wrong, feasible, infeasible, improving; /* of moves; improving: feasible ones */
} Tally;

static void hierarchies_make(const RouteData *data, const RouteCase *one, RefHierarchy h[REF_RESOURCES]) {
  for (int r = 0; r < REF_RESOURCES; r++) {
    h[r] = (RefHierarchy){ref_levels(one->nodes, LEVELS), ref_resource(data, r), NULL};
    h[r].segment = malloc((size_t)h[r].levels.first[LEVELS] * sizeof *h[r].segment);
    for (int32_t l = 0; l < LEVELS; l++)
      for (int32_t p = 0; p < h[r].levels.blocks[l] * h[r].levels.side[l]; p++)
        ref_build(&h[r], data, one->tour, l, p / h[r].levels.side[l], p % h[r].levels.side[l]);
  }
}

static void move_check(const RefTour *tour, const RouteCase *one, OracleMove m, int32_t *out, Tally *tally) {
  oracle_three_opt_neighbour(one->tour, one->nodes, m, out);
  const int64_t delta =
      oracle_giant_cost(one->inst, out, one->nodes) - oracle_giant_cost(one->inst, one->tour, one->nodes);
  const bool feasible = oracle_giant_feasible(one->inst, out, one->nodes);
  tally->wrong += ref_delta(tour, m.i, m.j, m.k, m.way) != delta;
  tally->wrong += (ref_feasible(tour, m.i, m.j, m.k, m.way) != 0) != feasible;
  tally->feasible += feasible;
  tally->infeasible += !feasible;
  tally->improving += feasible && delta < 0;
}

static void moves_check(const RouteCase *one, Tally *tally) {
  const RouteData data = route_data_of(one->inst);
  RefHierarchy h[REF_RESOURCES];
  const RefTour tour = {&data, one->tour, one->nodes, h};
  int32_t *out = malloc((size_t)one->nodes * sizeof *out);
  hierarchies_make(&data, one, h);
  for (int32_t i = 0; i < one->nodes - 3; i++)
    for (int32_t j = i + 1; j < one->nodes - 2; j++)
      for (int32_t k = j + 1; k < one->nodes - 1; k++)
        for (int32_t way = 1; way <= THREE_OPT_WAYS; way++)
          move_check(&tour, one, (OracleMove){0, i, j, k, way}, out, tally);
  for (int r = 0; r < REF_RESOURCES; r++) free(h[r].segment);
  free(out);
}

/* Tours that keep their windows, and those that break them. */
static void every_move(void) {
  Tally kept = {0}, broken = {0};
  for (ROUTE_PLANS(plan)) {
    RouteCase one = route_case_make(plan, 5), other = route_case_make(plan, 6);
    route_case_windows(&other, 9);
    case_table(&one);
    case_table(&other);
    if (one.nodes <= NODES_MOST && route_case_windows_kept(&one, 7)) {
      CU_ASSERT(oracle_giant_feasible(one.inst, one.tour, one.nodes));
      moves_check(&one, &kept);
    }
    if (other.nodes <= NODES_MOST / 2) moves_check(&other, &broken);
    route_case_free(&one);
    route_case_free(&other);
  }
  printf("# %d feasible moves, %d of them improving, %d infeasible\n", kept.feasible, kept.improving,
         kept.infeasible);
  CU_ASSERT(kept.wrong == 0 && broken.wrong == 0);
  CU_ASSERT(kept.improving > 1000 && kept.infeasible > 100000 && broken.infeasible > 10000);
}

/* ---- steps at the largest numbers ---- */

static int64_t drive(const RouteData *data, const int32_t *node, const int32_t *distance, int count) {
  int64_t now = data->ready[0];
  for (int k = 0; k < count; k++) {
    now += distance[k];
    if (now > data->due[node[k]]) return -1;
    now = now > data->ready[node[k]] ? now : data->ready[node[k]];
    now = node[k] ? now + data->service_at[node[k]] : data->ready[0];
  }
  return now;
}

static void largest_numbers(void) {
  enum { NODES = 6, STEPS = 5 };
  const int32_t far = CVRP_LIMIT_MAX, times[] = {0, 1, far / 4, far / 2, far - 1, far};
  uint32_t state = 1;
  int wrong = 0, kept = 0;
  for (int turn = 0; turn < 30000; turn++) {
    int32_t ready[NODES], due[NODES], service[NODES], node[STEPS], distance[STEPS];
    const RouteData data = {.ready = ready, .due = due, .service_at = service};
    for (int c = 0; c < NODES; c++) {
      const int32_t a = times[(state = state * 1664525u + 1013904223u) >> 16 & 3],
                    b = times[2 + (state >> 24 & 3)];
      ready[c] = a < b ? a : b;
      due[c] = a < b ? b : a;
      service[c] = c ? times[state >> 28 & 3] * (int)(state >> 27 & 1) : 0;
    }
    for (int k = 0; k < STEPS; k++) {
      node[k] = (int32_t)((state = state * 1664525u + 1013904223u) >> 16) % NODES;
      distance[k] = times[state >> 28 & 1] + (state >> 29 & 1 ? CVRP_DISTANCE_MAX - 1 : 0);
    }
    const int cut = (int)(state >> 20) % STEPS;
    RefSegment left = ref_stay(), right = ref_stay();
    for (int k = 0; k < cut; k++) left = ref_join(left, ref_step(&data, REF_WINDOWS, node[k], distance[k]));
    for (int k = STEPS - 1; k >= cut; k--)
      right = ref_join(ref_step(&data, REF_WINDOWS, node[k], distance[k]), right);
    const int64_t want = drive(&data, node, distance, STEPS);
    wrong += ref_carry(ref_join(left, right), ref_begin(&data, REF_WINDOWS)) != want;
    kept += want >= 0;
  }
  CU_ASSERT(wrong == 0 && kept > 1000 && kept < 29000);
}

/* ---- kernels ---- */

static MoveKey key_of(ThreeOptMove move) { return (MoveKey){{move.delta, move.i, move.j, move.k, move.way}}; }

/* The first in the order of moves, number by number: no move is the last. */
static MoveKey first_of(MoveKey a, MoveKey b) {
  for (int k = 0; k < MOVE_KEYS; k++)
    if (a.key[k] != b.key[k]) return a.key[k] < b.key[k] ? a : b;
  return a;
}

static bool same_key(MoveKey key, OracleMove want) {
  const MoveKey other = {{want.delta, want.i, want.j, want.k, want.way}};
  return memcmp(&key, &other, sizeof key) == 0;
}

typedef struct Scanned {
  Backend *be;
  RouteData data;
  ThreeOptPlace *place;
} Scanned;

static Scanned scanned_open(Backend *be, const RouteCase *one, int levels) {
  const RouteData host = route_data_of(one->inst);
  Scanned s = {.be = be};
  CU_ASSERT_EQUAL_FATAL(route_data_upload(be, &host, &s.data), OK);
  CU_ASSERT_EQUAL_FATAL(be->ops->three_opt->open(be, &s.data, giant_tour_most(one->inst->n) + 8,
                                                 THREE_OPT_HIERARCHY, levels, &s.place),
                        OK);
  CU_ASSERT_EQUAL_FATAL(be->ops->three_opt->put(be, s.place, one->tour, one->nodes), OK);
  return s;
}

static void scanned_close(Scanned *s) {
  s->be->ops->three_opt->close(s->be, s->place);
  route_data_free(s->be, &s->data);
}

/* The best of all parts. */
static void scan_check(Scanned *s, uint32_t parts, OracleMove want) {
  MoveKey best = {{0}};
  for (uint32_t part = 0; part < parts; part++) {
    ThreeOptMove move;
    CU_ASSERT_EQUAL(s->be->ops->three_opt->scan(s->be, s->place, (ThreeOptShare){part, parts}, &move), OK);
    best = first_of(best, key_of(move));
  }
  CU_ASSERT(same_key(best, want));
}

/* A descent makes the oracle's moves, to its end. */
static void descent_check(Scanned *s, RouteCase *one) {
  ThreeOptMove moves[DESCENT];
  uint32_t count = 0;
  int32_t *other = malloc(((size_t)giant_tour_most(one->inst->n) + 8) * sizeof *other), n = 0;
  const int32_t most = cvrp_routes_most(cvrp_of(one->inst));
  CU_ASSERT_EQUAL_FATAL(s->be->ops->three_opt->descend(s->be, s->place, most, DESCENT, moves, &count), OK);
  CU_ASSERT(count < DESCENT);
  for (uint32_t m = 0; m <= count && one->nodes >= 4; m++) {
    const OracleMove want = oracle_three_opt(one->inst, one->tour, one->nodes, NULL).best;
    CU_ASSERT(same_key(key_of(m < count ? moves[m] : (ThreeOptMove){0}), want));
    if (!want.delta) break;
    oracle_three_opt_neighbour(one->tour, one->nodes, want, other);
    memcpy(one->tour, other, (size_t)one->nodes * sizeof *other);
    one->nodes = giant_tour_normalize(one->inst, one->tour, one->nodes);
  }
  CU_ASSERT_EQUAL(s->be->ops->three_opt->get(s->be, s->place, other, &n), OK);
  CU_ASSERT(n == one->nodes && memcmp(other, one->tour, (size_t)n * sizeof *other) == 0);
  free(other);
}

static void kernels_check(const char *backend, int threads, uint64_t seed) {
  Backend be = {.ops = backend_find(backend)};
  CU_ASSERT_EQUAL_FATAL(be.ops->open(&be, 0, threads), OK);
  for (ROUTE_PLANS(plan)) {
    RouteCase one = route_case_make(plan, seed);
    if (one.nodes <= NODES_MOST && route_case_windows_kept(&one, seed + 20)) {
      Scanned s = scanned_open(&be, &one, (int)(seed % 5));
      const OracleMove want = oracle_three_opt(one.inst, one.tour, one.nodes, NULL).best;
      for (uint32_t parts = 1; parts < 8; parts += 3) scan_check(&s, parts, want);
      if (one.nodes <= DESCENT_MOST) descent_check(&s, &one);
      scanned_close(&s);
    }
    route_case_free(&one);
  }
  be.ops->close(&be);
}

static void kernels_cpu(void) {
  for (int threads = 1; threads <= 3; threads++) kernels_check("cpu", threads, (uint64_t)threads);
}

static void kernels_cuda(void) {
  const BackendOps *ops = backend_find("cuda");
  if (!ops || ops->devices() == 0)
    harness_skip("no device");
  else
    for (uint64_t seed = 4; seed < 9; seed++) kernels_check("cuda", 1, seed);
}

/* ---- certificates and plans ---- */

static MoveKey certified(const Instance *inst, const int32_t *gene, uint32_t parts) {
  const Plan plan = three_opt_plan_make((Plan){.seed = 1}, (ThreeOptPlan){.evaluator = THREE_OPT_AUTO});
  Backend be = backend_here();
  MoveKey best = {{0}}, one;
  for (uint32_t part = 0; part < parts; part++) {
    CU_ASSERT_EQUAL(three_opt_certifying.scan(inst, &be, &plan, gene, part, parts, &one), OK);
    best = first_of(best, one);
  }
  be.ops->close(&be);
  return best;
}

static void certificates(void) {
  for (ROUTE_PLANS(plan)) {
    RouteCase one = route_case_make(plan, 3);
    int32_t gene[64];
    if (!plan->empty && route_case_windows_kept(&one, 4)) {
      giant_tour_genes(one.tour, one.nodes, gene);
      one.nodes = giant_tour_of(one.inst, gene, one.tour);
      const OracleMove want = oracle_three_opt(one.inst, one.tour, one.nodes, NULL).best;
      for (uint32_t parts = 1; parts <= 3; parts++)
        CU_ASSERT(same_key(certified(one.inst, gene, parts), want));
    }
    route_case_free(&one);
  }
}

static void plan_refused(const RouteCase *one, ThreeOptPlan own, const char *says) {
  Backend be = backend_here();
  Plan plan = three_opt_plan_make((Plan){.seed = 1}, own);
  CU_ASSERT_EQUAL(three_opt_complete(one->inst, be.ops, &plan), ERR_USAGE);
  CU_ASSERT_STRING_EQUAL(status_message(), says);
  status_clear();
  be.ops->close(&be);
}

static void plans(void) {
  const RoutePlan some = {"some", ROUTES_PLANE, 30, 5, 20, ROUTES_UNLIMITED, 0, 0, FLEET_FREE, 0, 0};
  const ThreeOptPlan open = {.evaluator = THREE_OPT_AUTO};
  Backend be = backend_here();
  RouteCase one = route_case_make(&some, 1);
  const Plan without = plan_of(one.inst, &be, open, 0);
  CU_ASSERT(route_case_windows_kept(&one, 1));
  const Plan with = plan_of(one.inst, &be, open, 0);
  CU_ASSERT_EQUAL(three_opt_plan(&without)->evaluator, THREE_OPT_PACKED);
  CU_ASSERT_EQUAL(three_opt_plan(&with)->evaluator, THREE_OPT_HIERARCHY);
  CU_ASSERT_EQUAL(three_opt_plan(&with)->selection, SELECT_BEST);
  plan_refused(&one, (ThreeOptPlan){.evaluator = THREE_OPT_TABLES},
               "--evaluator tables: expected hierarchy or auto, as the instance has time windows");
  plan_refused(&one, (ThreeOptPlan){.evaluator = THREE_OPT_PACKED},
               "--evaluator packed: expected hierarchy or auto, as the instance has time windows");
  plan_refused(&one, (ThreeOptPlan){.evaluator = THREE_OPT_AUTO, .selection = SELECT_DISJOINT},
               "--selection disjoint: expected best, as the evaluator hierarchy finds one move a scan");
  ((CvrpInstance *)one.inst)->max_duration = 5000;
  plan_refused(&one, open, "3opt: expected time windows or a limit on the duration of routes, found both");
  route_case_free(&one);
  be.ops->close(&be);
}

/* ---- first customers of published instances ---- */

static RouteCase first_customers(const CvrpInstance *from, int32_t customers) {
  Instance *inst = NULL;
  CU_ASSERT_EQUAL_FATAL(cvrp_alloc(customers, true, false, &inst), OK);
  CvrpInstance *cvrp = (CvrpInstance *)inst;
  CU_ASSERT_EQUAL_FATAL(cvrp_windows_add(cvrp), OK);
  cvrp->capacity = from->capacity;
  cvrp->divisor = from->divisor;
  cvrp->max_duration = from->max_duration;
  const int32_t *const source[] = {from->x, from->y, from->demand, from->ready, from->due, from->service_at};
  int32_t *const to[] = {cvrp->x, cvrp->y, cvrp->demand, cvrp->ready, cvrp->due, cvrp->service_at};
  for (int k = 0; k < 6; k++) memcpy(to[k], source[k], ((size_t)customers + 1) * sizeof *to[k]);
  return (RouteCase){inst, malloc(((size_t)giant_tour_most(customers) + 1) * sizeof(int32_t)), 0};
}

static void published_check(const char *path, int32_t customers) {
  Instance *whole = NULL;
  int32_t gene[64];
  int64_t cost;
  Tally tally = {0};
  Backend be = backend_here();
  CU_ASSERT_EQUAL_FATAL(instance_read(path, &whole), OK);
  RouteCase one = first_customers(cvrp_of(whole), customers);
  CU_ASSERT_EQUAL_FATAL(start_savings(one.inst, 1, gene), OK);
  CU_ASSERT_EQUAL(judge_solution(one.inst, gene, &cost), OK);
  one.nodes = giant_tour_of(one.inst, gene, one.tour);
  moves_check(&one, &tally);
  CU_ASSERT(tally.wrong == 0 && tally.feasible > 0 && tally.infeasible > 0);
  Scanned s = scanned_open(&be, &one, 0);
  descent_check(&s, &one);
  scanned_close(&s);
  giant_tour_genes(one.tour, one.nodes, gene);
  CU_ASSERT_EQUAL(judge_solution(one.inst, gene, &cost), OK);
  CU_ASSERT_EQUAL(certified(one.inst, gene, 2).key[0], 0);
  route_case_free(&one);
  instance_free(whole);
  be.ops->close(&be);
}

static void published(void) {
  static const char *const names[] = {"R101", "C101", "R201", "C205"};
  for (int k = 0; k < 4; k++) {
    char relative[64];
    snprintf(relative, sizeof relative, "vrptw/solomon/%s.txt", names[k]);
    const char *path = harness_data(relative);
    if (!path) return;
    published_check(path, 30);
  }
}

int main(void) {
  static const HarnessTest tests[] = {TEST(every_move),   TEST(largest_numbers), TEST(kernels_cpu),
                                      TEST(kernels_cuda), TEST(certificates),    TEST(plans),
                                      TEST(published),    {NULL, NULL}};
  return harness_run("three_opt_windows", tests);
}
