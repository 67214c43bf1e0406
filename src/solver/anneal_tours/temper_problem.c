/* What the kernels of the annealing of tours read: candidates and their distances. Inside "tempering". */
#include <stdlib.h>
#include "halt.h"
#include "temper_archipelago.h"
#include "problem/tsp/tsp.h"

static Status lists_measure(const Archipelago *a, const int32_t *list, TemperCandidate *out) {
  const int32_t width = a->problem.width;
#pragma omp parallel for num_threads(a->be->threads)
  for (int32_t c = 0; c < a->inst->n; c++)
    for (int32_t k = 0; k < width && !halt_poll(); k++) {
      const size_t at = (size_t)c * (size_t)width + (size_t)k;
      out[at].city = list[at];
      out[at].distance = (int32_t)judge_distance(a->inst, a->order[c], a->order[list[at]]);
    }
  return halt_after("the distances of candidates");
}

/* list: on the backend, entries of it. */
static Status lists_place(Archipelago *a, const int32_t *list, size_t entries) {
  const BackendOps *ops = a->be->ops;
  Status status = OK;
  void *room = NULL;
  int32_t *host = malloc(entries * sizeof *host + 1);
  TemperCandidate *candidates = malloc(entries * sizeof *candidates + 1);
  if (!host || !candidates) FAIL_GOTO(cleanup, ERR_MEMORY, "no memory for %zu candidates", entries);
  TRY_GOTO(ops->download(a->be, host, list, entries * sizeof *host), cleanup);
  TRY_GOTO(lists_measure(a, host, candidates), cleanup);
  TRY_GOTO(ops->alloc(a->be, entries * sizeof *candidates, &room), cleanup);
  a->problem.candidates = room;
  status = ops->upload(a->be, room, candidates, entries * sizeof *candidates);
cleanup : {
  free(host);
  free(candidates);
}
  return status;
}

Status temper_problem_make(Archipelago *a) {
  const CandidatePlan plan = {(int32_t)temper_plan(a->plan)->candidates,
                              (int32_t)temper_plan(a->plan)->quadrant};
  const BackendOps *ops = a->be->ops;
  void *list = NULL;
  TRY(tour_problem_make(a->inst, a->be, &a->problem.tour, &a->order));
  a->problem.width = candidate_width(a->inst->n, plan);
  const size_t entries = (size_t)a->inst->n * (size_t)a->problem.width;
  if (!entries) return OK;
  TRY(ops->alloc(a->be, entries * sizeof(int32_t), &list));
  a->list = list;
  TRY(ops->candidates->lists(a->be, &a->problem.tour, plan, a->list));
  return lists_place(a, a->list, entries);
}

void temper_problem_free(Archipelago *a) {
  const BackendOps *ops = a->be->ops;
  tour_problem_free(a->be, &a->problem.tour);
  ops->free(a->be, (void *)a->problem.candidates);
  ops->free(a->be, a->list);
  free(a->order);
}
