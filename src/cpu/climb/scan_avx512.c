/* The Euclidean filter with 16 lanes. */
#ifdef __x86_64__
#pragma GCC target("avx512f")
#include <immintrin.h>
#include <math.h>
#include "scan.h"

#define LANES       16
#define LANES_ERROR 0x1p-14f
typedef __m512 V;
static inline V v_load(const float *p) { return _mm512_loadu_ps(p); }
static inline void v_store(float *p, V a) { _mm512_storeu_ps(p, a); }
static inline V v_set(float f) { return _mm512_set1_ps(f); }
static inline V v_sub(V a, V b) { return _mm512_sub_ps(a, b); }
static inline V v_fma(V a, V b, V c) { return _mm512_fmadd_ps(a, b, c); }
static inline V v_fms(V a, V b, V c) { return _mm512_fmsub_ps(a, b, c); }
static inline V v_inverse(V a) { return _mm512_rsqrt14_ps(a); } /* a third of vsqrtps' time */
static inline V v_min(V a, V b) { return _mm512_min_ps(a, b); }
static inline V v_max(V a, V b) { return _mm512_max_ps(a, b); }
static inline float v_largest(V a) { return _mm512_reduce_max_ps(a); }
static inline float v_smallest(V a) { return _mm512_reduce_min_ps(a); }
static inline unsigned v_at_most(V a, V b) { return _mm512_cmp_ps_mask(a, b, _CMP_LE_OQ); }

#include "scan_lanes.h"

/* 8 vector instructions and the 3 parts of vrsqrt14ps on two ports for 16 moves. */
const ScanOps scan_avx512 = {"AVX-512",   GROUP,        11.0 / 2 / 16, "vector ports",
                             lanes_slack, lanes_minima, lanes_hits};
#endif
