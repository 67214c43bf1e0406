/* The kernels of src/gpu/candidates on the host: see device.h. */
#include "names.h"
#define candidates_kernels_cuda candidates_kernels_emulated
#define greedy_cuda             greedy_emulated
#include "gpu/candidates/candidates.cu"
#include "gpu/candidates/greedy.cu"
