/* What the kernels read of many small instances at once. Inside "ils", for ils_batch.c.
 *
 * Ordering the cities of a small instance takes a processor less time than a launch on a GPU. So the kernel
 * of the backend "cpu" does it, with the same result; coordinates or matrices of all instances are uploaded
 * at once. */
#include <stdlib.h>
#include <string.h>
#include "halt.h"
#include "ils_archipelago.h"
#include "problem/tsp/bounds/tsp_bounds.h"
#include "problem/tsp/tsp.h"
#include "search/candidates/tour_image.h"

/* Computes the order and the coordinates by internal numbers, with `threads` threads. */
static Status coordinates_order(const Instance *const *inst, uint32_t instances, int threads, int32_t *order,
                                double *xy) {
  Backend host = {.ops = backend_find("cpu"), .threads = 1};
  Status status = OK;
#pragma omp parallel for num_threads(threads > 0 ? threads : 1) schedule(dynamic)
  for (uint32_t k = 0; k < instances; k++) {
    const size_t at = k * (size_t)inst[k]->n;
    const Status its = host.ops->candidates->order(&host, inst[k]->n, tsp_of(inst[k])->x, tsp_of(inst[k])->y,
                                                   order + at, xy + 2 * at);
    if (its != OK) {
#pragma omp atomic write
      status = its;
    }
  }
  return status;
}

static void matrices_fill(const Instance *const *inst, uint32_t instances, int32_t *order, int32_t *matrix) {
  for (size_t k = 0; k < instances; k++) {
    const size_t n = (size_t)inst[k]->n;
    for (size_t i = 0; i < n; i++) order[k * n + i] = (int32_t)i;
    if (tsp_of(inst[k])->matrix)
      memcpy(matrix + k * n * n, tsp_of(inst[k])->matrix, n * n * sizeof *matrix);
    else
      metric_table(tsp_of(inst[k]), matrix + k * n * n);
  }
}

static Status distances_place(Archipelago *a, const Instance *const *inst, uint32_t instances) {
  const bool by_matrix = tour_by_matrix(a->inst);
  const size_t n = (size_t)a->inst->n, cities = n * instances,
               bytes = cities * (by_matrix ? n * sizeof(int32_t) : 2 * sizeof(double));
  void *host = malloc(bytes), *dev = NULL;
  a->order = malloc(cities * sizeof *a->order);
  Status status = host && a->order ? OK : status_fail(ERR_MEMORY, "no memory for %u instances", instances);
  if (status == OK && by_matrix) matrices_fill(inst, instances, a->order, host);
  if (status == OK && !by_matrix) status = coordinates_order(inst, instances, a->be->threads, a->order, host);
  if (status == OK) status = halt_after("the matrices of distances");
  if (status == OK) status = a->be->ops->alloc(a->be, bytes, &dev);
  a->problem.tour.matrix = by_matrix ? dev : NULL;
  a->problem.tour.xy = by_matrix ? NULL : dev;
  if (status == OK) status = a->be->ops->upload(a->be, dev, host, bytes);
  free(host);
  return status;
}

/* Assignments of directed instances take longest: each thread finds those of some instances. */
static Status assignments_find(const Instance *const *inst, uint32_t instances, int threads) {
  Status status = OK;
#pragma omp parallel for num_threads(threads > 0 ? threads : 1) schedule(dynamic)
  for (uint32_t k = 0; k < instances; k++) {
    const Assignment *assignment;
    const Status its = tsp_of(inst[k])->metric == METRIC_DIRECTED ? tsp_assignment(inst[k], &assignment) : OK;
    if (its != OK) {
#pragma omp atomic write
      status = its;
    }
  }
  return status;
}

static Status images_place(Archipelago *a, const Instance *const *inst, uint32_t instances) {
  const size_t nodes = (size_t)a->nodes;
  a->order = malloc(nodes * instances * sizeof *a->order);
  a->base = calloc(instances, sizeof *a->base);
  if (!a->order || !a->base) FAIL(ERR_MEMORY, "no memory for %u instances", instances);
  for (size_t k = 0; k < nodes * instances; k++) a->order[k] = (int32_t)(k % nodes);
  TRY(assignments_find(inst, instances, a->be->threads));
  return tour_images_make(inst, instances, a->be, &a->problem.tour, a->base);
}

Status ils_problems_make(Archipelago *a, const Instance *const *inst, uint32_t instances) {
  a->problem.tour =
      (TourProblem){.n = a->nodes, .instances = (int32_t)instances, .metric = tsp_of(a->inst)->metric};
  TRY((tour_has_image(a->inst) ? images_place : distances_place)(a, inst, instances));
  TRY(ils_candidates_place(a));
  TRY(ils_patched_make(a, inst));
  return ils_quantiles_place(a);
}
