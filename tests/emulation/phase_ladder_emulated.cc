/* The ladder of maximum flow of src/ladder/gpu on the host: see device.h. */
#include "names.h"
#define phase_ladder_kernels_cuda phase_ladder_kernels_emulated
#include "ladder/gpu/phases.cu"
