/* Recreate with routes of several trips: places in trips, and new trips of a customer alone. Twin of cpu/ruin/trips_insert.c; contract:
 * solver/ruin/ruin_kernels.h. */
#ifndef CORDEE_GPU_RUIN_TRIPS_INSERT_CUH
#define CORDEE_GPU_RUIN_TRIPS_INSERT_CUH

#include "ruin_route.cuh"

namespace ruin {

/* ---- what a lane looks at ---- */

/* The customer who looks for a place. */
struct TripSeeker {
  int c, place, release;
  uint32_t blink;
  int4 window;
};

struct TripEntry {
  Solution from;
  Route route;
  int32_t slot;
  bool more;  /* it may have one more trip */
  size_t row; /* of the customer in the route's matrices */
};

/* Is there room in a trip; 0: in an empty one? */
__device__ static inline bool trip_fits(const View &v, const TripEntry &e, int c, int trip) {
  const int sums = v.data.sums;
  for (int k = 0; k < sums; k++) {
    const int sum = trip ? e.from.sum[(trip - 1) * sums + k] : 0;
    if (sum + v.data.amount[(size_t)c * (size_t)sums + k] > v.data.room[e.route.type * sums + k])
      return false;
  }
  return true;
}

/* False: the route takes no customer. */
__device__ static inline bool trips_enter(const View &v, const TripSeeker &s, int slot, TripEntry *e) {
  e->from = bit_of(v.slots, slot) ? v.own : v.base;
  e->route = e->from.route[slot];
  e->slot = slot;
  const int t = e->route.type;
  const VehicleType &type = v.data.type[t];
  e->row = matrix_of(v, type) + (size_t)s.place * (size_t)v.data.places;
  if (!e->route.size || e->route.size >= type.max_stops) return false;
  e->more = v.data.trips && trips_in(e->from, e->route) < v.data.trips[t].most;
  return customer_may(v.data, s.c, t) && trip_fits(v, *e, s.c, 0);
}

/* A place between two nodes: customers, reloads or ends of the route. */
struct TripGap {
  int trip;          /* the one that gets the customer, or is before a new one */
  int prev, next;    /* customers; 0: none in the trip, or of the route */
  int key[2];        /* of the nodes: customers, customers + 1 + reload depot, 0 */
  int before, after; /* places */
  int edge;          /* the distance between them */
};

/* Before customer u, in its trip. */
__device__ static inline TripGap gap_before(const View &v, const TripEntry &e, int u) {
  const VehicleType &type = v.data.type[e.route.type];
  const TripNode &node = e.from.trip_node[u];
  const int prev = node.trip == u ? 0 : e.from.node[u].prev;
  return {node.trip,
          prev,
          u,
          {node.reload ? v.data.customers + node.reload : prev, u},
          place_from(v, type, prev, node.reload),
          v.at[u],
          e.from.node[u].before};
}

/* Behind customer u, in its trip. */
__device__ static inline TripGap gap_behind(const View &v, const TripEntry &e, int u) {
  const VehicleType &type = v.data.type[e.route.type];
  const int next = e.from.node[u].next, reload = next ? e.from.trip_node[next].reload : 0,
            trip = e.from.trip_node[u].trip;
  if (reload)
    return {trip,
            u,
            next,
            {u, v.data.customers + reload},
            v.at[u],
            reload_of(v, reload).place,
            e.from.trip[next].before};
  return {trip,
          u,
          next,
          {u, next},
          v.at[u],
          place_after(v, type, next),
          next ? e.from.node[next].before : e.route.home};
}

/* ---- times ---- */

/* Of a departure with a trip's goods and those of a release. */
__device__ static inline bool departure_time(const View &v, const TripEntry &e, int trip, int release,
                                             RuinTime *time) {
  if (trip == e.route.first) return start_time(v.data.type[e.route.type], release, time);
  *time = e.from.trip[trip].pre;
  return ruin_time_join(time, 0, release_time(release));
}

/* From the start to where the gap begins, in a trip that leaves when the customer's goods are there. */
__device__ static inline bool time_until(const View &v, const TripSeeker &s, const TripEntry &e,
                                         const TripGap &g, RuinTime *time) {
  const int release = e.from.trip[g.trip].release;
  if (!g.prev) return departure_time(v, e, g.trip, max(release, s.release), time);
  *time = e.from.time[g.prev].pre;
  if (s.release <= release) return true;
  return departure_time(v, e, g.trip, s.release, time) &&
         ruin_time_join(time, 0, e.from.trip_node[g.prev].time);
}

/* From where the gap ends to the return, behind a way from a place. */
__device__ static inline bool time_on(const View &v, const TripEntry &e, const TripGap &g, int from,
                                      RuinTime *time) {
  const VehicleType &type = v.data.type[e.route.type];
  const bool reload = g.key[1] > v.data.customers;
  const int travel = way_time(v, type, from, g.after, reload ? 0 : g.next);
  if (!g.next) return ruin_time_join(time, travel, ruin_time_end(&type, 1));
  return ruin_time_join(time, travel, reload ? e.from.trip[g.next].suf : e.from.time[g.next].suf);
}

__device__ static inline bool serve(const View &v, const TripSeeker &s, const TripEntry &e, int from,
                                    RuinTime *time) {
  const VehicleType &type = v.data.type[e.route.type];
  return ruin_time_join(time, way_time(v, type, from, s.place, s.c), stop_time(s.window));
}

__device__ static inline bool load(const View &v, const TripEntry &e, const RoutesReload &reload, int from,
                                   int release, RuinTime *time) {
  const VehicleType &type = v.data.type[e.route.type];
  return ruin_time_join(time, way_of(v, type, v.data.duration, from, reload.place), reload_time(reload)) &&
         ruin_time_join(time, 0, release_time(release));
}

/* The duration of the route with the customer in the gap, behind a reload, or before it (`number` as Best.behind; -1: there is none); false: it is late, or too
 * long. */
__device__ static inline bool trip_times_allow(const View &v, const TripSeeker &s, const TripEntry &e,
                                               const TripGap &g, int number, int *duration) {
  const RoutesReload *const reload = number < 0 ? NULL : &v.data.reload[number / 2];
  RuinTime time;
  if (!reload) {
    if (!time_until(v, s, e, g, &time) || !serve(v, s, e, g.before, &time)) return false;
    if (!time_on(v, e, g, s.place, &time)) return false;
  } else if (number & 1) {
    if (!departure_time(v, e, g.trip, s.release, &time) || !serve(v, s, e, g.before, &time)) return false;
    if (!load(v, e, *reload, s.place, e.from.trip[g.trip].release, &time)) return false;
    if (!time_on(v, e, g, reload->place, &time)) return false;
  } else {
    time = e.from.time[g.prev].pre;
    if (!load(v, e, *reload, g.before, s.release, &time) || !serve(v, s, e, reload->place, &time))
      return false;
    if (!time_on(v, e, g, s.place, &time)) return false;
  }
  *duration = time.duration;
  return time.duration <= v.data.type[e.route.type].max_duration;
}

/* ---- places ---- */

__device__ static inline int64_t gap_longer(const View &v, const TripEntry &e, const TripGap &g, int number) {
  const int32_t *const to = v.data.distance + e.row, *const from = v.place.from_distance + e.row;
  const int in = g.before < 0 ? 0 : from[g.before], out = g.after < 0 ? 0 : to[g.after];
  if (number < 0) return (int64_t)in + out - g.edge;
  const VehicleType &type = v.data.type[e.route.type];
  const int depot = v.data.reload[number / 2].place;
  if (number & 1) return (int64_t)in + to[depot] + way_of(v, type, v.data.distance, depot, g.after) - g.edge;
  return (int64_t)way_of(v, type, v.data.distance, g.before, depot) + from[depot] + out - g.edge;
}

__device__ static inline void trip_gap_try(const View &v, const TripSeeker &s, const TripEntry &e,
                                           const TripGap &g, int number, Best *best) {
  const VehicleType &type = v.data.type[e.route.type];
  const int64_t longer = gap_longer(v, e, g, number);
  const int key = g.key[0] + (number + 1) * (v.data.customers + 1 + ROUTES_RELOADS_MAX);
  int duration = e.route.duration;
  if (!BALANCE && !type.per_duration && type.per_distance * longer > best->cost) return;
  if (type.max_distance != ROUTES_NO_LIMIT && e.route.distance + longer > type.max_distance) return;
  if (number < 0 && !trip_fits(v, e, s.c, g.trip)) return;
  if (ruin_blinks(s.blink, s.c, key, g.key[1])) return;
  if ((v.data.features & RUIN_TIMED) && !trip_times_allow(v, s, e, g, number, &duration)) return;
  const int64_t rise = BALANCE ? balance_price(v, duration) - balance_price(v, e.route.duration) : 0,
                cost = type.per_distance * longer +
                       type.per_duration * (int64_t)(duration - e.route.duration) + rise;
  const Best found = {
      cost, number < 0 ? IN_ROUTE : IN_NEW_TRIP, g.key[0], g.key[1], max(number, 0), e.route.type, e.slot};
  if (before_best(found, *best)) *best = found;
}

/* Before and after a neighbour of the lane. */
__device__ static inline void trips_near_scan(const View &v, const TripSeeker &s, Best *best) {
  const int u = v.data.near[(size_t)s.c * RUIN_NEAR + v.lane];
  if (!u) return;
  const int slot = node_of(v, u).slot;
  TripEntry e;
  if (slot < 0 || !trips_enter(v, s, slot, &e)) return;
  trip_gap_try(v, s, e, gap_before(v, e, u), -1, best);
  trip_gap_try(v, s, e, gap_behind(v, e, u), -1, best);
}

/* New trips of the customer alone at a place, on one side of a reload. */
__device__ static inline void new_trips_try(const View &v, const TripSeeker &s, const TripEntry &e,
                                            const TripGap &g, int before, Best *best) {
  for (uint32_t left = v.data.trips[e.route.type].reloads; left; left &= left - 1)
    trip_gap_try(v, s, e, g, 2 * (__ffs((int)left) - 1) + before, best);
}

/* Both ends of the lane's routes' trips, and new ones. */
__device__ static inline void trips_ends_scan(const View &v, const Proposal &p, const TripSeeker &s,
                                              Best *best) {
  for (int slot = v.lane; slot < p.slots; slot += WARP) {
    TripEntry e;
    if (!trips_enter(v, s, slot, &e)) continue;
    for (int first = e.route.first; first;) {
      const TripGap begin = gap_before(v, e, first), end = gap_behind(v, e, e.from.trip[first].last);
      trip_gap_try(v, s, e, begin, -1, best);
      trip_gap_try(v, s, e, end, -1, best);
      if (e.more && (first == e.route.first || v.data.reloads > 1)) new_trips_try(v, s, e, begin, 1, best);
      if (e.more) new_trips_try(v, s, e, end, 0, best);
      first = end.next;
    }
  }
}

/* The cheapest place of customer c in a lane's trips, or alone in a new one of a route, if it is better than *best. */
__device__ static inline void trips_scan(const View &v, const Proposal &p, int c, bool ends, Best *best) {
  const int release = v.data.release ? v.data.release[c] : 0;
  const TripSeeker s = {c, v.at[c], release, p.blink, v.place.window[c]};
  trips_near_scan(v, s, best);
  if (ends) trips_ends_scan(v, p, s, best);
}

/* ---- a place is taken ---- */

/* Customer c goes where `best` says in a slot's route, with a reload before it or behind it, if it makes a new trip. */
__device__ static inline void trip_link(const View &v, int slot, const Best &best, int c) {
  const int n = v.data.customers;
  const bool begins = best.prev == 0 || best.prev > n; /* of a trip, or of a route */
  int prev = best.prev, next = best.next, reload = 0, then = 0;
  if (begins && next) {
    prev = v.own.node[next].prev;
    reload = v.own.trip_node[next].reload;
  } else if (!begins) {
    next = v.own.node[prev].next;
    then = next ? v.own.trip_node[next].reload : 0;
  }
  if (best.kind == IN_NEW_TRIP && (best.behind & 1)) then = best.behind / 2 + 1;
  if (best.kind == IN_NEW_TRIP && !(best.behind & 1)) reload = best.behind / 2 + 1;
  __syncwarp();
  if (v.lane == 0) {
    v.own.trip_node[c].reload = reload;
    if (next) v.own.trip_node[next].reload = then;
  }
  route_link(v, slot, prev, c, next);
}

} // namespace ruin

#endif
