/* The kernels of src/gpu/anneal_tasks on the host: see device.h. */
#include "names.h"
#define anneal_kernels_cuda anneal_kernels_emulated
#include "gpu/anneal_tasks/anneal.cu"
