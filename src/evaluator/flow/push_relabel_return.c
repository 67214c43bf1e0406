/* Push-relabel, its second stage: excesses go back to the source. A depth-first search against the flow, from every vertex that has one,
 * cancels each circle of flow that it meets; the order in which it leaves vertices is then topological. */
#include <string.h>
#include "push_relabel_state.h"

enum { UNSEEN, ON_PATH, LEFT };

/* Flow that comes in by the mate of place a. */
static int64_t flow_in(const PushState *s, uint32_t a) {
  return s->network->residual[a] > s->capacity[a] ? s->network->residual[a] - s->capacity[a] : 0;
}

static void flow_back(PushState *s, uint32_t a, int64_t amount) {
  s->network->residual[a] -= amount, s->network->residual[s->network->mate[a]] += amount;
}

/* The path of places at[] leads from v by its head to v again: takes the flow off it. Vertices behind the first place that is empty now
 * are unseen again; returns the one before it. */
static uint32_t circle_cancel(PushState *s, uint32_t v) {
  const uint32_t *const head = s->network->head;
  int64_t least = flow_in(s, s->at[v]);
  for (uint32_t x = head[s->at[v]]; x != v; x = head[s->at[x]])
    if (flow_in(s, s->at[x]) < least) least = flow_in(s, s->at[x]);
  flow_back(s, s->at[v], least);
  for (uint32_t x = head[s->at[v]]; x != v; x = head[s->at[x]]) flow_back(s, s->at[x], least);
  uint32_t again = v;
  for (uint32_t x = head[s->at[v]]; x != v; x = head[s->at[x]]) {
    if (s->level[x] != UNSEEN && flow_in(s, s->at[x]) > 0) continue;
    s->level[head[s->at[x]]] = UNSEEN;
    if (s->level[x] != UNSEEN) again = x;
  }
  return again;
}

/* One step from v: to a vertex that its flow comes from, or back where a circle was; v itself: there is none. */
static uint32_t vertex_next(PushState *s, uint32_t v) {
  const FlowView *const n = s->network;
  for (; s->at[v] < n->first[v + 1]; s->at[v]++) {
    const uint32_t w = n->head[s->at[v]];
    if (flow_in(s, s->at[v]) == 0 || s->level[w] == LEFT) continue;
    if (s->level[w] == UNSEEN) return s->level[w] = ON_PATH, s->previous[w] = v, w;
    const uint32_t again = circle_cancel(s, v);
    if (again != v) return s->at[again]++, again;
  }
  return v;
}

/* Puts into the queue what it leaves. */
static uint32_t path_search(PushState *s, uint32_t root, uint32_t count) {
  uint32_t v = root;
  for (s->level[root] = ON_PATH;;) {
    const uint32_t next = vertex_next(s, v);
    if (next != v) {
      v = next;
      continue;
    }
    s->level[v] = LEFT, s->queue[count++] = v;
    if (v == root) return count;
    v = s->previous[v], s->at[v]++;
  }
}

static void excess_return(PushState *s, uint32_t v) {
  const FlowView *const n = s->network;
  for (uint32_t a = n->first[v]; a < n->first[v + 1] && s->excess[v] > 0; a++) {
    const int64_t flow = flow_in(s, a), amount = flow < s->excess[v] ? flow : s->excess[v];
    flow_back(s, a, amount);
    s->excess[v] -= amount, s->excess[n->head[a]] += amount;
    n->answer->pushes += amount > 0;
  }
}

void push_return(PushState *s) {
  const FlowView *const n = s->network;
  uint32_t count = 0;
  for (uint32_t v = 0; v < n->vertices; v++) s->level[v] = UNSEEN, s->at[v] = n->first[v];
  s->level[n->source] = s->level[n->sink] = LEFT;
  for (uint32_t v = 0; v < n->vertices; v++)
    if (s->level[v] == UNSEEN && s->excess[v] > 0) count = path_search(s, v, count);
  while (count > 0) excess_return(s, s->queue[--count]);
}
