/* What follows from the links of a route of several trips: see trips.h. */
#include <string.h>
#include "trips.h"

/* ---- trips without customers ---- */

void trips_prune(Chain *chain, int32_t slot) {
  Trips *const trips = chain->trips;
  for (int32_t v = chain->route[slot].first, next; v; v = next) {
    next = chain->node[v].next;
    if (!is_head(chain, v) || (chain->node[v].prev && next && !is_head(chain, next))) continue;
    route_unlink(chain, slot, v);
    trips->freed[trips->freeds++] = v;
  }
}

/* ---- sums, distances, times ---- */

static Trip *trip_begin(Chain *chain, int32_t slot, int32_t head) {
  Trip *const trip = trip_of(chain, slot, head);
  *trip = (Trip){.stamp = trip->stamp};
  chain->trips->count[slot]++;
  return trip;
}

static void customer_count(Chain *chain, Route *route, Trip *trip, int32_t v) {
  const RuinData *const data = chain->data;
  const int32_t *amount = data->amount + (size_t)v * (size_t)data->sums;
  for (int32_t k = 0; k < data->sums; k++) trip->sum[k] += amount[k];
  if (release_of(chain, v) > trip->release) trip->release = release_of(chain, v);
  trip->last = v;
  trip->size++;
  route->size++;
  if (!data->allowed) return;
  const uint32_t *row = data->allowed + (size_t)v * (size_t)data->words;
  route->may &= row[0] | (data->words > 1 ? (uint64_t)row[1] << 32 : 0);
}

/* The least sums of a trip are the route's. */
static void sums_lower(const RuinData *data, const Trip *trip, Route *route) {
  for (int32_t k = 0; k < data->sums; k++)
    if (trip->sum[k] < route->sum[k]) route->sum[k] = trip->sum[k];
}

static void customers_count(Chain *chain, int32_t slot) {
  Route *const route = &chain->route[slot];
  Trip *trip = NULL;
  int32_t head = 0;
  chain->trips->count[slot] = 0;
  route->size = 0;
  route->may = UINT64_MAX;
  for (int32_t k = 0; k < chain->data->sums; k++) route->sum[k] = INT32_MAX;
  for (int32_t v = route->first; v; v = chain->node[v].next) {
    if (!trip || is_head(chain, v)) {
      if (trip) sums_lower(chain->data, trip, route);
      head = trip ? v : 0;
      trip = trip_begin(chain, slot, head);
      if (head) continue;
    }
    customer_count(chain, route, trip, v);
    chain->trips->node[v].head = head;
  }
  if (trip) sums_lower(chain->data, trip, route);
}

/* From the start, and in each trip from its departure. */
static bool times_forward(Chain *chain, int32_t slot, const VehicleType *type) {
  RuinTime time, trip = release_time(0);
  if (!start_time(type, trip_of(chain, slot, 0)->release, &time)) return false;
  for (int32_t v = chain->route[slot].first, last = 0; v; last = v, v = chain->node[v].next) {
    const int32_t travel = chain_travel(chain, type, last, v);
    const RuinTime stop = ruin_time_stop(&chain->data->stop[v]);
    if (!ruin_time_join(&time, travel, stop)) return false;
    chain->node[v].pre = time;
    if (is_head(chain, v)) {
      if (!ruin_time_join(&time, 0, release_time(trip_of(chain, slot, v)->release))) return false;
      trip = release_time(0);
    } else {
      if (!ruin_time_join(&trip, travel, stop)) return false;
      chain->trips->node[v].time = trip;
    }
  }
  return true;
}

static bool times_backward(Chain *chain, int32_t slot, const VehicleType *type, int32_t *duration) {
  RuinTime time = ruin_time_end(type, 1), all;
  for (int32_t v = chain->route[slot].last, next = 0; v; next = v, v = chain->node[v].prev) {
    RuinTime whole = ruin_time_stop(&chain->data->stop[v]);
    if (is_head(chain, v) && !ruin_time_join(&whole, 0, release_time(trip_of(chain, slot, v)->release)))
      return false;
    if (!ruin_time_join(&whole, chain_travel(chain, type, v, next), time)) return false;
    chain->node[v].suf = time = whole;
  }
  if (!start_time(type, trip_of(chain, slot, 0)->release, &all)) return false;
  if (!ruin_time_join(&all, chain_travel(chain, type, 0, chain->route[slot].first), time)) return false;
  *duration = all.duration;
  return *duration <= type->max_duration;
}

/* ---- limits ---- */

static bool sums_fit(const RuinData *data, const Trip *trip, int32_t t) {
  const int32_t *room = data->room + (size_t)t * (size_t)data->sums;
  for (int32_t k = 0; k < data->sums; k++)
    if (trip->sum[k] > room[k]) return false;
  return true;
}

/* As a route of type t: its trips, where they begin, and their loads. */
static bool trips_fit(const Chain *chain, int32_t slot, int32_t t) {
  const RoutesTrips one = {1, 0}, *most = chain->data->trips ? &chain->data->trips[t] : &one;
  if (chain->trips->count[slot] > most->most || !sums_fit(chain->data, trip_of(chain, slot, 0), t))
    return false;
  for (int32_t v = chain->route[slot].first; v; v = chain->node[v].next)
    if (is_head(chain, v) &&
        (!(most->reloads >> head_depot(chain, v) & 1) || !sums_fit(chain->data, trip_of(chain, slot, v), t)))
      return false;
  return true;
}

static void bound_set(Chain *chain, int32_t slot) {
  const Route *const route = &chain->route[slot];
  const RuinData *const data = chain->data;
  const VehicleType *const type = chain_type(chain, route->type);
  const int32_t room =
      data->sums ? data->room[(size_t)route->type * (size_t)data->sums] - route->sum[0] : INT32_MAX;
  chain->bound[slot] = (RouteBound){.room = room,
                                    .spare = room,
                                    .head = chain->node[route->first].before,
                                    .home = route->home,
                                    .place = {type->place[0], type->place[1]},
                                    .size = route->size,
                                    .priced = type->per_duration > 0,
                                    .change = NO_COST,
                                    .unit = {INT64_MAX, type->per_distance}};
}

bool trips_update(Chain *chain, int32_t slot) {
  Route *const route = &chain->route[slot];
  const VehicleType *const type = chain_type(chain, route->type);
  trips_prune(chain, slot);
  customers_count(chain, slot);
  route_distances_set(chain, route, type);
  route->duration = 0;
  if (!route_limits_keep(type, route->distance, route->size) || !trips_fit(chain, slot, route->type))
    return false;
  if (chain->data->features & RUIN_TIMED)
    if (!times_forward(chain, slot, type) || !times_backward(chain, slot, type, &route->duration))
      return false;
  route->cost = type_cost(type, route->distance, route->duration);
  bound_set(chain, slot);
  return true;
}

/* ---- as another type ---- */

static bool route_walk(const Chain *chain, int32_t slot, const VehicleType *type, int64_t *distance,
                       int32_t *duration) {
  const bool timed = chain->data->features & RUIN_TIMED;
  RuinTime time = {0};
  int32_t last = 0;
  *distance = 0;
  if (timed && !start_time(type, trip_of(chain, slot, 0)->release, &time)) return false;
  for (int32_t v = chain->route[slot].first; v; last = v, v = chain->node[v].next) {
    *distance += chain_distance(chain, type, last, v);
    if (!timed) continue;
    if (!ruin_time_join(&time, chain_travel(chain, type, last, v), ruin_time_stop(&chain->data->stop[v])))
      return false;
    if (is_head(chain, v) && !ruin_time_join(&time, 0, release_time(trip_of(chain, slot, v)->release)))
      return false;
  }
  *distance += chain_distance(chain, type, last, 0);
  if (timed && !ruin_time_join(&time, chain_travel(chain, type, last, 0), ruin_time_end(type, 1)))
    return false;
  *duration = timed ? time.duration : 0;
  return *duration <= type->max_duration;
}

bool trips_as(const Chain *chain, int32_t slot, int32_t t, int64_t *cost) {
  const VehicleType *const type = chain_type(chain, t);
  int64_t distance;
  int32_t duration;
  for (int32_t v = chain->route[slot].first; v; v = chain->node[v].next)
    if (!is_head(chain, v) && !customer_may(chain->data, v, t)) return false;
  if (!trips_fit(chain, slot, t) || !route_walk(chain, slot, type, &distance, &duration)) return false;
  *cost = type_cost(type, distance, duration) + balance_price(chain, duration);
  return route_limits_keep(type, distance, chain->route[slot].size);
}
