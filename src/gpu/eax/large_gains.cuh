/* What gains, of all pairs at once, and which of it is chosen: inside recombine_large.cu. */
#ifndef CORDEE_GPU_EAX_LARGE_GAINS_CUH
#define CORDEE_GPU_EAX_LARGE_GAINS_CUH

#include "large_ends.cuh"
#include "large_sort.h"
#include "search/eax/recombine_cross.h"

/* A pair as the tests read it. */
struct LargePair {
  RecombineChild child;
  RecombineCycles cycles;
};

static __device__ LargePair large_pair(const Large &l, int32_t pair) {
  const size_t at = (size_t)pair * l.t.problem.n, base = (size_t)l.pair.entries[pair];
  const RecombinePair own = l.t.pair[pair];
  int32_t *parent_a =
      const_cast<int32_t *>(l.t.tour) + (size_t)own.parent_a * l.t.problem.n; /* only read here */
  RecombineChild child =
      recombine_child(&l.t, own, parent_a, l.position + at, l.city + 2 * base, l.partner + 2 * base);
  child.reach = l.reach + 2 * at;
  return {child,
          {l.entry + at, l.cycle + base, l.member + base, l.first + l.pair.cycles[pair] + pair,
           l.pair.entries[pair + 1] - (int32_t)base}};
}

__global__ static void __launch_bounds__(LARGE_BLOCK) reaches_find(Large l) {
  const int32_t n = l.t.problem.n, all = (int32_t)l.t.pairs * n;
  LARGE_EACH (i, all) {
    const int32_t pair = i / n;
    if (l.t.pair[pair].parent_a == RECOMBINE_NONE) continue;
    const LargePair x = large_pair(l, pair);
    reach_find(&x.child, i % n, l.reach + 2 * (size_t)pair * n);
  }
}

/* Calls act(warp, its number, i) for each i < count, a warp for each. */
template <class Act> static __device__ void large_each_warp(const Large &l, int32_t count, Act act) {
  const ThreadGroup warp = {(int32_t)threadIdx.x % 32, 32, NULL};
  const int32_t number = (int32_t)(blockIdx.x * LARGE_BLOCK + threadIdx.x) / 32;
  for (;;) {
    int32_t i = 0;
    if (warp.lane == 0) i = atomicAdd(l.counter, 1);
    i = __shfl_sync(0xffffffffu, i, 0);
    if (i >= count) break;
    act(warp, number, i);
  }
}

static __device__ __forceinline__ RecombineMove *large_move() {
  extern __shared__ __align__(16) char dynamic[];
  return reinterpret_cast<RecombineMove *>(dynamic) + threadIdx.x / 32;
}

/* Do so few of the pair's cycles gain that sets are tested, too? */
static __device__ bool few_gain(const Large &l, int32_t pair) {
  return (int64_t)l.pair.gaining[pair] * l.t.few < l.pair.cycles[pair + 1] - l.pair.cycles[pair];
}

/* What gains, in any order; and which cycles do. */
struct LargeGains {
  LargeGain *gain;   /* (cycles) */
  int32_t *count;    /* (1) */
  bool *cycle_gains; /* (cycles) */
};

/* Adds a set that gains; large_move() is as its test left it. */
static __device__ void gain_add(ThreadGroup warp, const Large &l, const LargePair &x, int32_t pair,
                                const RecombineSet &set, int64_t gain, const LargeGains &gains) {
  const int64_t loss = set_loss(warp, &l.t, l.t.pair[pair].group, &x.child, &x.cycles, &set);
  if (warp.lane == 0)
    gains.gain[atomicAdd(gains.count, 1)] = {gain, (int32_t)loss, pair, large_move()->cuts, set};
}

/* Tests every cycle. */
__global__ static void __launch_bounds__(LARGE_BLOCK, 3)
    cycles_test_all(Large l, int32_t cycles, LargeGains gains) {
  large_each_warp(l, cycles, [&](ThreadGroup warp, int32_t number, int32_t i) {
    const int32_t pair = pair_of(l.pair.cycles, l.t.pairs, i);
    const LargePair x = large_pair(l, pair);
    const RecombineSet set = {1, {i - l.pair.cycles[pair], 0, 0}};
    const int64_t gain = set_gain(warp, &x.child, &x.cycles, &set, l.trial + number, large_move());
    if (warp.lane == 0) gains.cycle_gains[i] = gain > 0;
    if (gain) gain_add(warp, l, x, pair, set, gain, gains);
  });
}

/* Counts what gains in each pair. */
__global__ static void __launch_bounds__(LARGE_BLOCK)
    gains_count(Large l, const LargeGain *gain, int32_t gains) {
  LARGE_EACH (i, gains) atomicAdd(&l.pair.gaining[gain[i].pair], 1);
}

/* ---- the chosen ones ---- */

/* Those of all pairs, in the order of `gain`. */
struct LargeChosen {
  const LargeGain *gain;    /* sorted */
  int32_t count, all;       /* moves; their cuts */
  int32_t *gains_first;     /* (pairs + 1) what gains in the pairs before */
  int32_t *first;           /* (pairs + 1) the chosen ones of the pairs before */
  int32_t *at;              /* (count + 1) cuts of the moves before */
  RecombineChosen *move;    /* (count) */
  uint8_t *state;           /* (count) LargeState */
  RecombineCuts cuts;       /* (all) */
  int32_t places;           /* positions beside cuts, of all pairs */
  unsigned long long *step; /* (places) of labels; their sums */
  uint64_t *sum;
};
enum LargeState : uint8_t { LARGE_DROPPED, LARGE_UNDECIDED, LARGE_TRIED, LARGE_APPLIED };

static __device__ const LargeGain &chosen_gain(const Large &l, const LargeChosen &c, int32_t k,
                                               int32_t *pair) {
  *pair = pair_of(c.first, l.t.pairs, k);
  return c.gain[c.gains_first[*pair] + k - c.first[*pair]];
}

__global__ static void __launch_bounds__(LARGE_BLOCK) cuts_count(Large l, LargeChosen c, int32_t *cuts) {
  LARGE_EACH (k, c.count + 1) {
    int32_t pair;
    cuts[k] = k < c.count ? chosen_gain(l, c, k, &pair).cuts : 0;
  }
}

/* Tests each again, and keeps its cuts. */
__global__ static void __launch_bounds__(LARGE_BLOCK, 3) chosen_test(Large l, LargeChosen c) {
  large_each_warp(l, c.count, [&](ThreadGroup warp, int32_t number, int32_t k) {
    int32_t pair;
    const LargeGain own = chosen_gain(l, c, k, &pair);
    const LargePair x = large_pair(l, pair);
    RecombineMove *m = large_move();
    const int32_t at = c.at[k];
    set_gain(warp, &x.child, &x.cycles, &own.set, l.trial + number, m);
    GROUP_EACH (i, warp, 0, m->cuts) c.cuts.cut[at + i] = m->cut[i];
    GROUP_EACH (i, warp, 0, 2 * m->cuts) c.cuts.link[2 * at + i] = m->link[i];
    if (warp.lane) return;
    c.move[k] = {own.gain, (uint64_t)at, own.set.cycle[0], m->cuts};
    c.state[k] = LARGE_UNDECIDED;
  });
}

#endif
