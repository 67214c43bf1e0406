/* The kernel of ruin.cu, in a unit of its own, as nvcc takes long for it. */
#ifndef CORDEE_GPU_RUIN_ROUNDS_H
#define CORDEE_GPU_RUIN_ROUNDS_H

#include "ruin_device.cuh"

namespace ruin {

typedef void (*RoundsKernel)(Place, RuinState, uint64_t, uint32_t);

/* Rounds first, first + 1, .. of all chains. */
RoundsKernel rounds_of(void);

} // namespace ruin

#endif
