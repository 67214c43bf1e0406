/* Batches, level by level: what the host does. Part of bfs.cu. */
#ifndef CORDEE_GPU_BFS_BFS_MANY_CUH
#define CORDEE_GPU_BFS_BFS_MANY_CUH

#include <cstdlib>
#include "bfs_machine.cuh"
#include "halt.h"

namespace bfs {

enum { FEW = 8 }; /* a batch goes outwards while the list has fewer than 1 / FEW of the arcs */

/* Segments of the rows that are longer than HUB, or their number alone. */
static uint32_t segments_list(const Graph *g, Segment *to) {
  uint32_t count = 0;
  for (uint32_t v = 0; v < g->n; v++) {
    const uint64_t begin = g->in_offset[v], end = g->in_offset[v + 1];
    for (uint64_t at = begin; end - begin > HUB && at < end; at += HUB, count++)
      if (to) to[count] = {at, v, end - at < HUB ? (uint32_t)(end - at) : (uint32_t)HUB};
  }
  return count;
}

static Status segments_open(Backend *be, BfsMachine *m) {
  if (m->segment) return OK;
  m->segments = segments_list(m->g, NULL);
  Segment *const host = (Segment *)malloc((m->segments + 1ull) * sizeof *host);
  if (!host) FAIL(ERR_MEMORY, "no memory for %u segments of rows", m->segments);
  segments_list(m->g, host);
  const Status status = part_upload(be, m, m->segments, (const Segment *)host, &m->segment);
  free(host);
  return status;
}

/* What batches of any width need. */
static Status batches_open(Backend *be, BfsMachine *m) {
  if (m->sources) return OK;
  TRY(segments_open(be, m));
  TRY(part_alloc(be, m, WIDE, &m->alive));
  return part_alloc(be, m, BFS_BATCH, &m->sources);
}

static uint64_t masks_bytes(const BfsMachine *m, uint32_t width) {
  return 3ull * m->d.n * width * sizeof(uint32_t);
}

/* Whether there is room for masks of that width when those that there are have gone. */
static Status masks_fit(Backend *be, const BfsMachine *m, uint32_t width, bool *fit) {
  uint64_t room;
  *fit = true;
  if (!be->ops->room) return OK;
  TRY(be->ops->room(be, &room));
  *fit = masks_bytes(m, width) <= room + masks_bytes(m, m->width);
  return OK;
}

static void masks_free(Backend *be, BfsMachine *m) {
  part_free(be, m, m->d.mask_seen);
  part_free(be, m, m->d.mask);
  part_free(be, m, m->d.acquired);
  m->d.mask_seen = m->d.mask = m->d.acquired = NULL;
  m->width = 0;
}

/* Masks of the width that is asked for, or narrow ones if there is no room for wide ones: *width. */
static Status masks_open(Backend *be, BfsMachine *m, uint32_t asked, uint32_t *width) {
  char of[96];
  bool fit;
  *width = asked;
  TRY(batches_open(be, m));
  if (m->width >= asked) return OK;
  TRY(masks_fit(be, m, asked, &fit));
  if (!fit) *width = NARROW;
  if (m->width >= *width) return OK;
  masks_free(be, m);
  snprintf(of, sizeof of, "a batch of %u sources on %u vertices", *width * 32, m->d.n);
  TRY(memory_device_check(of, masks_bytes(m, *width), be));
  m->width = *width;
  TRY(part_alloc(be, m, (uint64_t)m->d.n * *width, &m->d.mask_seen));
  TRY(part_alloc(be, m, (uint64_t)m->d.n * *width, &m->d.mask));
  return part_alloc(be, m, (uint64_t)m->d.n * *width, &m->d.acquired);
}

static Status words_zero(Backend *be, uint32_t *at, uint64_t words) {
  return kernel_fill(be, words_clear, at, (Word)words);
}

static Status control_zero(Backend *be, const BfsMachine *m) {
  return words_zero(be, (uint32_t *)m->d.control, sizeof *m->d.control / sizeof(uint32_t));
}

template <uint32_t WORDS>
Status batch_begin(Backend *be, BfsMachine *m, const uint32_t *sources, uint32_t count) {
  const uint64_t words = (uint64_t)m->d.n * WORDS;
  TRY(be->ops->upload(be, m->sources, sources, count * sizeof *sources));
  TRY(words_zero(be, m->d.mask_seen, words));
  TRY(words_zero(be, m->d.mask, words));
  TRY(words_zero(be, m->d.acquired, words));
  TRY(words_zero(be, m->d.fresh, m->d.words));
  TRY(words_zero(be, m->d.seen, m->d.words));
  m->stale[0] = m->stale[1] = m->inwards = false;
  return kernel_launch(be, masks_begin<WORDS>, 1, THREADS, m->d, (const uint32_t *)m->sources, count);
}

static void pairs_add(const BfsMachine *m, const Control *host, uint32_t level) {
  if (!m->sums || level == 0 || level >= m->d.n) return;
  for (uint32_t s = 0; s < BFS_BATCH; s++) m->pairs[level] += host->tally[s].count;
}

/* Who acquired something is the list; `host` has its sums and its end. The masks of the old one become the room for the next. */
template <uint32_t WORDS> Status level_turn(Backend *be, BfsMachine *m, uint32_t level, Control *host) {
  TRY(control_zero(be, m));
  TRY(kernel_fill(be, masks_turn<WORDS>, m->d, !m->inwards));
  if (m->sums && level > 0) TRY(kernel_fill(be, masks_sums<WORDS>, m->d, level, m->sums));
  TRY(be->ops->download(be, host, m->d.control, sizeof *host));
  pairs_add(m, host, level);
  uint32_t *swap = m->d.mask;
  m->d.mask = m->d.acquired;
  m->d.acquired = swap;
  swap = m->d.seen;
  m->d.seen = m->d.fresh;
  m->d.fresh = swap;
  const bool stale = m->stale[0];
  m->stale[0] = m->stale[1];
  m->stale[1] = stale;
  return OK;
}

/* Sources that have found nothing in the last level find nothing any more. */
template <uint32_t WORDS> Status masks_go_inwards(Backend *be, BfsMachine *m, const Control *host) {
  uint32_t alive[WORDS] = {0};
  for (uint32_t s = 0; s < WORDS * 32; s++) alive[s / 32] |= (uint32_t)(host->tally[s].weight > 0) << s % 32;
  m->inwards = m->stale[1] = true;
  TRY(be->ops->upload(be, m->alive, alive, sizeof alive));
  TRY(kernel_fill(be, masks_inwards<WORDS>, m->d, (const uint32_t *)m->alive));
  if (!m->segments) return OK;
  return kernel_fill(be, segments_inwards<WORDS>, m->d, m->segment, m->segments, (const uint32_t *)m->alive);
}

template <uint32_t WORDS> Status masks_go_outwards(Backend *be, BfsMachine *m) {
  TRY(m->stale[1] ? words_zero(be, m->d.acquired, (uint64_t)m->d.n * WORDS)
                  : kernel_fill(be, masks_clear<WORDS>, m->d));
  m->inwards = m->stale[1] = false;
  TRY(words_zero(be, m->d.fresh, m->d.words));
  return kernel_fill(be, masks_outwards<WORDS>, m->d);
}

template <uint32_t WORDS> Status level_go(Backend *be, BfsMachine *m, const Control *host) {
  const bool many = end_arcs(host->end[0]) >= m->d.arcs / FEW;
  return many ? masks_go_inwards<WORDS>(be, m, host) : masks_go_outwards<WORDS>(be, m);
}

static bool records_add(const Tally *tally, uint32_t level, uint32_t count, BfsRecord *out) {
  bool any = false;
  for (uint32_t s = 0; s < count; s++) {
    if (!tally[s].weight) continue; /* weights are above 0, their sum does not overflow */
    out[s].depth = level;
    out[s].checksum += (level + (Word)1) * tally[s].weight;
    any = true;
  }
  return any;
}

template <uint32_t WORDS>
Status records_end(Backend *be, BfsMachine *m, uint32_t count, Control *host, BfsRecord *out) {
  TRY(control_zero(be, m));
  TRY(kernel_fill(be, masks_total<WORDS>, m->d));
  TRY(be->ops->download(be, host, m->d.control, sizeof *host));
  for (uint32_t s = 0; s < count; s++) {
    out[s].visited = (uint32_t)host->tally[s].count;
    out[s].arcs = host->tally[s].arcs;
  }
  return OK;
}

template <uint32_t WORDS>
Status levels_run(Backend *be, BfsMachine *m, uint32_t count, Control *host, BfsRecord *out) {
  for (uint32_t level = 0; !halt_due(); level++) {
    TRY(level_turn<WORDS>(be, m, level, host));
    if (!records_add(host->tally, level, count, out) || !end_count(host->end[0])) break;
    TRY(level_go<WORDS>(be, m, host));
  }
  TRY(halt_after("breadth-first searches"));
  return records_end<WORDS>(be, m, count, host, out);
}

/* Up to 32 WORDS sources; out: zeroed. */
template <uint32_t WORDS>
Status sources_run(Backend *be, BfsMachine *m, const uint32_t *sources, uint32_t count, BfsRecord *out) {
  Control *const host = (Control *)malloc(sizeof *host);
  if (!host) FAIL(ERR_MEMORY, "no memory for the sums of a level");
  Status status = batch_begin<WORDS>(be, m, sources, count);
  if (status == OK) status = levels_run<WORDS>(be, m, count, host, out);
  free(host);
  return status;
}

} // namespace bfs

#endif
