/* Order and candidate lists on the CPU: twin of src/gpu/candidates/candidates.cu, contract in
 * src/search/candidates/candidate_kernels.h, oracle in tests/oracle/oracle_candidates.c. A thread has a run
 * of neighbouring cities, whose searches find the same boxes in its cache. */
#include "candidates.h"

#include <stdlib.h>
#include "halt.h"
#include "search/candidates/hilbert.h"
#include "radix_sort.h"

static HilbertFrame frame_of(int32_t n, const double *x, const double *y, int threads) {
  double low_x = x[0], high_x = x[0], low_y = y[0], high_y = y[0];
#pragma omp parallel for num_threads(threads) reduction(min : low_x, low_y) reduction(max : high_x, high_y)
  for (int32_t i = 0; i < n; i++) {
    low_x = x[i] < low_x ? x[i] : low_x;
    high_x = x[i] > high_x ? x[i] : high_x;
    low_y = y[i] < low_y ? y[i] : low_y;
    high_y = y[i] > high_y ? y[i] : high_y;
  }
  return hilbert_frame(low_x, low_y, high_x, high_y);
}

static Status candidate_order(Backend *be, int32_t n, const double *x, const double *y, int32_t *order,
                              double *xy) {
  HilbertFrame frame = frame_of(n, x, y, be->threads);
  Keyed *cities = malloc(sizeof *cities * (size_t)n);
  if (!cities) FAIL(ERR_MEMORY, "no memory to order %d cities", n);
#pragma omp parallel for num_threads(be->threads)
  for (int32_t i = 0; i < n; i++) cities[i] = (Keyed){hilbert_key(frame, x[i], y[i]), i};
  Status status = halt_check("the order of cities");
  if (status == OK) status = radix_sort(cities, (size_t)n, be->threads);
  if (status == OK) status = halt_check("the order of cities");
  if (status != OK) {
    free(cities);
    return status;
  }
#pragma omp parallel for num_threads(be->threads)
  for (int32_t i = 0; i < n; i++) {
    int32_t city = order[i] = cities[i].number;
    xy[2 * (size_t)i] = x[city];
    xy[2 * (size_t)i + 1] = y[city];
  }
  free(cities);
  return OK;
}

static Status instance_lists(const TourProblem *problem, CandidatePlan plan, int threads, int32_t *list) {
  int32_t n = problem->n, width = candidate_width(n, plan), quadrant = problem->xy ? plan.quadrant : 0;
  CandidateSpace space = {
      .m = n, .metric = problem->metric, .xy = problem->xy, .matrix = problem->matrix, .n = n};
  if (4 * quadrant > width) quadrant = width / 4;
  if (problem->xy) TRY(space_boxes_cpu(&space, n, threads));
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1024) if (threads > 1)
  for (int32_t i = 0; i < n; i++)
    if (!halt_poll()) candidates_search(&space, i, -1, width, quadrant, list + (size_t)i * width);
  free(space.box);
  return halt_after("lists of candidates");
}

/* With many instances a thread has one at a time. */
static Status candidate_lists(Backend *be, const TourProblem *problem, CandidatePlan plan, int32_t *list) {
  const int32_t instances = problem->instances, width = candidate_width(problem->n, plan);
  Status status = OK;
  if (!width) return OK;
  if (instances == 1) return instance_lists(problem, plan, be->threads, list);
#pragma omp parallel for num_threads(be->threads) schedule(dynamic)
  for (int32_t k = 0; k < instances; k++) {
    const TourProblem own = tour_problem_of(problem, (uint32_t)k);
    const Status its = instance_lists(&own, plan, 1, list + (size_t)k * (size_t)problem->n * (size_t)width);
    if (its != OK) {
#pragma omp atomic write
      status = its;
    }
  }
  return status;
}

const CandidateKernels candidates_kernels_cpu = {candidate_order, candidate_lists, greedy_cpu};
