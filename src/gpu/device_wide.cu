/* See device_wide.h. */
#include "device_wide.h"

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>
#include <thrust/iterator/counting_iterator.h>

cudaError_t device_least(void *scratch, size_t *bytes, const double *in, double *out, int32_t count,
                         cudaStream_t stream) {
  return cub::DeviceReduce::Min(scratch, *bytes, in, out, count, stream);
}

cudaError_t device_most(void *scratch, size_t *bytes, const double *in, double *out, int32_t count,
                        cudaStream_t stream) {
  return cub::DeviceReduce::Max(scratch, *bytes, in, out, count, stream);
}

cudaError_t device_sums_before(void *scratch, size_t *bytes, const int32_t *in, int32_t *out, int32_t count,
                               cudaStream_t stream) {
  return cub::DeviceScan::ExclusiveSum(scratch, *bytes, in, out, count, stream);
}

cudaError_t device_sums_upto(void *scratch, size_t *bytes, const DeviceKey *in, DeviceKey *out, int32_t count,
                             cudaStream_t stream) {
  return cub::DeviceScan::InclusiveSum(scratch, *bytes, in, out, count, stream);
}

cudaError_t device_sort_pairs(void *scratch, size_t *bytes, const DeviceKey *key, DeviceKey *keys,
                              const int32_t *value, int32_t *values, int32_t count, cudaStream_t stream) {
  return cub::DeviceRadixSort::SortPairs(scratch, *bytes, key, keys, value, values, count, 0, 64, stream);
}

cudaError_t device_sort_keys(void *scratch, size_t *bytes, DeviceKey *keys[2], uint64_t count, int bits,
                             cudaStream_t stream) {
  cub::DoubleBuffer<DeviceKey> both(keys[0], keys[1]);
  const cudaError_t error = cub::DeviceRadixSort::SortKeys(scratch, *bytes, both, count, 0, bits, stream);
  keys[0] = both.Current();
  keys[1] = both.Alternate();
  return error;
}

cudaError_t device_unique(void *scratch, size_t *bytes, const DeviceKey *in, DeviceKey *out, uint64_t *left,
                          uint64_t count, cudaStream_t stream) {
  return cub::DeviceSelect::Unique(scratch, *bytes, in, out, left, (int64_t)count, stream);
}

namespace {

struct Negative {
  const int32_t *word;
  int32_t stride;
  __device__ bool operator()(int32_t i) const { return word[(size_t)stride * (size_t)i] < 0; }
};

} // namespace

cudaError_t device_select_negative(void *scratch, size_t *bytes, const int32_t *word, int32_t stride,
                                   int32_t *out, int32_t *left, int32_t count, cudaStream_t stream) {
  return cub::DeviceSelect::If(scratch, *bytes, thrust::counting_iterator<int32_t>(0), out, left, count,
                               Negative{word, stride}, stream);
}
