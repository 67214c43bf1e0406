/* The kernels of src/gpu/ruin for instances of few features on the host: a unit of their own, as on a device. */
#include "names.h"
#include "gpu/cuda_try.h"
#include "gpu/ruin/ruin_rounds_plain.cu"
#include "gpu/ruin/ruin_rounds_wide_plain.cu"
#include "gpu/ruin/ruin_shared_plain.cu"
