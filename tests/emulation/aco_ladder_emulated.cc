/* The colonies of src/ladder/gpu on the host: see device.h. */
#include "names.h"
#define aco_ladder_kernels_cuda aco_ladder_kernels_emulated
#include "ladder/gpu/colonies.cu"
