/* A tile of one particle, in plain C for any processor; and the choice of the version. */
#include <math.h>
#include <stdint.h>
#include <string.h>
#include "cpu/simd.h"

#define LANES 1
typedef float V;
typedef uint32_t U;
typedef uint32_t K; /* 1 or 0 */
static inline K k_first(int32_t count) { return count > 0; }
static inline int k_any(K k) { return k != 0; }
static inline V v_load(const float *p, K k) { return k ? *p : 0; }
static inline void v_store(float *p, K k, V a) {
  if (k) *p = a;
}
static inline V v_set(float f) { return f; }
static inline V v_add(V a, V b) { return a + b; }
static inline V v_sub(V a, V b) { return a - b; }
static inline V v_mul(V a, V b) { return a * b; }
static inline V v_fma(V a, V b, V c) { return fmaf(a, b, c); }
static inline V v_clamp(V a, V low, V high) { return fminf(fmaxf(a, low), high); }
static inline V v_round(V a) { return rintf(a); }
static inline V v_size(V a) { return fabsf(a); }
static inline K v_less(V a, V b) { return a < b; }
static inline V v_pick(K k, V a, V b) { return k ? a : b; }
static inline V v_bits(U a) {
  V f;
  memcpy(&f, &a, sizeof f);
  return f;
}
static inline U v_index(V a) { return (U)rintf(a); }
static inline U u_load(const uint32_t *p, K k) { return k ? *p : 0; }
static inline void u_store(uint32_t *p, K k, U a) {
  if (k) *p = a;
}
static inline U u_set(uint32_t a) { return a; }
static inline U u_ramp(uint32_t first) { return first; }
static inline U u_xor3(U a, U b, U c) { return a ^ b ^ c; }
static inline U u_shift(U a, int by) { return by < 0 ? a << -by : a >> by; }
static inline U u_and_or(U a, U b, U c) { return (a & b) | c; }
static inline K u_equal(U a, U b) { return a == b; }
static inline K u_less(U a, U b, K k) { return k && a < b; }
static inline U u_max(U a, U b) { return a > b ? a : b; }
static inline U u_add(K k, U a, U b) { return k ? a + b : a; }
static inline void u_multiply(U a, uint32_t b, U *high, U *low) {
  uint64_t product = (uint64_t)a * b;
  *high = (U)(product >> 32);
  *low = (U)product;
}

#include "pso_lanes.h"

const TileOps tile_plain = {"plain C", LANES, lanes_step};

const TileOps *tile_find(void) {
#ifdef __x86_64__
  const Simd set = simd_find();
  if (set == SIMD_AVX512 && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
    return &tile_avx512;
  if (set != SIMD_PLAIN) return &tile_avx2;
#endif
  return &tile_plain;
}
