/* Ruin of routes of several trips: strings leave trips near a seed customer. See trips.h and ruin.c. */
#include "trips.h"

/* The neighbour in the same trip; 0: none. */
static int32_t inside(const Chain *chain, int32_t v) { return is_head(chain, v) ? 0 : v; }

static Trip *trip_of_customer(const Chain *chain, int32_t v) {
  return trip_of(chain, chain->node[v].slot, chain->trips->node[v].head);
}

/* A customer leaves its route; returns who follows in its trip. */
static int32_t customer_remove(Chain *chain, Proposal *p, int32_t v) {
  const Node node = chain->node[v];
  Route *const route = &chain->route[node.slot];
  if (node.prev)
    chain->node[node.prev].next = node.next;
  else
    route->first = node.next;
  if (node.next)
    chain->node[node.next].prev = node.prev;
  else
    route->last = node.prev;
  customer_out(chain, p, v, false);
  return inside(chain, node.next);
}

/* The first customer of a string of `span` that has `met`, at most `back` before it. */
static int32_t string_begin(const Chain *chain, int32_t met, int32_t span, int32_t back) {
  const Node *const node = chain->node;
  int32_t begin = met, end = met, behind = 0, ahead = 0;
  for (; behind < back && inside(chain, node[begin].prev); behind++) begin = node[begin].prev;
  for (; ahead < span - 1 - behind && inside(chain, node[end].next); ahead++) end = node[end].next;
  for (; ahead + behind < span - 1; behind++) begin = node[begin].prev;
  return begin;
}

/* As in ruin.c, of a trip. */
static void string_remove(Chain *chain, Proposal *p, int32_t met, philox4x32_ctr_t words, int32_t most) {
  const int32_t size = trip_of_customer(chain, met)->size, left = RUIN_OUT_MAX - p->outs;
  int32_t length = 1 + (int32_t)ruin_below(words.v[0], (uint32_t)(size < most ? size : most));
  if (length > left) length = left;
  const int32_t spare = size - length;
  const bool split = (words.v[2] & 1) && length > 1 && spare > 0;
  const int32_t within =
      split ? 1 + (int32_t)ruin_below(words.v[2] << 1, (uint32_t)(spare < 4 ? spare : 4)) : 0;
  const int32_t span = length + within;
  int32_t u = string_begin(chain, met, span, (int32_t)ruin_below(words.v[1], (uint32_t)span));
  const int32_t head = split ? 1 + (int32_t)ruin_below(words.v[3], (uint32_t)(length - 1)) : length;
  for (int32_t i = 0; i < head; i++) u = customer_remove(chain, p, u);
  for (int32_t i = 0; i < within; i++) u = inside(chain, chain->node[u].next);
  for (int32_t i = head; i < length; i++) u = customer_remove(chain, p, u);
}

/* All customers of a route, if there is room for them. */
static bool route_remove(Chain *chain, Proposal *p, int32_t slot) {
  Route *const route = &chain->route[slot];
  int32_t size = 0;
  for (int32_t v = route->first; v; v = chain->node[v].next) size += !is_head(chain, v);
  if (p->outs + size > RUIN_OUT_MAX) return false;
  for (int32_t v = route->first, next; v; v = next) {
    next = chain->node[v].next;
    if (!is_head(chain, v)) (void)customer_remove(chain, p, v);
  }
  return true;
}

/* The trip of `met`, or its whole route. */
static bool whole_remove(Chain *chain, Proposal *p, int32_t met, bool route) {
  const int32_t slot = chain->node[met].slot, size = trip_of_customer(chain, met)->size;
  if (p->outs + size > RUIN_OUT_MAX) return false;
  if (route && p->outs + chain->route[slot].size <= RUIN_OUT_MAX) return route_remove(chain, p, slot);
  while (inside(chain, chain->node[met].prev)) met = chain->node[met].prev;
  for (int32_t v = met; v;) v = customer_remove(chain, p, v);
  return true;
}

/* Routes that lost customers, and what that changes in the cost. */
static bool routes_settle(Chain *chain, Proposal *p) {
  for (int32_t k = 0; k < p->touched; k++) {
    const int32_t slot = p->change[k].slot;
    p->delta -= route_price(chain, &p->change[k].route);
    trips_prune(chain, slot);
    if (chain->route[slot].first && !trips_update(chain, slot)) {
      if (!route_remove(chain, p, slot)) return false;
      trips_prune(chain, slot);
    }
    if (!chain->route[slot].first) route_close(chain, slot);
    p->delta += route_price(chain, &chain->route[slot]);
  }
  return true;
}

static bool is_out(const Proposal *p, int32_t v) {
  for (int32_t k = 0; k < p->outs; k++)
    if (p->out[k] == v) return true;
  return false;
}

/* A string of the trip of v, unless it has lost one. Returns whether it did. */
static bool trip_ruin(Chain *chain, Proposal *p, int32_t v, int32_t strings, uint64_t number,
                      philox4x32_ctr_t words, int32_t most) {
  Trip *const trip = trip_of_customer(chain, v);
  if (trip->stamp == chain->stamp) return false;
  trip->stamp = chain->stamp;
  route_touch(chain, p, chain->node[v].slot);
  if (!strings && !(words.v[1] & RUIN_FLAG_WHOLE) && whole_remove(chain, p, v, words.v[0] & 1)) return true;
  const uint32_t block = RUIN_STRINGS_BLOCK + (uint32_t)strings;
  string_remove(chain, p, v, ruin_words(chain->task->seed, chain->number, number, block), most);
  return true;
}

/* ---- a trip of another vehicle ---- */

/* Where a trip goes: behind the trip of customer v, or before it. */
typedef struct Target {
  int32_t v;
  bool before;
} Target;

static int32_t trip_first(const Chain *chain, int32_t v) {
  while (inside(chain, chain->node[v].prev)) v = chain->node[v].prev;
  return v;
}

/* Takes nodes u..w out of their route. */
static void nodes_unlink(Chain *chain, int32_t slot, int32_t u, int32_t w) {
  const int32_t prev = chain->node[u].prev, next = chain->node[w].next;
  if (prev)
    chain->node[prev].next = next;
  else
    chain->route[slot].first = next;
  if (next)
    chain->node[next].prev = prev;
  else
    chain->route[slot].last = prev;
}

/* Nodes u..w between two neighbours of a slot's route; 0: its ends. */
static void nodes_link(Chain *chain, int32_t slot, int32_t prev, int32_t u, int32_t w, int32_t next) {
  int32_t v = u;
  for (; v != w; v = chain->node[v].next) chain->node[v].slot = slot;
  chain->node[w].slot = slot;
  chain->node[u].prev = prev;
  chain->node[w].next = next;
  if (prev)
    chain->node[prev].next = u;
  else
    chain->route[slot].first = u;
  if (next)
    chain->node[next].prev = w;
  else
    chain->route[slot].last = w;
}

/* The reload depot of a new trip of a slot's route: that of `head`, if its type has it, else its first one; -1: it makes no more trips. */
static int32_t depot_of(const Chain *chain, int32_t slot, int32_t head, bool more) {
  const RoutesTrips *trips = &chain->data->trips[chain->route[slot].type];
  if (!trips->reloads || (more && chain->trips->count[slot] >= trips->most)) return -1;
  if (head && (trips->reloads >> head_depot(chain, head) & 1)) return head_depot(chain, head);
  return __builtin_ctz(trips->reloads);
}

/* May a slot's vehicle serve all customers from u on in their trip? */
static bool trip_may(const Chain *chain, int32_t u, int32_t slot) {
  for (int32_t v = u; v; v = inside(chain, chain->node[v].next))
    if (!customer_may(chain->data, v, chain->route[slot].type)) return false;
  return true;
}

/* Moves the trip of s; false: some route breaks a limit. Links are those of the move either way. */
static bool trip_move(Chain *chain, Proposal *p, int32_t s, Target to) {
  const int32_t from = chain->node[s].slot, slot = chain->node[to.v].slot, first = trip_first(chain, s),
                last = trip_of_customer(chain, s)->last, head = chain->trips->node[s].head,
                behind = chain->node[last].next,
                depot = depot_of(chain, slot, head ? head : behind, slot != from);
  if (depot < 0 || !trip_may(chain, first, slot)) return false;
  route_touch(chain, p, from);
  route_touch(chain, p, slot);
  nodes_unlink(chain, from, first, last);
  trips_prune(chain, from);
  const int32_t v = to.before ? trip_first(chain, to.v) : trip_of_customer(chain, to.v)->last,
                reload = trips_head_take(chain, depot);
  if (to.before) {
    const int32_t prev = chain->node[v].prev;
    nodes_link(chain, slot, prev, first, last, v);
    route_link(chain, slot, last, reload, v);
  } else {
    const int32_t next = chain->node[v].next;
    nodes_link(chain, slot, v, first, last, next);
    route_link(chain, slot, v, reload, first);
  }
  for (int32_t k = 0; k < p->touched; k++) {
    const int32_t touched = p->change[k].slot;
    if (chain->route[touched].first && !trips_update(chain, touched)) return false;
  }
  return true;
}

/* In a share of the proposals the trip of the seed customer goes before or behind that of a neighbour, if all limits are kept: which costs little, and makes room. */
static void trip_shift(Chain *chain, Proposal *p, int32_t s, philox4x32_ctr_t words) {
  const int32_t *near = chain->data->near + (size_t)s * RUIN_NEAR;
  const int32_t begin = (int32_t)(words.v[0] >> 4 & (RUIN_NEAR - 1));
  if (!chain->data->trips || chain->node[s].slot < 0 || (words.v[0] & 6)) return;
  for (int32_t k = 0; k < RUIN_NEAR; k++) {
    const int32_t v = near[(begin + k) % RUIN_NEAR];
    if (!v || chain->node[v].slot < 0) continue;
    if (trip_of_customer(chain, v) == trip_of_customer(chain, s)) continue;
    if (!trip_move(chain, p, s, (Target){v, words.v[0] & 8})) {
      proposal_undo(chain, p);
      p->touched = chain->pasts = 0;
      chain->stamp++;
    }
    return;
  }
}

bool trips_ruin(Chain *chain, Proposal *p, uint64_t number, philox4x32_ctr_t words) {
  const int32_t trips = chain->routes + chain->trips->heads - chain->trips->spare;
  const int32_t s = seed_draw(chain, words), most = ruin_length_most(chain->served, trips),
                strings = ruin_strings(words.v[1] << RUIN_FLAG_BITS, most);
  const int32_t *near = chain->data->near + (size_t)s * RUIN_NEAR;
  int32_t absent, done = 0;
  trip_shift(chain, p, s, words);
  absent = chain->seeks ? missing_out(chain, p, s) : 0;
  for (int32_t lane = 0; lane < RUIN_NEAR && done < strings && p->outs < RUIN_OUT_MAX; lane++) {
    const int32_t v = lane ? near[lane - 1] : s;
    if (!v) break;
    if (chain->node[v].slot >= 0) {
      done += trip_ruin(chain, p, v, done, number, words, most);
    } else if (absent < RUIN_ABSENT_MAX && !is_out(p, v)) {
      p->delta -= absence_price(chain, v);
      customer_out(chain, p, v, true);
      absent++;
    }
  }
  return routes_settle(chain, p);
}
