/* Tabu search on CUDA: twin of src/cpu/tabu, contract in src/solver/tabu/tabu_kernels.h. A block a searcher; variants of its kernel and the
 * choice among them are those of climbers (gpu/climb/climb_launch.cuh). */
#include <stdio.h>
#include "gpu/climb/climb_launch.cuh"
#include "tabu_walk.cuh"

namespace {

typedef void (*TabuKernel)(ClimbProblem, TabuRules, TabuState, ClimbShape, char *, uint32_t);

template <class F, int R, int COLUMNS, bool SHARED, class M = TwoOpt>
constexpr Variant<TabuKernel> variant(double column = 8.5 * (R + 1), double unit = 100, double slots = 0) {
  return {M::move,
          F::filter,
          R,
          COLUMNS,
          SHARED,
          sizeof(typename F::Point),
          tabu_kernel<F, R, COLUMNS, SHARED, M>,
          column,
          unit,
          slots};
}

template <class F, int R, bool SHARED> constexpr Variant<TabuKernel> swap_variant() {
  return variant<F, R, 1, SHARED, Swap>(8.0 * (R + 2) + 5.0 * R, 100);
}

/* Numbers as those of climbers, whose loops these are. */
const Variant<TabuKernel> variants[] = {
    variant<Plane<Euclid>, 1, 4, true>(),
    variant<Plane<Euclid>, 3, 4, true>(35.5, 61, 124.0 / 12),
    variant<Plane<Euclid>, 7, 2, true>(68.0, 129, 128.0 / 14),
    variant<Plane<Euclid>, 9, 4, true>(86.7, 112, 316.0 / 36),
    variant<Plane<Euclid>, 1, 4, false>(),
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

/* The same for the same question: the estimate takes longer than a short slice. */
Status choose(const Backend *be, const ClimbProblem *problem, const TabuRules *rules, uint32_t rows,
              Launch<TabuKernel> *out) {
  static struct {
    const Backend *be;
    ClimbMove move;
    ClimbFilter filter;
    int32_t n;
    uint32_t rows;
    size_t bytes, room;
    Launch<TabuKernel> launch;
  } last;
  const Beside beside = {walk_bytes(rules), true, rows};
  const size_t room = cuda_state(be)->shared_block;
  if (last.be != be || last.move != problem->move || last.filter != problem->filter || last.n != problem->n ||
      last.rows != rows || last.bytes != beside.bytes || last.room != room) {
    TRY(search_launch(be, problem, variants, beside, &last.launch));
    last.be = be;
    last.move = problem->move;
    last.filter = problem->filter;
    last.n = problem->n;
    last.rows = rows;
    last.bytes = beside.bytes;
    last.room = room;
  }
  *out = last.launch;
  return OK;
}

Status describe(Backend *be, const ClimbProblem *problem, const TabuRules *rules, uint32_t rows,
                Description *out) {
  Launch<TabuKernel> l;
  TRY(choose(be, problem, rules, rows, &l));
  snprintf(
      out->shape, sizeof out->shape,
      "%u searchers, a block of %d threads each, %d at a time, %d rows a lane, tour in %s memory, tenure %u",
      rows, l.threads, (int)std::min(rows, (uint32_t)l.blocks), l.variant->rows,
      l.variant->shared ? "shared" : "global", rules->tenure);
  return scan_ceiling(be, l.variant, (int)std::min(rows, (uint32_t)cuda_state(be)->sms), out);
}

Status walk(Backend *be, const ClimbProblem *problem, const TabuRules *rules, const TabuState *state,
            uint32_t steps) {
  const uint32_t rows = state->islands * rules->searchers;
  if (!steps || !rows) return OK;
  Launch<TabuKernel> l;
  TRY(choose(be, problem, rules, rows, &l));
  TRY(set_carveout(cuda_state(be), &l, 0));
  const uint32_t grid = std::min(rows, (uint32_t)l.blocks);
  const size_t tour_bytes = (size_t)l.shape.stride * (size_t)l.variant->rows * l.variant->point_bytes;
  void *workspace;
  TRY(cuda_workspace(be, l.variant->shared ? 0 : grid * tour_bytes, &workspace));
  void *args[] = {(void *)problem, (void *)rules, (void *)state, &l.shape, &workspace, &steps};
  CUDA_TRY(cudaLaunchKernel(l.variant->kernel, dim3(grid), dim3((unsigned)l.threads), args, l.shared_bytes,
                            cuda_state(be)->stream));
  CUDA_TRY(cudaStreamSynchronize(cuda_state(be)->stream));
  return OK;
}

} // namespace

/* 8 islands of 33 are two blocks for each of 132 SMs. */
extern "C" const TabuKernels tabu_kernels_cuda = {describe, walk, 33};
