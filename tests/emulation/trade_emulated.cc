/* The kernels of src/gpu/trade on the host: see device.h. */
#include "names.h"
#define trade_kernels_cuda trade_kernels_emulated
#include "gpu/trade/trade.cu"
