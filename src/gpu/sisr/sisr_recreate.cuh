/* A warp's recreate: removed customers return, one after the other, each to the cheapest of the places that lanes look at. Contract: solver/sisr/sisr_kernels.h. */
#ifndef CORDEE_GPU_SISR_RECREATE_CUH
#define CORDEE_GPU_SISR_RECREATE_CUH

#include "sisr_ruin.cuh"

namespace sisr {

/* ---- the order, and one insertion ---- */

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
  ((uint16_t *)s.link)[2 * prev] = (uint16_t)c;
  ((uint16_t *)s.link)[2 * next + 1] = (uint16_t)c;
  s.route[c] = (uint16_t)slot;
  s.load[slot] += q;
  s.route[v.depot + slot]++;
  if (MODE == LIMITED) s.duration[slot] += delta + v.task.data.service;
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
  const RouteData &data = v.task.data;
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
  if (fits) {
    places[at] = one;
    places[at + 1] = two;
  }
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
    if (base) {
      places_search<Metric, MODE>(v, count, s);
      count = 0;
    }
    count = places_add(v.places, count, fits, (link & 0xffff) | depot << 16, depot | (link & 0xffff0000u),
                       v.lane);
  }
  return count;
}

/* Routes whose ends are looked at for some removed customer: v.slots; returns how many. */
template <class Metric> __device__ static inline int slots_list(const View<Metric> &v, int least_demand) {
  const int room = v.task.data.capacity - least_demand;
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
  __syncwarp(); /* lanes have looked before the slot is taken: a ballot does not order memory */
  const uint32_t depot = v.depot + *slot;
  return {delta, 0, depot | depot << 16};
}

/* Would c alone be a route within all limits? */
template <class Metric, Mode MODE>
__device__ static inline bool alone_keeps(const View<Metric> &v, int c, int4 window) {
  const RouteData &data = v.task.data;
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
                      v.task.data.capacity - q,
                      sisr_blink_word(word, (uint32_t)i),
                      {NONE, 0, 0}};
  int count = near_add(v, near, s.room);
  count = ends_add<Metric, MODE>(v, *ends, count, &s);
  places_search<Metric, MODE>(v, count, &s);
  Best best = best_of(s.best);
  const int alone = 2 * Metric::number(v.home[c]);
  int slot = NO_ROUTE;
  const bool wanted = v.task.route_cost ? best.delta == NONE : alone < best.delta;
  if (wanted && o->routes < v.head.slots && alone_keeps<Metric, MODE>(v, c, s.window)) {
    best = place_alone(v, alone, &slot);
    o->routes++;
    o->opens = true;
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
  if (MODE == WINDOWS) {
    if (v.lane < 2) schedule_insert(v, c, (Walk)v.lane);
    __syncwarp();
  }
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
      for (int k = i + v.lane; k < o->removed; k += WARP) {
        v.note[NOTE_PLACES + 2 * k] = v.note[NOTE_PLACES + 2 * k + 1] = 0;
        v.note[NOTE_SLOTS + k] = NO_ROUTE;
      }
      __syncwarp();
      return;
    }
    c = next_c;
    near = next_near;
  }
  if (o->routes < v.head.routes_least) o->placed = false;
}

} // namespace sisr

#endif
