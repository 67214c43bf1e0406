/* Many small tasks of the "sisr" solver on one device: see batch.h; docs/algorithms-answer.md, "Batches".
 *
 * A task is an archipelago of its own on the host, and all share a place, so that a call of the kernels serves the parts of all tasks.
 * Tasks have the same number of epochs and do them in step. A slice is a share of the epoch, the same of every task, however many rounds
 * that is for each. Nothing that a task does depends on the others. */
#include <math.h>
#include <stdlib.h>
#include "clock.h"
#include "halt.h"
#include "slice.h"
#include "problem/cvrp/cvrp.h"
#include "sisr_archipelago.h"
#include "sisr_stage.h"
#include "search/routes/route_start.h"

enum {
  PART_BYTES = 1 << 30,
  SAMPLE_EPOCH = 100,
  SLICES = 1 << 16, /* that an epoch can be cut into */
  SMALL =
      256 /* customers: smaller instances leave room for many parts on a multiprocessor, whatever their size */
};

/* A task without a start has a stage in which one is looked for. */
static bool has_start(const Instance *inst) {
  bool found = false;
  if (!start_may_fail(inst)) return true;
  int32_t *gene = malloc((size_t)inst->n * sizeof *gene);
  const Status status = gene ? start_savings_try(inst, 1, gene, &found) : OK;
  if (status != OK) status_clear();
  free(gene);
  return status == OK && found;
}

static bool sisr_fits(const Instance *inst, const Plan *plan) {
  return inst->problem == &problem_cvrp && inst->n <= BATCH_CITIES && sisr_plan(plan)->epochs > 0 &&
         !plan->initial && !sisr_has_stage(inst, plan) && has_start(inst);
}

/* All parts of a launch have the room that the largest one takes. */
static int32_t size_class(const Instance *inst) {
  int32_t size = SMALL;
  while (size < inst->n) size *= 2;
  return size;
}

static bool sisr_alike(const BatchTask *a, const BatchTask *b) {
  const CvrpInstance *x = cvrp_of(a->inst), *y = cvrp_of(b->inst);
  return !x->matrix == !y->matrix && cvrp_has_windows(x) == cvrp_has_windows(y) &&
         (x->max_duration == INT32_MAX) == (y->max_duration == INT32_MAX) &&
         size_class(a->inst) == size_class(b->inst) &&
         sisr_plan(a->plan)->width == sisr_plan(b->plan)->width &&
         sisr_plan(a->plan)->epochs == sisr_plan(b->plan)->epochs;
}

static double sisr_workers(const Plan *plan) {
  return (double)sisr_plan(plan)->chains * plan->islands * sisr_plan(plan)->parts;
}

/* Tasks whose instances, distances, parts and solutions fit in PART_BYTES. */
static size_t sisr_room(const BatchTask *task) {
  enum { SLOT = 32, CUSTOMER = 600 }; /* bytes of a part, about, on either backend */
  const size_t n = (size_t)task->inst->n + 1, chains = (size_t)(sisr_workers(task->plan)),
               part = SISR_SLOTS_MAX * SLOT + n * CUSTOMER,
               bytes = (size_t)sisr_inputs_bytes(task->inst) + n * n * sizeof(int32_t) + chains * part,
               tasks = PART_BYTES / bytes;
  return tasks ? tasks : 1;
}

/* ---- one part of a batch ---- */

typedef struct Batch {
  Backend *be;
  Archipelago **all; /* (tasks) */
  uint32_t tasks;
  void *inputs;
  SisrPlace *place;
  SisrChains *chains; /* (tasks) */
  SisrTurn *turn;     /* (tasks) */
  BatchStop *stop;
  uint32_t slice; /* in SLICES of an epoch */
} Batch;

/* What a task does on the host. */
typedef Status (*TaskStep)(Archipelago *a, uint32_t epoch);

static Status tasks_each(const Batch *b, TaskStep step, uint32_t epoch) {
  Status status = OK;
#pragma omp parallel for num_threads(b->be->threads) schedule(dynamic, 8)
  for (uint32_t k = 0; k < b->tasks; k++) {
    const Status mine = step(b->all[k], epoch);
#pragma omp critical
    if (mine != OK) status = mine;
  }
  return status;
}

static Status batch_alloc(Batch *b) {
  b->all = calloc(b->tasks, sizeof *b->all);
  b->chains = malloc(b->tasks * sizeof *b->chains);
  b->turn = malloc(b->tasks * sizeof *b->turn);
  if (b->all && b->chains && b->turn) return OK;
  FAIL(ERR_MEMORY, "no memory for a batch of %u tasks", b->tasks);
}

static Status place_open(Batch *b) {
  SisrTask *task = malloc(b->tasks * sizeof *task);
  if (!task) FAIL(ERR_MEMORY, "no memory for a batch of %u tasks", b->tasks);
  for (uint32_t k = 0; k < b->tasks; k++) task[k] = b->all[k]->task;
  const SisrShape shape = {task, b->tasks, (int32_t)sisr_plan(b->all[0]->plan)->width};
  const Status status = b->be->ops->sisr->open(b->be, &shape, &b->place);
  free(task);
  return status;
}

static Status task_start(Archipelago *a, uint32_t epoch) {
  (void)epoch;
  return sisr_chains_start(a, NULL, 1);
}

static Status batch_open(Batch *b, const BatchTask *task) {
  TRY(batch_alloc(b));
  for (uint32_t k = 0; k < b->tasks; k++)
    TRY(sisr_alloc(task[k].inst, b->be, task[k].plan, (Span){0, task[k].plan->islands}, &b->all[k]));
  TRY(sisr_inputs_make(b->all, b->tasks, &b->inputs));
  TRY(tasks_each(b, task_start, 0));
  return place_open(b);
}

static void batch_close(Batch *b) {
  b->be->ops->sisr->close(b->be, b->place);
  b->be->ops->free(b->be, b->inputs);
  for (uint32_t k = 0; b->all && k < b->tasks; k++) sisr_destroy(b->all[k]);
  free(b->all);
  free(b->chains);
  free(b->turn);
}

/* ---- epochs ---- */

/* now: what is kept is what is there. */
static void chains_list(Batch *b, bool now, bool genes) {
  for (uint32_t k = 0; k < b->tasks; k++) {
    SisrChains *const chains = &b->chains[k];
    *chains = sisr_chains_of(b->all[k]);
    if (now) chains->kept = chains->now;
    if (!genes) chains->now.gene = chains->kept.gene = NULL;
  }
}

static Status epoch_begin(Batch *b, uint32_t epoch) {
  TRY(tasks_each(b, sisr_prepare, epoch));
  chains_list(b, true, true);
  return b->be->ops->sisr->put(b->be, b->place, b->chains);
}

/* Goes on until `done` SLICES of the epoch are over. */
static Status slice_run(Batch *b, uint32_t done, bool genes) {
  for (uint32_t k = 0; k < b->tasks; k++) {
    const Archipelago *const a = b->all[k];
    const uint32_t all = (uint32_t)(((uint64_t)a->rounds_all * done + SLICES - 1) / SLICES);
    b->turn[k] = sisr_turn(b->all[k], all - a->rounds_done);
  }
  TRY(b->be->ops->sisr->advance(b->be, b->place, b->turn));
  for (uint32_t k = 0; k < b->tasks; k++) sisr_turned(b->all[k], b->turn[k].rounds);
  chains_list(b, false, genes);
  return b->be->ops->sisr->get(b->be, b->place, b->chains); /* waits */
}

static Status task_end(Archipelago *a, uint32_t epoch) {
  (void)epoch;
  sisr_seen(a);
  sisr_champions_take(a, &a->champions);
  return sisr_exchange(a);
}

static Status task_stop(Archipelago *a, uint32_t epoch) {
  (void)epoch;
  sisr_seen(a);
  sisr_champions_take(a, &a->champions);
  return OK;
}

/* The best so far of an epoch under way. */
static Status epoch_stop(Batch *b) {
  chains_list(b, false, true);
  TRY(b->be->ops->sisr->get(b->be, b->place, b->chains));
  return tasks_each(b, task_stop, 0);
}

static Status epoch_run(Batch *b, uint32_t epoch) {
  TRY(epoch_begin(b, epoch));
  for (uint32_t done = 0; done < SLICES && !b->stop->stopped;) {
    const double began = clock_s();
    const uint32_t left = SLICES - done, slice = b->slice < left ? b->slice : left;
    done += slice;
    TRY(slice_run(b, done, done == SLICES));
    TRY(halt_check("a batch of routes"));
    const double took = clock_s() - began;
    if (slice == b->slice || took > SLICE_S) b->slice = slice_next(slice, took, SLICE_S, INFINITY);
    batch_stopping(b->stop);
  }
  return b->stop->stopped ? epoch_stop(b) : tasks_each(b, task_end, epoch);
}

/* After so many whole epochs. */
static void answer_give(Archipelago *a, uint32_t epochs, BatchTask *task) {
  champions_best(&a->champions, &task->best);
  task->moves = a->proposals;
  task->finished = sisr_budget(a->plan) / sisr_plan(a->plan)->epochs * epochs;
}

static Status sisr_solve(Backend *be, BatchTask *task, size_t tasks, BatchStop *stop) {
  Batch b = {.be = be, .tasks = (uint32_t)tasks, .stop = stop, .slice = 1};
  Status status = batch_open(&b, task);
  uint32_t whole = 0;
  for (uint32_t epoch = 0; status == OK && !stop->stopped && epoch < sisr_plan(task->plan)->epochs; epoch++) {
    status = epoch_run(&b, epoch);
    whole += !stop->stopped;
  }
  for (uint32_t k = 0; status == OK && k < b.tasks; k++) answer_give(b.all[k], whole, &task[k]);
  batch_close(&b);
  return status;
}

/* An epoch, long enough to hide the start. */
static void sisr_sample(Plan *plan) {
  if (plan->epoch > SAMPLE_EPOCH) plan->epoch = SAMPLE_EPOCH;
  sisr_plan_edit(plan)->epochs = 1;
}

const Batching sisr_batching = {sisr_fits, sisr_alike, sisr_workers, sisr_room, sisr_solve, sisr_sample};
