/* The CPU twin of the swarm kernels: OpenMP over swarms or over tiles of particles, SIMD over particles (pso_tile.h). */
#ifndef CORDEE_CPU_PSO_PSO_H
#define CORDEE_CPU_PSO_PSO_H

#include "solver/pso/pso_kernels.h"

extern const PsoKernels pso_kernels_cpu;

#endif
