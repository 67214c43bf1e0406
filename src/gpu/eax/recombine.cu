/* Recombination of tours on CUDA: twin of src/cpu/eax/recombine.c, contract in
 * src/solver/eax/recombine_kernels.h.
 *
 * A block works on one pair at a time. The whole block finds the edges that differ, and the cycles. Then each
 * of its warps tests cycles on parent A. The block tests the chosen cycles again, one after the other, and
 * applies them to the child in place. Results do not depend on this: the tours alone determine the numbers
 * and ranks of cycles. */
#include "gpu/cuda_try.h"
#include "recombine_device.cuh"

#include <algorithm>

template <int BLOCK>
static __device__ void child_start(const RecombineTask &t, const RecombinePair pair, const Workspace &r,
                                   int32_t *child) {
  const int32_t n = t.problem.n;
  const int32_t *parent_a = t.tour + (size_t)pair.parent_a * n,
                *parent_b = t.tour + (size_t)pair.parent_b * n;
  for (int32_t p = (int32_t)threadIdx.x; p < n; p += BLOCK) {
    const int32_t city = parent_a[p];
    child[p] = city, r.position[city] = p, r.position_b[parent_b[p]] = p;
  }
  __syncthreads();
}

/* Tests every cycle on parent A; puts those that gain into r.gaining, by number. Returns how many. */
template <int BLOCK>
static __device__ int32_t gains_find(const RecombineChild &v, const Workspace &r, Shared<BLOCK> &s,
                                     int32_t cycles) {
  RecombineMove *move = moves() + threadIdx.x / 32;
  const ThreadGroup warp = {(int32_t)threadIdx.x % 32, 32, NULL};
  if (threadIdx.x == 0) s.next = 0;
  __syncthreads();
  for (;;) {
    int32_t c = 0;
    if (warp.lane == 0) c = atomicAdd(&s.next, 1);
    c = __shfl_sync(0xffffffffu, c, 0);
    if (c >= cycles) break;
    const int64_t gain = cycle_test(warp, &v, r.member + r.first[c], r.first[c + 1] - r.first[c], move);
    if (warp.lane == 0) r.gain[c] = gain;
  }
  __syncthreads();
  return select(
      s, cycles, [&](int32_t c) { return r.gain[c] > 0; },
      [&](int32_t c, int32_t at, bool chosen) {
        if (chosen) r.gaining[at] = c;
      });
}

/* Ranks the cycles that gain; puts the first `most` into r.order. */
template <int BLOCK> static __device__ void gains_rank(const Workspace &r, int32_t count, int32_t most) {
  for (int32_t i = (int32_t)threadIdx.x; i < count; i += BLOCK) {
    const int32_t c = r.gaining[i];
    const int64_t gain = r.gain[c], edges = r.first[c + 1] - r.first[c];
    int32_t rank = 0;
    for (int32_t j = 0; j < count; j++) {
      const int32_t other = r.gaining[j];
      const int64_t left = r.gain[other] * edges, right = gain * (r.first[other + 1] - r.first[other]);
      rank += left > right || (left == right && j < i);
    }
    if (rank < most) r.order[rank] = c;
  }
  __syncthreads();
}

/* Moves the cities outside the segment that stays: out of the tour, then back in. */
template <int BLOCK>
static __device__ void move_do(const RecombineChild &v, const Workspace &r, Shared<BLOCK> &s) {
  RecombineMove *m = moves();
  const int32_t n = v.problem.n;
  if (threadIdx.x == 0) s.stays = segments_row(&v, m, &s.rows);
  __syncthreads();
  const int32_t moved = n - segment_size(&v, m, s.stays), first = position_next(&v, m->cut[s.stays]);
  int32_t row = 0;
  for (int32_t i = (int32_t)threadIdx.x; i < moved; i += BLOCK)
    r.row[i] = v.tour[place_source(&v, m, s.rows, i, &row)];
  __syncthreads();
  for (int32_t i = (int32_t)threadIdx.x; i < moved; i += BLOCK) {
    const int32_t p = first + i < n ? first + i : first + i - n;
    v.tour[p] = r.row[i], v.position[r.row[i]] = p;
  }
  __syncthreads();
}

template <int BLOCK>
static __device__ void chosen_do(const RecombineChild &v, const Workspace &r, Shared<BLOCK> &s, int32_t most,
                                 RecombineResult *out) {
  const ThreadGroup block = {(int32_t)threadIdx.x, BLOCK, s.wide};
  for (int32_t k = 0; k < most; k++) {
    const int32_t c = r.order[k];
    const int64_t gain = cycle_test(block, &v, r.member + r.first[c], r.first[c + 1] - r.first[c], moves());
    if (!gain) continue;
    move_do(v, r, s);
    out->cost -= gain, out->done++;
  }
}

template <int BLOCK>
__global__ static void __launch_bounds__(BLOCK, 3 * 256 / BLOCK)
    pairs_recombine(RecombineTask t, char *workspace) {
  __shared__ Shared<BLOCK> s;
  const int32_t n = t.problem.n;
  const Workspace r = workspace_of(workspace + blockIdx.x * workspace_bytes((size_t)n), (size_t)n);
  for (uint32_t i = blockIdx.x; i < t.pairs; i += gridDim.x) {
    const RecombinePair pair = t.pair[i];
    if (pair.parent_a == RECOMBINE_NONE) continue;
    int32_t *child = t.child + (size_t)i * n;
    RecombineResult result = {t.cost[pair.parent_a], 0, 0, 0, 0};
    const RecombineParents x = {&t,
                                pair,
                                {t.tour + (size_t)pair.parent_a * n, r.position},
                                {t.tour + (size_t)pair.parent_b * n, r.position_b},
                                r.entry,
                                r.city};
    const RecombineChild v = recombine_child(&t, pair, child, r.position, r.city, r.partner, r.side);
    child_start<BLOCK>(t, pair, r, child);
    if (n >= 5) {
      result.differing = ends_find(x, r, s);
      result.cycles = cycles_find(r, s, result.differing);
      result.gaining = gains_find(v, r, s, result.cycles);
      const int32_t most = (int32_t)(((int64_t)result.gaining * t.share + 99) / 100);
      gains_rank<BLOCK>(r, result.gaining, most);
      chosen_do(v, r, s, most, &result);
    }
    if (threadIdx.x == 0) t.result[i] = result;
    __syncthreads();
  }
}

struct RecombineShape {
  int block;
  void (*kernel)(RecombineTask, char *);
};
static const RecombineShape wide = {256, pairs_recombine<256>}, narrow = {64, pairs_recombine<64>};

/* The warps of a block test cycles in parallel. Small instances have few cycles, but a batch of them has many
 * pairs; blocks should not be larger than their tours. */
static const RecombineShape &shape_find(const RecombineTask *task, int sms) {
  enum { NARROW_MOST = 400, WIDE_SM = 3 }; /* cities; wide blocks resident on a multiprocessor */
  return task->problem.n <= NARROW_MOST && task->pairs > (uint32_t)(WIDE_SM * sms) ? narrow : wide;
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

static Status recombine(Backend *be, const RecombineTask *task) {
  if (!task->pairs) return OK;
  const size_t bytes = workspace_bytes((size_t)task->problem.n);
  const RecombineShape &shape = shape_find(task, cuda_state(be)->sms);
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

extern "C" const RecombineKernels eax_kernels_cuda = {recombine};
