/* Ruin: strings of customers leave routes near a seed customer, and absent customers near it join them. */
#include "ruin_chain.h"

/* The first of the missing customers at or after s, in circular order; there is one. */
static int32_t missing_from(const Chain *chain, int32_t s) {
  const int32_t words = chain->data->customers / 64 + 1;
  int32_t w = s / 64;
  uint64_t bits = chain->missing[w] & (UINT64_MAX << s % 64);
  while (!bits) {
    w = w + 1 < words ? w + 1 : 0;
    bits = chain->missing[w];
  }
  return w * 64 + __builtin_ctzll(bits);
}

int32_t seed_draw(const Chain *chain, philox4x32_ctr_t words) {
  const int32_t s = 1 + (int32_t)ruin_below(words.v[0], (uint32_t)chain->data->customers);
  return chain->missings && (words.v[1] & RUIN_FLAG_MISSING) ? missing_from(chain, s) : s;
}

void customer_out(Chain *chain, Proposal *p, int32_t c, bool absent) {
  p->was_absent[p->outs] = absent;
  p->out[p->outs++] = unit_of(chain->data, c);
  chain->node[c].slot = ABSENT;
}

/* `count` customers from u on leave their route; returns who follows them. */
static int32_t piece_remove(Chain *chain, Proposal *p, int32_t slot, int32_t u, int32_t count) {
  Route *const route = &chain->route[slot];
  const int32_t left = chain->node[u].prev;
  for (int32_t i = 0; i < count; i++) {
    const int32_t next = chain->node[u].next;
    customer_out(chain, p, u, false);
    u = next;
  }
  if (left)
    chain->node[left].next = u;
  else
    route->first = u;
  if (u)
    chain->node[u].prev = left;
  else
    route->last = left;
  return u;
}

/* The first customer of a string of `span` that has `met`, at most `back` before it. */
static int32_t string_begin(const Chain *chain, int32_t met, int32_t span, int32_t back) {
  int32_t begin = met, end = met, behind = 0, ahead = 0;
  for (; behind < back && chain->node[begin].prev; behind++) begin = chain->node[begin].prev;
  for (; ahead < span - 1 - behind && chain->node[end].next; ahead++) end = chain->node[end].next;
  for (; ahead + behind < span - 1; behind++) begin = chain->node[begin].prev;
  return begin;
}

/* Customers in the route of `met`; once it has lost some, those who are left, as far as a string may reach. */
static int32_t size_left(const Chain *chain, int32_t met) {
  const Route *const route = &chain->route[chain->node[met].slot];
  int32_t size = 1;
  if (route->stamp != chain->stamp) return route->size;
  for (int32_t v = chain->node[met].prev; v && size < RUIN_SPAN_MAX; v = chain->node[v].prev) size++;
  for (int32_t v = chain->node[met].next; v && size < RUIN_SPAN_MAX; v = chain->node[v].next) size++;
  return size;
}

/* A string around `met`: of every two one is split, with a customer or more preserved inside. */
static void string_remove(Chain *chain, Proposal *p, int32_t met, philox4x32_ctr_t words, int32_t most) {
  const int32_t slot = chain->node[met].slot, size = size_left(chain, met), left = RUIN_OUT_MAX - p->outs;
  int32_t length = 1 + (int32_t)ruin_below(words.v[0], (uint32_t)(size < most ? size : most));
  if (length > left) length = left;
  const int32_t spare = size - length;
  const bool split = (words.v[2] & 1) && length > 1 && spare > 0;
  const int32_t inside =
      split ? 1 + (int32_t)ruin_below(words.v[2] << 1,
                                      (uint32_t)(spare < RUIN_INSIDE_MAX ? spare : RUIN_INSIDE_MAX))
            : 0;
  const int32_t span = length + inside;
  int32_t u = string_begin(chain, met, span, (int32_t)ruin_below(words.v[1], (uint32_t)span));
  route_touch(chain, p, slot);
  const int32_t head = split ? 1 + (int32_t)ruin_below(words.v[3], (uint32_t)(length - 1)) : length;
  if (chain->data->partner) {
    pairs_remove(chain, p, slot, u, head, inside, length - head);
    return;
  }
  u = piece_remove(chain, p, slot, u, head);
  for (int32_t i = 0; i < inside; i++) u = chain->node[u].next;
  if (length > head) (void)piece_remove(chain, p, slot, u, length - head);
}

/* All customers of a route; false: there is no room for them. */
static bool route_remove(Chain *chain, Proposal *p, int32_t slot) {
  const int32_t size = chain->route[slot].size, first = chain->route[slot].first;
  const bool pairs = chain->data->partner;
  if (p->outs + (pairs ? pairs_units(chain, slot) : size) > RUIN_OUT_MAX) return false;
  route_touch(chain, p, slot);
  if (pairs)
    pairs_remove(chain, p, slot, first, size, 0, 0);
  else
    (void)piece_remove(chain, p, slot, first, size);
  return true;
}

/* Routes that lost customers, and what that changes in the cost. */
static bool routes_settle(Chain *chain, Proposal *p) {
  for (int32_t k = 0; k < p->touched; k++) {
    const int32_t slot = p->change[k].slot;
    p->delta -= route_price(chain, &p->change[k].route);
    if (chain->route[slot].first && !route_update(chain, slot) && !route_remove(chain, p, slot)) return false;
    if (!chain->route[slot].first) route_close(chain, slot);
    p->delta += route_price(chain, &chain->route[slot]);
  }
  return true;
}

int32_t missing_out(Chain *chain, Proposal *p, int32_t s) {
  int32_t count = 0;
  for (; count < chain->missings && count < RUIN_ABSENT_MAX; count++) {
    const int32_t c = missing_from(chain, s);
    p->delta -= absence_price(chain, c);
    customer_out(chain, p, c, true);
    s = c < chain->data->customers ? c + 1 : 0;
  }
  return count;
}

bool chain_ruin(Chain *chain, Proposal *p, uint64_t number, philox4x32_ctr_t words) {
  const int32_t s = seed_draw(chain, words), most = ruin_length_most(chain->served, chain->routes),
                strings = ruin_strings(words.v[1] << RUIN_FLAG_BITS, most);
  const int32_t *near = chain->data->near + (size_t)s * RUIN_NEAR;
  const bool few = chain->data->features & RUIN_FEW;
  int32_t absent = chain->seeks ? missing_out(chain, p, s) : 0, taken = 0;
  for (int32_t lane = 0; lane < RUIN_NEAR && taken < strings && p->outs < RUIN_OUT_MAX; lane++) {
    if (lane && !near[lane - 1]) break;
    const int32_t v = stop_of(chain, lane ? near[lane - 1] : s);
    const int32_t slot = chain->node[v].slot;
    if (slot >= 0 && !few && chain->route[slot].stamp == chain->stamp) continue;
    if (slot >= 0 && !taken && !(words.v[1] & RUIN_FLAG_WHOLE) && route_remove(chain, p, slot)) {
      taken++;
      continue;
    }
    if (slot >= 0) {
      const uint32_t block = RUIN_STRINGS_BLOCK + (uint32_t)taken++;
      string_remove(chain, p, v, ruin_words(chain->task->seed, chain->number, number, block), most);
    } else if (absent < RUIN_ABSENT_MAX) {
      const int32_t unit = unit_of(chain->data, v);
      bool out = false;
      for (int32_t k = 0; k < p->outs; k++) out |= p->out[k] == unit;
      if (out) continue;
      p->delta -= absence_price(chain, unit);
      customer_out(chain, p, unit, true);
      absent++;
    }
  }
  return routes_settle(chain, p);
}
