/* See fleet_routes.h. */
#include "fleet_routes.h"

#include <stdlib.h>
#include <string.h>
#include "problem/cvrp/cvrp.h"

enum { NUMBERS = 8 }; /* arrays of one number a customer */

uint64_t fleet_routes_bytes(int32_t customers) {
  return ((uint64_t)customers + 1) * (NUMBERS * sizeof(int32_t) + 2 * sizeof(FleetRoute) + sizeof(bool));
}

Status fleet_routes_make(const RouteData *data, FleetRoutes *out) {
  const size_t n = (size_t)data->customers + 1;
  *out = (FleetRoutes){.data = *data, .next = malloc(NUMBERS * n * sizeof *out->next)};
  out->prev = out->next + n;
  out->slot = out->prev + n;
  out->early = out->slot + n;
  out->late = out->early + n;
  out->change = out->late + n;
  out->at = out->change + n;
  out->order = out->at + n;
  out->route = malloc(n * sizeof *out->route);
  out->before = malloc(n * sizeof *out->before);
  out->touched = calloc(n, sizeof *out->touched);
  if (!out->next || !out->route || !out->before || !out->touched)
    FAIL(ERR_MEMORY, "no memory for the routes of %d customers", data->customers);
  fleet_clear(out);
  return OK;
}

void fleet_routes_free(FleetRoutes *r) {
  free(r->next);
  free(r->route);
  free(r->before);
  free(r->touched);
}

void fleet_clear(FleetRoutes *r) {
  r->slots = r->changes = r->ordered = 0;
  for (int32_t c = 0; c <= r->data.customers; c++) r->slot[c] = -1;
}

/* ---- changes ---- */

void fleet_touch(FleetRoutes *r, int32_t slot) {
  if (r->touched[slot]) return;
  r->touched[slot] = true;
  r->before[slot] = r->route[slot];
  r->change[r->changes] = slot;
  r->at[r->changes++] = r->ordered;
  for (int32_t c = r->route[slot].first; c; c = r->next[c]) r->order[r->ordered++] = c;
}

static int64_t detour(const FleetRoutes *r, int32_t prev, int32_t c, int32_t next) {
  return (int64_t)route_distance(&r->data, prev, c) + route_distance(&r->data, c, next) -
         route_distance(&r->data, prev, next) + r->data.service;
}

void fleet_take(FleetRoutes *r, int32_t c) {
  FleetRoute *const route = &r->route[r->slot[c]];
  const int32_t prev = r->prev[c], next = r->next[c];
  *(prev ? &r->next[prev] : &route->first) = next;
  *(next ? &r->prev[next] : &route->last) = prev;
  route->customers--;
  route->load -= r->data.demand[c];
  route->length -= detour(r, prev, c, next);
  r->slot[c] = -1;
}

void fleet_put(FleetRoutes *r, int32_t c, int32_t slot, int32_t prev) {
  FleetRoute *const route = &r->route[slot];
  const int32_t next = prev ? r->next[prev] : route->first;
  r->prev[c] = prev;
  r->next[c] = next;
  r->slot[c] = slot;
  *(prev ? &r->next[prev] : &route->first) = c;
  *(next ? &r->prev[next] : &route->last) = c;
  route->customers++;
  route->load += r->data.demand[c];
  route->length += detour(r, prev, c, next);
}

static bool late_forth(FleetRoutes *r, int32_t slot) {
  const RouteData *data = &r->data;
  int32_t leaves = data->ready[0], last = 0;
  for (int32_t c = r->route[slot].first; c; last = c, c = r->next[c]) {
    const int32_t comes = leaves + route_distance(data, last, c);
    if (comes > data->due[c]) return true;
    r->early[c] = comes > data->ready[c] ? comes : data->ready[c];
    leaves = r->early[c] + data->service_at[c];
  }
  return last && leaves + route_distance(data, last, 0) > data->due[0];
}

bool fleet_time(FleetRoutes *r, int32_t slot) {
  const RouteData *data = &r->data;
  if (!data->ready) return data->max_duration == INT32_MAX || r->route[slot].length <= data->max_duration;
  if (late_forth(r, slot)) return false;
  int32_t latest = data->due[0];
  for (int32_t next = 0, c = r->route[slot].last; c; next = c, c = r->prev[c]) {
    latest -= route_distance(data, c, next) + data->service_at[c];
    if (latest > data->due[c]) latest = data->due[c];
    r->late[c] = latest;
  }
  return true;
}

void fleet_keep(FleetRoutes *r) {
  for (int32_t k = 0; k < r->changes; k++) r->touched[r->change[k]] = false;
  r->changes = r->ordered = 0;
}

/* Customers in order, into an empty slot. */
static void refill(FleetRoutes *r, int32_t slot, const int32_t *customer, int32_t count) {
  r->route[slot] = (FleetRoute){0};
  for (int32_t k = 0; k < count; k++) fleet_put(r, customer[k], slot, r->route[slot].last);
}

void fleet_undo(FleetRoutes *r) {
  for (int32_t k = 0; k < r->changes; k++)
    for (int32_t c = r->route[r->change[k]].first; c; c = r->next[c]) r->slot[c] = -1;
  for (int32_t k = 0; k < r->changes; k++) {
    const int32_t slot = r->change[k];
    refill(r, slot, r->order + r->at[k], r->before[slot].customers);
    fleet_time(r, slot);
  }
  fleet_keep(r);
}

int32_t fleet_drop(FleetRoutes *r, int32_t slot, int32_t *out) {
  int32_t count = 0;
  for (int32_t c = r->route[slot].first; c; c = r->next[c]) {
    r->slot[c] = -1;
    out[count++] = c;
  }
  r->route[slot] = r->route[--r->slots];
  for (int32_t c = slot < r->slots ? r->route[slot].first : 0; c; c = r->next[c]) r->slot[c] = slot;
  return count;
}

/* ---- genes ---- */

int32_t fleet_genes(FleetRoutes *r, int32_t *gene) {
  int32_t count = 0;
  for (int32_t least = 1; least <= r->data.customers; least++) {
    const int32_t slot = r->slot[least];
    if (slot < 0 || r->touched[slot]) continue;
    r->touched[slot] = true;
    for (int32_t c = r->route[slot].first; c; c = r->next[c]) gene[count++] = r->prev[c] ? c : -c;
  }
  memset(r->touched, 0, (size_t)r->slots * sizeof *r->touched);
  return count;
}

bool fleet_genes_set(FleetRoutes *r, const int32_t *gene, int32_t count) {
  bool keeps = true;
  for (int32_t k = 0; k < count; k++) {
    if (gene[k] < 0) r->route[r->slots++] = (FleetRoute){0};
    fleet_put(r, cvrp_customer(gene[k]), r->slots - 1, r->route[r->slots - 1].last);
  }
  for (int32_t s = 0; s < r->slots; s++)
    keeps = fleet_time(r, s) && r->route[s].load <= r->data.capacity && keeps;
  return keeps;
}
