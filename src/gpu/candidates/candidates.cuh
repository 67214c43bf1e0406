/* Shared by candidates.cu and greedy.cu: launch shapes, and how a workspace is divided. */
#ifndef CORDEE_GPU_CANDIDATES_CANDIDATES_CUH
#define CORDEE_GPU_CANDIDATES_CANDIDATES_CUH

#include "gpu/cuda_try.h"
#include "search/candidates/candidate_search.h"

enum { THREADS = 256 }; /* of a block, one element each */

static inline unsigned blocks_for(int64_t count) { return (unsigned)((count + THREADS - 1) / THREADS); }

static __device__ __forceinline__ int64_t element() { return (int64_t)blockIdx.x * blockDim.x + threadIdx.x; }

/* Divides a workspace from front to back; with no base it counts the bytes. */
struct Carver {
  char *base;
  size_t bytes;
  template <class T> T *take(size_t count) {
    char *taken = base + bytes;
    bytes += (count * sizeof(T) + 255) / 256 * 256;
    return base ? reinterpret_cast<T *>(taken) : NULL;
  }
};

extern "C" Status greedy_cuda(Backend *be, const TourProblem *problem, int32_t width, const int32_t *list,
                              GreedyPlan plan, uint32_t count, int32_t *tour);

#endif
