/* The swap ladder of src/ladder/gpu on the host: see device.h. */
#include "names.h"
#define swap_ladder_kernels_cuda swap_ladder_kernels_emulated
#include "ladder/gpu/swap.cu"
