/* The lookback lattice of src/ladder/gpu on the host: see device.h. */
#include "names.h"
#define lattice_ladder_kernels_cuda lattice_ladder_kernels_emulated
#include "ladder/gpu/lattice.cu"
