/* Recombination by blocks of two warps, for many pairs of small tours. */
#include "recombine_kernel.cuh"

const RecombineShape recombine_narrow = {64, pairs_recombine<64>};
