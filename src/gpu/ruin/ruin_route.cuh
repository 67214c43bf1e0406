/* Routes of a warp: what follows from their links, and how a proposal changes them. Contract: solver/ruin/ruin_kernels.h. */
#ifndef CORDEE_GPU_RUIN_ROUTE_CUH
#define CORDEE_GPU_RUIN_ROUTE_CUH

#include "ruin_breaks.cuh"
#include "ruin_trips.cuh"
#include "ruin_windows.cuh"

namespace ruin {

/* ---- what follows from links ---- */

/* A route that is walked: its numbers so far. */
struct Walk {
  RuinTime time; /* from the departure */
  int64_t distance;
  uint64_t may;
  int32_t last, size;
  int32_t sum; /* lane k: sum number k */
  bool keeps;
};

/* Chunk by chunk from the departure: customers mine of lanes 0..count - 1. */
__device__ static inline void walk_on(const View &v, const Solution &s, const VehicleType &type, Walk *w,
                                      int mine, int count) {
  const int up = __shfl_up_sync(ALL, mine, 1), prev = v.lane ? up : w->last;
  const int before = mine ? distance_of(v, type, prev, mine) : 0;
  if (mine) s.node[mine].before = before;
  w->distance += (int64_t)__reduce_add_sync(ALL, before & 0xffff) +
                 ((int64_t)__reduce_add_sync(ALL, before >> 16) << 16);
  for (int k = 0; k < v.data.sums; k++) {
    const int sum = __reduce_add_sync(ALL, mine ? v.data.amount[(size_t)mine * (size_t)v.data.sums + k] : 0);
    if (v.lane == k) w->sum += sum;
  }
  if (v.data.allowed) {
    const uint64_t never = mine ? ~types_may(v.data, mine) : 0;
    w->may &= ~((uint64_t)__reduce_or_sync(ALL, (uint32_t)(never >> 32)) << 32 |
                __reduce_or_sync(ALL, (uint32_t)never));
  }
  if ((v.data.features & KNOWN & (RUIN_TIMED | RUIN_WINDOWS)) == RUIN_TIMED) {
    RuinTime part = {0, 0, 0};
    if (mine) {
      const int4 window = v.place.window[mine];
      const int travel = travel_of(v, type, prev, mine);
      part = {window.z + travel, window.x - travel, window.y - travel};
    }
    w->keeps &= times_scan(&part, count, v.lane, true);
    RuinTime time = w->time;
    if (mine) {
      w->keeps &= ruin_time_join(&time, 0, part);
      s.time[mine].pre = time;
    }
    w->time = time_shuffle(time, count - 1);
  }
  w->last = __shfl_sync(ALL, mine, count - 1);
  w->size += count;
}

/* Times to the return. mine: the customers, if one chunk has all of them. False in a lane: a window is broken. */
__device__ static inline bool times_back(const View &v, const Solution &s, const VehicleType &type,
                                         const Walk &w, int first, int mine, int32_t *duration) {
  RuinTime time = ruin_time_end(&type, 1);
  bool keeps = true;
  for (int c = w.last, next = 0; c;) {
    int own, count = w.size;
    if (w.size <= WARP) {
      const int back = __shfl_sync(ALL, mine, (w.size - 1 - v.lane) & (WARP - 1));
      own = v.lane < w.size ? back : 0;
      c = 0;
    } else
      count = customers_next(s.node, c, v.lane, false, &own, &c);
    const int up = __shfl_up_sync(ALL, own, 1), after = v.lane ? up : next;
    RuinTime part = {0, 0, 0};
    if (own) {
      const int4 window = v.place.window[own];
      part = {window.z + travel_of(v, type, own, after), window.x, window.y};
    }
    keeps &= times_scan(&part, count, v.lane, false);
    if (own) {
      keeps &= ruin_time_join(&part, 0, time);
      s.time[own].suf = part;
    }
    time = time_shuffle(part, count - 1);
    next = __shfl_sync(ALL, own, count - 1);
  }
  RuinTime all = ruin_time_end(&type, 0);
  keeps &= ruin_time_join(&all, travel_of(v, type, 0, first), time);
  *duration = all.duration;
  return keeps && all.duration <= type.max_duration;
}

/* Loads along the route, in dimension d, by one lane: deliveries are on board from the departure, but for those of pairs. */
__device__ static inline bool load_set(const View &v, const Solution &s, int slot, const Route &route,
                                       const VehicleType &type, int d) {
  const RouteStop *stop = v.data.stop;
  const int loads = v.data.loads;
  int load = 0;
  for (int c = route.first; c; c = s.node[c].next)
    if (!is_delivery(v.data, c)) load += stop[c].delivery[d];
  s.depart[slot * loads + d] = load;
  int peak = load;
  for (int c = route.first; c; c = s.node[c].next) {
    load += stop[c].pickup[d] - stop[c].delivery[d];
    if (has_pairs(v.data)) s.load[(size_t)c * loads + d] = load;
    peak = max(peak, load);
    s.pre_peak[(size_t)c * loads + d] = peak;
  }
  s.peak[slot * loads + d] = peak;
  for (int c = route.last, most = load; c; c = s.node[c].prev) {
    most = max(most, load);
    s.suf_peak[(size_t)c * loads + d] = most;
    load -= stop[c].pickup[d] - stop[c].delivery[d];
  }
  return peak <= type.capacity[d];
}

/* Do the numbers of a route that is walked keep the limits of its type? */
__device__ static inline bool walk_keeps(const View &v, const Route &route, const Walk &w,
                                         const VehicleType &type) {
  bool keeps = w.size <= type.max_stops &&
               (type.max_distance == ROUTES_NO_LIMIT || route.distance <= type.max_distance);
  if (v.lane < v.data.sums) keeps &= w.sum <= v.data.room[route.type * v.data.sums + v.lane];
  if (v.data.backhauls == BACKHAULS_NOT_ALONE) keeps &= !(v.data.stop[route.first].flags & ROUTES_BACKHAUL);
  return keeps;
}

/* Distances, times and loads of a slot's route along its links; false: a limit is broken, and the size alone is set. */
__device__ static inline bool route_update(const View &v, const Solution &s, int slot) {
  if (TRIPS) return trips_update(v, s, slot);
  Route route = s.route[slot];
  const VehicleType &type = v.data.type[route.type];
  Walk w = {ruin_time_end(&type, 0), 0, UINT64_MAX, 0, 0, 0, true};
  int mine = 0;
  for (int c = route.first; c;) {
    const int count = customers_next(s.node, c, v.lane, true, &mine, &c);
    walk_on(v, s, type, &w, mine, count);
  }
  route.home = distance_of(v, type, w.last, 0);
  route.distance = w.distance + route.home;
  route.size = w.size;
  route.may = w.may;
  route.duration = 0;
  bool keeps = w.keeps && walk_keeps(v, route, w, type);
  if (v.data.features & KNOWN & RUIN_WINDOWS)
    keeps &= BREAKS ? breaks_times_set(v, s, &route, type) : windows_times_set(v, s, &route, type);
  else if (v.data.features & RUIN_TIMED)
    keeps &= times_back(v, s, type, w, route.first, mine, &route.duration);
  if ((v.data.features & RUIN_MIXED) && v.lane < v.data.loads)
    keeps &= load_set(v, s, slot, route, type, v.lane);
  if (__any_sync(ALL, !keeps)) {
    if (v.lane == 0) s.route[slot].size = w.size;
    __syncwarp();
    return false;
  }
  route.cost = type_cost(type, route.distance, route.duration);
  if (v.lane == 0) s.route[slot] = route;
  if (v.lane < v.data.sums) s.sum[slot * v.data.sums + v.lane] = w.sum;
  __syncwarp();
  return true;
}

/* ---- changes ---- */

/* From now on the warp has the route, and its customers. */
__device__ static inline void route_touch(const View &v, Proposal *p, int slot) {
  if (bit_of(v.slots, slot)) return;
  const Route route = v.base.route[slot];
  __syncwarp();
  if (v.lane == 0) {
    bit_set(v.slots, slot);
    v.touched[p->touched] = slot;
    v.own.route[slot] = route;
  }
  p->touched++;
  for (int c = route.size ? route.first : 0, mine; c;) {
    (void)customers_next(v.base.node, c, v.lane, true, &mine, &c);
    if (!mine) continue;
    v.own.node[mine] = v.base.node[mine];
    if (TRIPS) trip_copy(v.base, v.own, mine);
    bit_set(v.nodes, mine);
  }
  __syncwarp();
}

/* Puts customer c between two neighbours of a slot's route; 0: its ends. */
__device__ static inline void route_link(const View &v, int slot, int prev, int c, int next) {
  if (v.lane == 0) {
    v.own.node[c] = {next, prev, slot, 0};
    if (prev)
      v.own.node[prev].next = c;
    else
      v.own.route[slot].first = c;
    if (next)
      v.own.node[next].prev = c;
    else
      v.own.route[slot].last = c;
  }
  __syncwarp();
}

/* The first slot of a route that the proposal emptied; ABSENT: none. */
__device__ static inline int emptied_find(const View &v, const Proposal &p) {
  for (int first = 0; first < p.touched; first += WARP) {
    const int k = first + v.lane;
    const unsigned found = __ballot_sync(ALL, k < p.touched && !v.own.route[v.touched[k]].size);
    if (found) return v.touched[first + __ffs((int)found) - 1];
  }
  return ABSENT;
}

/* That slot, else the lowest empty one. */
__device__ static inline int slot_find(const View &v, const Proposal &p) {
  const int emptied = emptied_find(v, p);
  if (emptied >= 0) return emptied;
  for (int first = 0; first < p.slots; first += WARP) {
    const int slot = first + v.lane;
    const bool empty = slot < p.slots && !(bit_of(v.slots, slot) ? v.own.route : v.base.route)[slot].size;
    const unsigned found = __ballot_sync(ALL, empty);
    if (found) return first + __ffs((int)found) - 1;
  }
  return p.slots;
}

/* An empty slot becomes a route of that type, without customers yet. */
__device__ static inline int route_open(const View &v, Proposal *p, int t) {
  const int slot = slot_find(v, *p);
  p->slots = max(p->slots, slot + 1);
  route_touch(v, p, slot);
  if (v.lane == 0) v.own.route[slot] = {0, 0, 0, t, 0, 0, 0, 0, 0};
  vehicle_take(v, p, t, 1);
  p->routes++;
  p->opens = true;
  return slot;
}

/* A route that has lost all customers gives its vehicle back. */
__device__ static inline void route_close(const View &v, Proposal *p, int slot) {
  const int t = v.own.route[slot].type;
  vehicle_take(v, p, t, -1);
  p->routes--;
  if (v.lane == 0) v.own.route[slot] = {0, 0, 0, t, 0, 0, 0, 0, 0};
  __syncwarp();
}

/* Another type, which has a vehicle left. */
__device__ static inline void route_retype(const View &v, Proposal *p, int slot, int t) {
  vehicle_take(v, p, v.own.route[slot].type, -1);
  vehicle_take(v, p, t, 1);
  if (v.lane == 0) v.own.route[slot].type = t;
  __syncwarp();
}

} // namespace ruin

#endif
