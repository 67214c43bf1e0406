/* The kernels of src/gpu/sisr on the host, see emulation.h. */
#ifndef CORDEE_TESTS_EMULATION_SISR_EMULATED_H
#define CORDEE_TESTS_EMULATION_SISR_EMULATED_H

#include "backend.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The CPU's memory, and as its sisr the source of the CUDA twin. Close it as any other. */
Status sisr_emulated_open(Backend *be);

#ifdef __cplusplus
}
#endif
#endif
