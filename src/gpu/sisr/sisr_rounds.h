/* The kernels of sisr.cu, by what routes are limited by: a unit each, as nvcc takes long for a kernel. */
#ifndef CORDEE_GPU_SISR_ROUNDS_H
#define CORDEE_GPU_SISR_ROUNDS_H

#include "sisr_device.cuh"

namespace sisr {

typedef void (*RoundsKernel)(Place);

RoundsKernel rounds_free(Kind kind);
RoundsKernel rounds_limited(Kind kind);
RoundsKernel rounds_windows(Kind kind);

} // namespace sisr

#endif
