/* Sets of cycles, of all pairs at once: inside recombine_large.cu.
 *
 * A set of long cycles would take a warp longer than all other sets together take the device. So no warp grows a set alone.
 * Warps find the neighbours of all sets. Then they test every set with each of its neighbours. Then the best neighbour joins each set,
 * and the next neighbours are found. */
#ifndef CORDEE_GPU_EAX_LARGE_SETS_CUH
#define CORDEE_GPU_EAX_LARGE_SETS_CUH

#include "large_gains.cuh"

#define LARGE_NO_CHANGE INT64_MAX

/* A set that grows. best: the least change with a neighbour, x RECOMBINE_NEAR, + the neighbour's place in `near`; LARGE_NO_CHANGE
 * if all tests failed, or the set grows no more. */
struct LargeSet {
  int64_t least; /* its change of cost; INT64_MAX: its test failed */
  long long best;
  int32_t pair;
  RecombineSet set;
  int32_t near[RECOMBINE_NEAR];
};

/* Those of a launch, and their tests. */
struct LargeSets {
  LargeSet *set;
  int32_t *test;  /* RECOMBINE_NEAR x set + neighbour */
  int32_t *count; /* sets; tests */
};
enum { LARGE_SETS = 1 << 20 /* at once */, LARGE_NEAR_BITS = 4 };
static_assert(RECOMBINE_NEAR == 1 << LARGE_NEAR_BITS, "LargeSet.best");

/* Adds the tests of set `at` with the `count` neighbours in trial->near. */
static __device__ void set_plan(ThreadGroup warp, const LargeSets &s, int32_t at, const RecombineTrial *trial,
                                int32_t count) {
  int32_t first = 0;
  if (warp.lane == 0) first = atomicAdd(&s.count[1], count);
  first = __shfl_sync(0xffffffffu, first, 0);
  GROUP_EACH (j, warp, 0, count) {
    s.set[at].near[j] = trial->near[j];
    s.test[first + j] = RECOMBINE_NEAR * at + j;
  }
}

/* Begins a set with each of the cycles [from, end) that does not gain, of the pairs where few gain. */
__global__ static void __launch_bounds__(LARGE_BLOCK, 3)
    sets_begin(Large l, int32_t from, int32_t end, LargeGains gains, LargeSets s) {
  large_each_warp(l, end - from, [&](ThreadGroup warp, int32_t number, int32_t i) {
    const int32_t own = from + i, pair = pair_of(l.pair.cycles, l.t.pairs, own);
    if (gains.cycle_gains[own] || !few_gain(l, pair)) return;
    const LargePair x = large_pair(l, pair);
    const RecombineSet set = {1, {own - l.pair.cycles[pair], 0, 0}};
    int64_t least = INT64_MAX;
    const int32_t count =
        set_prepare(warp, &x.child, &x.cycles, &set, l.trial + number, large_move(), &least);
    if (!count) return;
    int32_t at = 0;
    if (warp.lane == 0) {
      at = atomicAdd(&s.count[0], 1);
      s.set[at].least = least;
      s.set[at].best = LARGE_NO_CHANGE;
      s.set[at].pair = pair;
      s.set[at].set = set;
    }
    set_plan(warp, s, __shfl_sync(0xffffffffu, at, 0), l.trial + number, count);
  });
}

/* Tests every set with every neighbour. */
__global__ static void __launch_bounds__(LARGE_BLOCK, 3) sets_test(Large l, LargeSets s) {
  large_each_warp(l, s.count[1], [&](ThreadGroup warp, int32_t number, int32_t i) {
    const int32_t which = s.test[i] % RECOMBINE_NEAR;
    LargeSet *own = s.set + s.test[i] / RECOMBINE_NEAR;
    const LargePair x = large_pair(l, own->pair);
    int64_t delta;
    if (set_try(warp, &x.child, &x.cycles, own->set, own->near[which], own->least, l.trial + number,
                large_move(), &delta) &&
        warp.lane == 0)
      atomicMin(&own->best, (long long)delta * RECOMBINE_NEAR + which);
  });
}

/* The best neighbour joins each set. A set gains then, or its next neighbours are found. */
__global__ static void __launch_bounds__(LARGE_BLOCK, 3) sets_extend(Large l, LargeGains gains, LargeSets s) {
  large_each_warp(l, s.count[0], [&](ThreadGroup warp, int32_t number, int32_t at) {
    LargeSet *own = s.set + at;
    const long long best = own->best;
    if (best == LARGE_NO_CHANGE) return;
    RecombineSet set = own->set;
    int64_t least = best >> LARGE_NEAR_BITS;
    set.cycle[set.size++] = own->near[best & (RECOMBINE_NEAR - 1)];
    const LargePair x = large_pair(l, own->pair);
    __syncwarp();
    if (warp.lane == 0) {
      own->least = least;
      own->best = LARGE_NO_CHANGE;
      own->set = set;
    }
    if (least < 0) {
      set_gain(warp, &x.child, &x.cycles, &set, l.trial + number, large_move()); /* for its cuts */
      gain_add(warp, l, x, own->pair, set, -least, gains);
    } else if (set.size < RECOMBINE_SET) {
      const int32_t count =
          set_prepare(warp, &x.child, &x.cycles, &set, l.trial + number, large_move(), &least);
      set_plan(warp, s, at, l.trial + number, count);
    }
  });
}

#endif
