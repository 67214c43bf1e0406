/* Chains in memory, and their solutions from and to genes (problem/routes/routes.h). */
#include <stdlib.h>
#include <string.h>
#include "trips.h"

/* ---- memory ---- */

void chain_free(Chain *chain) {
  free(chain->node);
  free(chain->route);
  free(chain->bound);
  free(chain->used);
  free(chain->missing);
  free(chain->pre_peak);
  free(chain->suf_peak);
  free(chain->load);
  free(chain->tried);
  free(chain->early);
  free(chain->past);
  trips_free(chain);
  *chain = (Chain){0};
}

Status chain_make(const RuinTask *task, const Tables *tables, Chain *out) {
  const RuinData *const data = tables->data;
  const size_t nodes = (size_t)data->customers + 1 + (size_t)trips_heads(data),
               peaks = nodes * (size_t)data->loads + 1;
  const bool mixed = data->features & RUIN_MIXED;
  *out = (Chain){.task = task, .data = data, .tables = tables};
  const Status status = trips_make(out);
  out->node = calloc(nodes, sizeof *out->node);
  out->route = calloc(nodes, sizeof *out->route);
  out->bound = calloc(nodes, sizeof *out->bound);
  out->used = calloc((size_t)data->types, sizeof *out->used);
  out->missing = calloc(nodes / 64 + 1, sizeof *out->missing);
  out->past = malloc((nodes + RUIN_OUT_MAX) * sizeof *out->past);
  out->pre_peak = mixed ? calloc(peaks, sizeof *out->pre_peak) : NULL;
  out->suf_peak = mixed ? calloc(peaks, sizeof *out->suf_peak) : NULL;
  out->load = data->partner ? calloc(peaks, sizeof *out->load) : NULL;
  out->early = data->pause ? calloc(2 * nodes, sizeof *out->early) : NULL;
  out->late = out->early ? out->early + nodes : NULL;
  out->tried = data->partner ? calloc(2 * nodes, sizeof *out->tried) : NULL;
  if (status == OK && out->node && out->route && out->bound && out->used && out->missing && out->past &&
      (!mixed || (out->pre_peak && out->suf_peak)) && (!data->partner || (out->load && out->tried)) &&
      (!data->pause || out->early))
    return OK;
  chain_free(out);
  TRY(status);
  FAIL(ERR_MEMORY, "no memory for a chain of %d customers", data->customers);
}

/* ---- from genes ---- */

static void customer_leave_out(Chain *chain, int32_t c) {
  chain->node[c].slot = ABSENT;
  chain->cost += absence_cost(chain, c);
  if (chain->data->stop[c].prize != ROUTES_REQUIRED) return;
  chain->missing[c / 64] |= (uint64_t)1 << c % 64;
  chain->missings++;
}

/* Clusters of whom nobody is in a route. */
static void clusters_leave_out(Chain *chain) {
  for (int32_t c = 1; c <= chain->data->customers; c++)
    if (chain->data->leader[c] == c && chain->node[cluster_stop(chain, c)].slot == ABSENT)
      customer_leave_out(chain, c);
}

/* Routes get slots in the order of the genes. */
static void route_append(Chain *chain, int32_t c, bool begins, int32_t type) {
  if (begins) {
    chain->bound[chain->slots] = (RouteBound){0};
    chain->route[chain->slots++] = (Route){.type = type};
    chain->used[type]++;
    chain->routes++;
  }
  const int32_t slot = chain->slots - 1;
  route_link(chain, slot, chain->route[slot].last, c, 0);
  chain->served++;
}

/* The vehicle of the trip before makes one more, after a reload. */
static void trip_append(Chain *chain, int32_t depot) {
  const int32_t slot = chain->slots - 1;
  route_link(chain, slot, chain->route[slot].last, trips_head_take(chain, depot), 0);
}

void chain_load(Chain *chain, const int32_t *gene) {
  const RuinData *const data = chain->data;
  const int32_t n = data->customers;
  memset(chain->used, 0, (size_t)data->types * sizeof *chain->used);
  memset(chain->missing, 0, ((size_t)n / 64 + 1) * sizeof *chain->missing);
  chain->slots = chain->routes = chain->served = chain->missings = 0;
  chain->cost = 0;
  chain->stamp = 1;
  if (chain->trips) trips_reset(chain);
  for (int32_t c = 1; c <= n; c++) chain->node[c] = (Node){.slot = ABSENT, .place = data->stop[c].place};
  for (int32_t k = 0, group = -1; k < n; k++) {
    const int32_t c = routes_customer(gene[k]);
    group += gene[k] < 0;
    const int32_t type = gene[n + group];
    if (type == ROUTES_LEFT_OUT) {
      if (!data->leader) customer_leave_out(chain, c);
      continue;
    }
    if (gene[k] < 0 && type <= ROUTES_NEXT_TRIP) trip_append(chain, ROUTES_NEXT_TRIP - type);
    route_append(chain, c, gene[k] < 0 && type >= 0, type);
  }
  if (data->leader) clusters_leave_out(chain);
  if (chain->trips) trips_keep(chain);
  chain->cost += data->route_cost * chain->routes;
  for (int32_t slot = 0; slot < chain->slots; slot++) {
    (void)route_update(chain, slot);
    chain->cost += chain->route[slot].cost;
  }
  if (data->features & RUIN_BALANCE) chain_longest_set(chain);
}

int32_t chain_longest(const Chain *chain) {
  int32_t longest = 0;
  for (int32_t slot = 0; slot < chain->slots; slot++) {
    const Route *const route = &chain->route[slot];
    if (route->size && route->duration > longest) longest = route->duration;
  }
  return longest;
}

void chain_longest_set(Chain *chain) {
  chain->longest = chain_longest(chain);
  const double share = ruin_level_share(chain->data, chain->longest);
  int64_t parts = 0;
  for (int32_t slot = 0; slot < chain->slots; slot++)
    if (chain->route[slot].size) parts += ruin_level_part(share, chain->route[slot].duration);
  chain->level = ruin_level(chain->data, share, parts);
}

/* ---- vehicles first ---- */

/* The sum of prices of a route's customers, whose least is *least. */
static int64_t prices_sum(const Chain *chain, int32_t slot, int32_t *least) {
  int64_t sum = 0;
  *least = INT32_MAX;
  for (int32_t v = chain->route[slot].first; v; v = chain->node[v].next) {
    if (chain->trips && is_head(chain, v)) continue;
    if (!is_delivery(chain->data, v)) sum += absence_price(chain, unit_of(chain->data, v));
    if (v < *least) *least = v;
  }
  return sum;
}

static int32_t cheapest_route(const Chain *chain) {
  int64_t best = INT64_MAX;
  int32_t found = ABSENT, customer = INT32_MAX;
  for (int32_t slot = 0; slot < chain->slots; slot++) {
    int32_t least;
    if (!chain->route[slot].size) continue;
    const int64_t sum = prices_sum(chain, slot, &least);
    if (sum > best || (sum == best && least > customer)) continue;
    best = sum;
    found = slot;
    customer = least;
  }
  return found;
}

/* Deliveries have no price, and a cluster that of its least customer. */
static void customers_leave_out(Chain *chain, int32_t slot) {
  for (int32_t v = chain->route[slot].first, next; v; v = next) {
    next = chain->node[v].next;
    if (chain->trips && is_head(chain, v)) continue;
    chain->node[v].slot = ABSENT;
    customer_leave_out(chain, chain->data->leader ? chain->data->leader[v] : v);
    chain->served--;
  }
}

void chain_dissolve(Chain *chain) {
  const int32_t slot = cheapest_route(chain);
  chain->cost -= chain->route[slot].cost + chain->data->route_cost;
  if (chain->trips) trips_heads_free(chain, slot);
  customers_leave_out(chain, slot);
  route_close(chain, slot);
  while (chain->slots && !chain->route[chain->slots - 1].size) chain->slots--;
  if (chain->trips) trips_keep(chain);
  if (chain->data->features & RUIN_BALANCE) chain_longest_set(chain);
}

/* ---- to genes ---- */

static int32_t route_write(const Chain *chain, int32_t slot, int32_t *gene, int32_t at) {
  for (int32_t v = chain->route[slot].first; v; v = chain->node[v].next)
    gene[at++] = chain->node[v].prev ? v : -v;
  return at;
}

/* Routes in the order of their least customers; then those left out, rising. */
void chain_store(Chain *chain, int32_t *gene) {
  const int32_t n = chain->data->customers;
  int32_t at = 0, routes = 0;
  chain->stamp++;
  for (int32_t c = 1; c <= n; c++) {
    const int32_t slot = chain->node[c].slot;
    if (slot == ABSENT || chain->route[slot].stamp == chain->stamp) continue;
    chain->route[slot].stamp = chain->stamp;
    if (chain->trips) {
      at = trips_write(chain, slot, gene, at, &routes);
      continue;
    }
    at = route_write(chain, slot, gene, at);
    gene[n + routes++] = chain->route[slot].type;
  }
  for (int32_t c = 1, first = at; c <= n; c++)
    if (chain->node[c].slot == ABSENT) {
      gene[at] = at == first ? -c : c;
      at++;
    }
  while (routes < n) gene[n + routes++] = ROUTES_LEFT_OUT;
}
