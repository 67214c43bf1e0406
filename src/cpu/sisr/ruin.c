/* Ruin: strings of customers leave routes near a seed customer. Contract: solver/sisr/sisr_kernels.h. */
#include "schedule.h"

void part_link(Part *part, Route *route, uint16_t a, uint16_t b, int32_t d) {
  if (a) {
    part->node[a].next = b;
    part->node[a].after = d;
    part_reach(part, a);
  } else
    route->first = b;
  if (b) {
    part->node[b].prev = a;
    part->node[b].before = d;
    part_reach(part, b);
  } else
    route->last = a;
}

void proposal_note(const Part *part, Proposal *p, uint16_t id) {
  if (id) p->node[p->nodes++] = (NodeChange){id, part->node[id]};
}

void proposal_note_route(const Part *part, Proposal *p, uint16_t slot) {
  p->slot[p->slots++] = (RouteChange){slot, part->route[slot], part->load[slot]};
}

/* The piece of `count` customers that begins at `u` leaves its route; returns who follows it. */
static uint16_t piece_remove(Part *part, uint16_t u, int32_t count, Proposal *p) {
  const uint16_t left = part->node[u].prev, slot = part->node[u].route;
  Route *const route = &part->route[slot];
  uint16_t last = u;
  int32_t gain = 0;
  for (int32_t i = 0; i < count; i++, u = part->node[u].next) {
    proposal_note(part, p, u);
    p->customer[p->removed++] = last = u;
    gain += part->node[u].before;
    part->load[slot] -= part->table->demand[u];
    if (part->timed) route->duration -= part->data->service;
    part->node[u].route = NO_ROUTE;
    part->reach[u] = NO_SPAN;
  }
  gain += part->node[last].after;
  proposal_note(part, p, left);
  proposal_note(part, p, u);
  const int32_t d = part_distance(part, left, u);
  part_link(part, route, left, u, d);
  gain -= d;
  if (part->timed) route->duration -= gain;
  route->size -= count;
  part_span(part, slot);
  p->delta -= gain;
  return u;
}

/* The first customer of a string of `span` that has `met`, at most `back` before it. */
static uint16_t string_begin(const Part *part, uint16_t met, int32_t span, int32_t back) {
  uint16_t begin = met, end = met;
  int32_t behind = 0, ahead = 0;
  for (; behind < back && part->node[begin].prev; behind++) begin = part->node[begin].prev;
  for (; ahead < span - 1 - behind && part->node[end].next; ahead++) end = part->node[end].next;
  for (; ahead + behind < span - 1; behind++) begin = part->node[begin].prev;
  return begin;
}

/* `length` customers at the ends of a route, `first` of them at its begin. */
static void ends_remove(Part *part, const Route *route, int32_t length, int32_t first, Proposal *p) {
  if (first) piece_remove(part, route->first, first, p);
  if (first == length) return;
  uint16_t u = route->last;
  for (int32_t i = 1; i < length - first; i++) u = part->node[u].prev;
  piece_remove(part, u, length - first, p);
}

static void string_remove(Part *part, uint16_t met, uint32_t lot, uint32_t z, uint32_t w, Proposal *p) {
  const uint16_t slot = part->node[met].route;
  const int32_t size = part->route[slot].size, most = sisr_length_most(part->m, part->routes),
                length = 1 + (int32_t)sisr_below(lot, (uint32_t)(size < most ? size : most));
  proposal_note_route(part, p, slot);
  if (sisr_at_ends(w, length, size))
    ends_remove(part, &part->route[slot], length, sisr_at_begin(w, length), p);
  else
    piece_remove(part, string_begin(part, met, length, (int32_t)sisr_below(z, (uint32_t)length)), length, p);
  p->routes -= part->route[slot].size == 0;
}

static bool route_met(const Proposal *p, uint16_t slot) {
  for (int32_t i = 0; i < p->slots; i++)
    if (p->slot[i].slot == slot) return true;
  return false;
}

/* Without the triangle inequality a route may last longer than before. */
static bool routes_last(const Part *part, const Proposal *p) {
  if (part->data->max_duration == INT32_MAX) return true;
  for (int32_t i = 0; i < p->slots; i++)
    if (part->route[p->slot[i].slot].duration > part->data->max_duration) return false;
  return true;
}

bool part_ruin(Part *part, const Words *round, Words *words, Proposal *p) {
  const int32_t strings =
      sisr_strings(round->of[0][SISR_LANE_STRINGS], sisr_length_most(part->m, part->routes));
  const uint16_t seed = (uint16_t)(1 + sisr_below(words->of[1][0], (uint32_t)part->m));
  const uint16_t *near = part->table->near + (size_t)seed * SISR_NEAR;
  p->delta = 0;
  p->removed = p->nodes = p->slots = 0;
  p->routes = part->routes;
  p->opens = false;
  for (int32_t lane = 0; lane < SISR_NEAR && p->slots < strings; lane++) {
    const uint16_t met = lane ? near[lane - 1] : seed;
    if (!met || part->node[met].route == NO_ROUTE || route_met(p, part->node[met].route)) continue;
    if (lane >= words->lanes) words_more(words);
    string_remove(part, met, round->of[0][p->slots], words->of[2][lane], words->of[3][lane], p);
  }
  return part->visit ? schedule_routes(part, p) : routes_last(part, p);
}
