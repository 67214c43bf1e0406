/* The kernels of src/gpu/tabu on the host: see device.h. */
#include "names.h"
#define tabu_kernels_cuda tabu_kernels_emulated
#include "gpu/tabu/tabu.cu"
#include "gpu/tabu/tabu_euclid.cu"
#include "gpu/tabu/tabu_sum_max.cu"
#include "gpu/tabu/tabu_table.cu"
