/* Shared by the kernels of src/search/candidates/candidate_kernels.h on the CPU. Pointers are host memory. */
#ifndef CORDEE_CPU_CANDIDATES_CANDIDATES_H
#define CORDEE_CPU_CANDIDATES_CANDIDATES_H

#include "search/candidates/candidate_search.h"

Status greedy_cpu(Backend *be, const TourProblem *problem, int32_t width, const int32_t *list,
                  GreedyPlan plan, uint32_t count, int32_t *tour);

/* Makes the boxes of a space of m places; the caller frees them. ERR_MEMORY. */
Status space_boxes_cpu(CandidateSpace *space, int32_t m, int threads);

#endif
