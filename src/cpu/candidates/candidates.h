/* Kernels of the backend "cpu" for solver/candidate_kernels.h. Pointers are host memory. */
#ifndef CORDEE_CPU_CANDIDATES_CANDIDATES_H
#define CORDEE_CPU_CANDIDATES_CANDIDATES_H

#include "solver/candidates/candidate_search.h"

Status greedy_cpu(Backend *be, const TourProblem *problem, int32_t width, const int32_t *list,
                  GreedyPlan plan, uint32_t count, int32_t *tour);

/* Makes the boxes of a space of m places; the caller's to free(). ERR_MEMORY. */
Status space_boxes_cpu(CandidateSpace *space, int32_t m, int threads);

#endif
