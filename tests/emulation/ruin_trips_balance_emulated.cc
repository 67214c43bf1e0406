/* The kernels of src/gpu/ruin for routes of several trips of which the longest counts on the host: a unit of their own, as on a device. */
#include "names.h"
#include "gpu/cuda_try.h"
#include "gpu/ruin/ruin_rounds_trips_balance.cu"
#include "gpu/ruin/ruin_rounds_wide_trips_balance.cu"
