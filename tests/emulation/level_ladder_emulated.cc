/* The ladder of breadth-first search of src/ladder/gpu on the host: see device.h. */
#include "names.h"
#define level_ladder_kernels_cuda level_ladder_kernels_emulated
#include "ladder/gpu/levels.cu"
