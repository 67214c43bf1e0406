/* Iterated local search on the CPU. */
#ifndef CORDEE_CPU_ILS_ILS_H
#define CORDEE_CPU_ILS_ILS_H

#include "solver/ils/ils_kernels.h"

extern const IlsKernels ils_kernels_cpu;

#endif
