/* The kernels of src/gpu/ruin for fleets with breaks on the host: a unit of their own, as on a device. */
#include "names.h"
#include "gpu/cuda_try.h"
#include "gpu/ruin/ruin_rounds_breaks.cu"
#include "gpu/ruin/ruin_rounds_wide_breaks.cu"
