/* The lookback lattice as published, on a device: see ladder/lattice_kernels.h. */
#include <math.h>
#include "clock.h"
#include "gpu/cuda_try.h"
#include "ladder/lattice_kernels.h"

namespace lattice_ladder {

extern __shared__ __align__(16) char memory[];

/* ---- kernels ---- */

template <class Real> struct Layer {
  Real away, away_factor, towards, towards_factor, discount;
  const Real *payoff; /* (steps + 1), or NULL */
  const Real *next;   /* (nodes + 1) */
  Real *out;          /* (nodes) */
  uint32_t nodes;
  bool european;
};

__device__ __forceinline__ float power_of(float base, uint32_t j) { return powf(base, (float)j); }
__device__ __forceinline__ double power_of(double base, uint32_t j) { return pow(base, (double)j); }

/* What a node pays. The factor is below 1 for a call. */
template <bool TABLE, class Real>
__device__ __forceinline__ Real payoff_of(const Layer<Real> &l, uint32_t j) {
  if (TABLE) return l.payoff[j];
  const Real power = power_of(l.towards_factor, j);
  return l.towards_factor < 1 ? 1 - power : power - 1;
}

/* The layer at the end. */
template <bool TABLE, class Real> __global__ void end_kernel(Layer<Real> l) {
  const uint32_t j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < l.nodes) l.out[j] = payoff_of<TABLE>(l, j);
}

/* Every thread copies one value of the next layer to shared memory, node j to place t + 1. The first one of a block adds the value before
 * (node 0 is its own neighbour), the last one, or that of the last node, the value behind: one place more than was printed. */
template <class Real> __device__ __forceinline__ void stage(const Layer<Real> &l, uint32_t j, Real *staged) {
  const uint32_t t = threadIdx.x;
  if (j < l.nodes) {
    staged[t + 1] = l.next[j];
    if (t == 0) staged[0] = l.next[j ? j - 1 : 0];
    if (t == blockDim.x - 1 || j == l.nodes - 1) staged[t + 2] = l.next[j + 1];
  }
  __syncthreads();
}

template <bool TABLE, class Real> __global__ void staged_kernel(Layer<Real> l) {
  Real *const staged = (Real *)memory; /* (threads + 2) */
  const uint32_t t = threadIdx.x, j = blockIdx.x * blockDim.x + t;
  stage(l, j, staged);
  if (j >= l.nodes) return;
  const Real wait =
      l.discount * (l.away * staged[t + 2] * l.away_factor + l.towards * staged[t] * l.towards_factor);
  if (l.european) {
    l.out[j] = wait;
    return;
  }
  const Real payoff = payoff_of<TABLE>(l, j);
  l.out[j] = wait > payoff ? wait : payoff;
}

/* ---- the host's loop ---- */

template <class Real> using Kernel = void (*)(Layer<Real>);

template <class Real>
Status layer_queue(Backend *be, Kernel<Real> kernel, uint32_t threads, size_t bytes, const Layer<Real> &l) {
  const dim3 blocks((l.nodes + threads - 1) / threads);
  CUDA_TRY(cuda_launch(kernel, blocks, threads, bytes, cuda_state(be)->stream, l));
  return OK;
}

/* As many threads as nodes: one less a layer. The two arrays change places. */
template <class Real>
Status layers_queue(Backend *be, const LatticePlan *plan, uint32_t steps, Layer<Real> &l, Real *other) {
  const Kernel<Real> end = plan->table ? end_kernel<true, Real> : end_kernel<false, Real>,
                     staged = plan->table ? staged_kernel<true, Real> : staged_kernel<false, Real>;
  const size_t bytes = (plan->threads + 2) * sizeof(Real);
  l.nodes = steps + 1;
  TRY(layer_queue(be, end, plan->threads, 0, l));
  for (l.nodes = steps; l.nodes > plan->left; l.nodes--) {
    l.next = l.out;
    l.out = other;
    TRY(layer_queue(be, staged, plan->threads, bytes, l));
    other = (Real *)l.next;
  }
  return OK;
}

/* room: two layers, and the table. */
template <class Real>
Status layers_run(Backend *be, const LookbackLayers *from, const LatticePlan *plan, Real *room, void *layer,
                  double *copy_s) {
  const size_t nodes = (size_t)from->steps + 1;
  Layer<Real> l = {(Real)from->away,
                   (Real)from->away_factor,
                   (Real)from->towards,
                   (Real)from->towards_factor,
                   (Real)from->discount,
                   plan->table ? room + 2 * nodes : NULL,
                   NULL,
                   room,
                   0,
                   from->european};
  if (plan->table) TRY(be->ops->upload(be, room + 2 * nodes, from->payoff, nodes * sizeof *room));
  TRY(layers_queue(be, plan, from->steps, l, room + nodes));
  CUDA_TRY(cudaStreamSynchronize(cuda_state(be)->stream));
  const double began = clock_s();
  TRY(be->ops->download(be, layer, l.out, ((size_t)plan->left + 1) * sizeof *room));
  *copy_s = clock_s() - began;
  return OK;
}

template <class Real>
Status layers_price(Backend *be, const LookbackLayers *from, const LatticePlan *plan, void *layer,
                    double *copy_s) {
  Real *room = NULL;
  CUDA_TRY(cudaSetDevice(be->device)); /* of this module's copy of the runtime */
  TRY(be->ops->alloc(be, 3 * ((size_t)from->steps + 1) * sizeof *room, (void **)&room));
  const Status status = layers_run(be, from, plan, room, layer, copy_s);
  be->ops->free(be, room);
  return status;
}

Status staged(Backend *be, const LookbackLayers *lattice, const LatticePlan *plan, void *layer,
              double *copy_s) {
  return lattice->single ? layers_price<float>(be, lattice, plan, layer, copy_s)
                         : layers_price<double>(be, lattice, plan, layer, copy_s);
}

/* The layer at the end has every payoff. */
Status payoffs(Backend *be, const LookbackLayers *lattice, void *payoff) {
  const LatticePlan plan = {LATTICE_THREADS, lattice->steps, false};
  double copy_s;
  return staged(be, lattice, &plan, payoff, &copy_s);
}

} // namespace lattice_ladder

extern "C" const LatticeKernels lattice_ladder_kernels_cuda = {lattice_ladder::staged,
                                                               lattice_ladder::payoffs};
