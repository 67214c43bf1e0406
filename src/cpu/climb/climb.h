/* The CPU twin of the climb kernels: OpenMP over slots, SIMD over moves (scan.h). */
#ifndef CORDEE_CPU_CLIMB_CLIMB_H
#define CORDEE_CPU_CLIMB_CLIMB_H

#include "solver/climb/climb_kernels.h"

extern const ClimbKernels climb_kernels_cpu;

#endif
