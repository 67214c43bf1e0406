/* See recombine_pair.h. */
#include "recombine_pair.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include "halt.h"
#include "search/eax/recombine_ends.h"

static void workspace_free(Workspace *r) {
  if (r) {
    free(r->position);
    free(r->gain);
    free(r);
  }
}

static Workspace *workspace_make(size_t n) {
  Workspace *r = calloc(1, sizeof *r);
  if (!r) return NULL;
  r->position = malloc(sizeof *r->position * (13 * n + 1));
  r->gain = malloc(sizeof *r->gain * n);
  if (!r->position || !r->gain) {
    workspace_free(r);
    return NULL;
  }
  r->position_b = r->position + n;
  r->entry = r->position_b + n;
  r->city = r->entry + n;
  r->partner = r->city + 2 * n;
  r->cycle = r->partner + 2 * n;
  r->member = r->cycle + n;
  r->row = r->member + n;
  r->reach = r->row + n;
  r->first = r->reach + 2 * n;
  return r;
}

/* Finds the entries and their ends; returns the number of entries. */
static int32_t ends_find(const RecombineParents *x, Workspace *r) {
  const int32_t n = x->task->problem.n;
  int32_t d = 0;
  for (int32_t p = 0; p < n; p++) {
    r->entry[p] = d;
    if (!edge_differs(x, p)) continue;
    r->city[2 * d] = x->parent_a.tour[p];
    r->city[2 * d + 1] = x->parent_a.tour[p + 1 < n ? p + 1 : 0];
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
      r->cycle[end / 2] = cycles;
      size++;
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
  for (int32_t c = cycles; c-- > 0;) {
    at -= r->first[c];
    r->first[c] = at;
  }
  for (int32_t e = 0; e < d; e++) r->member[r->first[r->cycle[e]]++] = e;
  for (int32_t c = cycles; c > 0; c--) r->first[c] = r->first[c - 1];
  r->first[0] = 0;
  return cycles;
}

/* ---- gains ---- */

static int gain_order(const void *a, const void *b) {
  const Gain *x = a, *y = b;
  const int64_t left = x->gain * y->loss, right = y->gain * x->loss;
  return left != right ? (left < right) - (left > right)
                       : (x->set.cycle[0] > y->set.cycle[0]) - (x->set.cycle[0] < y->set.cycle[0]);
}

int64_t set_as_is(const Pair *x, RecombineSet *set, Workspace *r) {
  return set_gain(single_thread, &x->child, &x->cycles, set, &r->trial, &r->move);
}

static int64_t set_grown(const Pair *x, RecombineSet *set, Workspace *r) {
  return set_grow(single_thread, &x->child, &x->cycles, set, &r->trial, &r->move);
}

typedef int64_t (*Test)(const Pair *x, RecombineSet *set, Workspace *r);

/* The cycles, or the sets from them, that gain on parent A. r->gain has `before` cycles, by number, which are left out; others follow. Returns
 * how many it has then. */
static int32_t gains_find(const Pair *x, Workspace *r, int32_t cycles, int32_t before, Test test) {
  int32_t count = before, at = 0;
  for (int32_t c = 0; c < cycles; c++) {
    if (at < before && r->gain[at].set.cycle[0] == c) {
      at++;
      continue;
    }
    Gain *own = &r->gain[count];
    own->set = (RecombineSet){1, {c}};
    own->gain = test(x, &own->set, r);
    if (!own->gain) continue;
    own->loss = set_loss(single_thread, x->task, x->group, &x->child, &x->cycles, &own->set);
    count++;
  }
  return count;
}

/* The pair with `reach`: good for tests on parent A. */
static Pair pair_reaching(const Pair *x, Workspace *r) {
  Pair reaching = *x;
  for (int32_t p = 0; p < x->child.problem.n; p++) reach_find(&x->child, p, r->reach);
  reaching.child.reach = r->reach;
  return reaching;
}

int32_t gains_choose(const Pair *x, Workspace *r, int32_t few, RecombineResult *out) {
  int32_t count = gains_find(x, r, out->cycles, 0, set_as_is);
  if ((int64_t)count * few < out->cycles) {
    const Pair reaching = pair_reaching(x, r);
    count = gains_find(&reaching, r, out->cycles, count, set_grown);
  }
  qsort(r->gain, (size_t)count, sizeof *r->gain, gain_order);
  out->gaining = count;
  return (int32_t)(((int64_t)count * x->task->share + 99) / 100);
}

/* ---- pairs ---- */

static Status pair_recombine(const RecombineTask *t, uint32_t i, Workspace *r, PairImprove improve) {
  const size_t n = (size_t)t->problem.n;
  const RecombinePair pair = t->pair[i];
  if (pair.parent_a == RECOMBINE_NONE) return OK;
  const int32_t *parent_a = t->tour + pair.parent_a * n, *parent_b = t->tour + pair.parent_b * n;
  int32_t *child = t->child + i * n;
  RecombineResult *result = &t->result[i];
  const RecombineParents parents = {t,        pair,   {parent_a, r->position}, {parent_b, r->position_b},
                                    r->entry, r->city};
  *result = (RecombineResult){.cost = t->cost[pair.parent_a]};
  memcpy(child, parent_a, sizeof *child * n);
  if (n < 5) return OK;
  for (size_t p = 0; p < n; p++) {
    r->position[parent_a[p]] = (int32_t)p;
    r->position_b[parent_b[p]] = (int32_t)p;
  }
  result->differing = ends_find(&parents, r);
  result->cycles = cycles_find(r, result->differing);
  const Pair x = {t,
                  pair.group,
                  recombine_child(t, pair, child, r->position, r->city, r->partner),
                  {r->entry, r->cycle, r->member, r->first, result->differing}};
  return improve(&x, r, result);
}

static Status workspaces_make(const RecombineTask *task, int threads, Workspace **workspaces) {
  for (int k = 0; k < threads; k++) {
    workspaces[k] = workspace_make((size_t)task->problem.n);
    if (!workspaces[k]) FAIL(ERR_MEMORY, "no memory to recombine tours of %d cities", task->problem.n);
  }
  return OK;
}

Status pairs_recombine(Backend *be, const RecombineTask *task, PairImprove improve) {
  Status status = OK;
  const int threads = be->threads < (int)task->pairs ? be->threads : (int)task->pairs;
  Workspace **workspaces = calloc((size_t)threads + 1, sizeof *workspaces);
  if (!workspaces) FAIL(ERR_MEMORY, "no memory to recombine tours");
  TRY_GOTO(workspaces_make(task, threads, workspaces), cleanup);
#pragma omp parallel for num_threads(threads) schedule(dynamic) if (threads > 1)
  for (uint32_t i = 0; i < task->pairs; i++) {
    const Status own = halt_poll() ? OK : pair_recombine(task, i, workspaces[omp_get_thread_num()], improve);
    if (own == OK) continue;
#pragma omp critical
    status = own;
  }
  if (status == OK) status = halt_after("recombination");
cleanup:
  for (int k = 0; k < threads; k++) workspace_free(workspaces[k]);
  free(workspaces);
  return status;
}
