/* The ladder of 3-opt of src/ladder/gpu on the host: see device.h. */
#include "names.h"
#define route_ladder_kernels_cuda route_ladder_kernels_emulated
#include "ladder/gpu/routes.cu"
