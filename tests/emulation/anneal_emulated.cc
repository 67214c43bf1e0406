/* The kernels of src/gpu/anneal on the host: see device.h. */
#include "names.h"
#define anneal_kernels_cuda anneal_kernels_emulated
#include "gpu/anneal/anneal.cu"
