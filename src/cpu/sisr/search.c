/* See search.h. */
#include "search.h"

#include "cpu/simd.h"

const SearchOps *search_ops(void) {
#ifdef __x86_64__
  const Simd set = simd_find();
  if (set == SIMD_AVX512 && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512dq"))
    return &search_avx512;
  if (set != SIMD_PLAIN) return &search_avx2;
#endif
  return &search_plain;
}
