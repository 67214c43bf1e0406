/* Prefixes over a block, as src/gpu/ils and src/gpu/eax use them, on the host. Stands for NVIDIA's file of that name. */
#ifndef CORDEE_TESTS_EMULATION_BLOCK_SCAN_CUH
#define CORDEE_TESTS_EMULATION_BLOCK_SCAN_CUH

#include "cuda_runtime.h"

namespace cub {

template <class T, int THREADS> struct BlockScan {
  struct TempStorage {
    T value[THREADS];
  };
  TempStorage &storage;
  explicit BlockScan(TempStorage &own) : storage(own) {}

  /* out: `first` and the values of the threads before this one; all: those of all threads. */
  template <class Op> void ExclusiveScan(T value, T &out, T first, Op op, T &all) const {
    storage.value[threadIdx.x] = value;
    __syncthreads();
    if (threadIdx.x == 0)
      for (unsigned t = 1; t < THREADS; t++) storage.value[t] = op(storage.value[t - 1], storage.value[t]);
    __syncthreads();
    out = threadIdx.x ? op(first, storage.value[threadIdx.x - 1]) : first;
    all = storage.value[THREADS - 1];
  }
};

} // namespace cub

#endif
