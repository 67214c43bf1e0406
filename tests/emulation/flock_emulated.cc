/* The kernels of src/gpu/flock on the host: see device.h. */
#include "names.h"
#define flock_kernels_cuda flock_kernels_emulated
#include "gpu/flock/flock.cu"
