/* What the kernels of swarms of tours read, and the local search of their tours, which is that of ants. Inside "flock". */
#include <stdlib.h>
#include "flock_archipelago.h"
#include "halt.h"
#include "individual.h"
#include "problem/tsp/tsp.h"

enum { CANDIDATES = 16, QUADRANT = 2 }; /* as ants have them */

/* distance (n, K) of list (n, K), exact. */
static Status distances_place(Archipelago *a, size_t entries) {
  const size_t bytes = entries * sizeof(int32_t), width = (size_t)a->problem.width;
  Status status = OK;
  void *room = NULL;
  int32_t *list = malloc(bytes + 1);
  if (!list) FAIL(ERR_MEMORY, "no memory for %zu candidates", entries);
  TRY_GOTO(a->be->ops->download(a->be, list, a->problem.list, bytes), cleanup);
#pragma omp parallel for num_threads(a->be->threads)
  for (size_t k = 0; k < entries; k++)
    if (!halt_poll()) list[k] = (int32_t)judge_distance(a->inst, a->order[k / width], a->order[list[k]]);
  TRY_GOTO(halt_after("the distances of candidates"), cleanup);
  TRY_GOTO(a->be->ops->alloc(a->be, bytes, &room), cleanup);
  a->problem.distance = room;
  TRY_GOTO(a->be->ops->upload(a->be, room, list, bytes), cleanup);
cleanup:
  free(list);
  return status;
}

static Status colonies_place(Archipelago *a) {
  const size_t bytes = a->span.count * sizeof(AcoColony);
  AcoColony *none = malloc(bytes);
  if (!none) FAIL(ERR_MEMORY, "no memory for %u islands", a->span.count);
  for (uint32_t i = 0; i < a->span.count; i++) none[i] = (AcoColony){.best = COST_NONE, .source = COST_NONE};
  Status status = a->be->ops->alloc(a->be, bytes, (void **)&a->colony);
  if (status == OK) status = a->be->ops->upload(a->be, a->colony, none, bytes);
  free(none);
  return status;
}

Status flock_problem_make(Archipelago *a) {
  const CandidatePlan plan = {CANDIDATES, QUADRANT};
  void *list = NULL;
  TRY(tour_problem_make(a->inst, a->be, &a->problem.tour, &a->order));
  if (flock_plan(a->plan)->search == FLOCK_SEARCH_NONE) return OK;
  TRY(colonies_place(a));
  a->problem.width = candidate_width(a->inst->n, plan);
  const size_t entries = (size_t)a->inst->n * (size_t)a->problem.width;
  if (!entries) return OK;
  TRY(a->be->ops->alloc(a->be, entries * sizeof(int32_t), &list));
  a->problem.list = list;
  TRY(a->be->ops->candidates->lists(a->be, &a->problem.tour, plan, list));
  return distances_place(a, entries);
}

void flock_problem_free(Archipelago *a) {
  tour_problem_free(a->be, &a->problem.tour);
  a->be->ops->free(a->be, (void *)a->problem.list);
  a->be->ops->free(a->be, (void *)a->problem.distance);
  a->be->ops->free(a->be, a->colony);
  free(a->order);
}

Status flock_settle(Archipelago *a) {
  const AcoState tours = {.colony = a->colony,

                          .islands = a->span.count,
                          .rows = a->rules.particles,
                          .tour = a->state.x,
                          .cost = a->state.cost};
  if (a->problem.width) TRY(a->be->ops->aco->improve(a->be, &a->problem, &tours));
  return a->be->ops->flock->settle(a->be, &a->problem.tour, &a->rules, &a->state);
}
