/* Recombination of tours on the CPU: twin of src/gpu/eax/recombine.cu, contract in
 * src/solver/eax/recombine_kernels.h, oracle in tests/oracle/oracle_recombine.c. A thread works on one pair
 * at a time, in a workspace of its own. */
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include "halt.h"
#include "solver/eax/recombine_ends.h"
#include "solver/eax/recombine_kernels.h"
#include "solver/eax/recombine_sets.h"

/* A cycle, or a set, that gains. */
typedef struct Gain {
  int64_t gain, loss;
  RecombineSet set;
} Gain;

/* The workspace of a thread; n cities, d entries. */
typedef struct Workspace {
  RecombineMove move;
  RecombineTrial trial;
  int32_t *position, *position_b; /* (n) inverses of the child and of parent B */
  int32_t *entry;                 /* (n) */
  int32_t *city, *partner;        /* (2 d) */
  int32_t *cycle;                 /* (d) of each entry */
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
  r->position = malloc(sizeof *r->position * (11 * n + 1));
  r->gain = malloc(sizeof *r->gain * n);
  if (!r->position || !r->gain) {
    workspace_free(r);
    return NULL;
  }
  r->position_b = r->position + n, r->entry = r->position_b + n, r->city = r->entry + n;
  r->partner = r->city + 2 * n, r->cycle = r->partner + 2 * n, r->member = r->cycle + n;
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

/* Walks every cycle from its lowest entry: r->cycle; r->first: sizes. Returns the number of cycles. */
static int32_t cycles_walk(Workspace *r, int32_t d) {
  int32_t cycles = 0;
  for (int32_t e = 0; e < d; e++) r->cycle[e] = -1;
  for (int32_t e = 0; e < d; e++) {
    if (r->cycle[e] >= 0) continue;
    int32_t end = 2 * e, size = 0;
    do {
      r->cycle[end / 2] = cycles, size++;
      end = r->partner[end ^ 1];
    } while (end != 2 * e);
    r->first[cycles++] = size;
  }
  return cycles;
}

/* Finds the cycles, and groups their entries; returns the number of cycles. */
static int32_t cycles_find(Workspace *r, int32_t d) {
  const int32_t cycles = cycles_walk(r, d);
  int32_t at = d;
  r->first[cycles] = d;
  for (int32_t c = cycles; c-- > 0;) at -= r->first[c], r->first[c] = at;
  for (int32_t e = 0; e < d; e++) r->member[r->first[r->cycle[e]]++] = e;
  for (int32_t c = cycles; c > 0; c--) r->first[c] = r->first[c - 1];
  r->first[0] = 0;
  return cycles;
}

static int gain_order(const void *a, const void *b) {
  const Gain *x = a, *y = b;
  const int64_t left = x->gain * y->loss, right = y->gain * x->loss;
  return left != right ? (left < right) - (left > right)
                       : (x->set.cycle[0] > y->set.cycle[0]) - (x->set.cycle[0] < y->set.cycle[0]);
}

/* What a pair's tests read. */
typedef struct Pair {
  const RecombineTask *task;
  uint32_t group;
  RecombineChild child;
  RecombineCycles cycles;
} Pair;

typedef int64_t (*Test)(const Pair *x, RecombineSet *set, Workspace *r);

static int64_t set_as_is(const Pair *x, RecombineSet *set, Workspace *r) {
  return set_gain(single_thread, &x->child, &x->cycles, set, &r->trial, &r->move);
}

static int64_t set_grown(const Pair *x, RecombineSet *set, Workspace *r) {
  return set_grow(single_thread, &x->child, &x->cycles, set, &r->trial, &r->move);
}

/* The cycles, or the sets from them, that gain on parent A, best first; returns their number. */
static int32_t gains_find(const Pair *x, Workspace *r, int32_t cycles, Test test) {
  int32_t count = 0;
  for (int32_t c = 0; c < cycles; c++) {
    Gain *own = &r->gain[count];
    own->set = (RecombineSet){1, {c}};
    own->gain = test(x, &own->set, r);
    if (!own->gain) continue;
    own->loss = set_loss(single_thread, x->task, x->group, &x->child, &x->cycles, &own->set);
    count++;
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

/* Finds what gains, and applies the best of it to the child. */
static void child_improve(const Pair *x, Workspace *r, RecombineResult *out) {
  out->gaining = gains_find(x, r, out->cycles, set_as_is);
  if (!out->gaining) out->gaining = gains_find(x, r, out->cycles, set_grown);
  const int32_t most = (int32_t)(((int64_t)out->gaining * x->task->share + 99) / 100);
  for (int32_t k = 0; k < most; k++) {
    const int64_t gain = set_as_is(x, &r->gain[k].set, r);
    if (!gain) continue;
    move_do(&x->child, r);
    out->cost -= gain, out->done++;
  }
}

static void pair_recombine(const RecombineTask *t, uint32_t i, Workspace *r) {
  const size_t n = (size_t)t->problem.n;
  const RecombinePair pair = t->pair[i];
  if (pair.parent_a == RECOMBINE_NONE) return;
  const int32_t *parent_a = t->tour + pair.parent_a * n, *parent_b = t->tour + pair.parent_b * n;
  int32_t *child = t->child + i * n;
  RecombineResult result = {.cost = t->cost[pair.parent_a]};
  const RecombineParents parents = {t,        pair,   {parent_a, r->position}, {parent_b, r->position_b},
                                    r->entry, r->city};
  memcpy(child, parent_a, sizeof *child * n);
  for (size_t p = 0; p < n; p++)
    r->position[parent_a[p]] = (int32_t)p, r->position_b[parent_b[p]] = (int32_t)p;
  if (n >= 5) {
    result.differing = ends_find(&parents, r);
    result.cycles = cycles_find(r, result.differing);
    const Pair x = {t,
                    pair.group,
                    recombine_child(t, pair, child, r->position, r->city, r->partner),
                    {r->entry, r->cycle, r->member, r->first, result.differing}};
    child_improve(&x, r, &result);
  }
  t->result[i] = result;
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

const RecombineKernels eax_kernels_cpu = {count, recombine};
