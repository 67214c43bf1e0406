/* The kernels of src/gpu/lookback on the host: see device.h. */
#include "names.h"
#define lookback_kernels_cuda lookback_kernels_emulated
#define tile_kernel           tile_kernel_emulated
#include "gpu/lookback/lookback.cu"
