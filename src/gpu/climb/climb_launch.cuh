/* How whole neighbourhoods are scanned by blocks: variants of a kernel, a model of their time, and the choice of a variant and of its
 * launch shape. Kernels of type K have a table of variants; `climb` has those of climbers (climb.cu).
 *
 * A model of a step (issue slots of a warp) estimates the time of every variant and block size for an instance. The fastest one is
 * launched as one wave of persistent blocks. */
#ifndef CORDEE_GPU_CLIMB_CLIMB_LAUNCH_CUH
#define CORDEE_GPU_CLIMB_CLIMB_LAUNCH_CUH

#include "gpu/cuda_try.h"
#include "climb_swap.cuh"

#include <algorithm>
#include <stdio.h>

template <class K> struct Variant {
  ClimbMove move;
  unsigned filters; /* the ClimbFilters it computes, as bits */
  int rows;         /* R */
  int columns; /* columns at once: short chunks (small tours) gain nothing from a long loop body, which costs instruction cache */
  bool shared; /* the tour is in shared memory */
  size_t point_bytes;
  K kernel;
  double column,
      unit;     /* issue slots of a warp for a column and for a unit beside its columns, fitted (see below) */
  double slots; /* issue slots a move of the inner loop, counted in its sm_90 code; 0: not counted */
};

/* The variants of one unit: kernels are split among units by their distances, so that these are compiled at the same time. */
template <class K> struct Variants {
  const Variant<K> *at;
  int count;
};
template <class K, size_t COUNT> constexpr Variants<K> variants_of(const Variant<K> (&at)[COUNT]) {
  return {at, (int)COUNT};
}

/* What is launched beside the scan. */
typedef struct Beside {
  size_t bytes;   /* of shared memory of a block, before its tour */
  bool uphill;    /* moves that do not improve count, too: units skip pairs of neighbours (climb_scan.cuh) */
  uint32_t tours; /* so many blocks have work; 0: as many as fit */
} Beside;

/* A possible launch and its estimated time. */
template <class K> struct Launch {
  const Variant<K> *variant;
  ClimbShape shape;
  int threads, blocks; /* of a block; resident, on the whole device */
  size_t shared_bytes; /* of a block */
  double price;        /* smaller is faster; only ever compared */
};

/* Issue slots of one warp for: a step, whatever its size; a reviewed move; a reversed position. And the number
 * of warps that hide an SM's latencies. These and the variants' columns and units are fitted to 285 measured
 * launches on an H200 (every variant, 7 block sizes, n = 42 to 4000; mean error 5%). */
static const double slots_step = 260, slots_warp = 13.5, slots_review = 56, slots_reverse = 860,
                    warps_wanted = 3.7;

static inline int32_t ceil_div(int32_t a, int32_t b) { return (a + b - 1) / b; }

/* Issue slots of a warp for a step with this chunk. A quarter of the tour is reversed at most, half of that on average. */
template <class K>
static double step_price(const ClimbShape *s, const Variant<K> *v, int32_t n, int32_t threads) {
  const double rounds = ceil_div(s->units, threads);
  return slots_step + slots_warp * (threads / 32) + rounds * (v->unit + v->column * (s->chunk + 1)) +
         slots_review * std::max(1.0, rounds * s->chunk * v->rows / threads) +
         slots_reverse * n / 4 / threads;
}

/* The chunk size that distributes the units most evenly over the threads; returns the estimated time of its
 * step. */
template <class K>
static double choose_chunk(ClimbShape *shape, const Variant<K> *v, int32_t n, int32_t threads, bool uphill) {
  const int32_t rows = v->rows, columns = shape->reach + rows - 2;
  ClimbShape best = *shape;
  best.strips = ceil_div(n, rows);
  best.chunk = 1;
  best.units = 0;
  double price = slots_step;
  for (int32_t chunks = 1; n >= 4 && chunks <= std::min(columns, 256); ++chunks) {
    ClimbShape s = best;
    /* offset 0, of swaps and if moves uphill count -1 and 1 as well, in the first chunk only */
    s.chunk = std::max(ceil_div(columns, chunks), v->move == MOVE_SWAP || uphill ? rows - 1 : rows - 2);
    s.units = s.strips * ceil_div(columns, s.chunk);
    const double p = step_price(&s, v, n, threads);
    if (best.units && p >= price) continue;
    best = s;
    price = p;
  }
  best.per_strip = best.strips > 1 ? (uint32_t)((UINT64_C(1) << 32) / (uint32_t)best.strips) : UINT32_MAX;
  *shape = best;
  return price;
}

static inline ClimbShape tour_shape(int32_t n, int32_t rows) {
  ClimbShape shape = {};
  shape.reach = n / 2;
  shape.extent = n + shape.reach + rows;
  shape.stride = ceil_div(shape.extent, rows);
  return shape;
}

/* Estimates one variant at one block size; price 0 if it cannot run. */
template <class K>
static Status price_launch(const CudaState *cuda, const Variant<K> *v, int32_t n, int threads,
                           const Beside &beside, Launch<K> *out) {
  int per_sm = 0;
  Launch<K> l = {};
  l.variant = v;
  l.threads = threads;
  l.shape = tour_shape(n, v->rows);
  l.shared_bytes = beside.bytes + (v->shared ? (size_t)l.shape.extent * v->point_bytes : 0);
  CUDA_TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, v->kernel, threads, l.shared_bytes));
  if (per_sm) {
    l.blocks = per_sm * cuda->sms;
    const int32_t all = beside.tours ? ceil_div((int32_t)beside.tours, cuda->sms) : per_sm, /* of an SM */
        rounds = ceil_div(all, per_sm), at_once = std::min(all, per_sm);
    const double warps = threads / 32, idle = 1 + warps_wanted / (warps * at_once);
    l.price = warps * idle * choose_chunk(&l.shape, v, n, threads, beside.uphill);
    if (beside.tours) l.price *= rounds * at_once;
  }
  *out = l;
  return OK;
}

/* Whether the variant is for this problem, and its tour fits; `room` is left for dynamic shared memory. */
template <class K>
static Status variant_fits(const CudaState *cuda, const Variant<K> *v, const ClimbProblem *problem,
                           const Beside &beside, bool *fits) {
  *fits = false;
  if (v->move != problem->move || !(v->filters >> problem->filter & 1) ||
      (v->rows > 1 && problem->n < 2 * v->rows + 4))
    return OK;
  cudaFuncAttributes attributes;
  CUDA_TRY(cudaFuncGetAttributes(&attributes, v->kernel));
  const size_t room = cuda->shared_block - attributes.sharedSizeBytes;
  if (beside.bytes > room) return OK;
  if (v->shared && (size_t)tour_shape(problem->n, v->rows).extent * v->point_bytes > room - beside.bytes)
    return OK;
  CUDA_TRY(cudaFuncSetAttribute(v->kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                v->shared ? (int)room : (int)beside.bytes));
  CUDA_TRY(cudaFuncSetAttribute(v->kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
                                v->shared ? cudaSharedmemCarveoutMaxShared : cudaSharedmemCarveoutMaxL1));
  *fits = true;
  return OK;
}

/* The cheaper one of `best` and the variant's launches; tours in global memory only where none fits in shared memory. */
template <class K>
static Status search_variant(const CudaState *cuda, const Variant<K> &v, const ClimbProblem *problem,
                             const Beside &beside, Launch<K> *best) {
  static const int warps[] = {1, 2, 4, 8, 12, 16, 24};
  bool fits;
  TRY(variant_fits(cuda, &v, problem, beside, &fits));
  if (!fits || (best->variant && best->variant->shared && !v.shared)) return OK;
  for (int w : warps) {
    Launch<K> l = {};
    TRY(price_launch(cuda, &v, problem->n, 32 * w, beside, &l));
    if (l.price > 0 && (!best->variant || l.price < best->price)) *best = l;
  }
  return OK;
}

/* The cheapest launch of all variants. */
template <class K, size_t COUNT>
static Status search_launch(const Backend *be, const ClimbProblem *problem,
                            const Variants<K> *const (&all)[COUNT], const Beside &beside, Launch<K> *out) {
  Launch<K> best = {};
  for (const Variants<K> *variants : all)
    for (int k = 0; k < variants->count; ++k)
      TRY(search_variant(cuda_state(be), variants->at[k], problem, beside, &best));
  if (!best.variant) FAIL(ERR_INTERNAL, "no kernel for filter %d and %d cities", problem->filter, problem->n);
  *out = best;
  return OK;
}

/* The ceiling of a scan on so many SMs. Two units can limit the Euclidean loop: issue slots (128 lanes an SM) and roots (16 lanes,
 * (R + 1) / R a move). */
template <class K>
static Status scan_ceiling(const Backend *be, const Variant<K> *v, int sms, Description *out) {
  int kilohertz = 0;
  if (v->slots == 0) return OK;
  CUDA_TRY(cudaDeviceGetAttribute(&kilohertz, cudaDevAttrClockRate, be->device));
  const double lanes = 1e3 * kilohertz * sms, roots = (v->rows + 1.0) / v->rows;
  const double by_issue = 128 * lanes / v->slots, by_roots = 16 * lanes / roots;
  out->ceiling_moves_s = std::min(by_issue, by_roots);
  snprintf(out->binds, sizeof out->binds, "%s", by_issue < by_roots ? "issue slots" : "square roots");
  return OK;
}

/* The rest of an SM's memory is cache: for matrices, and for the exact coordinates. fixed: bytes of a block beside l->shared_bytes. */
template <class K> static Status set_carveout(const CudaState *cuda, const Launch<K> *l, size_t fixed) {
  if (!l->variant->shared) return OK;
  const size_t taken = (l->shared_bytes + fixed + cuda->shared_reserved) * (size_t)(l->blocks / cuda->sms);
  const int percent = (int)std::min<size_t>(100, 100 * taken / cuda->shared_sm + 1);
  CUDA_TRY(cudaFuncSetAttribute(l->variant->kernel, cudaFuncAttributePreferredSharedMemoryCarveout, percent));
  return OK;
}

#endif
