/* American vanilla trees (evaluator/lookback/american.h), nodes of a layer side by side in the vectors of the including file's instruction set. */
#include "evaluator/lookback/american.h"

static inline void american_layer(const AmericanTree *t, uint32_t layer, double *restrict f,
                                  const double *restrict stock) {
  const double scale = american_scale(t, layer), strike = american_strike(t);
  const AmericanTree tree = *t; /* no store to f can change it */
#pragma omp simd
  for (uint32_t i = 0; i <= layer; i++)
    f[i] = american_step(&tree, f[i + 1], f[i], fma(stock[i], scale, strike));
}

static inline void tree_value(const AmericanTree *t, double *f, double *stock, AmericanValue *out) {
  const double scale = american_scale(t, t->steps), strike = american_strike(t);
  for (uint32_t i = 0; i <= t->steps; i++) {
    stock[i] = american_stock(t, i);
    const double exercise = fma(stock[i], scale, strike);
    f[i] = exercise > 0 ? exercise : 0;
  }
  for (uint32_t layer = t->steps; layer-- > 0;) {
    if (layer == 1) memcpy(out->layer, f, sizeof out->layer);
    american_layer(t, layer, f, stock);
  }
  out->price = f[0];
}
