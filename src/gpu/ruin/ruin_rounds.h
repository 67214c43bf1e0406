/* The kernels of ruin.cu, by the largest width: a unit each, as nvcc takes long for a kernel. */
#ifndef CORDEE_GPU_RUIN_ROUNDS_H
#define CORDEE_GPU_RUIN_ROUNDS_H

#include "ruin_device.cuh"

namespace ruin {

typedef void (*RoundsKernel)(Place, RuinState, uint64_t, uint32_t);

/* Rounds first, first + 1, .. of all chains. Of 16 proposals at most the warps have twice as many registers. */
enum { NARROW = 16 };
RoundsKernel rounds_narrow(void);
RoundsKernel rounds_wide(void);

} // namespace ruin

#endif
