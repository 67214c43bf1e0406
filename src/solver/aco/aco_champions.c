/* Champions of the "aco" solver, the best tours of islands: reading them, and migration along the ring. Inside "aco". */
#include <stdlib.h>
#include <string.h>
#include "aco_archipelago.h"
#include "individual.h"

Status aco_champion(Archipelago *a, uint32_t i, Individual *out) {
  TRY(aco_colonies_download(a));
  out->cost = a->colony[i].best;
  out->island = a->span.first + i;
  out->length = (uint32_t)a->inst->n;
  if (out->cost == COST_NONE || !out->gene) return OK;
  TRY(a->be->ops->download(a->be, out->gene, aco_tour(a, a->state.best, i), aco_tour_bytes(a)));
  for (int32_t p = 0; p < a->inst->n; p++) out->gene[p] = a->order[out->gene[p]];
  return OK;
}

Status aco_best(Archipelago *a, bool unfinished, Individual *out) {
  uint32_t best = 0;
  (void)unfinished;
  out->cost = COST_NONE;
  if (!a->span.count) return OK;
  TRY(aco_colonies_download(a));
  for (uint32_t i = 1; i < a->span.count; i++)
    if (a->colony[i].best < a->colony[best].best) best = i;
  return aco_champion(a, best, out);
}

/* ---- migration ---- */

typedef struct AcoMigrant { /* the best tour of an island: internal numbers */
  int64_t cost;
  int32_t tour[]; /* (n) */
} AcoMigrant;

size_t aco_migrant_bytes(const Archipelago *a) { return sizeof(AcoMigrant) + aco_tour_bytes(a); }

static Status migrant_pack(Archipelago *a, uint32_t i, AcoMigrant *out) {
  out->cost = a->colony[i].best;
  return a->be->ops->download(a->be, out->tour, aco_tour(a, a->state.best, i), aco_tour_bytes(a));
}

Status aco_emigrate(Archipelago *a, void *migrant) {
  TRY(aco_colonies_download(a));
  return migrant_pack(a, a->span.count - 1, migrant);
}

/* As if an ant of the island had found the tour in the last iteration. */
static Status migrant_settle(Archipelago *a, uint32_t i, const AcoMigrant *in) {
  AcoColony *c = a->colony + i;
  if (in->cost < c->best) {
    c->best = in->cost;
    TRY(a->be->ops->upload(a->be, aco_tour(a, a->state.best, i), in->tour, aco_tour_bytes(a)));
  }
  if (in->cost >= c->source) return OK;
  c->source = in->cost;
  c->found = a->at;
  return a->be->ops->upload(a->be, aco_tour(a, a->state.source, i), in->tour, aco_tour_bytes(a));
}

/* As if an ant of every island had found the given tour before the first iteration. */
Status aco_start(Archipelago *a, const int32_t *initial) {
  int32_t *own;
  int64_t cost;
  if (!initial || !a->span.count) return OK;
  TRY(tour_given(a->inst, a->order, initial, &own, &cost));
  Status status = OK;
  for (uint32_t i = 0; i < a->span.count && status == OK; i++) {
    a->colony[i].best = a->colony[i].source = cost;
    status = a->be->ops->upload(a->be, aco_tour(a, a->state.best, i), own, aco_tour_bytes(a));
    if (status == OK)
      status = a->be->ops->upload(a->be, aco_tour(a, a->state.source, i), own, aco_tour_bytes(a));
  }
  free(own);
  return status == OK ? aco_colonies_upload(a) : status;
}

/* From the last island to the first, so that each sends the tour that it had before the exchange. */
Status aco_immigrate(Archipelago *a, const void *migrant) {
  AcoMigrant *own = malloc(aco_migrant_bytes(a));
  if (!own) FAIL(ERR_MEMORY, "no memory for a migrant of %d cities", a->inst->n);
  Status status = OK;
  for (uint32_t i = a->span.count; i-- > 1 && status == OK;) {
    status = migrant_pack(a, i - 1, own);
    if (status == OK) status = migrant_settle(a, i, own);
  }
  free(own);
  if (status == OK) status = migrant_settle(a, 0, migrant);
  return status == OK ? aco_colonies_upload(a) : status;
}
