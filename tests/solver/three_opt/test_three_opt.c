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
static const ThreeOptEvaluator evaluators[] = {THREE_OPT_TABLES, THREE_OPT_PACKED, THREE_OPT_HIERARCHY};
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

/* ---- larger tours: every move by its four parts ---- */

typedef struct Sums { /* of the nodes before each position, and the depots around it */
  const Instance *inst;
  int32_t *distance; /* (nodes, nodes) */
  const int32_t *tour;
  int64_t load[1024], time[1024]; /* time: distances to here, and the service of the nodes before */
  int32_t next[1024], last[1024]; /* the first depot from a position on, the last one up to it */
} Sums;

/* x[a..b], or reversed. */
typedef struct Part {
  int32_t a, b;
  bool back;
} Part;

/* The route that is open after what was joined. */
typedef struct Open {
  int32_t node;
  int64_t cost, load, time;
  bool feasible;
} Open;

static int64_t between(const Sums *s, int32_t a, int32_t b) { return s->distance[a * (s->inst->n + 1) + b]; }

static void distances_fill(Sums *s) {
  const int32_t nodes = s->inst->n + 1;
  s->distance = malloc(sizeof *s->distance * (size_t)nodes * (size_t)nodes);
  for (int32_t a = 0; a < nodes; a++)
    for (int32_t b = 0; b < nodes; b++)
      s->distance[a * nodes + b] = (int32_t)oracle_route_distance(s->inst, a, b);
}

static void sums_fill(Sums *s, const Instance *inst, const int32_t *tour, int32_t n) {
  const CvrpInstance *cvrp = cvrp_of(inst);
  s->inst = inst, s->tour = tour, s->load[0] = s->time[0] = 0;
  distances_fill(s);
  for (int32_t p = 0; p < n; p++) {
    s->load[p + 1] = s->load[p] + cvrp->demand[tour[p]];
    s->last[p] = tour[p] ? s->last[p - 1] : p;
    if (p + 1 < n)
      s->time[p + 1] = s->time[p] + (tour[p] ? cvrp->service : 0) + between(s, tour[p], tour[p + 1]);
  }
  for (int32_t p = n - 1; p >= 0; p--) s->next[p] = tour[p] ? s->next[p + 1] : p;
}

static int64_t load_of(const Sums *s, int32_t a, int32_t b) { return s->load[b + 1] - s->load[a]; }
/* From x[a] to x[b], the service of both included. */
static int64_t time_of(const Sums *s, int32_t a, int32_t b) {
  return s->time[b] - s->time[a] + (s->tour[b] ? cvrp_of(s->inst)->service : 0);
}

/* Closes a route with so much more. */
static void spend(const Sums *s, Open *open, int64_t load, int64_t time) {
  const CvrpInstance *cvrp = cvrp_of(s->inst);
  open->load += load, open->time += time;
  if (open->load > cvrp->capacity) open->feasible = false;
  if (cvrp->max_duration != INT32_MAX && open->time > cvrp->max_duration) open->feasible = false;
}

static void join(const Sums *s, Open *open, Part part) {
  const int32_t from = part.back ? part.b : part.a, to = part.back ? part.a : part.b;
  const int64_t edge = between(s, open->node, s->tour[from]);
  if (cvrp_of(s->inst)->fleet == FLEET_EXACTLY && !open->node && !s->tour[from]) open->feasible = false;
  open->cost += edge, open->time += edge, open->node = s->tour[to];
  const int32_t depot = s->next[part.a];
  if (depot > part.b) {
    spend(s, open, load_of(s, part.a, part.b), time_of(s, part.a, part.b));
    return;
  }
  const int32_t far = s->last[part.b];
  const int64_t near_load = load_of(s, part.a, depot), far_load = load_of(s, far, part.b);
  const int64_t near_time = time_of(s, part.a, depot), far_time = time_of(s, far, part.b);
  spend(s, open, part.back ? far_load : near_load, part.back ? far_time : near_time);
  open->load = part.back ? near_load : far_load, open->time = part.back ? near_time : far_time;
}

static void try_move(const Sums *s, int32_t n, OracleMove move, OracleMove *best) {
  const Part one = {move.i + 1, move.j, move.way == 1 || move.way == 3 || move.way == 5 || move.way == 7};
  const Part two = {move.j + 1, move.k, move.way == 2 || move.way == 3 || move.way == 5 || move.way == 6};
  const bool swapped = move.way == 3 || move.way == 4 || move.way >= 6;
  const int32_t start = s->last[move.i];
  Open open = {s->tour[move.i], 0, load_of(s, start, move.i), time_of(s, start, move.i), true};
  join(s, &open, swapped ? two : one);
  join(s, &open, swapped ? one : two);
  join(s, &open, (Part){move.k + 1, n - 1, false});
  const int32_t cuts[] = {move.i, move.j, move.k};
  for (int c = 0; c < 3; c++) open.cost -= between(s, s->tour[cuts[c]], s->tour[cuts[c] + 1]);
  move.delta = open.cost;
  if (open.feasible && move.delta < best->delta) *best = move;
}

static OracleMove rows_by_parts(const Sums *s, int32_t n, OracleMove *rows) {
  OracleMove best = {0};
  for (int32_t i = 0; i < n - 1; i++) rows[i] = (OracleMove){0};
  for (int32_t j = 1; j < n - 1; j++) /* 2-opt moves of j and k: way 2 with i = 0 is their smallest label */
    for (int32_t k = j + 1; k < n - 1; k++) try_move(s, n, (OracleMove){0, 0, j, k, 2}, &rows[j]);
#pragma omp parallel for schedule(dynamic)
  for (int32_t i = 0; i < n - 1; i++)
    for (int32_t j = i + 1; j < n - 1; j++)
      for (int32_t k = j + 1; k < n - 1; k++)
        for (int32_t way = i ? 4 : 1; way <= 7; way++)
          if (way != 2) try_move(s, n, (OracleMove){0, i, j, k, way}, &rows[i]);
  for (int32_t i = 0; i < n - 1; i++)
    if (rows[i].delta < best.delta || (rows[i].delta && rows[i].delta == best.delta && rows[i].i < best.i))
      best = rows[i];
  return best;
}

static const RoutePlan larger[] = {
    {"larger", ROUTES_PLANE, 290, 30, 20, ROUTES_UNLIMITED, 0, 0, FLEET_FREE, 0, 0},
    {"larger, limited", ROUTES_PLANE, 270, 20, 30, 20, 9, 0, FLEET_AT_MOST, 2, 0},
    {"larger star", ROUTES_LATTICE, 150, 150, 150, ROUTES_UNLIMITED, 0, 0, FLEET_EXACTLY, 0, 0},
    {"larger route", ROUTES_PLANE, 330, 2, 5, 40, 0, 0, FLEET_FREE, 0, 0},
    {"larger, far", ROUTES_FAR, 200, 100, 80, ROUTES_UNLIMITED, 0, 0, FLEET_FREE, 0, 0},
    {"larger, a matrix", ROUTES_MATRIX, 270, 30, 20, 30, 5, 0, FLEET_FREE, 0, 0},
    {.name = NULL}};

/* Found once for all instruction sets. */
static const OracleMove *rows_wanted(size_t number, const RouteCase *one) {
  static OracleMove *kept[sizeof larger / sizeof *larger];
  if (kept[number]) return kept[number];
  Sums *sums = malloc(sizeof *sums);
  kept[number] = malloc(sizeof **kept * (size_t)one->nodes);
  sums_fill(sums, one->inst, one->tour, one->nodes);
  kept[number][one->nodes - 1] = rows_by_parts(sums, one->nodes, kept[number]);
  free(sums->distance), free(sums);
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
    for (int e = 0; e < EVALUATORS; e++)
      if (plan->customers <= 24) check_descent(&be, plan, 11, evaluators[e]);
  be.ops->close(&be);
}

static void on(const char *set, void (*run)(const char *)) {
  if (harness_simd(set)) run("cpu");
  harness_simd(NULL);
}
static void oracle_plain(void) { on("plain", against_oracle); }
static void oracle_avx2(void) { on("avx2", against_oracle); }
static void oracle_avx512(void) { on("avx512", against_oracle); }
static void larger_plain(void) { on("plain", against_parts); }
static void larger_avx2(void) { on("avx2", against_parts); }
static void larger_avx512(void) { on("avx512", against_parts); }
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
static void descents_cuda(void) { on_device(descents); }

int main(void) {
  static const HarnessTest tests[] = {TEST(oracle_plain),  TEST(oracle_avx2), TEST(oracle_avx512),
                                      TEST(larger_plain),  TEST(larger_avx2), TEST(larger_avx512),
                                      TEST(descents_cpu),  TEST(oracle_cuda), TEST(larger_cuda),
                                      TEST(descents_cuda), {NULL, NULL}};
  return harness_run("three_opt", tests);
}
