/* The kernels of src/gpu/aco_ladder on the host: see device.h. */
#include "names.h"
#define aco_ladder_kernels_cuda aco_ladder_kernels_emulated
#include "gpu/aco_ladder/aco_ladder.cu"
