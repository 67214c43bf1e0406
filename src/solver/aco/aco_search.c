/* The local search of the "ils" solver (ils_kernels.h, descent) on the tours of ants. Inside "aco". */
#include "aco_archipelago.h"

static Status problem_make(Archipelago *a) {
  const BackendOps *ops = a->be->ops;
  const CandidatePlan plan = {a->problem.width < ILS_WIDTH ? a->problem.width : ILS_WIDTH, 0};
  const size_t entries = (size_t)a->inst->n * (size_t)plan.width;
  void *list = NULL, *candidates = NULL;
  a->ils_problem = (IlsProblem){.tour = a->problem.tour, .width = plan.width};
  if (!plan.width) return OK;
  TRY(ops->alloc(a->be, entries * sizeof(IlsCandidate), &candidates));
  a->ils_problem.candidates = candidates;
  TRY(ops->alloc(a->be, entries * sizeof(int32_t), &list));
  Status status = ops->candidates->lists(a->be, &a->problem.tour, plan, list);
  if (status == OK) status = ops->ils->distances(a->be, &a->problem.tour, plan.width, list, candidates);
  ops->free(a->be, list);
  return status;
}

Status aco_search_make(Archipelago *a) {
  const BackendOps *ops = a->be->ops;
  IlsState *st = &a->ils;
  const TourTask task = {.seed = a->plan->seed};
  const size_t rows = (size_t)a->state.rows * a->span.count;
  if (aco_plan(a->plan)->search != ACO_SEARCH_ILS) return OK;
  TRY(problem_make(a));
  *st = (IlsState){.first = a->span.first,
                   .islands = a->span.count,
                   .ring = a->plan->islands,
                   .tours = (uint32_t)rows,
                   .kicks = ils_kicks(a->inst->n),
                   .tour = a->state.tour,
                   .cost = a->state.cost};
  TRY(ops->alloc(a->be, rows * aco_tour_bytes(a), (void **)&st->position));
  TRY(ops->alloc(a->be, rows * sizeof *st->scale, (void **)&st->scale));
  TRY(ops->alloc(a->be, 3 * sizeof *st->counters, (void **)&st->counters));
  TRY(ops->alloc(a->be, sizeof task, (void **)&st->task));
  return ops->upload(a->be, (TourTask *)st->task, &task, sizeof task);
}

void aco_search_free(Archipelago *a) {
  const BackendOps *ops = a->be->ops;
  IlsState *st = &a->ils;
  ops->free(a->be, st->position);
  ops->free(a->be, st->scale);
  ops->free(a->be, st->counters);
  ops->free(a->be, (TourTask *)st->task);
  ops->free(a->be, (void *)a->ils_problem.candidates);
}

/* Every city is a start twice, as in the start phase of "ils". */
static Status descend(Archipelago *a) {
  const IlsRounds rounds = {.count = 2 * (((uint32_t)a->inst->n + a->ils.kicks - 1) / a->ils.kicks),
                            .descent = true};
  if (a->inst->n < 4) return OK;
  TRY(a->be->ops->ils->measure(a->be, &a->ils_problem, &a->ils));
  return a->be->ops->ils->advance(a->be, &a->ils_problem, &a->ils, &rounds);
}

Status aco_search(Archipelago *a) {
  switch (aco_plan(a->plan)->search) {
  case ACO_SEARCH_TWO_OPT:
    return a->rules.focused ? OK : a->be->ops->aco->improve(a->be, &a->problem, &a->state);
  case ACO_SEARCH_ILS:
    return descend(a);
  default:
    return OK;
  }
}
