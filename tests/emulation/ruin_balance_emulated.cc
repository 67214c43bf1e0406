/* The kernels of src/gpu/ruin for instances whose longest route counts on the host: a unit of their own, as on a device. */
#include "names.h"
#include "gpu/cuda_try.h"
#include "gpu/ruin/ruin_rounds_balance.cu"
#include "gpu/ruin/ruin_rounds_wide_balance.cu"
