/* Helpers for tests of order, candidate lists and greedy tours: instances of awkward shapes, results on the host. */
#ifndef CORDEE_TESTS_PREPARING_H
#define CORDEE_TESTS_PREPARING_H

#include "solver/candidate_kernels.h"

typedef enum Shape {
  SHAPE_ONE_POINT, /* all coincide */
  SHAPE_LEVEL,     /* on a line along x */
  SHAPE_UPRIGHT,   /* along y */
  SHAPE_RISING,    /* y = x */
  SHAPE_FALLING,   /* y = -x */
  SHAPE_LATTICE,   /* neighbours one unit apart, rows in the order of the file */
  SHAPE_HEAPS,     /* few places, many cities on each */
  SHAPE_CLUSTERS,  /* dense, far from each other */
  SHAPE_OUTLIER,   /* a small square and one city far away */
  SHAPE_COUNT
} Shape;

Instance *preparing_instance(Shape shape, Metric metric, int32_t n, uint64_t seed); /* the caller's */

/* An instance on a backend, and what was prepared, on the host. */
typedef struct Prepared {
  Backend be;
  TourProblem problem;
  int32_t width;
  int32_t *order, *list, *tour; /* (n), (n, width), (count, n) */
} Prepared;

/* Order, lists and the greedy tours of `count` members, in one call, on that backend; 0 if it is not built or has no
 * device. */
int preparing_batch(Prepared *out, const Instance *inst, const char *backend, int threads, CandidatePlan plan,
                    GreedyPlan greedy, uint32_t count);
/* The same with one tour. plan.width 0: no lists and no tour. */
int preparing_run(Prepared *out, const Instance *inst, const char *backend, int threads, CandidatePlan plan,
                  GreedyPlan greedy);
void preparing_free(Prepared *p);

#endif
