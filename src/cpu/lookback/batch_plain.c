/* The body of batch_body.h in plain C: any processor, and what vectors are tested against. */
#include <math.h>
#include "batch.h"

typedef struct V {
  double of[BATCH_LANES];
} V;
#define V_EACH(expression)                                                                                   \
  V out;                                                                                                     \
  for (int l = 0; l < BATCH_LANES; l++) out.of[l] = (expression);                                            \
  return out
static inline V v_load(const double *at) { V_EACH(at[l]); }
static inline void v_store(double *at, V v) {
  for (int l = 0; l < BATCH_LANES; l++) at[l] = v.of[l];
}
static inline V v_mul(V a, V b) { V_EACH(a.of[l] * b.of[l]); }
static inline V v_fma(V a, V b, V c) { V_EACH(fma(a.of[l], b.of[l], c.of[l])); }
static inline V v_clamp(V v) { V_EACH(v.of[l] > 0 ? v.of[l] : 0); }
static inline int v_any(V v) {
  int any = 0;
  for (int l = 0; l < BATCH_LANES; l++) any |= v.of[l] > 0;
  return any;
}

#include "batch_body.h"
#include "vanilla_body.h"
#include "american_body.h"
#include "grid_body.h"

Status batch_plain(Batch *batch, BatchRoom *room) { return body_run(batch, room); }
Status vanilla_plain(const VanillaTree *trees, uint32_t left, double *values) {
  return trees_run(trees, left, values);
}
void american_plain(const AmericanTree *tree, double *f, double *stock, AmericanValue *value) {
  tree_value(tree, f, stock, value);
}
void grids_plain(const LookbackLattice *options, uint32_t count, void *room, GridValue *values) {
  grids_make(options, count, (GridRoom *)room, values);
}
size_t grid_room(void) { return (sizeof(GridRoom) + 63) / 64 * 64; }
