/* The lookback lattice as published (Solomon 2012), on a device: a launch a layer, a thread a node, children staged in shared memory. To be
 * measured beside the library's own layers (`cordee-ladder lookback`). C interface; one implementation, src/ladder/gpu/lattice.cu.
 *
 * Nodes have the arithmetic of LookbackLayers, so designs with a table of payoffs give the bits of the host. Calls are for one thread. */
#ifndef CORDEE_LADDER_LATTICE_KERNELS_H
#define CORDEE_LADDER_LATTICE_KERNELS_H

#include "backend.h"
#include "evaluator/lookback/lookback_kernels.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { LATTICE_THREADS = 256 /* of a block: the source does not say */, LATTICE_THREADS_MAX = 1024 };

typedef struct LatticePlan {
  uint32_t threads; /* of a block, at most LATTICE_THREADS_MAX */
  uint32_t left;    /* layers that are not computed: the host's of a hybrid; at most the steps */
  bool table;       /* payoffs from those of the lattice; else each thread computes its power */
} LatticePlan;

typedef struct LatticeKernels {
  /* layer (plan->left + 1): the layer before the last `left` ones, in the lattice's precision. copy_s: seconds that it took to the host. ERR_MEMORY,
   * ERR_DEVICE. */
  Status (*staged)(Backend *be, const LookbackLayers *lattice, const LatticePlan *plan, void *layer,
                   double *copy_s);
  /* payoff (steps + 1) by the powers that threads compute. ERR_MEMORY, ERR_DEVICE. */
  Status (*payoffs)(Backend *be, const LookbackLayers *lattice, void *payoff);
} LatticeKernels;

#ifdef __cplusplus
}
#endif
#endif
