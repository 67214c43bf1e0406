/* As much of CUB as src/gpu/candidates uses, on the host. Stands for NVIDIA's file of that name. */
#ifndef CORDEE_TESTS_EMULATION_CUB_CUH
#define CORDEE_TESTS_EMULATION_CUB_CUH

#include <algorithm>
#include <numeric>
#include <vector>
#include "cuda_runtime.h"

namespace cub {

/* A call without scratch memory asks for its size, and does nothing else. */
static inline bool size_asked(const void *scratch, size_t &bytes) {
  if (!scratch) bytes = 1;
  return !scratch;
}

struct DeviceReduce {
  template <class T>
  static cudaError_t Min(void *scratch, size_t &bytes, const T *in, T *out, int count, cudaStream_t = NULL) {
    if (!size_asked(scratch, bytes)) *out = *std::min_element(in, in + count);
    return cudaSuccess;
  }
  template <class T>
  static cudaError_t Max(void *scratch, size_t &bytes, const T *in, T *out, int count, cudaStream_t = NULL) {
    if (!size_asked(scratch, bytes)) *out = *std::max_element(in, in + count);
    return cudaSuccess;
  }
};

struct DeviceRadixSort { /* of all bits; equal keys stay in order */
  template <class Key, class Value>
  static cudaError_t SortPairs(void *scratch, size_t &bytes, const Key *key, Key *keys, const Value *value,
                               Value *values, int count, int = 0, int = 64, cudaStream_t = NULL) {
    if (size_asked(scratch, bytes)) return cudaSuccess;
    std::vector<int> order((size_t)count);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [key](int a, int b) { return key[a] < key[b]; });
    for (int k = 0; k < count; k++) {
      keys[k] = key[order[(size_t)k]];
      values[k] = value[order[(size_t)k]];
    }
    return cudaSuccess;
  }
};

struct DeviceSelect {
  template <class In, class Out, class Select>
  static cudaError_t If(void *scratch, size_t &bytes, In in, Out *out, int *selected, int count,
                        Select select, cudaStream_t = NULL) {
    if (size_asked(scratch, bytes)) return cudaSuccess;
    *selected = 0;
    for (int k = 0; k < count; k++)
      if (select(in[k])) out[(*selected)++] = in[k];
    return cudaSuccess;
  }
};

} // namespace cub

#endif
