/* Direction-optimising search in one launch: all blocks are there at once and wait for each other after a level. */
#ifndef CORDEE_GPU_BFS_BFS_SEARCH_CUH
#define CORDEE_GPU_BFS_BFS_SEARCH_CUH

#include <cooperative_groups.h>
#include "bfs_device.cuh"

namespace bfs {

/* Inwards when the frontier has more than 1 / OUT of the arcs that are not explored; outwards again when it has fewer than 1 / IN of the
 * vertices, and shrinks. LONG: arcs that a lane looks at alone, AHEAD at once. FRONT: entries of a row inwards that have the highest
 * degrees. */
enum { OUT = 15, IN = 256, LONG = 64, AHEAD = 4, FRONT = 4, BLOCKS_SM = 3 };

/* The frontier of a level: its list, or since it was found inwards its bitmap alone. */
struct Front {
  uint32_t *list;
  Word *before;
};

__device__ __forceinline__ void level_outwards(const Device &d, uint32_t *seen, const Front &front,
                                               uint32_t level, Word end, Pending &p) {
  arcs_walk(d, front.list, front.before, end, [&](uint32_t, uint32_t v, bool there) {
    const uint32_t bit = 1u << v % 32;
    bool fresh = there && !(seen[v / 32] & bit);
    if (fresh) fresh = !(atomicOr(&seen[v / 32], bit) & bit);
    if (fresh) d.level[v] = level;
    pending_add(p, fresh, v);
  });
  pending_end(p);
}

/* Whether one of the arcs from `at` on comes from a vertex with a level, in this lane alone. `at` moves on, to `end` at most. */
__device__ __forceinline__ bool row_find(const Device &d, const uint32_t *seen, Word &at, Word end) {
  while (at < end) {
    uint32_t from[AHEAD];
    bool hit = false;
#pragma unroll
    for (int k = 0; k < AHEAD; k++) from[k] = at + k < end ? d.in_to[at + k] : ALL;
#pragma unroll
    for (int k = 0; k < AHEAD; k++) hit |= from[k] != ALL && bit_get(seen, from[k]);
    if (hit) return true;
    at += AHEAD;
  }
  return false;
}

/* The same by all lanes, for each lane of `mask`, whose arcs are at..end. Lanes that have found one. */
__device__ __forceinline__ uint32_t rows_find(const Device &d, const uint32_t *seen, uint32_t mask, Word at,
                                              Word end) {
  uint32_t found = 0;
  for (; mask; mask &= mask - 1) {
    const uint32_t lane = __ffs((int)mask) - 1;
    const Word last = word_shuffle(end, lane);
    uint32_t hit = 0;
    for (Word k = word_shuffle(at, lane); k < last && !hit; k += WARP)
      hit = __any_sync(ALL, k + lane_number() < last && bit_get(seen, d.in_to[k + lane_number()]));
    if (hit) found |= 1u << lane;
  }
  return found;
}

/* Vertices of a word without a level that have a neighbour with one; those of the last level alone can be new to them. */
__device__ __forceinline__ uint32_t word_inwards(const Device &d, const uint32_t *seen, uint32_t w,
                                                 uint32_t todo, uint32_t level) {
  const uint32_t lane = lane_number(), v = w * 32 + lane;
  const bool mine = todo >> lane & 1;
  Word at = mine ? d.in_offset[v] : 0;
  const Word end = mine ? d.in_offset[v + 1] : 0;
  bool found = row_find(d, seen, at, end - at > LONG ? at + LONG : end);
  const uint32_t rest = __ballot_sync(ALL, !found && at < end);
  if (rest) found |= rows_find(d, seen, rest, at, end) >> lane & 1; /* all lanes together */
  if (found) d.level[v] = level;
  return __ballot_sync(ALL, found);
}

__device__ __forceinline__ void level_inwards(const Device &d, const uint32_t *seen, uint32_t *fresh,
                                              uint32_t level, Word *end) {
  uint32_t count = 0;
  for (uint32_t w = warp_number(); w < d.words; w += warps_all()) {
    const uint32_t before = seen[w];
    const uint32_t bits = before == ALL ? 0 : word_inwards(d, seen, w, ~before, level);
    if (lane_number() == 0) fresh[w] = before | bits;
    count += __popc(bits);
  }
  if (count && lane_number() == 0) atomicAdd(end, (Word)count << ARC_BITS);
}

/* The list of the level that was found inwards: bits of `seen` that are not in `older`. */
__device__ __forceinline__ void frontier_list(const Device &d, const uint32_t *seen, const uint32_t *older,
                                              Pending &p) {
  for (uint32_t w = warp_number(); w < d.words; w += warps_all()) {
    const uint32_t bits = seen[w] & ~older[w];
    if (bits) pending_add(p, bits >> lane_number() & 1, w * 32 + lane_number());
  }
  pending_end(p);
}

__device__ __forceinline__ void search_begin(const Device &d, uint32_t source, bool first) {
  const uint32_t threads = gridDim.x * blockDim.x, me = blockIdx.x * blockDim.x + threadIdx.x;
  for (uint32_t v = me; v < d.n; v += threads) d.level[v] = v == source ? 0 : BFS_NO_LEVEL;
  for (uint32_t w = me; w < d.words; w += threads)
    d.seen[w] = d.alone[w] | (w == source / 32 ? 1u << source % 32 : 0);
  if (!first) return;
  const Word arcs = d.offset[source + 1] - d.offset[source];
  d.list[0][0] = source;
  d.before[0][0] = 0;
  d.control->end[0] = arcs ? (Word)1 << ARC_BITS | arcs : 0;
  d.control->end[1] = d.control->end[2] = 0;
}

/* The end of the level's list, which was found inwards: the list is made first. `slot` has the count, and is zero afterwards. */
__device__ __forceinline__ Word front_list(const Device &d, const uint32_t *seen, const uint32_t *older,
                                           const cooperative_groups::grid_group &grid, bool first, Word *slot,
                                           Pending &p) {
  frontier_list(d, seen, older, p);
  grid.sync();
  const Word end = *(volatile Word *)slot;
  grid.sync();
  if (first) *slot = 0;
  grid.sync();
  return end;
}

__global__ static void __launch_bounds__(THREADS, BLOCKS_SM)
    search_kernel(const Device d, uint32_t source, bool inwards) {
  BFS_SHARED uint32_t slots[WARPS][2 * WARP];
  const cooperative_groups::grid_group grid = cooperative_groups::this_grid();
  const bool first = blockIdx.x == 0 && threadIdx.x == 0;
  uint32_t *seen = d.seen, *fresh = d.fresh, before = 0;
  Front now = {d.list[0], d.before[0]}, next = {d.list[1], d.before[1]};
  Word *old_end = &d.control->end[0], *end_slot = &d.control->end[1], *next_slot = &d.control->end[2];
  Word unexplored = d.arcs;
  bool in = false;
  search_begin(d, source, first);
  grid.sync();
  for (uint32_t level = 1;; level++) {
    Word end = *(volatile Word *)old_end;
    const uint32_t count = end_count(end);
    if (count == 0) break;
    if (first) *next_slot = 0;
    unexplored -= end_arcs(end);
    if (in && count < d.n / IN && count < before) {
      Pending p = {slots[threadIdx.x / WARP], 0, d.offset, now.list, now.before, end_slot};
      end = front_list(d, seen, fresh, grid, first, end_slot, p);
      in = false;
    } else if (!in && inwards && end_arcs(end) > unexplored / OUT)
      in = true;
    before = count;
    if (in) {
      level_inwards(d, seen, fresh, level, end_slot);
      uint32_t *const swap = seen;
      seen = fresh;
      fresh = swap;
    } else {
      Pending p = {slots[threadIdx.x / WARP], 0, d.offset, next.list, next.before, end_slot};
      level_outwards(d, seen, now, level, end, p);
    }
    const Front turn = now;
    now = next;
    next = turn;
    Word *const oldest = old_end;
    old_end = end_slot;
    end_slot = next_slot;
    next_slot = oldest;
    grid.sync();
  }
}

/* ---- what it has found ---- */

__global__ static void __launch_bounds__(THREADS) record_kernel(Device d) {
  Word visited = 0, arcs = 0, checksum = 0;
  uint32_t depth = 0;
  for (uint32_t v = blockIdx.x * blockDim.x + threadIdx.x; v < d.n; v += gridDim.x * blockDim.x) {
    const uint32_t level = d.level[v];
    if (level == BFS_NO_LEVEL) continue;
    visited++;
    arcs += d.offset[v + 1] - d.offset[v];
    checksum += (level + (Word)1) * bfs_weight(v);
    depth = level > depth ? level : depth;
  }
  visited = warp_sum(visited);
  arcs = warp_sum(arcs);
  checksum = warp_sum(checksum);
  depth = ~__reduce_min_sync(ALL, ~depth);
  if (lane_number() != 0 || !visited) return;
  atomicAdd(&d.control->visited, visited);
  atomicAdd(&d.control->arcs, arcs);
  atomicAdd(&d.control->checksum, checksum);
  atomicMax(&d.control->depth, depth);
}

/* ---- once a graph ---- */

__global__ static void __launch_bounds__(THREADS) alone_kernel(Device d) {
  for (uint32_t w = warp_number(); w < d.words; w += warps_all()) {
    const uint32_t v = w * 32 + lane_number();
    const bool none = v >= d.n || (d.offset[v] == d.offset[v + 1] && d.in_offset[v] == d.in_offset[v + 1]);
    const uint32_t bits = __ballot_sync(ALL, none);
    if (lane_number() == 0) d.alone[w] = bits;
  }
}

/* The place of the highest degree in rows[begin..end) that is none of taken[0..count), the same in all lanes. */
__device__ __forceinline__ Word hub_find(const Device &d, const uint32_t *rows, Word begin, Word end,
                                         const Word *taken, uint32_t count) {
  uint32_t best = 0;
  Word place = begin;
  for (Word at = begin + lane_number(); at < end; at += WARP) {
    const uint32_t u = rows[at], degree = (uint32_t)(d.offset[u + 1] - d.offset[u]) + 1;
    bool there = false;
    for (uint32_t k = 0; k < FRONT; k++) there |= k < count && taken[k] == at;
    if (there || degree <= best) continue;
    best = degree;
    place = at;
  }
  const uint32_t most = ~__reduce_min_sync(ALL, ~best);
  return word_shuffle(place, __ffs((int)__ballot_sync(ALL, best == most)) - 1);
}

/* Entries from `begin` to the last of taken[0..count) move up, from the last one down, by as many as are taken behind them. */
__device__ __forceinline__ void row_shift(uint32_t *rows, Word begin, const Word *taken, uint32_t count) {
  Word end = begin;
  for (uint32_t k = 0; k < count; k++) end = taken[k] > end ? taken[k] : end;
  for (Word left = end - begin;
       left > 0;) { /* AHEAD entries a lane at once: all are read before one is written */
    uint32_t u[AHEAD];
#pragma unroll
    for (int k = 0; k < AHEAD; k++) {
      const Word back = (Word)k * WARP + lane_number();
      u[k] = back < left ? rows[begin + left - 1 - back] : 0;
    }
    __syncwarp();
#pragma unroll
    for (int k = 0; k < AHEAD; k++) {
      const Word back = (Word)k * WARP + lane_number(), at = begin + left - 1 - back;
      uint32_t behind = 0;
      bool moves = back < left;
      for (uint32_t t = 0; t < FRONT; t++) {
        moves &= !(t < count && taken[t] == at);
        behind += t < count && taken[t] > at;
      }
      if (moves) rows[at + behind] = u[k];
    }
    __syncwarp();
    left = left > AHEAD * WARP ? left - AHEAD * WARP : 0;
  }
}

/* Neighbours of the highest degrees go to the front of a row, where a search inwards meets them first; those behind them still ascend. A warp
 * a row. */
__global__ static void __launch_bounds__(THREADS) hubs_kernel(Device d, uint32_t *rows) {
  for (uint32_t v = warp_number(); v < d.n; v += warps_all()) {
    const Word begin = d.in_offset[v], end = d.in_offset[v + 1];
    const uint32_t count = end - begin < FRONT ? (uint32_t)(end - begin) : (uint32_t)FRONT;
    Word taken[FRONT] = {};
    uint32_t hub[FRONT] = {};
#pragma unroll
    for (uint32_t k = 0; k < FRONT; k++)
      if (k < count) {
        taken[k] = hub_find(d, rows, begin, end, taken, k);
        hub[k] = rows[taken[k]];
      }
    __syncwarp();
    row_shift(rows, begin, taken, count);
#pragma unroll
    for (uint32_t k = 0; k < FRONT; k++)
      if (k < count && lane_number() == 0) rows[begin + k] = hub[k];
    __syncwarp();
  }
}

} // namespace bfs

#endif
