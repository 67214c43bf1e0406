/* The kernel of recombine.cu: a block makes the child of one pair at a time. A unit for each size of blocks, as nvcc takes long for it. */
#ifndef CORDEE_GPU_EAX_RECOMBINE_KERNEL_CUH
#define CORDEE_GPU_EAX_RECOMBINE_KERNEL_CUH

#include "recombine_pair.cuh"
#include "recombine_shape.h"

template <int BLOCK>
static __device__ void child_start(const RecombineTask &t, const RecombinePair pair, const Workspace &r,
                                   int32_t *child) {
  const int32_t n = t.problem.n;
  const int32_t *parent_a = t.tour + (size_t)pair.parent_a * n,
                *parent_b = t.tour + (size_t)pair.parent_b * n;
  for (int32_t p = (int32_t)threadIdx.x; p < n; p += BLOCK) {
    const int32_t city = parent_a[p];
    child[p] = city;
    r.position[city] = p;
    r.position_b[parent_b[p]] = p;
  }
  __syncthreads();
}

template <int BLOCK>
__global__ static void __launch_bounds__(BLOCK, 3 * 256 / BLOCK)
    pairs_recombine(RecombineTask t, char *workspace) {
  __shared__ Shared<BLOCK> s;
  const int32_t n = t.problem.n;
  const Workspace r = workspace_of(workspace + blockIdx.x * workspace_bytes((size_t)n, BLOCK), (size_t)n);
  for (uint32_t i = blockIdx.x; i < t.pairs; i += gridDim.x) {
    const RecombinePair pair = t.pair[i];
    if (pair.parent_a == RECOMBINE_NONE) continue;
    int32_t *child = t.child + (size_t)i * n;
    RecombineResult result = {t.cost[pair.parent_a], 0, 0, 0, 0};
    const RecombineParents parents = {&t,
                                      pair,
                                      {t.tour + (size_t)pair.parent_a * n, r.position},
                                      {t.tour + (size_t)pair.parent_b * n, r.position_b},
                                      r.entry,
                                      r.city};
    child_start<BLOCK>(t, pair, r, child);
    if (n >= 5) {
      result.differing = ends_find(parents, r, s);
      result.cycles = cycles_find(r, s, result.differing);
      const Pair x = {&t,
                      pair.group,
                      recombine_child(&t, pair, child, r.position, r.city, r.partner),
                      {r.entry, r.cycle, r.member, r.first, result.differing},
                      result.cycles};
      child_improve(x, r, s, &result);
    }
    if (threadIdx.x == 0) t.result[i] = result;
    __syncthreads();
  }
}

#endif
