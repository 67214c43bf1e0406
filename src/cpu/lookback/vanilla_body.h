/* Vanilla trees side by side, one in each lane of the including file's vectors (batch_body.h). A pass over the nodes makes STRIDE steps: node i of
 * the first, i - 1 of the second, and so on, each from what the one before has just made. */
#include <stdlib.h>
#include "evaluator/lookback/vanilla.h"
#include "batch.h"

enum { STRIDE = 4, VANILLA_NODES = VANILLA_STEPS + 1 };

typedef struct TreeLanes {
  double rise[LANES], fall[LANES];
} __attribute__((aligned(64))) TreeLanes;

static inline V tree_step(V rise, V fall, V above, V here) { return v_fma(rise, above, v_mul(fall, here)); }

/* STRIDE steps of nodes 0..left, of which left - STRIDE + 1 remain. */
static inline void tree_pass(const TreeLanes *lanes, double *f, int left) {
  const V rise = v_load(lanes->rise), fall = v_load(lanes->fall);
  V zero = v_load(f), one = zero, two = zero,
    three = zero; /* of each step the node made last; the first of them are no nodes */
  for (int i = 0; i < left; i++) {
    const V above = v_load(f + (size_t)(i + 1) * LANES), first = tree_step(rise, fall, above, zero);
    const V second = tree_step(rise, fall, first, one), third = tree_step(rise, fall, second, two);
    if (i >= STRIDE - 1) v_store(f + (size_t)(i - STRIDE + 1) * LANES, tree_step(rise, fall, third, three));
    zero = above;
    one = first;
    two = second;
    three = third;
  }
}

static inline Status trees_run(const VanillaTree *trees, uint32_t left, double *values) {
  TreeLanes lanes;
  const int count = left < LANES ? (int)left : LANES;
  double *f = aligned_alloc(64, VANILLA_NODES * LANES * sizeof *f);
  if (!f) FAIL(ERR_MEMORY, "no memory for vanilla trees");
  for (int l = 0; l < LANES; l++) {
    const VanillaTree *t = &trees[l < count ? l : 0];
    lanes.rise[l] = t->rise;
    lanes.fall[l] = t->fall;
    for (int i = 0; i < VANILLA_NODES; i++) f[i * LANES + l] = vanilla_pays(t, i);
  }
  for (int steps = VANILLA_STEPS; steps > 0; steps -= STRIDE) tree_pass(&lanes, f, steps);
  memcpy(values, f, (size_t)count * sizeof *values);
  free(f);
  return OK;
}
