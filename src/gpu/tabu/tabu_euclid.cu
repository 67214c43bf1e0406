/* Tabu search of Euclidean instances. See tabu_variants.cuh. */
#include "tabu_variants.cuh"

static const Variant<TabuKernel> euclid_variants[] = {
    tabu_variant<Plane<Euclid>, 1, 4, true>(),
    tabu_variant<Plane<Euclid>, 3, 4, true>(35.5, 61, 124.0 / 12),
    tabu_variant<Plane<Euclid>, 7, 2, true>(68.0, 129, 128.0 / 14),
    tabu_variant<Plane<Euclid>, 9, 4, true>(86.7, 112, 316.0 / 36),
    tabu_variant<Plane<Euclid>, 1, 4, false>(),
    tabu_variant<Plane<Euclid>, 9, 4, false>(86.7, 112, 348.0 / 36),
    tabu_swap_variant<Plane<Euclid>, 1, true>(),
    tabu_swap_variant<Plane<Euclid>, 5, true>(),
    tabu_swap_variant<Plane<Euclid>, 5, false>(),
};

const Variants<TabuKernel> tabu_euclid = variants_of(euclid_variants);
