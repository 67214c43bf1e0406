/* The kernels of src/gpu/anneal_tours on the host: see device.h. */
#include "names.h"
#define tempering_kernels_cuda tempering_kernels_emulated
#include "gpu/anneal_tours/tempering.cu"
