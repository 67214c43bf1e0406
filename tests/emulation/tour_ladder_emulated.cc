/* The designs of 2-opt of src/ladder/gpu on the host: see device.h. */
#include "names.h"
#define tour_ladder_kernels_cuda tour_ladder_kernels_emulated
#include "ladder/gpu/tours.cu"
