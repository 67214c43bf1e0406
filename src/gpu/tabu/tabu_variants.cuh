/* The tables of tabu.cu's kernels: a unit for each kind of distances, as nvcc takes long for a kernel. Numbers as those of climbers, whose
 * loops these are. */
#ifndef CORDEE_GPU_TABU_TABU_VARIANTS_CUH
#define CORDEE_GPU_TABU_TABU_VARIANTS_CUH

#include "gpu/climb/climb_launch.cuh"
#include "tabu_walk.cuh"

typedef void (*TabuKernel)(ClimbProblem, TabuRules, TabuState, ClimbShape, char *, uint32_t);

template <class F, int R, int COLUMNS, bool SHARED, class M = TwoOpt>
constexpr Variant<TabuKernel> tabu_variant(double column = 8.5 * (R + 1), double unit = 100,
                                           double slots = 0) {
  return {M::move,
          F::filters,
          R,
          COLUMNS,
          SHARED,
          sizeof(typename F::Point),
          tabu_kernel<F, R, COLUMNS, SHARED, M>,
          column,
          unit,
          slots};
}

template <class F, int R, bool SHARED> constexpr Variant<TabuKernel> tabu_swap_variant() {
  return tabu_variant<F, R, 1, SHARED, Swap>(8.0 * (R + 2) + 5.0 * R, 100);
}

extern const Variants<TabuKernel> tabu_euclid, tabu_sum_max, tabu_table;

#endif
