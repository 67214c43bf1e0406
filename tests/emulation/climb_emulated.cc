/* The kernels of src/gpu/climb on the host: see device.h. */
#include "names.h"
#define climb_kernels_cuda climb_kernels_emulated
#include "gpu/climb/climb.cu"
#include "gpu/climb/climb_euclid.cu"
#include "gpu/climb/climb_sum_max.cu"
#include "gpu/climb/climb_table.cu"
