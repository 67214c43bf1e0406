/* Routes of a chain: what follows from their links, and how a proposal changes and restores them. */
#include <string.h>
#include "trips.h"

/* ---- what follows from links ---- */

static void customers_count(Chain *chain, Route *route) {
  const RuinData *data = chain->data;
  route->size = 0;
  route->may = UINT64_MAX;
  memset(route->sum, 0, (size_t)data->sums * sizeof *route->sum);
  for (int32_t v = route->first; v; v = chain->node[v].next) {
    const int32_t *amount = data->amount + (size_t)v * (size_t)data->sums;
    for (int32_t k = 0; k < data->sums; k++) route->sum[k] += amount[k];
    if (data->allowed) {
      const uint32_t *row = data->allowed + (size_t)v * (size_t)data->words;
      route->may &= row[0] | (data->words > 1 ? (uint64_t)row[1] << 32 : 0);
    }
    route->size++;
  }
}

static bool sums_fit(const RuinData *data, const Route *route, int32_t t) {
  const int32_t *room = data->room + (size_t)t * (size_t)data->sums;
  for (int32_t k = 0; k < data->sums; k++)
    if (route->sum[k] > room[k]) return false;
  return true;
}

static bool times_set(Chain *chain, Route *route, const VehicleType *type) {
  if (chain->data->features & RUIN_WINDOWS) return windows_times_set(chain, route, type);
  RuinTime time = ruin_time_end(type, 0);
  for (int32_t v = route->first, last = 0; v; last = v, v = chain->node[v].next) {
    if (!ruin_time_join(&time, chain_travel(chain, type, last, v), ruin_time_stop(&chain->data->stop[v])))
      return false;
    chain->node[v].pre = time;
  }
  time = ruin_time_end(type, 1);
  for (int32_t v = route->last, next = 0; v; next = v, v = chain->node[v].prev) {
    RuinTime whole = ruin_time_stop(&chain->data->stop[v]);
    if (!ruin_time_join(&whole, chain_travel(chain, type, v, next), time)) return false;
    chain->node[v].suf = time = whole;
  }
  RuinTime all = ruin_time_end(type, 0);
  if (!ruin_time_join(&all, chain_travel(chain, type, 0, route->first), time)) return false;
  route->duration = all.duration;
  return route->duration <= type->max_duration;
}

/* Loads along the route, in one dimension: deliveries are on board from the departure, but for those of pairs. */
static bool load_set(Chain *chain, Route *route, const VehicleType *type, int32_t d) {
  const RouteStop *stop = chain->data->stop;
  const size_t loads = (size_t)chain->data->loads;
  int32_t load = 0;
  for (int32_t v = route->first; v; v = chain->node[v].next)
    if (!is_delivery(chain->data, v)) load += stop[v].delivery[d];
  route->depart[d] = load;
  int32_t peak = load;
  for (int32_t v = route->first; v; v = chain->node[v].next) {
    load += stop[v].pickup[d] - stop[v].delivery[d];
    if (chain->data->partner) chain->load[(size_t)v * loads + (size_t)d] = load;
    peak = load > peak ? load : peak;
    chain->pre_peak[(size_t)v * loads + (size_t)d] = peak;
  }
  route->peak[d] = peak;
  for (int32_t v = route->last, most = load; v; v = chain->node[v].prev) {
    most = load > most ? load : most;
    chain->suf_peak[(size_t)v * loads + (size_t)d] = most;
    load -= stop[v].pickup[d] - stop[v].delivery[d];
  }
  return peak <= type->capacity[d];
}

static bool loads_set(Chain *chain, Route *route, const VehicleType *type) {
  for (int32_t d = 0; d < chain->data->loads; d++)
    if (!load_set(chain, route, type, d)) return false;
  return true;
}

/* Counts a type of the group that has room for the route's customers. */
static void bound_count(const RuinData *data, const Route *route, int32_t t, RouteBound *bound) {
  const VehicleType *const type = &data->type[t];
  const int64_t change = type_cost(type, route->distance, route->duration) - route->cost;
  if (data->sums) {
    const int32_t room = data->room[(size_t)t * (size_t)data->sums] - route->sum[0];
    if (room > bound->spare) bound->spare = room;
  }
  if (change < bound->change) bound->change = change;
  if (type->per_distance < bound->unit[0]) bound->unit[0] = type->per_distance;
  bound->priced |= type->per_duration > 0;
}

static void bound_set(Chain *chain, int32_t slot) {
  const Route *const route = &chain->route[slot];
  const RuinData *const data = chain->data;
  RouteBound *const bound = &chain->bound[slot];
  const VehicleType *const type = chain_type(chain, route->type);
  const int32_t group = data->group[route->type],
                most = data->types < RUIN_GROUPED ? data->types : RUIN_GROUPED;
  const int32_t room =
      data->sums ? data->room[(size_t)route->type * (size_t)data->sums] - route->sum[0] : INT32_MAX;
  *bound = (RouteBound){.room = room,
                        .spare = room,
                        .head = chain->node[route->first].before,
                        .home = route->home,
                        .place = {type->place[0], type->place[1]},
                        .size = route->size,
                        .priced = type->per_duration > 0 || (data->features & RUIN_BALANCE),
                        .change = NO_COST,
                        .unit = {INT64_MAX, type->per_distance}};
  if (data->features & RUIN_MIXED) return;
  for (int32_t t = group; t < most && route->type < RUIN_GROUPED; t++)
    if (t != route->type && data->group[t] == group && sums_fit(data, route, t))
      bound_count(data, route, t, bound);
}

static bool backhauls_keep(const Chain *chain, const Route *route) {
  return chain->data->backhauls != BACKHAULS_NOT_ALONE ||
         !(chain->data->stop[route->first].flags & ROUTES_BACKHAUL);
}

bool route_update(Chain *chain, int32_t slot) {
  if (chain->trips) return trips_update(chain, slot);
  Route *const route = &chain->route[slot];
  const VehicleType *const type = chain_type(chain, route->type);
  const uint32_t features = chain->data->features;
  customers_count(chain, route);
  route_distances_set(chain, route, type);
  route->duration = 0;
  if (!route_limits_keep(type, route->distance, route->size) || !sums_fit(chain->data, route, route->type))
    return false;
  if ((features & RUIN_BACKHAULS) && !backhauls_keep(chain, route)) return false;
  if ((features & RUIN_TIMED) && !times_set(chain, route, type)) return false;
  if ((features & RUIN_MIXED) && !loads_set(chain, route, type)) return false;
  route->cost = type_cost(type, route->distance, route->duration);
  bound_set(chain, slot);
  return true;
}

/* ---- as another type ---- */

static bool all_may(const Chain *chain, const Route *route, int32_t t) {
  if (!chain->data->allowed) return true;
  if (t < RUIN_GROUPED) return route->may >> t & 1;
  for (int32_t v = route->first; v; v = chain->node[v].next)
    if (!customer_may(chain->data, v, t)) return false;
  return true;
}

static bool peaks_fit(const RuinData *data, const Route *route, const VehicleType *type) {
  for (int32_t d = 0; d < data->loads && (data->features & RUIN_MIXED); d++)
    if (route->peak[d] > type->capacity[d]) return false;
  return true;
}

/* Distance and duration of the route as one of that type. */
static bool route_walk(const Chain *chain, const Route *route, const VehicleType *type, int64_t *distance,
                       int32_t *duration) {
  const bool windows = chain->data->features & RUIN_WINDOWS,
             timed = !windows && (chain->data->features & RUIN_TIMED);
  RuinTime time = ruin_time_end(type, 0);
  int32_t last = 0;
  *distance = 0;
  for (int32_t v = route->first; v; last = v, v = chain->node[v].next) {
    *distance += chain_distance(chain, type, last, v);
    if (timed &&
        !ruin_time_join(&time, chain_travel(chain, type, last, v), ruin_time_stop(&chain->data->stop[v])))
      return false;
  }
  *distance += chain_distance(chain, type, last, 0);
  if (timed && !ruin_time_join(&time, chain_travel(chain, type, last, 0), ruin_time_end(type, 1)))
    return false;
  *duration = timed ? time.duration : 0;
  if (windows && !windows_keep(chain, route, type, duration)) return false;
  return *duration <= type->max_duration && route_limits_keep(type, *distance, route->size);
}

bool route_as(const Chain *chain, int32_t slot, int32_t t, int64_t *cost) {
  if (chain->trips) return trips_as(chain, slot, t, cost);
  const Route *const route = &chain->route[slot];
  const VehicleType *const type = chain_type(chain, t);
  int64_t distance = route->distance;
  int32_t duration = route->duration;
  if (!all_may(chain, route, t) || !sums_fit(chain->data, route, t) || !peaks_fit(chain->data, route, type))
    return false;
  if (chain->data->group[t] != chain->data->group[route->type] &&
      !route_walk(chain, route, type, &distance, &duration))
    return false;
  *cost = type_cost(type, distance, duration) + balance_price(chain, duration);
  return true;
}

/* ---- changes ---- */

void route_touch(Chain *chain, Proposal *p, int32_t slot) {
  Route *const route = &chain->route[slot];
  if (route->stamp == chain->stamp) return;
  route->stamp = chain->stamp;
  p->change[p->touched++] = (RouteChange){slot, *route, chain->bound[slot]};
  for (int32_t v = route->first; v; v = chain->node[v].next)
    chain->past[chain->pasts++] = (NodeChange){v, chain->node[v]};
}

void route_link(Chain *chain, int32_t slot, int32_t prev, int32_t c, int32_t next) {
  Route *const route = &chain->route[slot];
  chain->node[c].prev = prev;
  chain->node[c].next = next;
  chain->node[c].slot = slot;
  if (prev)
    chain->node[prev].next = c;
  else
    route->first = c;
  if (next)
    chain->node[next].prev = c;
  else
    route->last = c;
}

/* The slot of a route that the proposal emptied, the one touched first, else the lowest empty slot: so no claim and no order depends on the number
 * of a slot. */
static int32_t slot_find(const Chain *chain, const Proposal *p) {
  int32_t slot = 0;
  for (int32_t k = 0; k < p->touched; k++)
    if (!chain->route[p->change[k].slot].size) return p->change[k].slot;
  while (slot < chain->slots && chain->route[slot].size) slot++;
  return slot;
}

int32_t route_open(Chain *chain, Proposal *p, int32_t t) {
  const int32_t slot = slot_find(chain, p);
  if (slot == chain->slots) {
    chain->route[slot] = (Route){0};
    chain->bound[slot] = (RouteBound){0};
    chain->slots++;
  }
  route_touch(chain, p, slot);
  chain->route[slot].first = chain->route[slot].last = 0;
  chain->route[slot].type = t;
  chain->route[slot].cost = 0;
  chain->used[t]++;
  chain->routes++;
  p->opens = true;
  return slot;
}

void route_close(Chain *chain, int32_t slot) {
  Route *const route = &chain->route[slot];
  chain->used[route->type]--;
  chain->routes--;
  chain->bound[slot].size = 0;
  route->first = route->last = 0;
  route->size = 0;
  route->cost = 0;
}

void route_retype(Chain *chain, int32_t slot, int32_t t) {
  chain->used[chain->route[slot].type]--;
  chain->used[t]++;
  chain->route[slot].type = t;
}

static void route_restore(Chain *chain, const RouteChange *change) {
  Route *const route = &chain->route[change->slot];
  if (route->size) route_close(chain, change->slot);
  *route = change->route;
  chain->bound[change->slot] = change->bound;
  if (!route->size) return;
  chain->used[route->type]++;
  chain->routes++;
}

void proposal_undo(Chain *chain, const Proposal *p) {
  for (int32_t k = 0; k < p->outs; k++) unit_absent(chain, p->out[k]);
  for (int32_t k = 0; k < p->touched; k++) route_restore(chain, &p->change[k]);
  for (int32_t k = 0; k < chain->pasts; k++) chain->node[chain->past[k].customer] = chain->past[k].node;
  if (chain->trips) trips_undo(chain, p);
  if (!(chain->data->features & (RUIN_MIXED | RUIN_BREAKS))) return;
  for (int32_t k = 0; k < p->touched; k++)
    if (chain->route[p->change[k].slot].size) (void)route_update(chain, p->change[k].slot);
}
