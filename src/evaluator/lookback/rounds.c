/* See rounds.h. */
#include "rounds.h"

#include <stdlib.h>
#include <string.h>

/* ---- an order ---- */

enum { PARTS = 64, LEFT_OUT = ORDER_KEYS };

typedef struct Parts { /* of the items; how many of each key a part has, then where its next one goes */
  uint32_t at[PARTS][ORDER_KEYS];
} Parts;

static uint32_t part_begin(uint32_t count, uint32_t part) {
  return (uint32_t)((uint64_t)count * part / PARTS);
}

static void parts_begin(Parts *parts, uint32_t first[ORDER_KEYS + 1]) {
  uint32_t place = 0;
  for (int key = 0; key < ORDER_KEYS; key++) {
    first[key] = place;
    for (int p = 0; p < PARTS; p++) {
      const uint32_t items = parts->at[p][key];
      parts->at[p][key] = place;
      place += items;
    }
  }
  first[ORDER_KEYS] = place;
}

void order_by_key(int threads, uint32_t count, const uint8_t *keys, uint32_t *order,
                  uint32_t first[ORDER_KEYS + 1]) {
  Parts parts;
  memset(&parts, 0, sizeof parts);
#pragma omp parallel for num_threads(threads)
  for (uint32_t p = 0; p < PARTS; p++)
    for (uint32_t i = part_begin(count, p); i < part_begin(count, p + 1); i++)
      if (keys[i] < ORDER_KEYS) parts.at[p][keys[i]]++;
  parts_begin(&parts, first);
#pragma omp parallel for num_threads(threads)
  for (uint32_t p = 0; p < PARTS; p++)
    for (uint32_t i = part_begin(count, p); i < part_begin(count, p + 1); i++)
      if (keys[i] < ORDER_KEYS) order[parts.at[p][keys[i]]++] = i;
}

/* ---- rounds ---- */

typedef struct Rounds {
  Backend *be;
  const PricingPlan *plan;
  const RoundWay *way;
  Round all;      /* those of the round */
  uint8_t *key;   /* (count) of each of them: the binary digits of its steps */
  uint32_t *list; /* (count) Round.option */
  uint32_t *order, *next;
  uint32_t first[ORDER_KEYS + 1];
} Rounds;

static uint8_t digits_of(uint32_t steps) {
  uint8_t digits = 0;
  while (steps >> digits > 1) digits++;
  return digits;
}

/* Quotes of those that are known; the others' keys. */
static void keys_begin(Rounds *r, uint32_t count) {
  const RoundWay *way = r->way;
#pragma omp parallel for num_threads(r->be->threads)
  for (uint32_t i = 0; i < count; i++) {
    const LookbackOption *o = &r->all.options[i];
    const bool known = way->known(o);
    if (known) r->all.quotes[i] = way->closed(o);
    r->key[i] = known ? LEFT_OUT : digits_of(r->all.steps ? r->all.steps : way->steps(o));
    r->list[i] = i;
  }
}

/* Those of a round in which all have as many steps whose error is above the tolerance: they get twice as many. */
static void keys_next(Rounds *r) {
  const uint32_t steps = r->all.steps;
  const double tolerance = r->plan->tolerance;
#pragma omp parallel for num_threads(r->be->threads)
  for (uint32_t k = 0; k < r->all.count; k++)
    r->key[k] = round_quote(&r->all, k)->error <= tolerance || steps >= r->way->most ? LEFT_OUT
                                                                                     : digits_of(2 * steps);
}

/* The list becomes those that have a key, by it. */
static void list_order(Rounds *r) {
  uint32_t *const swap = r->list;
  order_by_key(r->be->threads, r->all.count, r->key, r->order, r->first);
  r->all.count = r->first[ORDER_KEYS];
#pragma omp parallel for num_threads(r->be->threads)
  for (uint32_t k = 0; k < r->all.count; k++) r->next[k] = r->list[r->order[k]];
  r->list = r->next;
  r->next = swap;
  r->all.option = r->list;
}

static Status list_run(Rounds *r) {
  for (int key = 0; key < ORDER_KEYS; key++) {
    Round part = r->all;
    part.option += r->first[key];
    part.count = r->first[key + 1] - r->first[key];
    if (part.count) TRY(r->way->run(r->be, r->plan, &part));
  }
  return OK;
}

static Status list_rounds(Rounds *r) {
  keys_begin(r, r->all.count);
  list_order(r);
  while (r->all.count) {
    TRY(list_run(r));
    if (!r->all.steps) return OK;
    keys_next(r);
    r->all.steps *= 2;
    list_order(r);
  }
  return OK;
}

Status rounds_run(Backend *be, const PricingPlan *plan, const RoundWay *way, uint32_t count,
                  const LookbackOption *options, LookbackQuote *quotes) {
  if (!count) return OK;
  uint32_t *const lists = malloc(3 * (size_t)count * sizeof *lists);
  uint8_t *const key = malloc(count);
  Rounds r = {.be = be, .plan = plan, .way = way, .key = key, .list = lists};
  r.all = (Round){options, quotes, lists, count, plan->tolerance > 0 ? way->least : 0, way->steps};
  Status status = ERR_MEMORY;
  if (lists && key) {
    r.order = lists + count;
    r.next = lists + 2 * (size_t)count;
    status = list_rounds(&r);
  } else {
    status_fail(ERR_MEMORY, "no memory for the order of %u options", count);
  }
  free(lists);
  free(key);
  return status;
}
