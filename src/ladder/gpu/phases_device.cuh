/* The kernels of the ladder of maximum flow: see ladder/phase_kernels.h. A thread a vertex, which walks its row; the arcs into a vertex are the mates
 * of its row's places. What is done does not depend on the order of threads. */
#ifndef CORDEE_LADDER_GPU_PHASES_DEVICE_CUH
#define CORDEE_LADDER_GPU_PHASES_DEVICE_CUH

#include "ladder/phase_kernels.h"
#include "compact.cuh"

namespace phase_ladder {

enum { THREADS = 256, LEAST_BLOCKS = 512 };
enum { ANSWER_FOUND = 1, ANSWER_SINK = 2 };
enum {
  STATE_PUSH = 1,
  STATE_PULL = 2,
  STATE_BITS = 2
}; /* of a vertex: the step in which it takes part, then these */
constexpr uint32_t NO_LAYER = 0xffffffffu;
constexpr int64_t UNBOUNDED = INT64_MAX;

struct Least {
  int64_t potential;
  uint32_t vertex;
};

struct Args {
  uint32_t n, source, sink;
  const uint32_t *first, *head, *mate;
  int64_t *residual;
  uint8_t *active;            /* (places) the arc is one of the layered network */
  uint32_t *layer;            /* (n) NO_LAYER: not in the layered network, or pruned */
  int64_t *in, *out, *amount; /* (n) potentials; to be pushed on, or pulled */
  uint32_t *state;            /* (n) */
  uint32_t *list, *flag;      /* (n) of designs with lists */
  Least *least;               /* (LEAST_BLOCKS) [0]: of all, in the end */
  uint32_t *answer;           /* a word that the host reads */
};

__device__ static inline uint32_t thread_index() { return blockIdx.x * THREADS + threadIdx.x; }

__device__ static inline void amount_add(int64_t *at, int64_t by) {
  atomicAdd((unsigned long long *)at, (unsigned long long)by);
}

/* The vertex of this thread; false: it has none. list: those of the list. */
__device__ static inline bool vertex_of(const Args &a, bool list, uint32_t count, uint32_t &v) {
  const uint32_t k = thread_index();
  if (k >= count) return false;
  v = list ? a.list[k] : k;
  return true;
}

/* ---- layers ---- */

__global__ static void __launch_bounds__(THREADS) layers_begin(Args a) {
  const uint32_t v = thread_index();
  if (v < a.n) a.layer[v] = v == a.source ? 0 : NO_LAYER;
}

__global__ static void __launch_bounds__(THREADS) layers_kernel(Args a, uint32_t depth) {
  const uint32_t v = thread_index();
  if (v >= a.n || a.layer[v] != depth - 1) return;
  uint32_t answer = 0;
  for (uint32_t p = a.first[v]; p < a.first[v + 1]; p++) {
    const uint32_t w = a.head[p];
    if (a.residual[p] == 0 || a.layer[w] != NO_LAYER) continue;
    a.layer[w] = depth; /* as others do at the same time, perhaps */
    answer |= w == a.sink ? ANSWER_FOUND | ANSWER_SINK : ANSWER_FOUND;
  }
  if (answer) atomicOr(a.answer, answer);
}

/* Other vertices of the sink's layer are of no use. */
__device__ static inline bool useful(const Args &a, uint32_t v, uint32_t last) {
  return a.layer[v] < last || v == a.sink;
}

/* Which arcs lead to the next layer, and the potentials of each vertex. */
__global__ static void __launch_bounds__(THREADS) network_kernel(Args a, uint32_t last) {
  const uint32_t v = thread_index();
  if (v >= a.n) return;
  const uint32_t layer = a.layer[v];
  const bool here = useful(a, v, last);
  int64_t in = 0, out = 0;
  for (uint32_t p = a.first[v]; p < a.first[v + 1]; p++) {
    const uint32_t w = a.head[p], other = a.layer[w];
    const bool both = here && useful(a, w, last), leads = both && other == layer + 1 && a.residual[p] > 0;
    a.active[p] = leads;
    if (leads) out += a.residual[p];
    if (both && other + 1 == layer) in += a.residual[a.mate[p]];
  }
  if (!here) a.layer[v] = NO_LAYER; /* of no use to others either way */
  a.in[v] = v == a.source ? UNBOUNDED : in;
  a.out[v] = v == a.sink ? UNBOUNDED : out;
}

/* ---- pruning ---- */

/* A vertex that nothing reaches takes its arcs off the potentials of the vertices behind it, another useless one those before it. Source and
 * sink are exempt. flag: of neighbours, or NULL. True: it was pruned. */
__device__ static inline bool vertex_prune(const Args &a, uint32_t v, uint32_t *flag) {
  if (v == a.source || v == a.sink || a.layer[v] == NO_LAYER) return false;
  const bool outwards = a.in[v] == 0;
  if (!outwards && a.out[v] > 0) return false;
  a.layer[v] = NO_LAYER;
  for (uint32_t p = a.first[v]; p < a.first[v + 1]; p++) {
    const uint32_t w = a.head[p], arc = outwards ? p : a.mate[p];
    if (!a.active[arc]) continue;
    a.active[arc] = 0;
    amount_add(outwards ? &a.in[w] : &a.out[w], -a.residual[arc]);
    if (flag) flag[w] = 1;
  }
  return true;
}

__global__ static void __launch_bounds__(THREADS) prune_kernel(Args a) {
  const uint32_t v = thread_index();
  if (v < a.n && vertex_prune(a, v, NULL)) *a.answer = ANSWER_FOUND;
}

/* Those of the list, or all; who may have become useless is flagged. */
__global__ static void __launch_bounds__(THREADS) prune_active_kernel(Args a, bool list, uint32_t count) {
  uint32_t v;
  if (vertex_of(a, list, count, v)) vertex_prune(a, v, a.flag);
}

/* ---- the least potential ---- */

__device__ static inline bool less(const Least &x, const Least &y) {
  return x.potential < y.potential || (x.potential == y.potential && x.vertex < y.vertex);
}

/* The least one of the block's threads, in thread 0. */
__device__ static inline Least block_least(Least mine) {
  BLOCK_SHARED Least all[THREADS];
  const uint32_t t = threadIdx.x;
  all[t] = mine;
  __syncthreads();
  for (uint32_t half = THREADS / 2; half > 0; half /= 2) {
    if (t < half && less(all[t + half], all[t])) all[t] = all[t + half];
    __syncthreads();
  }
  return all[0];
}

__global__ static void __launch_bounds__(THREADS) least_kernel(Args a) {
  Least mine = {UNBOUNDED, NO_LAYER};
  for (uint32_t v = thread_index(); v < a.n; v += gridDim.x * THREADS) {
    const Least here = {a.in[v] < a.out[v] ? a.in[v] : a.out[v], v};
    if (a.layer[v] != NO_LAYER && less(here, mine)) mine = here;
  }
  mine = block_least(mine);
  if (threadIdx.x == 0) a.least[blockIdx.x] = mine;
}

/* One block: of those of `count` blocks. */
__global__ static void __launch_bounds__(THREADS) least_join(Args a, uint32_t count) {
  Least mine = {UNBOUNDED, NO_LAYER};
  for (uint32_t b = threadIdx.x; b < count; b += THREADS)
    if (less(a.least[b], mine)) mine = a.least[b];
  __syncthreads(); /* before the first one is overwritten */
  mine = block_least(mine);
  if (threadIdx.x == 0) a.least[0] = mine;
}

/* ---- pushing and pulling ---- */

__global__ static void __launch_bounds__(THREADS) send_begin(Args a, uint32_t v, int64_t d, uint32_t step) {
  if (thread_index()) return;
  const uint32_t push = v == a.sink ? 0 : STATE_PUSH, pull = v == a.source ? 0 : STATE_PULL;
  a.amount[v] = d;
  a.state[v] = step << STATE_BITS | push | pull;
  a.list[0] = v;
}

/* `left` at v, along arcs one after the other. True: there are receivers for the next step. */
__device__ static inline bool vertex_drain(const Args &a, uint32_t v, int64_t left, bool push, uint32_t step,
                                           uint32_t *flag) {
  const uint32_t end = push ? a.sink : a.source, next = (step + 1) << STATE_BITS;
  const int64_t all = left;
  bool any = false;
  for (uint32_t p = a.first[v]; p < a.first[v + 1] && left > 0; p++) {
    const uint32_t w = a.head[p], arc = push ? p : a.mate[p];
    if (!a.active[arc]) continue;
    const int64_t room = a.residual[arc], d = room < left ? room : left;
    a.residual[arc] = room - d;
    a.residual[a.mate[arc]] += d;
    if (d == room) a.active[arc] = 0;
    left -= d;
    amount_add(push ? &a.in[w] : &a.out[w], -d);
    if (w == end) continue;
    amount_add(&a.amount[w], d);
    a.state[w] = next | (push ? STATE_PUSH : STATE_PULL);
    if (flag) flag[w] = 1;
    any = true;
  }
  (push ? a.out : a.in)[v] -= all - left;
  return any;
}

/* All that is at a vertex of this step; its amount is cleared, its state is over with the step. */
__device__ static inline bool vertex_send(const Args &a, uint32_t v, uint32_t step, uint32_t *flag) {
  const uint32_t state = a.state[v];
  if (state >> STATE_BITS != step) return false;
  const int64_t amount = a.amount[v];
  a.amount[v] = 0;
  const bool pushed = state & STATE_PUSH && vertex_drain(a, v, amount, true, step, flag);
  const bool pulled = state & STATE_PULL && vertex_drain(a, v, amount, false, step, flag);
  return pushed || pulled;
}

__global__ static void __launch_bounds__(THREADS) send_kernel(Args a, uint32_t step) {
  const uint32_t v = thread_index();
  if (v < a.n && vertex_send(a, v, step, NULL)) *a.answer = ANSWER_FOUND;
}

__global__ static void __launch_bounds__(THREADS) send_active_kernel(Args a, uint32_t count, uint32_t step) {
  uint32_t v;
  if (vertex_of(a, true, count, v)) vertex_send(a, v, step, a.flag);
}

} // namespace phase_ladder

#endif
