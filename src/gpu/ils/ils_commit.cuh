/* The end of a round on CUDA, a block per tour: which proposals are accepted, then the place of each piece of
 * the tour between their cuts. Twin of src/cpu/ils/ils_commit.c. The order of the pieces is found by list
 * ranking (pointer jumping, Wyllie 1979). */
#ifndef CORDEE_GPU_ILS_ILS_COMMIT_CUH
#define CORDEE_GPU_ILS_ILS_COMMIT_CUH

#include "gpu/block_scan.cuh"
#include "solver/ils/ils_proposal.h"

/* The new tour as pieces of the old one: piece i runs from cut[i - 1] + 1 to cut[i]. It begins at place[i];
 * if it is reversed it ends there, and place[i] < 0 is ~place. *count 0: nothing changes. */
struct IlsPieces {
  int32_t *count, *cut, *place;
};

/* Shared memory of the block, divided by commit_carve. At most `most` proposals and `cuts` cuts. */
struct IlsCommit {
  int32_t most, cuts;
  int32_t *cut;    /* [cuts] of the proposals, one after the other; later all accepted ones, ascending */
  int32_t *sorted; /* [power of two above cuts] */
  int32_t *link, *next, *length; /* [2 (cuts + 1)] by end */
  uint16_t *kick, *begin;        /* [most], [most + 1] */
  uint32_t *taken, *rejected;    /* [most / 32, rounded up] a bit per proposal; in neither: open */
};

__host__ __device__ static int32_t power_above(int32_t m) {
  int32_t p = 1;
  while (p < m) p *= 2;
  return p;
}

__host__ __device__ static int32_t commit_cuts(uint32_t kicks) {
  return kicks * ILS_SEGMENTS < ILS_CUTS ? (int32_t)kicks * ILS_SEGMENTS : ILS_CUTS;
}

__host__ __device__ static size_t commit_words(uint32_t kicks) { return (kicks + 31) / 32; }

__host__ __device__ static size_t commit_bytes(uint32_t kicks) {
  const size_t cuts = commit_cuts(kicks);
  return 4 * (cuts + power_above((int32_t)cuts) + 3 * 2 * (cuts + 1) + 2 * commit_words(kicks)) +
         2 * (2 * (size_t)kicks + 2);
}

__device__ static IlsCommit commit_carve(char *memory, uint32_t kicks) {
  IlsCommit r;
  r.most = (int32_t)kicks;
  r.cuts = commit_cuts(kicks);
  r.cut = reinterpret_cast<int32_t *>(memory);
  r.sorted = r.cut + r.cuts;
  r.link = r.sorted + power_above(r.cuts);
  r.next = r.link + 2 * (r.cuts + 1);
  r.length = r.next + 2 * (r.cuts + 1);
  r.taken = reinterpret_cast<uint32_t *>(r.length + 2 * (r.cuts + 1));
  r.rejected = r.taken + commit_words(kicks);
  r.kick = reinterpret_cast<uint16_t *>(r.rejected + commit_words(kicks));
  r.begin = r.kick + kicks;
  return r;
}

__device__ static bool commit_taken(const IlsCommit &r, int32_t i) { return r.taken[i / 32] >> i % 32 & 1; }

/* Words that the pieces of a tour take; those of tour t. */
__host__ __device__ static size_t pieces_words(uint32_t kicks) {
  return 1 + 2 * ((size_t)commit_cuts(kicks) + 1);
}

__device__ static IlsPieces pieces_of(int32_t *pieces, uint32_t kicks, uint32_t t) {
  int32_t *const count = pieces + t * pieces_words(kicks), *const cut = count + 1;
  return {count, cut, cut + commit_cuts(kicks) + 1};
}

/* Gathers the proposals in the order of their kicks, as long as their cuts fit. Returns their number. */
template <int THREADS>
__device__ static int32_t commit_gather(const IlsCommit &r, const int32_t *made,
                                        const IlsProposal *proposal) {
  enum { CUTS = 20 }; /* lower bits for the cuts of a chunk; the others are for its proposals */
  static_assert(THREADS * ILS_SEGMENTS < 1 << CUTS && THREADS < 1 << (32 - CUTS), "a word has both");
  BLOCK_SHARED BlockTotals<uint32_t, THREADS> totals;
  BLOCK_SHARED int2 carried; /* proposals and cuts of earlier chunks */
  if (threadIdx.x == 0) {
    carried = {0, 0};
    r.begin[0] = 0;
  }
  __syncthreads();
  for (int32_t first = 0; first < r.most; first += THREADS) {
    const int32_t k = first + (int32_t)threadIdx.x, cuts = k < r.most ? made[k] : 0;
    const BlockPrefix<uint32_t> sum = block_sum(totals, (uint32_t)(cuts > 0) << CUTS | (uint32_t)cuts);
    const int2 base = carried;
    const int2 at = {base.x + (int32_t)(sum.before >> CUTS),
                     base.y + (int32_t)(sum.before & ((1u << CUTS) - 1))};
    const bool fits = at.y + cuts <= r.cuts;
    if (cuts && fits) {
      r.kick[at.x] = (uint16_t)k;
      r.begin[at.x + 1] = (uint16_t)(at.y + cuts);
    }
    const int32_t kept = __syncthreads_count(cuts && fits);
    if (threadIdx.x == 0) carried = {base.x + kept, base.y + (int32_t)(sum.all & ((1u << CUTS) - 1))};
    __syncthreads();
    if (carried.y > r.cuts) break;
  }
  const int32_t count = carried.x;
  for (int32_t i = threadIdx.x / 32; i < count; i += THREADS / 32)
    for (int32_t c = threadIdx.x % 32; c < r.begin[i + 1] - r.begin[i]; c += 32)
      r.cut[r.begin[i] + c] = proposal[r.kick[i]].cut[c];
  for (int32_t w = threadIdx.x; 32 * w < count; w += THREADS) r.taken[w] = r.rejected[w] = 0;
  __syncthreads();
  return count;
}

/* The number of cuts of x before position p, modulo all; -1: p is one of them. */
__device__ static int32_t cut_gap(const int32_t *x, int32_t cuts, int32_t p) {
  int32_t k = 0;
  while (k < cuts && x[k] < p) ++k;
  if (k == cuts) return 0;
  return x[k] == p ? -1 : k;
}

__device__ static bool cuts_cross(const IlsCommit &r, int32_t i, int32_t j) {
  const int32_t *x = r.cut + r.begin[i], *y = r.cut + r.begin[j];
  const int32_t a = r.begin[i + 1] - r.begin[i], b = r.begin[j + 1] - r.begin[j];
  if (x[a - 1] < y[0] || y[b - 1] < x[0]) return false;
  const int32_t gap = cut_gap(x, a, y[0]);
  bool together = gap >= 0;
  for (int32_t k = 1; k < b && together; ++k) together = cut_gap(x, a, y[k]) == gap;
  return !together;
}

/* Reads a word whose bits other warps set meanwhile, for the whole warp. The read is atomic; the order among
 * warps does not matter, as bits are never cleared. */
__device__ static uint32_t bits_read(uint32_t *word) {
  const uint32_t bits = threadIdx.x % 32 == 0 ? atomicOr(word, 0u) : 0;
  return __shfl_sync(0xffffffffu, bits, 0);
}

enum IlsVerdict { ILS_OPEN, ILS_TAKEN, ILS_REJECTED };

/* A warp compares proposal i with those before it, 32 at a time: it is rejected if an accepted one crosses
 * it, open while an open one does. A bit that is missed only costs another pass. */
__device__ static IlsVerdict proposal_judge(const IlsCommit &r, int32_t i) {
  bool wait = false;
  for (int32_t base = 0; base < i; base += 32) {
    const int32_t j = base + (int32_t)threadIdx.x % 32;
    const uint32_t rejected = bits_read(r.rejected + base / 32), taken = bits_read(r.taken + base / 32);
    const bool crosses = j < i && !(rejected >> j % 32 & 1) && cuts_cross(r, j, i);
    const uint32_t crossed = __ballot_sync(0xffffffffu, crosses);
    if (crossed & taken) return ILS_REJECTED;
    wait |= crossed != 0;
  }
  return wait ? ILS_OPEN : ILS_TAKEN;
}

/* A proposal is accepted unless an accepted one before it crosses it. Here all are judged at once,
 * repeatedly, until none waits for the verdict on another. A warp per proposal. */
template <int THREADS> __device__ static void commit_judge(const IlsCommit &r, int32_t count) {
  int32_t waiting = 1;
  while (waiting) {
    bool waits = false;
    for (int32_t i = threadIdx.x / 32; i < count; i += THREADS / 32) {
      const uint32_t bit = 1u << i % 32;
      if ((bits_read(r.taken + i / 32) | bits_read(r.rejected + i / 32)) & bit) continue;
      const IlsVerdict verdict = proposal_judge(r, i);
      if (threadIdx.x % 32 == 0 && verdict != ILS_OPEN)
        atomicOr((verdict == ILS_TAKEN ? r.taken : r.rejected) + i / 32, bit);
      waits |= verdict == ILS_OPEN;
    }
    waiting = __syncthreads_or(waits);
  }
}

/* Bitonic sort (Batcher 1968), ascending, of a power of two. */
template <int THREADS> __device__ static void commit_sort(int32_t *key, int32_t size) {
  for (int32_t k = 2; k <= size; k *= 2)
    for (int32_t j = k / 2; j > 0; j /= 2) {
      for (int32_t i = threadIdx.x; i < size; i += THREADS) {
        const int32_t other = i ^ j;
        if (other < i) continue; /* the partner does it */
        const int32_t a = key[i], b = key[other];
        if ((a > b) == ((i & k) == 0)) {
          key[i] = b;
          key[other] = a;
        }
      }
      __syncthreads();
    }
}

/* Collects all accepted cuts and the tour's end, ascending, in r.cut. Returns the number of pieces. */
template <int THREADS> __device__ static int32_t commit_cut(const IlsCommit &r, int32_t count, int32_t n) {
  BLOCK_SHARED int32_t cuts;
  if (threadIdx.x == 0) cuts = 0;
  __syncthreads();
  for (int32_t i = threadIdx.x; i < count; i += THREADS) {
    if (!commit_taken(r, i)) continue;
    int32_t at = atomicAdd(&cuts, r.begin[i + 1] - r.begin[i]);
    for (int32_t c = r.begin[i]; c < r.begin[i + 1]; ++c) r.sorted[at++] = r.cut[c];
  }
  __syncthreads();
  const int32_t all = cuts, size = power_above(all);
  for (int32_t i = all + threadIdx.x; i < size; i += THREADS) r.sorted[i] = INT32_MAX;
  __syncthreads();
  commit_sort<THREADS>(r.sorted, size);
  int32_t pieces = all;
  if (all && r.sorted[all - 1] != n - 1) ++pieces;
  for (int32_t i = threadIdx.x; i < all; i += THREADS) r.cut[i] = r.sorted[i];
  __syncthreads();
  return pieces;
}

/* ---- pieces, whose ends are numbered 2 i (low) and 2 i + 1 (high) ---- */

__device__ static int32_t piece_high(const IlsCommit &r, int32_t pieces, int32_t n, int32_t i) {
  return i == pieces - 1 ? n - 1 : r.cut[i];
}

__device__ static int32_t end_find(const IlsCommit &r, int32_t pieces, int32_t end) {
  const int32_t position = end / 2;
  int32_t low = 0, high = pieces - 1;
  while (low < high) {
    const int32_t middle = (low + high) / 2;
    if (r.cut[middle] < position)
      low = middle + 1;
    else
      high = middle;
  }
  return 2 * low + end % 2;
}

template <int THREADS>
__device__ static void commit_link(const IlsCommit &r, int32_t count, const IlsProposal *proposal,
                                   int32_t pieces, int32_t n) {
  const int32_t last = 2 * pieces - 1;
  if (threadIdx.x == 0) {
    r.link[0] = last;
    r.link[last] = 0;
  }
  __syncthreads();
  for (int32_t i = threadIdx.x / 32; i < count; i += THREADS / 32) {
    if (!commit_taken(r, i)) continue;
    const IlsProposal &p = proposal[r.kick[i]];
    const int32_t s = threadIdx.x % 32, t = s + 1 < p.count ? s + 1 : 0;
    if (s >= p.count) continue;
    if (ils_joint(n, p.leave[s], p.enter[t]) >= 0) continue;
    const int32_t a = end_find(r, pieces, p.leave[s]), b = end_find(r, pieces, p.enter[t]);
    r.link[a] = b;
    r.link[b] = a;
  }
  __syncthreads();
}

/* For the ends e by which the new tour enters a piece: length[e] becomes the number of cities from there to
 * the tour's end, next[e] -1. */
template <int THREADS, int KICKS>
__device__ static void commit_rank(const IlsCommit &r, int32_t pieces, int32_t n) {
  const int32_t ends = 2 * pieces;
  for (int32_t e = threadIdx.x; e < ends; e += THREADS) {
    const int32_t i = e / 2, low = i ? r.cut[i - 1] + 1 : 0, to = r.link[e ^ 1];
    r.length[e] = piece_high(r, pieces, n, i) - low + 1;
    r.next[e] = to == 0 ? -1 : to;
  }
  __syncthreads();
  constexpr int CUTS = KICKS * ILS_SEGMENTS < ILS_CUTS ? KICKS * ILS_SEGMENTS : ILS_CUTS;
  constexpr int EACH = (2 * (CUTS + 1) + THREADS - 1) / THREADS;
  for (int32_t reach = 1; reach < pieces; reach *= 2) {
    int32_t to[EACH], way[EACH];
#pragma unroll
    for (int k = 0; k < EACH; ++k) {
      const int32_t e = threadIdx.x + k * THREADS, next = e < ends ? r.next[e] : -1;
      to[k] = next < 0 ? -1 : r.next[next];
      way[k] = next < 0 ? 0 : r.length[next];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < EACH; ++k) {
      const int32_t e = threadIdx.x + k * THREADS;
      if (e < ends && r.next[e] >= 0) {
        r.next[e] = to[k];
        r.length[e] += way[k];
      }
    }
    __syncthreads();
  }
}

template <int THREADS>
__device__ static void commit_place(const IlsCommit &r, int32_t pieces, int32_t n, const IlsPieces &out) {
  for (int32_t e = threadIdx.x; e < 2 * pieces; e += THREADS) {
    if (r.next[e] >= 0) continue;
    const int32_t place = n - r.length[e];
    out.place[e / 2] = e % 2 ? ~place : place;
  }
  for (int32_t i = threadIdx.x; i < pieces; i += THREADS) out.cut[i] = piece_high(r, pieces, n, i);
  if (threadIdx.x == 0) *out.count = pieces;
}

/* Adds the accepted deltas to the cost, the number of accepted proposals to the counters. */
template <int THREADS>
__device__ static void commit_account(const IlsCommit &r, int32_t count, const IlsProposal *proposal,
                                      int64_t *cost, uint64_t *counters) {
  int64_t delta = 0;
  int32_t taken = 0;
  for (int32_t i = threadIdx.x; i < count; i += THREADS)
    if (commit_taken(r, i)) {
      delta += proposal[r.kick[i]].delta;
      ++taken;
    }
  for (int32_t away = 16; away; away /= 2) {
    delta += __shfl_down_sync(0xffffffffu, delta, away);
    taken += __shfl_down_sync(0xffffffffu, taken, away);
  }
  if (threadIdx.x % 32 || !taken) return;
  atomicAdd(reinterpret_cast<unsigned long long *>(cost), (unsigned long long)delta);
  atomicAdd(reinterpret_cast<unsigned long long *>(counters + 1), (unsigned long long)taken);
}

#endif
