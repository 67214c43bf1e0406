/* See fleet_search.h. */
#include "fleet_search.h"

#include <stdlib.h>
#include <string.h>
#include "problem/cvrp/cvrp.h"
#include "fleet_step.h"
#include "search/routes/route_fleet.h"

/* ---- memory ---- */

uint64_t fleet_search_bytes(int32_t customers) {
  return fleet_routes_bytes(customers) + ((uint64_t)customers + 1) * (4 * sizeof(int32_t) + sizeof(int64_t));
}

static int32_t routes_least(const RouteData *data) {
  const int64_t least = cvrp_routes_filled(cvrp_load(data->demand, data->customers), data->capacity);
  return least < 1 ? 1 : (int32_t)least;
}

Status fleet_search_make(const RouteData *data, FleetNear near, uint64_t seed, uint32_t island,
                         FleetSearch *out) {
  const size_t n = (size_t)data->customers + 1;
  *out = (FleetSearch){.near = near, .seed = seed, .island = island, .least = routes_least(data)};
  out->goal = out->least;
  out->counter = calloc(n, sizeof *out->counter);
  out->best = malloc(4 * n * sizeof *out->best);
  out->absent = out->best + n;
  out->out = out->absent + n;
  out->key = out->out + n;
  TRY(fleet_routes_make(data, &out->now));
  if (out->counter && out->best) return OK;
  FAIL(ERR_MEMORY, "no memory for a search of %d customers", data->customers);
}

void fleet_search_free(FleetSearch *s) {
  fleet_routes_free(&s->now);
  free(s->counter);
  free(s->best);
}

/* ---- a route less ---- */

static int64_t route_sum(const FleetSearch *s, int32_t slot) {
  int64_t sum = 0;
  for (int32_t c = s->now.route[slot].first; c; c = s->now.next[c]) sum += s->counter[c];
  return sum;
}

/* Of the routes that are not empty. */
static int32_t route_lost(const FleetSearch *s) {
  int32_t lost = -1;
  int64_t least = 0;
  for (int32_t r = 0; r < s->now.slots; r++) {
    const FleetRoute *one = &s->now.route[r], *than = &s->now.route[lost < 0 ? r : lost];
    const int64_t sum = route_sum(s, r);
    bool less;
    if (sum != least)
      less = sum < least;
    else if (one->customers != than->customers)
      less = one->customers < than->customers;
    else
      less = one->first < than->first;
    if (one->customers && (lost < 0 || less)) {
      lost = r;
      least = sum;
    }
  }
  return lost;
}

static void drop_empty(FleetSearch *s) {
  for (int32_t r = s->now.slots; r-- > 0;)
    if (!s->now.route[r].customers) fleet_drop(&s->now, r, s->absent);
}

/* The present solution is complete. Empty routes are no routes. */
static void complete(FleetSearch *s) {
  drop_empty(s);
  fleet_genes(&s->now, s->best);
  s->routes = s->now.slots;
  s->count = 0;
  if (!fleet_search_over(s)) s->count = fleet_drop(&s->now, route_lost(s), s->absent);
}

void fleet_search_begin(FleetSearch *s, const int32_t *gene, double unit) {
  s->unit = unit;
  s->seeking = false;
  fleet_clear(&s->now);
  fleet_genes_set(&s->now, gene, s->now.data.customers);
  complete(s);
}

/* ---- the first solution ---- */

/* Of the last of those with the least load. */
static int32_t route_lightest(const FleetSearch *s) {
  int32_t lightest = 0;
  for (int32_t r = 1; r < s->now.slots; r++)
    if (s->now.route[r].load <= s->now.route[lightest].load) lightest = r;
  return lightest;
}

static void absent_add(FleetSearch *s, int32_t slot) {
  s->count += fleet_drop(&s->now, slot, s->absent + s->count);
}

/* Nobody is absent. A closed fleet's routes are split until there are as many as there have to be; if they cannot be, it begins anew. */
static void found(FleetSearch *s) {
  bool keeps = true;
  s->seeking = false;
  if (!s->now.data.closed) return complete(s);
  drop_empty(s);
  fleet_genes(&s->now, s->best);
  if (route_fleet_keep(&s->now.data, s->most, s->best, &keeps) == OK && keeps)
    fleet_search_begin(s, s->best, s->unit);
  else
    fleet_search_seek(s, NULL, s->most, s->unit);
}

void fleet_search_seek(FleetSearch *s, const int32_t *gene, int32_t most, double unit) {
  FleetRoutes *const r = &s->now;
  const int32_t n = r->data.customers;
  s->unit = unit;
  s->seeking = true;
  s->most = most < n ? most : n;
  s->routes = s->most + 1;
  s->count = 0;
  fleet_clear(r);
  if (gene) fleet_genes_set(r, gene, n);
  for (int32_t slot = r->slots; slot-- > 0;)
    if (r->route[slot].load > r->data.capacity || !fleet_time(r, slot)) absent_add(s, slot);
  while (r->slots > s->most) absent_add(s, route_lightest(s));
  while (r->slots < s->most) r->route[r->slots++] = (FleetRoute){0};
  for (int32_t c = 1; !gene && c <= n; c++) s->absent[s->count++] = c;
  if (!s->count) found(s);
}

void fleet_search_run(FleetSearch *s, uint64_t first, uint64_t count) {
  for (uint64_t k = first; k < first + count && !fleet_search_over(s); k++)
    if (fleet_step(s, k)) s->seeking ? found(s) : complete(s);
}

/* ---- states ---- */

void fleet_search_now(FleetSearch *s, int32_t *gene) {
  const int32_t n = s->now.data.customers, present = fleet_genes(&s->now, gene);
  for (int32_t k = 0; k < s->count; k++) gene[present + k] = s->absent[k] + n;
}

/* Every customer once, a route at the begin, absent ones at the end. Returns how many are present; -1: it is no such row. */
static int32_t genes_check(FleetSearch *s, const int32_t *gene) {
  const int32_t n = s->now.data.customers;
  int32_t present = 0;
  memset(s->key, 0, ((size_t)n + 1) * sizeof *s->key);
  for (int32_t k = 0; k < n; k++) {
    const bool absent = gene[k] > n;
    if (gene[k] == 0 || gene[k] < -n || gene[k] > 2 * (int64_t)n) return -1;
    const int32_t c = absent ? gene[k] - n : cvrp_customer(gene[k]);
    if (s->key[c]++ || (k == 0 && gene[k] > 0 && !absent) || (!absent && present < k)) return -1;
    present += !absent;
  }
  return present;
}

bool fleet_search_now_set(FleetSearch *s, const int32_t *gene) {
  const int32_t n = s->now.data.customers, present = genes_check(s, gene);
  if (fleet_search_over(s)) return present == n;
  if (present < 0 || present == n) return false;
  fleet_clear(&s->now);
  if (!fleet_genes_set(&s->now, gene, present) || s->now.slots >= s->routes) return false;
  while (s->now.slots < s->routes - 1) s->now.route[s->now.slots++] = (FleetRoute){0};
  s->count = n - present;
  for (int32_t k = 0; k < s->count; k++) s->absent[k] = gene[present + k] - n;
  return true;
}

bool fleet_absences_keep(const int64_t *absences, size_t customers) {
  for (size_t k = 0; k < customers; k++)
    if (absences[k] < 0 || absences[k] > INT64_MAX / 2 / (int64_t)(customers + 1)) return false;
  return true;
}
