/* What a block of recombine.cu does with the cycles of a pair: tests, ranks, applies. */
#ifndef CORDEE_GPU_EAX_RECOMBINE_PAIR_CUH
#define CORDEE_GPU_EAX_RECOMBINE_PAIR_CUH

#include "recombine_device.cuh"

/* A pair of which a block makes the child. */
struct Pair {
  const RecombineTask *task;
  uint32_t group;
  RecombineChild child;
  RecombineCycles cycles;
  int32_t count; /* of cycles */
};

/* The set that begins with cycle c: what r.other says of it. */
static __device__ RecombineSet set_of(const Pair &x, const Workspace &r, int32_t c) {
  RecombineSet set = {1, {c, 0, 0}};
  for (int j = 0; j < RECOMBINE_SET - 1; j++) {
    const int32_t other = r.other[(size_t)j * x.count + c];
    if (other >= 0) set.cycle[set.size++] = other;
  }
  return set;
}

/* Calls act(warp, c) for each c < count, a warp for each. */
template <int BLOCK, class Act> static __device__ void each_warp(Shared<BLOCK> &s, int32_t count, Act act) {
  const ThreadGroup warp = {(int32_t)threadIdx.x % 32, 32, NULL};
  if (threadIdx.x == 0) s.next = 0;
  __syncthreads();
  for (;;) {
    int32_t c = 0;
    if (warp.lane == 0) c = atomicAdd(&s.next, 1);
    c = __shfl_sync(0xffffffffu, c, 0);
    if (c >= count) break;
    act(warp, c);
  }
  __syncthreads();
}

/* The gain of cycle c, or of the set that grows from it; stores it and the set. */
template <bool GROWN>
static __device__ void gain_find(const Pair &x, const Workspace &r, ThreadGroup warp, int32_t c) {
  RecombineMove *move = moves() + threadIdx.x / 32;
  RecombineTrial *trial = r.trial + threadIdx.x / 32;
  RecombineSet set = {1, {c, 0, 0}};
  const int64_t gain = GROWN ? set_grow(warp, &x.child, &x.cycles, &set, trial, move)
                             : set_gain(warp, &x.child, &x.cycles, &set, trial, move);
  if (warp.lane) return;
  r.gain[c] = gain;
  for (int j = 0; j < RECOMBINE_SET - 1; j++)
    r.other[(size_t)j * x.count + c] = j + 1 < set.size ? set.cycle[j + 1] : -1;
}

/* Tests every cycle, or the set from it, on parent A; puts those that gain into r.gaining, by number, and
 * their losses into r.loss. Returns how many. */
template <bool GROWN, int BLOCK>
static __device__ int32_t gains_find(const Pair &x, const Workspace &r, Shared<BLOCK> &s) {
  each_warp(s, x.count, [&](ThreadGroup warp, int32_t c) { gain_find<GROWN>(x, r, warp, c); });
  const int32_t count = select(
      s, x.count, [&](int32_t c) { return r.gain[c] > 0; },
      [&](int32_t c, int32_t at, bool chosen) {
        if (chosen) r.gaining[at] = c;
      });
  each_warp(s, count, [&](ThreadGroup warp, int32_t i) {
    const int32_t c = r.gaining[i];
    const RecombineSet set = set_of(x, r, c);
    const int64_t loss = set_loss(warp, x.task, x.group, &x.child, &x.cycles, &set);
    if (warp.lane == 0) r.loss[c] = (int32_t)loss;
  });
  return count;
}

/* Ranks what gains by gain per loss; puts the first `most` into r.order. */
template <int BLOCK> static __device__ void gains_rank(const Workspace &r, int32_t count, int32_t most) {
  for (int32_t i = (int32_t)threadIdx.x; i < count; i += BLOCK) {
    const int32_t c = r.gaining[i];
    const int64_t gain = r.gain[c], loss = r.loss[c];
    int32_t rank = 0;
    for (int32_t j = 0; j < count; j++) {
      const int32_t other = r.gaining[j];
      const int64_t left = r.gain[other] * loss, right = gain * r.loss[other];
      rank += left > right || (left == right && j < i);
    }
    if (rank < most) r.order[rank] = c;
  }
  __syncthreads();
}

/* Moves the cities outside the segment that stays: out of the tour, then back in. */
template <int BLOCK>
static __device__ void move_do(const RecombineChild &v, const Workspace &r, Shared<BLOCK> &s) {
  RecombineMove *m = moves();
  const int32_t n = v.problem.n;
  if (threadIdx.x == 0) s.stays = segments_row(&v, m, &s.rows);
  __syncthreads();
  const int32_t moved = n - segment_size(&v, m, s.stays), first = position_next(&v, m->cut[s.stays]);
  int32_t row = 0;
  for (int32_t i = (int32_t)threadIdx.x; i < moved; i += BLOCK)
    r.row[i] = v.tour[place_source(&v, m, s.rows, i, &row)];
  __syncthreads();
  for (int32_t i = (int32_t)threadIdx.x; i < moved; i += BLOCK) {
    const int32_t p = first + i < n ? first + i : first + i - n;
    v.tour[p] = r.row[i];
    v.position[r.row[i]] = p;
  }
  __syncthreads();
}

/* Tests the first `most` again, on the child, and applies them. */
template <int BLOCK>
static __device__ void chosen_do(const Pair &x, const Workspace &r, Shared<BLOCK> &s, int32_t most,
                                 RecombineResult *out) {
  const ThreadGroup block = {(int32_t)threadIdx.x, BLOCK, s.wide};
  for (int32_t k = 0; k < most; k++) {
    const RecombineSet set = set_of(x, r, r.order[k]);
    const int64_t gain = set_gain(block, &x.child, &x.cycles, &set, r.trial, moves());
    if (!gain) continue;
    move_do(x.child, r, s);
    out->cost -= gain;
    out->done++;
  }
}

/* Tests sets on parent A, which the child still is; see gains_find. */
template <int BLOCK> static __device__ int32_t sets_find(Pair x, const Workspace &r, Shared<BLOCK> &s) {
  for (int32_t p = (int32_t)threadIdx.x; p < x.child.problem.n; p += BLOCK) reach_find(&x.child, p, r.reach);
  __syncthreads();
  x.child.reach = r.reach;
  return gains_find<true>(x, r, s);
}

/* Finds what gains, and applies the best of it to the child. */
template <int BLOCK>
static __device__ void child_improve(const Pair &x, const Workspace &r, Shared<BLOCK> &s,
                                     RecombineResult *out) {
  out->gaining = gains_find<false>(x, r, s);
  if (!out->gaining) out->gaining = sets_find<BLOCK>(x, r, s);
  const int32_t most = (int32_t)(((int64_t)out->gaining * x.task->share + 99) / 100);
  gains_rank<BLOCK>(r, out->gaining, most);
  chosen_do(x, r, s, most, out);
}

#endif
