/* See flow_return.h. */
#include "flow_return.h"

#include <stdlib.h>
#include <string.h>
#include "halt.h"

enum { WORD_BITS = 64 };

/* ---- arcs back ---- */

Status flow_back_mark(const FlowView *n, uint64_t **bits) {
  const size_t words = n->places / WORD_BITS + (size_t)1;
  *bits = calloc(words, sizeof **bits);
  if (!*bits) FAIL(ERR_MEMORY, "no memory for a flow of %u places", n->places);
  for (uint32_t a = 0; a < n->places; a++)
    (*bits)[a / WORD_BITS] |= (uint64_t)(n->residual[a] == 0) << a % WORD_BITS;
  return OK;
}

/* ---- cut ---- */

void flow_cut_mark(const FlowView *n, uint32_t *queue) {
  uint32_t count = 1;
  memset(n->side, 0, n->vertices);
  n->side[n->sink] = 1;
  queue[0] = n->sink;
  for (uint32_t q = 0; q < count; q++) {
    const uint32_t v = queue[q];
    for (uint32_t a = n->first[v]; a < n->first[v + 1]; a++) {
      const uint32_t u = n->head[a];
      if (n->side[u] || n->residual[n->mate[a]] == 0) continue;
      n->side[u] = 1;
      queue[count++] = u;
    }
  }
  n->answer->sink_side = count;
}

/* ---- search in depth ---- */

enum { NEW, ON_THE_WAY, OVER };

typedef struct Back {
  const FlowView *network;
  const uint64_t *back;
  uint32_t *before; /* (vertices) on the way: the one that led here */
  uint32_t *at;     /* (vertices) the place to look at next; on the way: that leads on */
  uint32_t *order;  /* (vertices) those that are over */
  uint8_t *state;   /* (vertices) */
  uint32_t count;   /* in order */
} Back;

/* Does flow come to the vertex of place a along its mate? */
static bool place_returns(const Back *b, uint32_t a) {
  return b->network->residual[a] > 0 && (b->back[a / WORD_BITS] >> a % WORD_BITS & 1);
}

/* What all arcs of the circle carry, from v on along the way to its last vertex, whose place leads to v again. */
static int64_t circle_least(const Back *b, uint32_t v) {
  const FlowView *const n = b->network;
  const uint32_t first = v;
  int64_t least = INT64_MAX;
  do {
    const uint32_t a = b->at[v];
    if (n->residual[a] < least) least = n->residual[a];
    v = n->head[a];
  } while (v != first);
  return least;
}

/* Takes it away. Vertices behind the first arc that carries nothing now are new again; returns the tail of that arc, with its next place. */
static uint32_t circle_cancel(Back *b, uint32_t v) {
  const FlowView *const n = b->network;
  const uint32_t first = v;
  const int64_t amount = circle_least(b, v);
  uint32_t cut = UINT32_MAX;
  do {
    const uint32_t a = b->at[v];
    if (cut != UINT32_MAX) b->state[v] = NEW;
    n->residual[a] -= amount;
    n->residual[n->mate[a]] += amount;
    if (cut == UINT32_MAX && n->residual[a] == 0) cut = v;
    v = n->head[a];
  } while (v != first);
  b->at[cut]++;
  return cut;
}

/* One step from v. Returns where the search goes on; UINT32_MAX: it is over. */
static uint32_t search_step(Back *b, uint32_t v) {
  const FlowView *const n = b->network;
  const uint32_t end = n->first[v + 1];
  for (uint32_t a = b->at[v]; a < end; a++) {
    const uint32_t u = n->head[a];
    if (b->state[u] == OVER || !place_returns(b, a)) continue;
    b->at[v] = a;
    if (b->state[u] == ON_THE_WAY) return circle_cancel(b, u);
    b->state[u] = ON_THE_WAY;
    b->before[u] = v;
    return u;
  }
  b->state[v] = OVER;
  b->order[b->count++] = v;
  if (b->before[v] != UINT32_MAX) b->at[b->before[v]]++;
  return b->before[v];
}

static Status search_all(Back *b, const int64_t *excess) {
  const FlowView *const n = b->network;
  memcpy(b->at, n->first, n->vertices * sizeof *b->at);
  memset(b->state, NEW, n->vertices);
  b->state[n->source] = b->state[n->sink] = OVER;
  for (uint32_t root = 0; root < n->vertices; root++) {
    if (excess[root] <= 0 || b->state[root] != NEW) continue;
    b->state[root] = ON_THE_WAY;
    b->before[root] = UINT32_MAX;
    for (uint32_t v = root; v != UINT32_MAX;) v = search_step(b, v);
    if (halt_poll()) return halt_check("a maximum flow");
  }
  return OK;
}

/* ---- return ---- */

static void vertex_send(const Back *b, uint32_t v, int64_t *excess) {
  const FlowView *const n = b->network;
  int64_t left = excess[v];
  for (uint32_t a = n->first[v]; left > 0; a++) {
    if (!place_returns(b, a)) continue;
    const int64_t amount = n->residual[a] < left ? n->residual[a] : left;
    n->residual[a] -= amount;
    n->residual[n->mate[a]] += amount;
    excess[n->head[a]] += amount;
    left -= amount;
    n->answer->pushes++;
  }
  excess[v] = 0;
}

Status flow_return(const FlowView *n, const uint64_t *back, int64_t *excess) {
  const size_t count = n->vertices;
  uint32_t *const word = malloc(3 * count * sizeof *word);
  Back b = {.network = n, .back = back, .before = word, .state = malloc(count)};
  Status status = OK;
  if (word && b.state) {
    b.at = word + count;
    b.order = b.at + count;
    status = search_all(&b, excess);
  } else {
    status = status_fail(ERR_MEMORY, "no memory for a flow of %u vertices", n->vertices);
  }
  while (status == OK && b.count > 0) vertex_send(&b, b.order[--b.count], excess);
  free(word);
  free(b.state);
  return status;
}
