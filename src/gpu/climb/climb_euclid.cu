/* Climbers of Euclidean instances. See climb_variants.cuh. */
#include "climb_variants.cuh"

static const Variant<ClimbKernel> euclid_variants[] = {
    climb_variant<Plane<Euclid>, 1, 4, true>(),
    climb_variant<Plane<Euclid>, 3, 4, true>(35.5, 61, 124.0 / 12),
    climb_variant<Plane<Euclid>, 5, 2, true>(51.5, 104, 96.0 / 10),
    climb_variant<Plane<Euclid>, 7, 1, true>(75.8, 27, 66.0 / 7),
    climb_variant<Plane<Euclid>, 7, 2, true>(68.0, 129, 128.0 / 14),
    climb_variant<Plane<Euclid>, 9, 4, true>(86.7, 112, 316.0 / 36),
    climb_variant<Plane<Euclid>, 9, 4, false>(86.7, 112, 348.0 / 36),
    climb_swap_variant<Plane<Euclid>, 1, true>(),
    climb_swap_variant<Plane<Euclid>, 5, true>(),
    climb_swap_variant<Plane<Euclid>, 5, false>(),
};

const Variants<ClimbKernel> climb_euclid = variants_of(euclid_variants);
