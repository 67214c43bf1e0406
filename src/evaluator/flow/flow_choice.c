/* See flow_choice.h. */
#include "flow_choice.h"

#include <stdlib.h>
#include <string.h>

enum { NEAR_PLACES = 1 << 17 };

const char *const flow_methods[] = {"auto", "push-relabel", "waves", "mpm", "mpm-active", NULL};

/* The vertices before queue[q], to the queue from `count` on. Returns where it ends. The one without a branch that nobody can foresee is for networks
 * that are near in memory. */
static uint32_t vertex_expand_near(const FlowView *n, uint32_t *level, uint32_t *queue, uint32_t q,
                                   uint32_t count) {
  const uint32_t next = level[queue[q]] + 1, end = n->first[queue[q] + 1];
  for (uint32_t a = n->first[queue[q]]; a < end; a++) {
    const uint32_t u = n->head[a], was = level[u];
    const bool won = (was == UINT32_MAX) & (n->residual[n->mate[a]] > 0);
    level[u] = won ? next : was;
    queue[count] = u;
    count += won;
  }
  return count;
}

static uint32_t vertex_expand_far(const FlowView *n, uint32_t *level, uint32_t *queue, uint32_t q,
                                  uint32_t count) {
  for (uint32_t a = n->first[queue[q]]; a < n->first[queue[q] + 1]; a++) {
    const uint32_t u = n->head[a];
    if (level[u] != UINT32_MAX || n->residual[n->mate[a]] == 0) continue;
    level[u] = level[queue[q]] + 1;
    queue[count++] = u;
  }
  return count;
}

/* The queue is sorted by level: its last vertex has the highest one. Returns how many vertices it has. */
static uint32_t levels_search(const FlowView *n, uint32_t *level, uint32_t *queue) {
  uint32_t count = 1;
  memset(level, 0xff, n->vertices * sizeof *level);
  level[n->sink] = 0;
  queue[0] = n->sink;
  for (uint32_t q = 0; q < count; q++)
    count = (n->places <= NEAR_PLACES ? vertex_expand_near : vertex_expand_far)(n, level, queue, q, count);
  return count;
}

FlowChoice flow_choice(FlowMethod asked, uint32_t depth, uint32_t reached) {
  const uint32_t width = depth ? reached / depth : reached;
  const bool flat = depth <= FLOW_DEPTH || width >= FLOW_WIDTH;
  const FlowMethod measured = flat ? FLOW_WAVES : FLOW_PUSH_RELABEL;
  return (FlowChoice){asked != FLOW_AUTO ? asked : measured, depth, width};
}

Status flow_choose(const FlowView *n, FlowMethod asked, FlowChoice *out) {
  uint32_t *const level = malloc((2 * (size_t)n->vertices + 1) * sizeof *level);
  if (!level) FAIL(ERR_MEMORY, "no memory for a search of %u vertices", n->vertices);
  uint32_t *const queue = level + n->vertices;
  const uint32_t count = levels_search(n, level, queue);
  *out = flow_choice(asked, level[queue[count - 1]], count);
  free(level);
  return OK;
}

Status flow_kernels_run(Backend *be, const FlowBatch *batch, FlowMethod method) {
  const FlowKernels *const kernels = be->ops->flow;
  if (method != FLOW_MPM && method != FLOW_MPM_ACTIVE) return kernels->waves(be, batch);
  return kernels->mpm(be, batch, method == FLOW_MPM ? MPM_BASE : MPM_ACTIVE);
}
