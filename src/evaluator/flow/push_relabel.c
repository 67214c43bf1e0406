/* See push_relabel.h. */
#include "push_relabel.h"

#include <stdlib.h>
#include <string.h>
#include "flow_kernels.h"
#include "flow_return.h"
#include "halt.h"
#include "memory.h"

/* ---- state ---- */

/* What the two stages of push-relabel share. */

#define PUSH_NONE UINT32_MAX

typedef struct PushState {
  const FlowView *network;
  uint32_t *word;            /* all arrays of words */
  uint32_t *level, *at;      /* (vertices) label, `vertices`: none; the place to push along next */
  uint32_t *next, *previous; /* (vertices) in the list of the level */
  uint32_t *queue;           /* (vertices) of a search */
  uint32_t *idle, *active;   /* (vertices) lists by level: without an excess, with one */
  int64_t *excess;           /* (vertices) */
  uint32_t top, top_active;  /* no list above it has any vertex */
  uint64_t work;             /* since labels came from the sink */
  uint64_t *back;            /* of flow_back_mark */
} PushState;

/* ---- first stage ---- */

/* Work of a relabelling besides its arcs, and of a search a vertex (Cherkassky and Goldberg's figures). */
enum { RELABEL_WORK = 12, SEARCH_WORK = 6 };

/* ---- vertices of a level ---- */

static void active_put(PushState *s, uint32_t v) {
  const uint32_t level = s->level[v];
  s->next[v] = s->active[level];
  s->active[level] = v;
  if (level > s->top_active) s->top_active = level;
  if (level > s->top) s->top = level;
}

static void idle_put(PushState *s, uint32_t v) {
  const uint32_t level = s->level[v], next = s->idle[level];
  s->next[v] = next;
  s->previous[v] = PUSH_NONE;
  s->idle[level] = v;
  if (next != PUSH_NONE) s->previous[next] = v;
  if (level > s->top) s->top = level;
}

static void idle_take(PushState *s, uint32_t v) {
  const uint32_t next = s->next[v], previous = s->previous[v];
  if (next != PUSH_NONE) s->previous[next] = previous;
  *(previous != PUSH_NONE ? &s->next[previous] : &s->idle[s->level[v]]) = next;
}

/* ---- labels from the sink ---- */

static void labels_clear(PushState *s) {
  const FlowView *const n = s->network;
  for (uint32_t v = 0; v < n->vertices; v++) {
    s->level[v] = n->vertices;
    s->at[v] = n->first[v];
  }
  for (uint32_t l = 0; l <= s->top; l++) s->active[l] = s->idle[l] = PUSH_NONE;
  s->top = s->top_active = 0;
}

/* Labels from the sink, and the lists. */
static void push_labels(PushState *s) {
  const FlowView *const n = s->network;
  uint32_t count = 0;
  labels_clear(s);
  s->level[n->sink] = 0;
  s->queue[count++] = n->sink;
  for (uint32_t q = 0; q < count; q++) {
    const uint32_t v = s->queue[q], level = s->level[v] + 1;
    for (uint32_t a = n->first[v]; a < n->first[v + 1]; a++) {
      const uint32_t w = n->head[a];
      if (s->level[w] != n->vertices || n->residual[n->mate[a]] == 0 || w == n->source) continue;
      s->level[w] = level;
      s->queue[count++] = w;
      (s->excess[w] > 0 ? active_put : idle_put)(s, w);
    }
  }
  s->work = 0;
  n->answer->phases++;
}

/* ---- pushes ---- */

/* No vertex is left at `level`: from those above it the sink cannot be reached. */
static void gap_cut(PushState *s, uint32_t level) {
  for (uint32_t l = level + 1; l <= s->top; l++) {
    for (uint32_t v = s->idle[l]; v != PUSH_NONE; v = s->next[v]) s->level[v] = s->network->vertices;
    for (uint32_t v = s->active[l]; v != PUSH_NONE; v = s->next[v]) s->level[v] = s->network->vertices;
    s->idle[l] = s->active[l] = PUSH_NONE;
  }
  s->top = level ? level - 1 : 0;
  s->top_active = s->top;
}

static void push(PushState *s, uint32_t v, uint32_t a) {
  const FlowView *const n = s->network;
  const uint32_t w = n->head[a];
  const int64_t amount = n->residual[a] < s->excess[v] ? n->residual[a] : s->excess[v];
  if (s->excess[w] == 0 && w != n->sink) {
    idle_take(s, w);
    active_put(s, w);
  }
  n->residual[a] -= amount;
  n->residual[n->mate[a]] += amount;
  s->excess[v] -= amount;
  s->excess[w] += amount;
  n->answer->pushes++;
}

/* Along admissible arcs, until there is no excess: true; or no arc. */
static bool vertex_push(PushState *s, uint32_t v) {
  const FlowView *const n = s->network;
  const uint32_t end = n->first[v + 1];
  for (uint32_t a = s->at[v]; a < end; a++) {
    if (n->residual[a] == 0 || s->level[n->head[a]] + 1 != s->level[v]) continue;
    push(s, v, a);
    if (s->excess[v] == 0) {
      s->at[v] = a;
      return true;
    }
  }
  return false;
}

static void vertex_relabel(PushState *s, uint32_t v) {
  const FlowView *const n = s->network;
  uint32_t least = n->vertices, at = n->first[v];
  for (uint32_t a = n->first[v]; a < n->first[v + 1]; a++) {
    const uint32_t level = s->level[n->head[a]];
    if (n->residual[a] > 0 && level < least) {
      least = level;
      at = a;
    }
  }
  s->work += RELABEL_WORK + n->first[v + 1] - n->first[v];
  s->level[v] = least + 1 < n->vertices ? least + 1 : n->vertices;
  s->at[v] = at;
  n->answer->rounds++;
}

/* v is in no list; it is in one again, or the sink cannot be reached from it. */
static void vertex_discharge(PushState *s, uint32_t v) {
  const uint32_t vertices = s->network->vertices;
  while (!vertex_push(s, v)) {
    const uint32_t level = s->level[v];
    vertex_relabel(s, v);
    if (s->idle[level] == PUSH_NONE && s->active[level] == PUSH_NONE) {
      gap_cut(s, level);
      s->level[v] = vertices;
    }
    if (s->level[v] == vertices) return;
  }
  idle_put(s, v);
}

static Status first_stage(PushState *s) {
  const FlowView *const n = s->network;
  const uint64_t often = 2 * (SEARCH_WORK * (uint64_t)n->vertices + n->places / 2);
  push_labels(s);
  for (;;) {
    while (s->top_active > 0 && s->active[s->top_active] == PUSH_NONE) s->top_active--;
    const uint32_t v = s->active[s->top_active];
    if (v == PUSH_NONE) return OK;
    s->active[s->top_active] = s->next[v];
    vertex_discharge(s, v);
    if (halt_poll()) return halt_check("a maximum flow");
    if (s->work > often) push_labels(s);
  }
}

static void source_empty(PushState *s) {
  const FlowView *const n = s->network;
  for (uint32_t a = n->first[n->source]; a < n->first[n->source + 1]; a++) {
    const int64_t amount = n->residual[a];
    n->residual[a] = 0;
    n->residual[n->mate[a]] += amount;
    s->excess[n->head[a]] += amount;
    n->answer->pushes += amount > 0;
  }
}

static Status state_alloc(const FlowView *n, PushState *s) {
  const size_t count = n->vertices;
  *s = (PushState){.network = n, .top = n->vertices - 1};
  TRY(memory_claim("push-relabel",
                   count * (8 * sizeof(uint32_t) + sizeof *s->excess + RETURN_VERTEX_BYTES) +
                       n->places / RETURN_PLACES_A_BYTE,
                   "a network of %zu vertices", (size_t)n->vertices));
  s->word = malloc((8 * count + 2) * sizeof(uint32_t));
  s->excess = calloc(count, sizeof *s->excess);
  if (!s->word || !s->excess)
    FAIL(ERR_MEMORY, "no memory for a flow of %u vertices and %u arcs", n->vertices, n->places / 2);
  uint32_t **const arrays[] = {&s->level, &s->at, &s->next, &s->previous, &s->queue, &s->idle, &s->active};
  for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) *arrays[k] = s->word + k * count;
  return flow_back_mark(n, &s->back);
}

Status push_relabel(const FlowView *network) {
  PushState s;
  Status status = state_alloc(network, &s);
  *network->answer = (FlowAnswer){.value = 0};
  if (status == OK) {
    source_empty(&s);
    status = first_stage(&s);
  }
  if (status == OK) {
    flow_cut_mark(network, s.queue);
    network->answer->value = s.excess[network->sink];
    status = flow_return(network, s.back, s.excess);
  }
  free(s.word);
  free(s.excess);
  free(s.back);
  return status;
}
