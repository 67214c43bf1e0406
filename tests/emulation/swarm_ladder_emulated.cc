/* The ladder of swarms of src/ladder/gpu on the host: see device.h. */
#include "names.h"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers" /* nvcc does not tell of them */
#define swarm_ladder_kernels_cuda swarm_ladder_kernels_emulated
#include "ladder/gpu/swarms.cu"
