/* Shared by the kernels that prepare (candidates.cu, greedy.cu): how a workspace is shared out, how lists are
 * searched. */
#ifndef CORDEE_CANDIDATES_CUH
#define CORDEE_CANDIDATES_CUH

#include "cuda_try.h"
#include "../solver/candidate_search.h"

enum { THREADS = 256 }; /* of a block, one element each */

static inline unsigned blocks_for(int64_t count) { return (unsigned)((count + THREADS - 1) / THREADS); }

static __device__ __forceinline__ int64_t element() { return (int64_t)blockIdx.x * blockDim.x + threadIdx.x; }

/* Hands a workspace out from front to back; with no base it counts the bytes. */
struct Carver {
  char *base;
  size_t bytes;
  template <class T> T *take(size_t count) {
    char *taken = base + bytes;
    bytes += (count * sizeof(T) + 255) / 256 * 256;
    return base ? reinterpret_cast<T *>(taken) : NULL;
  }
};

/* Makes the boxes of a space whose levels and room for boxes are there. Queued. */
Status boxes_make(const CandidateSpace &space, cudaStream_t stream);

/* list (m, width) of every place; of place i never skip[i], unless skip is NULL. Queued. */
Status lists_search(const CandidateSpace &space, const int32_t *skip, int32_t width, int32_t quadrant,
                    int32_t *list, cudaStream_t stream);

extern "C" Status greedy_cuda(Backend *be, const TourProblem *problem, int32_t width, const int32_t *list,
                              GreedyPlan plan, int32_t *tour);

#endif
