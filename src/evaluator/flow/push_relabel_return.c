/* Push-relabel, its second stage: excesses go back to the source, in phases as those of waves (flow_kernels.h). Exact distances to the source are
 * searched; then each vertex with an excess, the farthest first, sends it to the vertices that are one nearer. What is left over is farther away in
 * the next phase. */
#include <string.h>
#include "halt.h"
#include "push_relabel_state.h"

/* Levels from the source on, until `wanted` vertices with an excess have one. Returns how many vertices have, in s->queue. */
static uint32_t levels_search(PushState *s, uint32_t wanted) {
  const FlowView *const n = s->network;
  uint32_t count = 0;
  memset(s->level, 0xff, n->vertices * sizeof *s->level);
  s->level[n->source] = 0;
  s->queue[count++] = n->source;
  for (uint32_t q = 0; q < count && wanted > 0; q++) {
    const uint32_t v = s->queue[q], level = s->level[v] + 1;
    for (uint32_t a = n->first[v]; a < n->first[v + 1]; a++) {
      const uint32_t u = n->head[a];
      if (s->level[u] != PUSH_NONE || n->residual[n->mate[a]] == 0 || u == n->sink) continue;
      s->level[u] = level;
      s->queue[count++] = u;
      wanted -= s->excess[u] > 0;
    }
  }
  return count;
}

/* True: v keeps some of its excess. */
static bool vertex_send(PushState *s, uint32_t v) {
  const FlowView *const n = s->network;
  int64_t left = s->excess[v];
  for (uint32_t a = n->first[v]; a < n->first[v + 1] && left > 0; a++) {
    const uint32_t u = n->head[a];
    if (s->level[u] + 1 != s->level[v] || n->residual[a] == 0) continue;
    const int64_t amount = n->residual[a] < left ? n->residual[a] : left;
    n->residual[a] -= amount;
    n->residual[n->mate[a]] += amount;
    left -= amount;
    s->excess[u] += amount;
    n->answer->pushes++;
  }
  s->excess[v] = left;
  return left > 0;
}

Status push_return(PushState *s) {
  const FlowView *const n = s->network;
  uint32_t wanted = 0;
  for (uint32_t v = 0; v < n->vertices; v++) wanted += s->excess[v] > 0 && v != n->source && v != n->sink;
  while (wanted > 0) {
    const uint32_t count = levels_search(s, wanted);
    wanted = 0;
    for (uint32_t q = count; q-- > 1;)
      if (s->excess[s->queue[q]] > 0) wanted += vertex_send(s, s->queue[q]);
    if (halt_poll()) return halt_check("a maximum flow");
  }
  return OK;
}
