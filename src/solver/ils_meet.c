/* Generations of the "ils" solver: who recombines with whom, and what becomes of the children. Inside "ils".
 *
 * Every tour of an island is a mother once. Its father is one of the island before it on the ring, as it was when the generation
 * began: what migrates is the whole group. So many islands are one population, wherever they are. If there is but one
 * island, fathers are its own. When the elders join, every mother's father is its island's elder. */
#include <stdlib.h>
#include <string.h>
#include "ils_archipelago.h"

enum { LIVELY = 20 }; /* an island is if more than one in so many of its tours got better */

static bool own_fathers(const Archipelago *a) { return a->plan->islands == 1; }

size_t ils_fathers(const Archipelago *a, uint32_t i) {
  return (i ? i - 1 : a->span.count) * (size_t)a->state.group;
}

static bool elders_meet(const Archipelago *a) { return a->stage.joined && a->stage.generation == 0; }

bool ils_fathers_kept(const Archipelago *a) {
  return a->stage.phase == ILS_MEET && a->stage.at < a->stage.made && !own_fathers(a) && !elders_meet(a);
}

/* ---- pairs ---- */

static Status island_pairs(const Archipelago *a, uint32_t i, RecombinePair *pair) {
  const uint32_t first = i * a->state.group, island = a->span.first + i, number = a->epoch & 0xffffff;
  TRY(recombine_pairs(a->plan->seed, island, number, first, a->stage.made, pair));
  for (uint32_t j = 0; j < a->stage.made; j++) {
    if (elders_meet(a))
      pair[j].father = first;
    else if (!own_fathers(a))
      pair[j].father += (uint32_t)ils_fathers(a, i) - first;
  }
  return OK;
}

static Status pairs_place(Archipelago *a) {
  RecombinePair *pair = calloc(a->state.tours, sizeof *pair);
  Status status = pair ? OK : status_fail(ERR_MEMORY, "no memory for %u pairs of tours", a->state.tours);
  for (uint32_t i = 0; i < a->span.count && status == OK; i++)
    status = island_pairs(a, i, pair + (size_t)i * a->state.group);
  if (status == OK) status = a->be->ops->upload(a->be, a->pair, pair, a->state.tours * sizeof *pair);
  free(pair);
  return status;
}

/* Pairs of rows [first, first + count). */
static Status rows_recombine(Archipelago *a, size_t first, uint32_t count) {
  const RecombineTask task = {.problem = a->problem.tour,
                              .width = a->problem.width,
                              .list = a->list,
                              .seed = a->plan->seed,
                              .generation = a->epoch & 0xffffff,
                              .share = RECOMBINE_SHARE,
                              .pairs = count,
                              .pair = a->pair + first,
                              .tour = a->state.tour,
                              .cost = a->state.cost,
                              .child = ils_tour(a, a->child, first),
                              .result = a->result + first};
  return a->be->ops->recombine->recombine(a->be, &task);
}

Status ils_meet(Archipelago *a, uint32_t from, uint32_t count) {
  if (from == 0) TRY(pairs_place(a));
  if (count == a->state.group) return rows_recombine(a, 0, a->state.tours);
  for (uint32_t i = 0; i < a->span.count; i++)
    TRY(rows_recombine(a, (size_t)i * a->state.group + from, count));
  return OK;
}

static void island_judge(Archipelago *a, uint32_t i) {
  uint32_t better = 0;
  for (size_t row = (size_t)i * a->state.group, j = 0; j < a->stage.made; j++, row++) {
    better += a->result_host[row].cost < a->cost[row];
    a->cost[row] = a->result_host[row].cost;
  }
  a->lively[i] = better * LIVELY > a->stage.made;
}

Status ils_meet_end(Archipelago *a) {
  int32_t *const mothers = a->state.tour;
  TRY(ils_look(a));
  TRY(a->be->ops->download(a->be, a->result_host, a->result, a->state.tours * sizeof *a->result));
  for (uint32_t i = 0; i < a->span.count; i++) island_judge(a, i);
  a->state.tour = a->child, a->child = mothers;
  return ils_cost_set(a);
}

/* ---- elders ---- */

Status ils_elders_keep(Archipelago *a) {
  memcpy(a->elder_cost, a->champion_cost, a->span.count * sizeof *a->elder_cost);
  return a->be->ops->copy(a->be, a->elder_tour, a->champion_tour, a->span.count * ils_tour_bytes(a));
}

static Status elder_join(Archipelago *a, uint32_t i) {
  const size_t first = (size_t)i * a->state.group;
  size_t worst = first;
  for (size_t row = first; row < first + a->stage.made; row++)
    if (a->cost[row] > a->cost[worst]) worst = row;
  int32_t *const tour = ils_tour(a, a->state.tour, first);
  if (worst != first)
    TRY(a->be->ops->copy(a->be, ils_tour(a, a->state.tour, worst), tour, ils_tour_bytes(a)));
  a->cost[worst] = a->cost[first], a->cost[first] = a->elder_cost[i];
  return a->be->ops->copy(a->be, tour, ils_tour(a, a->elder_tour, i), ils_tour_bytes(a));
}

Status ils_elders_join(Archipelago *a) {
  TRY(ils_look(a));
  for (uint32_t i = 0; i < a->span.count; i++) TRY(elder_join(a, i));
  return ils_cost_set(a);
}

/* ---- arrays ---- */

Status ils_meet_make(Archipelago *a) {
  const BackendOps *ops = a->be->ops;
  const size_t rows = a->state.tours, islands = a->span.count;
  if (!a->plan->ils.meets) return OK;
  a->result_host = malloc(rows * sizeof *a->result_host), a->lively = calloc(islands, sizeof *a->lively);
  a->elder_cost = malloc(islands * sizeof *a->elder_cost);
  if (!a->result_host || !a->lively || !a->elder_cost) FAIL(ERR_MEMORY, "no memory for %zu tours", rows);
  for (size_t i = 0; i < islands; i++) a->elder_cost[i] = COST_NONE;
  TRY(ops->alloc(a->be, (rows + a->state.group) * ils_tour_bytes(a), (void **)&a->child));
  TRY(ops->alloc(a->be, rows * sizeof *a->pair, (void **)&a->pair));
  TRY(ops->alloc(a->be, rows * sizeof *a->result, (void **)&a->result));
  return ops->alloc(a->be, islands * ils_tour_bytes(a), (void **)&a->elder_tour);
}

void ils_meet_free(Archipelago *a) {
  const BackendOps *ops = a->be->ops;
  ops->free(a->be, a->child), ops->free(a->be, a->pair), ops->free(a->be, a->result), ops->free(a->be, a->elder_tour);
  free(a->result_host), free(a->lively), free(a->elder_cost);
}
