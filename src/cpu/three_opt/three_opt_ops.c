/* See three_opt_ops.h. */
#include "three_opt_ops.h"

#include "cpu/simd.h"

const ThreeOptOps *three_opt_ops(void) {
#ifdef __x86_64__
  const Simd set = simd_find();
  if (set == SIMD_AVX512 && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512dq"))
    return &three_opt_avx512;
  if (set != SIMD_PLAIN) return &three_opt_avx2;
#endif
  return &three_opt_plain;
}
