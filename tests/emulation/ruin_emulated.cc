/* The kernels of src/gpu/ruin on the host: see device.h. */
#include "names.h"
#define ruin_kernels_cuda ruin_kernels_emulated
#include "gpu/ruin/ruin.cu"
#include "gpu/ruin/ruin_rounds_vehicles.cu"
#include "gpu/ruin/ruin_rounds_wide_vehicles.cu"
#include "gpu/ruin/ruin_shared.cu"
