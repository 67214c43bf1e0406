/* Direction-optimising search with a bit a vertex: see bfs_kernels.h. */
#include <stdbool.h>
#include <string.h>
#include "halt.h"
#include "machine.h"

/* Inwards when the frontier has more than 1 / OUT of the arcs of vertices without a level; outwards again when it has fewer than 1 / IN
 * of all vertices, and shrinks. */
enum { OUT = 15, IN = 18, PENDING = 256 };

typedef struct Pending { /* a thread's new vertices, on their way to the frontier */
  uint32_t vertex[PENDING];
  uint32_t count;
} Pending;

static void pending_flush(Frontier *next, Pending *p) {
  const uint64_t at = __atomic_fetch_add(&next->count, p->count, __ATOMIC_RELAXED);
  memcpy(next->vertex + at, p->vertex, p->count * sizeof *p->vertex);
  p->count = 0;
}

/* Gives v its level, if it has none. */
static bool vertex_take(BfsMachine *m, uint32_t v, uint32_t level) {
  uint64_t *const word = &m->seen[v / WORD_BITS], bit = 1ull << v % WORD_BITS;
  if (__atomic_load_n(word, __ATOMIC_RELAXED) & bit) return false;
  if (__atomic_fetch_or(word, bit, __ATOMIC_RELAXED) & bit) return false;
  m->level[v] = level;
  return true;
}

static void level_outwards(BfsMachine *m, uint32_t level) {
  const Graph *g = m->g;
  uint64_t arcs = 0;
  m->next.count = 0;
#pragma omp parallel num_threads(m->threads) reduction(+ : arcs)
  {
    Pending p = {.count = 0};
#pragma omp for schedule(dynamic, TAKE) nowait
    for (uint64_t k = 0; k < m->now.count; k++) {
      const uint32_t u = m->now.vertex[k];
      for (uint64_t a = g->offset[u]; a < g->offset[u + 1]; a++) {
        const uint32_t v = g->to[a];
        if (!vertex_take(m, v, level)) continue;
        arcs += graph_degree(g, v);
        p.vertex[p.count++] = v;
        if (p.count == PENDING) pending_flush(&m->next, &p);
      }
    }
    pending_flush(&m->next, &p);
  }
  m->next.arcs = arcs;
}

/* Vertices of a word that have a neighbour with a level. Until now only those of the last level can be new to them. */
static uint64_t word_inwards(const BfsMachine *m, uint64_t w, uint32_t level) {
  const Graph *g = m->g;
  uint64_t todo = ~m->seen[w], found = 0;
  const uint64_t left = g->n - w * WORD_BITS;
  if (left < WORD_BITS) todo &= (1ull << left) - 1;
  for (; todo; todo &= todo - 1) {
    const uint32_t bit = (uint32_t)__builtin_ctzll(todo), v = (uint32_t)(w * WORD_BITS) + bit;
    for (uint64_t a = g->in_offset[v]; a < g->in_offset[v + 1]; a++) {
      const uint32_t u = g->in_to[a];
      if (!(m->seen[u / WORD_BITS] >> u % WORD_BITS & 1)) continue;
      found |= 1ull << bit;
      m->level[v] = level;
      break;
    }
  }
  return found;
}

/* machine->next.count and arcs alone: there is no list. */
static void level_inwards(BfsMachine *m, uint32_t level) {
  uint64_t count = 0, arcs = 0;
#pragma omp parallel for num_threads(m->threads) schedule(dynamic, TAKE) reduction(+ : count, arcs)
  for (uint64_t w = 0; w < m->words; w++) {
    const uint64_t found = word_inwards(m, w, level);
    m->fresh[w] = m->seen[w] | found;
    count += (uint64_t)__builtin_popcountll(found);
    for (uint64_t left = found; left; left &= left - 1)
      arcs += graph_degree(m->g, (uint32_t)(w * WORD_BITS) + (uint32_t)__builtin_ctzll(left));
  }
  m->next.count = count;
  m->next.arcs = arcs;
  uint64_t *const swap = m->seen;
  m->seen = m->fresh;
  m->fresh = swap;
}

/* The list of the last level, which was found inwards. */
static void frontier_list(BfsMachine *m) {
  m->now.count = 0;
#pragma omp parallel num_threads(m->threads)
  {
    Pending p = {.count = 0};
#pragma omp for schedule(dynamic, TAKE) nowait
    for (uint64_t w = 0; w < m->words; w++)
      for (uint64_t left = m->seen[w] & ~m->fresh[w]; left; left &= left - 1) {
        p.vertex[p.count++] = (uint32_t)(w * WORD_BITS) + (uint32_t)__builtin_ctzll(left);
        if (p.count == PENDING) pending_flush(&m->now, &p);
      }
    pending_flush(&m->now, &p);
  }
}

static void level_end(BfsMachine *m) {
  const Frontier swap = m->now;
  m->now = m->next;
  m->next = swap;
}

Status search_bits(BfsMachine *m, uint32_t source, bool inwards) {
  uint64_t unexplored = m->g->arcs - graph_degree(m->g, source), before = 0;
  bool in = false;
  memset(m->seen, 0, m->words * sizeof *m->seen);
  m->seen[source / WORD_BITS] |= 1ull << source % WORD_BITS;
  m->now.vertex[0] = source;
  m->now.count = 1;
  m->now.arcs = graph_degree(m->g, source);
  for (uint32_t level = 1; m->now.count && !halt_due(); level++) {
    if (!in && inwards && m->now.arcs > unexplored / OUT)
      in = true;
    else if (in && m->now.count < m->g->n / IN && m->now.count < before) {
      in = false;
      frontier_list(m);
    }
    before = m->now.count;
    if (in)
      level_inwards(m, level);
    else
      level_outwards(m, level);
    unexplored -= m->next.arcs;
    level_end(m);
  }
  return halt_after("a breadth-first search");
}
