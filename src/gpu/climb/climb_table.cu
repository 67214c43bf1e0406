/* Climbers of instances with a matrix. See climb_variants.cuh. */
#include "climb_variants.cuh"

static const Variant<ClimbKernel> table_variants[] = {
    climb_variant<Table, 1, 4, true>(),   climb_variant<Table, 3, 4, true>(),
    climb_variant<Table, 3, 4, false>(),  climb_swap_variant<Table, 1, true>(),
    climb_swap_variant<Table, 3, true>(), climb_swap_variant<Table, 3, false>(),
};

const Variants<ClimbKernel> climb_table = variants_of(table_variants);
