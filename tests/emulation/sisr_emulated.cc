/* The kernels of src/gpu/sisr on the host: see device.h. */
#include "names.h"
#define sisr_kernels_cuda sisr_kernels_emulated
#define rounds_kernel     rounds_kernel_emulated
#include "gpu/sisr/sisr.cu"
#include "gpu/sisr/sisr_free.cu"
#include "gpu/sisr/sisr_limited.cu"
#include "gpu/sisr/sisr_windows.cu"
