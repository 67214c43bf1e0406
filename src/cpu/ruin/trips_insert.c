/* Recreate with routes of several trips: a customer who is out takes the cheapest place, in a trip or alone in a new one, or stays absent.
 * See trips.h and recreate.c. */
#include "trips.h"

/* ---- what is looked for ---- */

typedef enum TripKind { TRIP_OLD, TRIP_NEW, TRIP_NEW_ROUTE, TRIP_ABSENT, TRIP_TOO_DEAR } TripKind;

/* A new trip of one customer c is "prev, reload, c, next" or, with `before`, "prev, c, reload, next". */
typedef struct TripPlace {
  int64_t cost;
  TripKind kind;
  int32_t prev, next, type, slot;
  int32_t key[2]; /* numbers of prev and next */
  int32_t reload; /* 2 * reload depot + before */
} TripPlace;

typedef struct Scan {
  const Chain *chain;
  int32_t c, place, release;
  const RouteStop *stop;
  const int32_t *amount;
  uint32_t blink;
  TripPlace best;
  /* The route that is looked at: */
  int32_t slot;
  bool open; /* it may have one more customer */
  const Route *route;
  const VehicleType *type;
  const int32_t *to, *from; /* distances from the customer, and to it, by place */
} Scan;

static bool is_better(const TripPlace *a, const TripPlace *b) {
  if (a->cost != b->cost) return a->cost < b->cost;
  if (a->kind != b->kind) return a->kind < b->kind;
  for (int k = 0; k < 2; k++)
    if (a->key[k] != b->key[k]) return a->key[k] < b->key[k];
  if (a->type != b->type) return a->type < b->type;
  return a->reload < b->reload;
}

/* With the sums of a trip; NULL: of an empty one. */
static bool fits(const Scan *s, const Trip *trip) {
  const RuinData *data = s->chain->data;
  const int32_t *room = data->room + (size_t)s->route->type * (size_t)data->sums;
  for (int32_t k = 0; k < data->sums; k++)
    if ((trip ? trip->sum[k] : 0) + s->amount[k] > room[k]) return false;
  return true;
}

/* Looks at the route of a slot from now on; false: it has no room for a customer. */
static bool route_enter(Scan *s, int32_t slot) {
  const Chain *const chain = s->chain;
  const RuinData *const data = chain->data;
  if (slot == s->slot) return s->open;
  s->slot = slot;
  s->route = &chain->route[slot];
  s->type = chain_type(chain, s->route->type);
  s->open = s->route->size < s->type->max_stops && customer_may(data, s->c, s->route->type) && fits(s, NULL);
  const size_t row = matrix_of(data, s->type) + (size_t)s->place * (size_t)data->places;
  s->to = data->distance + row;
  s->from = chain->tables->from_distance + row;
  return s->open;
}

/* ---- places in trips ---- */

static int32_t travel_to(const Scan *s, int32_t prev) { return chain_travel(s->chain, s->type, prev, s->c); }
static int32_t travel_from(const Scan *s, int32_t next) {
  return chain_travel(s->chain, s->type, s->c, next);
}
static RuinTime time_from(const Scan *s, int32_t next) {
  return next ? s->chain->node[next].suf : ruin_time_end(s->type, 1);
}

/* The time of a departure behind `head` with goods of that release. */
static bool departure_time(const Scan *s, int32_t head, int32_t release, RuinTime *time) {
  if (!head) return start_time(s->type, release, time);
  *time = s->chain->node[head].pre;
  return ruin_time_join(time, 0, release_time(release));
}

/* From the start to prev, a node of the trip behind `head`, which leaves when the customer's goods are there. */
static bool time_until(const Scan *s, int32_t head, int32_t prev, RuinTime *time) {
  const int32_t release = trip_of(s->chain, s->slot, head)->release;
  const bool later = s->release > release;
  if (prev == head) return departure_time(s, head, later ? s->release : release, time);
  *time = s->chain->node[prev].pre;
  if (!later) return true;
  return departure_time(s, head, s->release, time) &&
         ruin_time_join(time, 0, s->chain->trips->node[prev].time);
}

static bool times_allow(const Scan *s, int32_t head, int32_t prev, int32_t next, int32_t *duration) {
  RuinTime time;
  if (!time_until(s, head, prev, &time)) return false;
  if (!ruin_time_join(&time, travel_to(s, prev), ruin_time_stop(s->stop))) return false;
  if (!ruin_time_join(&time, travel_from(s, next), time_from(s, next))) return false;
  *duration = time.duration;
  return time.duration <= s->type->max_duration;
}

static int64_t way_to(const Scan *s, int32_t prev) {
  const int32_t place = place_before(s->chain, s->type, prev);
  return place < 0 ? 0 : s->from[place];
}
static int64_t way_from(const Scan *s, int32_t next) {
  const int32_t place = place_after(s->chain, s->type, next);
  return place < 0 ? 0 : s->to[place];
}
static int32_t edge_of(const Scan *s, int32_t next) {
  return next ? s->chain->node[next].before : s->route->home;
}

/* Can a place that makes the route longer by so much not be taken? */
static bool too_long(const Scan *s, int64_t longer) {
  const bool priced = s->type->per_duration || (s->chain->data->features & RUIN_BALANCE);
  if (!priced && s->type->per_distance * longer > s->best.cost) return true;
  return s->type->max_distance != ROUTES_NO_LIMIT && s->route->distance + longer > s->type->max_distance;
}

static void place_offer(Scan *s, TripPlace *place, int64_t longer, int32_t duration) {
  place->cost =
      s->type->per_distance * longer + s->type->per_duration * (int64_t)(duration - s->route->duration);
  if (s->chain->data->features & RUIN_BALANCE)
    place->cost += balance_price(s->chain, duration) - balance_price(s->chain, s->route->duration);
  place->type = s->route->type;
  place->slot = s->slot;
  if (is_better(place, &s->best)) s->best = *place;
}

/* Between two nodes of the trip behind `head`, or its ends. */
static void place_try(Scan *s, int32_t head, int32_t prev, int32_t next) {
  const Chain *const chain = s->chain;
  const int64_t longer = way_to(s, prev) + way_from(s, next) - edge_of(s, next);
  int32_t duration = s->route->duration;
  if (too_long(s, longer) || !fits(s, trip_of(chain, s->slot, head))) return;
  TripPlace place = {.kind = TRIP_OLD,
                     .prev = prev,
                     .next = next,
                     .key = {node_number(chain, prev), node_number(chain, next)}};
  if (ruin_blinks(s->blink, s->c, place.key[0], place.key[1])) return;
  if ((chain->data->features & RUIN_TIMED) && !times_allow(s, head, prev, next, &duration)) return;
  place_offer(s, &place, longer, duration);
}

static int32_t head_of(const Chain *chain, int32_t v) { return chain->trips->node[v].head; }

/* A place is not cheaper than by the least distance to, or from, the customer. */
static void near_scan(Scan *s) {
  const Chain *const chain = s->chain;
  const size_t row = (size_t)s->c * RUIN_NEAR;
  const int32_t *near = chain->data->near + row, *to = chain->tables->to_near + row,
                *from = chain->tables->from_near + row;
  const int64_t in = chain->tables->least_in[s->c], out = chain->tables->least_out[s->c];
  for (int32_t lane = 0; lane < RUIN_NEAR && near[lane]; lane++) {
    const int32_t v = near[lane];
    const Node *const node = &chain->node[v];
    if (node->slot < 0 || !route_enter(s, node->slot)) continue;
    if (!too_long(s, in + to[lane] - node->before)) place_try(s, head_of(chain, v), node->prev, v);
    if (!too_long(s, from[lane] + out - node->after)) place_try(s, head_of(chain, v), v, node->next);
  }
}

/* ---- new trips ---- */

/* Of a new trip "prev, reload, c, next": the duration of the route. */
static bool behind_allows(const Scan *s, const RoutesReload *reload, const TripPlace *place, int32_t way[3],
                          int32_t *duration) {
  const RuinTime load = {reload->service, reload->ready, reload->due};
  RuinTime time = s->chain->node[place->prev].pre;
  if (!ruin_time_join(&time, way[0], load)) return false;
  if (!ruin_time_join(&time, 0, release_time(s->release))) return false;
  if (!ruin_time_join(&time, way[1], ruin_time_stop(s->stop))) return false;
  if (!ruin_time_join(&time, way[2], time_from(s, place->next))) return false;
  *duration = time.duration;
  return time.duration <= s->type->max_duration;
}

/* Of "prev, c, reload, next": prev is a head, or 0 at the start. */
static bool before_allows(const Scan *s, const RoutesReload *reload, const TripPlace *place, int32_t way[3],
                          int32_t *duration) {
  const RuinTime load = {reload->service, reload->ready, reload->due};
  const Trip *then = trip_of(s->chain, s->slot, place->prev);
  RuinTime time;
  if (!departure_time(s, place->prev, s->release, &time)) return false;
  if (!ruin_time_join(&time, way[0], ruin_time_stop(s->stop))) return false;
  if (!ruin_time_join(&time, way[1], load)) return false;
  if (!ruin_time_join(&time, 0, release_time(then->release))) return false;
  if (!ruin_time_join(&time, way[2], time_from(s, place->next))) return false;
  *duration = time.duration;
  return time.duration <= s->type->max_duration;
}

/* An entry of a matrix of the route's type, between places; 0 where one is open. */
static int32_t entry(const Scan *s, const int32_t *matrix, int32_t from, int32_t to) {
  const RuinData *const data = s->chain->data;
  if (from < 0 || to < 0) return 0;
  return matrix[matrix_of(data, s->type) + (size_t)from * (size_t)data->places + (size_t)to];
}

/* Travel times of prev, reload, c, next, or prev, c, reload, next, setup included. */
static void times_of(const Scan *s, const RoutesReload *reload, const TripPlace *place, int32_t way[3]) {
  const Chain *const chain = s->chain;
  const int32_t *times = chain->data->duration;
  const int32_t from = place_before(chain, s->type, place->prev),
                to = place_after(chain, s->type, place->next), d = reload->place;
  const bool before = place->reload & 1;
  const int32_t a = before ? s->place : d, b = before ? d : s->place;
  way[0] = entry(s, times, from, a) + (before ? setup_of(chain, from, s->c) : 0);
  way[1] = entry(s, times, a, b) + (before ? 0 : setup_of(chain, d, s->c));
  way[2] = entry(s, times, b, to) + setup_of(chain, b, is_head(chain, place->next) ? 0 : place->next);
}

static void new_trip_try(Scan *s, int32_t prev, int32_t next, int32_t number) {
  const Chain *const chain = s->chain;
  const RoutesReload *reload = &chain->data->reload[number / 2];
  const int32_t n = chain->data->customers, *distance = chain->data->distance;
  const int32_t from = place_before(chain, s->type, prev), to = place_after(chain, s->type, next);
  TripPlace place = {.kind = TRIP_NEW,
                     .prev = prev,
                     .next = next,
                     .key = {node_number(chain, prev), node_number(chain, next)},
                     .reload = number};
  const bool before = number & 1;
  const int64_t longer =
      (before ? way_to(s, prev) + s->to[reload->place] + entry(s, distance, reload->place, to)
              : entry(s, distance, from, reload->place) + s->from[reload->place] + way_from(s, next)) -
      edge_of(s, next);
  int32_t duration = s->route->duration, way[3];
  if (too_long(s, longer)) return;
  if (ruin_blinks(s->blink, s->c, place.key[0] + (number + 1) * (n + 1 + ROUTES_RELOADS_MAX), place.key[1]))
    return;
  if (chain->data->features & RUIN_TIMED) {
    times_of(s, reload, &place, way);
    if (!(before ? before_allows : behind_allows)(s, reload, &place, way, &duration)) return;
  }
  place_offer(s, &place, longer, duration);
}

/* All new trips between prev, the last customer of a trip, and next, a head; 0: before the first trip, behind the last. */
static void new_trips_try(Scan *s, int32_t prev, int32_t next) {
  const RuinData *const data = s->chain->data;
  const RoutesTrips *const trips = &data->trips[s->route->type];
  for (int32_t d = 0; d < data->reloads; d++) {
    if (!(trips->reloads >> d & 1)) continue;
    if (prev) new_trip_try(s, prev, next, 2 * d);
    if (!prev) new_trip_try(s, 0, s->route->first, 2 * d + 1);
    if (prev && next && data->reloads > 1) new_trip_try(s, next, s->chain->node[next].next, 2 * d + 1);
  }
}

/* Both ends of every trip, and new ones. */
static void ends_scan(Scan *s) {
  const Chain *const chain = s->chain;
  for (int32_t slot = 0; slot < chain->slots; slot++) {
    if (!chain->bound[slot].size || !route_enter(s, slot)) continue;
    const bool more =
        chain->data->trips && chain->trips->count[slot] < chain->data->trips[s->route->type].most;
    if (more) new_trips_try(s, 0, 0);
    for (int32_t head = 0, next; head >= 0; head = next ? next : ABSENT) {
      const int32_t last = trip_of(chain, slot, head)->last;
      place_try(s, head, head, head ? chain->node[head].next : s->route->first);
      next = chain->node[last].next;
      place_try(s, head, last, next);
      if (more) new_trips_try(s, last, next);
    }
  }
}

/* ---- new vehicles ---- */

static void new_scan(Scan *s) {
  const Chain *const chain = s->chain;
  for (int32_t t = 0; t < chain->data->types; t++) {
    const int64_t cost = alone_price(chain, t, s->c);
    const TripPlace place = {.cost = cost, .kind = TRIP_NEW_ROUTE, .type = t, .slot = ABSENT};
    if (cost == NO_COST || !type_left(chain, t) || !is_better(&place, &s->best)) continue;
    if (!ruin_blinks(s->blink, s->c, -1 - t, -1 - t)) s->best = place;
  }
}

/* A new vehicle of a type that is drawn; false: there is none. */
static bool new_draw(Scan *s, uint32_t word) {
  int64_t cost;
  const int32_t t = type_draw(s->chain, s->c, word, &cost);
  if (t >= 0) s->best = (TripPlace){.cost = cost, .kind = TRIP_NEW_ROUTE, .type = t, .slot = ABSENT};
  return t >= 0;
}

/* ---- insertion ---- */

static void best_take(Chain *chain, Proposal *p, const TripPlace *best, int32_t c) {
  const int32_t slot = best->kind == TRIP_NEW_ROUTE ? route_open(chain, p, best->type) : best->slot;
  const int32_t prev = best->prev, next = best->next;
  route_touch(chain, p, slot);
  p->delta -= route_price(chain, &chain->route[slot]);
  route_link(chain, slot, prev, c, next);
  if (best->kind == TRIP_NEW) {
    const int32_t head = trips_head_take(chain, best->reload / 2);
    if (best->reload & 1)
      route_link(chain, slot, c, head, next);
    else
      route_link(chain, slot, prev, head, c);
  }
  (void)trips_update(chain, slot);
  p->delta += route_price(chain, &chain->route[slot]);
}

bool trips_insert(Chain *chain, Proposal *p, int32_t i, bool ends, philox4x32_ctr_t words) {
  const int32_t c = p->out[i];
  const RuinData *const data = chain->data;
  Scan s = {.chain = chain,
            .c = c,
            .place = chain->node[c].place,
            .release = release_of(chain, c),
            .stop = &data->stop[c],
            .amount = data->amount + (size_t)c * (size_t)data->sums,
            .blink = p->blink,
            .best = {.cost = absence_price(chain, c), .kind = TRIP_ABSENT, .slot = ABSENT},
            .slot = ABSENT};
  if (p->strict && p->limit - p->delta < s.best.cost)
    s.best = (TripPlace){.cost = p->limit - p->delta, .kind = TRIP_TOO_DEAR, .slot = ABSENT};
  if (!p->opening || !ruin_opens(words.v[3], i) || !new_draw(&s, words.v[3])) {
    near_scan(&s);
    if (ends) ends_scan(&s);
    new_scan(&s);
  }
  if (s.best.kind == TRIP_TOO_DEAR) return false;
  if (s.best.kind == TRIP_ABSENT)
    p->delta += s.best.cost;
  else
    best_take(chain, p, &s.best, c);
  return !p->strict || p->delta <= p->limit;
}
