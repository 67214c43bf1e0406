/* The memory of recombine_large.cu, and how it finds the cycles of many pairs at once. Inside recombine_large.cu.
 *
 * Entries, and cycles, of all pairs are numbered on: a pair has those from its `first` on. What the functions of src/search/eax read has
 * each pair's own numbers. */
#ifndef CORDEE_GPU_EAX_LARGE_ENDS_CUH
#define CORDEE_GPU_EAX_LARGE_ENDS_CUH

#include "gpu/cuda_try.h"
#include "search/eax/recombine_ends.h"
#include "search/eax/recombine_sets.h"

enum { LARGE_BLOCK = 256 };

/* Sums over the pairs: entries and cycles before each (pairs + 1); what gains (pairs). */
struct LargePairs {
  int32_t *entries, *cycles, *cuts; /* (pairs + 1) */
  int32_t *gaining;                 /* (pairs) */
};

/* In the backend's workspace. */
struct Large {
  RecombineTask t;
  LargePairs pair;
  int32_t *counter;                   /* (1) of work that warps take; also whether a round changed anything */
  int32_t *position, *position_b;     /* (pairs, n) */
  int32_t *entry, *scan;              /* (pairs, n), (pairs, n) + 1 */
  int32_t *city, *partner;            /* (2, entries) */
  int32_t *cycle, *member, *unsorted; /* (entries) */
  int32_t *first;                     /* (cycles + pairs) */
  int32_t *low[2], *jump[2]; /* (2, entries) while cycles are found; the first one shares its memory with: */
  int32_t *reach;            /* (pairs, n, 2) RecombineChild */
  RecombineTrial *trial;     /* (warps) */
  void *scratch;             /* of CUB */
  size_t scratch_bytes;
};

/* What all of a launch's threads have to do with. */
#define LARGE_EACH(i, end)                                                                                   \
  for (int32_t i = (int32_t)(blockIdx.x * LARGE_BLOCK + threadIdx.x); i < (end);                             \
       i += (int32_t)(gridDim.x * LARGE_BLOCK))

/* The pair of number i, of numbers that begin with first[pair] + extra x pair; first (pairs + 1). */
static __device__ int32_t pair_of(const int32_t *first, uint32_t pairs, int32_t i, int32_t extra = 0) {
  int32_t low = 0, high = (int32_t)pairs - 1;
  while (low < high) {
    const int32_t middle = (low + high + 1) / 2;
    if (first[middle] + extra * middle <= i)
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

static __device__ RecombineParents large_parents(const Large &l, int32_t pair) {
  const size_t n = (size_t)l.t.problem.n, at = (size_t)pair * n;
  const RecombinePair own = l.t.pair[pair];
  return {&l.t,
          own,
          {l.t.tour + own.parent_a * n, l.position + at},
          {l.t.tour + own.parent_b * n, l.position_b + at},
          l.entry + at,
          l.city + 2 * (size_t)l.pair.entries[pair]};
}

/* ---- ends ---- */

__global__ static void __launch_bounds__(LARGE_BLOCK) positions_find(Large l) {
  const int32_t n = l.t.problem.n, all = (int32_t)l.t.pairs * n;
  LARGE_EACH (i, all) {
    const int32_t pair = i / n, p = i % n;
    const RecombinePair own = l.t.pair[pair];
    if (own.parent_a == RECOMBINE_NONE) continue;
    const size_t at = (size_t)pair * n;
    l.position[at + l.t.tour[(size_t)own.parent_a * n + p]] = p;
    l.position_b[at + l.t.tour[(size_t)own.parent_b * n + p]] = p;
  }
}

/* Whether the edge at place i of all pairs' positions differs. */
static __device__ __forceinline__ int32_t place_differs(const Large &l, int32_t i) {
  const int32_t n = l.t.problem.n, pair = i / n;
  if (pair >= (int32_t)l.t.pairs || n < 5 || l.t.pair[pair].parent_a == RECOMBINE_NONE) return 0;
  const size_t at = (size_t)pair * n;
  const RecombinePair own = l.t.pair[pair];
  const RecombineParents x = {&l.t,
                              own,
                              {l.t.tour + (size_t)own.parent_a * n, l.position + at},
                              {l.t.tour + (size_t)own.parent_b * n, l.position_b + at},
                              NULL,
                              NULL};
  return edge_differs(&x, i % n);
}

__global__ static void __launch_bounds__(LARGE_BLOCK) differs_mark(Large l, int32_t places, int32_t *flag) {
  LARGE_EACH (i, places) flag[i] = place_differs(l, i);
}

__global__ static void __launch_bounds__(LARGE_BLOCK) ends_take(Large l) {
  const int32_t n = l.t.problem.n, all = (int32_t)l.t.pairs * n;
  LARGE_EACH (i, all) {
    const int32_t pair = i / n, p = i % n, at = l.scan[i];
    l.entry[i] = at - l.scan[pair * n];
    if (p == 0) l.pair.entries[pair] = at;
    if (i == all - 1) l.pair.entries[pair + 1] = l.scan[all];
    if (l.scan[i + 1] == at) continue;
    const int32_t *parent_a = l.t.tour + (size_t)l.t.pair[pair].parent_a * n;
    l.city[2 * (size_t)at] = parent_a[p];
    l.city[2 * (size_t)at + 1] = parent_a[p + 1 < n ? p + 1 : 0];
  }
}

/* Also begins the search for the lowest entry of every end's cycle. */
__global__ static void __launch_bounds__(LARGE_BLOCK) partners_find(Large l, int32_t ends) {
  LARGE_EACH (end, ends) {
    const int32_t pair = pair_of(l.pair.entries, l.t.pairs, end / 2), base = 2 * l.pair.entries[pair];
    const RecombineParents x = large_parents(l, pair);
    l.partner[end] = end_partner(&x, end - base);
    l.low[0][end] = end / 2;
  }
}

__global__ static void __launch_bounds__(LARGE_BLOCK) jumps_begin(Large l, int32_t ends) {
  LARGE_EACH (end, ends) {
    const int32_t base = 2 * l.pair.entries[pair_of(l.pair.entries, l.t.pairs, end / 2)];
    l.jump[0][end] = base + l.partner[end ^ 1];
  }
}

/* ---- cycles ---- */

/* A round of pointer jumping, from the arrays `now` to the others. */
__global__ static void __launch_bounds__(LARGE_BLOCK) lows_jump(Large l, int32_t ends, int now) {
  int32_t changed = 0;
  LARGE_EACH (end, ends) {
    const int32_t own = l.low[now][end], to = l.jump[now][end], other = l.low[now][to];
    changed |= other < own;
    l.low[now ^ 1][end] = other < own ? other : own;
    l.jump[now ^ 1][end] = l.jump[now][to];
  }
  if (__syncthreads_or(changed) && threadIdx.x == 0) *l.counter = 1;
}

/* Flags the lowest entry of each cycle; after the last entry is a 0. */
__global__ static void __launch_bounds__(LARGE_BLOCK)
    lowest_mark(const int32_t *low, int32_t entries, int32_t *flag) {
  LARGE_EACH (e, entries + 1) flag[e] = e < entries && low[2 * (size_t)e] == e;
}

/* scan: cycles before each entry. Sets the cycles' sums over pairs, and each entry's cycle; counts the
 * entries of cycles in `first`, where a pair has one row more than it has cycles. */
__global__ static void __launch_bounds__(LARGE_BLOCK) cycles_number(Large l, int32_t entries, int now) {
  LARGE_EACH (e, entries) {
    const int32_t pair = pair_of(l.pair.entries, l.t.pairs, e), cycle = l.scan[l.low[now][2 * (size_t)e]];
    l.cycle[e] = cycle - l.scan[l.pair.entries[pair]];
    atomicAdd(&l.first[cycle + pair], 1);
  }
  LARGE_EACH (pair, (int32_t)l.t.pairs + 1)
    l.pair.cycles[pair] = l.scan[pair < (int32_t)l.t.pairs ? l.pair.entries[pair] : entries];
}

/* `from`: the sums of `first`. Entries, cycle after cycle. */
__global__ static void __launch_bounds__(LARGE_BLOCK)
    members_gather(Large l, int32_t entries, const int32_t *from, int32_t *taken) {
  LARGE_EACH (e, entries) {
    const int32_t pair = pair_of(l.pair.entries, l.t.pairs, e), row = l.pair.cycles[pair] + pair + l.cycle[e];
    l.unsorted[from[row] + atomicAdd(&taken[row], 1)] = e - l.pair.entries[pair];
  }
}

/* A warp sorts the entries of a cycle by counting ranks; cycles that are too long to be
 * tested stay unsorted. */
__global__ static void __launch_bounds__(LARGE_BLOCK)
    members_sort(Large l, int32_t rows, const int32_t *from) {
  const int32_t lane = (int32_t)threadIdx.x % 32;
  for (int32_t row = (int32_t)(blockIdx.x * LARGE_BLOCK + threadIdx.x) / 32; row < rows;
       row += (int32_t)(gridDim.x * LARGE_BLOCK / 32)) {
    const int32_t begin = from[row], k = from[row + 1] - begin;
    for (int32_t i = lane; i < k; i += 32) {
      const int32_t e = l.unsorted[begin + i];
      int32_t rank = k > RECOMBINE_CUTS ? i : 0;
      for (int32_t j = 0; j < k && k <= RECOMBINE_CUTS; j++) rank += l.unsorted[begin + j] < e;
      l.member[begin + rank] = e;
    }
  }
}

/* `first` gets each pair's own numbers. */
__global__ static void __launch_bounds__(LARGE_BLOCK) firsts_localize(Large l, const int32_t *from) {
  const int32_t rows = l.pair.cycles[l.t.pairs] + (int32_t)l.t.pairs;
  LARGE_EACH (row, rows) {
    l.first[row] = from[row] - l.pair.entries[pair_of(l.pair.cycles, l.t.pairs, row, 1)];
  }
}

#endif
