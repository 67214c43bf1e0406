/* What the kernels of ant colony optimisation read: candidates, their distances and their preferences; and the local search of the "ils"
 * solver (ils_kernels.h, descent) on the tours of ants. Inside "aco". */
#include <math.h>
#include <stdlib.h>
#include "aco_archipelago.h"
#include "halt.h"
#include "search/candidates/tour_lists.h"

/* (d0 / d)^beta in 2^-24, both distances plus 0.1. At least 1: a weight is never nothing. */
static uint32_t preference(int64_t nearest, int64_t distance, double beta) {
  const double share = pow(((double)nearest + 0.1) / ((double)distance + 0.1), beta);
  const uint32_t eta = (uint32_t)floor(share * 0x1p24);
  return eta ? eta : 1;
}

/* eta (n, K) from distance (n, K). */
static Status preferences_make(const Archipelago *a, const int32_t *distance, uint32_t *eta) {
  const int32_t width = a->problem.width;
  const double beta = aco_plan(a->plan)->beta;
#pragma omp parallel for num_threads(a->be->threads)
  for (int32_t c = 0; c < a->inst->n; c++) {
    const size_t row = (size_t)c * (size_t)width;
    for (size_t k = row; k < row + (size_t)width && !halt_poll(); k++)
      eta[k] = preference(distance[row], distance[k], beta);
  }
  return halt_after("the preferences of candidates");
}

/* ---- all pairs ---- */

static double length_of(const Archipelago *a, int32_t c, int32_t d) {
  const int64_t distance = c == d ? 0 : judge_distance(a->inst, a->order[c], a->order[d]);
  if (aco_plan(a->plan)->variant != ACO_AS) return (double)distance + 0.1;
  return distance ? (double)distance : 0.1;
}

/* eta (n): of the city's pairs, (d0 / d)^beta, where d0 is the distance of the nearest other city. At least 2^-100. */
static void row_prefer(const Archipelago *a, int32_t c, float *eta) {
  const double beta = aco_plan(a->plan)->beta;
  double nearest = INFINITY;
  for (int32_t d = 0; d < a->inst->n; d++)
    if (d != c) nearest = fmin(nearest, length_of(a, c, d));
  for (int32_t d = 0; d < a->inst->n; d++)
    eta[d] = d == c ? 1 : (float)fmax(pow(nearest / length_of(a, c, d), beta), 0x1p-100);
}

static Status all_place(Archipelago *a) {
  const size_t n = (size_t)a->inst->n;
  if (aco_plan(a->plan)->trails != ACO_TRAILS_ALL) return OK;
  float *eta = malloc(n * n * sizeof *eta);
  if (!eta) FAIL(ERR_MEMORY, "no memory for the preferences of %zu pairs", n * n);
#pragma omp parallel for num_threads(a->be->threads)
  for (size_t c = 0; c < n; c++)
    if (!halt_poll()) row_prefer(a, (int32_t)c, eta + c * n);
  Status status = halt_after("the preferences of all pairs");
  if (status == OK)
    status = tour_array_place(a->be, eta, n * n * sizeof *eta, (const void **)&a->problem.all_eta);
  free(eta);
  return status;
}

/* ---- what kernels read ---- */

static Status lists_place(Archipelago *a, const int32_t *distance) {
  const size_t bytes = (size_t)a->inst->n * (size_t)a->problem.width * sizeof *distance;
  uint32_t *eta = malloc(bytes + 1);
  Status status = eta ? OK : status_fail(ERR_MEMORY, "no memory for %d rows of candidates", a->inst->n);
  if (status == OK) status = preferences_make(a, distance, eta);
  if (status == OK) status = tour_array_place(a->be, distance, bytes, (const void **)&a->problem.distance);
  if (status == OK) status = tour_array_place(a->be, eta, bytes, (const void **)&a->problem.eta);
  free(eta);
  return status;
}

Status aco_problem_make(Archipelago *a) {
  const CandidatePlan plan = {(int32_t)aco_plan(a->plan)->candidates, (int32_t)aco_plan(a->plan)->quadrant};
  int32_t *list = NULL, *distance = NULL;
  TRY(tour_problem_make(a->inst, a->be, &a->problem.tour, &a->order));
  Status status = tour_lists_make(a->inst, a->be, &a->problem.tour, a->order, plan, &list, &distance);
  a->problem.list = list;
  if (status == OK && distance) status = lists_place(a, distance);
  if (status == OK) status = all_place(a);
  free(distance);
  return status;
}

void aco_problem_free(Archipelago *a) {
  const BackendOps *ops = a->be->ops;
  tour_problem_free(a->be, &a->problem.tour);
  ops->free(a->be, (void *)a->problem.list);
  ops->free(a->be, (void *)a->problem.distance);
  ops->free(a->be, (void *)a->problem.eta);
  ops->free(a->be, (void *)a->problem.all_eta);
  ops->free(a->be, (void *)a->ils_problem.candidates);
  ops->free(a->be, (TourTask *)a->ils.task);
}

/* ---- local search ---- */

static Status ils_problem_make(Archipelago *a) {
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
  const TourTask task = {.seed = a->plan->seed};
  IlsState *st = &a->ils; /* position, scale and counters are among the arrays */
  if (aco_plan(a->plan)->search != ACO_SEARCH_ILS) return OK;
  TRY(ils_problem_make(a));
  st->first = a->span.first;
  st->islands = a->span.count;
  st->ring = a->plan->islands;
  st->tours = a->state.rows * a->span.count;
  st->kicks = ils_kicks(a->inst->n);
  st->tour = a->state.tour;
  st->cost = a->state.cost;
  return tour_array_place(a->be, &task, sizeof task, (const void **)&st->task);
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
