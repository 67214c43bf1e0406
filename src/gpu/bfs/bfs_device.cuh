/* What the kernels of this folder share: the graph on its device, sums of a warp, lists with the arcs before each entry, and the walk over
 * the arcs of a list. */
#ifndef CORDEE_GPU_BFS_BFS_DEVICE_CUH
#define CORDEE_GPU_BFS_BFS_DEVICE_CUH

#include <cstdint>
#include <cuda_runtime.h>
#include "evaluator/bfs/bfs_kernels.h"

#ifndef BFS_SHARED
#define BFS_SHARED __shared__
#endif

namespace bfs {

enum { WARP = 32, THREADS = 512, WARPS = THREADS / WARP };
enum { NARROW = 8, WIDE = BFS_BATCH / 32 }; /* words of a mask: of 256 sources, or of 512 */
enum { ARC_BITS = 35, VERTEX_BITS = 29 };   /* of a list's end: its entries, then their arcs, in one word */
constexpr uint32_t ALL = 0xffffffffu;

typedef unsigned long long Word;

struct Tally { /* of a source in a level */
  Word weight, arcs, count;
};

struct Control {
  Word end[3]; /* of the lists of three levels, one after the other */
  uint32_t changed, depth;
  Word visited, arcs, checksum;
  Tally tally[BFS_BATCH];
};

struct Device {
  uint32_t n, words; /* words: of a bitmap */
  Word arcs;
  const uint64_t *offset, *in_offset;
  const uint32_t *to, *in_to;
  uint32_t *level;                       /* (n) */
  uint32_t *alone;                       /* (words) no arc begins or ends there; and places from n on */
  uint32_t *seen, *fresh;                /* (words) */
  uint32_t *list[2];                     /* (n) */
  Word *before[2];                       /* (n) arcs of all entries before */
  uint32_t *mask_seen, *mask, *acquired; /* (n) of NARROW or WIDE words, of a batch */
  Control *control;
};

/* ---- warps ---- */

__device__ __forceinline__ uint32_t lane_number() { return threadIdx.x % WARP; }
__device__ __forceinline__ uint32_t lanes_below() { return (1u << lane_number()) - 1; }
__device__ __forceinline__ uint32_t warp_number() { return (blockIdx.x * blockDim.x + threadIdx.x) / WARP; }
__device__ __forceinline__ uint32_t warps_all() { return gridDim.x * (blockDim.x / WARP); }

__device__ __forceinline__ Word word_shuffle(Word x, uint32_t lane) {
  const uint32_t low = __shfl_sync(ALL, (uint32_t)x, (int)(lane % WARP)),
                 high = __shfl_sync(ALL, (uint32_t)(x >> 32), (int)(lane % WARP));
  return (Word)high << 32 | low;
}

__device__ __forceinline__ Word warp_sum(Word x) {
  for (uint32_t step = WARP / 2; step > 0; step /= 2) x += word_shuffle(x, lane_number() ^ step);
  return x;
}

/* The sum of x over the lanes below. */
__device__ __forceinline__ uint32_t warp_before(uint32_t x) {
  const uint32_t lane = lane_number();
  uint32_t sum = x;
  for (uint32_t step = 1; step < WARP; step *= 2) {
    const uint32_t other = __shfl_sync(ALL, sum, (int)((lane - step) % WARP));
    if (lane >= step) sum += other;
  }
  return sum - x;
}

__device__ __forceinline__ bool bit_get(const uint32_t *bits, uint32_t v) {
  return bits[v / 32] >> v % 32 & 1;
}

/* ---- lists ---- */

__host__ __device__ __forceinline__ uint32_t end_count(Word end) { return (uint32_t)(end >> ARC_BITS); }
__host__ __device__ __forceinline__ Word end_arcs(Word end) { return end & (((Word)1 << ARC_BITS) - 1); }

/* A warp's new vertices, on their way to a list: 32 at a time, so that one atomic operation is enough for them. */
struct Pending {
  uint32_t *slot; /* (2 * WARP) shared */
  uint32_t count; /* the same in all lanes */
  const uint64_t *offset;
  uint32_t *list;
  Word *before, *end;
};

/* The first `count`, at most 32, to the list; none that has no arcs. */
__device__ __forceinline__ void pending_write(Pending &p, uint32_t count) {
  const uint32_t lane = lane_number(), v = lane < count ? p.slot[lane] : 0;
  const Word arcs = lane < count ? p.offset[v + 1] - p.offset[v] : 0;
  const uint32_t some = __ballot_sync(ALL, arcs > 0);
  Word sum = arcs; /* of this lane and those below: 64 bits, hubs are large */
  for (uint32_t step = 1; step < WARP; step *= 2) {
    const Word other = word_shuffle(sum, (lane - step) % WARP);
    if (lane >= step) sum += other;
  }
  Word at = 0;
  if (lane == WARP - 1 && some) at = atomicAdd(p.end, (Word)__popc(some) << ARC_BITS | sum);
  at = word_shuffle(at, WARP - 1);
  if (arcs > 0) {
    const uint32_t k = end_count(at) + __popc(some & lanes_below());
    p.list[k] = v;
    p.before[k] = end_arcs(at) + sum - arcs;
  }
}

/* All lanes together: v of those lanes that have one. */
__device__ __forceinline__ void pending_add(Pending &p, bool has, uint32_t v) {
  const uint32_t mask = __ballot_sync(ALL, has);
  if (!mask) return;
  if (has) p.slot[p.count + __popc(mask & lanes_below())] = v;
  p.count += __popc(mask);
  __syncwarp();
  if (p.count < WARP) return;
  pending_write(p, WARP);
  __syncwarp();
  p.count -= WARP;
  const uint32_t rest = p.slot[WARP + lane_number()];
  __syncwarp();
  p.slot[lane_number()] = rest;
  __syncwarp();
}

__device__ __forceinline__ void pending_end(Pending &p) {
  if (p.count) pending_write(p, p.count);
  p.count = 0;
  __syncwarp();
}

/* ---- the arcs of a list, the same number for each warp ---- */

/* The entry that arc number `arc` of the list belongs to. */
__device__ __forceinline__ uint32_t entry_find(const Word *before, uint32_t count, Word arc) {
  uint32_t low = 0, high = count;
  while (high - low > 1) {
    const uint32_t step = (high - low + WARP - 1) / WARP, at = low + lane_number() * step;
    const uint32_t mask = __ballot_sync(ALL, at < high && before[at] <= arc);
    low += (__popc(mask) - 1) * step;
    high = low + step < high ? low + step : high;
  }
  return low;
}

/* Calls visit(u, v, there) for all arcs of the list, warps at once; `there` is false in lanes that have none. */
template <class Visit>
__device__ __forceinline__ void arcs_walk(const Device &d, const uint32_t *list, const Word *before,
                                          Word list_end, Visit visit) {
  const uint32_t count = end_count(list_end), lane = lane_number();
  const Word arcs = end_arcs(list_end), share = (arcs + warps_all() - 1) / warps_all();
  const Word tile = (share + WARP - 1) / WARP * WARP, first = warp_number() * tile;
  if (first >= arcs) return;
  const Word end = first + tile < arcs ? first + tile : arcs;
  uint32_t entry = entry_find(before, count, first);
  for (Word arc = first; arc < end; entry += WARP) { /* 32 entries at a time, one in each lane */
    const bool in = entry + lane < count;
    const Word begin = in ? before[entry + lane] : arcs;
    const uint32_t u = in ? list[entry + lane] : 0;
    const Word shift = (in ? d.offset[u] : 0) - begin;
    const Word after = entry + WARP < count ? before[entry + WARP] : arcs, stop = after < end ? after : end;
    for (; arc < stop; arc += WARP) {
      const Word ahead = begin - arc;
      const uint32_t starts = __reduce_or_sync(ALL, begin > arc && ahead < WARP ? 1u << ahead : 0);
      const uint32_t first_lane = __popc(__ballot_sync(ALL, in && begin <= arc)) - 1;
      const uint32_t from = first_lane + __popc(starts & (lanes_below() << 1 | 1));
      const Word place = word_shuffle(shift, from) + arc + lane;
      const uint32_t tail = __shfl_sync(ALL, u, (int)(from % WARP));
      const bool there = arc + lane < stop;
      visit(tail, there ? d.to[place] : 0, there);
    }
    arc = stop;
  }
}

} // namespace bfs

#endif
