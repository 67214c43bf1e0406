/* What CUB does in src/gpu/device_wide.cu, by the C++ library. Sorting of keys has sort_emulated.cc. */
#include "names.h"
#include <algorithm>
#include <numeric>
#include <vector>
#include "gpu/device_wide.h"

/* A call without scratch memory asks for its size, and does nothing else. */
static bool size_asked(const void *scratch, size_t *bytes) {
  if (!scratch) *bytes = 1;
  return !scratch;
}

cudaError_t device_least(void *scratch, size_t *bytes, const double *in, double *out, int32_t count,
                         cudaStream_t) {
  if (!size_asked(scratch, bytes)) *out = *std::min_element(in, in + count);
  return cudaSuccess;
}

cudaError_t device_most(void *scratch, size_t *bytes, const double *in, double *out, int32_t count,
                        cudaStream_t) {
  if (!size_asked(scratch, bytes)) *out = *std::max_element(in, in + count);
  return cudaSuccess;
}

cudaError_t device_sort_pairs(void *scratch, size_t *bytes, const DeviceKey *key, DeviceKey *keys,
                              const int32_t *value, int32_t *values, int32_t count, cudaStream_t) {
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

cudaError_t device_select_negative(void *scratch, size_t *bytes, const int32_t *word, int32_t stride,
                                   int32_t *out, int32_t *left, int32_t count, cudaStream_t) {
  if (size_asked(scratch, bytes)) return cudaSuccess;
  *left = 0;
  for (int32_t k = 0; k < count; k++)
    if (word[(size_t)stride * (size_t)k] < 0) out[(*left)++] = k;
  return cudaSuccess;
}
