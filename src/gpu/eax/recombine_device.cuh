/* The workspace of a block of recombine.cu, and how it finds the cycles of a pair. Blocks come in several
 * sizes. */
#ifndef CORDEE_GPU_EAX_RECOMBINE_DEVICE_CUH
#define CORDEE_GPU_EAX_RECOMBINE_DEVICE_CUH

#include "gpu/block_scan.cuh"
#include "search/eax/recombine_ends.h"
#include "search/eax/recombine_sets.h"

/* In shared memory, beside a RecombineMove for each warp (the block's own is the first). */
template <int BLOCK> struct Shared {
  BlockTotals<int32_t, BLOCK> totals;
  int64_t wide[BLOCK / 32];
  int32_t next, stays, rows;
};

static __device__ __forceinline__ RecombineMove *moves() {
  extern __shared__ __align__(16) char dynamic[];
  return reinterpret_cast<RecombineMove *>(dynamic);
}

/* In global memory; n cities, d <= n entries, at most n / 2 cycles. */
struct Workspace {
  int32_t *position, *position_b; /* (n) inverses of the child and of parent B */
  int32_t *entry;                 /* (n) */
  int32_t *city, *partner;        /* (2 d) */
  int32_t *cycle;                 /* (d) of each entry */
  int32_t *member;                /* (d) entries, cycle after cycle */
  int32_t *first;                 /* (cycles + 1) */
  RecombineTrial *trial;          /* (warps); the block's is the first */
  int32_t *low[2], *jump[2];      /* (2 d) while cycles are found; share their memory with: */
  int64_t *gain;                  /* (cycles) on parent A */
  int32_t *loss;                  /* (cycles) of those that gain */
  int32_t *other;                 /* (RECOMBINE_SET - 1, cycles) the other cycles of a set; -1: none */
  int32_t *gaining, *order;       /* (cycles) */
  int32_t *row;                   /* (n) cities that move; also the sizes of cycles */
  int32_t *reach;                 /* (n, 2) RecombineChild, while sets are tested */
  int32_t *unsorted;              /* (d) entries, cycle after cycle */
};

static __host__ __device__ inline size_t trials_offset(size_t n) { return (18 * n + 2) / 2 * 8 + 256; }

static __host__ __device__ inline size_t workspace_bytes(size_t n, int block) {
  return trials_offset(n) + (size_t)block / 32 * sizeof(RecombineTrial);
}

static __device__ inline Workspace workspace_of(char *base, size_t n) {
  int32_t *at = reinterpret_cast<int32_t *>(base);
  Workspace r;
  r.low[0] = at;
  r.low[1] = at + 2 * n;
  r.jump[0] = at + 4 * n;
  r.jump[1] = at + 6 * n;
  r.gain = reinterpret_cast<int64_t *>(at); /* n / 2 of them are n words */
  r.loss = at + n;
  r.other = at + 2 * n;
  r.gaining = at + 3 * n;
  r.order = r.gaining + n / 2;
  r.reach = at + 4 * n;
  r.unsorted = at + 6 * n;
  r.row = at + 7 * n;
  at += 8 * n;
  r.position = at;
  r.position_b = at + n;
  r.entry = at + 2 * n;
  r.city = at + 3 * n;
  r.partner = at + 5 * n;
  r.cycle = at + 7 * n;
  r.member = at + 8 * n;
  r.first = at + 9 * n;
  r.trial = reinterpret_cast<RecombineTrial *>(base + trials_offset(n));
  return r;
}

/* Calls take(i, number of chosen before i, whether i is chosen) for each i < count. Returns the number
 * chosen. */
template <int BLOCK, class Choose, class Take>
static __device__ int32_t select(Shared<BLOCK> &s, int32_t count, Choose choose, Take take) {
  int32_t chosen = 0;
  for (int32_t base = 0; base < count; base += BLOCK) {
    const int32_t i = base + (int32_t)threadIdx.x, is = i < count && choose(i);
    const BlockPrefix<int32_t> sum = block_sum(s.totals, is);
    if (i < count) take(i, chosen + sum.before, is != 0);
    chosen += sum.all;
    __syncthreads();
  }
  return chosen;
}

/* Finds the entries and their ends; returns the number of entries. */
template <int BLOCK>
static __device__ int32_t ends_find(const RecombineParents &x, const Workspace &r, Shared<BLOCK> &s) {
  const int32_t n = x.task->problem.n;
  const int32_t d = select(
      s, n, [&](int32_t p) { return edge_differs(&x, p); },
      [&](int32_t p, int32_t at, bool differs) {
        r.entry[p] = at;
        if (!differs) return;
        r.city[2 * at] = x.parent_a.tour[p];
        r.city[2 * at + 1] = x.parent_a.tour[p + 1 < n ? p + 1 : 0];
      });
  for (int32_t end = (int32_t)threadIdx.x; end < 2 * d; end += BLOCK) r.partner[end] = end_partner(&x, end);
  __syncthreads();
  return d;
}

/* Finds the lowest entry of every end's cycle: by pointer jumping, until a round changes nothing. Returns the
 * array. */
template <int BLOCK> static __device__ const int32_t *lows_find(const Workspace &r, int32_t d) {
  int now = 0;
  for (int32_t end = (int32_t)threadIdx.x; end < 2 * d; end += BLOCK) {
    r.low[0][end] = end / 2;
    r.jump[0][end] = r.partner[end ^ 1];
  }
  __syncthreads();
  for (int changed = 1; changed; now ^= 1) {
    changed = 0;
    for (int32_t end = (int32_t)threadIdx.x; end < 2 * d; end += BLOCK) {
      const int32_t own = r.low[now][end], to = r.jump[now][end], other = r.low[now][to];
      changed |= other < own;
      r.low[now ^ 1][end] = other < own ? other : own;
      r.jump[now ^ 1][end] = r.jump[now][to];
    }
    changed = __syncthreads_or(changed);
  }
  return r.low[now];
}

/* Sorts the entries of each cycle: a warp counts ranks. Cycles that are too long to be tested stay unsorted. */
template <int BLOCK> static __device__ void members_sort(const Workspace &r, int32_t cycles) {
  for (int32_t c = (int32_t)threadIdx.x / 32; c < cycles; c += BLOCK / 32) {
    const int32_t first = r.first[c], k = r.first[c + 1] - first;
    for (int32_t i = (int32_t)threadIdx.x % 32; i < k; i += 32) {
      const int32_t e = r.unsorted[first + i];
      int32_t rank = k > RECOMBINE_CUTS ? i : 0;
      for (int32_t j = 0; j < k && k <= RECOMBINE_CUTS; j++) rank += r.unsorted[first + j] < e;
      r.member[first + rank] = e;
    }
  }
  __syncthreads();
}

/* Groups the entries by cycle, ascending. */
template <int BLOCK>
static __device__ void members_gather(const Workspace &r, Shared<BLOCK> &s, int32_t d, int32_t cycles) {
  int32_t *count = r.row, total = 0;
  for (int32_t c = (int32_t)threadIdx.x; c < cycles; c += BLOCK) count[c] = 0;
  __syncthreads();
  for (int32_t e = (int32_t)threadIdx.x; e < d; e += BLOCK) atomicAdd(&count[r.cycle[e]], 1);
  __syncthreads();
  for (int32_t base = 0; base < cycles; base += BLOCK) {
    const int32_t c = base + (int32_t)threadIdx.x;
    const BlockPrefix<int32_t> sum = block_sum(s.totals, c < cycles ? count[c] : 0);
    if (c < cycles) {
      r.first[c] = total + sum.before;
      count[c] = 0;
    }
    total += sum.all;
    __syncthreads();
  }
  if (threadIdx.x == 0) r.first[cycles] = d;
  for (int32_t e = (int32_t)threadIdx.x; e < d; e += BLOCK) {
    const int32_t c = r.cycle[e];
    r.unsorted[r.first[c] + atomicAdd(&count[c], 1)] = e;
  }
  __syncthreads();
  members_sort<BLOCK>(r, cycles);
}

/* Numbers the cycles by their lowest entries; returns how many there are. */
template <int BLOCK> static __device__ int32_t cycles_find(const Workspace &r, Shared<BLOCK> &s, int32_t d) {
  const int32_t *low = lows_find<BLOCK>(r, d);
  const int32_t cycles = select(
      s, d, [&](int32_t e) { return low[2 * e] == e; },
      [&](int32_t e, int32_t at, bool lowest) {
        if (lowest) r.cycle[e] = at;
      });
  for (int32_t e = (int32_t)threadIdx.x; e < d; e += BLOCK)
    if (low[2 * e] != e) r.cycle[e] = r.cycle[low[2 * e]];
  __syncthreads();
  members_gather(r, s, d, cycles);
  return cycles;
}

#endif
