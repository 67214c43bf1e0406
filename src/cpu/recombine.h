#ifndef CORDEE_CPU_RECOMBINE_H
#define CORDEE_CPU_RECOMBINE_H

#include "../solver/recombine_kernels.h"

extern const RecombineKernels recombine_kernels_cpu;

#endif
