/* The kernels of src/gpu/lookback on the host: see device.h. */
#include "names.h"
#define lookback_kernels_cuda lookback_kernels_emulated
#define tile_kernel           tile_kernel_emulated
#define cuda_grids            cuda_grids_emulated
#define FLOW_PIECE            3u /* so that a call has several pieces */
#include "gpu/lookback/lookback.cu"
#include "gpu/lookback/lookback_flat.cu"
#include "gpu/lookback/lookback_other.cu"
#include "gpu/lookback/lookback_large.cu"
#include "gpu/lookback/lookback_grid.cu"
