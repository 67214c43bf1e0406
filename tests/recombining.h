/* Helpers for tests of recombination: populations, and their generations on either backend. */
#ifndef CORDEE_TESTS_RECOMBINING_H
#define CORDEE_TESTS_RECOMBINING_H

#include "backend.h"
#include "instance.h"
#include "solver/recombine_kernels.h"

/* Tours of one instance on the host, in its own numbers, as many on each of the islands. */
typedef struct Population {
  const Instance *inst;
  int32_t width, *list;                /* (n, K) nearest first */
  int32_t *matrix;                     /* (n, n) where there are no coordinates to compute with; or NULL */
  double *xy;                          /* (n, 2), or NULL */
  uint32_t islands, group, generation; /* islands * group tours */
  int32_t *tour;                       /* (tours, n) */
  int64_t *cost;
  RecombinePair *pair;     /* (tours) of the generation */
  TourTask task;           /* whose it is: seed and generation */
  RecombineResult *result; /* (tours) of the last one */
} Population;

/* Tours from random ones; `settled`: each made better by 2-opt moves over the candidates until none is left. */
Population *population_make(const Instance *inst, int32_t width, uint32_t islands, uint32_t group,
                            int settled, uint64_t seed);
Population *population_copy(const Population *p);
void population_free(Population *p);

/* The pairs of the present generation. */
void population_pair(Population *p, uint64_t seed);
/* One generation by the kernels: tours become their children. */
Status population_advance(Population *p, Backend *be, uint64_t seed, int32_t share);
/* The same task with arrays on the host, for the oracle. */
RecombineTask population_task(const Population *p, int32_t share);

int64_t population_best(const Population *p);

#endif
