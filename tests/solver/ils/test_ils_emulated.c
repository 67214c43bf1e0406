/* The source of the CUDA kernels of iterated local search, run on the host, against those of the CPU, bit by bit: for every order of threads
 * and whatever shared memory has at first. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "emulation/emulation.h"
#include "emulation/pair.h"
#include "fixtures/climbing.h"
#include "fixtures/preparing.h"
#include "solver/ils/ils_kernels.h"

enum { TOURS = 4, SEED = 77, TASKS = 2 };
static Backend cpu, cuda;

/* Tours of one backend; the other has the same problem. */
typedef struct Side {
  Backend *be;
  IlsProblem problem;
  IlsState state;
} Side;

static const uint32_t *quantiles(void) {
  static uint32_t q[ILS_QUANTILES];
  for (uint32_t k = 0; k < ILS_QUANTILES; k++) q[k] = (k * 2654435761u) >> 18;
  return q;
}

/* Tour t of task t mod TASKS; the first of a task is its greedy one, the second a rotated one. */
static void tours_set(const Side *s, const Prepared *task[TASKS]) {
  const size_t n = (size_t)s->problem.tour.n;
  for (size_t t = 0; t < TOURS; t++)
    for (size_t p = 0; p < n; p++)
      s->state.tour[t * n + p] = task[t % TASKS]->tour[t < TASKS ? p : (p + t) % n];
}

/* tasks: of the same instance, or each has its own. `xy`: of all of them. */
static void side_open(Side *s, Backend *be, const Prepared *task[TASKS], const double *xy, uint32_t kicks) {
  static const TourTask both[TASKS] = {{.seed = SEED, .epoch = 3, .instance = 0},
                                       {.seed = SEED + 1, .epoch = 4, .instance = 1}};
  const Prepared *one = task[0];
  const size_t n = (size_t)one->problem.n, entries = n * (size_t)one->width;
  const size_t instances = xy ? TASKS : 1;
  int32_t *list = malloc((instances * entries + 1) * sizeof *list);
  for (size_t k = 0; k < instances; k++) memcpy(list + k * entries, task[k]->list, entries * sizeof *list);
  *s = (Side){be, {.tour = one->problem, .width = one->width, .quantile = quantiles()}, {0}};
  if (xy) {
    s->problem.tour.xy = xy;
    s->problem.tour.instances = TASKS;
  }
  s->problem.candidates = calloc(instances * entries + 1, sizeof(IlsCandidate));
  s->state =
      (IlsState){.first = 5, .islands = 2, .ring = xy ? 1 : 9, .member = 3, .tours = TOURS, .kicks = kicks};
  s->state.task = both;
  s->state.tour = calloc(TOURS * n, sizeof(int32_t));
  s->state.position = calloc(TOURS * n, sizeof(int32_t));
  s->state.cost = calloc(TOURS, sizeof(int64_t));
  s->state.scale = calloc(TOURS, sizeof(int64_t));
  s->state.counters = calloc(3 * TASKS, sizeof(uint64_t));
  for (int t = 0; t < TOURS; t++) s->state.scale[t] = 256 * (t + 1) * 20;
  tours_set(s, task);
  CU_ASSERT_EQUAL(be->ops->ils->distances(be, &s->problem.tour, s->problem.width, list,
                                          (IlsCandidate *)s->problem.candidates),
                  OK);
  CU_ASSERT_EQUAL(be->ops->ils->measure(be, &s->problem, &s->state), OK);
  free(list);
}

static void side_close(Side *s) {
  free((IlsCandidate *)s->problem.candidates);
  free(s->state.tour);
  free(s->state.position);
  free(s->state.cost);
  free(s->state.scale);
  free(s->state.counters);
}

static bool sides_same(const Side *a, const Side *b) {
  const size_t n = (size_t)a->problem.tour.n, cities = TOURS * n * sizeof(int32_t),
               instances = (size_t)a->problem.tour.instances;
  return memcmp(a->problem.candidates, b->problem.candidates,
                instances * n * (size_t)a->problem.width * sizeof(IlsCandidate)) == 0 &&
         memcmp(a->state.tour, b->state.tour, cities) == 0 &&
         memcmp(a->state.position, b->state.position, cities) == 0 &&
         memcmp(a->state.cost, b->state.cost, TOURS * sizeof(int64_t)) == 0 &&
         memcmp(a->state.counters, b->state.counters, 3 * TASKS * sizeof(uint64_t)) == 0;
}

/* Two rounds of descent, then kicks, warm and cold. */
static void sides_check(const Prepared *task[TASKS], const double *xy, uint32_t kicks, uint32_t count,
                        uint64_t turn) {
  Side a, b;
  emulation_turn(turn);
  side_open(&a, &cpu, task, xy, kicks);
  side_open(&b, &cuda, task, xy, kicks);
  for (uint32_t r = 0; r < 4; r++) {
    const IlsRounds rounds = {
        .first = r * count, .count = count, .descent = r < 1, .temperature = r % 2 << 16};
    CU_ASSERT_EQUAL(cpu.ops->ils->advance(&cpu, &a.problem, &a.state, &rounds), OK);
    CU_ASSERT_EQUAL(cuda.ops->ils->advance(&cuda, &b.problem, &b.state, &rounds), OK);
    const bool same = sides_same(&a, &b);
    CU_ASSERT(same);
    if (!same) printf("# %d cities, %u kicks, turn %d, round %u\n", a.problem.tour.n, kicks, (int)turn, r);
  }
  CU_ASSERT(a.problem.tour.n < 40 || (a.state.counters[0] > 0 && a.state.counters[2] > 0));
  side_close(&a);
  side_close(&b);
}

static void check_case(Instance *inst, uint32_t kicks, uint32_t count, int32_t width, uint64_t turn) {
  Prepared one;
  const GreedyPlan greedy = {.seed = SEED + turn};
  CU_ASSERT_FATAL(preparing_batch(&one, inst, "cpu", 1, (CandidatePlan){width, 0}, greedy, 1));
  const Prepared *task[TASKS] = {&one, &one};
  sides_check(task, NULL, kicks, count, turn);
  preparing_free(&one);
  instance_free(inst);
}

static const Metric metrics[] = {METRIC_EUC_2D, METRIC_CEIL_2D, METRIC_ATT,     METRIC_MAN_2D,
                                 METRIC_MAX_2D, METRIC_GEO,     METRIC_EXPLICIT};

static void sizes(void) {
  static const int32_t cities[] = {1, 2, 3, 4, 5, 7, 8, 12, 33, 64};
  uint64_t turn = 0;
  emulated_pair_open(&cpu, &cuda);
  for (int m = 0; m < 7; m++)
    for (int c = m % 2; c < 10; c += 2, turn++) {
      double size;
      if (metrics[m] == METRIC_GEO)
        size = 90;
      else if (c % 2)
        size = 20;
      else
        size = 1e6;
      check_case(climbing_instance(metrics[m], cities[c], size, m % 2, turn), 1 + (uint32_t)cities[c] / 3, 2,
                 1 + (int32_t)turn % ILS_WIDTH, turn);
    }
  emulated_pair_close(&cpu, &cuda);
}

/* Every shape of the commit: up to 16, 128 and 4096 kicks of a tour; at last more cuts than a round takes. */
static void commits(void) {
  emulated_pair_open(&cpu, &cuda);
  check_case(climbing_instance(METRIC_EUC_2D, 400, 1000, 0, 1), 14, 2, 8, 0);
  check_case(climbing_instance(METRIC_EUC_2D, 400, 1000, 0, 2), 40, 1, 7, 1);
  check_case(preparing_instance(SHAPE_HEAPS, METRIC_MAN_2D, 500, 5), 60, 1, 7, 2);
  check_case(preparing_instance(SHAPE_LATTICE, METRIC_EUC_2D, 500, 6), 140, 1, 5, 5);
  check_case(climbing_instance(METRIC_EUC_2D, 1200, 1e6, 0, 3), 800, 1, 8, 4);
  emulated_pair_close(&cpu, &cuda);
}

/* Tasks with instances of their own, side by side. */
static void batches(void) {
  enum { CITIES = 120 };
  static double xy[TASKS][2 * CITIES];
  Prepared one[TASKS];
  Instance *inst[TASKS];
  const Prepared *task[TASKS] = {&one[0], &one[1]};
  emulated_pair_open(&cpu, &cuda);
  for (int k = 0; k < TASKS; k++) {
    inst[k] = climbing_instance(METRIC_EUC_2D, CITIES, 1000, 0, (uint64_t)k);
    CU_ASSERT_FATAL(
        preparing_batch(&one[k], inst[k], "cpu", 1, (CandidatePlan){7, 0}, (GreedyPlan){.seed = 1}, 1));
    memcpy(xy[k], one[k].problem.xy, sizeof xy[k]);
  }
  for (uint64_t turn = 0; turn < 3; turn++) sides_check(task, xy[0], 6, 4, turn);
  for (int k = 0; k < TASKS; k++) {
    preparing_free(&one[k]);
    instance_free(inst[k]);
  }
  emulated_pair_close(&cpu, &cuda);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(sizes), TEST(commits), TEST(batches), {NULL, NULL}};
  return harness_run("ils_emulated", tests);
}
