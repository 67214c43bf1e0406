/* The source of the CUDA kernels of candidates and greedy tours, run on the host, against those of the CPU, entry by entry: for every order
 * of threads and whatever shared memory has at first. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "emulation/emulation.h"
#include "emulation/pair.h"
#include "fixtures/climbing.h"
#include "fixtures/preparing.h"

enum { MEMBERS = 5 };
static Backend cpu, cuda;

static bool order_same(const Instance *inst, const Prepared *want) {
  const size_t n = (size_t)inst->n;
  const TspInstance *tsp = tsp_of(inst);
  int32_t *const order = calloc(n, sizeof *order);
  double *const xy = calloc(2 * n, sizeof *xy);
  bool same = true;
  if (want->problem.xy) {
    CU_ASSERT_EQUAL_FATAL(cuda.ops->candidates->order(&cuda, inst->n, tsp->x, tsp->y, order, xy), OK);
    same = memcmp(order, want->order, n * sizeof *order) == 0 &&
           memcmp(xy, want->problem.xy, 2 * n * sizeof *xy) == 0;
  }
  free(order);
  free(xy);
  return same;
}

static bool lists_same(const Prepared *want, CandidatePlan plan) {
  const size_t entries = (size_t)want->problem.n * (size_t)want->width;
  int32_t *const list = calloc(entries + 1, sizeof *list);
  CU_ASSERT_EQUAL_FATAL(cuda.ops->candidates->lists(&cuda, &want->problem, plan, list), OK);
  const bool same = memcmp(list, want->list, entries * sizeof *list) == 0;
  free(list);
  return same;
}

static bool tours_same(const Prepared *want, GreedyPlan plan) {
  const size_t entries = (size_t)want->problem.n * MEMBERS;
  int32_t *const tour = calloc(entries, sizeof *tour);
  CU_ASSERT_EQUAL_FATAL(
      cuda.ops->candidates->greedy(&cuda, &want->problem, want->width, want->list, plan, MEMBERS, tour), OK);
  const bool same = memcmp(tour, want->tour, entries * sizeof *tour) == 0;
  free(tour);
  return same;
}

static void check_case(Instance *inst, CandidatePlan plan, uint64_t turn) {
  const GreedyPlan greedy = {.seed = turn << 40 | 7, .member = (uint32_t)turn, .spread = turn % 3 * 10};
  Prepared want;
  CU_ASSERT_FATAL(preparing_batch(&want, inst, "cpu", 1, plan, greedy, MEMBERS));
  emulation_turn(turn);
  const bool same = order_same(inst, &want) && lists_same(&want, plan) && tours_same(&want, greedy);
  CU_ASSERT(same);
  if (!same) printf("# %d cities, metric %d, turn %d\n", inst->n, (int)tsp_of(inst)->metric, (int)turn);
  preparing_free(&want);
  instance_free(inst);
}

static const Metric metrics[] = {METRIC_EUC_2D, METRIC_CEIL_2D, METRIC_ATT,     METRIC_MAN_2D,
                                 METRIC_MAX_2D, METRIC_GEO,     METRIC_EXPLICIT};
static const CandidatePlan plans[] = {{1, 0}, {5, 0}, {4, 1}, {8, 2}, {10, 2}, {16, 0}, {16, 4}, {7, 1}};

/* free: bytes that the device tells are free; members go in batches of what half of them holds. */
static void sizes(void) {
  static const int32_t cities[] = {1, 2, 3, 5, 8, 17, 33, 65, 300};
  static const uint64_t free_bytes[] = {16 << 20, 64 << 10, 300 << 10};
  uint64_t turn = 0;
  emulated_pair_open(&cpu, &cuda);
  for (int m = 0; m < 7; m++)
    for (int c = 0; c < 9; c++, turn++) {
      double size;
      if (metrics[m] == METRIC_GEO)
        size = 90;
      else if (c % 2)
        size = 5;
      else
        size = 1e6;
      emulated_room(&cuda, free_bytes[turn % 3]);
      check_case(climbing_instance(metrics[m], cities[c], size, m % 2, turn), plans[turn % 8], turn);
    }
  emulated_room(&cuda, 0);
  emulated_pair_close(&cpu, &cuda);
}

/* Awkward shapes; enough cities that several launches of rounds and several levels of boxes are needed. */
static void shapes(void) {
  emulated_pair_open(&cpu, &cuda);
  emulated_room(&cuda, 16 << 20);
  for (int shape = 0; shape < SHAPE_COUNT; shape++)
    check_case(preparing_instance((Shape)shape, metrics[shape % 5], 200 + 61 * shape, 1), plans[shape % 8],
               (uint64_t)shape);
  check_case(climbing_instance(METRIC_EUC_2D, 6000, 1e6, 0, 1), plans[3], 2);
  emulated_room(&cuda, 0);
  emulated_pair_close(&cpu, &cuda);
}

/* Lists of two instances in common launches are those of each. */
static void two_instances(void) {
  enum { CITIES = 70, WIDTH = 8 };
  static double xy[2][2 * CITIES];
  static int32_t list[2][CITIES * WIDTH];
  Prepared one[2];
  emulated_pair_open(&cpu, &cuda);
  for (int quadrant = 0; quadrant <= 2; quadrant += 2) {
    const CandidatePlan plan = {WIDTH, quadrant};
    Instance *inst[2];
    for (int k = 0; k < 2; k++) {
      inst[k] = climbing_instance(METRIC_EUC_2D, CITIES, 1000, 0, (uint64_t)k);
      CU_ASSERT_FATAL(preparing_batch(&one[k], inst[k], "cpu", 1, plan, (GreedyPlan){.seed = 1}, 1));
      CU_ASSERT_EQUAL_FATAL(one[k].width, WIDTH);
      memcpy(xy[k], one[k].problem.xy, sizeof xy[k]);
    }
    TourProblem both = one[0].problem;
    both.xy = xy[0];
    both.instances = 2;
    emulation_turn((uint64_t)quadrant);
    CU_ASSERT_EQUAL_FATAL(cuda.ops->candidates->lists(&cuda, &both, plan, list[0]), OK);
    for (int k = 0; k < 2; k++) CU_ASSERT_EQUAL(memcmp(list[k], one[k].list, sizeof list[k]), 0);
    for (int k = 0; k < 2; k++) {
      preparing_free(&one[k]);
      instance_free(inst[k]);
    }
  }
  emulated_pair_close(&cpu, &cuda);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(sizes), TEST(shapes), TEST(two_instances), {NULL, NULL}};
  return harness_run("candidates_emulated", tests);
}
