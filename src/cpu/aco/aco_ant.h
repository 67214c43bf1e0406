/* Parts of ant colony optimisation on the CPU. Inside "aco". */
#ifndef CORDEE_CPU_ACO_ACO_ANT_H
#define CORDEE_CPU_ACO_ACO_ANT_H

#include "solver/aco/aco_kernels.h"

/* A tour with the positions of its cities, the queue of local search, and its cost. */
typedef struct AcoTour {
  int32_t n;
  int32_t *tour, *position; /* (n) */
  int32_t *queue;           /* (n) a ring of cities */
  uint8_t *queued;          /* (n) 1: the city is in the queue; all 0 between searches */
  int32_t head, count;      /* of the queue */
  int64_t cost;
} AcoTour;

/* Allocates for n cities. ERR_MEMORY. To be freed in any case. */
Status aco_tour_make(AcoTour *t, int32_t n);
void aco_tour_free(AcoTour *t);
void aco_tour_push(AcoTour *t, int32_t city);                              /* unless it is in the queue */
int32_t aco_tour_neighbour(const AcoTour *t, int32_t city, int direction); /* 0: next, 1: previous */
/* Until the queue is empty. */
void aco_two_opt(const AcoProblem *problem, AcoTour *t);

/* AcoKernels.build of focused ants. */
Status aco_focused_cpu(Backend *be, const AcoProblem *problem, const AcoRules *rules, const AcoState *state,
                       uint32_t iteration);
/* AcoKernels.improve. */
Status aco_improve_cpu(Backend *be, const AcoProblem *problem, const AcoState *state);

#endif
