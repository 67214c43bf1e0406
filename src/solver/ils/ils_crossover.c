/* Generations of the "ils" solver: the pairs of parents, and what becomes of their children. Inside "ils".
 *
 * Every tour of an island is the first parent (A) of one pair. The second parent (B) is a tour of the
 * previous island on the ring, as it was when the generation began: the whole group migrates. So all islands
 * form one population, on whatever ranks they are. Groups of large tours take long to migrate: they do so before every
 * ILS_VISIT-th generation. In the others, on a single island, and on isolated islands, both parents are of the same
 * island, and only champions migrate. In a batch the previous island is on the same backend: its tours change only at
 * the end of a generation. When the elite set has joined, every second parent is one of its island's elite tours
 * (ils_elite.c). */
#include <stdlib.h>
#include "halt.h"
#include "ils_archipelago.h"

enum { IMPROVED_PART = 20 }; /* an island improved if more than one in IMPROVED_PART of its tours did */

/* Do second parents of that generation come from the previous island? */
static bool visits(const Archipelago *a, uint32_t generation) {
  return !ils_isolated(a) && (!ils_large(a->nodes) || generation % ILS_VISIT == 0);
}

bool ils_groups_migrate(const Archipelago *a) {
  return ils_plan(a->plan)->crossover &&
         visits(a, a->stage.phase == ILS_CROSSOVER ? a->stage.generation + 1 : 0);
}

bool ils_parents_needed(const Archipelago *a) {
  return a->stage.phase == ILS_CROSSOVER && a->stage.at < a->stage.made && visits(a, a->stage.generation) &&
         !ils_elite_generation(a, 0);
}

/* ---- pairs ---- */

/* Row of the second parent of tour j of island i. `other`: the tour's partner on the random ring of pairs. */
static size_t parent_b_row(const Archipelago *a, uint32_t i, uint32_t other) {
  if (ils_elite_generation(a, i)) return ils_row(a, i, other % ils_elite_joining(a, i));
  return visits(a, ils_stage_of(a, i)->generation) ? ils_neighbour_row(a, i, other) : ils_row(a, i, other);
}

/* one (made): workspace. */
static Status island_pairs(const Archipelago *a, uint32_t i, RecombinePair *one, RecombinePair *pair) {
  const uint32_t task = ils_task_of(a, i);
  TRY(recombine_pairs(a->task[task].seed, ils_number(a, i), a->task[task].epoch, 0, a->stage.made, one));
  for (uint32_t j = 0; j < a->stage.made; j++) {
    const size_t row = ils_row(a, i, j);
    pair[row] = one[j];
    pair[row].task = task;
    pair[row].group = i;
    pair[row].parent_a = (uint32_t)row;
    pair[row].parent_b = (uint32_t)parent_b_row(a, i, one[j].parent_b);
  }
  return OK;
}

static void island_skip(const Archipelago *a, uint32_t i, RecombinePair *pair) {
  for (uint32_t j = 0; j < a->stage.made; j++) pair[ils_row(a, i, j)].parent_a = RECOMBINE_NONE;
}

static Status pairs_place(Archipelago *a) {
  const size_t rows = (size_t)a->stage.made * a->span.count;
  RecombinePair *pair = malloc((rows + a->stage.made) * sizeof *pair);
  Status status = pair ? OK : status_fail(ERR_MEMORY, "no memory for %zu pairs of tours", rows);
  for (uint32_t i = 0; i < a->span.count && status == OK && !halt_poll(); i++)
    if (ils_task_finished(a, i))
      island_skip(a, i, pair);
    else
      status = island_pairs(a, i, pair + rows, pair);
  if (status == OK) status = halt_after("the pairs of tours");
  if (status == OK) status = a->be->ops->upload(a->be, a->pair, pair, rows * sizeof *pair);
  free(pair);
  return status;
}

int32_t ils_share(const Archipelago *a) {
  const bool wide = a->stage.made > (uint32_t)ils_tours_usual(a->nodes);
  return ils_plan(a->plan)->open && wide && !ils_large(a->nodes) ? ILS_SHARE_WIDE : RECOMBINE_SHARE;
}

int32_t ils_join(const Archipelago *a, int32_t usual) {
  const uint64_t tours = (uint64_t)a->stage.made * (ils_isolated(a) ? 1 : a->plan->islands);
  return tours > ILS_FAR ? RECOMBINE_FAR : usual;
}

/* The pairs of the first parents [from, from + count) of every island. */
static RecombineTask crossover_task(const Archipelago *a, uint32_t from, uint32_t count) {
  const size_t first = ils_row(a, 0, from);
  return (RecombineTask){.problem = a->problem.tour,
                         .width = a->problem.width,
                         .list = a->list,
                         .task = a->state.task,
                         .share = ils_share(a),
                         .join = ils_join(a, RECOMBINE_JOIN),
                         .few = RECOMBINE_FEW,
                         .alone = ils_large(a->nodes) ? ils_join(a, RECOMBINE_ALONE) : 0,
                         .pairs = count * a->span.count,
                         .pair = a->pair + first,
                         .tour = a->state.tour,
                         .cost = a->state.cost,
                         .entropy = a->entropy,
                         .child = ils_tour(a, a->child, first),
                         .result = a->result + first};
}

static Status generation_begin(Archipelago *a) {
  const RecombineTask all = crossover_task(a, 0, a->stage.made);
  TRY(pairs_place(a));
  return a->be->ops->eax->count(a->be, &all);
}

Status ils_crossover(Archipelago *a, uint32_t from, uint32_t count) {
  const RecombineTask task = crossover_task(a, from, count);
  if (from == 0) TRY(generation_begin(a));
  return ils_large(a->nodes) ? a->be->ops->eax->recombine_large(a->be, &task)
                             : a->be->ops->eax->recombine(a->be, &task);
}

static void island_judge(Archipelago *a, uint32_t i) {
  uint32_t better = 0;
  for (uint32_t j = 0; j < a->stage.made; j++) {
    const size_t row = ils_row(a, i, j);
    better += a->result_host[row].cost < a->cost[row];
    a->cost[row] = a->result_host[row].cost;
  }
  a->improved[i] = better * IMPROVED_PART > a->stage.made;
}

Status ils_crossover_end(Archipelago *a) {
  int32_t *const parents = a->state.tour;
  TRY(ils_costs_download(a));
  TRY(a->be->ops->download(a->be, a->result_host, a->result,
                           (size_t)a->stage.made * a->span.count * sizeof *a->result));
  for (uint32_t i = 0; i < a->span.count; i++)
    if (!ils_task_finished(a, i)) island_judge(a, i);
  a->state.tour = a->child;
  a->child = parents;
  return ils_costs_upload(a);
}

/* ---- arrays ---- */

static Status entropy_make(Archipelago *a) {
  int32_t step[RECOMBINE_STEPS];
  void *dev;
  a->entropy.groups = a->span.count;
  a->entropy.bits = recombine_bits(a->nodes);
  for (int32_t k = 0; k < RECOMBINE_STEPS; k++) step[k] = recombine_step(k);
  TRY(a->be->ops->alloc(a->be, (sizeof *a->entropy.count * a->span.count) << a->entropy.bits,
                        (void **)&a->entropy.count));
  TRY(a->be->ops->alloc(a->be, sizeof step, &dev));
  a->entropy.step = dev;
  return a->be->ops->upload(a->be, dev, step, sizeof step);
}

Status ils_crossover_make(Archipelago *a) {
  const BackendOps *ops = a->be->ops;
  const size_t rows = a->state.tours, islands = a->span.count,
               arriving = ils_isolated(a) ? 0 : ils_plan(a->plan)->group;
  if (!ils_plan(a->plan)->crossover) return OK;
  a->result_host = malloc(rows * sizeof *a->result_host);
  a->improved = calloc(islands, sizeof *a->improved);
  if (!a->result_host || !a->improved) FAIL(ERR_MEMORY, "no memory for %zu tours", rows);
  TRY(ops->alloc(a->be, (rows + arriving) * ils_tour_bytes(a), (void **)&a->child));
  TRY(ops->alloc(a->be, rows * sizeof *a->pair, (void **)&a->pair));
  TRY(ops->alloc(a->be, rows * sizeof *a->result, (void **)&a->result));
  TRY(entropy_make(a));
  return ils_elite_make(a);
}

void ils_crossover_free(Archipelago *a) {
  const BackendOps *ops = a->be->ops;
  ops->free(a->be, a->child);
  ops->free(a->be, a->pair);
  ops->free(a->be, a->result);
  ops->free(a->be, a->entropy.count);
  ops->free(a->be, (void *)a->entropy.step);
  free(a->result_host);
  free(a->improved);
  ils_elite_free(a);
}
