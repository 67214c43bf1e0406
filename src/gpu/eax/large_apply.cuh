/* Which of the chosen moves are applied, and the children: inside recombine_large.cu. */
#ifndef CORDEE_GPU_EAX_LARGE_APPLY_CUH
#define CORDEE_GPU_EAX_LARGE_APPLY_CUH

#include "large_gains.cuh"

/* Calls act(warp, k, pair) for each chosen move, a warp for each. */
template <class Act> static __device__ void moves_each(const Large &l, const LargeChosen &c, Act act) {
  const ThreadGroup warp = {(int32_t)threadIdx.x % 32, 32, NULL};
  for (int32_t k = (int32_t)(blockIdx.x * LARGE_BLOCK + threadIdx.x) / 32; k < c.count;
       k += (int32_t)(gridDim.x * LARGE_BLOCK / 32))
    act(warp, k, pair_of(c.first, l.t.pairs, k));
}

/* flag (pairs, n) + 1: 1 at the positions before and after each cut. */
__global__ static void __launch_bounds__(LARGE_BLOCK) places_mark(Large l, LargeChosen c, int32_t *flag) {
  const int32_t n = l.t.problem.n;
  moves_each(l, c, [&](ThreadGroup warp, int32_t k, int32_t pair) {
    GROUP_EACH (i, warp, 0, c.move[k].cuts) {
      const int32_t cut = c.cuts.cut[c.move[k].at + i];
      flag[(size_t)pair * n + cut] = flag[(size_t)pair * n + (cut + 1 < n ? cut + 1 : 0)] = 1;
    }
  });
}

/* l.scan: the number of each of these. */
__global__ static void __launch_bounds__(LARGE_BLOCK) places_take(Large l, LargeChosen c) {
  const int32_t n = l.t.problem.n;
  moves_each(l, c, [&](ThreadGroup warp, int32_t k, int32_t pair) {
    GROUP_EACH (i, warp, 0, c.move[k].cuts) {
      const size_t at = c.move[k].at + i;
      const int32_t cut = c.cuts.cut[at];
      c.cuts.place[2 * at] = l.scan[(size_t)pair * n + cut];
      c.cuts.place[2 * at + 1] = l.scan[(size_t)pair * n + (cut + 1 < n ? cut + 1 : 0)];
    }
  });
}

static __device__ void labels_add(const LargeChosen &c, ThreadGroup warp, int32_t k, uint64_t sign) {
  const RecombineChosen m = c.move[k];
  GROUP_EACH (i, warp, 0, m.cuts)
    atomicAdd(&c.step[c.cuts.place[2 * (m.at + i) + 1]], (unsigned long long)(sign * label_step(&m, i)));
}

static __device__ int32_t move_crosses(const LargeChosen &c, ThreadGroup warp, int32_t k, uint64_t own) {
  return !cross_none(warp, &c.move[k], c.cuts.place + 2 * c.move[k].at, c.sum, own);
}

__global__ static void __launch_bounds__(LARGE_BLOCK) round_begin(Large l, LargeChosen c, int32_t round) {
  moves_each(l, c, [&](ThreadGroup warp, int32_t k, int32_t) {
    if (c.state[k] != LARGE_UNDECIDED || !cross_takes_part(c.move[k].cycle, round)) return;
    labels_add(c, warp, k, 1);
    __syncwarp();
    if (warp.lane == 0) c.state[k] = LARGE_TRIED;
  });
}

__global__ static void __launch_bounds__(LARGE_BLOCK) round_judge(Large l, LargeChosen c) {
  moves_each(l, c, [&](ThreadGroup warp, int32_t k, int32_t) {
    if (c.state[k] != LARGE_TRIED) return;
    const int32_t crosses = move_crosses(c, warp, k, 1);
    if (crosses) labels_add(c, warp, k, (uint64_t)-1);
    __syncwarp();
    if (warp.lane == 0) c.state[k] = crosses ? LARGE_UNDECIDED : LARGE_APPLIED;
  });
}

__global__ static void __launch_bounds__(LARGE_BLOCK) round_drop(Large l, LargeChosen c) {
  moves_each(l, c, [&](ThreadGroup warp, int32_t k, int32_t) {
    if (c.state[k] != LARGE_UNDECIDED) return;
    const int32_t crosses = move_crosses(c, warp, k, 0);
    __syncwarp();
    if (warp.lane == 0 && crosses) c.state[k] = LARGE_DROPPED;
  });
}

/* ---- the children ---- */

/* The segments of all pairs between the cuts that are applied. Segment s ends at the s-th cut. */
struct LargeSegments {
  int32_t count;      /* cuts of all pairs */
  int32_t *cut;       /* (count) */
  int32_t *link;      /* (2, count) of each side, among all pairs' sides */
  int32_t *next[2];   /* (2, count) of each segment backward, and forward: the one to follow */
  int32_t *to_end[2]; /* (2, count) cities from there to the pair's first segment */
};

/* flag (pairs, n): 1 at each cut that is applied. Also adds up the results. */
__global__ static void __launch_bounds__(LARGE_BLOCK) cuts_mark(Large l, LargeChosen c, int32_t *flag) {
  const size_t n = (size_t)l.t.problem.n;
  moves_each(l, c, [&](ThreadGroup warp, int32_t k, int32_t pair) {
    if (c.state[k] != LARGE_APPLIED) return;
    const RecombineChosen m = c.move[k];
    GROUP_EACH (i, warp, 0, m.cuts) flag[pair * n + c.cuts.cut[m.at + i]] = 1;
    if (warp.lane) return;
    atomicAdd(l.counter, m.cuts);
    atomicAdd(&l.t.result[pair].done, 1);
    atomicAdd((unsigned long long *)&l.t.result[pair].cost, (unsigned long long)-m.gain);
  });
}

__global__ static void __launch_bounds__(LARGE_BLOCK) segments_link(Large l, LargeChosen c, LargeSegments s) {
  const size_t n = (size_t)l.t.problem.n;
  moves_each(l, c, [&](ThreadGroup warp, int32_t k, int32_t pair) {
    if (c.state[k] != LARGE_APPLIED) return;
    const RecombineChosen m = c.move[k];
    const int32_t *cut = c.cuts.cut + m.at, *number = l.scan + pair * n;
    const int16_t *link = c.cuts.link + 2 * m.at;
    GROUP_EACH (i, warp, 0, m.cuts) {
      const int32_t own = number[cut[i]];
      s.cut[own] = cut[i];
      for (int side = 0; side < 2; side++) {
        const int32_t to = link[2 * i + side];
        s.link[2 * own + side] = 2 * number[cut[to / 2]] + to % 2;
      }
    }
  });
  LARGE_EACH (pair, (int32_t)l.t.pairs + 1)
    l.pair.cuts[pair] = pair < (int32_t)l.t.pairs ? l.scan[pair * n] : s.count;
}

/* What follows a side: the segment that begins there, 2 k + 1, or the one that ends there and is walked backward, 2 k. */
static __device__ int32_t side_walk(int32_t to, int32_t first, int32_t end) {
  if (!(to & 1)) return to;
  return 2 * (to / 2 + 1 < end ? to / 2 + 1 : first) + 1;
}

__global__ static void __launch_bounds__(LARGE_BLOCK) segments_begin(Large l, LargeSegments s) {
  LARGE_EACH (k, s.count) {
    const int32_t pair = pair_of(l.pair.cuts, l.t.pairs, k), first = l.pair.cuts[pair],
                  end = l.pair.cuts[pair + 1], before = k > first ? k - 1 : end - 1;
    const int32_t size = s.cut[k] - s.cut[before] + (k > first ? 0 : l.t.problem.n);
    s.next[0][2 * k + 1] = k > first ? side_walk(s.link[2 * k], first, end) : 2 * k + 1;
    s.next[0][2 * k] = k > first ? side_walk(s.link[2 * before + 1], first, end) : 2 * k;
    s.to_end[0][2 * k] = s.to_end[0][2 * k + 1] = k > first ? size : 0;
  }
}

__global__ static void __launch_bounds__(LARGE_BLOCK) segments_jump(LargeSegments s, int now) {
  LARGE_EACH (v, 2 * s.count) {
    const int32_t to = s.next[now][v];
    s.next[now ^ 1][v] = s.next[now][to];
    s.to_end[now ^ 1][v] = s.to_end[now][v] + s.to_end[now][to];
  }
}

/* Place of the city at position p of parent A, in the child. number: cuts before it, of all pairs. */
static __device__ int32_t child_place(const Large &l, const LargeSegments &s, int now, int32_t pair,
                                      int32_t p, int32_t number) {
  const int32_t n = l.t.problem.n, first = l.pair.cuts[pair], end = l.pair.cuts[pair + 1];
  if (first == end) return p;
  const int32_t lead = n - 1 - s.cut[end - 1], k = number < end ? number : first;
  int32_t place = p + lead;
  if (k > first && s.next[now][2 * k + 1] == 2 * first + 1)
    place = n - s.to_end[now][2 * k + 1] + p - s.cut[k - 1] - 1;
  else if (k > first)
    place = n - s.to_end[now][2 * k] + s.cut[k] - p;
  place -= lead;
  if (place < 0) return place + n;
  if (place < n) return place;
  return place - n;
}

__global__ static void __launch_bounds__(LARGE_BLOCK) children_write(Large l, LargeSegments s, int now) {
  const int32_t n = l.t.problem.n, all = (int32_t)l.t.pairs * n;
  LARGE_EACH (i, all) {
    const int32_t pair = i / n, p = i % n;
    const RecombinePair own = l.t.pair[pair];
    if (own.parent_a == RECOMBINE_NONE) continue;
    l.t.child[(size_t)pair * n + child_place(l, s, now, pair, p, l.scan[i])] =
        l.t.tour[(size_t)own.parent_a * n + p];
  }
}

/* ---- results ---- */

__global__ static void __launch_bounds__(LARGE_BLOCK) results_begin(Large l) {
  LARGE_EACH (pair, (int32_t)l.t.pairs) {
    const RecombinePair own = l.t.pair[pair];
    if (own.parent_a == RECOMBINE_NONE) continue;
    l.t.result[pair] = {l.t.cost[own.parent_a], l.pair.entries[pair + 1] - l.pair.entries[pair],
                        l.pair.cycles[pair + 1] - l.pair.cycles[pair], l.pair.gaining[pair], 0};
  }
}

#endif
