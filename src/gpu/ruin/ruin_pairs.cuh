/* Pickup and delivery pairs, by a warp: they leave routes and find their places as a whole. Contract: solver/ruin/ruin_kernels.h. */
#ifndef CORDEE_GPU_RUIN_PAIRS_CUH
#define CORDEE_GPU_RUIN_PAIRS_CUH

#include "ruin_route.cuh"

namespace ruin {

/* ---- removal ---- */

/* By one lane. */
__device__ static inline void stop_unlink(const View &v, int slot, int c) {
  const Node node = v.own.node[c];
  if (node.prev)
    v.own.node[node.prev].next = node.next;
  else
    v.own.route[slot].first = node.next;
  if (node.next)
    v.own.node[node.next].prev = node.prev;
  else
    v.own.route[slot].last = node.prev;
  v.own.node[c].slot = ABSENT;
}

/* A stop of the slot's route, with its partner, unless it has left with that. */
__device__ static inline void unit_remove(const View &v, Proposal *p, int slot, int c) {
  const int partner = abs(v.data.partner[c]);
  const bool gone = v.own.node[c].slot != slot;
  __syncwarp();
  if (gone) return;
  if (v.lane == 0) {
    stop_unlink(v, slot, c);
    if (partner) stop_unlink(v, slot, partner);
  }
  if (v.lane == p->outs) {
    p->out = unit_of(v, c);
    p->was_absent = false;
  }
  p->outs++;
  __syncwarp();
}

/* `count` stops from u on, then, behind `inside` that stay, `rest` more. */
__device__ static inline void pairs_remove(const View &v, Proposal *p, int slot, int u, int count, int inside,
                                           int rest) {
  const int span = count + inside + rest; /* a string's: below WARP */
  int mine = 0;
  for (int k = 0; k < span; k++, u = v.own.node[u].next)
    if (k == v.lane) mine = u;
  for (int k = 0; k < span; k++) {
    const int c = __shfl_sync(ALL, mine, k);
    if (k < count || k >= count + inside) unit_remove(v, p, slot, c);
  }
}

__device__ static inline void pairs_remove_all(const View &v, Proposal *p, int slot) {
  while (const int c = v.own.route[slot].first) unit_remove(v, p, slot, c);
}

/* Pairs and single customers of a slot's route. */
__device__ static inline int pairs_units(const View &v, const Solution &s, int slot) {
  int units = 0;
  for (int c = s.route[slot].first, mine; c;) {
    (void)customers_next(s.node, c, v.lane, true, &mine, &c);
    units += __popc(__ballot_sync(ALL, mine && !is_delivery(v.data, mine)));
  }
  return units;
}

/* ---- the search for places ---- */

struct PairSeeker {
  int pickup, delivery;
  int place; /* of the delivery */
  uint32_t blink;
  RuinTime time; /* of the delivery */
};

/* A route that a lane looks at. */
struct PairRoute {
  const Node *node;
  const Times *time;
  const Clocks *clock;
  const int32_t *load, *depart;
  const VehicleType *type;
  int32_t slot, first, last, kind, home, duration; /* kind: number of the type */
  int64_t distance;
  size_t row; /* of the delivery in the type's matrices */
};

/* False: the route takes no pair. */
__device__ static inline bool pair_route_enter(const View &v, const PairSeeker &s, int slot, PairRoute *r) {
  const Solution &from = bit_of(v.slots, slot) ? v.own : v.base;
  const Route &route = from.route[slot];
  const VehicleType &type = v.data.type[route.type];
  if (!route.size || route.size > type.max_stops - 2) return false;
  if (!customer_may(v.data, s.pickup, route.type) || !customer_may(v.data, s.delivery, route.type))
    return false;
  *r = {from.node,
        from.time,
        from.clock,
        from.load,
        from.depart + slot * v.data.loads,
        &type,
        slot,
        route.first,
        route.last,
        route.type,
        route.home,
        route.duration,
        route.distance,
        matrix_of(v, type) + (size_t)s.place * (size_t)v.data.places};
  return true;
}

/* Is there room for the goods behind a stop of the route (0: at its begin)? */
__device__ static inline bool goods_fit(const View &v, const PairSeeker &s, const PairRoute &r, int stop) {
  const int loads = v.data.loads;
  const int32_t *const load = stop ? r.load + (size_t)stop * loads : r.depart;
  const int32_t *const goods = v.data.stop[s.pickup].pickup;
  for (int d = 0; d < loads; d++)
    if (load[d] + goods[d] > r.type->capacity[d]) return false;
  return true;
}

/* The way of the vehicle behind the pickup, as far as it has gone. */
struct PairWalk {
  int32_t prev, next;    /* of the pickup */
  int32_t at, then;      /* the last stop on the way, and the one after it in the route */
  int32_t before, after; /* their places */
  int64_t longer;        /* than the way of the route without the pickup */
  RuinTime time;
  RuinClock clock; /* RUIN_BREAKS */
};

/* delivery_times where customers have several windows. */
__device__ static inline bool pair_windows(const View &v, const PairSeeker &s, const PairRoute &r,
                                           const PairWalk &w, int *duration) {
  const Path path = {r.node, r.first, r.last, s.pickup, w.prev, w.next, s.delivery, w.at, w.then};
  if (BREAKS) {
    RuinClock leaves = w.clock;
    breaks_go_on(v, *r.type, &leaves, w.at, s.delivery);
    return breaks_join(v, *r.type, path, r.clock, leaves, duration);
  }
  RuinTime time = w.time;
  return windows_go_on(v, *r.type, &time, w.at, s.delivery) &&
         windows_join(v, *r.type, path, r.time, time, duration);
}

/* The duration of the route with the delivery behind the stop where the vehicle is; false: it is late, or too long. */
__device__ static inline bool delivery_times(const View &v, const PairSeeker &s, const PairRoute &r,
                                             const PairWalk &w, int *duration) {
  if (v.data.features & KNOWN & RUIN_WINDOWS) return pair_windows(v, s, r, w, duration);
  const int there = v.place.from_duration[r.row + w.before] + setup_of(v, w.before, s.delivery);
  const int on = (w.after < 0 ? 0 : v.data.duration[r.row + w.after]) + setup_of(v, s.place, w.then);
  RuinTime time = w.time;
  if (!ruin_time_join(&time, there, s.time)) return false;
  if (!ruin_time_join(&time, on, w.then ? r.time[w.then].suf : ruin_time_end(r.type, 1))) return false;
  *duration = time.duration;
  return time.duration <= r.type->max_duration;
}

__device__ static inline void delivery_try(const View &v, const PairSeeker &s, const PairRoute &r,
                                           const PairWalk &w, Best *best) {
  const VehicleType &type = *r.type;
  const int edge = w.then ? r.node[w.then].before : r.home;
  const int64_t longer = w.longer + v.place.from_distance[r.row + w.before] +
                         (w.after < 0 ? 0 : v.data.distance[r.row + w.after]) - edge;
  int duration = r.duration;
  if (!BALANCE && !type.per_duration && type.per_distance * longer > best->cost) return;
  if (type.max_distance != ROUTES_NO_LIMIT && r.distance + longer > type.max_distance) return;
  if ((v.data.features & RUIN_TIMED) && !delivery_times(v, s, r, w, &duration)) return;
  const int64_t rise = BALANCE ? balance_price(v, duration) - balance_price(v, r.duration) : 0;
  const Best found = {type.per_distance * longer + type.per_duration * (duration - r.duration) + rise,
                      IN_ROUTE,
                      w.prev,
                      w.next,
                      w.at,
                      r.kind,
                      r.slot};
  if (before_best(found, *best)) *best = found;
}

/* From stop a to stop c; false: it is late. */
__device__ static inline bool time_go_on(const View &v, const VehicleType &type, PairWalk *w, int a, int c) {
  if (BREAKS) {
    breaks_go_on(v, type, &w->clock, a, c);
    w->time.earliest = w->clock.at[0];
    return w->clock.at[0] != RUIN_NEVER;
  }
  if (v.data.features & KNOWN & RUIN_WINDOWS) return windows_go_on(v, type, &w->time, a, c);
  return ruin_time_join(&w->time, travel_of(v, type, a, c), stop_time(v.place.window[c]));
}

/* The pickup behind a stop; false: it is late. */
__device__ static inline bool pair_walk_begin(const View &v, const PairSeeker &s, const PairRoute &r,
                                              int prev, int next, PairWalk *w) {
  *w = {prev,
        next,
        s.pickup,
        next,
        v.at[s.pickup],
        place_after(v, *r.type, next),
        distance_of(v, *r.type, prev, s.pickup),
        {0, 0, 0},
        {}};
  if (!(v.data.features & RUIN_TIMED)) return true;
  w->time = prev ? r.time[prev].pre : ruin_time_end(r.type, 0);
  if (BREAKS) w->clock = breaks_leave(*r.type, r.clock, prev);
  return time_go_on(v, *r.type, w, prev, s.pickup);
}

/* On to the next stop of the route, with the goods; false: it is the end, or a limit is broken. */
__device__ static inline bool pair_walk_on(const View &v, const PairSeeker &s, const PairRoute &r,
                                           PairWalk *w) {
  const int c = w->then;
  if (!c || !goods_fit(v, s, r, c)) return false;
  const Node node = r.node[c];
  if (w->at == s.pickup) w->longer += distance_of(v, *r.type, w->at, c) - node.before;
  if (v.data.features & RUIN_TIMED) {
    if (!time_go_on(v, *r.type, w, w->at, c)) return false;
    if (s.time.latest < ROUTES_LIMIT_MAX && w->time.earliest + w->time.duration > s.time.latest) return false;
  }
  w->at = c;
  w->before = w->after;
  w->then = node.next;
  w->after = place_after(v, *r.type, node.next);
  return true;
}

/* The pickup between two neighbours of a route, and the delivery anywhere behind it, or (together) directly. */
__device__ static inline void pickup_try(const View &v, const PairSeeker &s, const PairRoute &r, int prev,
                                         int next, bool together, Best *best) {
  PairWalk w;
  if (ruin_blinks(s.blink, s.pickup, prev, next) || !goods_fit(v, s, r, prev)) return;
  if (!pair_walk_begin(v, s, r, prev, next, &w)) return;
  do delivery_try(v, s, r, w, best);
  while (!together && pair_walk_on(v, s, r, &w));
}

/* Before and behind the lane's neighbour of a stop of the pair. */
__device__ static inline void pair_near_scan(const View &v, const PairSeeker &s, int stop, bool together,
                                             Best *best) {
  const int u = v.data.near[(size_t)stop * RUIN_NEAR + v.lane];
  if (!u) return;
  const Node node = node_of(v, u);
  PairRoute r;
  if (node.slot < 0 || !pair_route_enter(v, s, node.slot, &r)) return;
  pickup_try(v, s, r, node.prev, u, together, best);
  pickup_try(v, s, r, u, node.next, together, best);
}

__device__ static inline void pair_ends_scan(const View &v, const PairSeeker &s, int slots, Best *best) {
  for (int slot = v.lane; slot < slots; slot += WARP) {
    PairRoute r;
    if (!pair_route_enter(v, s, slot, &r)) continue;
    pickup_try(v, s, r, 0, r.first, false, best);
    pickup_try(v, s, r, r.last, 0, false, best);
  }
}

/* The lane's best place in a route of the pair of pickup c, if it is better than *best. */
__device__ static inline void pairs_scan(const View &v, const Proposal &p, int c, bool ends, Best *best) {
  const int delivery = v.data.partner[c];
  const PairSeeker s = {c, delivery, v.at[delivery], p.blink, stop_time(v.place.window[delivery])};
  pair_near_scan(v, s, c, false, best);
  pair_near_scan(v, s, delivery, true, best);
  if (ends) pair_ends_scan(v, s, p.slots, best);
}

} // namespace ruin

#endif
