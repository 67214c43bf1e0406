/* The climb kernels of the backend "cuda": the table of variants, move x filter x rows of a strip x memory of the tour, and the launch.
 * slots() and advance() use the same model (climb_launch.cuh), so that the slots fill the wave. Twin: src/cpu/climb/climb.c. */
#include <stdio.h>
#include "climb_device.cuh"
#include "climb_launch.cuh"

typedef void (*ClimbKernel)(ClimbProblem, ClimbState, ClimbShape, void *, uint32_t);

template <class F, int R, int COLUMNS, bool SHARED, class M = TwoOpt>
constexpr Variant<ClimbKernel> variant(double column = 8.5 * (R + 1), double unit = 100, double slots = 0) {
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
template <class F, int R, bool SHARED> constexpr Variant<ClimbKernel> swap_variant() {
  return variant<F, R, 1, SHARED, Swap>(8.0 * (R + 2) + 5.0 * R, 100);
}

static const Variant<ClimbKernel> variants[] = {
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

/* The same, cached: the estimate takes longer than a short slice. */
static Status choose_launch(const Backend *be, const ClimbProblem *problem, Launch<ClimbKernel> *out) {
  static struct {
    const Backend *be;
    ClimbMove move;
    ClimbFilter filter;
    int32_t n;
    Launch<ClimbKernel> launch;
  } last;
  if (last.be != be || last.move != problem->move || last.filter != problem->filter || last.n != problem->n) {
    TRY(search_launch(be, problem, variants, Beside{}, &last.launch));
    last.be = be;
    last.move = problem->move;
    last.filter = problem->filter;
    last.n = problem->n;
  }
  *out = last.launch;
  return OK;
}

static Status slots(Backend *be, const ClimbProblem *problem, uint32_t *slots) {
  Launch<ClimbKernel> l;
  TRY(choose_launch(be, problem, &l));
  *slots = (uint32_t)l.blocks;
  return OK;
}

static Status describe(Backend *be, const ClimbProblem *problem, Description *out) {
  Launch<ClimbKernel> l;
  TRY(choose_launch(be, problem, &l));
  snprintf(out->shape, sizeof out->shape,
           "%d blocks of %d threads, %d rows a lane, chunks of %d, tour in %s memory (%zu KB a block)",
           l.blocks, l.threads, l.variant->rows, l.shape.chunk, l.variant->shared ? "shared" : "global",
           (l.variant->shared ? l.shared_bytes : (size_t)l.shape.extent * l.variant->point_bytes) / 1024);
  if (!l.variant->shared) out->bytes_move = (double)l.variant->point_bytes / l.variant->rows;
  if (l.variant->filter == FILTER_MATRIX) out->bytes_move += 4 * (l.variant->rows + 1.0) / l.variant->rows;
  return scan_ceiling(be, l.variant, (int)cuda_state(be)->sms, out);
}

static Status advance(Backend *be, const ClimbProblem *problem, const ClimbState *state, uint32_t steps) {
  if (!steps || !state->slots) return OK;
  Launch<ClimbKernel> l;
  TRY(choose_launch(be, problem, &l));
  TRY(set_carveout(cuda_state(be), &l, sizeof(Team)));
  const uint32_t grid = std::min(state->slots, (uint32_t)l.blocks);
  const size_t tour_bytes = (size_t)l.shape.stride * (size_t)l.variant->rows * l.variant->point_bytes;
  void *workspace;
  TRY(cuda_workspace(be, l.variant->shared ? 0 : grid * tour_bytes, &workspace));
  cudaStream_t stream = cuda_state(be)->stream;
  CUDA_TRY(cuda_launch(l.variant->kernel, grid, (unsigned)l.threads, l.shared_bytes, stream, *problem, *state,
                       l.shape, workspace, steps));
  CUDA_TRY(cudaStreamSynchronize(stream));
  return OK;
}

extern "C" const ClimbKernels climb_kernels_cuda = {slots, describe, advance};
