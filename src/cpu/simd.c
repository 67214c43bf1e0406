/* See simd.h. */
#include "simd.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"

Simd simd_find(void) {
#ifdef __x86_64__
  const char *asked = getenv("CORDEE_SIMD");
  if (!asked) asked = "avx512";
  if (strcmp(asked, "avx512") == 0 && __builtin_cpu_supports("avx512f")) return SIMD_AVX512;
  if (strcmp(asked, "plain") != 0 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return SIMD_AVX2;
#endif
  return SIMD_PLAIN;
}

const char *simd_name(Simd set) {
  if (set == SIMD_AVX512) return "AVX-512";
  if (set == SIMD_AVX2) return "AVX2";
  return "plain C";
}

double clock_hz(void) {
  double mhz = 0;
  char line[256];
  FILE *info = fopen("/proc/cpuinfo", "r");
  while (info && mhz == 0 && fgets(line, sizeof line, info)) c_sscanf(line, "cpu MHz : %lf", &mhz);
  if (info) fclose(info);
  return mhz * 1e6;
}
