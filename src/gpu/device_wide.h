/* Algorithms over arrays of the whole device: those of CUB, in one unit, for its headers cost nvcc eight seconds a unit. Each is queued.
 * scratch NULL: nothing is done but that *bytes becomes the scratch memory that it needs; else that is its size. */
#ifndef CORDEE_GPU_DEVICE_WIDE_H
#define CORDEE_GPU_DEVICE_WIDE_H

#include <cuda_runtime.h>
#include <stdint.h>

typedef unsigned long long DeviceKey;

/* The smallest, and the largest, of the numbers. */
cudaError_t device_least(void *scratch, size_t *bytes, const double *in, double *out, int32_t count,
                         cudaStream_t stream);
cudaError_t device_most(void *scratch, size_t *bytes, const double *in, double *out, int32_t count,
                        cudaStream_t stream);

/* out[i]: the sum of what is before i; of what is up to i. */
cudaError_t device_sums_before(void *scratch, size_t *bytes, const int32_t *in, int32_t *out, int32_t count,
                               cudaStream_t stream);
cudaError_t device_sums_upto(void *scratch, size_t *bytes, const DeviceKey *in, DeviceKey *out, int32_t count,
                             cudaStream_t stream);

/* Ascending by key; equal keys keep their order. */
cudaError_t device_sort_pairs(void *scratch, size_t *bytes, const DeviceKey *key, DeviceKey *keys,
                              const int32_t *value, int32_t *values, int32_t count, cudaStream_t stream);
/* keys: two arrays; the first becomes the sorted one, by its lowest `bits` bits; the two may change places. */
cudaError_t device_sort_keys(void *scratch, size_t *bytes, DeviceKey *keys[2], uint64_t count, int bits,
                             cudaStream_t stream);
/* Of sorted keys, each once; *left of them. */
cudaError_t device_unique(void *scratch, size_t *bytes, const DeviceKey *in, DeviceKey *out, uint64_t *left,
                          uint64_t count, cudaStream_t stream);

/* The numbers i < count, ascending, for which word[stride i] < 0; *left of them. */
cudaError_t device_select_negative(void *scratch, size_t *bytes, const int32_t *word, int32_t stride,
                                   int32_t *out, int32_t *left, int32_t count, cudaStream_t stream);

#endif
