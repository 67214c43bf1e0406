/* American vanilla trees (evaluator/lookback/american.h): a block a tree, a thread every AMERICAN_THREADS-th node of a layer. Two layers and the
 * stock's nodes are in shared memory, or in memory of the call if the trees are large. */
#ifndef CORDEE_GPU_LOOKBACK_LOOKBACK_AMERICAN_CUH
#define CORDEE_GPU_LOOKBACK_LOOKBACK_AMERICAN_CUH

#include "evaluator/lookback/american.h"
#include "lookback_flow.cuh"

namespace lookback {

/* Trees of up to AMERICAN_SHARED steps are in shared memory of less than 48 KiB. */
enum { AMERICAN_THREADS = 256, AMERICAN_SHARED = 2000, AMERICAN_BLOCKS_SM = 4 };

struct AmericanCall {
  const AmericanTree *tree; /* (count) */
  AmericanValue *value;
  double *room; /* (gridDim.x, 3, nodes); NULL: shared memory */
  uint32_t count, nodes;
};

__device__ static inline void american_ends(const AmericanTree &t, double *f, double *stock) {
  const double scale = american_scale(&t, t.steps), strike = american_strike(&t);
  for (uint32_t i = threadIdx.x; i <= t.steps; i += blockDim.x) {
    stock[i] = american_stock(&t, i);
    const double exercise = fma(stock[i], scale, strike);
    f[i] = exercise > 0 ? exercise : 0;
  }
}

/* From f to out, of nodes 0..layer. */
__device__ static inline void american_layer(const AmericanTree &t, uint32_t layer, const double *f,
                                             const double *stock, double *out) {
  const double scale = american_scale(&t, layer), strike = american_strike(&t);
  for (uint32_t i = threadIdx.x; i <= layer; i += blockDim.x)
    out[i] = american_step(&t, f[i + 1], f[i], fma(stock[i], scale, strike));
}

__device__ static inline void american_tree(const AmericanTree &t, double *room, uint32_t nodes,
                                            AmericanValue *value) {
  double *f = room, *out = room + nodes, *const stock = out + nodes;
  american_ends(t, f, stock);
  __syncthreads();
  for (uint32_t layer = t.steps; layer-- > 0;) {
    if (layer == 1 && threadIdx.x < 3) value->layer[threadIdx.x] = f[threadIdx.x];
    american_layer(t, layer, f, stock, out);
    __syncthreads();
    double *const swap = f;
    f = out;
    out = swap;
  }
  if (threadIdx.x == 0) value->price = f[0];
  __syncthreads();
}

__global__ static void __launch_bounds__(AMERICAN_THREADS) american_kernel(AmericanCall call) {
  extern __shared__ __align__(16) char memory[];
  double *const room = call.room ? call.room + (size_t)blockIdx.x * 3 * call.nodes : (double *)(void *)memory;
  for (uint32_t k = blockIdx.x; k < call.count; k += gridDim.x)
    american_tree(call.tree[k], room, call.nodes, &call.value[k]);
}

static uint32_t american_blocks(const Backend *be) {
  return (uint32_t)cuda_state(be)->sms * AMERICAN_BLOCKS_SM;
}

static size_t american_bytes(uint32_t steps) { return 3 * ((size_t)steps + 1) * sizeof(double); }

static Status american_launch(Backend *be, cudaStream_t stream, uint32_t steps, uint32_t count,
                              const AmericanTree *trees, AmericanValue *values, void *room) {
  const bool shared = steps <= AMERICAN_SHARED;
  const uint32_t most = american_blocks(be), blocks = shared || count < most ? count : most;
  const AmericanCall call = {trees, values, shared ? NULL : (double *)room, count, steps + 1};
  CUDA_TRY(cuda_launch(american_kernel, dim3(blocks), AMERICAN_THREADS, shared ? american_bytes(steps) : 0,
                       stream, call));
  CUDA_TRY(cudaGetLastError());
  return OK;
}

static Status cuda_american(Backend *be, uint32_t steps, uint32_t count, const KernelFlow *flow) {
  const uint32_t most = american_blocks(be);
  const size_t room = steps <= AMERICAN_SHARED ? 0 : (count < most ? count : most) * american_bytes(steps);
  const FlowWay<AmericanTree, AmericanValue> way = {0, room, american_launch};
  return flow_run(be, way, steps, count, flow);
}

} // namespace lookback

#endif
