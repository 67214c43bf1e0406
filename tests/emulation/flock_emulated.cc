/* The kernels of src/gpu/pso_tours on the host: see device.h. */
#include "names.h"
#define flock_kernels_cuda flock_kernels_emulated
#include "gpu/pso_tours/flock.cu"
