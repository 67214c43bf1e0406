/* The entrance of the module cordee_ladder.so: see ladder/designs.h. */
#include "gpu/module_entrance.cuh"
#include "ladder/designs.h"

static const LadderDesigns designs_cuda = {
    &tour_ladder_kernels_cuda,    &route_ladder_kernels_cuda,   &aco_ladder_kernels_cuda,
    &swap_ladder_kernels_cuda,    &restart_ladder_kernels_cuda, &swarm_ladder_kernels_cuda,
    &lattice_ladder_kernels_cuda, &level_ladder_kernels_cuda,   &phase_ladder_kernels_cuda};

MODULE_ENTRANCE(designs_cuda)
