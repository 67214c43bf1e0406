/* See fleet_step.h. */
#include "fleet_step.h"

#include <stdlib.h>
#include <string.h>
#include "sisr_draw.h"

static const double HEAT = 0.05; /* temperature: of solutions that differ in their lengths alone */

typedef struct Step {
  FleetSearch *s;
  uint64_t k;
  philox4x32_ctr_t words;
  uint32_t used;  /* words */
  uint32_t blink; /* word of blinks */
  int32_t count;  /* customers in s->out */
} Step;

static uint32_t word_next(Step *step) {
  const uint32_t lane = step->used / 4, at = step->used++ % 4;
  if (!at) step->words = sisr_words(step->s->seed, RNG_SISR_FLEET, step->s->island, 0, step->k, lane);
  return step->words.v[at];
}

static int32_t below(Step *step, int32_t m) { return (int32_t)sisr_below(word_next(step), (uint32_t)m); }

/* ---- ruin ---- */

static int32_t position_of(const FleetRoutes *r, int32_t c) {
  int32_t position = 0;
  while ((c = r->prev[c])) position++;
  return position;
}

/* Takes customers begin .. begin + length - 1 of a route, or, with `split`, so many of its first ones and the rest of its last ones. */
static void string_take(Step *step, int32_t slot, int32_t begin, int32_t length, int32_t first) {
  FleetRoutes *const r = &step->s->now;
  const int32_t size = r->route[slot].customers;
  int32_t c = r->route[slot].first;
  for (int32_t k = 0; k < size; k++) {
    const int32_t next = r->next[c];
    const bool goes =
        first < 0 ? k >= begin && k < begin + length : k < first || k >= size - (length - first);
    if (goes) {
      fleet_take(r, c);
      step->s->out[step->count++] = c;
    }
    c = next;
  }
}

/* A route that was met at customer c loses a string. */
static void route_ruin(Step *step, int32_t c, int32_t length_most) {
  FleetRoutes *const r = &step->s->now;
  const int32_t slot = r->slot[c], size = r->route[slot].customers,
                most = size < length_most ? size : length_most, length = 1 + below(step, most),
                at = position_of(r, c);
  const uint32_t word = word_next(step);
  const int32_t least = at - length + 1 > 0 ? at - length + 1 : 0,
                last = at < size - length ? at : size - length;
  fleet_touch(r, slot);
  if (length > 1 && sisr_at_ends(word, length, size))
    string_take(step, slot, 0, length, sisr_at_begin(word, length));
  else
    string_take(step, slot, least + below(step, last - least + 1), length, -1);
}

/* A customer who is not absent. */
static int32_t seed_draw(Step *step) {
  int32_t c;
  do c = 1 + below(step, step->s->now.data.customers);
  while (step->s->now.slot[c] < 0);
  return c;
}

/* False: a route lasts too long or is late without those that left it. */
static bool ruin(Step *step) {
  FleetSearch *const s = step->s;
  FleetRoutes *const r = &s->now;
  const int32_t n = r->data.customers, length_most = sisr_length_most(n - s->count, r->slots);
  if (s->count == n) return true;
  const int32_t c = seed_draw(step);
  int32_t strings = sisr_strings(word_next(step), length_most);
  bool keeps = true;
  for (int32_t k = -1; k < s->near.width && strings > 0; k++) {
    const int32_t met = k < 0 ? c : s->near.near[(size_t)c * (size_t)s->near.width + (size_t)k];
    if (r->slot[met] < 0 || r->touched[r->slot[met]]) continue;
    const int32_t slot = r->slot[met];
    route_ruin(step, met, length_most);
    strings--;
    keeps = fleet_time(r, slot) && keeps;
  }
  return keeps;
}

/* ---- the order ---- */

static int32_t key_of(const RouteData *data, SisrOrder order, int32_t c) {
  switch (order) {
  case SISR_DEMAND:
    return -data->demand[c];
  case SISR_FAR:
    return -route_distance(data, 0, c);
  case SISR_NEAR_FIRST:
    return route_distance(data, 0, c);
  case SISR_NARROW:
    return data->due[c] - data->ready[c];
  case SISR_EARLY:
    return data->ready[c];
  default:
    return -data->due[c];
  }
}

typedef struct Keyed {
  int32_t key, customer;
} Keyed;

static void shuffle(Step *step) {
  int32_t *const out = step->s->out;
  for (int32_t k = step->count - 1; k > 0; k--) {
    const int32_t other = below(step, k + 1), c = out[k];
    out[k] = out[other];
    out[other] = c;
  }
}

static bool comes_before(const int32_t *key, int32_t a, int32_t b) {
  return key[a] != key[b] ? key[a] < key[b] : a < b;
}

/* By rising keys, of equals by rising numbers: shell sort, as they are few or many. */
static void sort_by_keys(int32_t *customer, const int32_t *key, int32_t count) {
  int32_t gap = 1;
  while (gap < count / 3) gap = 3 * gap + 1;
  for (; gap > 0; gap /= 3)
    for (int32_t k = gap; k < count; k++) {
      const int32_t c = customer[k];
      int32_t at = k;
      for (; at >= gap; at -= gap) {
        const int32_t other = customer[at - gap];
        if (comes_before(key, other, c)) break;
        customer[at] = other;
      }
      customer[at] = c;
    }
}

static void order_draw(Step *step) {
  FleetSearch *const s = step->s;
  const RouteData *data = &s->now.data;
  const SisrOrder order = sisr_order(word_next(step), data->ready != NULL);
  memcpy(s->out + step->count, s->absent, (size_t)s->count * sizeof *s->out);
  step->count += s->count;
  if (order == SISR_RANDOM) return shuffle(step);
  for (int32_t k = 0; k < step->count; k++) s->key[s->out[k]] = key_of(data, order, s->out[k]);
  sort_by_keys(s->out, s->key, step->count);
}

/* ---- recreate ---- */

typedef struct FleetPlace {
  int64_t cost;
  int32_t slot, prev, next;
} FleetPlace;

static bool better(const FleetPlace *one, const FleetPlace *than) {
  if (one->cost != than->cost) return one->cost < than->cost;
  return one->prev != than->prev ? one->prev < than->prev : one->next < than->next;
}

/* The mixing steps of MurmurHash3 (Appleby), as sisr_blinks has them, of larger numbers of customers. */
static bool blinks(uint32_t word, const FleetPlace *place) {
  return sisr_blinks(word ^ (uint32_t)place->prev * 0x9e3779b1u, (uint32_t)place->next);
}

/* Betters *best by the places of customer c in a route that has room for its demand. */
static void windows_scan(const Step *step, int32_t c, int32_t slot, FleetPlace *best) {
  const FleetRoutes *r = &step->s->now;
  const RouteData *data = &r->data;
  int32_t leaves = data->ready[0];
  for (int32_t prev = 0, next;; prev = next) {
    next = prev ? r->next[prev] : r->route[slot].first;
    const int32_t there = route_distance(data, prev, c), comes = leaves + there;
    if (comes > data->due[c]) return; /* and later behind all that follow */
    const int32_t begins = comes > data->ready[c] ? comes : data->ready[c],
                  on = route_distance(data, c, next);
    if (begins + data->service_at[c] + on <= (next ? r->late[next] : data->due[0])) {
      const FleetPlace place = {(int64_t)there + on - route_distance(data, prev, next), slot, prev, next};
      if (better(&place, best) && !blinks(step->blink, &place)) *best = place;
    }
    if (!next) return;
    leaves = r->early[next] + data->service_at[next];
  }
}

/* The same without windows. */
static void plain_scan(const Step *step, int32_t c, int32_t slot, FleetPlace *best) {
  const FleetRoutes *r = &step->s->now;
  const RouteData *data = &r->data;
  const bool limited = data->max_duration != INT32_MAX;
  const int64_t most =
      limited ? (int64_t)data->max_duration - r->route[slot].length - data->service : INT64_MAX;
  for (int32_t prev = 0, next;; prev = next) {
    next = prev ? r->next[prev] : r->route[slot].first;
    const FleetPlace place = {(int64_t)route_distance(data, prev, c) + route_distance(data, c, next) -
                                  route_distance(data, prev, next),
                              slot, prev, next};
    if (place.cost <= most && better(&place, best) && !blinks(step->blink, &place)) *best = place;
    if (!next) return;
  }
}

/* Into the cheapest place, or an empty route. False: there is none. */
static bool insert(Step *step, int32_t c) {
  FleetRoutes *const r = &step->s->now;
  FleetPlace best = {INT64_MAX, -1, 0, 0};
  int32_t empty = -1;
  step->blink = word_next(step);
  for (int32_t slot = 0; slot < r->slots; slot++) {
    if (!r->route[slot].customers) empty = slot;
    if (!r->route[slot].customers || r->route[slot].load + r->data.demand[c] > r->data.capacity) continue;
    r->data.ready ? windows_scan(step, c, slot, &best) : plain_scan(step, c, slot, &best);
  }
  if (best.slot < 0) best.slot = empty;
  if (best.slot < 0) return false;
  fleet_touch(r, best.slot);
  fleet_put(r, c, best.slot, best.prev);
  if (fleet_time(r, best.slot)) return true;
  fleet_take(r, c); /* alone in its route: distances that violate the triangle inequality */
  return false;
}

/* Those who stay absent come first in s->out. */
static void recreate(Step *step) {
  int32_t *const out = step->s->out, absent = 0;
  for (int32_t k = 0; k < step->count; k++)
    if (!insert(step, out[k])) out[absent++] = out[k];
  step->count = absent;
}

/* ---- accept ---- */

static int64_t sum_of(const FleetSearch *s, const int32_t *customer, int32_t count) {
  int64_t sum = 0;
  for (int32_t k = 0; k < count; k++) sum += s->counter[customer[k]];
  return sum;
}

static int64_t longer_by(const FleetRoutes *r) {
  int64_t delta = 0;
  for (int32_t k = 0; k < r->changes; k++)
    delta += r->route[r->change[k]].length - r->before[r->change[k]].length;
  return delta;
}

static bool accepted(Step *step) {
  const FleetSearch *s = step->s;
  const int64_t after = sum_of(s, s->out, step->count), before = sum_of(s, s->absent, s->count);
  if (step->count < s->count || after < before) return true;
  if (step->count > s->count || after > before) return false;
  return longer_by(&s->now) <= sisr_limit((float)(HEAT * s->unit), word_next(step));
}

bool fleet_step(FleetSearch *s, uint64_t k) {
  Step step = {.s = s, .k = k};
  const bool whole = ruin(&step);
  if (whole) {
    order_draw(&step);
    recreate(&step);
  }
  const bool taken = whole && accepted(&step);
  for (int32_t i = 0; whole && i < step.count; i++) s->counter[s->out[i]]++;
  taken ? fleet_keep(&s->now) : fleet_undo(&s->now);
  if (taken) {
    memcpy(s->absent, s->out, (size_t)step.count * sizeof *s->out);
    s->count = step.count;
  }
  return taken && !s->count;
}
