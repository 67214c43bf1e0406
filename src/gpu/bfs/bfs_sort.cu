/* See bfs_sort.h. */
#include "bfs_sort.h"

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_select.cuh>
#include "../cuda_try.h"

namespace bfs {

namespace {

enum { BESIDE = 256 /* bytes before CUB's own: the number of keys that are left */ };

cudaError_t sort_call(void *temp, size_t *bytes, cub::DoubleBuffer<Key> &keys, uint64_t count, int bits,
                      cudaStream_t stream) {
  return cub::DeviceRadixSort::SortKeys(temp, *bytes, keys, count, 0, bits, stream);
}

cudaError_t unique_call(void *temp, size_t *bytes, Key *const keys[2], uint64_t *left, uint64_t count,
                        cudaStream_t stream) {
  return cub::DeviceSelect::Unique(temp, *bytes, keys[0], keys[1], left, (int64_t)count, stream);
}

} // namespace

Status arcs_room(uint64_t count, int bits, uint64_t *bytes) {
  cub::DoubleBuffer<Key> none;
  Key *const keys[2] = {NULL, NULL};
  size_t sort = 0, unique = 0;
  CUDA_TRY(sort_call(NULL, &sort, none, count, bits, 0));
  CUDA_TRY(unique_call(NULL, &unique, keys, NULL, count, 0));
  *bytes = BESIDE + (sort > unique ? sort : unique);
  return OK;
}

Status arcs_sort(Backend *be, Key *keys[2], uint64_t count, int bits) {
  cub::DoubleBuffer<Key> both(keys[0], keys[1]);
  size_t bytes = 0;
  void *temp;
  CUDA_TRY(sort_call(NULL, &bytes, both, count, bits, cuda_state(be)->stream));
  TRY(be->ops->alloc(be, bytes + 1, &temp));
  const cudaError_t error = sort_call(temp, &bytes, both, count, bits, cuda_state(be)->stream);
  be->ops->free(be, temp); /* when it is done */
  CUDA_TRY(error);
  CUDA_TRY(cudaGetLastError());
  keys[0] = both.Current();
  keys[1] = both.Alternate();
  return OK;
}

Status arcs_unique(Backend *be, Key *keys[2], uint64_t *count) {
  size_t bytes = 0;
  void *temp;
  CUDA_TRY(unique_call(NULL, &bytes, keys, NULL, *count, cuda_state(be)->stream));
  TRY(be->ops->alloc(be, BESIDE + bytes, &temp));
  const cudaError_t error =
      unique_call((char *)temp + BESIDE, &bytes, keys, (uint64_t *)temp, *count, cuda_state(be)->stream);
  Status status = error == cudaSuccess ? be->ops->download(be, count, temp, sizeof *count) : OK;
  be->ops->free(be, temp);
  CUDA_TRY(error);
  Key *const swap = keys[0];
  keys[0] = keys[1];
  keys[1] = swap;
  return status;
}

} // namespace bfs
