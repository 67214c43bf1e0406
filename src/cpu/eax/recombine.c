/* Recombination of tours on the CPU: twin of src/gpu/eax/recombine.cu, contract in
 * src/search/eax/recombine_kernels.h, oracle in tests/oracle/oracle_recombine.c. A thread works on one pair
 * at a time, in a workspace of its own. */
#include <string.h>
#include "recombine_pair.h"

/* Moves the cities outside the segment that stays: out of the tour, then back in. */
static void move_do(const RecombineChild *v, Workspace *r) {
  const int32_t n = v->problem.n;
  int32_t rows, row = 0, stays = segments_row(v, &r->move, &rows);
  const int32_t moved = n - segment_size(v, &r->move, stays);
  for (int32_t i = 0; i < moved; i++) r->row[i] = v->tour[place_source(v, &r->move, rows, i, &row)];
  for (int32_t i = 0, p = position_next(v, r->move.cut[stays]); i < moved; i++, p = position_next(v, p)) {
    v->tour[p] = r->row[i];
    v->position[r->row[i]] = p;
  }
}

/* Applies what is chosen, one after another, as far as it still gains. */
static Status child_improve(const Pair *x, Workspace *r, RecombineResult *out) {
  const int32_t most = gains_choose(x, r, INT32_MAX, out);
  for (int32_t k = 0; k < most; k++) {
    const int64_t gain = set_as_is(x, &r->gain[k].set, r);
    if (!gain) continue;
    move_do(&x->child, r);
    out->cost -= gain;
    out->done++;
  }
  return OK;
}

/* Counts one tour's edges in its group. */
static void tour_count(const RecombineTask *t, RecombinePair pair) {
  const int32_t n = t->problem.n, *tour = t->tour + (size_t)pair.parent_a * (size_t)n;
  uint32_t *count = t->entropy.count + ((size_t)pair.group << t->entropy.bits);
  for (int32_t p = 0; p < n; p++) {
    const uint32_t bucket = edge_bucket(t->entropy.bits, tour[p], tour[p + 1 < n ? p + 1 : 0]);
#pragma omp atomic
    count[bucket]++;
  }
}

static Status count(Backend *be, const RecombineTask *task) {
  const RecombineEntropy *e = &task->entropy;
  memset(e->count, 0, sizeof *e->count * ((size_t)e->groups << e->bits));
#pragma omp parallel for num_threads(be->threads) schedule(dynamic) if (be->threads > 1)
  for (uint32_t i = 0; i < task->pairs; i++)
    if (task->pair[i].parent_a != RECOMBINE_NONE) tour_count(task, task->pair[i]);
  return OK;
}

static Status recombine(Backend *be, const RecombineTask *task) {
  return pairs_recombine(be, task, child_improve);
}

const RecombineKernels eax_kernels_cpu = {count, recombine, recombine_large};
