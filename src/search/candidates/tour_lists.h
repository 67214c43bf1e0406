/* Candidate lists of a tour problem with the exact distances of candidates: for solvers whose kernels read them. */
#ifndef CORDEE_SEARCH_CANDIDATES_TOUR_LISTS_H
#define CORDEE_SEARCH_CANDIDATES_TOUR_LISTS_H

#include "candidate_kernels.h"

/* *list (n, K) is on the backend, *distance (n, K) on the host, K = candidate_width; both are the caller's, after a failure too, and
 * NULL if there are no candidates. order: as tour_problem_make makes it. ERR_MEMORY, ERR_DEVICE, ERR_STOPPED. Local. */
Status tour_lists_make(const Instance *inst, Backend *be, const TourProblem *problem, const int32_t *order,
                       CandidatePlan plan, int32_t **list, int32_t **distance);

/* A copy of so many bytes on the backend, the caller's. ERR_MEMORY, ERR_DEVICE. */
Status tour_array_place(Backend *be, const void *host, size_t bytes, const void **dev);

#endif
