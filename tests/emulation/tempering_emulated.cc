/* The kernels of src/gpu/tempering on the host: see device.h. */
#include "names.h"
#define tempering_kernels_cuda tempering_kernels_emulated
#include "gpu/tempering/tempering.cu"
