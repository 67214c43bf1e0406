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

void words_begin(const SearchOps *ops, const Part *part, uint64_t seed, uint32_t purpose, uint64_t number,
                 Words *out) {
  out->ops = ops;
  out->part = part;
  out->seed = seed;
  out->purpose = purpose;
  out->number = number;
  out->lanes = SISR_NEAR / 2;
  ops->words(out, 0);
}

void words_more(Words *words) {
  if (words->lanes == SISR_NEAR) return;
  words->lanes = SISR_NEAR;
  words->ops->words(words, SISR_NEAR / 2);
}
