/* Pickup and delivery pairs: they leave routes and find their places as a whole. A pair is named by its pickup. */
#include <stdlib.h>
#include "ruin_chain.h"

/* ---- removal ---- */

static void unit_remove(Chain *chain, Proposal *p, int32_t slot, int32_t v) {
  const int32_t partner = abs(chain->data->partner[v]);
  if (chain->node[v].slot != slot) return; /* it has left with its partner */
  route_unlink(chain, slot, v);
  chain->node[v].slot = ABSENT;
  if (partner) {
    route_unlink(chain, slot, partner);
    chain->node[partner].slot = ABSENT;
  }
  p->was_absent[p->outs] = false;
  p->out[p->outs++] = unit_of(chain->data, v);
}

void pairs_remove(Chain *chain, Proposal *p, int32_t slot, int32_t u, int32_t count, int32_t inside,
                  int32_t rest) {
  int32_t list[2 * RUIN_OUT_MAX], stops = 0;
  for (int32_t k = 0; k < count + inside + rest; k++, u = chain->node[u].next)
    if (k < count || k >= count + inside) list[stops++] = u;
  for (int32_t k = 0; k < stops; k++) unit_remove(chain, p, slot, list[k]);
}

int32_t pairs_units(const Chain *chain, int32_t slot) {
  int32_t units = 0;
  for (int32_t v = chain->route[slot].first; v; v = chain->node[v].next)
    units += !is_delivery(chain->data, v);
  return units;
}

/* ---- the search for places ---- */

typedef struct PairScan {
  const Chain *chain;
  int32_t pickup, delivery;
  uint32_t blink;
  Best *best;
  /* The route that is looked at: */
  int32_t slot;
  bool room; /* it may take the pair */
  const Route *route;
  const VehicleType *type;
  const int32_t *to, *from;           /* distances from the delivery, and to it, by place */
  const int32_t *to_time, *from_time; /* durations */
} PairScan;

/* The way of the vehicle behind the pickup, as far as it has gone. */
typedef struct Walk {
  int32_t prev, next; /* of the pickup */
  int32_t at, then;   /* the last stop on the way, and the one after it in the route */
  int64_t longer;     /* than the way of the route without the pickup */
  RuinTime time;
  RuinClock clock; /* RUIN_BREAKS */
} Walk;

static void route_look(PairScan *s, int32_t slot) {
  const Chain *const chain = s->chain;
  const RuinData *const data = chain->data;
  if (slot == s->slot) return;
  s->slot = slot;
  s->route = &chain->route[slot];
  s->type = chain_type(chain, s->route->type);
  s->room = s->route->size <= s->type->max_stops - 2 && customer_may(data, s->pickup, s->route->type) &&
            customer_may(data, s->delivery, s->route->type);
  const size_t row = matrix_of(data, s->type) + (size_t)chain->node[s->delivery].place * (size_t)data->places;
  s->to = data->distance + row;
  s->from = chain->tables->from_distance + row;
  s->to_time = data->duration + row;
  s->from_time = chain->tables->from_duration + row;
}

/* Is there room for the goods behind a stop of the route (0: at its begin)? */
static bool goods_fit(const PairScan *s, int32_t stop) {
  const size_t loads = (size_t)s->chain->data->loads;
  const int32_t *load = stop ? s->chain->load + (size_t)stop * loads : s->route->depart;
  const int32_t *goods = s->chain->data->stop[s->pickup].pickup;
  for (size_t d = 0; d < loads; d++)
    if (load[d] + goods[d] > s->type->capacity[d]) return false;
  return true;
}

/* times_allow where customers have several windows. */
static bool windows_keep_with(const PairScan *s, const Walk *w, int32_t *duration) {
  const Added added = {s->pickup, w->prev, w->next, s->delivery, w->at, w->then};
  RuinTime time = w->time;
  if (s->chain->data->features & RUIN_BREAKS) {
    RuinClock clock = w->clock;
    breaks_go_on(s->chain, s->type, &clock, w->at, s->delivery);
    return breaks_join(s->chain, s->route, s->type, &clock, &added, duration);
  }
  return windows_go_on(s->chain, s->type, &time, w->at, s->delivery) &&
         windows_join(s->chain, s->route, s->type, time, &added, duration);
}

/* The duration of the route with the delivery behind the stop where the vehicle is; false: it is late, or too long. */
static bool times_allow(const PairScan *s, const Walk *w, int32_t *duration) {
  const Chain *const chain = s->chain;
  if (chain->data->features & RUIN_WINDOWS) return windows_keep_with(s, w, duration);
  const int32_t before = place_before(chain, s->type, w->at), after = place_after(chain, s->type, w->then);
  const int32_t there = s->from_time[before] + setup_of(chain, before, s->delivery);
  const int32_t on =
      (after < 0 ? 0 : s->to_time[after]) + setup_of(chain, chain->node[s->delivery].place, w->then);
  RuinTime time = w->time;
  if (!ruin_time_join(&time, there, ruin_time_stop(&chain->data->stop[s->delivery]))) return false;
  if (!ruin_time_join(&time, on, w->then ? chain->node[w->then].suf : ruin_time_end(s->type, 1)))
    return false;
  *duration = time.duration;
  return time.duration <= s->type->max_duration;
}

static void delivery_try(PairScan *s, const Walk *w) {
  const Chain *const chain = s->chain;
  const int32_t after = place_after(chain, s->type, w->then);
  const int32_t edge = w->then ? chain->node[w->then].before : s->route->home;
  const int64_t longer =
      w->longer + s->from[chain->node[w->at].place] + (after < 0 ? 0 : s->to[after]) - edge;
  int32_t duration = s->route->duration;
  const bool balance = chain->data->features & RUIN_BALANCE;
  if (!balance && !s->type->per_duration && s->type->per_distance * longer > s->best->cost) return;
  if (s->type->max_distance != ROUTES_NO_LIMIT && s->route->distance + longer > s->type->max_distance) return;
  if ((chain->data->features & RUIN_TIMED) && !times_allow(s, w, &duration)) return;
  Best place = {.cost =
                    s->type->per_distance * longer + s->type->per_duration * (duration - s->route->duration),
                .kind = IN_ROUTE,
                .prev = w->prev,
                .next = w->next,
                .behind = w->at,
                .type = s->route->type,
                .slot = s->slot};
  if (balance) place.cost += balance_price(chain, duration) - balance_price(chain, s->route->duration);
  if (before_best(&place, s->best)) *s->best = place;
}

/* From stop a to stop c; false: it is late. */
static bool time_go_on(const PairScan *s, Walk *w, int32_t a, int32_t c) {
  const Chain *const chain = s->chain;
  if (chain->data->features & RUIN_BREAKS) {
    breaks_go_on(chain, s->type, &w->clock, a, c);
    w->time.earliest = w->clock.at[0];
    return w->clock.at[0] != RUIN_NEVER;
  }
  if (chain->data->features & RUIN_WINDOWS) return windows_go_on(chain, s->type, &w->time, a, c);
  return ruin_time_join(&w->time, chain_travel(chain, s->type, a, c), ruin_time_stop(&chain->data->stop[c]));
}

/* The pickup behind a stop; false: it is late. */
static bool walk_begin(const PairScan *s, int32_t prev, int32_t next, Walk *w) {
  const Chain *const chain = s->chain;
  *w = (Walk){prev, next, s->pickup, next, chain_distance(chain, s->type, prev, s->pickup), {0}, {{0}}};
  if (!(chain->data->features & RUIN_TIMED)) return true;
  w->time = prev ? chain->node[prev].pre : ruin_time_end(s->type, 0);
  if (chain->data->features & RUIN_BREAKS) w->clock = breaks_leave(chain, s->type, prev);
  return time_go_on(s, w, prev, s->pickup);
}

/* On to the next stop of the route, with the goods; false: it is the end, or a limit is broken. */
static bool walk_on(const PairScan *s, Walk *w) {
  const Chain *const chain = s->chain;
  const int32_t v = w->then;
  if (!v || !goods_fit(s, v)) return false;
  if (w->at == s->pickup) w->longer += chain_distance(chain, s->type, w->at, v) - chain->node[v].before;
  if (chain->data->features & RUIN_TIMED) {
    const RouteStop *const delivery = &chain->data->stop[s->delivery];
    if (!time_go_on(s, w, w->at, v)) return false;
    if (delivery->due < ROUTES_LIMIT_MAX && w->time.earliest + w->time.duration > delivery->due) return false;
  }
  w->at = v;
  w->then = chain->node[v].next;
  return true;
}

/* The pickup between two neighbours of a slot's route, and the delivery anywhere behind it, or (together) directly. */
static void pickup_try(PairScan *s, int32_t slot, int32_t prev, bool together) {
  Walk w;
  route_look(s, slot);
  const int32_t next = prev ? s->chain->node[prev].next : s->route->first;
  if (!s->room || ruin_blinks(s->blink, s->pickup, prev, next) || !goods_fit(s, prev)) return;
  if (!walk_begin(s, prev, next, &w)) return;
  do delivery_try(s, &w);
  while (!together && walk_on(s, &w));
}

/* Each place of a pickup is looked at once. */
static void pickup_try_once(PairScan *s, int32_t slot, int32_t prev) {
  const Chain *const chain = s->chain;
  uint64_t *const tried = &chain->tried[prev ? prev : chain->data->customers + 1 + slot];
  if (*tried == chain->trying) return;
  *tried = chain->trying;
  pickup_try(s, slot, prev, false);
}

/* Before and behind the neighbours of a stop of the pair. */
static void neighbours_scan(PairScan *s, int32_t stop, bool together) {
  const Chain *const chain = s->chain;
  const int32_t *near = chain->data->near + (size_t)stop * RUIN_NEAR;
  for (int32_t lane = 0; lane < RUIN_NEAR && near[lane]; lane++) {
    const Node *const node = &chain->node[near[lane]];
    if (node->slot < 0) continue;
    if (together) {
      pickup_try(s, node->slot, node->prev, true);
      pickup_try(s, node->slot, near[lane], true);
    } else {
      pickup_try_once(s, node->slot, node->prev);
      pickup_try_once(s, node->slot, near[lane]);
    }
  }
}

void pairs_scan(Chain *chain, int32_t c, uint32_t blink, bool ends, Best *best) {
  PairScan s = {.chain = chain,
                .pickup = c,
                .delivery = chain->data->partner[c],
                .blink = blink,
                .best = best,
                .slot = ABSENT};
  chain->trying++;
  neighbours_scan(&s, c, false);
  neighbours_scan(&s, s.delivery, true);
  for (int32_t slot = 0; ends && slot < chain->slots; slot++) {
    if (!chain->route[slot].size) continue;
    pickup_try_once(&s, slot, 0);
    pickup_try_once(&s, slot, chain->route[slot].last);
  }
}
