/* Batches of small tasks against the same tasks alone, on any number of ranks, and against the oracle. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/batching.h"
#include "fixtures/climbing.h"
#include "fixtures/harness.h"
#include "oracle/oracle.h"
#include "solver/batch.h"
#include "problem/tsp/tsp.h"

typedef struct Batch {
  size_t tasks;
  BatchTask *task;
  Plan *plan;
  int32_t *genes;
} Batch;

/* Boxes of three sizes side by side: many ties, the usual, and, where few moves can become candidates of the slack that all
 * share, floats at their limits. Seeds differ. */
static Batch batch_make(size_t tasks, Metric metric, int32_t n, const Plan *plan) {
  const double boxes[] = {5, 90, n <= 12 ? 1000000 : 2000};
  Batch b = {tasks, calloc(tasks, sizeof *b.task), calloc(tasks, sizeof *b.plan),
             calloc(tasks, n * sizeof *b.genes)};
  for (size_t k = 0; k < tasks; k++) {
    b.plan[k] = *plan;
    b.plan[k].seed = plan->seed + k / 2;
    Instance *inst =
        climbing_instance(metric, n, metric == METRIC_GEO ? 90 : boxes[k % 3], k % 2, 5 * k + (size_t)n);
    b.task[k] = (BatchTask){.inst = inst, .plan = &b.plan[k], .best = {.gene = b.genes + k * (size_t)n}};
  }
  return b;
}

static void batch_free(Batch *b) {
  for (size_t k = 0; k < b->tasks; k++) instance_free((Instance *)b->task[k].inst);
  free(b->task);
  free(b->plan);
  free(b->genes);
}

/* One rank's part of the task alone; adds to the counts, and keeps what comes first by (cost, rank) as ranks agree. */
static void rank_alone(const Instance *inst, Backend *be, const Plan *plan, Span span, BatchTask *out) {
  Archipelago *a = NULL;
  Progress progress = {0};
  int32_t *gene = malloc(inst->n * sizeof *gene);
  Individual best = {.gene = gene};
  CU_ASSERT_EQUAL_FATAL(solver_climb.create(inst, be, plan, span, &a), OK);
  while (!progress.epoch_done) CU_ASSERT_EQUAL_FATAL(solver_climb.advance(a, 1000, &progress), OK);
  CU_ASSERT_EQUAL_FATAL(solver_climb.best(a, false, &best), OK);
  if (best.cost < out->best.cost) {
    out->best.cost = best.cost;
    out->best.island = best.island;
    memcpy(out->best.gene, gene, inst->n * sizeof *gene);
  }
  out->finished += progress.finished;
  out->moves += progress.moves;
  solver_climb.destroy(a);
  free(gene);
}

static void check_alone(Backend *be, const BatchTask *got, uint32_t ranks) {
  int32_t n = got->inst->n, *gene = malloc(n * sizeof *gene);
  uint32_t islands = got->plan->islands;
  BatchTask want = {.best = {.cost = COST_NONE, .gene = gene}};
  for (uint32_t r = 0; r < ranks; r++) {
    uint32_t first = islands * r / ranks, end = islands * (r + 1) / ranks;
    rank_alone(got->inst, be, got->plan, (Span){first, end - first}, &want);
  }
  CU_ASSERT_EQUAL(got->best.cost, want.best.cost);
  CU_ASSERT_EQUAL(got->best.island, want.best.island);
  CU_ASSERT_EQUAL(got->best.length, (uint32_t)n);
  CU_ASSERT_EQUAL(memcmp(got->best.gene, gene, n * sizeof *gene), 0);
  CU_ASSERT_EQUAL(got->finished, want.finished);
  CU_ASSERT_EQUAL(got->finished, climb_plan(got->plan)->climbers);
  CU_ASSERT_EQUAL(got->moves, want.moves);
  free(gene);
}

static void check_oracle(const BatchTask *got) {
  int32_t n = got->inst->n, *tour = malloc(n * sizeof *tour), *best = malloc(n * sizeof *best);
  int64_t least = COST_NONE;
  for (uint32_t i = 0; i < got->plan->islands; i++) {
    int64_t cost = climbing_oracle(got->inst, got->plan, i, 1, tour);
    if (cost < least) {
      least = cost;
      memcpy(best, tour, n * sizeof *best);
    }
  }
  CU_ASSERT_EQUAL(got->best.cost, least);
  CU_ASSERT_EQUAL(memcmp(got->best.gene, best, n * sizeof *best), 0);
  free(tour);
  free(best);
}

/* Every `stride`-th task is compared, and the last one. */
static void check_batch(Backend *be, size_t tasks, Metric metric, int32_t n, const Plan *plan,
                        size_t stride) {
  Batch b = batch_make(tasks, metric, n, plan);
  BatchStop stop = {.stopped = true};
  CU_ASSERT_EQUAL_FATAL(batch_solve(solver_climb.batch, be, b.task, tasks, &stop), OK);
  CU_ASSERT_FALSE(stop.stopped);
  for (size_t k = 0; k < tasks; k++) {
    if (k % stride && k + 1 < tasks) continue;
    check_alone(be, &b.task[k], 1 + (uint32_t)k % 3);
    if (n <= 52 || tasks == 1) check_oracle(&b.task[k]);
  }
  batch_free(&b);
}

static int device_open(Backend *be, const char *backend) {
  if (climbing_open(be, backend, 2)) return 1;
  harness_skip("no device");
  return 0;
}

static void like_alone(const char *backend) {
  static const Metric metrics[] = {METRIC_EUC_2D,   METRIC_MAN_2D, METRIC_ATT,
                                   METRIC_EXPLICIT, METRIC_GEO,    METRIC_MAX_2D};
  static const int32_t sizes[] = {5, 12, 52, 100};
  Backend be;
  if (!device_open(&be, backend)) return;
  for (int m = 0; m < 6; m++)
    for (int s = 0; s < 4; s++)
      for (int islands = 1; islands <= 8; islands += 7) {
        Plan plan =
            climb_plan_make((Plan){.seed = 9, .islands = (uint32_t)islands, .epoch = 100},
                            (ClimbPlan){.climbers = 21, .move = (m + s) % 2 ? MOVE_SWAP : MOVE_TWO_OPT});
        check_batch(&be, 1, metrics[m], sizes[s], &plan, 1);
        check_batch(&be, 2, metrics[m], sizes[s], &plan, 1);
        climb_plan_edit(&plan)->move = climb_plan(&plan)->move == MOVE_SWAP ? MOVE_TWO_OPT : MOVE_SWAP;
        check_batch(&be, 2, metrics[m], sizes[s], &plan, 1);
      }
  be.ops->close(&be);
}

static void hundreds(const char *backend) {
  static const Metric metrics[] = {METRIC_EUC_2D, METRIC_MAN_2D, METRIC_ATT, METRIC_EXPLICIT};
  static const int32_t sizes[] = {5, 12, 52, 100};
  Backend be;
  if (!device_open(&be, backend)) return;
  for (int k = 0; k < 4; k++) {
    Plan plan = climb_plan_make((Plan){.seed = 2, .islands = k % 2 ? 8 : 1, .epoch = 1024},
                                (ClimbPlan){.climbers = 9});
    check_batch(&be, 300, metrics[k], sizes[k], &plan, 7);
    check_batch(&be, 300, metrics[3 - k], sizes[k], &plan, 31);
  }
  be.ops->close(&be);
}

/* Six cities in a box of five: nearly every climber ends at the optimum, on every island. */
static void ties(const char *backend) {
  Backend be;
  if (!device_open(&be, backend)) return;
  Plan plan = climb_plan_make((Plan){.seed = 3, .islands = 8, .epoch = 10}, (ClimbPlan){.climbers = 80});
  check_batch(&be, 40, METRIC_EUC_2D, 6, &plan, 1);
  check_batch(&be, 40, METRIC_MAX_2D, 12, &plan, 1);
  be.ops->close(&be);
}

static void few_climbers(const char *backend) {
  Backend be;
  if (!device_open(&be, backend)) return;
  for (uint64_t climbers = 1; climbers <= 3; climbers++)
    for (int32_t n = 1; n <= 13; n += 3) {
      Plan plan =
          climb_plan_make((Plan){.seed = 4, .islands = 8, .epoch = 1}, (ClimbPlan){.climbers = climbers});
      check_batch(&be, 9, METRIC_EUC_2D, n, &plan, 1);
      check_batch(&be, 9, METRIC_EXPLICIT, n, &plan, 1);
    }
  be.ops->close(&be);
}

/* So many islands that two tasks fill a part of a batch. */
static void parts(const char *backend) {
  Backend be;
  if (!device_open(&be, backend)) return;
  Plan plan = climb_plan_make((Plan){.seed = 5, .islands = 1000000, .epoch = 1}, (ClimbPlan){.climbers = 7});
  Batch b = batch_make(5, METRIC_EUC_2D, 5, &plan);
  BatchStop stop = {.asked = NULL};
  CU_ASSERT_EQUAL_FATAL(batch_solve(solver_climb.batch, &be, b.task, 5, &stop), OK);
  for (int k = 0; k < 5; k++) { /* islands past the seventh have nothing to do */
    b.plan[k].islands = 7;
    check_alone(&be, &b.task[k], 1);
  }
  batch_free(&b);
  be.ops->close(&be);
}

typedef struct Stopper {
  int calls, at; /* says yes from call `at` on */
} Stopper;

static bool stopper(void *self) {
  Stopper *s = self;
  return ++s->calls >= s->at;
}

/* Stopped after the first slice, then not at all: the second answers are right. */
static void stopping(const char *backend) {
  Backend be;
  if (!device_open(&be, backend)) return;
  Plan plan = climb_plan_make((Plan){.seed = 6, .islands = 2, .epoch = 100}, (ClimbPlan){.climbers = 20});
  Batch b = batch_make(30, METRIC_EUC_2D, 100, &plan);
  Stopper now = {0, 1}, never = {0, 1 << 30};
  BatchStop early = {.asked = stopper, .self = &now}, late = {.asked = stopper, .self = &never};
  CU_ASSERT_EQUAL_FATAL(batch_solve(solver_climb.batch, &be, b.task, b.tasks, &early), OK);
  CU_ASSERT(early.stopped && now.calls == 1);
  for (size_t k = 0; k < b.tasks; k++) batch_task_stopped(&b.task[k]);
  CU_ASSERT_EQUAL_FATAL(batch_solve(solver_climb.batch, &be, b.task, b.tasks, &late), OK);
  CU_ASSERT(!late.stopped && never.calls > 0);
  for (size_t k = 0; k < b.tasks; k += 9) check_alone(&be, &b.task[k], 2);
  batch_free(&b);
  be.ops->close(&be);
}

static void what_fits(void) {
  Instance *inst = climbing_instance(METRIC_EUC_2D, 12, 90, 0, 1),
           *other = climbing_instance(METRIC_ATT, 12, 90, 0, 1);
  Instance *large = climbing_instance(METRIC_EUC_2D, BATCH_CITIES + 1, 90, 0, 1);
  Plan plan = climb_plan_make((Plan){.islands = 2, .epoch = 8}, (ClimbPlan){.climbers = 16}), kick = plan,
       epochs = plan, more = plan, longer = plan;
  climb_plan_edit(&kick)->restart = RESTART_KICK;
  epochs.epoch = 7;
  climb_plan_edit(&more)->climbers = 15;
  longer.epoch = 9;
  longer.seed = 4;
  const Batching *batching = solver_climb.batch;
  CU_ASSERT(batching->fits(inst, &plan) && batching->fits(inst, &longer));
  CU_ASSERT(!batching->fits(inst, &kick) && !batching->fits(inst, &epochs) && !batching->fits(large, &plan));
  BatchTask a = {.inst = inst, .plan = &plan};
  CU_ASSERT(batching->alike(&a, &(BatchTask){.inst = inst, .plan = &longer}));
  CU_ASSERT(!batching->alike(&a, &(BatchTask){.inst = other, .plan = &plan}));
  CU_ASSERT(!batching->alike(&a, &(BatchTask){.inst = inst, .plan = &more}));
  instance_free(inst);
  instance_free(other);
  instance_free(large);
}

/* A batch of tasks that are not alike is refused, an empty one is no work. */
static void refused(void) {
  Backend be;
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 1));
  Plan plan = climb_plan_make((Plan){.seed = 1, .islands = 1, .epoch = 4}, (ClimbPlan){.climbers = 4});
  Batch b = batch_make(2, METRIC_EUC_2D, 9, &plan);
  BatchStop stop = {.stopped = true};
  CU_ASSERT(batch_solve(solver_climb.batch, &be, NULL, 0, &stop) == OK && !stop.stopped);
  climb_plan_edit(&b.plan[1])->climbers = 3;
  CU_ASSERT_EQUAL(batch_solve(solver_climb.batch, &be, b.task, 2, &stop), ERR_INTERNAL);
  CU_ASSERT(strstr(status_message(), "task 1") != NULL);
  status_clear();
  batch_free(&b);
  be.ops->close(&be);
}

#define ON_BOTH(test)                                                                                        \
  static void test##_cpu(void) { test("cpu"); }                                                              \
  static void test##_cuda(void) { test("cuda"); }
#define TESTS_OF(test) TEST(test##_cpu), TEST(test##_cuda)
ON_BOTH(like_alone)
ON_BOTH(hundreds)
ON_BOTH(ties)
ON_BOTH(few_climbers)
ON_BOTH(parts)
ON_BOTH(stopping)

int main(void) {
  static const HarnessTest tests[] = {TESTS_OF(like_alone),   TESTS_OF(hundreds), TESTS_OF(ties),
                                      TESTS_OF(few_climbers), TESTS_OF(parts),    TESTS_OF(stopping),
                                      TEST(what_fits),        TEST(refused),      {NULL, NULL}};
  return harness_run("climb_batch", tests);
}
