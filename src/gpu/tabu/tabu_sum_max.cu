/* Tabu search of instances with Manhattan or Chebyshev distances. See tabu_variants.cuh. */
#include "tabu_variants.cuh"

static const Variant<TabuKernel> sum_max_variants[] = {
    tabu_variant<Plane<SumOrMax>, 1, 4, true>(),   tabu_variant<Plane<SumOrMax>, 7, 1, true>(),
    tabu_variant<Plane<SumOrMax>, 7, 1, false>(),  tabu_swap_variant<Plane<SumOrMax>, 1, true>(),
    tabu_swap_variant<Plane<SumOrMax>, 5, true>(), tabu_swap_variant<Plane<SumOrMax>, 5, false>(),
};

const Variants<TabuKernel> tabu_sum_max = variants_of(sum_max_variants);
