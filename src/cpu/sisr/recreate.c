/* Recreate: removed customers return to the cheapest places near them. Contract: solver/sisr/sisr_kernels.h. */
#include "sisr_part.h"

typedef struct Place {
  int32_t delta;
  uint32_t place; /* sisr_place */
} Place;

enum { NO_PLACE = INT32_MAX };

/* ---- the order ---- */

static uint32_t order_key(const Part *part, SisrOrder order, uint16_t c, uint32_t lot) {
  switch (order) {
  case SISR_DEMAND:
    return ~(uint32_t)part->demand[c];
  case SISR_FAR:
    return ~(uint32_t)part_distance(part, 0, c);
  case SISR_NEAR_FIRST:
    return (uint32_t)part_distance(part, 0, c);
  case SISR_NARROW:
    return (uint32_t)(part->visit[c].due - part->visit[c].ready);
  case SISR_EARLY:
    return (uint32_t)part->visit[c].ready;
  case SISR_LATE:
    return ~(uint32_t)part->visit[c].due;
  default:
    return lot;
  }
}

/* By rising keys; of equals in the order of removal. */
static void order_removed(const Part *part, const Words *words, Proposal *p) {
  const SisrOrder order = sisr_order(words->of[1][1], part->visit != NULL);
  uint32_t key[SISR_REMOVED_MAX];
  for (int32_t i = 0; i < p->removed; i++) {
    const uint16_t c = p->customer[i];
    const uint32_t mine = order_key(part, order, c, words->of[0][i]);
    int32_t at = i;
    for (; at > 0 && key[at - 1] > mine; at--) key[at] = key[at - 1], p->customer[at] = p->customer[at - 1];
    key[at] = mine, p->customer[at] = c;
  }
}

/* ---- places ---- */

typedef struct Search { /* for a place of customer c */
  const Part *part;
  const int32_t *row; /* distances from c */
  uint16_t customer;
  uint32_t blink;
  int32_t room; /* a route's load that leaves room */
  Place best;
} Search;

static void place_offer(Search *s, const Route *route, uint32_t prev, uint32_t next, int32_t edge) {
  const RouteData *data = s->part->data;
  const int32_t delta = s->row[prev] + s->row[next] - edge;
  const uint32_t place = sisr_place(prev, next);
  if (delta > s->best.delta || (delta == s->best.delta && place >= s->best.place)) return;
  if (delta > data->max_duration - data->service - route->duration || sisr_blinks(s->blink, place)) return;
  if (s->part->visit && !schedule_keeps(s->part, s->row, (uint16_t)prev, s->customer, (uint16_t)next)) return;
  s->best = (Place){delta, place};
}

static void near_search(Search *s, const uint16_t *near) {
  for (int32_t lane = 0; lane < SISR_NEAR && near[lane]; lane++) {
    const uint16_t v = near[lane];
    const Link link = s->part->link[v];
    if (link.route == NO_ROUTE) continue;
    const Route *const route = &s->part->route[link.route];
    if (route->load > s->room) continue;
    place_offer(s, route, link.prev, v, s->part->before[v]);
    place_offer(s, route, v, link.next, s->part->after[v]);
  }
}

static void ends_search(Search *s) {
  for (int32_t k = 0; k < s->part->slots; k++) {
    const Route *const route = &s->part->route[k];
    if (!route->size || route->load > s->room) continue;
    place_offer(s, route, 0, route->first, s->part->before[route->first]);
    place_offer(s, route, route->last, 0, s->part->after[route->last]);
  }
}

static Place place_find(const Part *part, const Words *words, uint16_t c, uint32_t i) {
  Search s = {part,
              part->distance + (size_t)c * (size_t)(part->m + 1),
              c,
              sisr_blink_word(words->of[1][4], i),
              part->data->capacity - part->demand[c],
              {NO_PLACE, 0}};
  near_search(&s, part->near + (size_t)c * SISR_NEAR);
  if (sisr_ends(words->of[1][3], part->slots)) ends_search(&s);
  return s.best;
}

static uint16_t slot_empty(const Part *part) {
  uint16_t slot = 0;
  while (part->route[slot].size) slot++;
  return slot;
}

static void customer_place(Part *part, uint16_t c, uint16_t slot, uint16_t prev, uint16_t next, int32_t delta,
                           Proposal *p) {
  Route *const route = &part->route[slot];
  proposal_note_route(part, p, slot);
  proposal_note(part, p, c), proposal_note(part, p, prev), proposal_note(part, p, next);
  part_link(part, route, prev, c), part_link(part, route, c, next);
  part->link[c].route = slot;
  p->routes += route->size == 0;
  route->size++, route->load += part->demand[c], route->duration += delta + part->data->service;
  p->delta += delta;
  if (part->visit) schedule_insert(part, c);
}

/* May customer c have a route of its own, of length `alone`? */
static bool alone_fits(const Part *part, uint16_t c, int32_t alone, const Place *best, const Proposal *p) {
  const int32_t *const row = part->distance + (size_t)c * (size_t)(part->m + 1);
  if (part->route_cost ? best->delta != NO_PLACE : alone >= best->delta) return false;
  return p->routes < part->head.routes_most && alone <= part->data->max_duration - part->data->service &&
         (!part->visit || schedule_keeps(part, row, 0, c, 0));
}

static bool customer_insert(Part *part, const Words *words, int32_t i, Proposal *p) {
  const uint16_t c = p->customer[i];
  const Place best = place_find(part, words, c, (uint32_t)i);
  const int32_t alone = 2 * part_distance(part, 0, c);
  const uint16_t prev = (uint16_t)(best.place >> 16), next = (uint16_t)(best.place & 0xffff);
  if (alone_fits(part, c, alone, &best, p)) {
    customer_place(part, c, slot_empty(part), 0, 0, alone, p);
    return p->opens = true;
  }
  if (best.delta == NO_PLACE) return false;
  customer_place(part, c, part->link[prev ? prev : next].route, prev, next, best.delta, p);
  return true;
}

bool part_recreate(Part *part, const Words *words, Proposal *p) {
  order_removed(part, words, p);
  for (int32_t i = 0; i < p->removed; i++)
    if (!customer_insert(part, words, i, p)) return false;
  p->delta += part->route_cost * (p->routes - part->routes);
  return p->routes >= part->head.routes_least;
}
