/* Climbers of instances with Manhattan or Chebyshev distances. See climb_variants.cuh. */
#include "climb_variants.cuh"

static const Variant<ClimbKernel> sum_max_variants[] = {
    climb_variant<Plane<SumOrMax>, 1, 4, true>(),   climb_variant<Plane<SumOrMax>, 7, 1, true>(),
    climb_variant<Plane<SumOrMax>, 7, 1, false>(),  climb_swap_variant<Plane<SumOrMax>, 1, true>(),
    climb_swap_variant<Plane<SumOrMax>, 5, true>(), climb_swap_variant<Plane<SumOrMax>, 5, false>(),
};

const Variants<ClimbKernel> climb_sum_max = variants_of(sum_max_variants);
