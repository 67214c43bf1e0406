/* A warp's ruin on its own copy of the solution: strings of customers leave routes near a seed customer. Contract: solver/sisr/sisr_kernels.h. */
#ifndef CORDEE_GPU_SISR_RUIN_CUH
#define CORDEE_GPU_SISR_RUIN_CUH

#include "sisr_schedule.cuh"

namespace sisr {

struct Outline { /* of a proposal; the same in all lanes */
  int64_t delta;
  int strings, removed, routes; /* routes: of the part */
  bool placed, opens, ends;     /* ends: those of routes are looked at */
};

/* One lane's string: `length` customers with `met` among them, at most `back` behind it, or, first >= 0, so many at the begin of the
 * route and the others at its end. */
struct String {
  int index, met, slot, length, first, offset, back;
};

/* Its first customer. */
template <class Metric> __device__ static inline int string_begin(const View<Metric> &v, const String &t) {
  const int most = t.length - 1;
  int begin = t.met, end = t.met, behind = 0, ahead = 0;
  for (int u; behind < t.back && (u = v.own.prev(begin)) < v.depot; behind++) begin = u;
  for (int u; ahead < most - behind && (u = v.own.next(end)) < v.depot; ahead++) end = u;
  for (; ahead + behind < most; behind++) begin = v.own.prev(begin);
  return begin;
}

/* The piece of `count` customers from `u` on leaves its route; links only. Returns what the link that closes the gap costs
 * less the one behind the piece. */
template <class Metric>
__device__ static inline typename Metric::Length piece_unlink(const View<Metric> &v, int count, int at,
                                                              int note, int u) {
  const int left = v.own.prev(u);
  int last = u;
  for (int i = 0; i < count; i++) {
    v.note[at + i] = (uint16_t)u;
    last = u;
    u = v.own.next(u);
  }
  v.note[note] = (uint16_t)left;
  v.note[note + 1] = (uint16_t)u;
  v.own.join(left, u);
  return v.between(left, u) - v.between(last, u);
}

template <class Metric, Mode MODE>
__device__ static inline typename Metric::Length string_unlink(const View<Metric> &v, const String &t) {
  const int note = NOTE_ENDS + 4 * t.index, first = t.first < 0 ? t.length : t.first,
            depot = v.depot + t.slot;
  typename Metric::Length delta = 0;
  v.note[note] = v.note[note + 1] = v.note[note + 2] = v.note[note + 3] = 0;
  if (first)
    delta += piece_unlink(v, first, t.offset, note, t.first < 0 ? string_begin(v, t) : v.own.next(depot));
  if (first < t.length) {
    int u = v.own.prev(depot);
    for (int i = 1; i < t.length - first; i++) u = v.own.prev(u);
    delta += piece_unlink(v, t.length - first, t.offset + first, note + 2, u);
  }
  v.own.route[depot] = (uint16_t)(v.own.route[depot] - t.length);
  if (MODE == LIMITED) v.own.duration[t.slot] += Metric::number(delta);
  v.note[NOTE_ROUTES + t.index] = (uint16_t)t.slot;
  return delta;
}

/* Which strings: lanes that meet a route first. */
template <class Metric>
__device__ static inline bool string_choose(const View<Metric> &v, philox4x32_ctr_t words, uint32_t lot,
                                            Outline *o, String *t) {
  const int most = sisr_length_most(v.head.m, o->routes);
  const int strings = sisr_strings(__shfl_sync(ALL, lot, SISR_LANE_STRINGS), most);
  const int seed = 1 + (int)sisr_below(__shfl_sync(ALL, words.v[1], 0), (uint32_t)v.head.m);
  t->met = v.lane ? v.near[seed * SISR_NEAR + v.lane - 1] : seed;
  t->slot = v.own.route[t->met];
  const unsigned same = __match_any_sync(ALL, t->slot);
  bool leads = t->slot < v.head.slots && !(same & lanes_below(v.lane));
  const unsigned leaders = __ballot_sync(ALL, leads);
  t->index = __popc(leaders & lanes_below(v.lane));
  o->strings = min(__popc(leaders), strings);
  leads = leads && t->index < strings;
  lot = __shfl_sync(ALL, lot, t->index);
  const int size = leads ? v.own.route[v.depot + t->slot] : 0;
  t->length = leads ? 1 + (int)sisr_below(lot, (uint32_t)min(size, most)) : 0;
  t->first = leads && sisr_at_ends(words.v[3], t->length, size) ? sisr_at_begin(words.v[3], t->length) : -1;
  t->back = (int)sisr_below(words.v[2], (uint32_t)t->length);
  t->offset = t->length;
  for (int d = 1; d < WARP; d *= 2) {
    const int below = __shfl_up_sync(ALL, t->offset, d);
    if (v.lane >= d) t->offset += below;
  }
  o->removed = __shfl_sync(ALL, t->offset, WARP - 1);
  t->offset -= t->length;
  return leads;
}

__device__ static inline int64_t warp_sum(int32_t x) {
  /* 32 terms of 2^28 at most, in two halves */
  const int32_t low = __reduce_add_sync(ALL, x & 0xffff), high = __reduce_add_sync(ALL, x >> 16);
  return (int64_t)high * 65536 + low;
}

template <class Metric, Mode MODE>
__device__ static inline void ruin(const View<Metric> &v, philox4x32_ctr_t words, uint32_t lot, Outline *o) {
  String t;
  typename Metric::Length delta = 0;
  const bool leads = string_choose(v, words, lot, o, &t);
  bool emptied = false, broken = false;
  if (leads) {
    const int depot = v.depot + t.slot;
    delta = string_unlink<Metric, MODE>(v, t);
    emptied = v.own.route[depot] == 0;
  }
  o->routes -= __popc(__ballot_sync(ALL, emptied));
  __syncwarp();
  for (int walk = v.lane; MODE == WINDOWS && walk < 2 * o->strings; walk += WARP)
    broken |= !schedule_walk(v, v.own, v.depot + v.note[NOTE_ROUTES + walk / 2], (Walk)(walk % 2), true);
  if (v.lane < o->removed) {
    const int u = v.note[v.lane], slot = v.own.route[u];
    const typename Metric::Length before = v.between(v.own.prev(u), u);
    delta -= before;
    atomicSub(&v.own.load[slot], v.demand[u]);
    if (MODE == LIMITED) atomicSub(&v.own.duration[slot], Metric::number(before) + v.task.data.service);
    v.own.route[u] = (uint16_t)v.head.slots;
  }
  o->delta = warp_sum(Metric::number(delta));
  __syncwarp();
  if (MODE == LIMITED) broken = leads && v.own.duration[t.slot] > v.task.data.max_duration;
  o->placed = MODE == FREE || !__any_sync(ALL, broken);
}

} // namespace sisr

#endif
