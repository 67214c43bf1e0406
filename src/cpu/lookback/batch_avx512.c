/* The body of batch_body.h in vectors of 8 doubles. */
#ifdef __x86_64__
#pragma GCC target("avx512f,avx512vl,avx512dq,avx512bw,fma,prefer-vector-width=512")
#include <immintrin.h>

typedef __m512d V;
static inline V v_load(const double *at) { return _mm512_load_pd(at); }
static inline void v_store(double *at, V v) { _mm512_store_pd(at, v); }
static inline V v_mul(V a, V b) { return _mm512_mul_pd(a, b); }
static inline V v_fma(V a, V b, V c) { return _mm512_fmadd_pd(a, b, c); }
static inline V v_clamp(V v) { return _mm512_max_pd(v, _mm512_setzero_pd()); }
static inline int v_any(V v) { return _mm512_cmp_pd_mask(v, _mm512_setzero_pd(), _CMP_GT_OQ) != 0; }

#include "batch_body.h"
#include "vanilla_body.h"
#include "american_body.h"
#include "grid_body.h"

Status batch_avx512(Batch *batch, BatchRoom *room) { return body_run(batch, room); }
Status vanilla_avx512(const VanillaTree *trees, uint32_t left, double *values) {
  return trees_run(trees, left, values);
}
void american_avx512(const AmericanTree *tree, double *f, double *stock, AmericanValue *value) {
  tree_value(tree, f, stock, value);
}
void grids_avx512(const LookbackLattice *options, uint32_t count, void *room, GridValue *values) {
  grids_make(options, count, (GridRoom *)room, values);
}
#endif
