/* The kernels of src/gpu/aco on the host: see device.h. */
#include "names.h"
#define aco_kernels_cuda aco_kernels_emulated
#include "gpu/aco/aco.cu"
