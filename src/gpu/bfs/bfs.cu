/* Breadth-first search on CUDA: twin of src/cpu/bfs. Contract: evaluator/bfs/bfs_kernels.h. */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include "halt.h"
#include "bfs_make.cuh"
#include "bfs_many.cuh"
#include "bfs_parents.cuh"
#include "bfs_published.cuh"
#include "bfs_search.cuh"

using namespace bfs;

namespace {

void cuda_close(Backend *be, BfsMachine *m) {
  if (!m) return;
  for (int k = 0; k < m->count; k++) be->ops->free(be, m->parts[k]);
  free(m->pairs);
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
  *graph = NULL;
  *out = NULL;
  TRY(room_check(be, plan->n, graph_plan_least(plan), plan->directed));
  TRY(making_fits(be, plan, &fits));
  if (!fits) return OK;
  BfsMachine *m = (BfsMachine *)calloc(1, sizeof *m);
  Graph *g = (Graph *)calloc(1, sizeof *g);
  Status status = m && g ? machine_make(be, plan, m, g) : status_fail(ERR_MEMORY, "no memory for a graph");
  if (status == OK) {
    *graph = g;
    *out = m;
    return OK;
  }
  cuda_close(be, m);
  graph_free(g);
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
  m->source = source;
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

Status cuda_parents(Backend *be, BfsMachine *m, uint32_t *parent) {
  TRY(segments_open(be, m));
  TRY(kernel_fill(be, levels_pack, m->d));
  TRY(kernel_fill(be, parents_kernel, m->d, m->source));
  if (m->segments) TRY(kernel_fill(be, segments_parents, m->d, m->segment, m->segments));
  return parent ? be->ops->download(be, parent, m->d.list[1], m->d.n * sizeof *parent) : cuda_wait(be, m);
}

/* ---- many sources ---- */

Status cuda_batch(Backend *be, BfsMachine *m, const uint32_t *sources, uint32_t count, BfsRecord *out) {
  uint32_t width = WIDE;
  memset((void *)out, 0, count * sizeof *out);
  TRY(masks_open(be, m, count > NARROW * 32 ? WIDE : NARROW, &width));
  for (uint32_t k = 0; k < count; k += width * 32) {
    const uint32_t some = count - k < width * 32 ? count - k : width * 32;
    TRY(width == WIDE ? sources_run<WIDE>(be, m, sources + k, some, out + k)
                      : sources_run<NARROW>(be, m, sources + k, some, out + k));
  }
  return OK;
}

Status cuda_sums_open(Backend *be, BfsMachine *m) {
  const uint64_t words = 2ull * m->d.n;
  if (!m->sums) {
    TRY(memory_device_check("sums over the sources", words * sizeof *m->sums, be));
    TRY(part_alloc(be, m, words, &m->sums));
  }
  free(m->pairs);
  m->pairs = (uint64_t *)calloc(m->d.n + 1ull, sizeof *m->pairs);
  if (!m->pairs) FAIL(ERR_MEMORY, "no memory for sums over the sources of %u vertices", m->d.n);
  return words_zero(be, (uint32_t *)m->sums, 2 * words);
}

Status cuda_sums(Backend *be, BfsMachine *m, uint64_t *sums) {
  memcpy(sums + (uint64_t)BFS_SUM_PAIRS * m->d.n, m->pairs, m->d.n * sizeof *m->pairs);
  return be->ops->download(be, sums, m->sums, 2ull * m->d.n * sizeof *sums);
}

Status cuda_describe(Backend *be, Description *out) {
  *out = {};
  snprintf(out->shape, sizeof out->shape, "a bit a vertex, one launch a search, %d sources at once, %d SMs",
           BFS_BATCH, cuda_state(be)->sms);
  snprintf(out->binds, sizeof out->binds, "random reads of bitmaps and rows");
  return OK;
}

} // namespace

extern "C" const BfsKernels bfs_kernels_cuda = {cuda_open,   cuda_make,      cuda_rows,   cuda_close,
                                                cuda_search, cuda_record,    cuda_levels, cuda_parents,
                                                cuda_batch,  cuda_sums_open, cuda_sums,   cuda_describe};
