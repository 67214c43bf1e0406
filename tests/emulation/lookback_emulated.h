/* The kernels of src/gpu/lookback on the host, see emulation.h. */
#ifndef CORDEE_TESTS_EMULATION_LOOKBACK_EMULATED_H
#define CORDEE_TESTS_EMULATION_LOOKBACK_EMULATED_H

#include "backend.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The CPU's memory, and as its lookback the source of the CUDA twin. Close it as any other. */
Status lookback_emulated_open(Backend *be);

#ifdef __cplusplus
}
#endif
#endif
