/* The climb kernels of the backend "cuda": which variant runs, in which shape, and the launch.
 *
 * One table of variants: filter x rows of a strip x where the tour lives. For an instance every variant and
 * block size is priced by a small model of a step (issue slots of a warp), the cheapest is launched as one
 * wave of persistent blocks. slots() and advance() price alike, so the slots fill the wave. Twin:
 * src/cpu/climb.c. */
#include "cuda_try.h"
#include "climb_device.cuh"

#include <algorithm>
#include <stdio.h>

typedef void (*ClimbKernel)(ClimbProblem, ClimbState, ClimbShape, void *, uint32_t);

typedef struct Variant {
  ClimbFilter filter;
  int rows;    /* R */
  bool shared; /* the tour is in shared memory */
  size_t point_bytes;
  ClimbKernel kernel;
  double slots; /* issue slots a move of the inner loop, counted in its sm_90 code; 0: not counted */
} Variant;

template <class F, int R, bool SHARED> constexpr Variant variant(double slots = 0) {
  return {F::filter, R, SHARED, sizeof(typename F::Point), climb_kernel<F, R, SHARED>, slots};
}

static const Variant variants[] = {
    variant<Plane<Euclid>, 1, true>(),
    variant<Plane<Euclid>, 3, true>(124.0 / 12),
    variant<Plane<Euclid>, 5, true>(188.0 / 20),
    variant<Plane<Euclid>, 7, true>(252.0 / 28),
    variant<Plane<Euclid>, 9, true>(316.0 / 36),
    variant<Plane<Euclid>, 9, false>(349.0 / 36),
    variant<Plane<Manhattan>, 1, true>(),
    variant<Plane<Manhattan>, 7, true>(),
    variant<Plane<Manhattan>, 7, false>(),
    variant<Plane<Chebyshev>, 1, true>(),
    variant<Plane<Chebyshev>, 7, true>(),
    variant<Plane<Chebyshev>, 7, false>(),
    variant<Table, 1, true>(),
    variant<Table, 3, true>(),
    variant<Table, 3, false>(),
};

/* A launch that can be made, and its price. */
typedef struct Launch {
  const Variant *variant;
  ClimbShape shape;
  int threads, blocks; /* of a block; resident, on the whole device */
  size_t shared_bytes; /* of a block */
  double price;        /* smaller is faster; only ever compared */
} Launch;

/* Issue slots of one warp: a distance with its share of two additions and a minimum; a unit's beginning and end; the
 * same of a step; a reviewed move. Warps an SM wants before it stops waiting. */
static const double slots_distance = 8.5, slots_unit = 60, slots_step = 450, slots_review = 60,
                    warps_wanted = 8;

static int32_t ceil_div(int32_t a, int32_t b) { return (a + b - 1) / b; }

/* Issue slots of a warp for a step with this chunk. */
static double step_price(const ClimbShape *s, int32_t rows, int32_t threads) {
  const double rounds = ceil_div(s->units, threads);
  const double unit = slots_unit + slots_distance * (rows + 1) * (s->chunk + 1);
  return slots_step + rounds * unit + slots_review * std::max(1.0, rounds * s->chunk * rows / threads);
}

/* The chunk that spreads the units over the threads best; the price of its step. */
static double choose_chunk(ClimbShape *shape, int32_t n, int32_t rows, int32_t threads) {
  const int32_t columns = shape->reach + rows - 2;
  ClimbShape best = *shape;
  best.strips = ceil_div(n, rows), best.chunk = 1, best.units = 0;
  double price = slots_step;
  for (int32_t chunks = 1; n >= 4 && chunks <= std::min(columns, 256); ++chunks) {
    ClimbShape s = best;
    s.chunk = std::max(ceil_div(columns, chunks), rows - 2); /* offset 0 in the first chunk only */
    s.units = s.strips * ceil_div(columns, s.chunk);
    const double p = step_price(&s, rows, threads);
    if (best.units && p >= price) continue;
    best = s, price = p;
  }
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

/* Prices one variant at one block size; price 0 if it cannot run. */
static Status price_launch(const CudaState *cuda, const Variant *v, int32_t n, int threads, Launch *out) {
  int per_sm = 0;
  Launch l = {};
  l.variant = v, l.threads = threads, l.shape = tour_shape(n, v->rows);
  l.shared_bytes = v->shared ? (size_t)l.shape.extent * v->point_bytes : 0;
  CUDA_TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, v->kernel, threads, l.shared_bytes));
  if (per_sm) {
    l.blocks = per_sm * cuda->sms;
    const double warps = threads / 32, idle = 1 + warps_wanted / (warps * per_sm);
    l.price = warps * idle * choose_chunk(&l.shape, n, v->rows, threads);
  }
  *out = l;
  return OK;
}

/* Whether the variant is for this problem, and its tour fits; `room` is left for dynamic shared memory. */
static Status variant_fits(const CudaState *cuda, const Variant *v, const ClimbProblem *problem, bool *fits) {
  *fits = false;
  if (v->filter != problem->filter || (v->rows > 1 && problem->n < 2 * v->rows + 4)) return OK;
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
  static const int warps[] = {1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24};
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

/* The same, remembered: pricing takes longer than a short slice. */
static Status choose_launch(const Backend *be, const ClimbProblem *problem, Launch *out) {
  static struct {
    const Backend *be;
    ClimbFilter filter;
    int32_t n;
    Launch launch;
  } last;
  if (last.be != be || last.filter != problem->filter || last.n != problem->n) {
    TRY(search_launch(be, problem, &last.launch));
    last.be = be, last.filter = problem->filter, last.n = problem->n;
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

/* Two units can bind the Euclidean loop: issue slots (128 lanes an SM) and roots (16 lanes, (R + 1) / R a move). */
static Status describe(Backend *be, const ClimbProblem *problem, Description *out) {
  Launch l;
  int kilohertz = 0;
  TRY(choose_launch(be, problem, &l));
  CUDA_TRY(cudaDeviceGetAttribute(&kilohertz, cudaDevAttrClockRate, be->device));
  snprintf(out->shape, sizeof out->shape, "%d blocks of %d threads, %d rows a lane, chunks of %d, tour in %s memory (%zu KB a block)",
           l.blocks, l.threads, l.variant->rows, l.shape.chunk, l.variant->shared ? "shared" : "global",
           (l.variant->shared ? l.shared_bytes : (size_t)l.shape.extent * l.variant->point_bytes) / 1024);
  if (l.variant->slots == 0) return OK;
  const double lanes = 1e3 * kilohertz * cuda_state(be)->sms, roots = (l.variant->rows + 1.0) / l.variant->rows;
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
