/* Many sources at once, a bit each: see bfs_kernels.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "halt.h"
#include "machine.h"
#include "memory.h"

enum {
  MASK_WORDS = AT_ONCE / WORD_BITS,
  FEW = 16 /* outwards while the frontier has fewer than 1 / FEW of the arcs */
};

typedef struct Tally { /* of a source in a level */
  uint64_t weight, arcs;
  uint32_t count;
} Tally;

/* What new bits of v say. */
static void tally_add(Tally *tally, const Mask *bits, uint32_t v, uint64_t degree) {
  const uint64_t weight = bfs_weight(v);
  for (uint32_t w = 0; w < MASK_WORDS; w++)
    for (uint64_t left = bits->word[w]; left; left &= left - 1) {
      Tally *const t = &tally[w * WORD_BITS + (uint32_t)__builtin_ctzll(left)];
      t->weight += weight;
      t->arcs += degree;
      t->count++;
    }
}

/* The levels of new bits of v, to the sums; no other thread has v. */
static void sums_add(const BfsMachine *m, const Mask *bits, uint32_t v, uint32_t level) {
  uint64_t count = 0;
  for (uint32_t w = 0; w < MASK_WORDS; w++) count += (uint64_t)__builtin_popcountll(bits->word[w]);
  m->sums[(uint64_t)BFS_SUM_LEVELS * m->g->n + v] += level * count;
  m->sums[(uint64_t)BFS_SUM_REACHED * m->g->n + v] += count;
}

static void pairs_add(const BfsMachine *m, const Tally *tally, uint32_t level) {
  if (!m->sums || level == 0 || level >= m->g->n) return;
  for (uint32_t s = 0; s < AT_ONCE; s++) m->sums[(uint64_t)BFS_SUM_PAIRS * m->g->n + level] += tally[s].count;
}

static void tallies_join(const Tally *from, Tally *to) {
#pragma omp critical
  for (uint32_t s = 0; s < AT_ONCE; s++) {
    to[s].weight += from[s].weight;
    to[s].arcs += from[s].arcs;
    to[s].count += from[s].count;
  }
}

/* A level's to the records. alive: sources that have found something. */
static void records_add(const Tally *tally, uint32_t level, uint32_t count, BfsRecord *out, Mask *alive) {
  *alive = (Mask){{0}};
  for (uint32_t s = 0; s < count; s++) {
    if (!tally[s].count) continue;
    alive->word[s / WORD_BITS] |= 1ull << s % WORD_BITS;
    out[s].depth = level;
    out[s].visited += tally[s].count;
    out[s].arcs += tally[s].arcs;
    out[s].checksum += (level + 1ull) * tally[s].weight;
  }
}

static void bit_set(uint64_t *bits, uint32_t v) {
  __atomic_fetch_or(&bits[v / WORD_BITS], 1ull << v % WORD_BITS, __ATOMIC_RELAXED);
}

/* m->acquired of v from the frontier's u; the bit of v in m->seen says that there is something. */
static void arc_outwards(BfsMachine *m, const Mask *from, uint32_t v) {
  bool any = false;
  for (uint32_t w = 0; w < MASK_WORDS; w++) {
    const uint64_t bits = from->word[w] & ~m->mask_seen[v].word[w];
    if (bits) {
      __atomic_fetch_or(&m->acquired[v].word[w], bits, __ATOMIC_RELAXED);
      any = true;
    }
  }
  if (any) bit_set(m->seen, v);
}

static void masks_outwards(BfsMachine *m) {
  const Graph *g = m->g;
#pragma omp parallel for num_threads(m->threads) schedule(dynamic, TAKE)
  for (uint64_t k = 0; k < m->now.count; k++) {
    const uint32_t u = m->now.vertex[k];
    for (uint64_t a = g->offset[u]; a < g->offset[u + 1]; a++) arc_outwards(m, &m->mask[u], g->to[a]);
  }
}

/* Whether v gets bits that it has not, into m->acquired. */
static bool vertex_inwards(BfsMachine *m, uint32_t v, const Mask *alive) {
  const Graph *g = m->g;
  Mask lacks, got = {{0}};
  uint64_t left = 0, any = 0;
  for (uint32_t w = 0; w < MASK_WORDS; w++) left |= lacks.word[w] = alive->word[w] & ~m->mask_seen[v].word[w];
  for (uint64_t a = g->in_offset[v]; left && a < g->in_offset[v + 1]; a++) {
    left = 0;
    for (uint32_t w = 0; w < MASK_WORDS; w++) {
      got.word[w] |= m->mask[g->in_to[a]].word[w] & lacks.word[w];
      left |= lacks.word[w] & ~got.word[w];
    }
  }
  for (uint32_t w = 0; w < MASK_WORDS; w++) any |= got.word[w];
  if (any) m->acquired[v] = got;
  return any;
}

static void masks_inwards(BfsMachine *m, const Mask *alive) {
#pragma omp parallel for num_threads(m->threads) schedule(dynamic, 1)
  for (uint64_t word = 0; word < m->words; word++) {
    uint64_t bits = 0;
    for (uint32_t b = 0; b < WORD_BITS && word * WORD_BITS + b < m->g->n; b++)
      bits |= (uint64_t)vertex_inwards(m, (uint32_t)(word * WORD_BITS) + b, alive) << b;
    m->seen[word] = bits;
  }
}

/* The vertices whose bits are in m->seen become the frontier, and what they acquired is seen. The old frontier's masks are cleared. */
static void frontier_turn(BfsMachine *m, uint32_t level, Tally *tally) {
#pragma omp parallel for num_threads(m->threads)
  for (uint64_t k = 0; k < m->now.count; k++) m->mask[m->now.vertex[k]] = (Mask){{0}};
  uint64_t count = 0, arcs = 0;
#pragma omp parallel num_threads(m->threads) reduction(+ : arcs)
  {
    Tally own[AT_ONCE] = {{0}};
#pragma omp for schedule(dynamic, 16) nowait
    for (uint64_t word = 0; word < m->words; word++)
      for (uint64_t left = m->seen[word]; left; left &= left - 1) {
        const uint32_t v = (uint32_t)(word * WORD_BITS) + (uint32_t)__builtin_ctzll(left);
        const uint64_t degree = graph_degree(m->g, v);
        for (uint32_t w = 0; w < MASK_WORDS; w++) m->mask_seen[v].word[w] |= m->acquired[v].word[w];
        tally_add(own, &m->acquired[v], v, degree);
        if (m->sums && level > 0) sums_add(m, &m->acquired[v], v, level);
        m->now.vertex[__atomic_fetch_add(&count, 1, __ATOMIC_RELAXED)] = v;
        arcs += degree;
      }
    tallies_join(own, tally);
  }
  m->now.count = count;
  m->now.arcs = arcs;
  Mask *const swap = m->mask;
  m->mask = m->acquired;
  m->acquired = swap;
}

static Status masks_open(BfsMachine *m) {
  char of[96];
  snprintf(of, sizeof of, "a batch of %d sources on %u vertices", AT_ONCE, m->g->n);
  if (!m->mask_seen) TRY(memory_host_check(of, 3ull * m->g->n * sizeof *m->mask_seen));
  if (!m->mask_seen) m->mask_seen = malloc(m->g->n * sizeof *m->mask_seen);
  if (!m->mask) m->mask = malloc(m->g->n * sizeof *m->mask);
  if (!m->acquired) m->acquired = malloc(m->g->n * sizeof *m->acquired);
  if (!m->mask_seen || !m->mask || !m->acquired)
    FAIL(ERR_MEMORY, "no memory for %d sources at once on %u vertices", AT_ONCE, m->g->n);
  memset(m->mask_seen, 0, m->g->n * sizeof *m->mask_seen);
  memset(m->mask, 0, m->g->n * sizeof *m->mask);
  memset(m->acquired, 0, m->g->n * sizeof *m->acquired);
  return OK;
}

Status search_batch(BfsMachine *m, const uint32_t *sources, uint32_t count, BfsRecord *out) {
  TRY(masks_open(m));
  memset(out, 0, count * sizeof *out);
  m->now.count = 0;
  memset(m->seen, 0, m->words * sizeof *m->seen);
  for (uint32_t s = 0; s < count; s++) {
    m->acquired[sources[s]].word[s / WORD_BITS] |= 1ull << s % WORD_BITS;
    bit_set(m->seen, sources[s]);
  }
  for (uint32_t level = 0; !halt_due(); level++) {
    Tally tally[AT_ONCE] = {{0}};
    frontier_turn(m, level, tally);
    pairs_add(m, tally, level);
    Mask alive;
    records_add(tally, level, count, out, &alive);
    if (!m->now.count) break;
    memset(m->seen, 0, m->words * sizeof *m->seen);
    if (m->now.arcs < m->g->arcs / FEW)
      masks_outwards(m);
    else
      masks_inwards(m, &alive);
  }
  return halt_after("breadth-first searches");
}
