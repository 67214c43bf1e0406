/* Graphs that are made on the device: each edge becomes two keys (tail, head), one for each direction, or one; sorted and without
 * repetitions they are the rows. A loop is the largest key, a loop itself, and the last to be left. Part of bfs.cu. */
#ifndef CORDEE_GPU_BFS_BFS_MAKE_CUH
#define CORDEE_GPU_BFS_BFS_MAKE_CUH

#include <cstdlib>
#include "bfs_machine.cuh"
#include "bfs_sort.h"

namespace bfs {

struct Making {
  GraphPlan plan; /* its ends on the device */
  uint32_t bits;  /* of a vertex */
  Key *keys[2];
  uint64_t count; /* of keys[0] */
};

__device__ __forceinline__ Word thread_first() { return (Word)blockIdx.x * blockDim.x + threadIdx.x; }
__device__ __forceinline__ Word threads_all() { return (Word)gridDim.x * blockDim.x; }

__host__ __device__ __forceinline__ Key key_last(uint32_t bits) { return ((Key)1 << 2 * bits) - 1; }

__global__ static void __launch_bounds__(THREADS) keys_kernel(Making a) {
  for (Word k = thread_first(); k < a.plan.count; k += threads_all()) {
    uint32_t ends[2];
    plan_edge(&a.plan, k, ends);
    const bool loop = ends[0] == ends[1];
    const Key there = loop ? key_last(a.bits) : (Key)ends[0] << a.bits | ends[1],
              back = loop ? key_last(a.bits) : (Key)ends[1] << a.bits | ends[0];
    if (a.plan.directed)
      a.keys[0][k] = there;
    else {
      a.keys[0][2 * k] = there;
      a.keys[0][2 * k + 1] = back;
    }
  }
}

/* Places first..last of `offset`, of this lane, are `at`: by the whole warp if they are many. */
__device__ __forceinline__ void places_fill(uint64_t *offset, uint32_t first, uint32_t last, Word at) {
  const bool many = last + 1 - first > WARP;
  for (uint32_t v = first; !many && v < last + 1; v++) offset[v] = at;
  for (uint32_t mask = __ballot_sync(ALL, many); mask; mask &= mask - 1) {
    const uint32_t lane = __ffs((int)mask) - 1, end = __shfl_sync(ALL, last, (int)lane);
    const uint32_t begin = __shfl_sync(ALL, first, (int)lane);
    const Word value = word_shuffle(at, lane);
    for (uint32_t v = begin + lane_number(); v <= end; v += WARP) offset[v] = value;
  }
}

/* Heads, and where rows begin: key k is the first of its row and of the empty ones before it. */
__global__ static void __launch_bounds__(THREADS) rows_kernel(Making a, uint64_t *offset, uint32_t *to) {
  const uint32_t mask = (uint32_t)(((Word)1 << a.bits) - 1);
  for (Word first = thread_first() - lane_number(); first <= a.count; first += threads_all()) {
    const Word k = first + lane_number();
    const uint32_t row = k < a.count ? (uint32_t)(a.keys[0][k] >> a.bits) : a.plan.n,
                   before = k && k <= a.count ? (uint32_t)(a.keys[0][k - 1] >> a.bits) + 1 : 0;
    if (k < a.count) to[k] = (uint32_t)a.keys[0][k] & mask;
    places_fill(offset, k <= a.count ? before : row + 1, row, k);
  }
}

__global__ static void __launch_bounds__(THREADS) keys_reverse(Making a) {
  const Key mask = ((Key)1 << a.bits) - 1;
  for (Word k = thread_first(); k < a.count; k += threads_all())
    a.keys[1][k] = (a.keys[0][k] & mask) << a.bits | a.keys[0][k] >> a.bits;
}

/* sums: of the two parts of the digest, and whether the reversed rows are others. */
__global__ static void __launch_bounds__(THREADS) digest_kernel(Device d, Word *sums) {
  Word offsets = 0, heads = 0;
  bool other = false;
  for (Word v = thread_first(); v <= d.n; v += threads_all()) {
    offsets += digest_mix(v, d.offset[v]);
    other |= d.offset[v] != d.in_offset[v];
  }
  for (Word k = thread_first(); k < d.arcs; k += threads_all()) {
    heads += digest_mix(k, d.to[k]);
    other |= d.to[k] != d.in_to[k];
  }
  offsets = warp_sum(offsets);
  heads = warp_sum(heads);
  if (__any_sync(ALL, other) && lane_number() == 0) sums[2] = 1;
  if (lane_number() == 0) {
    atomicAdd(&sums[0], offsets);
    atomicAdd(&sums[1], heads);
  }
}

/* ---- host ---- */

static uint32_t bits_of(uint32_t n) {
  uint32_t bits = 1;
  while (bits < 32 && n > 1u << bits) bits++;
  return bits;
}

/* Bytes that the making takes while it lasts, which is more than the graph. */
static Status making_bytes(const GraphPlan *plan, uint64_t *bytes) {
  const uint64_t keys = graph_plan_arcs(plan);
  TRY(arcs_room(keys + 1, (int)(2 * bits_of(plan->n)), bytes));
  *bytes += (keys + 1) * 2 * sizeof(Key) + (plan->ends ? plan->count * 2 * sizeof *plan->ends : 0);
  *bytes += (plan->n + 1ull) * sizeof(uint64_t);
  if (plan->directed) *bytes += (plan->n + 1ull) * sizeof(uint64_t) + 2 * keys * sizeof(uint32_t);
  return OK;
}

static Status making_fits(Backend *be, const GraphPlan *plan, bool *fits) {
  uint64_t bytes, room;
  *fits = true;
  if (!be->ops->room) return OK;
  TRY(making_bytes(plan, &bytes));
  TRY(be->ops->room(be, &room));
  *fits = bytes <= room;
  return OK;
}

static Status keys_sort(Backend *be, Making *a) {
  return arcs_sort(be, a->keys, a->count, (int)(2 * a->bits));
}

/* The edges' keys in order, each once, without loops. */
static Status keys_settle(Backend *be, Making *a) {
  Key last = 0;
  if (!a->count) return OK;
  TRY(kernel_fill(be, keys_kernel, *a));
  TRY(keys_sort(be, a));
  TRY(arcs_unique(be, a->keys, &a->count));
  TRY(be->ops->download(be, &last, a->keys[0] + a->count - 1, sizeof last));
  a->count -= last == key_last(a->bits);
  return OK;
}

static Status rows_place(Backend *be, BfsMachine *m, const Making *a, const uint64_t **offset,
                         const uint32_t **to) {
  uint64_t *begin;
  uint32_t *heads;
  TRY(part_alloc(be, m, a->plan.n + 1ull, &begin));
  TRY(part_alloc(be, m, a->count, &heads));
  *offset = begin;
  *to = heads;
  return kernel_fill(be, rows_kernel, *a, begin, heads);
}

static Status keys_turn(Backend *be, Making *a) {
  TRY(kernel_fill(be, keys_reverse, *a));
  Key *const swap = a->keys[0];
  a->keys[0] = a->keys[1];
  a->keys[1] = swap;
  return a->count ? keys_sort(be, a) : OK;
}

static Status rows_made(Backend *be, BfsMachine *m, Making *a) {
  Device &d = m->d;
  TRY(keys_settle(be, a));
  d.n = a->plan.n;
  d.arcs = a->count;
  d.words = (d.n + 31) / 32;
  if (!a->plan.directed) { /* the room of the second array is the heads' */
    be->ops->free(be, a->keys[1]);
    a->keys[1] = NULL;
  }
  TRY(rows_place(be, m, a, &d.offset, &d.to));
  d.in_offset = d.offset;
  d.in_to = d.to;
  if (!a->plan.directed) return OK;
  TRY(keys_turn(be, a));
  return rows_place(be, m, a, &d.in_offset, &d.in_to);
}

static Status ends_upload(Backend *be, Making *a, void **ends) {
  const uint64_t bytes = a->plan.count * 2 * sizeof(uint32_t);
  *ends = NULL;
  if (!a->plan.ends) return OK;
  TRY(be->ops->alloc(be, bytes, ends));
  TRY(be->ops->upload(be, *ends, a->plan.ends, bytes));
  a->plan.ends = (uint32_t *)*ends;
  return OK;
}

/* The arrays of m->d that the edges make. */
static Status edges_place(Backend *be, const GraphPlan *plan, BfsMachine *m) {
  Making a = {*plan, bits_of(plan->n), {NULL, NULL}, graph_plan_arcs(plan)};
  void *ends;
  Status status = ends_upload(be, &a, &ends);
  for (int k = 0; k < 2 && status == OK; k++)
    status = be->ops->alloc(be, (a.count + 1) * sizeof(Key), (void **)&a.keys[k]);
  if (status == OK) status = rows_made(be, m, &a);
  be->ops->free(be, a.keys[0]);
  be->ops->free(be, a.keys[1]);
  be->ops->free(be, ends);
  return status;
}

/* Arcs that are there both ways are edges: the graph has no directions then. */
static void rows_mirror(Backend *be, BfsMachine *m) {
  Device &d = m->d;
  part_free(be, m, d.in_offset);
  part_free(be, m, d.in_to);
  d.in_offset = d.offset;
  d.in_to = d.to;
}

/* ---- for the host ---- */

static Status array_fetch(Backend *be, const void *from, uint64_t bytes, void **out) {
  *out = malloc(bytes + 1);
  if (!*out) FAIL(ERR_MEMORY, "no memory for %llu bytes of a graph", (unsigned long long)bytes);
  return be->ops->download(be, *out, from, bytes);
}

static Status offsets_fetch(Backend *be, const Device &d, Graph *g) {
  const uint64_t bytes = (g->n + 1ull) * sizeof *g->offset;
  TRY(memory_host_check("the places of the graph's rows", g->directed ? 2 * bytes : bytes));
  TRY(array_fetch(be, d.offset, bytes, (void **)&g->offset));
  g->in_offset = g->offset;
  return g->directed ? array_fetch(be, d.in_offset, bytes, (void **)&g->in_offset) : OK;
}

/* In a row inwards the neighbours of the highest degrees come first. */
static Status rows_fetch(Backend *be, const Device &d, Graph *g) {
  const uint64_t bytes = g->arcs * sizeof *g->to;
  TRY(memory_host_check("the rows of the graph", g->directed ? 2 * bytes : bytes));
  TRY(array_fetch(be, d.to, bytes, (void **)&g->to));
  g->in_to = g->to;
  if (g->directed) TRY(array_fetch(be, d.in_to, bytes, (void **)&g->in_to));
  graph_rows_ascend(g->n, g->in_offset, g->in_to, be->threads);
  return OK;
}

/* What *g says of itself, and where its rows begin. */
static Status graph_tell(Backend *be, BfsMachine *m, const GraphPlan *plan, Graph *g) {
  const Device &d = m->d;
  Word *sums, host[3] = {0};
  TRY(part_alloc(be, m, 3, &sums));
  TRY(be->ops->upload(be, sums, host, sizeof host));
  TRY(kernel_fill(be, digest_kernel, d, sums));
  TRY(be->ops->download(be, host, sums, sizeof host));
  part_free(be, m, sums);
  g->n = d.n;
  g->arcs = d.arcs;
  g->first = plan->first;
  g->directed = plan->directed && host[2];
  g->digest = digest_join(g->n, g->directed, host[0], host[1]);
  if (plan->directed && !g->directed) rows_mirror(be, m);
  return offsets_fetch(be, d, g);
}

} // namespace bfs

#endif
