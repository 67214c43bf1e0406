/* The published lookback lattice on the cores of the host, a layer after the other: the twin of lattice_kernels.h. */
#ifndef CORDEE_LADDER_LATTICE_HOST_H
#define CORDEE_LADDER_LATTICE_HOST_H

#include "evaluator/lookback/lookback_kernels.h"

/* layer (left + 1): that before the last `left` ones, in the lattice's precision, by so many threads, which share the nodes of every layer.
 * ERR_MEMORY. */
Status lattice_host(const LookbackLayers *lattice, int threads, uint32_t left, void *layer);

#endif
