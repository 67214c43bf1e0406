/* Breadth-first search on CUDA: twin of src/cpu/bfs. Contract: evaluator/bfs/bfs_kernels.h. */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include "halt.h"
#include "bfs_batch.cuh"
#include "bfs_make.cuh"
#include "bfs_published.cuh"
#include "bfs_search.cuh"

using namespace bfs;

namespace {

enum { FEW = 8 }; /* a batch goes outwards while the list has fewer than 1 / FEW of the arcs */

void cuda_close(Backend *be, BfsMachine *m) {
  if (!m) return;
  for (int k = 0; k < m->count; k++) be->ops->free(be, m->parts[k]);
  free(m);
}

Status cuda_open(Backend *be, const Graph *graph, BfsMachine **out) {
  BfsMachine *m = (BfsMachine *)calloc(1, sizeof *m);
  if (!m) FAIL(ERR_MEMORY, "no memory for a search");
  m->g = graph;
  const Status status = machine_fill(be, m);
  if (status == OK)
    *out = m;
  else
    cuda_close(be, m);
  return status;
}

/* ---- a graph that is made here ---- */

Status machine_make(Backend *be, const GraphPlan *plan, BfsMachine *m, Graph *g) {
  m->g = g;
  TRY(edges_place(be, plan, m));
  TRY(graph_tell(be, m, plan, g));
  return searches_open(be, m);
}

Status cuda_make(Backend *be, const GraphPlan *plan, Graph **graph, BfsMachine **out) {
  bool fits;
  *graph = NULL, *out = NULL;
  TRY(room_check(be, plan->n, graph_plan_least(plan), plan->directed));
  TRY(making_fits(be, plan, &fits));
  if (!fits) return OK;
  BfsMachine *m = (BfsMachine *)calloc(1, sizeof *m);
  Graph *g = (Graph *)calloc(1, sizeof *g);
  Status status = m && g ? machine_make(be, plan, m, g) : status_fail(ERR_MEMORY, "no memory for a graph");
  if (status == OK) return *graph = g, *out = m, OK;
  cuda_close(be, m), graph_free(g);
  return status;
}

Status cuda_rows(Backend *be, BfsMachine *m, Graph *g) { return rows_fetch(be, m->d, g); }

/* ---- a source ---- */

Status search_bits(Backend *be, BfsMachine *m, uint32_t source, bool inwards) {
  Device d = m->d;
  uint64_t blocks = 1;
  void *args[] = {&d, &source, &inwards};
  TRY(blocks_of(be, search_kernel, &blocks));
  CUDA_TRY(cudaLaunchCooperativeKernel(search_kernel, dim3((unsigned)blocks), dim3(THREADS), args, 0,
                                       cuda_state(be)->stream));
  CUDA_TRY(cudaGetLastError());
  return OK;
}

Status changed_get(Backend *be, BfsMachine *m, uint32_t *changed) {
  return be->ops->download(be, changed, &m->d.control->changed, sizeof *changed);
}

Status search_basic(Backend *be, BfsMachine *m, uint32_t source) {
  const Device &d = m->d;
  uint32_t changed = 1;
  const uint32_t none = 0;
  TRY(kernel_launch(be, begin_kernel, blocks_for(d.n), THREADS, d, source));
  for (uint32_t level = 1; changed && !halt_due(); level++) {
    TRY(be->ops->upload(be, &d.control->changed, &none, sizeof none));
    TRY(kernel_launch(be, basic_kernel, blocks_for(d.n), THREADS, d, level));
    TRY(changed_get(be, m, &changed));
  }
  return halt_after("a breadth-first search");
}

Status search_active(Backend *be, BfsMachine *m, uint32_t source) {
  const Device &d = m->d;
  const uint32_t blocks = (uint32_t)blocks_for(d.n);
  uint32_t count = 1, *const place = (uint32_t *)d.before[0], *const sums = (uint32_t *)d.before[1];
  TRY(kernel_launch(be, begin_kernel, blocks, THREADS, d, source));
  for (uint32_t level = 1; count && !halt_due(); level++) {
    TRY(kernel_launch(be, flags_clear, blocks, THREADS, d));
    TRY(kernel_launch(be, active_kernel, blocks_for(count), THREADS, d, count, level));
    TRY(kernel_launch(be, flags_scan, blocks, THREADS, d, place, sums));
    TRY(kernel_launch(be, sums_scan, 1, WARP, d, sums, blocks));
    TRY(kernel_launch(be, flags_scatter, blocks, THREADS, d, (const uint32_t *)place,
                      (const uint32_t *)sums));
    TRY(changed_get(be, m, &count));
  }
  return halt_after("a breadth-first search");
}

Status cuda_wait(Backend *be, BfsMachine *m) {
  uint32_t changed; /* after all that was queued */
  return changed_get(be, m, &changed);
}

Status cuda_search(Backend *be, BfsMachine *m, BfsMethod method, uint32_t source) {
  if (method == BFS_BASIC) return search_basic(be, m, source);
  if (method == BFS_ACTIVE) return search_active(be, m, source);
  TRY(search_bits(be, m, source, method == BFS_DIRECTION));
  return cuda_wait(be, m);
}

Status cuda_record(Backend *be, BfsMachine *m, BfsRecord *out) {
  Control *const host = (Control *)calloc(1, sizeof *host);
  if (!host) FAIL(ERR_MEMORY, "no memory for a record");
  const size_t bytes = offsetof(Control, tally);
  Status status = be->ops->upload(be, m->d.control, host, bytes);
  if (status == OK) status = kernel_fill(be, record_kernel, m->d);
  if (status == OK) status = be->ops->download(be, host, m->d.control, bytes);
  if (status == OK) *out = {host->depth, (uint32_t)host->visited, host->arcs, host->checksum};
  free(host);
  return status;
}

Status cuda_levels(Backend *be, BfsMachine *m, uint32_t *level) {
  return be->ops->download(be, level, m->d.level, m->d.n * sizeof *level);
}

/* ---- many sources ---- */

/* Segments of the rows that are longer than HUB, or their number alone. */
uint32_t segments_list(const Graph *g, Segment *to) {
  uint32_t count = 0;
  for (uint32_t v = 0; v < g->n; v++) {
    const uint64_t begin = g->in_offset[v], end = g->in_offset[v + 1];
    for (uint64_t at = begin; end - begin > HUB && at < end; at += HUB, count++)
      if (to) to[count] = {at, v, end - at < HUB ? (uint32_t)(end - at) : (uint32_t)HUB};
  }
  return count;
}

Status segments_open(Backend *be, BfsMachine *m) {
  m->segments = segments_list(m->g, NULL);
  Segment *const host = (Segment *)malloc((m->segments + 1ull) * sizeof *host);
  if (!host) FAIL(ERR_MEMORY, "no memory for %u segments of rows", m->segments);
  segments_list(m->g, host);
  const Status status = part_upload(be, m, m->segments, (const Segment *)host, &m->segment);
  free(host);
  return status;
}

Status masks_open(Backend *be, BfsMachine *m) {
  const uint64_t words = (uint64_t)m->d.n * MASK_WORDS;
  char of[96];
  if (m->sources) return OK;
  snprintf(of, sizeof of, "a batch of %d sources on %u vertices", BFS_BATCH, m->d.n);
  TRY(memory_device_check(of, 3 * words * sizeof(uint32_t), be));
  TRY(segments_open(be, m));
  TRY(part_alloc(be, m, words, &m->d.mask_seen));
  TRY(part_alloc(be, m, words, &m->d.mask));
  TRY(part_alloc(be, m, words, &m->d.acquired));
  TRY(part_alloc(be, m, MASK_WORDS, &m->alive));
  return part_alloc(be, m, BFS_BATCH, &m->sources);
}

Status words_zero(Backend *be, uint32_t *at, uint64_t words) {
  return kernel_fill(be, words_clear, at, (Word)words);
}

Status batch_begin(Backend *be, BfsMachine *m, const uint32_t *sources, uint32_t count) {
  const uint64_t words = (uint64_t)m->d.n * MASK_WORDS;
  TRY(masks_open(be, m));
  TRY(be->ops->upload(be, m->sources, sources, count * sizeof *sources));
  TRY(words_zero(be, m->d.mask_seen, words));
  TRY(words_zero(be, m->d.mask, words));
  TRY(words_zero(be, m->d.acquired, words));
  TRY(words_zero(be, m->d.fresh, m->d.words));
  TRY(words_zero(be, m->d.seen, m->d.words));
  m->stale[0] = m->stale[1] = m->inwards = false;
  return kernel_launch(be, masks_begin, 1, THREADS, m->d, (const uint32_t *)m->sources, count);
}

/* Who acquired something is the list; `host` has its sums and its end. The masks of the old one become the room for the next. */
Status level_turn(Backend *be, BfsMachine *m, Control *host) {
  TRY(words_zero(be, (uint32_t *)m->d.control, sizeof *m->d.control / sizeof(uint32_t)));
  TRY(kernel_fill(be, masks_turn, m->d, !m->inwards));
  TRY(be->ops->download(be, host, m->d.control, sizeof *host));
  uint32_t *swap = m->d.mask;
  m->d.mask = m->d.acquired, m->d.acquired = swap;
  swap = m->d.seen, m->d.seen = m->d.fresh, m->d.fresh = swap;
  const bool stale = m->stale[0];
  m->stale[0] = m->stale[1], m->stale[1] = stale;
  return OK;
}

/* Sources that have found nothing in the last level find nothing any more. */
Status level_inwards(Backend *be, BfsMachine *m, const Control *host) {
  uint32_t alive[MASK_WORDS] = {0};
  for (uint32_t s = 0; s < BFS_BATCH; s++) alive[s / 32] |= (uint32_t)(host->tally[s].weight > 0) << s % 32;
  m->inwards = m->stale[1] = true;
  TRY(be->ops->upload(be, m->alive, alive, sizeof alive));
  TRY(kernel_fill(be, masks_inwards, m->d, (const uint32_t *)m->alive));
  if (!m->segments) return OK;
  return kernel_fill(be, segments_inwards, m->d, m->segment, m->segments, (const uint32_t *)m->alive);
}

Status level_outwards(Backend *be, BfsMachine *m) {
  TRY(m->stale[1] ? words_zero(be, m->d.acquired, (uint64_t)m->d.n * MASK_WORDS)
                  : kernel_fill(be, masks_clear, m->d));
  m->inwards = m->stale[1] = false;
  TRY(words_zero(be, m->d.fresh, m->d.words));
  return kernel_fill(be, masks_outwards, m->d);
}

Status level_go(Backend *be, BfsMachine *m, const Control *host) {
  const bool many = end_arcs(host->end[0]) >= m->d.arcs / FEW;
  return many ? level_inwards(be, m, host) : level_outwards(be, m);
}

bool records_add(const Tally *tally, uint32_t level, uint32_t count, BfsRecord *out) {
  bool any = false;
  for (uint32_t s = 0; s < count; s++) {
    if (!tally[s].weight) continue; /* weights are above 0, their sum does not overflow */
    out[s].depth = level, out[s].checksum += (level + (Word)1) * tally[s].weight, any = true;
  }
  return any;
}

Status records_end(Backend *be, BfsMachine *m, uint32_t count, Control *host, BfsRecord *out) {
  TRY(words_zero(be, (uint32_t *)m->d.control, sizeof *m->d.control / sizeof(uint32_t)));
  TRY(kernel_fill(be, masks_total, m->d));
  TRY(be->ops->download(be, host, m->d.control, sizeof *host));
  for (uint32_t s = 0; s < count; s++)
    out[s].visited = (uint32_t)host->tally[s].count, out[s].arcs = host->tally[s].arcs;
  return OK;
}

Status levels_run(Backend *be, BfsMachine *m, uint32_t count, Control *host, BfsRecord *out) {
  for (uint32_t level = 0; !halt_due(); level++) {
    TRY(level_turn(be, m, host));
    if (!records_add(host->tally, level, count, out) || !end_count(host->end[0])) break;
    TRY(level_go(be, m, host));
  }
  TRY(halt_after("breadth-first searches"));
  return records_end(be, m, count, host, out);
}

Status cuda_batch(Backend *be, BfsMachine *m, const uint32_t *sources, uint32_t count, BfsRecord *out) {
  Control *const host = (Control *)malloc(sizeof *host);
  if (!host) FAIL(ERR_MEMORY, "no memory for the sums of a level");
  memset((void *)out, 0, count * sizeof *out);
  Status status = batch_begin(be, m, sources, count);
  if (status == OK) status = levels_run(be, m, count, host, out);
  free(host);
  return status;
}

Status cuda_describe(Backend *be, Description *out) {
  *out = {};
  snprintf(out->shape, sizeof out->shape, "a bit a vertex, one launch a search, %d sources at once, %d SMs",
           BFS_BATCH, cuda_state(be)->sms);
  snprintf(out->binds, sizeof out->binds, "random reads of bitmaps and rows");
  return OK;
}

} // namespace

extern "C" const BfsKernels bfs_kernels_cuda = {cuda_open,   cuda_make,   cuda_rows,
                                                cuda_close,  cuda_search, cuda_record,
                                                cuda_levels, cuda_batch,  cuda_describe};
