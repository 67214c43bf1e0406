/* Recombination of tours on CUDA: twin of src/cpu/eax/recombine.c, contract in
 * src/search/eax/recombine_kernels.h.
 *
 * A block works on one pair at a time. The whole block finds the edges that differ, and the cycles. Then each
 * of its warps tests cycles on parent A. The block tests the chosen cycles again, one after the other, and
 * applies them to the child in place. Results do not depend on this: the tours alone determine the numbers
 * and ranks of cycles. */
#include "gpu/cuda_try.h"
#include "recombine_device.cuh"
#include "recombine_large.h"
#include "recombine_shape.h"

#include <algorithm>

enum { COUNT_BLOCK = 256, COUNT_PART = 8192 };

static __host__ __device__ uint64_t count_parts(int32_t n) {
  return ((uint64_t)n + COUNT_PART - 1) / COUNT_PART;
}

/* A block counts a part of the edges of one tour at a time. */
__global__ static void __launch_bounds__(COUNT_BLOCK) tours_count(RecombineTask t) {
  const int32_t n = t.problem.n;
  const uint64_t parts = count_parts(n);
  for (uint64_t i = blockIdx.x; i < t.pairs * parts; i += gridDim.x) {
    const RecombinePair pair = t.pair[i / parts];
    if (pair.parent_a == RECOMBINE_NONE) continue;
    const int32_t *tour = t.tour + (size_t)pair.parent_a * n;
    const int32_t first = (int32_t)(i % parts) * COUNT_PART, end = min(n, first + COUNT_PART);
    uint32_t *count = t.entropy.count + ((size_t)pair.group << t.entropy.bits);
    for (int32_t p = first + (int32_t)threadIdx.x; p < end; p += COUNT_BLOCK)
      atomicAdd(&count[edge_bucket(t.entropy.bits, tour[p], tour[p + 1 < n ? p + 1 : 0])], 1u);
  }
}

/* The warps of a block test cycles in parallel. Small instances have few cycles, but a batch of them has many
 * pairs; blocks should not be larger than their tours. */
static const RecombineShape &shape_find(const RecombineTask *task, int sms) {
  enum { NARROW_MOST = 400, WIDE_SM = 3 }; /* cities; wide blocks resident on a multiprocessor */
  return task->problem.n <= NARROW_MOST && task->pairs > (uint32_t)(WIDE_SM * sms) ? recombine_narrow
                                                                                   : recombine_wide;
}

static int moves_bytes(const RecombineShape &shape) { return shape.block / 32 * (int)sizeof(RecombineMove); }

/* As many blocks as run at once and as memory allows. */
static Status blocks_choose(const RecombineShape &shape, uint32_t pairs, size_t bytes, const CudaState *state,
                            uint32_t *blocks) {
  int each = 0;
  CUDA_TRY(
      cudaFuncSetAttribute(shape.kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, moves_bytes(shape)));
  CUDA_TRY(
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, shape.kernel, shape.block, moves_bytes(shape)));
  const size_t most = std::max<size_t>(1, state->memory / 4 / bytes);
  *blocks = (uint32_t)std::min<size_t>({(size_t)each * (size_t)state->sms, most, pairs});
  return OK;
}

static Status count(Backend *be, const RecombineTask *task) {
  const RecombineEntropy *e = &task->entropy;
  cudaStream_t stream = cuda_state(be)->stream;
  CUDA_TRY(cudaMemsetAsync(e->count, 0, (sizeof *e->count * e->groups) << e->bits, stream));
  if (!task->pairs) return OK;
  const uint64_t blocks = std::min<uint64_t>(task->pairs * count_parts(task->problem.n), 65536);
  tours_count<<<(unsigned)blocks, COUNT_BLOCK, 0, stream>>>(*task);
  CUDA_TRY(cudaGetLastError());
  return OK;
}

static Status recombine(Backend *be, const RecombineTask *task) {
  if (!task->pairs) return OK;
  const RecombineShape &shape = shape_find(task, cuda_state(be)->sms);
  const size_t bytes = workspace_bytes((size_t)task->problem.n, shape.block);
  cudaStream_t stream = cuda_state(be)->stream;
  uint32_t blocks = 1;
  void *workspace;
  TRY(blocks_choose(shape, task->pairs, bytes, cuda_state(be), &blocks));
  TRY(cuda_workspace(be, blocks * bytes, &workspace));
  shape.kernel<<<blocks, shape.block, moves_bytes(shape), stream>>>(*task, (char *)workspace);
  CUDA_TRY(cudaGetLastError());
  CUDA_TRY(cudaStreamSynchronize(stream));
  return OK;
}

extern "C" const RecombineKernels eax_kernels_cuda = {count, recombine, recombine_large_cuda};
