/* The second phase of lp_bound.h: from duals that are nearly optimal to those of the linear program. */
#ifndef CORDEE_PROBLEM_MATCHING_INTERIOR_POINT_H
#define CORDEE_PROBLEM_MATCHING_INTERIOR_POINT_H

#include "instance.h"

enum {
  MATCH_CHUNKS = 16
}; /* of tasks: partial sums are added in the order of chunks, whichever thread computed them */

/* First task of a chunk; that of MATCH_CHUNKS is n. */
static inline int32_t match_chunk(const Instance *inst, int chunk) {
  return (int32_t)((int64_t)inst->n * chunk / MATCH_CHUNKS);
}

/* Improves u (machines), which is above 0: its bound sum_t min_m u_m etc[t][m] / sum_m u_m does not fall. The same bits for any
 * number of threads >= 1. ERR_MEMORY. */
Status interior_point_refine(const Instance *inst, int threads, double *u);

#endif
