/* A graph on its device with what searches need, and launches. Part of bfs.cu. */
#ifndef CORDEE_GPU_BFS_BFS_MACHINE_CUH
#define CORDEE_GPU_BFS_BFS_MACHINE_CUH

#include "gpu/cuda_try.h"
#include "memory.h"
#include "bfs_batch.cuh"
#include "bfs_search.cuh"
#include "bfs_tally.cuh"

struct BfsMachine {
  bfs::Device d;
  const Graph *g;
  void *parts[32]; /* all that was allocated; NULL: it is given back */
  int count;
  uint32_t source; /* of the last search */
  /* of a batch; NULL: no batch yet */
  uint32_t *sources, *alive; /* (BFS_BATCH); (WIDE) sources that have found something in the last level */
  uint32_t width;            /* words of the masks; 0: there are none */
  bool stale[2];             /* mask and acquired are not zero where their bitmaps say nothing */
  bool inwards;              /* the last level was: what it acquired is seen already */
  bfs::Word *sums; /* (2 n): levels of each vertex, and sources that reach it; NULL: batches add to none */
  uint64_t *pairs; /* (n) on the host, by level; owned */
  const bfs::Segment *segment; /* (segments) of long rows; NULL: not needed yet */
  uint32_t segments;
};

namespace bfs {

/* ---- launches ---- */

template <class... Args>
Status kernel_launch(Backend *be, void (*kernel)(Args...), uint64_t blocks, uint32_t threads, Args... args) {
  void *all[] = {(void *)&args...};
  CUDA_TRY(cudaLaunchKernel(kernel, dim3((unsigned)blocks), dim3(threads), all, 0, cuda_state(be)->stream));
  CUDA_TRY(cudaGetLastError());
  return OK;
}

/* As many blocks as are there at once. */
template <class... Args> Status blocks_of(Backend *be, void (*kernel)(Args...), uint64_t *blocks) {
  int one;
  CUDA_TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&one, kernel, THREADS, 0));
  *blocks = (uint64_t)(one > 0 ? one : 1) * (uint32_t)cuda_state(be)->sms;
  return OK;
}

template <class... Args> Status kernel_fill(Backend *be, void (*kernel)(Args...), Args... args) {
  uint64_t blocks = 1;
  TRY(blocks_of(be, kernel, &blocks));
  return kernel_launch(be, kernel, blocks, THREADS, args...);
}

static inline uint64_t blocks_for(uint64_t threads) { return (threads + THREADS - 1) / THREADS; }

/* ---- the machine ---- */

template <class T> Status part_alloc(Backend *be, BfsMachine *m, uint64_t count, T **out) {
  void *fresh;
  TRY(be->ops->alloc(be, (count + 1) * sizeof(T), &fresh));
  m->parts[m->count++] = fresh;
  *out = (T *)fresh;
  return OK;
}

template <class T>
Status part_upload(Backend *be, BfsMachine *m, uint64_t count, const T *host, const T **out) {
  T *fresh;
  TRY(part_alloc(be, m, count, &fresh));
  *out = fresh;
  return be->ops->upload(be, fresh, host, count * sizeof(T));
}

/* One that was allocated is given back before the others. */
static void part_free(Backend *be, BfsMachine *m, const void *part) {
  for (int k = 0; k < m->count; k++)
    if (m->parts[k] == part) {
      be->ops->free(be, m->parts[k]);
      m->parts[k] = NULL;
    }
}

enum { SEARCH_BYTES = 28 /* of a vertex */ };

static Status limits_check(uint64_t n, uint64_t arcs) {
  if (n >= 1ull << VERTEX_BITS || arcs >= 1ull << ARC_BITS)
    FAIL(ERR_MEMORY, "expected fewer than 2^%d vertices and 2^%d arcs on a GPU, found %llu and %llu",
         VERTEX_BITS, ARC_BITS, (unsigned long long)n, (unsigned long long)arcs);
  return OK;
}

/* A graph and what one search needs, before anything is taken. */
static Status room_check(Backend *be, uint64_t n, uint64_t arcs, bool directed) {
  char of[96];
  const uint64_t rows = (n + 1) * sizeof(uint64_t) + arcs * sizeof(uint32_t);
  TRY(limits_check(n, arcs));
  snprintf(of, sizeof of, "a graph of %llu vertices and %llu arcs", (unsigned long long)n,
           (unsigned long long)arcs);
  return memory_device_check(of, (directed ? 2 : 1) * rows + n * SEARCH_BYTES, be);
}

static Status graph_upload(Backend *be, BfsMachine *m) {
  const Graph *g = m->g;
  Device &d = m->d;
  d.n = g->n;
  d.arcs = g->arcs;
  d.words = (g->n + 31) / 32;
  TRY(part_upload(be, m, g->n + 1ull, g->offset, &d.offset));
  TRY(part_upload(be, m, g->arcs, g->to, &d.to));
  d.in_offset = d.offset;
  d.in_to = d.to;
  if (!g->directed) return OK;
  TRY(part_upload(be, m, g->n + 1ull, g->in_offset, &d.in_offset));
  return part_upload(be, m, g->arcs, g->in_to, &d.in_to);
}

/* What searches need beside the graph, which is there. */
static Status searches_open(Backend *be, BfsMachine *m) {
  Device &d = m->d;
  TRY(memory_device_check("a search of the graph", d.n * (uint64_t)SEARCH_BYTES, be));
  TRY(part_alloc(be, m, d.n, &d.level));
  TRY(part_alloc(be, m, d.words, &d.alone));
  TRY(part_alloc(be, m, d.words, &d.seen));
  TRY(part_alloc(be, m, d.words, &d.fresh));
  TRY(part_alloc(be, m, 1, &d.control));
  for (int k = 0; k < 2; k++) {
    TRY(part_alloc(be, m, d.n, &d.list[k]));
    TRY(part_alloc(be, m, d.n, &d.before[k]));
  }
  TRY(kernel_fill(be, alone_kernel, d));
  return kernel_fill(be, hubs_kernel, d, (uint32_t *)d.in_to);
}

static Status machine_fill(Backend *be, BfsMachine *m) {
  TRY(room_check(be, m->g->n, m->g->arcs, m->g->directed));
  TRY(graph_upload(be, m));
  return searches_open(be, m);
}

} // namespace bfs

#endif
