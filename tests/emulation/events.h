/* Events of CUDA's runtime, for emulated kernels whose host code reads their clock: beside cuda_runtime.h. */
#ifndef CORDEE_TESTS_EMULATION_EVENTS_H
#define CORDEE_TESTS_EMULATION_EVENTS_H

#include <cuda_runtime.h>

/* Events have no clock: any two are a microsecond apart. */
static inline cudaError_t cudaEventCreate(cudaEvent_t *event) {
  *event = (cudaEvent_t)event; /* any but NULL */
  return cudaSuccess;
}
static inline cudaError_t cudaEventDestroy(cudaEvent_t) { return cudaSuccess; }
static inline cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t) { return cudaSuccess; }
static inline cudaError_t cudaEventSynchronize(cudaEvent_t) { return cudaSuccess; }
static inline cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t, cudaEvent_t) {
  *milliseconds = 1e-3f;
  return cudaSuccess;
}

#endif
