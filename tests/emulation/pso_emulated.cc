/* The kernels of src/gpu/pso on the host: see device.h. */
#include "names.h"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers" /* nvcc does not tell of them */
#define pso_kernels_cuda pso_kernels_emulated
#include "gpu/pso/pso.cu"
