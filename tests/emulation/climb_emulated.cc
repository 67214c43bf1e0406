/* The kernels of src/gpu/climb on the host: see device.h. */
#include "names.h"
#include <stdint.h>
#define climb_kernels_cuda     climb_kernels_emulated
#define CLIMB_GRID_LEAST       climb_grid_least_emulated /* cities */
#define CLIMB_GRID_BLOCKS(sms) (3 * (sms))
extern "C" int32_t climb_grid_least_emulated;
int32_t climb_grid_least_emulated = INT32_MAX;
#include "gpu/climb/climb_grid.cu"
#include "gpu/climb/climb.cu"
#include "gpu/climb/climb_euclid.cu"
#include "gpu/climb/climb_sum_max.cu"
#include "gpu/climb/climb_table.cu"
