/* See tour_problem.h. */
#include "tour_problem.h"

#include <stdlib.h>
#include "halt.h"
#include "candidate_kernels.h"
#include "tour_image.h"
#include "problem/tsp/tsp.h"

static Status problem_matrix(const Instance *inst, Backend *be, TourProblem *problem, int32_t *order) {
  Status status = OK;
  size_t bytes = sizeof(int32_t) * (size_t)inst->n * (size_t)inst->n;
  int32_t *made = tsp_of(inst)->matrix ? NULL : malloc(bytes);
  void *matrix = NULL;
  for (int32_t i = 0; i < inst->n; i++) order[i] = i;
  if (!tsp_of(inst)->matrix && !made)
    FAIL(ERR_MEMORY, "no memory for a matrix of %d x %d distances", inst->n, inst->n);
  if (made) metric_table(tsp_of(inst), made);
  TRY_GOTO(halt_after("the matrix of distances"), cleanup);
  TRY_GOTO(be->ops->alloc(be, bytes, &matrix), cleanup);
  problem->matrix = matrix;
  status = be->ops->upload(be, matrix, made ? made : tsp_of(inst)->matrix, bytes);
cleanup:
  free(made);
  return status;
}

static Status problem_image(const Instance *inst, Backend *be, TourProblem *problem, int32_t *order) {
  for (int32_t i = 0; i < problem->n; i++) order[i] = i;
  return tour_image_make(inst, be, problem);
}

static Status problem_coordinates(const Instance *inst, Backend *be, TourProblem *problem, int32_t *order) {
  Status status = OK;
  size_t n = (size_t)inst->n;
  void *x = NULL, *y = NULL, *xy = NULL, *numbers = NULL;
  TRY_GOTO(be->ops->alloc(be, n * sizeof(double), &x), cleanup);
  TRY_GOTO(be->ops->alloc(be, n * sizeof(double), &y), cleanup);
  TRY_GOTO(be->ops->alloc(be, n * sizeof(int32_t), &numbers), cleanup);
  TRY_GOTO(be->ops->alloc(be, 2 * n * sizeof(double), &xy), cleanup);
  problem->xy = xy;
  TRY_GOTO(be->ops->upload(be, x, tsp_of(inst)->x, n * sizeof(double)), cleanup);
  TRY_GOTO(be->ops->upload(be, y, tsp_of(inst)->y, n * sizeof(double)), cleanup);
  TRY_GOTO(be->ops->candidates->order(be, inst->n, x, y, numbers, xy), cleanup);
  status = be->ops->download(be, order, numbers, n * sizeof(int32_t));
cleanup : {
  be->ops->free(be, x);
  be->ops->free(be, y);
  be->ops->free(be, numbers);
}
  return status;
}

bool tour_by_matrix(const Instance *inst) {
  return tour_has_image(inst) || metric_has_matrix(tsp_of(inst)->metric) ||
         metric_is_table(tsp_of(inst)->metric);
}

Status tour_problem_make(const Instance *inst, Backend *be, TourProblem *problem, int32_t **order) {
  TRY(tour_image_refuse(inst));
  return tour_problem_or_image(inst, be, problem, order);
}

Status tour_problem_or_image(const Instance *inst, Backend *be, TourProblem *problem, int32_t **order) {
  const bool by_matrix = tour_by_matrix(inst);
  int32_t *numbers = malloc(sizeof *numbers * (size_t)tour_nodes(inst));
  if (!numbers) FAIL(ERR_MEMORY, "no memory for the order of %d cities", inst->n);
  *problem = (TourProblem){.n = tour_nodes(inst), .instances = 1, .metric = tsp_of(inst)->metric};
  Status status;
  if (tour_has_image(inst))
    status = problem_image(inst, be, problem, numbers);
  else if (by_matrix)
    status = problem_matrix(inst, be, problem, numbers);
  else
    status = problem_coordinates(inst, be, problem, numbers);
  if (status != OK) {
    tour_problem_free(be, problem);
    free(numbers);
    return status;
  }
  *order = numbers;
  return OK;
}

void tour_problem_free(Backend *be, TourProblem *problem) {
  be->ops->free(be, (void *)problem->xy);
  be->ops->free(be, (void *)problem->matrix);
  problem->xy = NULL;
  problem->matrix = NULL;
}

void tour_problem_needs(const Instance *inst, Memory *out) {
  const uint64_t n = (uint64_t)inst->n, matrix = bytes_of(n, n, sizeof(int32_t));
  const bool made = tour_by_matrix(inst) && !tsp_of(inst)->matrix;
  out->host = bytes_plus(out->host, made ? matrix : n * sizeof(int32_t));
  out->device = bytes_plus(out->device, tour_by_matrix(inst) ? matrix : n * 2 * sizeof(double));
}

const char *tour_problem_words(const Instance *inst) {
  return tour_by_matrix(inst) ? " and a matrix of distances" : "";
}

Status tour_given(const Instance *inst, const int32_t *order, const int32_t *tour, int32_t **own,
                  int64_t *cost) {
  const size_t nodes = (size_t)tour_nodes(inst);
  TRY(judge_tour(inst, tour, cost));
  int32_t *number = malloc(nodes * sizeof *number), *made = malloc(nodes * sizeof *made);
  if (!number || !made) {
    free(number);
    free(made);
    FAIL(ERR_MEMORY, "no memory for a tour of %d cities", inst->n);
  }
  for (size_t k = 0; k < nodes; k++) number[order[k]] = (int32_t)k;
  tour_image_nodes(inst, tour, made);
  for (size_t p = 0; p < nodes; p++) made[p] = number[made[p]];
  free(number);
  *own = made;
  return OK;
}
