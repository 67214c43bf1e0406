/* American vanilla trees (evaluator/lookback/american.h): a block a tree, a thread every AMERICAN_THREADS-th node of a layer. Two layers and the
 * stock's nodes are in shared memory, or in the workspace if the tree is large. */
#ifndef CORDEE_GPU_LOOKBACK_LOOKBACK_AMERICAN_CUH
#define CORDEE_GPU_LOOKBACK_LOOKBACK_AMERICAN_CUH

#include <vector>
#include "evaluator/lookback/american.h"
#include "gpu/cuda_try.h"

namespace lookback {

/* Trees of up to AMERICAN_SHARED steps are in shared memory of less than 48 KiB. */
enum { AMERICAN_THREADS = 256, AMERICAN_SHARED = 2000, AMERICAN_BLOCKS_SM = 4, AMERICAN_CALL = 1 << 16 };

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

/* Trees (count) on the device, none of more than `steps`. */
static Status american_launch(Backend *be, uint32_t steps, AmericanCall call) {
  const bool shared = steps <= AMERICAN_SHARED;
  const uint32_t most = (uint32_t)cuda_state(be)->sms * AMERICAN_BLOCKS_SM;
  const uint32_t blocks = shared || call.count < most ? call.count : most;
  void *room = NULL;
  call.nodes = steps + 1;
  const size_t bytes = 3 * (size_t)call.nodes * sizeof(double);
  if (!shared) TRY(cuda_workspace(be, blocks * bytes, &room));
  call.room = (double *)room;
  void *args[] = {&call};
  CUDA_TRY(cudaLaunchKernel(american_kernel, dim3(blocks), dim3(AMERICAN_THREADS), args, shared ? bytes : 0,
                            cuda_state(be)->stream));
  CUDA_TRY(cudaGetLastError());
  return OK;
}

/* The trees of `of` (count): those of one size class. */
static Status american_part(Backend *be, const std::vector<uint32_t> &of, const AmericanTree *trees,
                            char *device, AmericanValue *values) {
  const uint32_t count = (uint32_t)of.size();
  std::vector<AmericanTree> chosen(count);
  std::vector<AmericanValue> value(count);
  uint32_t steps = 0;
  for (uint32_t i = 0; i < count; i++) {
    chosen[i] = trees[of[i]];
    steps = chosen[i].steps > steps ? chosen[i].steps : steps;
  }
  AmericanTree *const tree_be = (AmericanTree *)(void *)device;
  AmericanValue *const value_be = (AmericanValue *)(void *)(tree_be + count);
  TRY(be->ops->upload(be, tree_be, chosen.data(), count * sizeof(AmericanTree)));
  TRY(american_launch(be, steps, {tree_be, value_be, NULL, count, 0}));
  TRY(be->ops->download(be, value.data(), value_be, count * sizeof(AmericanValue)));
  for (uint32_t i = 0; i < count; i++) values[of[i]] = value[i];
  return OK;
}

/* A launch for each power of two of steps, so that small trees do not pay for the memory of large ones. */
static Status american_classes(Backend *be, uint32_t count, const AmericanTree *trees, char *device,
                               AmericanValue *values) {
  std::vector<uint32_t> of[32];
  for (uint32_t i = 0; i < count; i++) {
    int bits = 0;
    while (trees[i].steps >> bits) bits++;
    of[bits].push_back(i);
  }
  for (const std::vector<uint32_t> &chosen : of)
    if (!chosen.empty()) TRY(american_part(be, chosen, trees, device, values));
  return OK;
}

static Status cuda_american(Backend *be, uint32_t count, const AmericanTree *trees, AmericanValue *values) {
  const uint32_t most = count < AMERICAN_CALL ? count : AMERICAN_CALL;
  void *device = NULL;
  if (!count) return OK;
  TRY(be->ops->alloc(be, most * (sizeof(AmericanTree) + sizeof(AmericanValue)), &device));
  Status status = OK;
  for (uint32_t first = 0; first < count && status == OK; first += most)
    status = american_classes(be, count - first < most ? count - first : most, trees + first, (char *)device,
                              values + first);
  be->ops->free(be, device);
  return status;
}

} // namespace lookback

#endif
