/* Recreate: customers who are out take the cheapest places, or stay absent. */
#include "trips.h"

/* ---- the order ---- */

static uint32_t order_key(const Chain *chain, RuinOrder order, int32_t c, uint32_t word) {
  const RouteStop *stop = &chain->data->stop[c];
  switch (order) {
  case RUIN_DEMAND:
    return ~(uint32_t)(stop->delivery[0] + stop->pickup[0]);
  case RUIN_FAR:
    return ~(uint32_t)chain->tables->far[c];
  case RUIN_NEAR_FIRST:
    return (uint32_t)chain->tables->far[c];
  case RUIN_NARROW:
    return (uint32_t)(stop->due - stop->ready);
  case RUIN_EARLY:
    return (uint32_t)stop->ready;
  case RUIN_LATE:
    return ~(uint32_t)stop->due;
  case RUIN_PRIZE: {
    const int64_t price = absence_price(chain, c);
    return ~(uint32_t)(price < UINT32_MAX ? price : UINT32_MAX);
  }
  default:
    return ruin_mix(word ^ (uint32_t)c * 0x9e3779b9u);
  }
}

/* By rising keys, then by customers' numbers. */
static void outs_sort(const Chain *chain, Proposal *p, philox4x32_ctr_t words) {
  const RuinOrder order = ruin_order(words.v[0], chain->data->features);
  uint32_t key[RUIN_OUT_MAX];
  for (int32_t i = 0; i < p->outs; i++) {
    const int32_t c = p->out[i];
    const bool absent = p->was_absent[i];
    const uint32_t k = order_key(chain, order, c, words.v[1]);
    int32_t at = i;
    for (; at > 0 && (key[at - 1] > k || (key[at - 1] == k && p->out[at - 1] > c)); at--) {
      key[at] = key[at - 1];
      p->out[at] = p->out[at - 1];
      p->was_absent[at] = p->was_absent[at - 1];
    }
    key[at] = k;
    p->out[at] = c;
    p->was_absent[at] = absent;
  }
}

/* ---- the search for a place ---- */

/* A type that the route may have with the customer, and its cost: base + per_distance * longer + per_duration * later. */
typedef struct Change {
  int64_t base, per_distance, per_duration;
  int32_t type;
} Change;

typedef struct Scan {
  const Chain *chain;
  int32_t c, place;
  const RouteStop *stop;
  const int32_t *amount;
  uint32_t blink;
  int32_t least; /* room that the route needs of the first sum */
  Best best;
  /* The route that is looked at: */
  int32_t slot;
  const Route *route;
  const VehicleType *type;
  const int32_t *to, *from;           /* distances from the customer, and to it, by place */
  const int32_t *to_time, *from_time; /* durations */
  int32_t changes;
  Change change[RUIN_GROUPED];
} Scan;

static bool fits(const Scan *s, int32_t t) {
  const RuinData *data = s->chain->data;
  const int32_t *room = data->room + (size_t)t * (size_t)data->sums;
  for (int32_t k = 0; k < data->sums; k++)
    if (s->route->sum[k] + s->amount[k] > room[k]) return false;
  return true;
}

static void change_add(Scan *s, int32_t t) {
  const VehicleType *const type = chain_type(s->chain, t);
  const int64_t base =
      t == s->route->type ? 0 : type_cost(type, s->route->distance, s->route->duration) - s->route->cost;
  s->change[s->changes++] = (Change){base, type->per_distance, type->per_duration, t};
}

static bool may_change(const Scan *s, int32_t t) {
  return type_left(s->chain, t) && (s->route->may >> t & 1) && customer_may(s->chain->data, s->c, t) &&
         fits(s, t);
}

/* The types that the route may have with the customer; false: none. */
static bool changes_find(Scan *s) {
  const RuinData *const data = s->chain->data;
  const int32_t t = s->route->type, group = data->group[t];
  s->changes = 0;
  if (customer_may(data, s->c, t) && fits(s, t)) change_add(s, t);
  if (t < RUIN_GROUPED && !(data->features & RUIN_MIXED))
    for (int32_t k = group; k < data->types && k < RUIN_GROUPED; k++)
      if (k != t && data->group[k] == group && may_change(s, k)) change_add(s, k);
  return s->changes > 0;
}

/* Looks at the route of a slot from now on; false: there is no room in it. */
static bool route_enter(Scan *s, int32_t slot) {
  const RuinData *const data = s->chain->data;
  const Tables *const tables = s->chain->tables;
  if (slot == s->slot) return s->changes > 0;
  s->slot = slot;
  s->route = &s->chain->route[slot];
  s->type = chain_type(s->chain, s->route->type);
  s->changes = 0;
  if (s->route->size >= s->type->max_stops || !changes_find(s)) return false;
  const size_t row = matrix_of(data, s->type) + (size_t)s->place * (size_t)data->places;
  s->to = data->distance + row;
  s->from = tables->from_distance + row;
  s->to_time = data->duration + row;
  s->from_time = tables->from_duration + row;
  return true;
}

static bool backhauls_allow(const Scan *s, int32_t prev, int32_t next) {
  const RouteStop *stop = s->chain->data->stop;
  const bool backhaul = s->stop->flags & ROUTES_BACKHAUL;
  if (!backhaul) return !prev || !(stop[prev].flags & ROUTES_BACKHAUL);
  if (!prev && s->chain->data->backhauls == BACKHAULS_NOT_ALONE) return false;
  return !next || (stop[next].flags & ROUTES_BACKHAUL);
}

static bool loads_allow(const Scan *s, int32_t prev) {
  const Chain *const chain = s->chain;
  const size_t loads = (size_t)chain->data->loads;
  for (size_t d = 0; d < loads; d++) {
    const int32_t before = prev ? chain->pre_peak[(size_t)prev * loads + d] : s->route->depart[d];
    const int32_t after = prev ? chain->suf_peak[(size_t)prev * loads + d] : s->route->peak[d];
    const int32_t room = s->type->capacity[d];
    if (before + s->stop->delivery[d] > room || after + s->stop->pickup[d] > room) return false;
  }
  return true;
}

/* The duration of the route with the customer there; false: it is late, or too long. */
static bool times_allow(const Scan *s, int32_t prev, int32_t next, int32_t *duration) {
  const Chain *const chain = s->chain;
  if (chain->data->features & RUIN_WINDOWS)
    return windows_allow(chain, s->route, s->type, &(Added){s->c, prev, next, 0, 0, 0}, duration);
  const int32_t before = place_before(chain, s->type, prev), after = place_after(chain, s->type, next);
  const int32_t there = (before < 0 ? 0 : s->from_time[before]) + setup_of(chain, before, s->c);
  const int32_t on = (after < 0 ? 0 : s->to_time[after]) + setup_of(chain, s->place, next);
  RuinTime time = prev ? chain->node[prev].pre : ruin_time_end(s->type, 0);
  if (!ruin_time_join(&time, there, ruin_time_stop(s->stop))) return false;
  if (!ruin_time_join(&time, on, next ? chain->node[next].suf : ruin_time_end(s->type, 1))) return false;
  *duration = time.duration;
  return time.duration <= s->type->max_duration;
}

/* The place between two neighbours in the route; 0: its ends. */
static void place_try(Scan *s, int32_t prev, int32_t next) {
  const Chain *const chain = s->chain;
  const uint32_t features = chain->data->features;
  const int32_t before = place_before(chain, s->type, prev), after = place_after(chain, s->type, next);
  const int32_t edge = next ? chain->node[next].before : s->route->home;
  const int64_t longer = (int64_t)(before < 0 ? 0 : s->from[before]) + (after < 0 ? 0 : s->to[after]) - edge;
  const Change *change = s->change;
  int32_t duration = s->route->duration;
  bool timed = false;
  const bool balance = features & RUIN_BALANCE;
  if (s->changes == 1 && !balance && !change->per_duration &&
      change->base + change->per_distance * longer > s->best.cost)
    return;
  if ((features & RUIN_BACKHAULS) && !backhauls_allow(s, prev, next)) return;
  if (s->type->max_distance != ROUTES_NO_LIMIT && s->route->distance + longer > s->type->max_distance) return;
  if (ruin_blinks(s->blink, s->c, prev, next)) return;
  for (int32_t k = 0; k < s->changes; k++, change++) {
    if (!timed && !balance && !change->per_duration &&
        change->base + change->per_distance * longer > s->best.cost)
      continue;
    if (!timed && (features & RUIN_TIMED) && !times_allow(s, prev, next, &duration)) return;
    if (!timed && (features & RUIN_MIXED) && !loads_allow(s, prev)) return;
    timed = true;
    Best place = {change->base + change->per_distance * longer +
                      change->per_duration * (duration - s->route->duration),
                  IN_ROUTE,
                  prev,
                  next,
                  0,
                  change->type,
                  s->slot};
    if (balance) place.cost += balance_price(chain, duration) - balance_price(chain, s->route->duration);
    if (before_best(&place, &s->best)) s->best = place;
  }
}

/* Is no place of the route that makes it longer by so much at least as cheap as the best? */
static inline bool hopeless(const Scan *s, const RouteBound *bound, int64_t longer) {
  if (bound->priced || longer < 0) return false;
  if (bound->room >= s->least && bound->unit[1] * longer <= s->best.cost) return false;
  return bound->change == NO_COST || bound->change + bound->unit[0] * longer > s->best.cost;
}

/* A place is not cheaper than by the least distance to, or from, the customer. */
static void near_scan(Scan *s) {
  const Chain *const chain = s->chain;
  const size_t row = (size_t)s->c * RUIN_NEAR;
  const int32_t *near = chain->data->near + row, *to = chain->tables->to_near + row,
                *from = chain->tables->from_near + row;
  const int64_t in = chain->tables->least_in[s->c], out = chain->tables->least_out[s->c];
  for (int32_t lane = 0; lane < RUIN_NEAR && near[lane]; lane++) {
    const Node *const node = &chain->node[near[lane]];
    if (node->slot < 0) continue;
    const RouteBound *const bound = &chain->bound[node->slot];
    if (bound->spare < s->least) continue;
    if (!hopeless(s, bound, in + to[lane] - node->before) && route_enter(s, node->slot))
      place_try(s, node->prev, near[lane]);
    if (!hopeless(s, bound, from[lane] + out - node->after) && route_enter(s, node->slot))
      place_try(s, near[lane], node->next);
  }
}

/* The least distance from the start of a route, and to its end. */
static inline int64_t end_least(const Scan *s, const RouteBound *bound, int end) {
  const Tables *const tables = s->chain->tables;
  const size_t row = (size_t)s->place * (size_t)s->chain->data->places;
  if (bound->place[end] < 0) return 0;
  if (s->chain->data->profiles > 1) return (end ? tables->least_out : tables->least_in)[s->c];
  return (end ? s->chain->data->distance : tables->from_distance)[row + (size_t)bound->place[end]];
}

static void ends_scan(Scan *s) {
  const Chain *const chain = s->chain;
  const int64_t in = chain->tables->least_in[s->c], out = chain->tables->least_out[s->c];
  for (int32_t slot = 0; slot < chain->slots; slot++) {
    const RouteBound *const bound = &chain->bound[slot];
    if (!bound->size || bound->spare < s->least) continue;
    if (!hopeless(s, bound, end_least(s, bound, 0) + out - bound->head) && route_enter(s, slot))
      place_try(s, 0, s->route->first);
    if (!hopeless(s, bound, in + end_least(s, bound, 1) - bound->home) && route_enter(s, slot))
      place_try(s, s->route->last, 0);
  }
}

static void new_scan(Scan *s) {
  const Chain *const chain = s->chain;
  for (int32_t t = 0; t < chain->data->types; t++) {
    const int64_t cost = alone_price(chain, t, s->c);
    const Best place = {cost, IN_NEW_ROUTE, 0, 0, 0, t, ABSENT};
    if (cost == NO_COST || !vehicle_left(chain, t) || !before_best(&place, &s->best)) continue;
    if (!ruin_blinks(s->blink, s->c, -1 - t, -1 - t)) s->best = place;
  }
}

/* A new vehicle of a type that is drawn; false: there is none. */
static bool new_draw(Scan *s, uint32_t word) {
  int64_t cost;
  const int32_t t = type_draw(s->chain, s->c, word, &cost);
  if (t >= 0) s->best = (Best){cost, IN_NEW_ROUTE, 0, 0, 0, t, ABSENT};
  return t >= 0;
}

/* The customer whose places are looked at from now on. */
static void scan_begin(Scan *s, int32_t c) {
  const RuinData *const data = s->chain->data;
  s->c = c;
  s->place = s->chain->node[c].place;
  s->stop = &data->stop[c];
  s->amount = data->amount + (size_t)c * (size_t)data->sums;
  s->least = data->sums ? data->amount[(size_t)c * (size_t)data->sums] : 0;
  s->slot = ABSENT;
}

static void places_scan(Chain *chain, Scan *s, bool ends) {
  if (chain->trips) {
    trips_scan(chain, s->c, s->blink, ends, &s->best);
  } else if (delivery_of(chain->data, s->c)) {
    pairs_scan(chain, s->c, s->blink, ends, &s->best);
  } else {
    near_scan(s);
    if (ends) ends_scan(s);
  }
  new_scan(s);
}

/* ---- clusters: the places of all their customers ---- */

/* Beside those of the neighbours' clusters who are in routes. */
static void near_clusters_scan(Scan *s) {
  const Chain *const chain = s->chain;
  const int32_t *near = chain->data->near + (size_t)s->c * RUIN_NEAR;
  for (int32_t lane = 0; lane < RUIN_NEAR && near[lane]; lane++) {
    const int32_t u = cluster_stop(chain, near[lane]);
    const Node *const node = &chain->node[u];
    if (node->slot == ABSENT || !route_enter(s, node->slot)) continue;
    place_try(s, node->prev, u);
    place_try(s, u, node->next);
  }
}

/* Of equal costs the first customer's places win: no other one's of the same kind is before a place behind BEFORE_ALL. */
enum { BEFORE_ALL = INT32_MIN };

static void cluster_scan(Scan *s, bool ends, int32_t *served) {
  for (int32_t c = *served; c; c = s->chain->data->fellow[c]) {
    const Best found = s->best;
    scan_begin(s, c);
    s->best.prev = BEFORE_ALL;
    near_clusters_scan(s);
    if (ends) ends_scan(s);
    new_scan(s);
    if (s->best.prev == BEFORE_ALL)
      s->best = found;
    else
      *served = c;
  }
}

/* As new_draw, for the customer who is the cheapest alone in the first type that can serve one of them alone. */
static bool cluster_draw(Scan *s, uint32_t word, int32_t *served) {
  const Chain *const chain = s->chain;
  const int32_t types = chain->data->types, first = (int32_t)ruin_below(word, (uint32_t)types),
                leader = *served;
  for (int32_t k = 0; k < types; k++) {
    const int32_t t = first + k < types ? first + k : first + k - types;
    int64_t least = NO_COST;
    for (int32_t c = leader; c && vehicle_left(chain, t); c = chain->data->fellow[c]) {
      const int64_t cost = alone_price(chain, t, c);
      if (cost >= least) continue;
      least = cost;
      *served = c;
    }
    if (least == NO_COST) continue;
    s->best = (Best){least, IN_NEW_ROUTE, 0, 0, 0, t, ABSENT};
    return true;
  }
  return false;
}

/* ---- insertion ---- */

/* The route's part of the delta, before and after its customer is there. */
static void best_take(Chain *chain, Proposal *p, const Best *best, int32_t c) {
  const int32_t slot = best->kind == IN_NEW_ROUTE ? route_open(chain, p, best->type) : best->slot,
                delivery = delivery_of(chain->data, c);
  route_touch(chain, p, slot);
  p->delta -= route_price(chain, &chain->route[slot]);
  if (chain->route[slot].type != best->type) route_retype(chain, slot, best->type);
  if (chain->trips)
    trips_link(chain, slot, best, c);
  else
    route_link(chain, slot, best->prev, c, best->next);
  if (delivery) {
    const int32_t behind = best->behind ? best->behind : c;
    route_link(chain, slot, behind, delivery, chain->node[behind].next);
  }
  (void)route_update(chain, slot);
  p->delta += route_price(chain, &chain->route[slot]);
}

/* The best place of the unit of customer c; returns the customer who takes it. */
static int32_t place_find(Chain *chain, Scan *s, int32_t c, bool opens, bool ends, uint32_t word) {
  int32_t served = c;
  scan_begin(s, c);
  if (chain->data->leader && !delivery_of(chain->data, c)) {
    if (!opens || !cluster_draw(s, word, &served)) cluster_scan(s, ends, &served);
  } else if (!opens || !new_draw(s, word))
    places_scan(chain, s, ends);
  return served;
}

/* Of a strict proposal only places that keep it within its limit count. */
static bool customer_insert(Chain *chain, Proposal *p, int32_t i, bool ends, philox4x32_ctr_t words) {
  const int32_t c = p->out[i];
  const bool opens = p->opening && ruin_opens(words.v[3], i);
  Scan s = {
      .chain = chain, .blink = p->blink, .best = {absence_price(chain, c), STAYS_ABSENT, 0, 0, 0, 0, ABSENT}};
  if (p->strict && p->limit - p->delta < s.best.cost)
    s.best = (Best){p->limit - p->delta, TOO_DEAR, 0, 0, 0, 0, ABSENT};
  const int32_t served = place_find(chain, &s, c, opens, ends, words.v[3]);
  if (s.best.kind == TOO_DEAR) return false;
  if (s.best.kind == STAYS_ABSENT)
    p->delta += s.best.cost;
  else
    best_take(chain, p, &s.best, served);
  return !p->strict || p->delta <= p->limit;
}

bool chain_recreate(Chain *chain, Proposal *p, philox4x32_ctr_t words) {
  const uint32_t routes = chain->routes > 0 ? (uint32_t)chain->routes : 1;
  const bool ends = ruin_below(words.v[2], routes) < RUIN_ENDS;
  outs_sort(chain, p, words);
  for (int32_t i = 0; i < p->outs; i++)
    if (!customer_insert(chain, p, i, ends, words)) return false;
  return true;
}

/* ---- other types ---- */

static void slot_retype(Chain *chain, Proposal *p, int32_t slot) {
  const Route *const route = &chain->route[slot];
  int32_t best = route->type;
  int64_t least = route_price(chain, route), cost;
  for (int32_t t = 0; t < chain->data->types; t++)
    if (t != route->type && type_left(chain, t) && route_as(chain, slot, t, &cost) && cost < least) {
      best = t;
      least = cost;
    }
  if (best == route->type) return;
  p->delta += least - route_price(chain, route);
  route_retype(chain, slot, best);
  (void)route_update(chain, slot);
}

void chain_retype(Chain *chain, Proposal *p) {
  for (int32_t k = 0; k < p->touched; k++)
    if (chain->route[p->change[k].slot].size) slot_retype(chain, p, p->change[k].slot);
}
