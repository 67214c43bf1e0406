/* The tables of climb.cu's kernels: a unit for each kind of distances, as nvcc takes long for a kernel. */
#ifndef CORDEE_GPU_CLIMB_CLIMB_VARIANTS_CUH
#define CORDEE_GPU_CLIMB_CLIMB_VARIANTS_CUH

#include "climb_device.cuh"
#include "climb_launch.cuh"

typedef void (*ClimbKernel)(ClimbProblem, ClimbState, ClimbShape, void *, uint32_t);

template <class F, int R, int COLUMNS, bool SHARED, class M = TwoOpt>
constexpr Variant<ClimbKernel> climb_variant(double column = 8.5 * (R + 1), double unit = 100,
                                             double slots = 0) {
  return {M::move,
          F::filters,
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
template <class F, int R, bool SHARED> constexpr Variant<ClimbKernel> climb_swap_variant() {
  return climb_variant<F, R, 1, SHARED, Swap>(8.0 * (R + 2) + 5.0 * R, 100);
}

extern const Variants<ClimbKernel> climb_euclid, climb_sum_max, climb_table;

#endif
