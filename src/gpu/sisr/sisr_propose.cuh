/* A proposal of a warp on its own copy of the solution: ruin and recreate. Contract: solver/sisr/sisr_kernels.h. */
#ifndef CORDEE_GPU_SISR_PROPOSE_CUH
#define CORDEE_GPU_SISR_PROPOSE_CUH

#include "sisr_device.cuh"

namespace sisr {

struct Outline { /* of a proposal; the same in all lanes */
  int64_t delta;
  int strings, removed, routes; /* routes: of the part */
  bool placed, opens, ends;     /* ends: those of routes are looked at */
};

/* ---- time windows ---- */

template <class Metric> __device__ static inline int4 window_of(const View<Metric> &v, int node) {
  return v.window[node < v.depot ? node : 0];
}

/* depart of what follows `from`; unless `whole`, until it stays as it was. False: a window is broken. */
template <class Metric>
__device__ static inline bool schedule_forward(const View<Metric> &v, const Solution &s, int from,
                                               bool whole) {
  int depart = s.depart[from];
  for (int last = from, u = s.next(from);; last = u, u = s.next(u)) {
    const int4 window = window_of(v, u);
    const int begin = max(window.x, depart + Metric::number(v.between(last, u)));
    if (begin > window.y) return false;
    if (u >= v.depot) return true;
    depart = begin + window.z;
    if (!whole && depart == s.depart[u]) return true;
    s.depart[u] = depart;
  }
}

/* late of what is before `from`, likewise. */
template <class Metric>
__device__ static inline void schedule_backward(const View<Metric> &v, const Solution &s, int from,
                                                bool whole) {
  int late = s.late[from];
  for (int last = from, u = s.prev(from); u < v.depot; last = u, u = s.prev(u)) {
    const int4 window = v.window[u];
    late = min(window.y, late - window.z - Metric::number(v.between(u, last)));
    if (!whole && late == s.late[u]) return;
    s.late[u] = late;
  }
}

/* c is between its neighbours, and all keep their windows. */
template <class Metric> __device__ static inline void schedule_insert(const View<Metric> &v, int c) {
  const Solution &s = v.own;
  const int prev = s.prev(c), next = s.next(c);
  const int4 window = v.window[c];
  s.depart[c] = max(window.x, s.depart[prev] + Metric::number(v.between(prev, c))) + window.z;
  s.late[c] = min(window.y, s.late[next] - window.z - Metric::number(v.between(c, next)));
  schedule_forward(v, s, c, false);
  schedule_backward(v, s, c, false);
}

/* Would a customer of that window keep it and those around it, at these distances? */
template <class Metric>
__device__ static inline bool window_keeps(const View<Metric> &v, int4 window, int prev, int next, int d_prev,
                                           int d_next) {
  const int begin = max(window.x, v.own.depart[prev] + d_prev);
  return begin <= window.y && begin + window.z + d_next <= v.own.late[next];
}

/* ---- ruin ---- */

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
    last = u, u = v.own.next(u);
  }
  v.note[note] = (uint16_t)left, v.note[note + 1] = (uint16_t)u;
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
  return ((int64_t)high << 16) + low;
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
    if (MODE == WINDOWS) {
      broken = !schedule_forward(v, v.own, depot, true);
      schedule_backward(v, v.own, depot, true);
    }
  }
  o->routes -= __popc(__ballot_sync(ALL, emptied));
  __syncwarp();
  if (v.lane < o->removed) {
    const int u = v.note[v.lane], slot = v.own.route[u];
    const typename Metric::Length before = v.between(v.own.prev(u), u);
    delta -= before;
    atomicSub(&v.own.load[slot], v.demand[u]);
    if (MODE == LIMITED) atomicSub(&v.own.duration[slot], Metric::number(before) + v.place.data.service);
    v.own.route[u] = (uint16_t)v.head.slots;
  }
  o->delta = warp_sum(Metric::number(delta));
  __syncwarp();
  if (MODE == LIMITED) broken = leads && v.own.duration[t.slot] > v.place.data.max_duration;
  o->placed = MODE == FREE || !__any_sync(ALL, broken);
}

/* ---- recreate ---- */

/* The removed customers in the order of their insertion: this lane's. */
template <class Metric>
__device__ static inline int removed_order(const View<Metric> &v, philox4x32_ctr_t words, int removed) {
  const SisrOrder order = sisr_order(__shfl_sync(ALL, words.v[1], 1), v.window != NULL);
  const int c = v.lane < removed ? v.note[v.lane] : 0;
  uint32_t key = words.v[0];
  if (order == SISR_DEMAND) key = ~(uint32_t)v.demand[c];
  if (order == SISR_FAR || order == SISR_NEAR_FIRST) key = (uint32_t)Metric::number(v.home[c]);
  if (order == SISR_FAR) key = ~key;
  if (order >= SISR_NARROW) {
    const int4 window = v.window[c];
    key = order == SISR_LATE ? ~(uint32_t)window.y
                             : (uint32_t)(order == SISR_EARLY ? window.x : window.y - window.x);
  }
  int rank = 0;
  for (int j = 0; j < removed; j++) {
    const uint32_t other = __shfl_sync(ALL, key, j);
    rank += other < key || (other == key && j < v.lane);
  }
  __syncwarp();
  if (v.lane < removed) v.note[rank] = (uint16_t)c;
  __syncwarp();
  return v.lane < removed ? v.note[v.lane] : 0;
}

/* The lowest empty slot; there is one. */
template <class Metric> __device__ static inline int slot_empty(const View<Metric> &v) {
  for (int base = 0;; base += WARP) {
    const unsigned empty =
        __ballot_sync(ALL, base + v.lane < v.head.slots && v.own.route[v.depot + base + v.lane] == 0);
    if (empty) return base + __ffs(empty) - 1;
  }
}

/* Customer c of demand q goes between two nodes; by one lane. */
template <class Metric, Mode MODE>
__device__ static inline void place_set(const View<Metric> &v, int c, int q, int i, int slot, int prev,
                                        int next, int delta) {
  const Solution &s = v.own;
  ((uint32_t *)(v.note + NOTE_PLACES))[i] = (uint32_t)prev | (uint32_t)next << 16;
  v.note[NOTE_SLOTS + i] = (uint16_t)slot;
  s.link[c] = (uint32_t)next | (uint32_t)prev << 16;
  ((uint16_t *)s.link)[2 * prev] = (uint16_t)c, ((uint16_t *)s.link)[2 * next + 1] = (uint16_t)c;
  s.route[c] = (uint16_t)slot;
  s.load[slot] += q, s.route[v.depot + slot]++;
  if (MODE == LIMITED) s.duration[slot] += delta + v.place.data.service;
  if (MODE == WINDOWS) schedule_insert(v, c);
}

/* ---- places ---- */

struct Best { /* this lane's; delta NONE: there is none */
  int delta;
  uint32_t place, nodes; /* sisr_place of customers, and of nodes */
};

/* Which place a customer c goes to. */
template <class Metric> struct Search {
  typename Metric::Point at;
  int4 window;
  int room;       /* a route's load that leaves room */
  uint32_t blink; /* sisr_blink_word */
  Best best;
};

template <class Metric> __device__ static inline int slot_between(const View<Metric> &v, int prev, int next) {
  return v.own.route[prev < v.depot ? prev : next];
}

/* Looks at v.places[0..count), a lane each. */
template <class Metric, Mode MODE>
__device__ static inline void places_search(const View<Metric> &v, int count, Search<Metric> *s) {
  const RouteData &data = v.place.data;
  __syncwarp();
  for (int k = v.lane; k < count; k += WARP) {
    const uint32_t nodes = v.places[k];
    const int prev = nodes >> 16, next = nodes & 0xffff;
    const typename Metric::Point before = v.at[prev], behind = v.at[next];
    const typename Metric::Length d_prev = Metric::distance(data, before, s->at),
                                  d_next = Metric::distance(data, s->at, behind);
    const int delta = Metric::number(d_prev + d_next - Metric::distance(data, before, behind));
    const uint32_t place = sisr_place(prev < v.depot ? prev : 0, next < v.depot ? next : 0);
    if (MODE == LIMITED &&
        delta > data.max_duration - data.service - v.own.duration[slot_between(v, prev, next)])
      continue;
    if (delta > s->best.delta || (delta == s->best.delta && place >= s->best.place)) continue;
    if (MODE == WINDOWS &&
        !window_keeps(v, s->window, prev, next, Metric::number(d_prev), Metric::number(d_next)))
      continue;
    if (!sisr_blinks(s->blink, place)) s->best = {delta, place, nodes};
  }
  __syncwarp();
}

/* Appends the places of lanes that have room: two each. Returns how many there are then. */
__device__ static inline int places_add(uint32_t *places, int count, bool fits, uint32_t one, uint32_t two,
                                        int lane) {
  const unsigned all = __ballot_sync(ALL, fits);
  const int at = count + 2 * __popc(all & lanes_below(lane));
  if (fits) places[at] = one, places[at + 1] = two;
  return count + 2 * __popc(all);
}

/* Around this lane's neighbour. */
template <class Metric> __device__ static inline int near_add(const View<Metric> &v, int near, int room) {
  const int slot = v.own.route[near];
  const bool fits = v.own.load[slot] <= room;
  const uint32_t link = fits ? v.own.link[near] : 0;
  return places_add(v.places, 0, fits, (uint32_t)near | (link & 0xffff0000u),
                    link << 16 >> 16 | (uint32_t)near << 16, v.lane);
}

/* At the ends of the routes in v.slots[0..ends): those that had room for the least demand. */
template <class Metric, Mode MODE>
__device__ static inline int ends_add(const View<Metric> &v, int ends, int count, Search<Metric> *s) {
  for (int base = 0; base < ends; base += WARP) {
    const int k = base + v.lane < ends ? v.slots[base + v.lane] : v.head.slots;
    const bool fits = v.own.load[k] <= s->room;
    const uint32_t depot = v.depot + k, link = fits ? v.own.link[depot] : 0;
    if (base) places_search<Metric, MODE>(v, count, s), count = 0;
    count = places_add(v.places, count, fits, (link & 0xffff) | depot << 16, depot | (link & 0xffff0000u),
                       v.lane);
  }
  return count;
}

/* Routes whose ends are looked at for some removed customer: v.slots; returns how many. */
template <class Metric> __device__ static inline int slots_list(const View<Metric> &v, int least_demand) {
  const int room = v.place.data.capacity - least_demand;
  int count = 0;
  for (int base = 0; base < v.head.slots; base += WARP) {
    const int k = base + v.lane;
    const bool fits = k < v.head.slots && v.own.load[k] <= room && v.own.route[v.depot + k];
    const unsigned all = __ballot_sync(ALL, fits);
    if (fits) v.slots[count + __popc(all & lanes_below(v.lane))] = (uint16_t)k;
    count += __popc(all);
  }
  __syncwarp();
  return count;
}

/* ---- insertions ---- */

/* A customer goes alone into the lowest empty slot. */
template <class Metric>
__device__ static inline Best place_alone(const View<Metric> &v, int delta, int *slot) {
  *slot = slot_empty(v);
  const uint32_t depot = v.depot + *slot;
  return {delta, 0, depot | depot << 16};
}

/* Would c alone be a route within all limits? */
template <class Metric, Mode MODE>
__device__ static inline bool alone_keeps(const View<Metric> &v, int c, int4 window) {
  const RouteData &data = v.place.data;
  const int home = Metric::number(v.home[c]);
  if (MODE == LIMITED) return 2 * home <= data.max_duration - data.service;
  return MODE == FREE || window_keeps(v, window, v.depot, v.depot, home, home);
}

/* The least of all lanes' best, in all lanes. */
__device__ static inline Best best_of(Best mine) {
  const int least = __reduce_min_sync(ALL, mine.delta);
  unsigned tied = __ballot_sync(ALL, mine.delta == least);
  if (tied & (tied - 1)) {
    const uint32_t place = mine.delta == least ? mine.place : UINT32_MAX,
                   first = __reduce_min_sync(ALL, place);
    tied = __ballot_sync(ALL, place == first);
  }
  return {least, 0, __shfl_sync(ALL, mine.nodes, __ffs(tied) - 1)};
}

/* Customer c of demand q goes where it costs least; near: this lane's neighbour of c; *ends: entries of v.slots. False: nowhere. */
template <class Metric, Mode MODE>
__device__ static inline bool insert(const View<Metric> &v, uint32_t word, int i, int c, int q, int near,
                                     int *ends, Outline *o) {
  Search<Metric> s = {v.at[c],
                      MODE == WINDOWS ? v.window[c] : make_int4(0, 0, 0, 0),
                      v.place.data.capacity - q,
                      sisr_blink_word(word, (uint32_t)i),
                      {NONE, 0, 0}};
  int count = near_add(v, near, s.room);
  count = ends_add<Metric, MODE>(v, *ends, count, &s);
  places_search<Metric, MODE>(v, count, &s);
  Best best = best_of(s.best);
  const int alone = 2 * Metric::number(v.home[c]);
  int slot = NO_ROUTE;
  const bool wanted = v.place.route_cost ? best.delta == NONE : alone < best.delta;
  if (wanted && o->routes < v.head.routes_most && alone_keeps<Metric, MODE>(v, c, s.window)) {
    best = place_alone(v, alone, &slot);
    o->routes++, o->opens = true;
    if (o->ends && v.lane == 0) v.slots[*ends] = (uint16_t)slot;
    *ends += o->ends;
  }
  if (best.delta == NONE) return false;
  if (v.lane == 0) {
    const int prev = best.nodes >> 16, next = best.nodes & 0xffff;
    place_set<Metric, MODE>(v, c, q, i, slot == NO_ROUTE ? slot_between(v, prev, next) : slot, prev, next,
                            best.delta);
  }
  __syncwarp();
  o->delta += best.delta;
  return true;
}

template <class Metric, Mode MODE>
__device__ static inline void recreate(const View<Metric> &v, philox4x32_ctr_t words, Outline *o) {
  const int mine = removed_order(v, words, o->removed), demand = v.demand[mine];
  const uint32_t word = __shfl_sync(ALL, words.v[1], 4);
  o->ends = sisr_ends(__shfl_sync(ALL, words.v[1], 3), v.head.slots);
  int ends = o->ends ? slots_list(v, __reduce_min_sync(ALL, v.lane < o->removed ? demand : NONE)) : 0;
  int c = __shfl_sync(ALL, mine, 0), near = v.near[c * SISR_NEAR + v.lane];
  for (int i = 0; i < o->removed; i++) {
    const int next_c = __shfl_sync(ALL, mine, min(i + 1, WARP - 1)),
              next_near = v.near[next_c * SISR_NEAR + v.lane];
    if (!o->placed || !insert<Metric, MODE>(v, word, i, c, __shfl_sync(ALL, demand, i), near, &ends, o)) {
      o->placed = false;
      for (int k = i + v.lane; k < o->removed; k += WARP)
        v.note[NOTE_PLACES + 2 * k] = v.note[NOTE_PLACES + 2 * k + 1] = 0, v.note[NOTE_SLOTS + k] = NO_ROUTE;
      __syncwarp();
      return;
    }
    c = next_c, near = next_near;
  }
  if (o->routes < v.head.routes_least) o->placed = false;
}

} // namespace sisr

#endif
