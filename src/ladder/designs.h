/* Kernels of published designs. All of them are CUDA's, in a module of their own, cordee_ladder.so (backend_module.h), which cordee-ladder
 * finds when it runs; its sources are in src/ladder/gpu. They work on the memory of the backend "cuda" and in its stream. */
#ifndef CORDEE_LADDER_DESIGNS_H
#define CORDEE_LADDER_DESIGNS_H

#include "backend.h"

#ifdef __cplusplus
extern "C" {
#endif

struct TourLadderKernels;
struct RouteLadderKernels;
struct AcoLadderKernels;
struct SwapLadderKernels;
struct RestartKernels;
struct SwarmLadderKernels;
struct LatticeKernels;
struct LevelKernels;
struct PhaseKernels;

typedef struct LadderDesigns {
  const struct TourLadderKernels *tours;   /* tour_kernels.h */
  const struct RouteLadderKernels *routes; /* route_kernels.h */
  const struct AcoLadderKernels *colonies; /* colony_kernels.h */
  const struct SwapLadderKernels *swap;    /* swap_kernels.h */
  const struct RestartKernels *restarts;   /* restart_kernels.h */
  const struct SwarmLadderKernels *swarms; /* swarm_kernels.h */
  const struct LatticeKernels *lattice;    /* lattice_kernels.h */
  const struct LevelKernels *levels;       /* level_kernels.h */
  const struct PhaseKernels *phases;       /* phase_kernels.h */
} LadderDesigns;

extern const struct TourLadderKernels tour_ladder_kernels_cuda; /* in the module alone */
extern const struct RouteLadderKernels route_ladder_kernels_cuda;
extern const struct AcoLadderKernels aco_ladder_kernels_cuda;
extern const struct SwapLadderKernels swap_ladder_kernels_cuda;
extern const struct RestartKernels restart_ladder_kernels_cuda;
extern const struct SwarmLadderKernels swarm_ladder_kernels_cuda;
extern const struct LatticeKernels lattice_ladder_kernels_cuda;
extern const struct LevelKernels level_ladder_kernels_cuda;
extern const struct PhaseKernels phase_ladder_kernels_cuda;

/* Those of the module. ERR_DEVICE: it is not there, or does not fit. */
Status ladder_designs_find(const LadderDesigns **out);

#ifdef __cplusplus
}
#endif
#endif
