/* Many small tasks of the "ruin" solver on one device: see batch.h; docs/algorithms-answer.md, "Batches".
 *
 * A task is an archipelago of its own, and a call of the kernels advances the chains of all tasks. Tasks have the same number of epochs and
 * do them in step. A slice is a share of the epoch, the same of every task, however many rounds that is for each. Nothing that a task does
 * depends on the others. */
#include <math.h>
#include <stdlib.h>
#include "clock.h"
#include "halt.h"
#include "ruin_archipelago.h"
#include "slice.h"

enum {
  PART_BYTES = 1 << 30,
  SAMPLE_EPOCH = 20,
  SLICES = 1 << 16, /* that an epoch can be cut into */
  SMALL = 64        /* customers: blocks of smaller instances differ little in their shared memory */
};
static const double task_slice_s = 0.001; /* of a task in a slice: its solution is loaded and stored once */

/* ---- which tasks ---- */

static bool ruin_fits(const Instance *inst, const Plan *plan) {
  const RuinPlan *own = ruin_plan(plan);
  return inst->n <= BATCH_CITIES && own->epochs > 0 && own->width <= RUIN_SHARED_MAX && !plan->initial &&
         !routes_of(inst)->pauses && !routes_of(inst)->balance;
}

/* All blocks of a launch have the shared memory that the largest one takes. */
static int32_t size_class(const Instance *inst) {
  int32_t size = SMALL;
  while (size < inst->n) size *= 2;
  return size;
}

/* Features that have kernels of their own, as bits: of what an instance's outline has. */
static int kernel_class(const Instance *inst) {
  const RoutesInstance *routes = routes_of(inst);
  return (routes->partner || routes->cluster || routes->window) | (routes->trips || routes->release) << 1;
}

static bool ruin_alike(const BatchTask *a, const BatchTask *b) {
  const RuinPlan *x = ruin_plan(a->plan), *y = ruin_plan(b->plan);
  return x->width == y->width && x->epochs == y->epochs && size_class(a->inst) == size_class(b->inst) &&
         kernel_class(a->inst) == kernel_class(b->inst);
}

static double ruin_workers(const Plan *plan) { return (double)ruin_plan(plan)->chains * plan->islands; }

/* Tasks whose instances and chains fit in PART_BYTES. */
static size_t ruin_room(const BatchTask *task) {
  enum { NODE = 160, CUSTOMER = 512 }; /* bytes, about: of a proposal, and in the tables of a task */
  const RoutesInstance *routes = routes_of(task->inst);
  const size_t nodes = (size_t)task->inst->n + 1, places = (size_t)routes->places,
               matrices = (size_t)routes->profiles * (routes->duration ? 2 : 1),
               chains = (size_t)ruin_workers(task->plan),
               bytes = 2 * matrices * places * places * sizeof(int32_t) +
                       nodes * (CUSTOMER + 8 * (size_t)routes->types) +
                       chains * nodes * NODE * (ruin_plan(task->plan)->width + 1),
               tasks = PART_BYTES / bytes;
  return tasks ? tasks : 1;
}

/* ---- one part of a batch ---- */

typedef struct Batch {
  Backend *be;
  Archipelago **all; /* (tasks) */
  RuinPart *part;    /* (tasks) */
  uint32_t tasks;
  BatchStop *stop;
  uint32_t slice; /* in SLICES of an epoch */
  double slice_s;
} Batch;

static Status batch_open(Batch *b, const BatchTask *task) {
  b->all = calloc(b->tasks, sizeof *b->all);
  b->part = calloc(b->tasks, sizeof *b->part);
  if (!b->all || !b->part) FAIL(ERR_MEMORY, "no memory for a batch of %u tasks", b->tasks);
  for (uint32_t k = 0; k < b->tasks; k++) {
    TRY(halt_check("the preparation of a batch of fleets"));
    TRY(ruin_create_shared(task[k].inst, b->be, task[k].plan, &b->all[k]));
    b->part[k].place = b->all[k]->place;
    b->part[k].state = b->all[k]->state;
  }
  return OK;
}

static void batch_close(Batch *b) {
  for (uint32_t k = 0; b->all && k < b->tasks; k++) island_destroy(b->all[k]);
  free(b->all);
  free(b->part);
}

/* ---- epochs ---- */

/* Goes on until `done` SLICES of the epoch are over. */
static Status slice_run(Batch *b, uint32_t done) {
  for (uint32_t k = 0; k < b->tasks; k++) {
    const Archipelago *a = b->all[k];
    const uint64_t rounds = ruin_plan(a->plan)->rounds, over = rounds - (a->end - a->at);
    const uint64_t until = (rounds * done + SLICES - 1) / SLICES;
    b->part[k].turn = (RuinTurn){a->temperature, a->at, (uint32_t)(until - over), ruin_seeks(a)};
  }
  TRY(b->be->ops->ruin->advance_all(b->be, b->part, b->tasks));
  for (uint32_t k = 0; k < b->tasks; k++) ruin_turned(b->all[k], b->part[k].turn.rounds);
  return b->be->ops->download(b->be, b->all[0]->cost, b->all[0]->state.cost,
                              sizeof *b->all[0]->cost); /* waits */
}

/* Where all islands of a task are here, the ring's exchange is one in this process. */
static Status task_exchange(Archipelago *a) {
  void *const migrant = malloc(island_migrant_bytes(a) + 1);
  if (!migrant) FAIL(ERR_MEMORY, "no memory for a migrant of %zu bytes", island_migrant_bytes(a));
  Status status = island_emigrate(a, migrant);
  if (status == OK) status = island_immigrate(a, migrant);
  free(migrant);
  return status;
}

static Status tasks_begin(Batch *b, uint32_t epoch) {
  for (uint32_t k = 0; k < b->tasks; k++) {
    if (b->all[k]->span.count > 1) TRY(task_exchange(b->all[k]));
    TRY(ruin_begin(b->all[k], epoch));
  }
  return OK;
}

static Status epoch_run(Batch *b, uint32_t epoch) {
  if (epoch) TRY(tasks_begin(b, epoch));
  for (uint32_t done = 0; done < SLICES && !b->stop->stopped;) {
    const double began = clock_s();
    const uint32_t left = SLICES - done, slice = b->slice < left ? b->slice : left;
    done += slice;
    TRY(slice_run(b, done));
    TRY(halt_check("a batch of fleets"));
    const double took = clock_s() - began;
    if (slice == b->slice || took > b->slice_s) b->slice = slice_next(slice, took, b->slice_s, INFINITY);
    batch_stopping(b->stop);
  }
  return OK;
}

static Status answer_give(Archipelago *a, BatchTask *task) {
  Progress progress;
  TRY(island_progress(a, a->proposals, &progress));
  task->moves = progress.moves;
  task->finished = progress.finished;
  return island_best(a, false, &task->best);
}

static Status ruin_solve(Backend *be, BatchTask *task, size_t tasks, BatchStop *stop) {
  Batch b = {.be = be,
             .tasks = (uint32_t)tasks,
             .stop = stop,
             .slice = SLICES / 64,
             .slice_s = fmax(SLICE_S, task_slice_s * (double)tasks)};
  Status status = batch_open(&b, task);
  for (uint32_t epoch = 0; status == OK && !stop->stopped && epoch < ruin_plan(task->plan)->epochs; epoch++)
    status = epoch_run(&b, epoch);
  for (uint32_t k = 0; status == OK && k < b.tasks; k++) status = answer_give(b.all[k], &task[k]);
  batch_close(&b);
  return status;
}

/* A short epoch: the first solutions of all are made in it. */
static void ruin_sample(Plan *plan) {
  RuinPlan *own = ruin_plan_edit(plan);
  if (plan->epoch > SAMPLE_EPOCH) {
    const uint64_t rounds = (uint64_t)own->rounds * SAMPLE_EPOCH / plan->epoch;
    own->rounds = rounds ? (uint32_t)rounds : 1;
    plan->epoch = SAMPLE_EPOCH;
  }
  own->epochs = 1;
}

const Batching ruin_batching = {ruin_fits, ruin_alike, ruin_workers, ruin_room, ruin_solve, ruin_sample};
