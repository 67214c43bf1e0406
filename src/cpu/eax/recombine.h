/* The CPU twin of the kernels that recombine tours: OpenMP over pairs. */
#ifndef CORDEE_CPU_EAX_RECOMBINE_H
#define CORDEE_CPU_EAX_RECOMBINE_H

#include "solver/eax/recombine_kernels.h"

extern const RecombineKernels recombine_kernels_cpu;

#endif
