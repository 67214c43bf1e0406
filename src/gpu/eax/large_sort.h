/* What gains in recombine_large.cu, and its order. */
#ifndef CORDEE_GPU_EAX_LARGE_SORT_H
#define CORDEE_GPU_EAX_LARGE_SORT_H

#include "search/eax/recombine_sets.h"

#include <cuda_runtime.h>

/* A cycle, or a set, that gains on parent A. */
struct LargeGain {
  int64_t gain;
  int32_t loss, pair, cuts;
  RecombineSet set;
};

/* Sorts by pair; then the best first. scratch NULL: nothing is done but that *bytes becomes the scratch memory that it needs. */
cudaError_t large_gains_sort(void *scratch, size_t *bytes, LargeGain *gain, int32_t count,
                             cudaStream_t stream);

#endif
