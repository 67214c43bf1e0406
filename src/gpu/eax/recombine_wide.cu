/* Recombination by blocks of eight warps, which test cycles in parallel. */
#include "recombine_kernel.cuh"

const RecombineShape recombine_wide = {256, pairs_recombine<256>};
