/* The published methods, corrected: see bfs_kernels.h. */
#include <string.h>
#include "halt.h"
#include "machine.h"

/* Neighbours of u without a level get it. Several threads may give the same. */
static bool row_label(BfsMachine *m, uint32_t u, uint32_t level, bool flag) {
  const Graph *g = m->g;
  bool any = false;
  for (uint64_t a = g->offset[u]; a < g->offset[u + 1]; a++) {
    uint32_t *const here = &m->level[g->to[a]];
    if (__atomic_load_n(here, __ATOMIC_RELAXED) != BFS_NO_LEVEL) continue;
    __atomic_store_n(here, level, __ATOMIC_RELAXED);
    if (flag) __atomic_store_n(&m->next.vertex[g->to[a]], 1, __ATOMIC_RELAXED);
    any = true;
  }
  return any;
}

Status search_basic(BfsMachine *m) {
  bool changed = true;
  for (uint32_t level = 1; changed && !halt_due(); level++) {
    changed = false;
#pragma omp parallel for num_threads(m->threads) schedule(dynamic, TAKE) reduction(|| : changed)
    for (uint32_t u = 0; u < m->g->n; u++)
      if (__atomic_load_n(&m->level[u], __ATOMIC_RELAXED) == level - 1)
        changed = row_label(m, u, level, false) || changed;
  }
  return halt_after("a breadth-first search");
}

/* The flags' exclusive scan, on one thread, and the vertices where it changes. */
static void flags_list(BfsMachine *m) {
  m->now.count = 0;
  for (uint32_t v = 0; v < m->g->n; v++) {
    m->now.vertex[m->now.count] = v;
    m->now.count += m->next.vertex[v];
  }
}

/* The flags lie in next.vertex; the list has room for a vertex more. */
Status search_active(BfsMachine *m, uint32_t source) {
  m->now.vertex[0] = source;
  m->now.count = 1;
  for (uint32_t level = 1; m->now.count && !halt_due(); level++) {
    memset(m->next.vertex, 0, m->g->n * sizeof *m->next.vertex);
#pragma omp parallel for num_threads(m->threads) schedule(dynamic, TAKE)
    for (uint64_t k = 0; k < m->now.count; k++) row_label(m, m->now.vertex[k], level, true);
    flags_list(m);
  }
  return halt_after("a breadth-first search");
}
