/* Batches of small tasks of iterated local search against the same tasks alone, on one rank and on parts of
 * the ring: same tour, same island, same counts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/batching.h"
#include "fixtures/climbing.h"
#include "fixtures/directing.h"
#include "fixtures/harness.h"
#include "fixtures/kicking.h"
#include "problem/judge.h"
#include "fixtures/preparing.h"
#include "solver/batch.h"
#include "solver/ils/ils_plan.h"
#include "problem/tsp/tsp.h"

enum { PARTS = 3 };

typedef struct Batch {
  size_t tasks;
  BatchTask *task;
  Plan *plan;
  Instance **inst;
  int32_t *genes;
} Batch;

static Plan plan_of(uint32_t islands, uint32_t tours, double kicks, uint32_t populations) {
  return ils_plan_make((Plan){.seed = 0x123456789abu, .islands = islands},
                       (IlsPlan){.recombination = RECOMBINATION_EAX,
                                 .tours = tours,
                                 .kicks = kicks,
                                 .populations = populations,
                                 .temperature = 0.3,
                                 .candidates = 6});
}

/* Long and short distances, cities that coincide. */
static Instance *plain_make(Metric metric, int32_t n, size_t k) {
  static const double boxes[] = {90, 7, 20000};
  return climbing_instance(metric, n, metric == METRIC_GEO ? 90 : boxes[k / 3 % 3], k % 2, 5 * k + (size_t)n);
}

/* What is solved as an image: paths, of which the one end or none is given, and as many fixed edges of each task or none. */
typedef struct Constraint {
  Metric metric;
  int path, from, fixed;
} Constraint;

/* Short arcs, and so long ones that reduced costs do not fit: the costs of two tasks' images differ by other amounts. */
static Instance *constrained_make(const Constraint *c, int32_t n, size_t k) {
  static const int32_t most[] = {50, DIRECTED_MAX, 100000};
  Instance *inst = c->metric == METRIC_DIRECTED ? directing_instance(n, most[k % 3], k % 2 ? 3 : 0, 7 * k + 1)
                                                : plain_make(c->metric, n, k);
  if (c->path || c->fixed)
    directing_constrain(inst, c->path, c->from < 0 ? -1 : (int32_t)k % n, -1,
                        c->fixed + (int32_t)k % 2 * (c->fixed > 0), k + 1);
  return inst;
}

/* Every third task shares the instance of the one before. constraint NULL: none. */
static Batch batch_of(size_t tasks, const Constraint *constraint, Metric metric, int32_t n,
                      const Plan *plan) {
  Batch b = {tasks, calloc(tasks, sizeof *b.task), calloc(tasks, sizeof *b.plan),
             calloc(tasks, sizeof *b.inst), calloc(tasks * (size_t)n, sizeof *b.genes)};
  for (size_t k = 0; k < tasks; k++) {
    const bool fresh = k % 3 < 2;
    if (fresh) b.inst[k] = constraint ? constrained_make(constraint, n, k) : plain_make(metric, n, k);
    b.plan[k] = *plan;
    b.plan[k].seed = plan->seed + k / 2;
    b.task[k] = (BatchTask){.inst = fresh ? b.inst[k] : b.task[k - 1].inst,
                            .plan = &b.plan[k],
                            .best = {.gene = b.genes + k * (size_t)n}};
    CU_ASSERT_EQUAL_FATAL(solver_ils.complete(b.task[k].inst, backend_find("cpu"), &b.plan[k]), OK);
  }
  return b;
}

static Batch batch_make(size_t tasks, Metric metric, int32_t n, const Plan *plan) {
  return batch_of(tasks, NULL, metric, n, plan);
}

static void batch_free(Batch *b) {
  for (size_t k = 0; k < b->tasks; k++) instance_free(b->inst[k]);
  free(b->task);
  free(b->plan);
  free(b->inst);
  free(b->genes);
}

/* ---- alone ---- */

typedef struct Ring { /* a task on `parts` parts of the ring, as ranks run it */
  Archipelago *part[PARTS];
  Progress progress[PARTS];
  int parts;
} Ring;

static Ring ring_make(const BatchTask *task, Backend *be, int parts) {
  Ring r = {.parts = parts};
  const uint32_t islands = task->plan->islands;
  for (int i = 0; i < parts; i++) {
    const uint32_t first = islands * (uint32_t)i / (uint32_t)parts,
                   end = islands * ((uint32_t)i + 1) / (uint32_t)parts;
    CU_ASSERT_EQUAL_FATAL(
        solver_ils.create(task->inst, be, task->plan, (Span){first, end - first}, &r.part[i]), OK);
  }
  return r;
}

/* Takes the best of an epoch like src/run/run.c: of equals that of the lowest rank. */
static void ring_best(Ring *r, int32_t n, BatchTask *out) {
  int32_t *gene = malloc(sizeof *gene * (size_t)n);
  out->best.cost = COST_NONE;
  out->finished = out->moves = 0;
  for (int i = 0; i < r->parts; i++) {
    Individual best = {.gene = gene};
    CU_ASSERT_EQUAL(solver_ils.best(r->part[i], false, &best), OK);
    if (best.cost < out->best.cost) {
      out->best.cost = best.cost;
      out->best.island = best.island;
      memcpy(out->best.gene, gene, sizeof *gene * (size_t)n);
    }
    out->finished += r->progress[i].finished;
    out->moves += r->progress[i].moves;
  }
  free(gene);
}

/* Runs the epoch to its end; returns the islands that improved. */
static uint64_t ring_epoch(Ring *r) {
  uint64_t improved = 0;
  for (int i = 0; i < r->parts; i++) {
    do {
      CU_ASSERT_EQUAL_FATAL(solver_ils.advance(r->part[i], UINT32_MAX, &r->progress[i]), OK);
    } while (!r->progress[i].epoch_done);
    improved += r->progress[i].improved;
  }
  return improved;
}

static void ring_begin(Ring *r, uint32_t epoch, uint64_t improved) {
  for (int i = 0; i < r->parts; i++) {
    solver_ils.pacing->improved(r->part[i], improved);
    CU_ASSERT_EQUAL(solver_ils.begin(r->part[i], epoch), OK);
  }
}

/* Puts the answer of the task alone into *out; returns its number of epochs. */
static uint32_t task_alone(Backend *be, const BatchTask *task, int parts, BatchTask *out) {
  Ring r = ring_make(task, be, parts);
  uint32_t epoch = 0;
  for (bool over = false; !over;) {
    const uint64_t improved = ring_epoch(&r);
    ring_best(&r, task->inst->n, out);
    if (++epoch == solver_ils.epochs(task->plan)) break;
    kicking_exchange(r.part, r.parts);
    ring_begin(&r, epoch, improved);
    over = solver_ils.pacing->over(r.part[0]);
  }
  for (int i = 0; i < parts; i++) solver_ils.destroy(r.part[i]);
  return epoch;
}

/* The number of epochs of each task alone. */
static uint32_t check_alone(Backend *be, const BatchTask *got, int parts) {
  const size_t n = (size_t)got->inst->n;
  BatchTask want = {.best = {.gene = malloc(n * sizeof(int32_t))}};
  int64_t judged = -1;
  const uint32_t epochs = task_alone(be, got, parts, &want);
  CU_ASSERT_EQUAL(got->best.cost, want.best.cost);
  CU_ASSERT_EQUAL(got->best.island, want.best.island);
  CU_ASSERT_EQUAL(got->best.length, (uint32_t)n);
  CU_ASSERT_EQUAL(memcmp(got->best.gene, want.best.gene, n * sizeof(int32_t)), 0);
  CU_ASSERT_EQUAL(got->finished, want.finished);
  CU_ASSERT_EQUAL(got->moves, want.moves);
  CU_ASSERT(judge_solution(got->inst, got->best.gene, &judged) == OK && judged == got->best.cost);
  free(want.best.gene);
  return epochs;
}

/* ---- tests ---- */

static Status solve(Backend *be, Batch *b) {
  BatchStop stop = {.stopped = true};
  const Status status = batch_solve(solver_ils.batch, be, b->task, b->tasks, &stop);
  CU_ASSERT_FALSE(stop.stopped);
  return status;
}

/* Compares every `stride`-th task and the last one. Frees the batch. Returns the spread of their numbers of epochs. */
static uint32_t check_made(Backend *be, Batch b, const Plan *plan, size_t stride) {
  const size_t tasks = b.tasks;
  uint32_t least = UINT32_MAX, most = 0;
  CU_ASSERT_EQUAL_FATAL(solve(be, &b), OK);
  for (size_t k = 0; k < tasks; k++) {
    if (k % stride && k + 1 < tasks) continue;
    const uint32_t epochs =
        check_alone(be, &b.task[k], 1 + (int)(k % (plan->islands < PARTS ? plan->islands : PARTS)));
    least = epochs < least ? epochs : least;
    most = epochs > most ? epochs : most;
  }
  batch_free(&b);
  return most - least;
}

static uint32_t check_batch(Backend *be, size_t tasks, Metric metric, int32_t n, const Plan *plan,
                            size_t stride) {
  return check_made(be, batch_make(tasks, metric, n, plan), plan, stride);
}

static int device_open(Backend *be, const char *backend, int threads) {
  if (climbing_open(be, backend, threads)) return 1;
  harness_skip("no device");
  return 0;
}

static void like_alone(const char *backend) {
  static const Metric metrics[] = {METRIC_EUC_2D, METRIC_EXPLICIT, METRIC_GEO, METRIC_CEIL_2D, METRIC_MAX_2D};
  static const int32_t sizes[] = {8, 13, 60, 120};
  Backend be;
  uint32_t spread = 0;
  if (!device_open(&be, backend, 1)) return;
  for (int m = 0; m < 5; m++)
    for (int s = 0; s < 4; s++) {
      const Plan one = plan_of(1, 6 + (uint32_t)m, 0.3, 1 + (uint32_t)(m + s) % 2),
                 ring = plan_of(3, 12, 0.3, 2 - (uint32_t)(m + s) % 2);
      spread += check_batch(&be, s == 3 ? 5 : 7, metrics[m], sizes[s], &one, 1);
      spread += check_batch(&be, 4, metrics[m], sizes[s], &ring, 1);
    }
  CU_ASSERT(spread > 0); /* otherwise no task had to wait for another */
  be.ops->close(&be);
}

/* Directed instances, paths, fixed edges, and together; 4 cities of a directed instance make the least image with crossover. */
static void constrained_like_alone(const char *backend) {
  static const Constraint all[] = {{METRIC_DIRECTED, 0, -1, 0}, {METRIC_DIRECTED, 1, -1, 0},
                                   {METRIC_DIRECTED, 1, 0, 0},  {METRIC_DIRECTED, 0, -1, 2},
                                   {METRIC_EUC_2D, 1, -1, 0},   {METRIC_EUC_2D, 1, 0, 1},
                                   {METRIC_EXPLICIT, 0, -1, 1}, {METRIC_MAX_2D, 0, -1, 2}};
  static const int32_t sizes[] = {8, 30};
  Backend be;
  if (!device_open(&be, backend, 2)) return;
  for (size_t c = 0; c < sizeof all / sizeof *all; c++)
    for (int s = 0; s < 2; s++) {
      Plan one = plan_of(1, 6, 0.3, 1 + c % 2), ring = plan_of(3, 12, 0.3, 2 - c % 2);
      ils_plan_edit(&one)->temperature =
          c % 3 ? 0 : 0.3; /* kicks are kept by the mean edge of the instance, not of its image */
      check_made(&be, batch_of(5, &all[c], all[c].metric, sizes[s], &one), &one, 1);
      check_made(&be, batch_of(4, &all[c], all[c].metric, sizes[s], &ring), &ring, 1);
    }
  be.ops->close(&be);
}

/* Start tours of assignments, of greedy edges, and of both in a batch: of these instances two are nearly symmetric. */
static void start_tours_like_alone(const char *backend) {
  enum { N = 110 };
  Backend be;
  if (!device_open(&be, backend, 2)) return;
  const Plan plan = plan_of(2, 6, 0.1, 1);
  Batch b = batch_of(6, &(Constraint){.metric = METRIC_DIRECTED, .from = -1}, METRIC_DIRECTED, N, &plan);
  for (size_t k = 0; k < 4; k += 3)
    for (int32_t from = 0; from < N; from++)
      for (int32_t to = 0; to < from; to++)
        tsp_of(b.inst[k])->matrix[from * N + to] = tsp_of(b.inst[k])->matrix[to * N + from] + (from + to) % 2;
  check_made(&be, b, &plan, 1);
  be.ops->close(&be);
}

static void alone_in_a_batch(const char *backend) {
  Backend be;
  if (!device_open(&be, backend, 1)) return;
  for (uint32_t islands = 1; islands <= 4; islands += 3) {
    const Plan plan = plan_of(islands, 12, 0.5, 2);
    check_batch(&be, 1, METRIC_EUC_2D, 100, &plan, 1);
  }
  be.ops->close(&be);
}

/* A limit on generations, three populations: tasks reach the limit before they are stagnant. */
static void few_generations(const char *backend) {
  Backend be;
  if (!device_open(&be, backend, 1)) return;
  for (uint32_t generations = 1; generations <= 5; generations += 2) {
    Plan plan = plan_of(2, 10, 0.2, 3);
    ils_plan_edit(&plan)->generations = generations;
    check_batch(&be, 6, METRIC_EUC_2D, 80, &plan, 1);
  }
  be.ops->close(&be);
}

static void hundreds(const char *backend) {
  Backend be;
  if (!device_open(&be, backend, 2)) return;
  const Plan plan = plan_of(1, 8, 0.1, 1);
  check_batch(&be, 300, METRIC_EUC_2D, 50, &plan, 37);
  be.ops->close(&be);
}

static size_t capacity_of_two(const BatchTask *task) {
  (void)task;
  return 2;
}

/* Capacity for two tasks at a time: five tasks take three parts. */
static void parts(const char *backend) {
  Backend be;
  if (!device_open(&be, backend, 1)) return;
  const Plan plan = plan_of(2, 8, 0.2, 2);
  Batching narrow = *solver_ils.batch;
  Batch b = batch_make(5, METRIC_EUC_2D, 40, &plan);
  BatchStop stop = {.asked = NULL};
  CU_ASSERT(narrow.room(&b.task[0]) > 100);
  narrow.room = capacity_of_two;
  CU_ASSERT_EQUAL_FATAL(batch_solve(&narrow, &be, b.task, b.tasks, &stop), OK);
  for (size_t k = 0; k < b.tasks; k++) check_alone(&be, &b.task[k], 1);
  batch_free(&b);
  be.ops->close(&be);
}

/* Both backends: the same rows. */
static void twins(void) {
  Backend cpu, cuda;
  if (!device_open(&cuda, "cuda", 1)) return;
  CU_ASSERT_FATAL(climbing_open(&cpu, "cpu", 2));
  const Plan plan = plan_of(2, 16, 0.5, 2);
  Batch here = batch_make(20, METRIC_EUC_2D, 130, &plan), there = batch_make(20, METRIC_EUC_2D, 130, &plan);
  CU_ASSERT_EQUAL_FATAL(solve(&cpu, &here), OK);
  CU_ASSERT_EQUAL_FATAL(solve(&cuda, &there), OK);
  for (size_t k = 0; k < here.tasks; k++) {
    const BatchTask *a = &here.task[k], *b = &there.task[k];
    CU_ASSERT(a->best.cost == b->best.cost && a->best.island == b->best.island && a->moves == b->moves);
  }
  CU_ASSERT_EQUAL(memcmp(here.genes, there.genes, here.tasks * 130 * sizeof *here.genes), 0);
  batch_free(&here);
  batch_free(&there);
  cpu.ops->close(&cpu);
  cuda.ops->close(&cuda);
}

typedef struct Stopper {
  int calls, at; /* asks to stop from call `at` on */
} Stopper;

static bool stopper(void *self) {
  Stopper *s = self;
  return ++s->calls >= s->at;
}

/* Stopped at its first three calls, then not at all. */
static void stopping(const char *backend) {
  Backend be;
  if (!device_open(&be, backend, 1)) return;
  const Plan plan = plan_of(2, 8, 1, 2);
  Batch b = batch_make(6, METRIC_EUC_2D, 90, &plan);
  for (int at = 1; at <= 3; at++) {
    Stopper now = {0, at};
    BatchStop stop = {.asked = stopper, .self = &now};
    CU_ASSERT_EQUAL_FATAL(batch_solve(solver_ils.batch, &be, b.task, b.tasks, &stop), OK);
    CU_ASSERT(stop.stopped && now.calls == at);
    for (size_t k = 0; k < b.tasks; k++) batch_task_stopped(&b.task[k]);
  }
  CU_ASSERT_EQUAL_FATAL(solve(&be, &b), OK);
  for (size_t k = 0; k < b.tasks; k += 2) check_alone(&be, &b.task[k], 2);
  batch_free(&b);
  be.ops->close(&be);
}

static void what_fits(void) {
  const Batching *batching = solver_ils.batch;
  Instance *inst = climbing_instance(METRIC_EUC_2D, 20, 90, 0, 1),
           *other = climbing_instance(METRIC_ATT, 20, 90, 0, 1),
           *large = climbing_instance(METRIC_EUC_2D, BATCH_CITIES + 1, 90, 0, 1);
  Plan plan = plan_of(1, 8, 1, 1), separate = plan, clock = plan, warm = plan, seeded = plan;
  ils_plan_edit(&separate)->recombination = RECOMBINATION_NONE;
  clock.time_s = 1;
  ils_plan_edit(&clock)->kicks = 0;
  ils_plan_edit(&clock)->populations = 0;
  ils_plan_edit(&warm)->temperature = 1;
  seeded.seed = 3;
  Plan *const all[] = {&plan, &separate, &clock, &warm, &seeded};
  for (int k = 0; k < 5; k++) CU_ASSERT_EQUAL(solver_ils.complete(inst, backend_find("cpu"), all[k]), OK);
  CU_ASSERT(batching->fits(inst, &plan) && batching->fits(inst, &warm));
  CU_ASSERT(!batching->fits(inst, &separate) && !batching->fits(inst, &clock) &&
            !batching->fits(large, &plan));
  const BatchTask a = {.inst = inst, .plan = &plan};
  CU_ASSERT(batching->alike(&a, &(BatchTask){.inst = inst, .plan = &seeded}));
  CU_ASSERT(!batching->alike(&a, &(BatchTask){.inst = other, .plan = &plan}));
  CU_ASSERT(!batching->alike(&a, &(BatchTask){.inst = inst, .plan = &warm}));
  instance_free(inst);
  instance_free(other);
  instance_free(large);
}

/* Images of other sizes, or with other candidates, are in batches of their own. */
static void which_images_fit(void) {
  enum { N = 40 };
  static const Constraint all[] = {{METRIC_DIRECTED, 0, -1, 0}, {METRIC_DIRECTED, 1, -1, 0},
                                   {METRIC_DIRECTED, 1, 0, 0},  {METRIC_EXPLICIT, 0, -1, 0},
                                   {METRIC_EXPLICIT, 1, -1, 0}, {METRIC_EXPLICIT, 0, -1, 1}};
  const Batching *batching = solver_ils.batch;
  Plan plan = plan_of(1, 8, 1, 1);
  Instance *inst[6], *large = directing_instance(BATCH_CITIES / 2 + 1, 100, 0, 1);
  for (size_t k = 0; k < 6; k++) inst[k] = constrained_make(&all[k], N, 1);
  CU_ASSERT_EQUAL(solver_ils.complete(inst[0], backend_find("cpu"), &plan), OK);
  for (size_t a = 0; a < 6; a++) {
    CU_ASSERT(batching->fits(inst[a], &plan));
    for (size_t b = 0; b < 6; b++)
      CU_ASSERT_EQUAL(batching->alike(&(BatchTask){.inst = inst[a], .plan = &plan},
                                      &(BatchTask){.inst = inst[b], .plan = &plan}),
                      a == b);
  }
  CU_ASSERT(!batching->fits(large, &plan));
  for (size_t k = 0; k < 6; k++) instance_free(inst[k]);
  instance_free(large);
}

#define ON_BOTH(test)                                                                                        \
  static void test##_cpu(void) { test("cpu"); }                                                              \
  static void test##_cuda(void) { test("cuda"); }
#define TESTS_OF(test) TEST(test##_cpu), TEST(test##_cuda)
ON_BOTH(like_alone)
ON_BOTH(constrained_like_alone)
ON_BOTH(start_tours_like_alone)
ON_BOTH(alone_in_a_batch)
ON_BOTH(few_generations)
ON_BOTH(hundreds)
ON_BOTH(parts)
ON_BOTH(stopping)

int main(void) {
  static const HarnessTest tests[] = {TESTS_OF(like_alone),
                                      TESTS_OF(constrained_like_alone),
                                      TESTS_OF(start_tours_like_alone),
                                      TESTS_OF(alone_in_a_batch),
                                      TESTS_OF(few_generations),
                                      TESTS_OF(hundreds),
                                      TESTS_OF(parts),
                                      TESTS_OF(stopping),
                                      TEST(twins),
                                      TEST(what_fits),
                                      TEST(which_images_fit),
                                      {NULL, NULL}};
  return harness_run("ils_batch", tests);
}
