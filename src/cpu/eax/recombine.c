/* Recombination of tours on the CPU: twin of src/gpu/eax/recombine.cu, contract in
 * src/solver/eax/recombine_kernels.h, oracle in tests/oracle/oracle_recombine.c. A thread works on one pair
 * at a time, in a workspace of its own. */
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include "halt.h"
#include "solver/eax/recombine_ends.h"
#include "solver/eax/recombine_kernels.h"
#include "solver/eax/recombine_move.h"

/* A cycle that gains. */
typedef struct Gain {
  int64_t gain;
  int32_t cycle, edges;
} Gain;

/* The workspace of a thread; n cities, d entries. */
typedef struct Workspace {
  RecombineMove move;
  int32_t *position, *position_b; /* (n) inverses of the child and of parent B */
  int32_t *entry;                 /* (n) */
  int32_t *city, *partner;        /* (2 d) */
  int32_t *side;                  /* (2 d) */
  int32_t *member;                /* (d) entries, cycle after cycle */
  int32_t *first;                 /* (cycles + 1) */
  int32_t *row;                   /* (n) cities that move */
  Gain *gain;                     /* (cycles) */
} Workspace;

static const ThreadGroup single_thread = {0, 1, NULL};

static void workspace_free(Workspace *r) {
  if (r) free(r->position), free(r->gain), free(r);
}

static Workspace *workspace_make(size_t n) {
  Workspace *r = calloc(1, sizeof *r);
  if (!r) return NULL;
  r->position = malloc(sizeof *r->position * (12 * n + 1));
  r->gain = malloc(sizeof *r->gain * n);
  if (!r->position || !r->gain) {
    workspace_free(r);
    return NULL;
  }
  r->position_b = r->position + n, r->entry = r->position_b + n, r->city = r->entry + n;
  r->partner = r->city + 2 * n, r->side = r->partner + 2 * n, r->member = r->side + 2 * n;
  r->row = r->member + n, r->first = r->row + n;
  return r;
}

/* Finds the entries and their ends; returns the number of entries. */
static int32_t ends_find(const RecombineParents *x, Workspace *r) {
  const int32_t n = x->task->problem.n;
  int32_t d = 0;
  for (int32_t p = 0; p < n; p++) {
    r->entry[p] = d;
    if (!edge_differs(x, p)) continue;
    r->city[2 * d] = x->parent_a.tour[p], r->city[2 * d + 1] = x->parent_a.tour[p + 1 < n ? p + 1 : 0];
    d++;
  }
  for (int32_t end = 0; end < 2 * d; end++) r->partner[end] = end_partner(x, end);
  return d;
}

/* Walks every cycle from its lowest entry; returns the number of cycles. side[2 e] marks visited entries. */
static int32_t cycles_find(Workspace *r, int32_t d) {
  int32_t cycles = 0, at = 0;
  for (int32_t e = 0; e < d; e++) r->side[2 * e] = 0;
  for (int32_t e = 0; e < d; e++) {
    if (r->side[2 * e]) continue;
    r->first[cycles++] = at;
    int32_t end = 2 * e;
    do {
      r->member[at++] = end / 2, r->side[end & ~1] = 1;
      end = r->partner[end ^ 1];
    } while (end != 2 * e);
  }
  r->first[cycles] = at;
  return cycles;
}

static int64_t test(const RecombineChild *v, Workspace *r, int32_t cycle) {
  return cycle_test(single_thread, v, r->member + r->first[cycle], r->first[cycle + 1] - r->first[cycle],
                    &r->move);
}

static int gain_order(const void *a, const void *b) {
  const Gain *x = a, *y = b;
  const int64_t left = x->gain * y->edges, right = y->gain * x->edges;
  return left != right ? (left < right) - (left > right) : (x->cycle > y->cycle) - (x->cycle < y->cycle);
}

/* The cycles that gain on parent A, best first; returns their number. */
static int32_t gains_find(const RecombineChild *v, Workspace *r, int32_t cycles) {
  int32_t count = 0;
  for (int32_t c = 0; c < cycles; c++) {
    const int64_t gain = test(v, r, c);
    if (gain) r->gain[count++] = (Gain){gain, c, r->first[c + 1] - r->first[c]};
  }
  qsort(r->gain, (size_t)count, sizeof *r->gain, gain_order);
  return count;
}

/* Moves the cities outside the segment that stays: out of the tour, then back in. */
static void move_do(const RecombineChild *v, Workspace *r) {
  const int32_t n = v->problem.n;
  int32_t rows, row = 0, stays = segments_row(v, &r->move, &rows);
  const int32_t moved = n - segment_size(v, &r->move, stays);
  for (int32_t i = 0; i < moved; i++) r->row[i] = v->tour[place_source(v, &r->move, rows, i, &row)];
  for (int32_t i = 0, p = position_next(v, r->move.cut[stays]); i < moved; i++, p = position_next(v, p))
    v->tour[p] = r->row[i], v->position[r->row[i]] = p;
}

static void pair_recombine(const RecombineTask *t, uint32_t i, Workspace *r) {
  const size_t n = (size_t)t->problem.n;
  const RecombinePair pair = t->pair[i];
  if (pair.parent_a == RECOMBINE_NONE) return;
  const int32_t *parent_a = t->tour + pair.parent_a * n, *parent_b = t->tour + pair.parent_b * n;
  int32_t *child = t->child + i * n;
  RecombineResult result = {.cost = t->cost[pair.parent_a]};
  const RecombineParents x = {t, pair, {parent_a, r->position}, {parent_b, r->position_b}, r->entry, r->city};
  const RecombineChild v = recombine_child(t, pair, child, r->position, r->city, r->partner, r->side);
  memcpy(child, parent_a, sizeof *child * n);
  for (size_t p = 0; p < n; p++)
    r->position[parent_a[p]] = (int32_t)p, r->position_b[parent_b[p]] = (int32_t)p;
  if (n >= 5) {
    result.differing = ends_find(&x, r);
    result.cycles = cycles_find(r, result.differing);
    result.gaining = gains_find(&v, r, result.cycles);
    const int32_t most = (int32_t)(((int64_t)result.gaining * t->share + 99) / 100);
    for (int32_t k = 0; k < most; k++) {
      const int64_t gain = test(&v, r, r->gain[k].cycle);
      if (!gain) continue;
      move_do(&v, r);
      result.cost -= gain, result.done++;
    }
  }
  t->result[i] = result;
}

static Status recombine(Backend *be, const RecombineTask *task) {
  Status status = OK;
  const int threads = be->threads < (int)task->pairs ? be->threads : (int)task->pairs;
  Workspace **workspaces = calloc((size_t)threads + 1, sizeof *workspaces);
  if (!workspaces) FAIL(ERR_MEMORY, "no memory to recombine tours");
  for (int k = 0; k < threads; k++) {
    workspaces[k] = workspace_make((size_t)task->problem.n);
    if (!workspaces[k])
      FAIL_GOTO(cleanup, ERR_MEMORY, "no memory to recombine tours of %d cities", task->problem.n);
  }
#pragma omp parallel for num_threads(threads) schedule(dynamic) if (threads > 1)
  for (uint32_t i = 0; i < task->pairs; i++)
    if (!halt_poll()) pair_recombine(task, i, workspaces[omp_get_thread_num()]);
  status = halt_after("recombination");
cleanup:
  for (int k = 0; k < threads; k++) workspace_free(workspaces[k]);
  free(workspaces);
  return status;
}

const RecombineKernels eax_kernels_cpu = {recombine};
