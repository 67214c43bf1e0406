/* Trips in memory, their genes, and what proposals change in them: see trips.h. */
#include "trips.h"

#include <stdlib.h>
#include <string.h>

/* ---- memory ---- */

/* A trip has a customer or, while a proposal is made, had one at its begin. */
int32_t trips_heads(const RuinData *data) {
  return data->features & RUIN_TRIPS ? data->customers + RUIN_OUT_MAX : 0;
}

void trips_free(Chain *chain) {
  Trips *const trips = chain->trips;
  if (!trips) return;
  free(trips->stop);
  free(trips->depot);
  free(trips->pool);
  free(trips->freed);
  free(trips->trip);
  free(trips->node);
  free(trips->count);
  free(trips);
}

static bool trips_alloc(Trips *trips) {
  const size_t nodes = (size_t)trips->data.customers + 1, heads = (size_t)trips->heads;
  trips->stop = calloc(nodes + heads, sizeof *trips->stop);
  trips->depot = calloc(heads + 1, sizeof *trips->depot);
  trips->pool = calloc(heads + 1, sizeof *trips->pool);
  trips->freed = calloc(heads + 1, sizeof *trips->freed);
  trips->trip = calloc(heads + nodes, sizeof *trips->trip);
  trips->node = calloc(nodes, sizeof *trips->node);
  trips->count = calloc(nodes, sizeof *trips->count);
  return trips->stop && trips->depot && trips->pool && trips->freed && trips->trip && trips->node &&
         trips->count;
}

Status trips_make(Chain *chain) {
  const RuinData *const data = chain->data;
  if (!(data->features & RUIN_TRIPPED)) return OK;
  chain->trips = calloc(1, sizeof *chain->trips);
  if (!chain->trips) FAIL(ERR_MEMORY, "no memory for trips of %d customers", data->customers);
  chain->trips->data = *data;
  chain->trips->heads = trips_heads(data);
  if (!trips_alloc(chain->trips)) FAIL(ERR_MEMORY, "no memory for trips of %d customers", data->customers);
  memcpy(chain->trips->stop, data->stop, ((size_t)data->customers + 1) * sizeof *data->stop);
  chain->trips->data.stop = chain->trips->stop;
  chain->data = &chain->trips->data;
  return OK;
}

/* ---- the pool ---- */

void trips_reset(Chain *chain) {
  Trips *const trips = chain->trips;
  trips->spare = trips->spare_before = trips->heads;
  trips->freeds = 0;
  for (int32_t k = 0; k < trips->heads; k++) trips->pool[k] = chain->data->customers + trips->heads - k;
  for (int32_t k = 0; k <= trips->heads + chain->data->customers; k++) trips->trip[k] = (Trip){0};
}

int32_t trips_head_take(Chain *chain, int32_t depot) {
  Trips *const trips = chain->trips;
  const int32_t head = trips->pool[--trips->spare];
  const RoutesReload *reload = &chain->data->reload[depot];
  trips->depot[head - chain->data->customers - 1] = depot;
  trips->stop[head] = (RouteStop){
      .place = reload->place, .ready = reload->ready, .due = reload->due, .service = reload->service};
  chain->node[head] = (Node){.place = reload->place};
  trip_of(chain, 0, head)->stamp = 0;
  return head;
}

void trips_heads_free(Chain *chain, int32_t slot) {
  for (int32_t v = chain->route[slot].first; v; v = chain->node[v].next)
    if (is_head(chain, v)) chain->trips->freed[chain->trips->freeds++] = v;
}

void trips_keep(Chain *chain) {
  Trips *const trips = chain->trips;
  for (int32_t k = 0; k < trips->freeds; k++) trips->pool[trips->spare++] = trips->freed[k];
  trips->freeds = 0;
  trips->spare_before = trips->spare;
}

void trips_undo(Chain *chain, const Proposal *p) {
  chain->trips->freeds = 0;
  chain->trips->spare = chain->trips->spare_before;
  for (int32_t k = 0; k < p->touched; k++)
    if (chain->route[p->change[k].slot].size) (void)trips_update(chain, p->change[k].slot);
}

/* ---- to genes ---- */

int32_t trips_write(const Chain *chain, int32_t slot, int32_t *gene, int32_t at, int32_t *group) {
  const int32_t n = chain->data->customers;
  gene[n + (*group)++] = chain->route[slot].type;
  for (int32_t v = chain->route[slot].first; v; v = chain->node[v].next) {
    if (is_head(chain, v)) {
      gene[n + (*group)++] = ROUTES_NEXT_TRIP - head_depot(chain, v);
      continue;
    }
    const int32_t prev = chain->node[v].prev;
    gene[at++] = !prev || is_head(chain, prev) ? -v : v;
  }
  return at;
}
