/* See bfs_sort.h. */
#include "bfs_sort.h"

#include "gpu/cuda_try.h"
#include "gpu/device_wide.h"

namespace bfs {

namespace {

enum { BESIDE = 256 /* bytes before CUB's own: the number of keys that are left */ };

} // namespace

Status arcs_room(uint64_t count, int bits, uint64_t *bytes) {
  Key *keys[2] = {NULL, NULL};
  size_t sort = 0, unique = 0;
  CUDA_TRY(device_sort_keys(NULL, &sort, keys, count, bits, 0));
  CUDA_TRY(device_unique(NULL, &unique, keys[0], keys[1], NULL, count, 0));
  *bytes = BESIDE + (sort > unique ? sort : unique);
  return OK;
}

Status arcs_sort(Backend *be, Key *keys[2], uint64_t count, int bits) {
  size_t bytes = 0;
  void *temp;
  CUDA_TRY(device_sort_keys(NULL, &bytes, keys, count, bits, cuda_state(be)->stream));
  TRY(be->ops->alloc(be, bytes + 1, &temp));
  const cudaError_t error = device_sort_keys(temp, &bytes, keys, count, bits, cuda_state(be)->stream);
  be->ops->free(be, temp); /* when it is done */
  CUDA_TRY(error);
  CUDA_TRY(cudaGetLastError());
  return OK;
}

Status arcs_unique(Backend *be, Key *keys[2], uint64_t *count) {
  size_t bytes = 0;
  void *temp;
  CUDA_TRY(device_unique(NULL, &bytes, keys[0], keys[1], NULL, *count, cuda_state(be)->stream));
  TRY(be->ops->alloc(be, BESIDE + bytes, &temp));
  const cudaError_t error = device_unique((char *)temp + BESIDE, &bytes, keys[0], keys[1], (uint64_t *)temp,
                                          *count, cuda_state(be)->stream);
  Status status = error == cudaSuccess ? be->ops->download(be, count, temp, sizeof *count) : OK;
  be->ops->free(be, temp);
  CUDA_TRY(error);
  Key *const swap = keys[0];
  keys[0] = keys[1];
  keys[1] = swap;
  return status;
}

} // namespace bfs
