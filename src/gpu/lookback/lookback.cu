/* Lookback lattices on CUDA: twin of src/cpu/lookback. Contract: evaluator/lookback/lookback_kernels.h.
 *
 * Lattices are sorted by how large they are likely to be (lookback_order.cuh), then tile by tile computed in registers (lookback_tile.cuh, in units
 * of their own: lookback_flat.cu and others); those
 * that outgrow a tile are appended to the list of the next one, which runs after it. Nothing waits for the host until all tiles are queued. */
#include <cstdio>
#include "evaluator/lookback/layers.h"
#include "gpu/cuda_try.h"
#include "lookback_american.cuh"
#include "lookback_grid.h"
#include "lookback_vanilla.cuh"
#include "lookback_tiles.h"
#include "lookback_wide.cuh"

namespace lookback {

enum { SCAN_THREADS = 1024, LAYER_THREADS = 256 };

} // namespace lookback

using namespace lookback;

namespace {

/* ---- a call ---- */

struct Carver {
  char *at;
  size_t bytes;
};

template <class T> T *carve(Carver &c, size_t count) {
  T *const here = (T *)(c.at ? c.at + c.bytes : NULL);
  c.bytes += (count * sizeof(T) + 255) / 256 * 256;
  return here;
}

size_t call_carve(Call &call, char *room) {
  Carver c = {room, 0};
  call.bucket = carve<uint32_t>(c, call.count);
  call.order = carve<uint32_t>(c, call.count);
  call.begin = carve<uint32_t>(c, BUCKETS + 1);
  call.place = carve<uint32_t>(c, BUCKETS + 1);
  call.again = carve<uint32_t>(c, (size_t)call.count * CLASSES);
  call.agains = carve<uint32_t>(c, CLASSES);
  call.taken = carve<uint32_t>(c, CLASSES);
  call.longest = carve<uint32_t>(c, 1);
  call.sums = carve<uint32_t>(c, WARP);
  return c.bytes;
}

Status call_launch(Backend *be, void (*kernel)(Call), const Call &call, uint32_t blocks, uint32_t threads,
                   size_t shared = 0) {
  Call copy = call;
  void *args[] = {&copy};
  CUDA_TRY(cudaLaunchKernel(kernel, dim3(blocks), dim3(threads), args, shared, cuda_state(be)->stream));
  CUDA_TRY(cudaGetLastError());
  return OK;
}

uint32_t blocks_of(uint32_t count, uint32_t threads) { return (count + threads - 1) / threads; }

Status tile_launch(Backend *be, TileKernel kernel, const Call &call, int lanes, int nodes) {
  int blocks;
  const size_t shared = (size_t)nodes * THREADS * sizeof(double);
  CUDA_TRY(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared));
  CUDA_TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, THREADS, shared));
  const uint64_t needed = ((uint64_t)call.count * (uint32_t)lanes + THREADS - 1) / THREADS,
                 most = (uint64_t)(blocks > 0 ? blocks : 1) * (uint32_t)cuda_state(be)->sms;
  return call_launch(be, kernel, call, (uint32_t)(needed < most ? needed : most), THREADS, shared);
}

Status order_make(Backend *be, const Call &call) {
  TRY(call_launch(be, call_begin, call, blocks_of(BUCKETS + 1, THREADS), THREADS));
  TRY(call_launch(be, buckets_count, call, blocks_of(call.count, THREADS), THREADS));
  TRY(call_launch(be, buckets_scan, call, 1, SCAN_THREADS));
  return call_launch(be, lattices_place, call, blocks_of(call.count, THREADS), THREADS);
}

TileKernel tile_kernel_of(int number) {
  if (number < LARGE_FIRST) return tile_flat(number);
  return number <= FLAT_LAST ? tile_large(number) : tile_other(number);
}

Status tiles_run(Backend *be, const Call &call) {
  for (int number = 0; number < TILES; number++) {
    const Tile tile = tile_of(number);
    TRY(tile_launch(be, tile_kernel_of(number), call, tile.lanes, tile.lanes > 1 ? tile.most : 0));
  }
  return OK;
}

/* ---- those that no tile holds ---- */

Status wide_launch(Backend *be, const Call &call, double *room, uint32_t blocks) {
  Call copy = call;
  void *args[] = {&copy, &room, &blocks};
  CUDA_TRY(cudaLaunchKernel(wide_kernel, dim3(blocks), dim3(WIDE_THREADS), args, 0, cuda_state(be)->stream));
  CUDA_TRY(cudaGetLastError());
  return OK;
}

Status wide_run_all(Backend *be, const Call &call, uint32_t longest) {
  double *room;
  const uint32_t blocks = (uint32_t)cuda_state(be)->sms;
  TRY(be->ops->alloc(be, (size_t)blocks * 3 * longest * sizeof *room, (void **)&room));
  const Status status = wide_launch(be, call, room, blocks);
  be->ops->free(be, room);
  return status;
}

Status cuda_values(Backend *be, uint32_t count, const LookbackLattice *lattices, bool full,
                   LookbackValue *values) {
  Call call = {};
  call.lattice = lattices;
  call.value = values;
  call.count = count;
  call.full = full;
  void *room;
  uint32_t longest;
  if (!count) return OK;
  TRY(cuda_workspace(be, call_carve(call, NULL), &room));
  call_carve(call, (char *)room);
  TRY(order_make(be, call));
  TRY(tiles_run(be, call));
  TRY(call_launch(be, wide_measure, call, blocks_of(count, THREADS), THREADS));
  TRY(be->ops->download(be, &longest, call.longest, sizeof longest));
  return longest ? wide_run_all(be, call, longest) : OK;
}

/* ---- layer by layer ---- */

template <class Real> struct Layer {
  Real away, away_factor, towards, towards_factor, discount;
  const Real *payoff, *next;
  Real *out;
  uint32_t nodes;
  bool european;
};

template <class Real> __global__ void layer_kernel(Layer<Real> l) {
  const uint32_t j = thread_number();
  if (j >= l.nodes) return;
  const Real wait = l.discount * (l.away * l.next[j + 1] * l.away_factor +
                                  l.towards * l.next[j ? j - 1 : 0] * l.towards_factor);
  l.out[j] = l.european || wait > l.payoff[j] ? wait : l.payoff[j];
}

/* Layers from the end to the one that has `left` before it, in l.next. */
template <class Real> Status layers_device(Backend *be, Layer<Real> &l, uint32_t steps, uint32_t left) {
  void *args[] = {&l};
  for (uint32_t at = steps; at > left; at--) {
    l.nodes = at;
    CUDA_TRY(cudaLaunchKernel(layer_kernel<Real>, dim3(blocks_of(at, LAYER_THREADS)), dim3(LAYER_THREADS),
                              args, 0, cuda_state(be)->stream));
    CUDA_TRY(cudaGetLastError());
    Real *const swap = (Real *)l.next;
    l.next = l.out;
    l.out = swap;
  }
  return OK;
}

template <class Real>
Status layers_run(Backend *be, const LookbackLayers *from, Real *room, Real *host, double *value) {
  const size_t nodes = (size_t)from->steps + 1;
  const uint32_t left = from->host_steps < from->steps ? from->host_steps : from->steps;
  Layer<Real> l = {(Real)from->away,
                   (Real)from->away_factor,
                   (Real)from->towards,
                   (Real)from->towards_factor,
                   (Real)from->discount,
                   room,
                   room + nodes,
                   room + 2 * nodes,
                   0,
                   from->european};
  TRY(be->ops->upload(be, room, from->payoff, nodes * sizeof *room));
  TRY(be->ops->upload(be, room + nodes, from->payoff, nodes * sizeof *room));
  TRY(layers_device(be, l, from->steps, left));
  TRY(be->ops->download(be, host, l.next, ((size_t)left + 1) * sizeof *room));
  return layers_host(from, left, host, value);
}

template <class Real> Status layers_price(Backend *be, const LookbackLayers *from, double *value) {
  const size_t nodes = (size_t)from->steps + 1;
  Real *room = NULL, *const host = (Real *)malloc(nodes * sizeof *host);
  Status status = host ? be->ops->alloc(be, 3 * nodes * sizeof *room, (void **)&room)
                       : status_fail(ERR_MEMORY, "no memory for a layer of %zu nodes", nodes);
  if (status == OK) status = layers_run(be, from, room, host, value);
  be->ops->free(be, room);
  free(host);
  return status;
}

Status cuda_layers(Backend *be, const LookbackLayers *lattice, double *value) {
  return lattice->single ? layers_price<float>(be, lattice, value) : layers_price<double>(be, lattice, value);
}

/* Of fma in double precision an SM has 64 a clock from compute capability 9 on, 32 before (A100); consumer GPUs far fewer. */
Status cuda_describe(Backend *be, Description *out) {
  int khz, major;
  CUDA_TRY(cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, be->device));
  CUDA_TRY(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, be->device));
  *out = {};
  out->ceiling_moves_s = cuda_state(be)->sms * (major >= 9 ? 64.0 : 32.0) / 2 * khz * 1e3;
  snprintf(out->shape, sizeof out->shape, "nodes in registers, 1 to 32 lanes a lattice, blocks of %d",
           THREADS);
  snprintf(out->binds, sizeof out->binds, "two DFMA a node");
  return OK;
}

} // namespace

extern "C" const LookbackKernels lookback_kernels_cuda = {cuda_values,  cuda_layers,   cuda_describe,
                                                          cuda_vanilla, cuda_american, cuda_grids};
