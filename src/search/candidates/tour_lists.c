/* See tour_lists.h. */
#include "tour_lists.h"

#include <stdlib.h>
#include "halt.h"
#include "problem/tsp/tsp.h"

/* values (n, K): candidates become their distances. */
static Status lists_measure(const Instance *inst, const Backend *be, const int32_t *order, int32_t width,
                            int32_t *values) {
#pragma omp parallel for num_threads(be->threads)
  for (int32_t c = 0; c < inst->n; c++) {
    int32_t *const row = values + (size_t)c * (size_t)width;
    for (int32_t k = 0; k < width && !halt_poll(); k++)
      row[k] = (int32_t)judge_distance(inst, order[c], order[row[k]]);
  }
  return halt_after("the distances of candidates");
}

Status tour_lists_make(const Instance *inst, Backend *be, const TourProblem *problem, const int32_t *order,
                       CandidatePlan plan, int32_t **list, int32_t **distance) {
  const int32_t width = candidate_width(inst->n, plan);
  const size_t entries = (size_t)inst->n * (size_t)width, bytes = entries * sizeof(int32_t);
  void *room = NULL;
  if (!entries) return OK;
  TRY(be->ops->alloc(be, bytes, &room));
  *list = room;
  TRY(be->ops->candidates->lists(be, problem, plan, *list));
  *distance = malloc(bytes);
  if (!*distance) FAIL(ERR_MEMORY, "no memory for %zu candidates", entries);
  TRY(be->ops->download(be, *distance, *list, bytes));
  return lists_measure(inst, be, order, width, *distance);
}

Status tour_array_place(Backend *be, const void *host, size_t bytes, const void **dev) {
  void *room = NULL;
  TRY(be->ops->alloc(be, bytes, &room));
  *dev = room;
  return be->ops->upload(be, room, host, bytes);
}
