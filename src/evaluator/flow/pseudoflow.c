/* See pseudoflow.h. */
#include "pseudoflow.h"

#include <stdlib.h>
#include <string.h>
#include "flow_kernels.h"
#include "flow_return.h"
#include "halt.h"
#include "memory.h"

/* ---- state ---- */

#define TREE_NONE UINT32_MAX

typedef struct TreeVertex {
  int64_t excess;          /* below 0: a deficit; roots alone have any */
  uint32_t parent, up;     /* TREE_NONE: a root; the place that leads to the parent */
  uint32_t child;          /* the first one */
  uint32_t next, previous; /* children of one parent */
  uint32_t scan;           /* the next child to look at */
  uint32_t at, begin, end; /* the next place to look at; all places */
  uint32_t below;          /* the next root of the same label that has an excess */
} TreeVertex;

typedef struct Forest {
  const FlowView *network;
  TreeVertex *vertex;
  uint32_t *label;  /* (vertices) at most one more than that of a residual neighbour */
  uint32_t *strong; /* (vertices + 1) by label: a root with an excess */
  uint32_t *held;   /* (vertices + 1) vertices of each label */
  uint32_t *queue;  /* (vertices) of a search */
  uint32_t top;     /* no root with an excess has a higher label */
  uint64_t *back;   /* of flow_back_mark */
} Forest;

/* ---- trees ---- */

static void child_take(TreeVertex *all, uint32_t v) {
  const TreeVertex *const c = &all[v];
  if (c->next != TREE_NONE) all[c->next].previous = c->previous;
  if (c->previous != TREE_NONE)
    all[c->previous].next = c->next;
  else
    all[c->parent].child = c->next;
}

static void child_put(TreeVertex *all, uint32_t v, uint32_t parent, uint32_t up) {
  TreeVertex *const c = &all[v];
  const uint32_t next = all[parent].child;
  c->parent = parent;
  c->up = up;
  c->previous = TREE_NONE;
  c->next = next;
  all[parent].child = v;
  if (next != TREE_NONE) all[next].previous = v;
}

/* The tree of v, turned so that v is its root, hangs below `parent` along place `up` of v. */
static void tree_hang(Forest *f, uint32_t v, uint32_t parent, uint32_t up) {
  TreeVertex *const all = f->vertex;
  for (;;) {
    const uint32_t old = all[v].parent, place = all[v].up;
    if (old != TREE_NONE) child_take(all, v);
    child_put(all, v, parent, up);
    if (old == TREE_NONE) return;
    parent = v;
    up = f->network->mate[place];
    v = old;
  }
}

static void strong_put(Forest *f, uint32_t v) {
  const uint32_t label = f->label[v];
  f->vertex[v].below = f->strong[label];
  f->strong[label] = v;
  if (label > f->top) f->top = label;
}

/* ---- excesses ---- */

/* What v has goes to its parent, as far as the arc has room; else v becomes a root. */
static void excess_lift(Forest *f, uint32_t v) {
  const FlowView *const n = f->network;
  TreeVertex *const all = f->vertex, *const c = &all[v];
  const uint32_t a = c->up;
  const int64_t room = n->residual[a], amount = room < c->excess ? room : c->excess;
  n->residual[a] -= amount;
  n->residual[n->mate[a]] += amount;
  all[c->parent].excess += amount;
  c->excess -= amount;
  n->answer->pushes += amount > 0;
  if (c->excess == 0) return;
  child_take(all, v);
  c->parent = TREE_NONE;
  strong_put(f, v);
}

/* From the root that a tree had before it was hung elsewhere. */
static void excess_send(Forest *f, uint32_t v) {
  const TreeVertex *const all = f->vertex;
  int64_t before = 1;
  while (all[v].excess > 0 && all[v].parent != TREE_NONE) {
    const uint32_t parent = all[v].parent;
    before = all[parent].excess;
    excess_lift(f, v);
    v = parent;
  }
  if (all[v].excess > 0 && before <= 0) strong_put(f, v);
}

/* ---- search of a tree ---- */

/* Is there a residual arc from v to a vertex whose label is one less? The tree of v is hung there. */
static bool tree_merge(Forest *f, uint32_t v, uint32_t below) {
  const FlowView *const n = f->network;
  TreeVertex *const c = &f->vertex[v];
  for (uint32_t a = c->at; a < c->end; a++) {
    if (f->label[n->head[a]] != below || n->residual[a] == 0) continue;
    c->at = a;
    tree_hang(f, v, n->head[a], a);
    n->answer->rounds++;
    return true;
  }
  c->at = c->end;
  return false;
}

/* To the next child of the same label; if there is none, v gets a higher label. */
static bool child_next(Forest *f, uint32_t v) {
  TreeVertex *const all = f->vertex, *const c = &all[v];
  const uint32_t label = f->label[v];
  while (c->scan != TREE_NONE && f->label[c->scan] != label) c->scan = all[c->scan].next;
  if (c->scan != TREE_NONE) return true;
  f->held[label]--;
  f->held[label + 1]++;
  f->label[v] = label + 1;
  c->at = c->begin;
  return false;
}

/* All vertices of the tree that have the root's label, until one is merged; else their labels are higher by one. */
static void root_search(Forest *f, uint32_t root) {
  TreeVertex *const all = f->vertex;
  const uint32_t below = f->label[root] - 1;
  uint32_t v = root;
  all[v].scan = all[v].child;
  if (tree_merge(f, v, below)) {
    excess_send(f, root);
    return;
  }
  while (v != TREE_NONE) {
    if (!child_next(f, v)) {
      v = all[v].parent;
      continue;
    }
    const uint32_t child = all[v].scan;
    all[v].scan = all[child].next;
    v = child;
    all[v].scan = all[v].child;
    if (tree_merge(f, v, below)) {
      excess_send(f, root);
      return;
    }
  }
  strong_put(f, root);
}

/* ---- roots ---- */

/* From no vertex of this tree the sink can be reached. */
static void tree_drop(Forest *f, uint32_t root) {
  TreeVertex *const all = f->vertex;
  uint32_t v = root;
  all[v].scan = all[v].child;
  for (;;) {
    const uint32_t child = all[v].scan;
    if (child != TREE_NONE) {
      all[v].scan = all[child].next;
      v = child;
      all[v].scan = all[v].child;
      continue;
    }
    f->held[f->label[v]]--;
    f->label[v] = f->network->vertices;
    f->held[f->network->vertices]++;
    if (v == root) return;
    v = all[v].parent;
  }
}

static uint32_t strong_pop(Forest *f, uint32_t label) {
  const uint32_t v = f->strong[label];
  if (v != TREE_NONE) f->strong[label] = f->vertex[v].below;
  return v;
}

/* Labels of 0 are of roots that have just got more than they lacked. */
static void zeros_raise(Forest *f) {
  for (uint32_t v; (v = strong_pop(f, 0)) != TREE_NONE;) {
    f->held[0]--;
    f->held[1]++;
    f->label[v] = 1;
    f->vertex[v].at = f->vertex[v].begin;
    strong_put(f, v);
  }
}

/* TREE_NONE: there is none from which the sink can be reached. */
static uint32_t root_highest(Forest *f) {
  for (; f->top > 0; f->top--) {
    if (f->strong[f->top] == TREE_NONE) continue;
    if (f->held[f->top - 1] > 0) return strong_pop(f, f->top);
    for (uint32_t v; (v = strong_pop(f, f->top)) != TREE_NONE;) tree_drop(f, v);
  }
  zeros_raise(f);
  return f->top > 0 ? strong_pop(f, f->top) : TREE_NONE;
}

/* ---- start ---- */

static void terminals_fill(Forest *f) {
  const FlowView *const n = f->network;
  for (uint32_t a = n->first[n->source]; a < n->first[n->source + 1]; a++) {
    f->vertex[n->head[a]].excess += n->residual[a];
    n->residual[n->mate[a]] += n->residual[a];
    n->residual[a] = 0;
  }
  for (uint32_t a = n->first[n->sink]; a < n->first[n->sink + 1]; a++)
    f->vertex[n->head[a]].excess -= n->residual[n->mate[a]];
}

/* Labels are distances to the deficits. */
static void labels_make(Forest *f) {
  const FlowView *const n = f->network;
  uint32_t count = 0;
  for (uint32_t v = 0; v < n->vertices; v++) {
    f->label[v] = n->vertices;
    if (f->vertex[v].excess >= 0 || v == n->source || v == n->sink) continue;
    f->label[v] = 0;
    f->queue[count++] = v;
  }
  f->label[n->source] = f->label[n->sink] = 0;
  for (uint32_t q = 0; q < count; q++) {
    const uint32_t v = f->queue[q], label = f->label[v] + 1;
    f->held[label - 1]++;
    for (uint32_t a = n->first[v]; a < n->first[v + 1]; a++) {
      const uint32_t u = n->head[a];
      if (f->label[u] != n->vertices || n->residual[n->mate[a]] == 0) continue;
      f->label[u] = label;
      f->queue[count++] = u;
      if (f->vertex[u].excess > 0) strong_put(f, u);
    }
  }
  f->label[n->source] = f->label[n->sink] = TREE_NONE;
  n->answer->phases++;
}

static void forest_start(Forest *f) {
  const FlowView *const n = f->network;
  for (uint32_t v = 0; v < n->vertices; v++)
    f->vertex[v] = (TreeVertex){.parent = TREE_NONE,
                                .child = TREE_NONE,
                                .at = n->first[v],
                                .begin = n->first[v],
                                .end = n->first[v + 1]};
  memset(f->strong, 0xff, (n->vertices + (size_t)1) * sizeof *f->strong);
  memset(f->held, 0, (n->vertices + (size_t)1) * sizeof *f->held);
  terminals_fill(f);
  labels_make(f);
}

/* ---- end ---- */

/* Arcs into the sink keep as residual capacity what is lacking. */
static void deficits_end(Forest *f) {
  const FlowView *const n = f->network;
  n->answer->value = f->vertex[n->sink].excess;
  for (uint32_t b = n->first[n->sink]; b < n->first[n->sink + 1]; b++) {
    TreeVertex *const c = &f->vertex[n->head[b]];
    int64_t *const room = &n->residual[n->mate[b]], lacking = c->excess < 0 ? -c->excess : 0;
    const int64_t left = lacking < *room ? lacking : *room;
    n->residual[b] += *room - left;
    n->answer->value += *room - left;
    n->answer->pushes += *room > left;
    *room = left;
    c->excess += left;
  }
}

static Status excess_end(Forest *f) {
  const FlowView *const n = f->network;
  int64_t *const excess = malloc(n->vertices * sizeof *excess);
  if (!excess) FAIL(ERR_MEMORY, "no memory for a flow of %u vertices", n->vertices);
  for (uint32_t v = 0; v < n->vertices; v++) excess[v] = f->vertex[v].excess;
  const Status status = flow_return(n, f->back, excess);
  free(excess);
  return status;
}

/* ---- all ---- */

static Status forest_alloc(const FlowView *n, Forest *f) {
  const size_t count = n->vertices;
  *f = (Forest){.network = n};
  TRY(memory_claim(
      "pseudoflow",
      count * (4 * sizeof *f->label + sizeof *f->vertex + sizeof(int64_t) + RETURN_VERTEX_BYTES) +
          n->places / RETURN_PLACES_A_BYTE,
      "a network of %zu vertices", count));
  f->vertex = malloc(count * sizeof *f->vertex);
  f->label = malloc((4 * count + 2) * sizeof *f->label);
  if (!f->vertex || !f->label)
    FAIL(ERR_MEMORY, "no memory for a flow of %u vertices and %u arcs", n->vertices, n->places / 2);
  f->queue = f->label + count;
  f->strong = f->queue + count;
  f->held = f->strong + count + 1;
  return flow_back_mark(n, &f->back);
}

static Status forest_run(Forest *f) {
  forest_start(f);
  for (uint32_t root; (root = root_highest(f)) != TREE_NONE;) {
    root_search(f, root);
    if (halt_poll()) return halt_check("a maximum flow");
  }
  deficits_end(f);
  flow_cut_mark(f->network, f->queue);
  return excess_end(f);
}

Status pseudoflow(const FlowView *network) {
  Forest f;
  Status status = forest_alloc(network, &f);
  *network->answer = (FlowAnswer){.value = 0};
  if (status == OK) status = forest_run(&f);
  free(f.vertex);
  free(f.label);
  free(f.back);
  return status;
}
