/* Many small tasks of the "ils" solver on one device: see batch.h; docs/algorithms-answer.md, "Batches". Inside
 * "ils".
 *
 * A batch is one archipelago with the rings of all its tasks. The start and the kicks of a population are the
 * same work for every task, so all tasks do them in step. They do generations in step, too, but each task has
 * as many as it takes until it is stagnant. A finished task waits for the others: its tours are not used any
 * more, its champions stay as they are. */
#include <math.h>
#include <stdlib.h>
#include "clock.h"
#include "slice.h"
#include "solver/batch.h"
#include "ils_archipelago.h"
#include "problem/tsp/tsp.h"
#include "search/candidates/tour_image.h"

enum { PART_BYTES = 1 << 30 };

static bool ils_fits(const Instance *inst, const Plan *plan) {
  return inst->problem == &problem_tsp && tour_nodes(inst) <= BATCH_CITIES && !plan->initial &&
         ils_plan(plan)->crossover && !ils_plan(plan)->open;
}

static bool ils_alike(const BatchTask *a, const BatchTask *b) {
  const IlsPlan *p = ils_plan(a->plan), *q = ils_plan(b->plan);
  return a->inst->n == b->inst->n && tsp_of(a->inst)->metric == tsp_of(b->inst)->metric &&
         tour_images_alike(a->inst, b->inst) && a->plan->islands == b->plan->islands &&
         p->group == q->group && p->rounds == q->rounds && p->populations == q->populations &&
         p->recombination == q->recombination && p->generations == q->generations &&
         p->temperature == q->temperature && p->candidates == q->candidates && p->quadrant == q->quadrant;
}

static double ils_workers(const Plan *plan) { return (double)ils_plan(plan)->group * plan->islands; }

/* Tasks whose instances, islands, tours and buffers of a round fit in PART_BYTES. */
static size_t ils_capacity(const BatchTask *task) {
  const size_t n = (size_t)tour_nodes(task->inst), tour = n * sizeof(int32_t),
               round = ils_plan(task->plan)->round,
               tours = (size_t)ils_plan(task->plan)->group * task->plan->islands,
               instance = n * (tour_by_matrix(task->inst) ? n : 4) * sizeof(int32_t) + n * ILS_WIDTH * 12,
               bytes = instance + tours * (5 * tour + round * 1024) +
                       task->plan->islands * (3 + ILS_ELITE_MAX) * tour,
               tasks = PART_BYTES / bytes;
  return tasks ? tasks : 1;
}

/* ---- one part ---- */

typedef struct Part {
  Archipelago *a;
  BatchStop *stop;
  uint32_t units; /* of a slice */
  uint32_t *best; /* (tasks) the task's island with the best champion so far, the first of equals */
} Part;

static Status part_open(Part *part, Backend *be, const BatchTask *task, size_t tasks) {
  Status status = OK;
  const Instance **inst = malloc(tasks * sizeof *inst);
  uint64_t *seed = malloc(tasks * sizeof *seed);
  part->best = calloc(tasks, sizeof *part->best);
  if (!inst || !seed || !part->best)
    FAIL_GOTO(cleanup, ERR_MEMORY, "no memory for a batch of %zu tasks", tasks);
  for (size_t k = 0; k < tasks; k++) {
    inst[k] = task[k].inst;
    seed[k] = task[k].plan->seed;
  }
  const Span all = {0, (uint32_t)tasks * task->plan->islands};
  TRY_GOTO(ils_open(inst, seed, (uint32_t)tasks, be, task->plan, all, &part->a), cleanup);
  part->a->task_stage = calloc(tasks, sizeof *part->a->task_stage);
  /* lint: malloc-leak: the archipelago has it */
  if (!part->a->task_stage) status = status_fail(ERR_MEMORY, "no memory for a batch of %zu tasks", tasks);
cleanup : {
  free(inst);
  free(seed);
}
  return status;
}

static void bests_find(Part *part) {
  const Archipelago *a = part->a;
  const uint32_t ring = a->plan->islands;
  for (uint32_t i = 0; i < a->span.count; i++) {
    uint32_t *best = &part->best[i / ring];
    if (i % ring == 0 && !ils_task_finished(a, i)) *best = 0;
    if (!ils_task_finished(a, i) && a->champion_cost[i] < a->champion_cost[i / ring * ring + *best])
      *best = i % ring;
  }
}

/* Champions migrate along the ring of each task, as they were before any arrived. */
static Status champions_exchange(Archipelago *a) {
  const uint32_t ring = a->plan->islands;
  if (ring == 1) return OK;
  TRY(a->be->ops->copy(a->be, a->inbox_tour, a->champion_tour, a->span.count * ils_tour_bytes(a)));
  for (uint32_t i = 0; i < a->span.count; i++) {
    a->inbox_cost[i] = a->champion_cost[i];
    a->inbox_origin[i] = a->champion_origin[i];
  }
  for (uint32_t i = 0; i < a->span.count; i++) {
    const uint32_t from = i % ring ? i - 1 : i + ring - 1;
    if (!ils_task_finished(a, i))
      TRY(ils_champion_offer(a, i, a->inbox_cost[from], a->inbox_origin[from],
                             ils_tour(a, a->inbox_tour, from)));
  }
  return OK;
}

/* Runs the rest of the epoch, and the exchange after it. */
static Status epoch_run(Part *part) {
  Archipelago *a = part->a;
  while (!ils_epoch_over(a) && !part->stop->stopped) {
    const double began = clock_s();
    TRY(ils_phases_run(a, part->units));
    if (!ils_epoch_over(a)) part->units = slice_next(part->units, clock_s() - began, SLICE_S, INFINITY);
    batch_stopping(part->stop);
  }
  if (part->stop->stopped) return OK;
  bests_find(part);
  return champions_exchange(a);
}

/* ---- generations ---- */

static void tasks_begin(Archipelago *a) {
  for (uint32_t k = 0; k < a->tasks; k++)
    a->task_stage[k] = (IlsStage){.phase = a->stage.phase, .population = a->stage.population};
}

static bool task_improved(const Archipelago *a, uint32_t k) {
  const uint32_t ring = a->plan->islands;
  bool improved = false;
  for (uint32_t i = k * ring; i < (k + 1) * ring; i++) improved |= a->improved[i] != 0;
  return improved;
}

/* Task k has had its last generation, or the last before the elite set joins. *join is set if it joins
 * now. */
static Status task_through(Archipelago *a, uint32_t k, bool *join) {
  IlsStage *own = &a->task_stage[k];
  const bool joins = ils_elite_pending(own), more = own->population + 1 < ils_plan(a->plan)->populations;
  if (!own->joined && (joins || more)) TRY(ils_elite_add(a, (Span){k * a->plan->islands, a->plan->islands}));
  if (joins)
    ils_elite_admit(own);
  else
    own->phase = ILS_FINISHED;
  *join |= joins;
  return OK;
}

/* Ends the generation of every unfinished task; *left is the number of those that go on. */
static Status generation_end(Archipelago *a, uint32_t *left) {
  bool join = false;
  *left = 0;
  for (uint32_t k = 0; k < a->tasks; k++) {
    if (a->task_stage[k].phase == ILS_FINISHED) continue;
    a->task[k].epoch++;
    if (ils_generation_last(ils_plan(a->plan), &a->task_stage[k], task_improved(a, k)))
      TRY(task_through(a, k, &join));
    *left += a->task_stage[k].phase != ILS_FINISHED;
  }
  a->stage.at = 0;
  if (join) TRY(ils_elite_join(a));
  return ils_tasks_set(a);
}

/* ---- populations ---- */

static Status generations_run(Part *part) {
  Archipelago *a = part->a;
  uint32_t left = a->tasks;
  TRY(ils_stage_next(a));
  for (uint32_t k = 0; k < a->tasks; k++) a->task[k].epoch++;
  TRY(ils_tasks_set(a));
  while (left && !part->stop->stopped) {
    TRY(epoch_run(part));
    if (!part->stop->stopped) TRY(generation_end(a, &left));
  }
  return OK;
}

static Status part_run(Part *part) {
  Archipelago *a = part->a;
  while (a->stage.phase != ILS_FINISHED && !part->stop->stopped) {
    tasks_begin(a);
    TRY(epoch_run(part));
    if (!part->stop->stopped) TRY(generations_run(part));
    a->stage.joined = 1; /* each task has filled its elite set when it finished */
    if (!part->stop->stopped) TRY(ils_population_next(a));
  }
  return OK;
}

/* ---- answers ---- */

static Status task_answer(const Part *part, const int32_t *tours, const uint64_t *counters, uint32_t k,
                          BatchTask *task) {
  const Archipelago *a = part->a;
  const size_t n = (size_t)a->nodes, i = (size_t)k * a->plan->islands + part->best[k];
  const int32_t *order = a->order + a->task[k].instance * n;
  if (a->champion_cost[i] == COST_NONE) return OK; /* stopped before there was one */
  task->best.cost = a->champion_cost[i] - ils_base(a, (uint32_t)i);
  task->best.island = a->champion_origin[i];
  task->best.length = (uint32_t)a->inst->n;
  task->moves = counters[3 * k + 2];
  task->finished = a->stage.kicks * a->plan->islands;
  if (tour_has_image(task->inst)) return tour_image_cities(task->inst, tours + i * n, task->best.gene);
  for (size_t p = 0; p < n; p++) task->best.gene[p] = order[tours[i * n + p]];
  return OK;
}

static Status answers_give(const Part *part, BatchTask *task) {
  Archipelago *a = part->a;
  const size_t tours_bytes = a->span.count * ils_tour_bytes(a),
               counters_bytes = a->tasks * 3 * sizeof(uint64_t);
  int32_t *tours = malloc(tours_bytes);
  uint64_t *counters = malloc(counters_bytes);
  Status status = tours && counters
                      ? OK
                      : status_fail(ERR_MEMORY, "no memory for the tours of %u islands", a->span.count);
  if (status == OK) status = a->be->ops->download(a->be, tours, a->champion_tour, tours_bytes);
  if (status == OK) status = a->be->ops->download(a->be, counters, a->state.counters, counters_bytes);
  for (uint32_t k = 0; k < a->tasks && status == OK; k++)
    status = task_answer(part, tours, counters, k, &task[k]);
  free(tours);
  free(counters);
  return status;
}

/* The best so far: tours under way are complete between phases. */
static Status bests_stopped(Part *part) {
  TRY(ils_champions_update(part->a));
  bests_find(part);
  return OK;
}

static Status ils_solve(Backend *be, BatchTask *task, size_t tasks, BatchStop *stop) {
  Part part = {.stop = stop, .units = 1};
  Status status = part_open(&part, be, task, tasks);
  if (status == OK) status = part_run(&part);
  if (status == OK && stop->stopped) status = bests_stopped(&part);
  if (status == OK) status = answers_give(&part, task);
  ils_destroy(part.a);
  free(part.best);
  return status;
}

const Batching ils_batching = {ils_fits, ils_alike, ils_workers, ils_capacity, ils_solve, NULL};
