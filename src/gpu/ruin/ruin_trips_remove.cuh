/* Ruin of routes of several trips: a trip moves, strings leave trips near a seed customer. Twin of cpu/ruin/trips_ruin.c; contract:
 * solver/ruin/ruin_kernels.h. */
#ifndef CORDEE_GPU_RUIN_TRIPS_REMOVE_CUH
#define CORDEE_GPU_RUIN_TRIPS_REMOVE_CUH

#include "ruin_remove.cuh"

namespace ruin {

/* ---- neighbours in the same trip; 0: none ---- */

__device__ static inline int trip_next(const Solution &s, int c) {
  const int next = s.node[c].next;
  return next && !s.trip_node[next].reload ? next : 0;
}
__device__ static inline int trip_prev(const Solution &s, int c) {
  return s.trip_node[c].reload ? 0 : s.node[c].prev;
}

/* The trip of a customer in a route, and its members, as of the last update. */
__device__ static inline const Solution &solution_of(const View &v, int c) {
  return bit_of(v.nodes, c) ? v.own : v.base;
}
__device__ static inline int trip_name(const View &v, int c) { return solution_of(v, c).trip_node[c].trip; }

/* ---- strings ---- */

/* A customer leaves a route that the warp has; returns who follows in its trip. */
__device__ static inline int trip_customer_remove(const View &v, Proposal *p, int slot, int c) {
  const Solution &s = v.own;
  const Node node = s.node[c];
  const int reload = s.trip_node[c].reload, next = trip_next(s, c);
  __syncwarp();
  customer_out(v, p, c, false);
  if (v.lane == 0) {
    if (node.prev)
      s.node[node.prev].next = node.next;
    else
      s.route[slot].first = node.next;
    if (node.next)
      s.node[node.next].prev = node.prev;
    else
      s.route[slot].last = node.prev;
    if (next) s.trip_node[next].reload = reload;
    if (node.next && !node.prev) s.trip_node[node.next].reload = 0;
  }
  __syncwarp();
  return next;
}

/* string_begin, in a trip. */
__device__ static inline int trip_string_begin(const Solution &s, int met, int span, int back) {
  int begin = met, end = met, behind = 0, ahead = 0;
  for (; behind < back && trip_prev(s, begin); behind++) begin = s.node[begin].prev;
  for (; ahead < span - 1 - behind && trip_next(s, end); ahead++) end = s.node[end].next;
  for (; ahead + behind < span - 1; behind++) begin = s.node[begin].prev;
  return begin;
}

/* string_remove, of a trip of so many customers. */
__device__ static inline void trip_string_remove(const View &v, Proposal *p, int slot, int met, int size,
                                                 const philox4x32_ctr_t &words, int most) {
  const int left = RUIN_OUT_MAX - p->outs;
  int length = 1 + (int)ruin_below(words.v[0], (uint32_t)(size < most ? size : most));
  if (length > left) length = left;
  const int spare = size - length;
  const bool split = (words.v[2] & 1) && length > 1 && spare > 0;
  const int within =
      split ? 1 + (int)ruin_below(words.v[2] << 1, (uint32_t)min(spare, (int)RUIN_INSIDE_MAX)) : 0;
  const int span = length + within;
  const int head = split ? 1 + (int)ruin_below(words.v[3], (uint32_t)(length - 1)) : length;
  int u = trip_string_begin(v.own, met, span, (int)ruin_below(words.v[1], (uint32_t)span));
  for (int i = 0; i < head; i++) u = trip_customer_remove(v, p, slot, u);
  for (int i = 0; i < within; i++) u = trip_next(v.own, u);
  for (int i = head; i < length; i++) u = trip_customer_remove(v, p, slot, u);
}

/* The trip of `met`, of so many customers, or its whole route; false: there is no room for them. */
__device__ static inline bool trip_remove(const View &v, Proposal *p, int slot, int met, int size,
                                          bool route) {
  if (p->outs + size > RUIN_OUT_MAX) return false;
  if (route && route_remove(v, p, slot)) return true;
  int u = met;
  while (trip_prev(v.own, u)) u = v.own.node[u].prev;
  while (u) u = trip_customer_remove(v, p, slot, u);
  return true;
}

/* A string of the trip of c, the first one of all if `begins`. */
__device__ static inline void trip_ruin(const View &v, Proposal *p, int c, int size, int strings,
                                        uint64_t number, const philox4x32_ctr_t &words, int most) {
  const int slot = node_of(v, c).slot;
  route_touch(v, p, slot);
  __syncwarp(); /* all lanes have seen where c is */
  if (!strings && !(words.v[1] & RUIN_FLAG_WHOLE) && trip_remove(v, p, slot, c, size, words.v[0] & 1)) return;
  trip_string_remove(v, p, slot, c, size,
                     ruin_words(v.place.seed, v.chain, number, RUIN_STRINGS_BLOCK + (uint32_t)strings), most);
}

/* ---- a trip of another vehicle ---- */

/* A trip that goes elsewhere, and where it goes: behind the trip of customer v, or before it. */
struct TripMove {
  int first, last, from;
  int to, slot;
  int depot; /* of the reload between both */
};

/* The reload depot of a new trip of a slot's route: that of `reload`, if its type has it, else its first one; -1: it makes no more trips. */
__device__ static inline int depot_of(const View &v, const Route &route, int count, int reload, bool more) {
  const RoutesTrips &trips = v.data.trips[route.type];
  if (!trips.reloads || (more && count >= trips.most)) return -1;
  if (reload && (trips.reloads >> (reload - 1) & 1)) return reload - 1;
  return __ffs((int)trips.reloads) - 1;
}

/* Takes a trip out of its route. */
__device__ static inline void trip_unlink(const View &v, const TripMove &m) {
  const Solution &s = v.own;
  const int prev = s.node[m.first].prev, next = s.node[m.last].next;
  __syncwarp();
  if (v.lane == 0) {
    if (prev)
      s.node[prev].next = next;
    else
      s.route[m.from].first = next;
    if (next)
      s.node[next].prev = prev;
    else
      s.route[m.from].last = prev;
    if (next && !prev) s.trip_node[next].reload = 0;
  }
  __syncwarp();
}

/* Links it between two neighbours of the other route; 0: its ends. */
__device__ static inline void trip_chain(const View &v, const TripMove &m, int prev, int next) {
  const Solution &s = v.own;
  for (int c = m.first, mine; c;) {
    (void)customers_next(s.node, c, v.lane, true, &mine, &c);
    const unsigned end = __ballot_sync(ALL, mine == m.last);
    if (mine && (!end || v.lane < __ffs((int)end))) s.node[mine].slot = m.slot;
    if (end) c = 0;
  }
  __syncwarp();
  if (v.lane == 0) {
    s.node[m.first].prev = prev;
    s.node[m.last].next = next;
    if (prev)
      s.node[prev].next = m.first;
    else
      s.route[m.slot].first = m.first;
    if (next)
      s.node[next].prev = m.last;
    else
      s.route[m.slot].last = m.last;
  }
  __syncwarp();
}

__device__ static inline void trip_put(const View &v, const TripMove &m, bool before) {
  const Solution &s = v.own;
  if (before) {
    int first = m.to;
    while (trip_prev(s, first)) first = s.node[first].prev;
    const int prev = s.node[first].prev, reload = s.trip_node[first].reload;
    __syncwarp();
    if (v.lane == 0) {
      s.trip_node[m.first].reload = reload;
      s.trip_node[first].reload = m.depot + 1;
    }
    trip_chain(v, m, prev, first);
  } else {
    const int last = s.trip[s.trip_node[m.to].trip].last, next = s.node[last].next;
    __syncwarp();
    if (v.lane == 0) s.trip_node[m.first].reload = m.depot + 1;
    trip_chain(v, m, last, next);
  }
}

/* May all customers of a trip be served by a vehicle of type t? */
__device__ static inline bool trip_may(const View &v, const Solution &s, int first, int t) {
  bool may = true;
  for (int c = first; c && v.data.allowed; c = trip_next(s, c)) may &= customer_may(v.data, c, t);
  return may;
}

/* The trip of s goes next to that of `to`; false: some route breaks a limit. */
__device__ static inline bool trip_move(const View &v, Proposal *p, int s, int to, bool before) {
  const int first = v.base.trip_node[s].trip, last = v.base.trip[first].last, behind = v.base.node[last].next,
            own = v.base.trip_node[first].reload;
  TripMove m = {first, last, v.base.node[s].slot, to, v.base.node[to].slot, 0};
  const Route route = v.base.route[m.slot];
  m.depot = depot_of(v, route, trips_in(v.base, route),
                     own || !behind ? own : v.base.trip_node[behind].reload, m.slot != m.from);
  if (m.depot < 0 || !trip_may(v, v.base, first, route.type)) return false;
  route_touch(v, p, m.from);
  route_touch(v, p, m.slot);
  trip_unlink(v, m);
  trip_put(v, m, before);
  for (int k = 0; k < p->touched; k++)
    if (v.own.route[v.touched[k]].first && !route_update(v, v.own, v.touched[k])) return false;
  return true;
}

/* In a share of the proposals the trip of the seed customer goes before or behind that of a neighbour, if all limits are kept. */
__device__ static inline void trip_shift(const View &v, Proposal *p, int s, const philox4x32_ctr_t &words) {
  if (!v.data.trips || v.base.node[s].slot < 0 || (words.v[0] & 6)) return;
  const int k = ((int)(words.v[0] >> 4 & (RUIN_NEAR - 1)) + v.lane) % RUIN_NEAR;
  const int near = v.data.near[(size_t)s * RUIN_NEAR + k];
  const bool other =
      near && v.base.node[near].slot >= 0 && v.base.trip_node[near].trip != v.base.trip_node[s].trip;
  const unsigned found = __ballot_sync(ALL, other);
  if (!found) return;
  if (trip_move(v, p, s, __shfl_sync(ALL, near, __ffs((int)found) - 1), words.v[0] & 8)) return;
  __syncwarp();
  for (int w = v.lane; w < v.place.masks; w += WARP) v.nodes[w] = v.slots[w] = 0;
  p->touched = 0;
  __syncwarp();
}

/* ---- all ---- */

/* customers_remove where there are trips. */
__device__ static inline bool trips_remove(const View &v, Proposal *p, const Totals &totals, uint64_t number,
                                           const philox4x32_ctr_t &words) {
  const int s = seed_draw(v, totals, words), most = ruin_length_most(totals.served, totals.trips),
            strings = ruin_strings(words.v[1] << RUIN_FLAG_BITS, most);
  const int near = v.lane ? v.data.near[(size_t)s * RUIN_NEAR + v.lane - 1] : s;
  int absent = 0, done = 0, given = 0; /* lane k: the trip of string k */
  trip_shift(v, p, s, words);
  if (has_limit(v.data) && v.seeks) absent = missing_out(v, p, totals, s);
  for (int k = 0; k < RUIN_NEAR && done < strings && p->outs < RUIN_OUT_MAX; k++) {
    const int c = __shfl_sync(ALL, near, k);
    if (!c) break;
    if (node_of(v, c).slot < 0) {
      if (absent < RUIN_ABSENT_MAX) absent += absent_join(v, p, c);
      continue;
    }
    const int trip = trip_name(v, c), size = solution_of(v, c).trip[trip].size;
    if (__any_sync(ALL, v.lane < done && given == trip)) continue;
    if (v.lane == done) given = trip;
    trip_ruin(v, p, c, size, done++, number, words, most);
  }
  return routes_settle(v, p);
}

} // namespace ruin

#endif
