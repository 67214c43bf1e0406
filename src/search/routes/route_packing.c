/* See route_packing.h. */
#include "route_packing.h"

#include <stdlib.h>
#include "halt.h"

enum { ATTEMPTS = 64, STEPS = 300000 /* of an attempt */ };

typedef struct Packing {
  int32_t count, bins, capacity;
  const int32_t *demand; /* (customers + 1) */
  int32_t *item;         /* (count) customers, the heaviest first */
  int32_t *bin;          /* (customers + 1); -1: it has none yet */
  int64_t room;          /* that vehicles may still leave */
  int32_t used;          /* vehicles */
  uint32_t attempt;
  uint64_t steps;
} Packing;

static int32_t weight(const Packing *p, int32_t k) { return p->demand[p->item[k]]; }
static bool is_free(const Packing *p, int32_t k) { return p->bin[p->item[k]] < 0; }

static bool fill(Packing *p, int32_t from, int32_t left);

/* The next vehicle, with the heaviest customer left. */
static bool next_bin(Packing *p, int32_t heaviest) {
  while (heaviest < p->count && !is_free(p, heaviest)) heaviest++;
  if (heaviest == p->count) return true;
  if (p->used == p->bins) return false;
  p->bin[p->item[heaviest]] = p->used++;
  if (fill(p, heaviest + 1, p->capacity - weight(p, heaviest))) return true;
  p->bin[p->item[heaviest]] = -1;
  p->used--;
  return false;
}

/* The first customer who is not heavier than `left`, by halving. */
static int32_t first_fitting(const Packing *p, int32_t from, int32_t left) {
  int32_t low = from, high = p->count;
  while (low < high) {
    const int32_t middle = low + (high - low) / 2;
    if (weight(p, middle) > left)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Later attempts pass over some customers, by lot. */
static bool passed_over(Packing *p) {
  const uint32_t word = (uint32_t)p->steps * 0x9e3779b1u + p->attempt * 0x85ebca6bu;
  return p->attempt && ((word ^ word >> 15) * 0xc2b2ae35u) >> 29 == 0;
}

/* Fills the last vehicle, which has room `left`, with customers from place `from` on; then the others. */
static bool fill(Packing *p, int32_t from, int32_t left) {
  int32_t before = -1; /* of equal ones the first is enough */
  for (int32_t k = first_fitting(p, from, left); k < p->count && left > 0; k++) {
    if (++p->steps > STEPS || halt_poll()) return false;
    if (!is_free(p, k) || weight(p, k) == before || passed_over(p)) continue;
    before = weight(p, k);
    p->bin[p->item[k]] = p->used - 1;
    if (fill(p, k + 1, left - before)) return true;
    p->bin[p->item[k]] = -1;
  }
  if (left > p->room) return false;
  p->room -= left;
  if (next_bin(p, 0)) return true;
  p->room += left;
  return false;
}

static int heavy_order(const void *left, const void *right, void *of) {
  const int32_t a = *(const int32_t *)left, b = *(const int32_t *)right, *const demand = of;
  if (demand[a] != demand[b]) return demand[a] > demand[b] ? -1 : 1;
  return a < b ? -1 : 1;
}

static bool attempt(Packing *p, int32_t customers, int64_t room) {
  for (int32_t c = 1; c <= customers; c++) p->bin[c] = p->demand[c] ? -1 : 0; /* no load goes anywhere */
  p->room = room;
  p->used = 0;
  p->steps = 0;
  return next_bin(p, 0);
}

Status route_packing(const RouteData *data, int32_t bins, int32_t *bin, bool *found) {
  const int32_t n = data->customers;
  Packing p = {.bins = bins, .capacity = data->capacity, .demand = data->demand, .bin = bin};
  int64_t room = (int64_t)bins * data->capacity;
  *found = false;
  if (n > PACKING_CUSTOMERS) return OK;
  p.item = malloc(((size_t)n + 1) * sizeof *p.item);
  if (!p.item) FAIL(ERR_MEMORY, "no memory for the demands of %d customers", n);
  for (int32_t c = 1; c <= n; c++) {
    room -= data->demand[c];
    if (data->demand[c]) p.item[p.count++] = c;
  }
  qsort_r(p.item, (size_t)p.count, sizeof *p.item, heavy_order, (void *)data->demand);
  for (; room >= 0 && p.attempt < ATTEMPTS && !*found && !halt_poll(); p.attempt++)
    *found = attempt(&p, n, room);
  free(p.item);
  return OK;
}
