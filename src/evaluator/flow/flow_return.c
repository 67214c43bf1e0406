/* See flow_return.h. */
#include "flow_return.h"

#include <string.h>
#include "halt.h"

#define LEVEL_NONE UINT32_MAX

typedef struct Back {
  const FlowView *network;
  uint32_t *level, *queue; /* (vertices) LEVEL_NONE: not found; in the order of a search */
  int64_t *excess;
} Back;

/* Levels from the source on, until `wanted` vertices with an excess have one. Returns how many vertices have, in b->queue. */
static uint32_t levels_search(Back *b, uint32_t wanted) {
  const FlowView *const n = b->network;
  uint32_t count = 0;
  memset(b->level, 0xff, n->vertices * sizeof *b->level);
  b->level[n->source] = 0;
  b->queue[count++] = n->source;
  for (uint32_t q = 0; q < count && wanted > 0; q++) {
    const uint32_t v = b->queue[q], level = b->level[v] + 1;
    for (uint32_t a = n->first[v]; a < n->first[v + 1]; a++) {
      const uint32_t u = n->head[a];
      if (b->level[u] != LEVEL_NONE || n->residual[n->mate[a]] == 0 || u == n->sink) continue;
      b->level[u] = level;
      b->queue[count++] = u;
      wanted -= b->excess[u] > 0;
    }
  }
  return count;
}

/* True: v keeps some of its excess. */
static bool vertex_send(Back *b, uint32_t v) {
  const FlowView *const n = b->network;
  int64_t left = b->excess[v];
  for (uint32_t a = n->first[v]; a < n->first[v + 1] && left > 0; a++) {
    const uint32_t u = n->head[a];
    if (b->level[u] + 1 != b->level[v] || n->residual[a] == 0) continue;
    const int64_t amount = n->residual[a] < left ? n->residual[a] : left;
    n->residual[a] -= amount;
    n->residual[n->mate[a]] += amount;
    left -= amount;
    b->excess[u] += amount;
    n->answer->pushes++;
  }
  b->excess[v] = left;
  return left > 0;
}

Status flow_return(const FlowView *n, uint32_t *level, uint32_t *queue, int64_t *excess) {
  Back b = {n, level, queue, excess};
  uint32_t wanted = 0;
  for (uint32_t v = 0; v < n->vertices; v++) wanted += excess[v] > 0 && v != n->source && v != n->sink;
  while (wanted > 0) {
    const uint32_t count = levels_search(&b, wanted);
    wanted = 0;
    for (uint32_t q = count; q-- > 1;)
      if (excess[queue[q]] > 0) wanted += vertex_send(&b, queue[q]);
    if (halt_poll()) return halt_check("a maximum flow");
  }
  return OK;
}
