/* See large_sort.h. The merge sort is CUB's. */
#include "large_sort.h"

#include <cub/device/device_merge_sort.cuh>

namespace {

struct LargeBetter {
  __device__ bool operator()(const LargeGain &a, const LargeGain &b) const {
    const int64_t left = a.gain * b.loss, right = b.gain * a.loss;
    if (a.pair != b.pair) return a.pair < b.pair;
    if (left != right) return left > right;
    return a.set.cycle[0] < b.set.cycle[0];
  }
};

} // namespace

cudaError_t large_gains_sort(void *scratch, size_t *bytes, LargeGain *gain, int32_t count,
                             cudaStream_t stream) {
  return cub::DeviceMergeSort::SortKeys(scratch, *bytes, gain, count, LargeBetter(), stream);
}
