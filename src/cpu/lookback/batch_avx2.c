/* The body of batch_body.h in pairs of vectors of 4 doubles. */
#ifdef __x86_64__
#pragma GCC target("avx2,fma")
#include <immintrin.h>

typedef struct V {
  __m256d low, high;
} V;
static inline V v_load(const double *at) { return (V){_mm256_load_pd(at), _mm256_load_pd(at + 4)}; }
static inline void v_store(double *at, V v) {
  _mm256_store_pd(at, v.low);
  _mm256_store_pd(at + 4, v.high);
}
static inline V v_mul(V a, V b) { return (V){_mm256_mul_pd(a.low, b.low), _mm256_mul_pd(a.high, b.high)}; }
static inline V v_fma(V a, V b, V c) {
  return (V){_mm256_fmadd_pd(a.low, b.low, c.low), _mm256_fmadd_pd(a.high, b.high, c.high)};
}
static inline V v_clamp(V v) {
  const __m256d zero = _mm256_setzero_pd();
  return (V){_mm256_max_pd(v.low, zero), _mm256_max_pd(v.high, zero)};
}
static inline int v_any(V v) {
  const __m256d zero = _mm256_setzero_pd(), above = _mm256_max_pd(v.low, v.high);
  return _mm256_movemask_pd(_mm256_cmp_pd(above, zero, _CMP_GT_OQ)) != 0;
}

#include "batch_body.h"
#include "vanilla_body.h"
#include "american_body.h"
#include "grid_body.h"

Status batch_avx2(Batch *batch, BatchRoom *room) { return body_run(batch, room); }
Status vanilla_avx2(const VanillaTree *trees, uint32_t left, double *values) {
  return trees_run(trees, left, values);
}
void american_avx2(const AmericanTree *tree, double *f, double *stock, AmericanValue *value) {
  tree_value(tree, f, stock, value);
}
void grids_avx2(const LookbackLattice *options, uint32_t count, void *room, GridValue *values) {
  grids_make(options, count, (GridRoom *)room, values);
}
#endif
