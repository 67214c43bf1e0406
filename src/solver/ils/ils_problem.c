/* What the kernels of iterated local search read: the instance, candidates with distances, acceptance
 * thresholds. Inside "ils". */
#include <math.h>
#include <stdlib.h>
#include "ils_archipelago.h"
#include "search/candidates/tour_image.h"

uint32_t ils_quantile(uint32_t k) { return (uint32_t)lround(-4096 * log((k + 0.5) / ILS_QUANTILES)); }

Status ils_quantiles_place(Archipelago *a) {
  uint32_t quantile[ILS_QUANTILES];
  void *dev = NULL;
  for (uint32_t k = 0; k < ILS_QUANTILES; k++) quantile[k] = ils_quantile(k);
  TRY(a->be->ops->alloc(a->be, sizeof quantile, &dev));
  a->problem.quantile = dev;
  return a->be->ops->upload(a->be, dev, quantile, sizeof quantile);
}

/* In an image the first candidates of a node are those of fixed edges. */
CandidatePlan ils_lists(const Instance *inst, const IlsPlan *p) {
  const uint32_t width = p->candidates + tour_image_fixed(inst);
  return (CandidatePlan){(int32_t)(width < ILS_WIDTH ? width : ILS_WIDTH), (int32_t)p->quadrant};
}

Status ils_candidates_place(Archipelago *a) {
  const CandidatePlan plan = ils_lists(a->inst, ils_plan(a->plan));
  const BackendOps *ops = a->be->ops;
  const int32_t width = candidate_width(a->nodes, plan);
  const size_t entries = (size_t)a->problem.tour.instances * (size_t)a->nodes * (size_t)width;
  void *candidates = NULL;
  a->problem.width = width;
  TRY(ops->alloc(a->be, entries * sizeof *a->list, (void **)&a->list));
  TRY(ops->alloc(a->be, entries * sizeof *a->problem.candidates, &candidates));
  a->problem.candidates = candidates;
  if (!width) return OK;
  TRY(ops->candidates->lists(a->be, &a->problem.tour, plan, a->list));
  return ops->ils->distances(a->be, &a->problem.tour, width, a->list, candidates);
}

Status ils_problem_make(Archipelago *a) {
  TRY(tour_problem_or_image(a->inst, a->be, &a->problem.tour, &a->order));
  TRY(ils_candidates_place(a));
  TRY(ils_patched_make(a, &a->inst));
  return ils_quantiles_place(a);
}

void ils_problem_free(Archipelago *a) {
  const BackendOps *ops = a->be->ops;
  ils_patched_free(a);
  tour_problem_free(a->be, &a->problem.tour);
  ops->free(a->be, (void *)a->problem.candidates);
  ops->free(a->be, (void *)a->problem.quantile);
  ops->free(a->be, a->list);
  free(a->order);
  free(a->base);
}
