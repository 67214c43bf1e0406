/* The kernels of src/gpu/ruin for instances that are not vehicles first on the host: a unit of their own, as on a device. */
#include "names.h"
#include "gpu/cuda_try.h"
#include "gpu/ruin/ruin_rounds.cu"
#include "gpu/ruin/ruin_rounds_wide.cu"
