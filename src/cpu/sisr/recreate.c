/* Recreate: removed customers return to the cheapest places near them. Contract: solver/sisr/sisr_kernels.h. */
#include <string.h>
#include "schedule.h"
#include "search.h"

/* ---- the order ---- */

static uint32_t order_key(const Part *part, SisrOrder order, uint16_t c, uint32_t lot) {
  switch (order) {
  case SISR_DEMAND:
    return ~(uint32_t)part->table->demand[c];
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
static void order_removed(const Part *part, const SearchOps *ops, Words *words, Proposal *p) {
  const SisrOrder order = sisr_order(words->of[1][1], part->visit != NULL);
  uint32_t key[SISR_REMOVED_MAX] __attribute__((aligned(64)));
  uint8_t at[SISR_REMOVED_MAX];
  uint16_t customer[SISR_REMOVED_MAX] = {0};
  if (order == SISR_RANDOM && p->removed > SISR_NEAR / 2) words_more(words);
  memset(key, -1, sizeof key);
  for (int32_t i = 0; i < p->removed; i++) {
    customer[i] = p->customer[i];
    key[i] = order_key(part, order, customer[i], words->of[0][i]);
  }
  ops->sort(key, p->removed, at);
  for (int32_t i = 0; i < p->removed; i++) p->customer[i] = customer[at[i]];
}

/* ---- places ---- */

/* What the place of removed customer i may cost: from then on insertions shorten routes by `shortcut` each at most. */
static int32_t place_most(const Part *part, const Proposal *p, int32_t i) {
  if (part->shortcut < 0) return INT32_MAX;
  const int64_t most = p->limit - p->delta + (int64_t)(p->removed - 1 - i) * part->shortcut;
  if (most > INT32_MAX) return INT32_MAX;
  if (most < -BOUND_MOST) return -BOUND_MOST;
  return (int32_t)most;
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
  proposal_note(part, p, c);
  proposal_note(part, p, prev);
  proposal_note(part, p, next);
  part_link(part, route, prev, c, part_distance(part, c, prev));
  part_link(part, route, c, next, part_distance(part, c, next));
  part->node[c].route = slot;
  p->routes += route->size == 0;
  route->size++;
  part->load[slot] += part->table->demand[c];
  if (part->timed) route->duration += delta + part->data->service;
  part_span(part, slot);
  p->delta += delta;
  if (part->visit) schedule_insert(part, c);
}

/* May customer c have a route of its own, of length `alone`? */
static bool alone_fits(const Part *part, uint16_t c, int32_t alone, const Place *best, const Proposal *p) {
  if (best->place != NO_PLACE && (part->route_cost || alone >= best->delta)) return false;
  return p->routes < part->head.routes_most && alone <= part->data->max_duration - part->data->service &&
         (!part->visit || schedule_keeps(part, 0, c, 0, alone / 2, alone / 2));
}

static bool customer_insert(Part *part, const SearchOps *ops, const Words *words, int32_t i, Proposal *p) {
  const uint16_t c = p->customer[i];
  const Search search = {c, sisr_ends(words->of[1][3], part->slots),
                         sisr_blink_word(words->of[1][4], (uint32_t)i), place_most(part, p, i)};
  const Place best = ops->place(part, &search);
  const int32_t alone = 2 * part_distance(part, 0, c);
  const uint16_t prev = (uint16_t)(best.place >> 16), next = (uint16_t)(best.place & 0xffff);
  if (alone <= search.most && alone_fits(part, c, alone, &best, p)) {
    customer_place(part, c, slot_empty(part), 0, 0, alone, p);
    return p->opens = true;
  }
  if (best.place == NO_PLACE) return false;
  customer_place(part, c, part->node[prev ? prev : next].route, prev, next, best.delta, p);
  return true;
}

/* What the searches will read first. */
static void tables_prefetch(const Part *part, const Proposal *p) {
  const Tables *const t = part->table;
  for (int32_t i = 0; i < p->removed; i++) {
    const size_t c = p->customer[i];
    __builtin_prefetch(t->near + c * SISR_NEAR);
    __builtin_prefetch(t->nearby + c * SISR_NEAR);
    __builtin_prefetch(t->nearby + c * SISR_NEAR + 16);
    __builtin_prefetch(part_row(part, (int32_t)c) + t->column[c]);
  }
}

bool part_recreate(Part *part, const SearchOps *ops, Words *words, Proposal *p) {
  tables_prefetch(part, p);
  order_removed(part, ops, words, p);
  for (int32_t i = 0; i < p->removed; i++)
    if (!customer_insert(part, ops, words, i, p)) return false;
  p->delta += part->route_cost * (p->routes - part->routes);
  return p->routes >= part->head.routes_least;
}
