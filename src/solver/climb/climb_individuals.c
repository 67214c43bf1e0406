/* Champions of the "climb" solver: reading them, and migration along the ring. */
#include <stdlib.h>
#include "climb_archipelago.h"

Status climb_champion(Archipelago *a, uint32_t i, Individual *out) {
  size_t n = a->inst->n;
  out->length = (uint32_t)n;
  out->island = a->origin[i];
  TRY(a->be->ops->download(a->be, &out->cost, a->state.champion_cost + i, sizeof out->cost));
  if (out->cost == COST_NONE || !out->gene) return OK;
  return a->be->ops->download(a->be, out->gene, a->state.champion_tour + i * n, n * sizeof *out->gene);
}

size_t climb_migrant_bytes(const Archipelago *a) {
  return sizeof(ClimbMigrant) + (size_t)a->inst->n * sizeof(int32_t);
}

static Status migrant_pack(Archipelago *a, uint32_t i, ClimbMigrant *migrant) {
  Individual champion = {.gene = migrant->tour};
  TRY(climb_champion(a, i, &champion));
  migrant->cost = champion.cost;
  migrant->island = champion.island;
  migrant->length = champion.length;
  return OK;
}

Status climb_emigrate(Archipelago *a, void *migrant) { return migrant_pack(a, a->span.count - 1, migrant); }

Status climb_migrant_settle(Archipelago *a, uint32_t i, const ClimbMigrant *in) {
  int64_t cost;
  size_t n = a->inst->n;
  TRY(a->be->ops->download(a->be, &cost, a->state.champion_cost + i, sizeof cost));
  if (in->cost >= cost) return OK;
  a->origin[i] = in->island;
  TRY(a->be->ops->upload(a->be, a->state.champion_cost + i, &in->cost, sizeof in->cost));
  return a->be->ops->upload(a->be, a->state.champion_tour + i * n, in->tour, n * sizeof *in->tour);
}

/* From the last island to the first, so that each sends the champion it had before the exchange. */
Status climb_immigrate(Archipelago *a, const void *migrant) {
  ClimbMigrant *own = malloc(climb_migrant_bytes(a));
  if (!own) FAIL(ERR_MEMORY, "no memory for a migrant of %d cities", a->inst->n);
  Status status = OK;
  for (uint32_t i = a->span.count; i-- > 1 && status == OK;) {
    status = migrant_pack(a, i - 1, own);
    if (status == OK) status = climb_migrant_settle(a, i, own);
  }
  free(own);
  return status != OK ? status : climb_migrant_settle(a, 0, migrant);
}

/* Replaces *out by row `row` of an array of costs and tours if that is cheaper; `island` is where it was found. */
static Status individual_keep(Archipelago *a, const int64_t *costs, const int32_t *tours, size_t row,
                              uint32_t island, Individual *out) {
  int64_t cost;
  size_t n = a->inst->n;
  TRY(a->be->ops->download(a->be, &cost, costs + row, sizeof cost));
  if (cost >= out->cost) return OK;
  out->cost = cost;
  out->island = island;
  out->length = (uint32_t)n;
  return a->be->ops->download(a->be, out->gene, tours + row * n, n * sizeof *out->gene);
}

Status climb_best(Archipelago *a, bool unfinished, Individual *out) {
  const ClimbState *st = &a->state;
  out->cost = COST_NONE;
  for (uint32_t i = 0; i < a->span.count; i++) {
    TRY(individual_keep(a, st->champion_cost, st->champion_tour, i, a->origin[i], out));
    TRY(individual_keep(a, st->contender_cost, st->contender_tour, i, a->span.first + i, out));
  }
  for (uint32_t s = 0; unfinished && s < st->slots; s++) {
    uint32_t island;
    TRY(a->be->ops->download(a->be, &island, st->slot_island + s, sizeof island));
    if (island != SLOT_EMPTY)
      TRY(individual_keep(a, st->slot_cost, st->slot_tour, s, a->span.first + island, out));
  }
  return OK;
}
