/* Recreate with routes of several trips: the places of a customer in trips, or alone in a new one. See trips.h and recreate.c. */
#include "trips.h"

/* ---- what is looked for ---- */

typedef struct Scan {
  const Chain *chain;
  int32_t c, place, release;
  const RouteStop *stop;
  const int32_t *amount;
  uint32_t blink;
  Best *best; /* prev, next: numbers of nodes (node_number) */
  /* The route that is looked at: */
  int32_t slot;
  bool open; /* it may have one more customer */
  const Route *route;
  const VehicleType *type;
  const int32_t *to, *from; /* distances from the customer, and to it, by place */
} Scan;

/* Between two nodes, 0: the ends of a route; of a new trip of the customer alone: "prev, reload, c, next", or "prev, c, reload, next". */
typedef struct TripPlace {
  int32_t prev, next;
  int32_t reload; /* Best.behind; NONE: it is in a trip */
} TripPlace;

enum { NONE = -1 };

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
  if (!priced && s->type->per_distance * longer > s->best->cost) return true;
  return s->type->max_distance != ROUTES_NO_LIMIT && s->route->distance + longer > s->type->max_distance;
}

/* Is the place blinked at? Those of new trips are told apart by their reloads. */
static bool place_blinks(const Scan *s, const TripPlace *place) {
  const Chain *const chain = s->chain;
  const int32_t prev = node_number(chain, place->prev), next = node_number(chain, place->next);
  return ruin_blinks(s->blink, s->c,
                     prev + (place->reload + 1) * (chain->data->customers + 1 + ROUTES_RELOADS_MAX), next);
}

static void place_offer(Scan *s, const TripPlace *place, int64_t longer, int32_t duration) {
  Best found = {s->type->per_distance * longer +
                    s->type->per_duration * (int64_t)(duration - s->route->duration),
                place->reload == NONE ? IN_ROUTE : IN_NEW_TRIP,
                node_number(s->chain, place->prev),
                node_number(s->chain, place->next),
                place->reload == NONE ? 0 : place->reload,
                s->route->type,
                s->slot};
  if (s->chain->data->features & RUIN_BALANCE)
    found.cost += balance_price(s->chain, duration) - balance_price(s->chain, s->route->duration);
  if (before_best(&found, s->best)) *s->best = found;
}

/* Between two nodes of the trip behind `head`, or its ends. */
static void place_try(Scan *s, int32_t head, int32_t prev, int32_t next) {
  const Chain *const chain = s->chain;
  const int64_t longer = way_to(s, prev) + way_from(s, next) - edge_of(s, next);
  int32_t duration = s->route->duration;
  if (too_long(s, longer) || !fits(s, trip_of(chain, s->slot, head))) return;
  const TripPlace place = {prev, next, NONE};
  if (place_blinks(s, &place)) return;
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
  const int32_t *distance = chain->data->distance, from = place_before(chain, s->type, prev),
                to = place_after(chain, s->type, next);
  const TripPlace place = {prev, next, number};
  const bool before = number & 1;
  const int64_t longer =
      (before ? way_to(s, prev) + s->to[reload->place] + entry(s, distance, reload->place, to)
              : entry(s, distance, from, reload->place) + s->from[reload->place] + way_from(s, next)) -
      edge_of(s, next);
  int32_t duration = s->route->duration, way[3];
  if (too_long(s, longer) || place_blinks(s, &place)) return;
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

void trips_scan(const Chain *chain, int32_t c, uint32_t blink, bool ends, Best *best) {
  const RuinData *const data = chain->data;
  Scan s = {.chain = chain,
            .c = c,
            .place = chain->node[c].place,
            .release = release_of(chain, c),
            .stop = &data->stop[c],
            .amount = data->amount + (size_t)c * (size_t)data->sums,
            .blink = blink,
            .best = best,
            .slot = ABSENT};
  near_scan(&s);
  if (ends) ends_scan(&s);
}

/* ---- a place is taken ---- */

/* The node of a number, next to that of the other number. */
static int32_t node_between(const Chain *chain, int32_t number, int32_t other, bool ahead) {
  if (number <= chain->data->customers) return number;
  return ahead ? chain->node[other].next : chain->node[other].prev;
}

void trips_link(Chain *chain, int32_t slot, const Best *best, int32_t c) {
  const int32_t prev = node_between(chain, best->prev, best->next, false),
                next = node_between(chain, best->next, best->prev, true);
  route_link(chain, slot, prev, c, next);
  if (best->kind != IN_NEW_TRIP) return;
  const int32_t head = trips_head_take(chain, best->behind / 2);
  if (best->behind & 1)
    route_link(chain, slot, c, head, next);
  else
    route_link(chain, slot, prev, head, c);
}
