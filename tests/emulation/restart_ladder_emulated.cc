/* The designs of 2-opt with restarts of src/ladder/gpu on the host: see device.h. */
#include "names.h"
#define restart_ladder_kernels_cuda restart_ladder_kernels_emulated
#include "ladder/gpu/restarts.cu"
