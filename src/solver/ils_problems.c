/* What the kernels read of many small instances at once. Inside "ils", for ils_batch.c.
 *
 * Order and lists of a small instance take a processor less time than a GPU needs to be asked for them. So they are made by the
 * kernels of the backend "cpu", whose results are the same, and all that is uploaded is arrays of all instances. */
#include <stdlib.h>
#include <string.h>
#include "ils_archipelago.h"

typedef struct Hosted { /* as TourProblem, on the host */
  Backend be;
  const Instance *const *inst;
  size_t n, instances, width;
  CandidatePlan plan;
  double *xy;
  int32_t *matrix, *list;
} Hosted;

static Status hosted_make(Hosted *h, const Archipelago *a) {
  const size_t cities = h->n * h->instances;
  const bool by_matrix = tour_by_matrix(a->inst);
  h->xy = by_matrix ? NULL : malloc(2 * cities * sizeof *h->xy);
  h->matrix = by_matrix ? malloc(h->n * cities * sizeof *h->matrix) : NULL;
  h->list = malloc(cities * h->width * sizeof *h->list + 1);
  if (!(h->xy || h->matrix) || !h->list || !a->order) FAIL(ERR_MEMORY, "no memory for %zu instances", h->instances);
  return OK;
}

static void hosted_free(Hosted *h) { free(h->xy), free(h->matrix), free(h->list); }

/* Coordinates in the order of internal numbers, or the matrix, of instance k. */
static Status instance_order(Hosted *h, size_t k, int32_t *order) {
  const Instance *inst = h->inst[k];
  int32_t *matrix = h->matrix + k * h->n * h->n;
  if (h->xy)
    return h->be.ops->candidates->order(&h->be, inst->n, inst->x, inst->y, order, h->xy + 2 * k * h->n);
  for (int32_t i = 0; i < inst->n; i++) order[i] = i;
  if (inst->matrix)
    memcpy(matrix, inst->matrix, h->n * h->n * sizeof *matrix);
  else
    metric_geo_matrix(inst->x, inst->y, inst->n, matrix);
  return OK;
}

static Status instance_lists(Hosted *h, size_t k) {
  const TourProblem all = {.n = (int32_t)h->n,
                           .instances = (int32_t)h->instances,
                           .metric = h->inst[k]->metric,
                           .xy = h->xy,
                           .matrix = h->matrix},
                    own = tour_problem_of(&all, (uint32_t)k);
  return h->be.ops->candidates->lists(&h->be, &own, h->plan, h->list + k * h->n * h->width);
}

/* A copy on the backend. */
static Status array_place(Backend *be, const void *host, size_t bytes, void **dev) {
  TRY(be->ops->alloc(be, bytes, dev));
  return be->ops->upload(be, *dev, host, bytes);
}

static Status hosted_place(const Hosted *h, Archipelago *a) {
  const size_t cities = h->n * h->instances, lists = cities * h->width;
  TourProblem *tour = &a->problem.tour;
  if (h->xy) TRY(array_place(a->be, h->xy, 2 * cities * sizeof *h->xy, (void **)&tour->xy));
  if (h->matrix) TRY(array_place(a->be, h->matrix, h->n * cities * sizeof *h->matrix, (void **)&tour->matrix));
  TRY(array_place(a->be, h->list, lists * sizeof *h->list, (void **)&a->list));
  TRY(a->be->ops->alloc(a->be, lists * sizeof *a->problem.candidates, (void **)&a->problem.candidates));
  return a->be->ops->ils->weigh(a->be, tour, a->problem.width, a->list, (IlsCandidate *)a->problem.candidates);
}

Status ils_problems_make(Archipelago *a, const Instance *const *inst, uint32_t instances) {
  Hosted h = {.be = {.ops = backend_find("cpu"), .threads = 1},
              .inst = inst,
              .n = (size_t)a->inst->n,
              .instances = instances,
              .plan = {(int32_t)a->plan->ils.candidates, (int32_t)a->plan->ils.quadrant}};
  a->problem.width = candidate_width(a->inst->n, h.plan), h.width = (size_t)a->problem.width;
  a->problem.tour = (TourProblem){.n = a->inst->n, .instances = (int32_t)instances, .metric = a->inst->metric};
  a->order = malloc(h.n * h.instances * sizeof *a->order);
  Status status = hosted_make(&h, a);
  for (size_t k = 0; k < instances && status == OK; k++) {
    status = instance_order(&h, k, a->order + k * h.n);
    if (status == OK) status = instance_lists(&h, k);
  }
  if (status == OK) status = hosted_place(&h, a);
  hosted_free(&h);
  return status == OK ? ils_quantiles_place(a) : status;
}
