/* The kernels of ruin.cu, by the largest width and by features: a unit each, as nvcc takes long for a kernel. */
#ifndef CORDEE_GPU_RUIN_ROUNDS_H
#define CORDEE_GPU_RUIN_ROUNDS_H

#include "ruin_device.cuh"

namespace ruin {

typedef void (*RoundsKernel)(Place, RuinState, uint64_t, uint32_t);

/* Rounds first, first + 1, .. of all chains. Of 16 proposals at most the warps have twice as many registers. */
enum { NARROW = 16 };
RoundsKernel rounds_narrow(void);
RoundsKernel rounds_wide(void);
/* For those where the fewest vehicles come first. */
RoundsKernel rounds_narrow_vehicles(void);
RoundsKernel rounds_wide_vehicles(void);
/* For instances of RUIN_PLAIN features alone: these kernels spill fewer registers. */
RoundsKernel rounds_narrow_plain(void);
RoundsKernel rounds_wide_plain(void);
/* For instances whose longest route counts. */
RoundsKernel rounds_narrow_balance(void);
RoundsKernel rounds_wide_balance(void);
/* And that have trips or releases. */
RoundsKernel rounds_narrow_trips_balance(void);
RoundsKernel rounds_wide_trips_balance(void);
/* For instances with trips or releases, which have no pairs, clusters, several windows, backhauls or loads that rise and fall. */
RoundsKernel rounds_narrow_trips(void);
RoundsKernel rounds_wide_trips(void);
/* For instances with breaks. */
RoundsKernel rounds_narrow_breaks(void);
RoundsKernel rounds_wide_breaks(void);

/* One of the tasks whose chains share a launch. */
struct Part {
  Place place;
  RuinState state;
  uint64_t first, rounds;
};

/* The chain of a block: that number of that part. */
struct PartChain {
  uint32_t part, chain;
};

/* Of a block's shared memory, at its begin: its task's part. */
enum { PART_BYTES = (sizeof(Part) + 15) / 16 * 16 };

typedef void (*PartsKernel)(const Part *, const PartChain *);

/* A block for each chain that is listed; NARROW proposals at most. As above, by the features of all tasks. */
PartsKernel rounds_shared(void);
PartsKernel rounds_shared_plain(void);
PartsKernel rounds_shared_trips(void);

} // namespace ruin

#endif
