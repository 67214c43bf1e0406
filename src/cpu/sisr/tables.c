/* See tables.h. */
#include "tables.h"

#include <stdlib.h>
#include <string.h>

uint64_t tables_bytes(uint64_t m) {
  return (m + 1) * ((m + 1) * sizeof(int32_t) + SISR_NEAR * (sizeof(uint16_t) + sizeof(int32_t)) +
                    2 * sizeof(int32_t) + sizeof(uint16_t));
}

void tables_free(Tables *t) {
  free(t->demand);
  free(t->near);
  free(t->nearby);
  free(t->outside);
  free(t->column);
  free(t->distance);
  *t = (Tables){0};
}

static Status tables_alloc(int32_t customers, Tables *t) {
  const size_t m = (size_t)customers + 1;
  if (t->m == customers) return OK;
  tables_free(t);
  t->demand = malloc(m * sizeof *t->demand);
  t->near = malloc(m * SISR_NEAR * sizeof *t->near);
  t->nearby = malloc(m * SISR_NEAR * sizeof *t->nearby);
  t->outside = malloc(m * sizeof *t->outside);
  t->column = malloc(m * sizeof *t->column);
  t->distance = malloc(m * m * sizeof *t->distance);
  t->m = customers;
  if (t->demand && t->near && t->nearby && t->outside && t->column && t->distance) return OK;
  tables_free(t);
  FAIL(ERR_MEMORY, "no memory for the distances of %d customers", customers);
}

typedef struct Maker {
  const SisrTask *task;
  const SisrNumbers *numbers;
  size_t chain; /* its row in `numbers` */
  int32_t part;
  const int32_t *id;
  Tables *t;
} Maker;

/* The neighbours that are in the part. */
static void near_set(const Maker *k, int32_t a) {
  const int32_t *const from = k->task->near + (size_t)k->id[a] * (size_t)k->task->near_width;
  uint16_t *const near = k->t->near + (size_t)a * SISR_NEAR;
  int32_t *const nearby = k->t->nearby + (size_t)a * SISR_NEAR, count = 0;
  for (int32_t i = 0; i < k->task->near_width && count < SISR_NEAR; i++) {
    if (k->numbers->part[k->chain + (size_t)from[i]] != k->part) continue;
    nearby[count] = route_distance(&k->task->data, k->id[a], from[i]);
    near[count++] = (uint16_t)k->numbers->local[k->chain + (size_t)from[i]];
  }
  for (; count < SISR_NEAR; count++) {
    near[count] = 0;
    nearby[count] = 0;
  }
}

/* Columns in the order of a walk that goes on to the nearest customer that it has not passed. */
static void columns_set(Tables *t) {
  memset(t->column, 0, ((size_t)t->m + 1) * sizeof *t->column);
  int32_t least = 1, at = 1;
  for (int32_t i = 1; i <= t->m; i++) {
    t->column[at] = (uint16_t)i;
    const uint16_t *const near = t->near + (size_t)at * SISR_NEAR;
    int32_t lane = 0;
    while (lane < SISR_NEAR && near[lane] && t->column[near[lane]]) lane++;
    while (least <= t->m && t->column[least]) least++;
    at = lane < SISR_NEAR && near[lane] ? near[lane] : least;
  }
}

/* The distance of a's last neighbour; 0: it has none. */
static int32_t last_nearby(const Tables *t, int32_t a) {
  int32_t lane = SISR_NEAR - 1;
  while (lane > 0 && !t->near[(size_t)a * SISR_NEAR + (size_t)lane]) lane--;
  return t->nearby[(size_t)a * SISR_NEAR + (size_t)lane];
}

/* The least distance from a to a customer who is no neighbour, from the table of distances. */
static int32_t others_least(const Tables *t, int32_t a) {
  const uint16_t *const near = t->near + (size_t)a * SISR_NEAR;
  const int32_t *const row = t->distance + (size_t)t->column[a] * ((size_t)t->m + 1);
  int32_t least = BOUND_MOST / 2; /* above any distance */
  for (int32_t b = 1; b <= t->m; b++) {
    if (row[t->column[b]] >= least || b == a) continue;
    int32_t lane = 0;
    while (lane < SISR_NEAR && near[lane] != b) lane++;
    if (lane == SISR_NEAR) least = row[t->column[b]];
  }
  return least;
}

/* Without windows neighbours come nearest first, so no other customer is nearer than the last of them. */
static void outside_set(Tables *t, bool windows) {
  for (int32_t a = 1; a <= t->m; a++)
    t->outside[a] = t->distance[t->column[a]] + (windows ? others_least(t, a) : last_nearby(t, a));
}

Status tables_make(const SisrTask *task, const SisrNumbers *numbers, const SisrPart *head, uint32_t p,
                   Tables *out) {
  TRY(tables_alloc(head->customers, out));
  const Maker k = {task, numbers, head->chain * numbers->nodes, (int32_t)p, numbers->id + p * numbers->stride,
                   out};
  const size_t m = (size_t)out->m + 1;
  for (int32_t a = 0; a <= out->m; a++) {
    out->demand[a] = task->data.demand[k.id[a]];
    if (a) near_set(&k, a);
  }
  columns_set(out);
  for (int32_t a = 0; a <= out->m; a++)
    for (int32_t b = 0; b <= out->m; b++)
      out->distance[out->column[a] * m + out->column[b]] = route_distance(&task->data, k.id[a], k.id[b]);
  outside_set(out, task->data.ready != NULL);
  return OK;
}
