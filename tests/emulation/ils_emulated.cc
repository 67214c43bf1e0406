/* The kernels of src/gpu/ils on the host: see device.h. */
#include "names.h"
#define ils_kernels_cuda ils_kernels_emulated
#include "gpu/ils/ils.cu"
