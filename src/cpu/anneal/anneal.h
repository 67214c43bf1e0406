/* The CPU twin of the annealer's kernels: OpenMP over chains, random words drawn side by side. */
#ifndef CORDEE_CPU_ANNEAL_ANNEAL_H
#define CORDEE_CPU_ANNEAL_ANNEAL_H

#include "solver/anneal/anneal_kernels.h"

extern const AnnealKernels anneal_kernels_cpu;

#endif
