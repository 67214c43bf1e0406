/* Batches of small tasks of ruin and recreate for fleets against the same tasks alone: same solution, island and counts. The source of the CUDA
 * kernels: test_ruin_batch_emulated.c. */
#include "fixtures/batching.h"
#include "fixtures/fleet_batches.h"
#include "fixtures/harness.h"
#include "oracle/fleet_oracle.h"

enum { MOST = 110, WIDTHS = 3 };
static const int32_t widths[WIDTHS] = {4, 1, 16};
static const uint32_t more = ORACLE_FLEET_FEATURES | ORACLE_PAIRS | ORACLE_CLUSTERS | ORACLE_SEVERAL_WINDOWS;

static bool device_open(Backend *be, const char *name, int threads) {
  *be = (Backend){.ops = backend_find(name)};
  if (!be->ops || be->ops->devices() == 0) {
    harness_skip("no device");
    return false;
  }
  CU_ASSERT_EQUAL_FATAL(be->ops->open(be, 0, threads), OK);
  return true;
}

static void batch_run(Backend *cpu, Backend *be, uint32_t features, uint64_t k) {
  FleetBatch b;
  fleet_batch_make(widths[k], 3 + (uint32_t)k, features, k ? 0 : MOST, 10 * k, &b);
  CU_ASSERT(fleet_batches_check(cpu, be, &b) > (k ? 0 : 2));
  fleet_batch_free(&b);
}

/* Instances of the same size class are apart if some need kernels of other features. */
static void like_alone(const char *name) {
  Backend be, cpu;
  if (!device_open(&be, name, 2) || !device_open(&cpu, "cpu", 1)) return;
  for (uint64_t k = 0; k < WIDTHS; k++) {
    batch_run(&cpu, &be, more, k);
    batch_run(&cpu, &be, ORACLE_TRIPPED, k);
  }
  be.ops->close(&be);
  cpu.ops->close(&cpu);
}

static size_t room_of_three(const BatchTask *task) {
  (void)task;
  return 3;
}

/* So many tiny tasks, which are all alike. */
static void tiny_make(FleetBatch *b) {
  fleet_batch_make(1, 3, ORACLE_FLEET_FEATURES, 0, 1, b);
  for (size_t k = 0; k < b->tasks; k++) b->task[k].plan = &b->plan[k];
}

/* Room for three tasks at a time. */
static void parts(void) {
  Backend be;
  if (!device_open(&be, "cpu", 2)) return;
  Batching narrow = *solver_ruin.batch;
  BatchStop stop = {.asked = NULL};
  FleetBatch b;
  tiny_make(&b);
  CU_ASSERT(narrow.room(&b.task[0]) > 1000);
  narrow.room = room_of_three;
  CU_ASSERT_EQUAL_FATAL(batch_solve(&narrow, &be, b.task, b.tasks, &stop), OK);
  for (size_t k = 0; k < b.tasks; k++) fleet_task_check(&be, &b.task[k]);
  fleet_batch_free(&b);
  be.ops->close(&be);
}

typedef struct Stopper {
  int calls, at; /* asks to stop from call `at` on */
} Stopper;

static bool stopper(void *self) {
  Stopper *s = self;
  return ++s->calls >= s->at;
}

/* Stopped at its first calls, in the first epoch and later, then not at all. */
static void stopping(void) {
  Backend be;
  if (!device_open(&be, "cpu", 2)) return;
  FleetBatch b;
  tiny_make(&b);
  for (int at = 1; at <= 21; at += 5) {
    Stopper now = {0, at};
    BatchStop stop = {.asked = stopper, .self = &now};
    CU_ASSERT_EQUAL_FATAL(batch_solve(solver_ruin.batch, &be, b.task, b.tasks, &stop), OK);
    CU_ASSERT(stop.stopped ? now.calls == at : now.calls < at);
    for (size_t k = 0; stop.stopped && k < b.tasks; k++) batch_task_stopped(&b.task[k]);
  }
  BatchStop stop = {.asked = NULL};
  CU_ASSERT_EQUAL_FATAL(batch_solve(solver_ruin.batch, &be, b.task, b.tasks, &stop), OK);
  for (size_t k = 0; k < b.tasks; k++) fleet_task_check(&be, &b.task[k]);
  fleet_batch_free(&b);
  be.ops->close(&be);
}

static void what_fits(void) {
  const Batching *batching = solver_ruin.batch;
  FleetBatch b;
  tiny_make(&b);
  Plan wide = b.plan[0], widest = b.plan[0], longer = b.plan[0], open = b.plan[0], begun = b.plan[0],
       seeded = b.plan[0];
  ruin_plan_edit(&wide)->width = 8;
  ruin_plan_edit(&widest)->width = RUIN_SHARED_MAX + 1;
  ruin_plan_edit(&longer)->epochs++;
  ruin_plan_edit(&open)->epochs = 0;
  begun.initial = true;
  seeded.seed = 9;
  seeded.islands = 7;
  ruin_plan_edit(&seeded)->chains = 9;
  const Instance *inst = b.task[0].inst, *second = b.task[1].inst;
  CU_ASSERT(batching->fits(inst, &seeded) && batching->fits(inst, &wide));
  CU_ASSERT(!batching->fits(inst, &open) && !batching->fits(inst, &widest) && !batching->fits(inst, &begun));
  CU_ASSERT(batching->alike(&b.task[0], &(BatchTask){.inst = second, .plan = &seeded}));
  CU_ASSERT(!batching->alike(&b.task[0], &(BatchTask){.inst = second, .plan = &wide}));
  CU_ASSERT(!batching->alike(&b.task[0], &(BatchTask){.inst = second, .plan = &longer}));
  Plan sample = b.plan[3];
  sample.epoch = 1000;
  ruin_plan_edit(&sample)->rounds = 5000;
  batching->sample(&sample);
  CU_ASSERT(ruin_plan(&sample)->epochs == 1 && ruin_plan(&sample)->rounds == 5 * sample.epoch);
  fleet_batch_free(&b);
}

static void like_alone_cpu(void) { like_alone("cpu"); }
static void like_alone_cuda(void) { like_alone("cuda"); }

int main(void) {
  static const HarnessTest tests[] = {TEST(like_alone_cpu), TEST(like_alone_cuda), TEST(parts),
                                      TEST(stopping),       TEST(what_fits),       {NULL, NULL}};
  return harness_run("ruin_batch", tests);
}
