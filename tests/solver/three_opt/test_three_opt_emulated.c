/* The source of the CUDA kernels of 3-opt, run on the host, against the CPU's: best moves, rows and descents of every evaluator, those of the
 * segment hierarchy with time windows as well, for every order of threads. */
#include <stdlib.h>
#include <string.h>
#include "emulation/emulation.h"
#include "emulation/pair.h"
#include "fixtures/route_cases.h"
#include "search/routes/giant_tour.h"
#include "solver/three_opt/three_opt_kernels.h"

enum { MOVES = 64, DESCENT_MOST = 24 /* customers */ };

/* A place on each of the two. */
typedef struct Twins {
  Backend *be[2]; /* the CPU, the pretended device */
  RouteData data[2];
  ThreeOptPlace *place[2];
} Twins;

static Twins twins_open(Backend *cpu, Backend *cuda, const RouteCase *one, ThreeOptEvaluator evaluator) {
  const RouteData host = route_data_of(one->inst);
  Twins t = {.be = {cpu, cuda}};
  for (int k = 0; k < 2; k++) {
    const ThreeOptKernels *kernels = t.be[k]->ops->three_opt;
    CU_ASSERT_EQUAL_FATAL(route_data_upload(t.be[k], &host, &t.data[k]), OK);
    CU_ASSERT_EQUAL_FATAL(
        kernels->open(t.be[k], &t.data[k], giant_tour_most(one->inst->n) + 5, evaluator, 0, &t.place[k]), OK);
    CU_ASSERT_EQUAL_FATAL(kernels->put(t.be[k], t.place[k], one->tour, one->nodes), OK);
  }
  return t;
}

static void twins_close(Twins *t) {
  for (int k = 0; k < 2; k++) {
    t->be[k]->ops->three_opt->close(t->be[k], t->place[k]);
    route_data_free(t->be[k], &t->data[k]);
  }
}

/* Their slabs differ, so the parts of a scan do: the best of all parts is the same. */
static ThreeOptMove scan_of(Backend *be, ThreeOptPlace *place, uint32_t parts) {
  ThreeOptMove best = {0};
  for (uint32_t part = 0; part < parts; part++) {
    ThreeOptMove move;
    CU_ASSERT_EQUAL(be->ops->three_opt->scan(be, place, (ThreeOptShare){part, parts}, &move), OK);
    const int32_t a[] = {move.delta, move.i, move.j, move.k, move.way},
                  b[] = {best.delta, best.i, best.j, best.k, best.way};
    int f = 0;
    while (f < 4 && a[f] == b[f]) f++;
    if (a[f] < b[f]) best = move;
  }
  return best;
}

static void scans_compare(Twins *t) {
  for (uint32_t parts = 1; parts <= 3; parts += 2) {
    const ThreeOptMove want = scan_of(t->be[0], t->place[0], parts),
                       got = scan_of(t->be[1], t->place[1], parts);
    CU_ASSERT_EQUAL(memcmp(&want, &got, sizeof want), 0);
  }
}

static void rows_compare(Twins *t, int32_t nodes) {
  ThreeOptMove *const rows = calloc(2 * (size_t)nodes, sizeof *rows);
  for (int k = 0; k < 2; k++)
    CU_ASSERT_EQUAL(
        t->be[k]->ops->three_opt->rows(t->be[k], t->place[k], (ThreeOptShare){0, 1}, rows + k * nodes), OK);
  CU_ASSERT_EQUAL(memcmp(rows, rows + nodes, (size_t)(nodes - 1) * sizeof *rows), 0);
  free(rows);
}

static void descents_compare(Twins *t, const Instance *inst) {
  const size_t room = (size_t)giant_tour_most(inst->n) + 5;
  ThreeOptMove moves[2][MOVES] = {{{0}}};
  int32_t *const tour = calloc(2 * room, sizeof *tour), n[2] = {0};
  uint32_t count[2] = {0};
  for (int k = 0; k < 2; k++) {
    const ThreeOptKernels *kernels = t->be[k]->ops->three_opt;
    CU_ASSERT_EQUAL(
        kernels->descend(t->be[k], t->place[k], cvrp_routes_most(cvrp_of(inst)), MOVES, moves[k], &count[k]),
        OK);
    CU_ASSERT_EQUAL(kernels->get(t->be[k], t->place[k], tour + (size_t)k * room, &n[k]), OK);
  }
  CU_ASSERT(count[0] == count[1] && n[0] == n[1]);
  CU_ASSERT_EQUAL(memcmp(moves[0], moves[1], sizeof moves[0]), 0);
  CU_ASSERT_EQUAL(memcmp(tour, tour + room, room * sizeof *tour), 0);
  free(tour);
}

static void case_compare(const RouteCase *one, ThreeOptEvaluator evaluator) {
  Backend cpu, cuda;
  emulated_pair_open(&cpu, &cuda);
  Twins t = twins_open(&cpu, &cuda, one, evaluator);
  scans_compare(&t);
  if (evaluator != THREE_OPT_HIERARCHY) rows_compare(&t, one->nodes);
  if (one->inst->n <= DESCENT_MOST) descents_compare(&t, one->inst);
  twins_close(&t);
  emulated_pair_close(&cpu, &cuda);
}

/* ---- all plans, in another order of threads each ---- */

static void evaluators(void) {
  uint64_t turn = 0;
  for (ROUTE_PLANS(plan)) {
    RouteCase one = route_case_make(plan, 31);
    emulation_turn(turn);
    case_compare(&one, (ThreeOptEvaluator)(turn++ % THREE_OPT_EVALUATORS));
    route_case_free(&one);
  }
}

static void windows(void) {
  uint64_t turn = 0;
  for (ROUTE_PLANS(plan)) {
    RouteCase one = route_case_make(plan, 32);
    emulation_turn(turn++);
    if (route_case_windows_kept(&one, 33)) case_compare(&one, THREE_OPT_HIERARCHY);
    route_case_free(&one);
  }
}

/* Several tiles of edges. */
static void larger(void) {
  static const RoutePlan plans[] = {
      {"windows", ROUTES_PLANE, 90, 9, 20, ROUTES_UNLIMITED, 0, 0, FLEET_FREE, 0, 0},
      {"durations", ROUTES_PLANE, 80, 9, 20, 20, 4, 0, FLEET_AT_MOST, 2, 0},
      {"loads", ROUTES_LATTICE, 85, 12, 15, ROUTES_UNLIMITED, 0, 0, FLEET_FREE, 0, 0}};
  for (uint64_t k = 0; k < 3; k++) {
    RouteCase one = route_case_make(&plans[k], 2);
    if (k == 0) CU_ASSERT(route_case_windows_kept(&one, 3));
    emulation_turn(k);
    case_compare(&one, k == 2 ? THREE_OPT_PACKED : THREE_OPT_HIERARCHY);
    route_case_free(&one);
  }
}

static const HarnessTest tests[] = {TEST(evaluators), TEST(windows), TEST(larger), {NULL, NULL}};

int main(void) { return harness_run("CUDA kernels of 3-opt on the host", tests); }
