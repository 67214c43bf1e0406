/* The climb kernels of the backend "cuda": the choice of a variant and of its launch shape, and the launch.
 *
 * One table of variants: move x filter x rows of a strip x memory of the tour. A model of a step (issue slots
 * of a warp) estimates the time of every variant and block size for an instance. The fastest one is launched as
 * one wave of persistent blocks. slots() and advance() use the same model, so that the slots fill the wave.
 * Twin: src/cpu/climb/climb.c. */
#include "gpu/cuda_try.h"
#include "climb_device.cuh"

#include <algorithm>
#include <stdio.h>

typedef void (*ClimbKernel)(ClimbProblem, ClimbState, ClimbShape, void *, uint32_t);

typedef struct Variant {
  ClimbMove move;
  ClimbFilter filter;
  int rows;    /* R */
  int columns; /* columns at once: short chunks (small tours) gain nothing from a long loop body, which costs instruction cache */
  bool shared; /* the tour is in shared memory */
  size_t point_bytes;
  ClimbKernel kernel;
  double column,
      unit;     /* issue slots of a warp for a column and for a unit beside its columns, fitted (see below) */
  double slots; /* issue slots a move of the inner loop, counted in its sm_90 code; 0: not counted */
} Variant;

template <class F, int R, int COLUMNS, bool SHARED, class M = TwoOpt>
constexpr Variant variant(double column = 8.5 * (R + 1), double unit = 100, double slots = 0) {
  return {M::move,
          F::filter,
          R,
          COLUMNS,
          SHARED,
          sizeof(typename F::Point),
          climb_kernel<F, R, COLUMNS, SHARED, M>,
          column,
          unit,
          slots};
}

/* Estimated, not fitted: a column has R + 2 distances and R sums of four. */
template <class F, int R, bool SHARED> constexpr Variant swap_variant() {
  return variant<F, R, 1, SHARED, Swap>(8.0 * (R + 2) + 5.0 * R, 100);
}

static const Variant variants[] = {
    variant<Plane<Euclid>, 1, 4, true>(),
    variant<Plane<Euclid>, 3, 4, true>(35.5, 61, 124.0 / 12),
    variant<Plane<Euclid>, 5, 2, true>(51.5, 104, 96.0 / 10),
    variant<Plane<Euclid>, 7, 1, true>(75.8, 27, 66.0 / 7),
    variant<Plane<Euclid>, 7, 2, true>(68.0, 129, 128.0 / 14),
    variant<Plane<Euclid>, 9, 4, true>(86.7, 112, 316.0 / 36),
    variant<Plane<Euclid>, 9, 4, false>(86.7, 112, 348.0 / 36),
    variant<Plane<Manhattan>, 1, 4, true>(),
    variant<Plane<Manhattan>, 7, 1, true>(),
    variant<Plane<Manhattan>, 7, 1, false>(),
    variant<Plane<Chebyshev>, 1, 4, true>(),
    variant<Plane<Chebyshev>, 7, 1, true>(),
    variant<Plane<Chebyshev>, 7, 1, false>(),
    variant<Table, 1, 4, true>(),
    variant<Table, 3, 4, true>(),
    variant<Table, 3, 4, false>(),
    swap_variant<Plane<Euclid>, 1, true>(),
    swap_variant<Plane<Euclid>, 5, true>(),
    swap_variant<Plane<Euclid>, 5, false>(),
    swap_variant<Plane<Manhattan>, 1, true>(),
    swap_variant<Plane<Manhattan>, 5, true>(),
    swap_variant<Plane<Manhattan>, 5, false>(),
    swap_variant<Plane<Chebyshev>, 1, true>(),
    swap_variant<Plane<Chebyshev>, 5, true>(),
    swap_variant<Plane<Chebyshev>, 5, false>(),
    swap_variant<Table, 1, true>(),
    swap_variant<Table, 3, true>(),
    swap_variant<Table, 3, false>(),
};

/* A possible launch and its estimated time. */
typedef struct Launch {
  const Variant *variant;
  ClimbShape shape;
  int threads, blocks; /* of a block; resident, on the whole device */
  size_t shared_bytes; /* of a block */
  double price;        /* smaller is faster; only ever compared */
} Launch;

/* Issue slots of one warp for: a step, whatever its size; a reviewed move; a reversed position. And the number
 * of warps that hide an SM's latencies. These and the variants' columns and units are fitted to 285 measured
 * launches on an H200 (every variant, 7 block sizes, n = 42 to 4000; mean error 5%). */
static const double slots_step = 260, slots_warp = 13.5, slots_review = 56, slots_reverse = 860,
                    warps_wanted = 3.7;

static int32_t ceil_div(int32_t a, int32_t b) { return (a + b - 1) / b; }

/* Issue slots of a warp for a step with this chunk. A quarter of the tour is reversed at most, half of that on average. */
static double step_price(const ClimbShape *s, const Variant *v, int32_t n, int32_t threads) {
  const double rounds = ceil_div(s->units, threads);
  return slots_step + slots_warp * (threads / 32) + rounds * (v->unit + v->column * (s->chunk + 1)) +
         slots_review * std::max(1.0, rounds * s->chunk * v->rows / threads) +
         slots_reverse * n / 4 / threads;
}

/* The chunk size that distributes the units most evenly over the threads; returns the estimated time of its
 * step. */
static double choose_chunk(ClimbShape *shape, const Variant *v, int32_t n, int32_t threads) {
  const int32_t rows = v->rows, columns = shape->reach + rows - 2;
  ClimbShape best = *shape;
  best.strips = ceil_div(n, rows), best.chunk = 1, best.units = 0;
  double price = slots_step;
  for (int32_t chunks = 1; n >= 4 && chunks <= std::min(columns, 256); ++chunks) {
    ClimbShape s = best;
    /* offset 0, of swaps -1 and 1 as well, in the first chunk only */
    s.chunk = std::max(ceil_div(columns, chunks), v->move == MOVE_SWAP ? rows - 1 : rows - 2);
    s.units = s.strips * ceil_div(columns, s.chunk);
    const double p = step_price(&s, v, n, threads);
    if (best.units && p >= price) continue;
    best = s, price = p;
  }
  best.per_strip = best.strips > 1 ? (uint32_t)((UINT64_C(1) << 32) / (uint32_t)best.strips) : UINT32_MAX;
  *shape = best;
  return price;
}

static ClimbShape tour_shape(int32_t n, int32_t rows) {
  ClimbShape shape = {};
  shape.reach = n / 2;
  shape.extent = n + shape.reach + rows;
  shape.stride = ceil_div(shape.extent, rows);
  return shape;
}

/* Estimates one variant at one block size; price 0 if it cannot run. */
static Status price_launch(const CudaState *cuda, const Variant *v, int32_t n, int threads, Launch *out) {
  int per_sm = 0;
  Launch l = {};
  l.variant = v, l.threads = threads, l.shape = tour_shape(n, v->rows);
  l.shared_bytes = v->shared ? (size_t)l.shape.extent * v->point_bytes : 0;
  CUDA_TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, v->kernel, threads, l.shared_bytes));
  if (per_sm) {
    l.blocks = per_sm * cuda->sms;
    const double warps = threads / 32, idle = 1 + warps_wanted / (warps * per_sm);
    l.price = warps * idle * choose_chunk(&l.shape, v, n, threads);
  }
  *out = l;
  return OK;
}

/* Whether the variant is for this problem, and its tour fits; `room` is left for dynamic shared memory. */
static Status variant_fits(const CudaState *cuda, const Variant *v, const ClimbProblem *problem, bool *fits) {
  *fits = false;
  if (v->move != problem->move || v->filter != problem->filter ||
      (v->rows > 1 && problem->n < 2 * v->rows + 4))
    return OK;
  cudaFuncAttributes attributes;
  CUDA_TRY(cudaFuncGetAttributes(&attributes, v->kernel));
  const size_t room = cuda->shared_block - attributes.sharedSizeBytes;
  if (v->shared && (size_t)tour_shape(problem->n, v->rows).extent * v->point_bytes > room) return OK;
  CUDA_TRY(cudaFuncSetAttribute(v->kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                v->shared ? (int)room : 0));
  CUDA_TRY(cudaFuncSetAttribute(v->kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
                                v->shared ? cudaSharedmemCarveoutMaxShared : cudaSharedmemCarveoutMaxL1));
  *fits = true;
  return OK;
}

/* The cheapest launch; tours in global memory only where none fits in shared memory. */
static Status search_launch(const Backend *be, const ClimbProblem *problem, Launch *out) {
  static const int warps[] = {1, 2, 4, 8, 12, 16, 24};
  Launch best = {};
  for (const Variant &v : variants) {
    bool fits;
    TRY(variant_fits(cuda_state(be), &v, problem, &fits));
    if (!fits || (best.variant && best.variant->shared && !v.shared)) continue;
    for (int w : warps) {
      Launch l = {};
      TRY(price_launch(cuda_state(be), &v, problem->n, 32 * w, &l));
      if (l.price > 0 && (!best.variant || l.price < best.price)) best = l;
    }
  }
  if (!best.variant)
    FAIL(ERR_INTERNAL, "no climb kernel for filter %d and %d cities", problem->filter, problem->n);
  *out = best;
  return OK;
}

/* The same, cached: the estimate takes longer than a short slice. */
static Status choose_launch(const Backend *be, const ClimbProblem *problem, Launch *out) {
  static struct {
    const Backend *be;
    ClimbMove move;
    ClimbFilter filter;
    int32_t n;
    Launch launch;
  } last;
  if (last.be != be || last.move != problem->move || last.filter != problem->filter || last.n != problem->n) {
    TRY(search_launch(be, problem, &last.launch));
    last.be = be, last.move = problem->move, last.filter = problem->filter, last.n = problem->n;
  }
  *out = last.launch;
  return OK;
}

/* The rest of an SM's memory is cache: for matrices, and for the exact coordinates. */
static Status set_carveout(const CudaState *cuda, const Launch *l) {
  if (!l->variant->shared) return OK;
  const size_t taken =
      (l->shared_bytes + sizeof(Team) + cuda->shared_reserved) * (size_t)(l->blocks / cuda->sms);
  const int percent = (int)std::min<size_t>(100, 100 * taken / cuda->shared_sm + 1);
  CUDA_TRY(cudaFuncSetAttribute(l->variant->kernel, cudaFuncAttributePreferredSharedMemoryCarveout, percent));
  return OK;
}

static Status slots(Backend *be, const ClimbProblem *problem, uint32_t *slots) {
  Launch l;
  TRY(choose_launch(be, problem, &l));
  *slots = (uint32_t)l.blocks;
  return OK;
}

/* Two units can limit the Euclidean loop: issue slots (128 lanes an SM) and roots (16 lanes, (R + 1) / R a
 * move). */
static Status describe(Backend *be, const ClimbProblem *problem, Description *out) {
  Launch l;
  int kilohertz = 0;
  TRY(choose_launch(be, problem, &l));
  CUDA_TRY(cudaDeviceGetAttribute(&kilohertz, cudaDevAttrClockRate, be->device));
  snprintf(out->shape, sizeof out->shape,
           "%d blocks of %d threads, %d rows a lane, chunks of %d, tour in %s memory (%zu KB a block)",
           l.blocks, l.threads, l.variant->rows, l.shape.chunk, l.variant->shared ? "shared" : "global",
           (l.variant->shared ? l.shared_bytes : (size_t)l.shape.extent * l.variant->point_bytes) / 1024);
  if (!l.variant->shared) out->bytes_move = (double)l.variant->point_bytes / l.variant->rows;
  if (l.variant->filter == FILTER_MATRIX) out->bytes_move += 4 * (l.variant->rows + 1.0) / l.variant->rows;
  if (l.variant->slots == 0) return OK;
  const double lanes = 1e3 * kilohertz * cuda_state(be)->sms,
               roots = (l.variant->rows + 1.0) / l.variant->rows;
  const double by_issue = 128 * lanes / l.variant->slots, by_roots = 16 * lanes / roots;
  out->ceiling_moves_s = std::min(by_issue, by_roots);
  snprintf(out->binds, sizeof out->binds, "%s", by_issue < by_roots ? "issue slots" : "square roots");
  return OK;
}

static Status advance(Backend *be, const ClimbProblem *problem, const ClimbState *state, uint32_t steps) {
  if (!steps || !state->slots) return OK;
  Launch l;
  TRY(choose_launch(be, problem, &l));
  TRY(set_carveout(cuda_state(be), &l));
  const uint32_t grid = std::min(state->slots, (uint32_t)l.blocks);
  const size_t tour_bytes = (size_t)l.shape.stride * (size_t)l.variant->rows * l.variant->point_bytes;
  void *workspace;
  TRY(cuda_workspace(be, l.variant->shared ? 0 : grid * tour_bytes, &workspace));
  cudaStream_t stream = cuda_state(be)->stream;
  l.variant->kernel<<<grid, l.threads, l.shared_bytes, stream>>>(*problem, *state, l.shape, workspace, steps);
  CUDA_TRY(cudaGetLastError());
  CUDA_TRY(cudaStreamSynchronize(stream));
  return OK;
}

extern "C" const ClimbKernels climb_kernels_cuda = {slots, describe, advance};
