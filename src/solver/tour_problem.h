/* TourProblem: the instance as the kernels of the memetic solver read it: on the backend, cities renumbered.
 *
 * Cities have internal numbers 0..n-1. With coordinates they are numbered along a Hilbert curve
 * (candidate_kernels.h), so that cities near one another lie near one another in memory; instances by a matrix
 * (EXPLICIT, and GEO, whose trigonometry is done once on the host) keep their numbers. Tours on the backend have
 * internal numbers; whoever shows one translates it with order[]. Local, for one backend. */
#ifndef CORDEE_TOUR_PROBLEM_H
#define CORDEE_TOUR_PROBLEM_H

#include "../backend.h"
#include "../instance.h"
#include "../metric.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Read by every kernel, written by none. Arrays are on the backend, owned by whoever called tour_problem_make.
 * Exactly one of xy and matrix is there. */
typedef struct TourProblem {
  int32_t n;
  Metric metric;         /* decides, with xy; where there is a matrix, the matrix decides */
  const double *xy;      /* (n, 2) in internal numbers, as written in the file; or NULL */
  const int32_t *matrix; /* (n, n) symmetric; or NULL */
} TourProblem;

/* Puts a TSP instance on the backend. *order (n), on the host and the caller's to free(): the instance's city of each
 * internal number. On failure nothing is left behind. ERR_MEMORY, ERR_DEVICE. */
Status tour_problem_make(const Instance *inst, Backend *be, TourProblem *problem, int32_t **order);
void tour_problem_free(Backend *be, TourProblem *problem); /* zeroed: allowed, and so left */

#ifdef __cplusplus
}
#endif

/* The exact distance of two cities by their internal numbers. */
METRIC_FN int32_t tour_distance(const TourProblem *p, int32_t a, int32_t b) {
  if (p->matrix) return p->matrix[(size_t)a * p->n + b];
  return metric_distance(p->metric, p->xy[2 * (size_t)a], p->xy[2 * (size_t)a + 1], p->xy[2 * (size_t)b],
                         p->xy[2 * (size_t)b + 1]);
}

#endif
