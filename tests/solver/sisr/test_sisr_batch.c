/* Batches of small tasks of ruin and recreate against the same tasks alone: same routes, same island, same counts; and kernels of many tasks
 * on one place. The source of the CUDA kernels: test_sisr_batch_emulated.c. */
#include <stdlib.h>
#include "fixtures/batching.h"
#include "fixtures/harness.h"
#include "fixtures/route_batches.h"

enum { MOST = 160 };

static bool device_open(Backend *be, const char *name, int threads) {
  *be = (Backend){.ops = backend_find(name)};
  if (!be->ops || be->ops->devices() == 0) {
    harness_skip("no device");
    return false;
  }
  CU_ASSERT_EQUAL_FATAL(be->ops->open(be, 0, threads), OK);
  return true;
}

static void like_alone(const char *name) {
  Backend be, cpu;
  if (!device_open(&be, name, 3) || !device_open(&cpu, "cpu", 1)) return;
  for (uint64_t seed = 0; seed < 2; seed++) {
    RouteBatch b = route_batch_make(MOST, 4 + (uint32_t)seed, 6, seed);
    CU_ASSERT_EQUAL(route_batches_check(&cpu, &be, &b, 1), 6);
    route_batch_free(&b);
  }
  be.ops->close(&be);
  cpu.ops->close(&cpu);
}

static void places(const char *name) {
  static const int32_t widths[] = {1, 4, 32};
  Backend be, cpu;
  if (!device_open(&be, name, 3) || !device_open(&cpu, "cpu", 1)) return;
  for (uint64_t k = 0; k < 3; k++) route_places_check(&cpu, &be, MOST, widths[k], k);
  be.ops->close(&be);
  cpu.ops->close(&cpu);
}

/* Instances of one form and size, and the first `tasks` plans. */
static void equals_make(size_t tasks, RouteBatch *b) {
  static const RoutePlan size = {"equals", ROUTES_PLANE, 40, 8, 20, ROUTES_UNLIMITED, 0, 0, FLEET_FREE, 0, 0};
  *b = route_batch_make(0, 3, 40, 1);
  for (size_t k = 0; k < b->tasks; k++) route_case_free(&b->one[k]);
  for (size_t k = 0; k < tasks; k++) {
    b->one[k] = route_case_make(&size, k);
    b->task[k] = (BatchTask){
        .inst = b->one[k].inst, .plan = &b->plan[k], .best = {.gene = malloc(40 * sizeof(int32_t))}};
    b->plan[k].epoch = 40 + 10 * (uint32_t)k;
    sisr_plan_edit(&b->plan[k])->parts = 1;
  }
  b->tasks = tasks;
}

static void equals_free(RouteBatch *b) {
  for (size_t k = 0; k < b->tasks; k++) free(b->task[k].best.gene);
  route_batch_free(b);
}

static size_t room_of_two(const BatchTask *task) {
  (void)task;
  return 2;
}

/* Room for two tasks at a time: five tasks take three parts. */
static void parts(void) {
  Backend be;
  if (!device_open(&be, "cpu", 2)) return;
  Batching narrow = *solver_sisr.batch;
  RouteBatch b;
  equals_make(5, &b);
  BatchStop stop = {.asked = NULL};
  CU_ASSERT(narrow.room(&b.task[0]) > 100);
  narrow.room = room_of_two;
  CU_ASSERT_EQUAL_FATAL(batch_solve(&narrow, &be, b.task, b.tasks, &stop), OK);
  for (size_t k = 0; k < b.tasks; k++) route_task_check(&be, &b.task[k]);
  equals_free(&b);
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
  RouteBatch b;
  equals_make(6, &b);
  for (int at = 1; at <= 13; at += 4) {
    Stopper now = {0, at};
    BatchStop stop = {.asked = stopper, .self = &now};
    CU_ASSERT_EQUAL_FATAL(batch_solve(solver_sisr.batch, &be, b.task, b.tasks, &stop), OK);
    CU_ASSERT(stop.stopped ? now.calls == at : now.calls < at);
    for (size_t k = 0; stop.stopped && k < b.tasks; k++) batch_task_stopped(&b.task[k]);
  }
  BatchStop stop = {.asked = NULL};
  CU_ASSERT_EQUAL_FATAL(batch_solve(solver_sisr.batch, &be, b.task, b.tasks, &stop), OK);
  for (size_t k = 0; k < b.tasks; k++) route_task_check(&be, &b.task[k]);
  equals_free(&b);
  be.ops->close(&be);
}

static void what_fits(void) {
  const Batching *batching = solver_sisr.batch;
  static const RoutePlan large = {
      "large", ROUTES_PLANE, BATCH_CITIES + 1, 90, 20, ROUTES_UNLIMITED, 0, 0, FLEET_FREE, 0, 0};
  RouteBatch b;
  equals_make(2, &b);
  RouteCase one = route_case_make(&large, 1);
  Plan wide = b.plan[0], longer = b.plan[0], open = b.plan[0], seeded = b.plan[0];
  sisr_plan_edit(&wide)->width = 8;
  sisr_plan_edit(&longer)->epochs++;
  sisr_plan_edit(&open)->epochs = 0;
  seeded.seed = 9;
  seeded.islands = 7;
  sisr_plan_edit(&seeded)->chains = 9;
  CU_ASSERT(batching->fits(b.task[0].inst, &seeded) && !batching->fits(b.task[0].inst, &open));
  CU_ASSERT(!batching->fits(one.inst, &b.plan[0]));
  CU_ASSERT(batching->alike(&b.task[0], &(BatchTask){.inst = b.task[1].inst, .plan = &seeded}));
  CU_ASSERT(!batching->alike(&b.task[0], &(BatchTask){.inst = b.task[1].inst, .plan = &wide}));
  CU_ASSERT(!batching->alike(&b.task[0], &(BatchTask){.inst = b.task[1].inst, .plan = &longer}));
  CU_ASSERT(!batching->alike(&b.task[0], &(BatchTask){.inst = one.inst, .plan = &b.plan[0]}));
  route_case_free(&one);
  equals_free(&b);
}

static void like_alone_cpu(void) { like_alone("cpu"); }
static void like_alone_cuda(void) { like_alone("cuda"); }
static void places_cpu(void) { places("cpu"); }
static void places_cuda(void) { places("cuda"); }

int main(void) {
  static const HarnessTest tests[] = {TEST(like_alone_cpu), TEST(like_alone_cuda), TEST(places_cpu),
                                      TEST(places_cuda),    TEST(parts),           TEST(stopping),
                                      TEST(what_fits),      {NULL, NULL}};
  return harness_run("sisr_batch", tests);
}
