/* Tabu search of instances with a matrix. See tabu_variants.cuh. */
#include "tabu_variants.cuh"

static const Variant<TabuKernel> table_variants[] = {
    tabu_variant<Table, 1, 4, true>(),   tabu_variant<Table, 3, 4, true>(),
    tabu_variant<Table, 3, 4, false>(),  tabu_swap_variant<Table, 1, true>(),
    tabu_swap_variant<Table, 3, true>(), tabu_swap_variant<Table, 3, false>(),
};

const Variants<TabuKernel> tabu_table = variants_of(table_variants);
