/* The pretended device of tests: the CPU's memory, and as kernels the sources of CUDA's, run on the host (emulation.h). */
#ifndef CORDEE_TESTS_EMULATION_DEVICE_H
#define CORDEE_TESTS_EMULATION_DEVICE_H

#include "backend.h"

#ifdef __cplusplus
extern "C" {
#endif

/* With the families that device.cc lists, a file <family>_emulated.cc each. Close it as any other; one at a time. */
Status emulated_open(Backend *be);
/* The device has so many bytes of shared memory a multiprocessor; 228 KiB unless this says. */
void emulated_shared(Backend *be, size_t bytes);
/* It tells that so many bytes are free; unless this says, or with 0, it tells nothing, as a CPU. */
void emulated_room(Backend *be, uint64_t bytes);

#ifdef __cplusplus
}
#endif
#endif
