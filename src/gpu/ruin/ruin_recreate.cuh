/* Recreate: customers who are out take the cheapest places, or stay absent. By a warp: lanes are neighbours of a customer, slots of routes whose
 * ends are looked at, types of new vehicles. Contract: solver/ruin/ruin_kernels.h. */
#ifndef CORDEE_GPU_RUIN_RECREATE_CUH
#define CORDEE_GPU_RUIN_RECREATE_CUH

#include "ruin_pairs.cuh"
#include "ruin_trips_insert.cuh"

namespace ruin {

/* ---- the order ---- */

/* The distance from the start of vehicles of type 0, or from customer 1. */
__device__ static inline uint32_t far_of(const View &v, int c) {
  const int start = v.data.type[0].place[0], from = start < 0 ? v.at[1] : start;
  return (uint32_t)v.data.distance[(size_t)from * (size_t)v.data.places + (size_t)v.at[c]];
}

__device__ static inline uint32_t order_key(const View &v, RuinOrder order, int c, uint32_t word) {
  const RouteStop &stop = v.data.stop[c];
  switch (order) {
  case RUIN_DEMAND:
    return ~(uint32_t)(stop.delivery[0] + stop.pickup[0]);
  case RUIN_FAR:
    return ~far_of(v, c);
  case RUIN_NEAR_FIRST:
    return far_of(v, c);
  case RUIN_NARROW:
    return (uint32_t)(stop.due - stop.ready);
  case RUIN_EARLY:
    return (uint32_t)stop.ready;
  case RUIN_LATE:
    return ~(uint32_t)stop.due;
  case RUIN_PRIZE: {
    const int64_t price = absence_price(v, c);
    return ~(uint32_t)(price < UINT32_MAX ? price : UINT32_MAX);
  }
  default:
    return ruin_mix(word ^ (uint32_t)c * 0x9e3779b9u);
  }
}

/* By rising keys, then by customers' numbers: each lane counts who come before its customer. */
__device__ static inline void outs_sort(const View &v, Proposal *p, const philox4x32_ctr_t &words) {
  const bool mine = v.lane < p->outs;
  const uint32_t key = mine ? order_key(v, ruin_order(words.v[0], v.data.features), p->out, words.v[1]) : 0;
  int32_t *const list = v.touched + TOUCHED_MAX;
  int at = 0;
  for (int k = 0; k < p->outs; k++) {
    const uint32_t other = __shfl_sync(ALL, key, k);
    const int customer = __shfl_sync(ALL, p->out, k);
    at += other < key || (other == key && customer < p->out);
  }
  if (mine) list[at] = p->was_absent ? -p->out : p->out;
  __syncwarp();
  if (mine) {
    const int out = list[v.lane];
    p->out = abs(out);
    p->was_absent = out < 0;
  }
}

/* ---- the search for a place ---- */

/* The best of all lanes, in all of them. */
__device__ static inline Best best_of_all(Best mine) {
  const int high = (int)(mine.cost >> 32), least_high = __reduce_min_sync(ALL, high);
  const unsigned low = high == least_high ? (unsigned)mine.cost : UINT32_MAX,
                 least_low = __reduce_min_sync(ALL, low);
  unsigned left = __ballot_sync(ALL, high == least_high && low == least_low);
  const int parts[] = {mine.kind, mine.prev, mine.next, mine.behind, mine.type};
  for (int k = 0; k < 5 && (left & (left - 1)); k++) {
    const bool among = left >> (threadIdx.x % WARP) & 1;
    const int part = among ? parts[k] : INT32_MAX, least = __reduce_min_sync(ALL, part);
    left = __ballot_sync(ALL, among && part == least);
  }
  const int lane = __ffs((int)left) - 1;
  return {__shfl_sync(ALL, mine.cost, lane),   __shfl_sync(ALL, mine.kind, lane),
          __shfl_sync(ALL, mine.prev, lane),   __shfl_sync(ALL, mine.next, lane),
          __shfl_sync(ALL, mine.behind, lane), __shfl_sync(ALL, mine.type, lane),
          __shfl_sync(ALL, mine.slot, lane)};
}

/* The customer who looks for a place. */
struct Seeker {
  int c, place;
  uint64_t may;
  uint32_t blink;
  int4 window;
};

/* A route that a lane looks at. */
struct Entry {
  const Node *node;
  const Times *time;
  const Clocks *clock;
  const int32_t *sum, *pre_peak, *suf_peak, *depart, *peak;
  Route route;
  int32_t slot;
  uint64_t types; /* below RUIN_GROUPED that it may change to, if they have room */
  bool stays;     /* it may keep its type */
};

/* Is there room in a vehicle of type t? */
__device__ static inline bool type_fits(const View &v, const Entry &e, int c, int t) {
  const int sums = v.data.sums;
  for (int k = 0; k < sums; k++)
    if (e.sum[k] + v.data.amount[(size_t)c * (size_t)sums + k] > v.data.room[t * sums + k]) return false;
  return true;
}

/* False: the route takes no customer. */
__device__ static inline bool route_enter(const View &v, const Proposal &p, const Seeker &s, int slot,
                                          Entry *e) {
  const bool touched = bit_of(v.slots, slot);
  const Solution &from = touched ? v.own : v.base;
  const int loads = v.data.loads;
  e->route = from.route[slot];
  if (!e->route.size || e->route.size >= v.data.type[e->route.type].max_stops) return false;
  const int t = e->route.type;
  e->slot = slot;
  e->node = from.node;
  e->time = from.time;
  if (BREAKS) e->clock = from.clock;
  e->sum = from.sum + slot * v.data.sums;
  e->pre_peak = from.pre_peak;
  e->suf_peak = from.suf_peak;
  e->depart = from.depart + slot * loads;
  e->peak = from.peak + slot * loads;
  e->types = 0;
  if (t < RUIN_GROUPED && !(v.data.features & RUIN_MIXED))
    e->types = v.place.alike[t] & p.left & e->route.may & s.may & ~((uint64_t)1 << t);
  e->stays = customer_may(v.data, s.c, t) && type_fits(v, *e, s.c, t);
  return e->stays || e->types;
}

__device__ static inline bool backhauls_allow(const View &v, int c, int prev, int next) {
  const RouteStop *stop = v.data.stop;
  if (!(stop[c].flags & ROUTES_BACKHAUL)) return !prev || !(stop[prev].flags & ROUTES_BACKHAUL);
  if (!prev && v.data.backhauls == BACKHAULS_NOT_ALONE) return false;
  return !next || (stop[next].flags & ROUTES_BACKHAUL);
}

__device__ static inline bool loads_allow(const View &v, const Entry &e, const VehicleType &type, int c,
                                          int prev) {
  const size_t loads = (size_t)v.data.loads;
  const RouteStop &stop = v.data.stop[c];
  for (size_t d = 0; d < loads; d++) {
    const int before = prev ? e.pre_peak[(size_t)prev * loads + d] : e.depart[d];
    const int after = prev ? e.suf_peak[(size_t)prev * loads + d] : e.peak[d];
    if (before + stop.delivery[d] > type.capacity[d] || after + stop.pickup[d] > type.capacity[d])
      return false;
  }
  return true;
}

/* A place between two neighbours in a route; 0: its ends. */
struct Gap {
  int prev, next;
  int before, after; /* places */
  size_t row;        /* of the customer in the route's matrices */
};

/* The duration of the route with the customer there; false: it is late, or too long. */
__device__ static inline bool times_allow(const View &v, const Seeker &s, const Entry &e,
                                          const VehicleType &type, const Gap &g, int *duration) {
  if (v.data.features & KNOWN & RUIN_WINDOWS) {
    const Path path = {e.node, e.route.first, e.route.last, s.c, g.prev, g.next, 0, 0, 0};
    return BREAKS ? breaks_allow(v, type, path, e.clock, duration)
                  : windows_allow(v, type, path, e.time, duration);
  }
  const int there = (g.before < 0 ? 0 : v.place.from_duration[g.row + g.before]) + setup_of(v, g.before, s.c);
  const int on = (g.after < 0 ? 0 : v.data.duration[g.row + g.after]) + setup_of(v, s.place, g.next);
  RuinTime time = g.prev ? e.time[g.prev].pre : ruin_time_end(&type, 0);
  if (!ruin_time_join(&time, there, stop_time(s.window))) return false;
  if (!ruin_time_join(&time, on, g.next ? e.time[g.next].suf : ruin_time_end(&type, 1))) return false;
  *duration = time.duration;
  return time.duration <= type.max_duration;
}

/* What all types have in common. */
__device__ static inline bool gap_allows(const View &v, const Seeker &s, const Entry &e,
                                         const VehicleType &type, const Gap &g, int *duration) {
  if ((v.data.features & RUIN_TIMED) && !times_allow(v, s, e, type, g, duration)) return false;
  return !(v.data.features & RUIN_MIXED) || loads_allow(v, e, type, s.c, g.prev);
}

/* The route as one of type t that is `longer`, and takes `duration`: how much it costs more. */
__device__ static inline int64_t change_cost(const View &v, const Route &route, const VehicleType &type,
                                             int t, int64_t longer, int duration) {
  const int64_t base = t == route.type ? 0 : type_cost(type, route.distance, route.duration) - route.cost;
  const int64_t change = base + type.per_distance * longer + type.per_duration * (duration - route.duration);
  return BALANCE ? change + balance_price(v, duration) - balance_price(v, route.duration) : change;
}

__device__ static inline void gap_try(const View &v, const Seeker &s, const Entry &e, int prev, int next,
                                      Best *best) {
  const Route &route = e.route;
  const VehicleType &type = v.data.type[route.type];
  const int edge = next ? e.node[next].before : route.home;
  const Gap g = {prev, next, place_before(v, type, prev), place_after(v, type, next),
                 matrix_of(v, type) + (size_t)s.place * (size_t)v.data.places};
  const int64_t longer = (int64_t)(g.before < 0 ? 0 : v.place.from_distance[g.row + g.before]) +
                         (g.after < 0 ? 0 : v.data.distance[g.row + g.after]) - edge;
  int duration = route.duration;
  bool allowed = false;
  if (!BALANCE && !e.types && !type.per_duration && type.per_distance * longer > best->cost) return;
  if ((v.data.features & RUIN_BACKHAULS) && !backhauls_allow(v, s.c, prev, next)) return;
  if (type.max_distance != ROUTES_NO_LIMIT && route.distance + longer > type.max_distance) return;
  if (ruin_blinks(s.blink, s.c, prev, next)) return;
  uint64_t types = e.types;
  for (int t = e.stays ? route.type : -1; t >= 0 || types;) {
    if (t < 0) {
      t = __ffsll((long long)types) - 1;
      types &= types - 1;
    }
    const VehicleType &as = v.data.type[t];
    const bool dear = !BALANCE && !allowed && !as.per_duration &&
                      change_cost(v, route, as, t, longer, route.duration) > best->cost;
    if (!dear && (t == route.type || type_fits(v, e, s.c, t))) {
      if (!allowed && !gap_allows(v, s, e, type, g, &duration)) return;
      allowed = true;
      const Best found = {change_cost(v, route, as, t, longer, duration), IN_ROUTE, prev, next, 0, t, e.slot};
      if (before_best(found, *best)) *best = found;
    }
    t = -1;
  }
}

/* Before and after a neighbour of the lane. */
__device__ static inline void near_scan(const View &v, const Proposal &p, const Seeker &s, Best *best) {
  const int near = v.data.near[(size_t)s.c * RUIN_NEAR + v.lane];
  if (!near) return;
  const int u = stop_of(v, near);
  const Node node = node_of(v, u);
  Entry e;
  if (node.slot < 0 || !route_enter(v, p, s, node.slot, &e)) return;
  gap_try(v, s, e, node.prev, u, best);
  gap_try(v, s, e, u, node.next, best);
}

__device__ static inline void ends_scan(const View &v, const Proposal &p, const Seeker &s, Best *best) {
  for (int slot = v.lane; slot < p.slots; slot += WARP) {
    Entry e;
    if (!route_enter(v, p, s, slot, &e)) continue;
    gap_try(v, s, e, 0, e.route.first, best);
    gap_try(v, s, e, e.route.last, 0, best);
  }
}

__device__ static inline void new_scan(const View &v, const Proposal &p, const Seeker &s, Best *best) {
  for (int t = v.lane; t < v.data.types; t += WARP) {
    const int64_t cost = alone_price(v, s.c, t);
    const Best found = {cost, IN_NEW_ROUTE, 0, 0, 0, t, ABSENT};
    if (cost == NO_COST || !vehicle_left(v, p, t) || !before_best(found, *best)) continue;
    if (!ruin_blinks(s.blink, s.c, -1 - t, -1 - t)) *best = found;
  }
}

/* A new vehicle of the type that is drawn, or of the next one that can serve the customer alone. False: there is none. */
__device__ static inline bool new_draw(const View &v, const Proposal &p, int c, uint32_t word, Best *best) {
  const int types = v.data.types, first = (int)ruin_below(word, (uint32_t)types);
  for (int begin = 0; begin < types; begin += WARP) {
    const int k = begin + v.lane, t = first + k < types ? first + k : first + k - types;
    const int64_t cost = k < types ? alone_price(v, c, t) : NO_COST;
    const unsigned found = __ballot_sync(ALL, cost != NO_COST && vehicle_left(v, p, t));
    if (!found) continue;
    const int lane = __ffs((int)found) - 1;
    *best = {__shfl_sync(ALL, cost, lane), IN_NEW_ROUTE, 0, 0, 0, __shfl_sync(ALL, t, lane), ABSENT};
    return true;
  }
  return false;
}

/* ---- insertion ---- */

/* The cheapest place of customer c, if it is better than *best. */
__device__ static inline void places_scan(const View &v, const Proposal &p, int c, bool ends, Best *best) {
  const Seeker s = {c, v.at[c], types_may(v.data, c), p.blink, v.place.window[c]};
  if (TRIPS) {
    trips_scan(v, p, c, ends, best);
  } else if (delivery_of(v.data, c)) {
    pairs_scan(v, p, c, ends, best);
  } else {
    near_scan(v, p, s, best);
    if (ends) ends_scan(v, p, s, best);
  }
  new_scan(v, p, s, best);
  *best = best_of_all(*best);
}

/* Of equal costs the first customer's places win: no other one's of the same kind is before a place behind BEFORE_ALL. */
enum { BEFORE_ALL = INT32_MIN };

/* The places of all customers of a cluster. */
__device__ static inline void cluster_scan(const View &v, const Proposal &p, bool ends, int *served,
                                           Best *best) {
  for (int c = *served; c; c = v.data.fellow[c]) {
    const Best found = *best;
    best->prev = BEFORE_ALL;
    places_scan(v, p, c, ends, best);
    if (best->prev == BEFORE_ALL)
      *best = found;
    else
      *served = c;
  }
}

/* As new_draw, for the customer who is the cheapest alone in the first type that can serve one of them alone. */
__device__ static inline bool cluster_draw(const View &v, const Proposal &p, uint32_t word, int *served,
                                           Best *best) {
  const int types = v.data.types, first = (int)ruin_below(word, (uint32_t)types);
  for (int begin = 0; begin < types; begin += WARP) {
    const int k = begin + v.lane, t = first + k < types ? first + k : first + k - types;
    int64_t least = NO_COST;
    int cheapest = 0;
    for (int c = k < types && vehicle_left(v, p, t) ? *served : 0; c; c = v.data.fellow[c]) {
      const int64_t cost = alone_price(v, c, t);
      if (cost >= least) continue;
      least = cost;
      cheapest = c;
    }
    const unsigned found = __ballot_sync(ALL, cheapest != 0);
    if (!found) continue;
    const int lane = __ffs((int)found) - 1;
    *best = {__shfl_sync(ALL, least, lane), IN_NEW_ROUTE, 0, 0, 0, __shfl_sync(ALL, t, lane), ABSENT};
    *served = __shfl_sync(ALL, cheapest, lane);
    return true;
  }
  return false;
}

/* The cheapest place of the unit of customer *c, who becomes the one who takes it. Of a strict proposal only places that keep it within its limit
 * count. */
__device__ static inline Best place_find(const View &v, const Proposal &p, int *c, bool opens, bool ends,
                                         uint32_t word) {
  Best best = {absence_price(v, *c), STAYS_ABSENT, 0, 0, 0, 0, ABSENT};
  if (p.strict && p.limit - p.delta < best.cost) best = {p.limit - p.delta, TOO_DEAR, 0, 0, 0, 0, ABSENT};
  if (has_clusters(v.data) && !delivery_of(v.data, *c)) {
    if (!opens || !cluster_draw(v, p, word, c, &best)) cluster_scan(v, p, ends, c, &best);
  } else if (!opens || !new_draw(v, p, *c, word, &best))
    places_scan(v, p, *c, ends, &best);
  return best;
}

/* The route's part of the delta, before and after its customer is there. */
__device__ static inline void best_take(const View &v, Proposal *p, const Best &best, int c) {
  const int slot = best.kind == IN_NEW_ROUTE ? route_open(v, p, best.type) : best.slot;
  route_touch(v, p, slot);
  p->delta -= route_price(v, v.own.route[slot]);
  if (v.own.route[slot].type != best.type) route_retype(v, p, slot, best.type);
  if (has_clusters(v.data) && v.lane == 0) bit_set(v.nodes, c);
  if (TRIPS)
    trip_link(v, slot, best, c);
  else
    route_link(v, slot, best.prev, c, best.next);
  if (const int delivery = delivery_of(v.data, c)) {
    const int behind = best.behind ? best.behind : c, next = v.own.node[behind].next;
    __syncwarp();
    route_link(v, slot, behind, delivery, next);
  }
  (void)route_update(v, v.own, slot);
  p->delta += route_price(v, v.own.route[slot]);
}

/* Customer number i of those who are out; false: the proposal fails. */
__device__ static inline bool customer_insert(const View &v, Proposal *p, int i, bool ends, uint32_t word) {
  int c = __shfl_sync(ALL, p->out, i);
  const Best best = place_find(v, *p, &c, p->opening && ruin_opens(word, i), ends, word);
  if (best.kind == TOO_DEAR) return false;
  if (best.kind == STAYS_ABSENT)
    p->delta += best.cost;
  else
    best_take(v, p, best, c);
  return !p->strict || p->delta <= p->limit;
}

/* False: the proposal fails. */
__device__ static inline bool customers_insert(const View &v, Proposal *p, const philox4x32_ctr_t &words) {
  const bool ends = ruin_below(words.v[2], (uint32_t)max(p->routes, 1)) < RUIN_ENDS;
  outs_sort(v, p, words);
  for (int i = 0; i < p->outs; i++)
    if (!customer_insert(v, p, i, ends, words.v[3])) return false;
  return true;
}

/* ---- other types ---- */

/* Distance and duration of a route as one of that type; false: a limit is broken. */
__device__ static inline bool route_walk(const View &v, const Route &route, const VehicleType &type,
                                         int64_t *distance, int *duration) {
  const bool windows = v.data.features & KNOWN & RUIN_WINDOWS,
             timed = !windows && (v.data.features & RUIN_TIMED);
  RuinTime time = ruin_time_end(&type, 0);
  int last = 0;
  *distance = 0;
  for (int c = route.first; c; last = c, c = v.own.node[c].next) {
    *distance += distance_of(v, type, last, c);
    if (timed && !ruin_time_join(&time, travel_of(v, type, last, c), stop_time(v.place.window[c])))
      return false;
  }
  *distance += distance_of(v, type, last, 0);
  if (timed && !ruin_time_join(&time, travel_of(v, type, last, 0), ruin_time_end(&type, 1))) return false;
  *duration = timed ? time.duration : 0;
  if (windows && !(BREAKS ? breaks_keep : windows_keep)(v, route, type, duration)) return false;
  return *duration <= type.max_duration && route.size <= type.max_stops &&
         (type.max_distance == ROUTES_NO_LIMIT || *distance <= type.max_distance);
}

/* May all customers of the route be served by type t, and are its loads in its capacities? */
__device__ static inline bool type_takes(const View &v, const Route &route, int slot, int t) {
  const int sums = v.data.sums, loads = v.data.features & RUIN_MIXED ? v.data.loads : 0;
  if (v.data.allowed && t < RUIN_GROUPED && !(route.may >> t & 1)) return false;
  for (int c = route.first; t >= RUIN_GROUPED && c; c = v.own.node[c].next)
    if (!customer_may(v.data, c, t)) return false;
  for (int k = 0; k < sums; k++)
    if (v.own.sum[slot * sums + k] > v.data.room[t * sums + k]) return false;
  for (int d = 0; d < loads; d++)
    if (v.own.peak[slot * loads + d] > v.data.type[t].capacity[d]) return false;
  return true;
}

/* What the route costs as one of type t; NO_COST: it cannot be. */
__device__ static inline int64_t cost_as(const View &v, const Route &route, int slot, int t) {
  const VehicleType &type = v.data.type[t];
  int64_t distance = route.distance;
  int duration = route.duration;
  if (!type_left(v, t)) return NO_COST;
  if (TRIPS) return trips_cost_as(v, route, t);
  if (!type_takes(v, route, slot, t)) return NO_COST;
  if (v.data.group[t] != v.data.group[route.type] && !route_walk(v, route, type, &distance, &duration))
    return NO_COST;
  return type_cost(type, distance, duration) + balance_price(v, duration);
}

__device__ static inline void slot_retype(const View &v, Proposal *p, int slot) {
  const Route route = v.own.route[slot];
  Best best = {route_price(v, route), -1, 0, 0, 0, route.type, slot}; /* its own type is the best of equals */
  for (int t = v.lane; t < v.data.types; t += WARP) {
    const int64_t cost = t == route.type ? NO_COST : cost_as(v, route, slot, t);
    if (cost < best.cost) best = {cost, 0, 0, 0, 0, t, slot};
  }
  best = best_of_all(best);
  if (best.type == route.type) return;
  p->delta += best.cost - route_price(v, route);
  route_retype(v, p, slot, best.type);
  (void)route_update(v, v.own, slot);
}

__device__ static inline void routes_retype(const View &v, Proposal *p) {
  for (int k = 0; k < p->touched; k++)
    if (v.own.route[v.touched[k]].size) slot_retype(v, p, v.touched[k]);
}

} // namespace ruin

#endif
