/* The kernels of src/gpu/three_opt on the host: see device.h. */
#include "names.h"
#define three_opt_kernels_cuda three_opt_kernels_emulated
#include "gpu/three_opt/three_opt.cu"
