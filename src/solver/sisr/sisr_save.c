/* Fields of the "sisr" solver in checkpoints, a row a chain (docs/file-formats-hdf5.md). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "problem/cvrp/cvrp.h"
#include "sisr_archipelago.h"
#include "sisr_population.h"
#include "sisr_stage.h"

enum { PART_COLUMNS = 3 };

static Status field_add(const Archipelago *a, FieldSet *out, const char *name, Dtype dtype, size_t columns,
                        const void *from) {
  const size_t chains = sisr_plan(a->plan)->chains;
  void *data;
  TRY(fieldset_add(out, FIELD_ISLAND, name, dtype, a->span.count, chains * columns, &data));
  if (a->chains) memcpy(data, from, a->chains * columns * dtype_bytes(dtype));
  return OK;
}

/* (chains, sisr_parts_most of one, PART_COLUMNS): customers, routes_least, routes_most; customers 0: no more parts. */
static Status parts_save(const Archipelago *a, FieldSet *out) {
  const size_t row = sisr_parts_most(a->plan, 1) * PART_COLUMNS, chains = sisr_plan(a->plan)->chains;
  void *data;
  TRY(fieldset_add(out, FIELD_ISLAND, "chain_parts", DTYPE_I32, a->span.count, chains * row, &data));
  for (uint32_t p = 0; p < a->count; p++) {
    int32_t *const at = (int32_t *)data + a->part[p].chain * row + a->part[p].number * PART_COLUMNS;
    at[0] = a->part[p].customers;
    at[1] = a->part[p].routes_least;
    at[2] = a->part[p].routes_most;
  }
  return OK;
}

static Status numbers_save(const Archipelago *a, FieldSet *out) {
  void *rounds, *share, *unit;
  TRY(fieldset_add(out, FIELD_ISLAND, "rounds_done", DTYPE_U32, a->span.count, 1, &rounds));
  TRY(fieldset_add(out, FIELD_ISLAND, "share", DTYPE_F64, a->span.count, 1, &share));
  TRY(fieldset_add(out, FIELD_ISLAND, "temperature_unit", DTYPE_F64, a->span.count, 1, &unit));
  for (uint32_t i = 0; i < a->span.count; i++) {
    ((uint32_t *)rounds)[i] = a->rounds_done;
    ((double *)share)[i] = a->share;
    ((double *)unit)[i] = a->unit;
  }
  return OK;
}

Status sisr_save(Archipelago *a, FieldSet *out) {
  const size_t n = (size_t)a->inst->n;
  if (a->chains) TRY(sisr_look(a, true));
  TRY(champions_save(&a->champions, out));
  TRY(field_add(a, out, "chain_gene", DTYPE_I32, n, a->now.gene));
  TRY(field_add(a, out, "chain_kept", DTYPE_I32, n, a->kept.gene));
  TRY(parts_save(a, out));
  TRY(sisr_stage_save(a, out));
  TRY(sisr_population_save(a, out));
  return numbers_save(a, out);
}

/* A part's genes of both solutions are whole routes of the same customers. */
static bool part_agrees(const Archipelago *a, const SisrPart *part, uint8_t *mark) {
  const size_t at = part->chain * (size_t)a->inst->n + (size_t)part->first;
  const int32_t *const now = a->now.gene + at, *const kept = a->kept.gene + at;
  bool agrees = now[0] < 0 && kept[0] < 0;
  for (int32_t i = 0; i < part->customers; i++) mark[cvrp_customer(now[i])] = 1;
  for (int32_t i = 0; i < part->customers; i++) agrees = agrees && mark[cvrp_customer(kept[i])];
  for (int32_t i = 0; i < part->customers; i++) mark[cvrp_customer(now[i])] = 0;
  const int32_t routes = sisr_part_routes(now, part->customers),
                other = sisr_part_routes(kept, part->customers);
  return agrees && part->routes_most <= SISR_SLOTS_MAX && routes <= part->routes_most &&
         other <= part->routes_most && routes >= part->routes_least && other >= part->routes_least;
}

static Status part_load(Archipelago *a, uint32_t chain, uint32_t number, int32_t first, const int32_t *row,
                        uint8_t *mark) {
  SisrPart *const part = &a->part[a->count];
  *part = (SisrPart){chain, number, first, row[0], row[1], row[2]};
  if (row[0] < 1 || row[0] > a->inst->n - first || row[0] > sisr_part_room(a->inst, a->plan) || row[1] < 0 ||
      row[2] > a->inst->n || !part_agrees(a, part, mark) ||
      row[0] > a->be->ops->sisr->part_most(a->be, &a->task.data, (int32_t)sisr_plan(a->plan)->width, row[2]))
    FAIL(ERR_FORMAT, "field chain_parts, chain %u: expected parts of whole routes, found %d customers", chain,
         row[0]);
  const size_t at = chain * (size_t)a->inst->n + (size_t)first;
  a->now.cost[a->count] = sisr_part_cost(a->inst, a->now.gene + at, row[0]);
  a->kept.cost[a->count++] = sisr_part_cost(a->inst, a->kept.gene + at, row[0]);
  return OK;
}

static Status chain_parts_load(Archipelago *a, uint32_t chain, const int32_t *row, uint8_t *mark) {
  int32_t first = 0;
  for (uint32_t p = 0; first < a->inst->n; first += row[p++ * PART_COLUMNS]) {
    if (p == sisr_parts_most(a->plan, 1))
      FAIL(ERR_FORMAT, "field chain_parts, chain %u: expected %d customers, found %d", chain, a->inst->n,
           first);
    TRY(part_load(a, chain, p, first, row + p * PART_COLUMNS, mark));
  }
  return OK;
}

static Status parts_load(Archipelago *a, const FieldSet *in) {
  const size_t row = sisr_parts_most(a->plan, 1) * PART_COLUMNS, chains = sisr_plan(a->plan)->chains;
  const Field *f;
  Status status = OK;
  TRY(fieldset_get_rows(in, FIELD_ISLAND, "chain_parts", DTYPE_I32, a->span.count, chains * row, &f));
  uint8_t *mark = calloc((size_t)a->inst->n + 1, 1);
  if (!mark) FAIL(ERR_MEMORY, "no memory for %d customers", a->inst->n);
  a->count = 0;
  for (uint32_t c = 0; c < a->chains && status == OK; c++)
    status = chain_parts_load(a, c, (const int32_t *)f->data + c * row, mark);
  free(mark);
  return status;
}

static Status numbers_load(Archipelago *a, const FieldSet *in) {
  const Field *rounds, *share, *unit;
  TRY(fieldset_get_rows(in, FIELD_ISLAND, "rounds_done", DTYPE_U32, a->span.count, 1, &rounds));
  TRY(fieldset_get_rows(in, FIELD_ISLAND, "share", DTYPE_F64, a->span.count, 1, &share));
  TRY(fieldset_get_rows(in, FIELD_ISLAND, "temperature_unit", DTYPE_F64, a->span.count, 1, &unit));
  if (!a->span.count) return OK;
  a->rounds_done = *(const uint32_t *)rounds->data;
  a->share = *(const double *)share->data;
  a->unit = *(const double *)unit->data;
  if (a->rounds_done > a->rounds_all)
    FAIL(ERR_FORMAT, "field rounds_done: expected at most %u, found %u", a->rounds_all, a->rounds_done);
  if (!(a->share >= 0 && a->share <= 1)) FAIL(ERR_FORMAT, "field share: expected 0 to 1, found %g", a->share);
  if (!(a->unit >= 0 && a->unit <= 1e12))
    FAIL(ERR_FORMAT, "field temperature_unit: expected 0 to 1e12, found %g", a->unit);
  return OK;
}

Status sisr_load(Archipelago *a, uint32_t epoch, const FieldSet *in) {
  TRY(champions_load(&a->champions, a->inst, in));
  sisr_open(a, epoch);
  TRY(numbers_load(a, in));
  TRY(sisr_stage_load(a, epoch, in));
  TRY(sisr_population_load(a, in));
  if (sisr_stage_seeks(a)) return OK;
  TRY(sisr_genes_load(a, in, "chain_gene", a->now.gene, NULL));
  TRY(sisr_genes_load(a, in, "chain_kept", a->kept.gene, NULL));
  TRY(parts_load(a, in));
  if (!a->chains) return OK;
  const SisrChains chains = sisr_chains_of(a);
  TRY(a->be->ops->sisr->put(a->be, a->place, &chains));
  return sisr_look(a, false);
}
