/* What the kernels of ant colony optimisation read: candidates, their distances and their preferences. Inside "aco". */
#include <math.h>
#include <stdlib.h>
#include "aco_archipelago.h"
#include "halt.h"
#include "problem/tsp/tsp.h"

static Status place(Backend *be, const void *host, size_t bytes, const void **dev) {
  void *room = NULL;
  TRY(be->ops->alloc(be, bytes, &room));
  *dev = room;
  return be->ops->upload(be, room, host, bytes);
}

/* (d0 / d)^beta in 2^-24, both distances plus 0.1. At least 1: a weight is never nothing. */
static uint32_t preference(int64_t nearest, int64_t distance, double beta) {
  const double share = pow(((double)nearest + 0.1) / ((double)distance + 0.1), beta);
  const uint32_t eta = (uint32_t)floor(share * 0x1p24);
  return eta ? eta : 1;
}

/* distance and eta (n, K) from list (n, K). */
static Status lists_measure(const Archipelago *a, const int32_t *list, int32_t *distance, uint32_t *eta) {
  const int32_t width = a->problem.width;
  const double beta = aco_plan(a->plan)->beta;
#pragma omp parallel for num_threads(a->be->threads)
  for (int32_t c = 0; c < a->inst->n; c++) {
    const size_t row = (size_t)c * (size_t)width;
    for (size_t k = row; k < row + (size_t)width && !halt_poll(); k++) {
      distance[k] = (int32_t)judge_distance(a->inst, a->order[c], a->order[list[k]]);
      eta[k] = preference(distance[row], distance[k], beta);
    }
  }
  return halt_after("the distances of candidates");
}

static Status lists_place(Archipelago *a, int32_t *list, size_t entries) {
  Status status = OK;
  int32_t *distance = malloc(entries * sizeof *distance + 1);
  uint32_t *eta = malloc(entries * sizeof *eta + 1);
  if (!distance || !eta) FAIL_GOTO(cleanup, ERR_MEMORY, "no memory for %zu candidates", entries);
  TRY_GOTO(a->be->ops->download(a->be, list, a->problem.list, entries * sizeof *list), cleanup);
  TRY_GOTO(lists_measure(a, list, distance, eta), cleanup);
  TRY_GOTO(place(a->be, distance, entries * sizeof *distance, (const void **)&a->problem.distance), cleanup);
  TRY_GOTO(place(a->be, eta, entries * sizeof *eta, (const void **)&a->problem.eta), cleanup);
cleanup : {
  free(distance);
  free(eta);
}
  return status;
}

Status aco_problem_make(Archipelago *a) {
  const CandidatePlan plan = {(int32_t)aco_plan(a->plan)->candidates, (int32_t)aco_plan(a->plan)->quadrant};
  void *lists = NULL;
  TRY(tour_problem_make(a->inst, a->be, &a->problem.tour, &a->order));
  const size_t entries = (size_t)a->inst->n * (size_t)a->problem.width;
  if (!entries) return OK;
  TRY(a->be->ops->alloc(a->be, entries * sizeof(int32_t), &lists));
  a->problem.list = lists;
  TRY(a->be->ops->candidates->lists(a->be, &a->problem.tour, plan, lists));
  int32_t *list = malloc(entries * sizeof *list);
  if (!list) FAIL(ERR_MEMORY, "no memory for %zu candidates", entries);
  const Status status = lists_place(a, list, entries);
  free(list);
  return status;
}

void aco_problem_free(Archipelago *a) {
  const BackendOps *ops = a->be->ops;
  tour_problem_free(a->be, &a->problem.tour);
  ops->free(a->be, (void *)a->problem.list);
  ops->free(a->be, (void *)a->problem.distance);
  ops->free(a->be, (void *)a->problem.eta);
  free(a->order);
}
