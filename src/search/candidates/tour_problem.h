/* TourProblem: the instance as the kernels on tours read it: on the backend, cities renumbered.
 *
 * Cities have internal numbers 0..n-1. With coordinates they are numbered along a Hilbert curve
 * (candidate_kernels.h), so that cities near one another are near in memory. Instances by a matrix (EXPLICIT,
 * and GEO, whose trigonometry is done once on the host) keep their numbers. Tours on the backend have
 * internal numbers; order[] translates them. Local, for one backend.
 *
 * A batch (ils_batch.c) has several instances of the same size and metric: their arrays follow each other,
 * and cities have the numbers 0..n-1 in each. */
#ifndef CORDEE_SEARCH_CANDIDATES_TOUR_PROBLEM_H
#define CORDEE_SEARCH_CANDIDATES_TOUR_PROBLEM_H

#include <stdbool.h>
#include "backend.h"
#include "memory.h"
#include "problem/tsp/tsp.h"
#include "instance.h"
#include "problem/tsp/metric.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Read by every kernel, written by none. Arrays are on the backend, owned by the caller of tour_problem_make.
 * Exactly one of xy and matrix is not NULL. */
typedef struct TourProblem {
  int32_t n, instances;
  Metric metric;         /* decides, with xy; if there is a matrix, the matrix decides */
  const double *xy;      /* (instances, n, 2) in internal numbers, as written in the file; or NULL */
  const int32_t *matrix; /* (instances, n, n) symmetric; or NULL */
  /* Of images (tour_image.h), else 0. */
  int32_t pairs;   /* cities, of which each is two nodes: c and pairs + c */
  int32_t penalty; /* in all distances but those of pairs */
  int64_t
      base; /* what a tour of the image costs more than the instance's: costs on the backend are without it; 0 of several */
} TourProblem;

/* The task that tours of a batch belong to. A single run is one task. */
typedef struct TourTask {
  uint64_t seed;
  uint32_t epoch;    /* current */
  uint32_t instance; /* index among the batch's */
} TourTask;

/* Puts a TSP instance on the backend. *order (n), on the host and the caller's to free(): the instance's city of each
 * internal number. On failure nothing is left behind. ERR_USAGE: the instance has an image (tour_image.h). ERR_MEMORY, ERR_DEVICE. */
Status tour_problem_make(const Instance *inst, Backend *be, TourProblem *problem, int32_t **order);
/* The same for solvers that know images (tour_image.h): of an instance that has one, that. */
Status tour_problem_or_image(const Instance *inst, Backend *be, TourProblem *problem, int32_t **order);
/* Do the kernels know this instance by a matrix? */
bool tour_by_matrix(const Instance *inst);
/* What tour_problem_make and a matrix of distances take, added to *out; and the words for it: " and a matrix of distances", or "". */
void tour_problem_needs(const Instance *inst, Memory *out);
const char *tour_problem_words(const Instance *inst);
void tour_problem_free(Backend *be,
                       TourProblem *problem); /* *problem may be zero, and is zero after the call */

/* A given tour of the instance's cities (n), which the judge accepts, in internal numbers: *own (tour_nodes) is the caller's, to free(). *cost:
 * the judge's. order as tour_problem_or_image makes it. ERR_MEMORY, ERR_FORMAT: it is no tour. */
Status tour_given(const Instance *inst, const int32_t *order, const int32_t *tour, int32_t **own,
                  int64_t *cost);

#ifdef __cplusplus
}
#endif

/* The problem of one instance alone. */
METRIC_FN TourProblem tour_problem_of(const TourProblem *p, uint32_t instance) {
  TourProblem one = *p;
  one.instances = 1;
  if (p->xy) one.xy += (size_t)instance * 2 * (size_t)p->n;
  if (p->matrix) one.matrix += (size_t)instance * (size_t)p->n * (size_t)p->n;
  return one;
}

/* The exact distance of two cities by their internal numbers. */
METRIC_FN int32_t tour_distance(const TourProblem *p, int32_t a, int32_t b) {
  if (p->matrix) return p->matrix[(size_t)a * p->n + b];
  return metric_distance(p->metric, p->xy[2 * (size_t)a], p->xy[2 * (size_t)a + 1], p->xy[2 * (size_t)b],
                         p->xy[2 * (size_t)b + 1]);
}

#endif
