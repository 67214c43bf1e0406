/* Routes of several trips, and goods that are there from a time on (RUIN_TRIPS, RUIN_RELEASES): what follows from links, by a warp. Twin of
 * cpu/ruin/trips_route.c, but reloads are no nodes: see TripNode. Contract: solver/ruin/ruin_kernels.h. */
#ifndef CORDEE_GPU_RUIN_TRIPS_CUH
#define CORDEE_GPU_RUIN_TRIPS_CUH

#include "ruin_scan.cuh"

namespace ruin {

/* ---- parts of times ---- */

/* What is between the end of loading and a departure. */
__device__ static inline RuinTime release_time(int release) { return {0, release, ROUTES_LIMIT_MAX}; }
__device__ static inline RuinTime reload_time(const RoutesReload &reload) {
  return {reload.service, reload.ready, reload.due};
}

/* The departure from a vehicle's start with goods of that release; false: it is too late. */
__device__ static inline bool start_time(const VehicleType &type, int release, RuinTime *out) {
  *out = ruin_time_end(&type, 0);
  out->earliest = max(out->earliest, release);
  return out->earliest <= out->latest;
}

/* A part that begins with a way. */
__device__ static inline RuinTime time_behind(RuinTime part, int travel) {
  return {part.duration + travel, part.earliest - travel, part.latest - travel};
}

/* ---- ways between places ---- */

/* An entry of a matrix of a type; 0 where an end is open. */
__device__ static inline int way_of(const View &v, const VehicleType &type, const int32_t *matrix, int from,
                                    int to) {
  if (from < 0 || to < 0) return 0;
  return matrix[matrix_of(v, type) + (size_t)from * (size_t)v.data.places + (size_t)to];
}
/* To service at c; 0: to the return, whose place is `to`. */
__device__ static inline int way_time(const View &v, const VehicleType &type, int from, int to, int c) {
  return way_of(v, type, v.data.duration, from, to) + setup_of(v, from, c);
}
__device__ static inline const RoutesReload &reload_of(const View &v, int reload) {
  return v.data.reload[reload - 1];
}
/* Where the way to a customer begins: at the reload, if there is one, else at `prev`. */
__device__ static inline int place_from(const View &v, const VehicleType &type, int prev, int reload) {
  return reload ? reload_of(v, reload).place : place_before(v, type, prev);
}

/* ---- customers of a route, chunk by chunk ---- */

/* All customers of the chunk from c on, a lane each; `all`: those of a route of up to a warp of them. Returns how many. */
__device__ static inline int chunk_next(const Solution &s, const View &v, int size, int all, bool forwards,
                                        int *c, int *mine) {
  if (size > WARP) return customers_next(s.node, *c, v.lane, forwards, mine, c);
  const int from = forwards ? v.lane : (size - 1 - v.lane) & (WARP - 1), own = __shfl_sync(ALL, all, from);
  *mine = v.lane < size ? own : 0;
  *c = 0;
  return size;
}

/* The lane where the trip of this lane begins, of those that begin in the chunk; -1: before it. */
__device__ static inline int trip_lane(unsigned begins, int lane) {
  const unsigned until = begins & (lanes_below(lane) | 1u << lane);
  return 31 - __clz((int)until);
}

/* ---- sizes, sums, releases, distances ---- */

struct TripWalk {
  int64_t distance;
  int32_t last, size, count; /* customers and trips so far */
  int32_t trip, trip_size, release;
  int32_t sum; /* of the trip; lane k: sum number k */
  bool keeps;
};

/* Customers of lanes `first` to `end` - 1 are in one trip. */
__device__ static inline void trip_count(const View &v, const Solution &s, int type, TripWalk *w, int mine,
                                         int first, int end) {
  const bool in = v.lane >= first && v.lane < end;
  const int sums = v.data.sums;
  w->trip_size += end - first;
  if (v.data.release) w->release = max(w->release, __reduce_max_sync(ALL, in ? v.data.release[mine] : 0));
  for (int k = 0; k < sums; k++) {
    const int sum = __reduce_add_sync(ALL, in ? v.data.amount[(size_t)mine * (size_t)sums + k] : 0);
    if (v.lane == k) w->sum += sum;
  }
  if (v.lane < sums) {
    w->keeps &= w->sum <= v.data.room[type * sums + v.lane];
    s.sum[(w->trip - 1) * sums + v.lane] = w->sum;
  }
  const int last = __shfl_sync(ALL, mine, end - 1);
  if (v.lane == 0) {
    Trip &trip = s.trip[w->trip];
    trip.size = w->trip_size;
    trip.last = last;
    trip.release = w->release;
  }
}

/* The trips of a chunk; begins: lanes of customers who begin one. */
__device__ static inline void trips_count(const View &v, const Solution &s, int type, TripWalk *w, int mine,
                                          int count, unsigned begins) {
  for (int first = 0, end; first < count; first = end) {
    const unsigned later = begins & ~(lanes_below(first) | 1u << first);
    end = later ? __ffs((int)later) - 1 : count;
    if (begins >> first & 1) {
      w->trip = __shfl_sync(ALL, mine, first);
      w->trip_size = w->release = w->sum = 0;
      w->count++;
    }
    trip_count(v, s, type, w, mine, first, end);
  }
}

/* The distances to a lane's customer, and to the reload before. */
__device__ static inline int trip_ways(const View &v, const Solution &s, const VehicleType &type, int prev,
                                       int mine, int reload) {
  const int from = place_from(v, type, prev, reload),
            before = way_of(v, type, v.data.distance, from, v.at[mine]);
  s.node[mine].before = before;
  if (!reload) return before;
  const int back = way_of(v, type, v.data.distance, v.at[prev], from);
  s.trip[mine].before = back;
  return before + back;
}

__device__ static inline void trips_walk_on(const View &v, const Solution &s, const Route &route,
                                            const VehicleType &type, TripWalk *w, int mine, int count) {
  const int up = __shfl_up_sync(ALL, mine, 1), prev = v.lane ? up : w->last;
  const int reload = mine ? s.trip_node[mine].reload : 0;
  const unsigned begins = __ballot_sync(ALL, mine && (reload || mine == route.first));
  const int lane = trip_lane(begins, v.lane), head = __shfl_sync(ALL, mine, max(lane, 0));
  const int way = mine ? trip_ways(v, s, type, prev, mine, reload) : 0;
  if (mine) s.trip_node[mine].trip = lane < 0 ? w->trip : head;
  if (reload) w->keeps &= (v.data.trips[route.type].reloads >> (reload - 1) & 1) != 0;
  w->distance +=
      (int64_t)__reduce_add_sync(ALL, way & 0xffff) + ((int64_t)__reduce_add_sync(ALL, way >> 16) << 16);
  trips_count(v, s, route.type, w, mine, count, begins);
  w->last = __shfl_sync(ALL, mine, count - 1);
  w->size += count;
}

/* ---- times ---- */

/* From the departure of a route, and of the present trip. */
struct TripClock {
  RuinTime time, trip;
  int32_t last;
  bool keeps;
};

/* From the departure of their trip, at any time, to the lanes' customers. */
__device__ static inline void trip_times_set(const View &v, const Solution &s, TripClock *clock, RuinTime leg,
                                             int mine, int count) {
  const bool begins = mine && s.trip_node[mine].trip == mine;
  const int lane = trip_lane(__ballot_sync(ALL, begins), v.lane);
  for (int lanes = 1; lanes < count; lanes *= 2) {
    const RuinTime before = time_up(leg, lanes);
    if (v.lane - lanes < max(lane, 0) || v.lane >= count) continue;
    RuinTime first = before;
    (void)ruin_time_join(&first, 0, leg);
    leg = first;
  }
  RuinTime time = clock->trip;
  if (lane < 0)
    (void)ruin_time_join(&time, 0, leg);
  else
    time = leg;
  if (mine) s.trip_node[mine].time = time;
  clock->trip = time_shuffle(time, count - 1);
}

/* From a customer or reload to the lane's customer: in the route, and in its trip. */
struct TripPart {
  RuinTime part, leg;
  int back; /* to the reload */
};

__device__ static inline bool trip_part(const View &v, const Solution &s, const VehicleType &type, int prev,
                                        int mine, TripPart *out) {
  const TripNode node = s.trip_node[mine];
  const int from = place_from(v, type, prev, node.reload), travel = way_time(v, type, from, v.at[mine], mine);
  const RuinTime stop = stop_time(v.place.window[mine]);
  *out = {time_behind(stop, travel), time_behind(stop, travel), 0};
  if (node.trip == mine) {
    out->leg = release_time(0);
    if (!ruin_time_join(&out->leg, travel, stop)) return false;
  }
  if (!node.reload) return true;
  out->back = way_of(v, type, v.data.duration, v.at[prev], from);
  out->part = reload_time(reload_of(v, node.reload));
  if (!ruin_time_join(&out->part, 0, release_time(s.trip[mine].release)) ||
      !ruin_time_join(&out->part, travel, stop))
    return false;
  out->part = time_behind(out->part, out->back);
  return true;
}

__device__ static inline void trips_time_on(const View &v, const Solution &s, const VehicleType &type,
                                            TripClock *clock, int mine, int count) {
  const int up = __shfl_up_sync(ALL, mine, 1), prev = v.lane ? up : clock->last;
  const int reload = mine ? s.trip_node[mine].reload : 0;
  TripPart p = {};
  if (mine) clock->keeps &= trip_part(v, s, type, prev, mine, &p);
  clock->keeps &= times_scan(&p.part, count, v.lane, true);
  RuinTime time = clock->time;
  if (mine) {
    clock->keeps &= ruin_time_join(&time, 0, p.part);
    s.time[mine].pre = time;
  }
  RuinTime before = time_up(time, 1);
  if (v.lane == 0) before = clock->time;
  if (reload) {
    clock->keeps &= ruin_time_join(&before, p.back, reload_time(reload_of(v, reload)));
    s.trip[mine].pre = before;
  }
  if (v.data.release) trip_times_set(v, s, clock, p.leg, mine, count);
  clock->time = time_shuffle(time, count - 1);
  clock->last = __shfl_sync(ALL, mine, count - 1);
}

/* From service at the lane's customer to that at `after`, who follows; 0: to the return. */
__device__ static inline bool part_until(const View &v, const Solution &s, const VehicleType &type, int mine,
                                         int after, RuinTime *part) {
  const int reload = after ? s.trip_node[after].reload : 0, to = place_after(v, type, after);
  *part = stop_time(v.place.window[mine]);
  if (!reload) {
    part->duration += way_time(v, type, v.at[mine], to, after);
    return true;
  }
  const RoutesReload &depot = reload_of(v, reload);
  if (!ruin_time_join(part, way_of(v, type, v.data.duration, v.at[mine], depot.place), reload_time(depot)) ||
      !ruin_time_join(part, 0, release_time(s.trip[after].release)))
    return false;
  part->duration += way_time(v, type, depot.place, to, after);
  return true;
}

/* From loading for the trip that the lane's customer begins to the return. */
__device__ static inline bool reload_until(const View &v, const Solution &s, const VehicleType &type,
                                           int mine, int reload) {
  const RoutesReload &depot = reload_of(v, reload);
  RuinTime time = reload_time(depot);
  const bool keeps =
      ruin_time_join(&time, 0, release_time(s.trip[mine].release)) &&
      ruin_time_join(&time, way_time(v, type, depot.place, v.at[mine], mine), s.time[mine].suf);
  s.trip[mine].suf = time;
  return keeps;
}

/* False in a lane: a window is broken. */
__device__ static inline bool trips_forward(const View &v, const Solution &s, const Route &route,
                                            const VehicleType &type, int all) {
  TripClock clock = {{}, release_time(0), 0, true};
  if (!start_time(type, s.trip[route.first].release, &clock.time)) return false;
  for (int c = route.first, mine; c;) {
    const int count = chunk_next(s, v, route.size, all, true, &c, &mine);
    trips_time_on(v, s, type, &clock, mine, count);
  }
  return clock.keeps;
}

__device__ static inline bool trips_backward(const View &v, const Solution &s, const Route &route,
                                             const VehicleType &type, int all, int32_t *duration) {
  RuinTime time = ruin_time_end(&type, 1);
  bool keeps = true;
  for (int c = route.last, next = 0, mine; c;) {
    const int count = chunk_next(s, v, route.size, all, false, &c, &mine);
    const int up = __shfl_up_sync(ALL, mine, 1), after = v.lane ? up : next;
    RuinTime part = {0, 0, 0};
    if (mine) keeps &= part_until(v, s, type, mine, after, &part);
    keeps &= times_scan(&part, count, v.lane, false);
    if (mine) {
      keeps &= ruin_time_join(&part, 0, time);
      s.time[mine].suf = part;
      const int reload = s.trip_node[mine].reload;
      if (reload) keeps &= reload_until(v, s, type, mine, reload);
    }
    time = time_shuffle(part, count - 1);
    next = __shfl_sync(ALL, mine, count - 1);
  }
  RuinTime whole = ruin_time_end(&type, 0);
  keeps &= start_time(type, s.trip[route.first].release, &whole);
  keeps &= ruin_time_join(&whole, way_time(v, type, type.place[0], v.at[route.first], route.first), time);
  *duration = whole.duration;
  return keeps && whole.duration <= type.max_duration;
}

/* ---- a route ---- */

__device__ static inline int trips_most(const View &v, int t) {
  return v.data.trips ? v.data.trips[t].most : 1;
}

/* Where there are trips, route_update: false: a limit is broken, and the size alone is set. */
__device__ static inline bool trips_update(const View &v, const Solution &s, int slot) {
  Route route = s.route[slot];
  const VehicleType &type = v.data.type[route.type];
  TripWalk w = {0, 0, 0, 0, 0, 0, 0, 0, true};
  int mine = 0;
  for (int c = route.first; c;) {
    const int count = customers_next(s.node, c, v.lane, true, &mine, &c);
    trips_walk_on(v, s, route, type, &w, mine, count);
  }
  route.home = distance_of(v, type, w.last, 0);
  route.distance = w.distance + route.home;
  route.size = w.size;
  route.duration = 0;
  if (v.lane == 0) s.trip[route.first].count = w.count;
  __syncwarp();
  bool keeps = w.keeps && w.size <= type.max_stops && w.count <= trips_most(v, route.type) &&
               (type.max_distance == ROUTES_NO_LIMIT || route.distance <= type.max_distance);
  if (v.data.features & RUIN_TIMED) {
    keeps &= trips_forward(v, s, route, type, mine);
    __syncwarp();
    keeps &= trips_backward(v, s, route, type, mine, &route.duration);
  }
  if (__any_sync(ALL, !keeps)) {
    if (v.lane == 0) s.route[slot].size = w.size;
    __syncwarp();
    return false;
  }
  route.cost = type_cost(type, route.distance, route.duration);
  if (v.lane == 0) s.route[slot] = route;
  __syncwarp();
  return true;
}

/* What a proposal sees of a customer before its route is updated. */
__device__ static inline void trip_copy(const Solution &from, const Solution &to, int c) {
  to.trip_node[c] = from.trip_node[c];
  to.trip[c] = from.trip[c];
}

/* Trips of a slot's route. */
__device__ static inline int trips_in(const Solution &s, const Route &route) {
  return route.size ? s.trip[route.first].count : 0;
}

/* ---- as another type, by one lane ---- */

/* May a vehicle of type t make the trips of a route: as many, of these loads, behind these reloads, for these customers? */
__device__ static inline bool trips_fit(const View &v, const Route &route, int t) {
  const Solution &s = v.own;
  const int sums = v.data.sums;
  if (trips_in(s, route) > trips_most(v, t)) return false;
  for (int c = route.first; c; c = s.node[c].next) {
    const TripNode &node = s.trip_node[c];
    if (!customer_may(v.data, c, t)) return false;
    if (node.reload && !(v.data.trips[t].reloads >> (node.reload - 1) & 1)) return false;
    for (int k = 0; k < sums && node.trip == c; k++)
      if (s.sum[(c - 1) * sums + k] > v.data.room[t * sums + k]) return false;
  }
  return true;
}

/* The time of a vehicle that goes on to customer c, by way of a reload if it has one. */
__device__ static inline bool trips_go_on(const View &v, const VehicleType &type, int last, int c,
                                          RuinTime *time) {
  const int reload = v.own.trip_node[c].reload, from = place_from(v, type, last, reload);
  if (reload && (!ruin_time_join(time, way_of(v, type, v.data.duration, v.at[last], from),
                                 reload_time(reload_of(v, reload))) ||
                 !ruin_time_join(time, 0, release_time(v.own.trip[c].release))))
    return false;
  return ruin_time_join(time, way_time(v, type, from, v.at[c], c), stop_time(v.place.window[c]));
}

/* What the route costs as one of type t; NO_COST: it cannot be. */
__device__ static inline int64_t trips_cost_as(const View &v, const Route &route, int t) {
  const VehicleType &type = v.data.type[t];
  const bool timed = v.data.features & RUIN_TIMED;
  RuinTime time = {0, 0, 0};
  int64_t distance = 0;
  int last = 0;
  if (!trips_fit(v, route, t)) return NO_COST;
  if (timed && !start_time(type, v.own.trip[route.first].release, &time)) return NO_COST;
  for (int c = route.first; c; last = c, c = v.own.node[c].next) {
    const int reload = v.own.trip_node[c].reload, from = place_from(v, type, last, reload);
    if (reload) distance += way_of(v, type, v.data.distance, v.at[last], from);
    distance += way_of(v, type, v.data.distance, from, v.at[c]);
    if (timed && !trips_go_on(v, type, last, c, &time)) return NO_COST;
  }
  distance += distance_of(v, type, last, 0);
  if (timed && !ruin_time_join(&time, travel_of(v, type, last, 0), ruin_time_end(&type, 1))) return NO_COST;
  if (time.duration > type.max_duration || route.size > type.max_stops) return NO_COST;
  if (type.max_distance != ROUTES_NO_LIMIT && distance > type.max_distance) return NO_COST;
  return type_cost(type, distance, time.duration) + balance_price(v, time.duration);
}

} // namespace ruin

#endif
