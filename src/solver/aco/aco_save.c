/* Saving and loading the state of the "aco" solver: the fields of a checkpoint (docs/file-formats.md), a row an island. Inside "aco".
 *
 * Trails are in the order of internal numbers and of candidate lists, which are the same on every machine. Tours have the
 * instance's own numbers. Choices follow from trails, and the tours of an iteration are not kept: slices end between iterations. */
#include <stdlib.h>
#include <string.h>
#include "aco_archipelago.h"
#include "individual.h"
#include "solver/loaded.h"

static Status tours_save(Archipelago *a, FieldSet *out, const char *name, int32_t *tours, size_t cost_at) {
  const size_t n = (size_t)a->inst->n;
  int32_t *data;
  TRY(fieldset_add(out, FIELD_ISLAND, name, DTYPE_I32, a->span.count, n, (void **)&data));
  for (uint32_t i = 0; i < a->span.count; i++) {
    if (((int64_t *)(a->colony + i))[cost_at] == COST_NONE) continue;
    TRY(a->be->ops->download(a->be, data + i * n, aco_tour(a, tours, i), aco_tour_bytes(a)));
    for (size_t p = 0; p < n; p++) data[i * n + p] = a->order[data[i * n + p]];
  }
  return OK;
}

enum {
  BEST_AT = offsetof(AcoColony, best) / sizeof(int64_t),
  SOURCE_AT = offsetof(AcoColony, source) / sizeof(int64_t)
};

Status aco_save(Archipelago *a, FieldSet *out) {
  const size_t islands = a->span.count, trails = aco_trails(a);
  uint32_t *iteration, *trail;
  int64_t *colony;
  TRY(fieldset_add(out, FIELD_ISLAND, "iteration", DTYPE_U32, islands, 1, (void **)&iteration));
  TRY(fieldset_add(out, FIELD_ISLAND, "colony", DTYPE_I64, islands, ACO_COLONY_NUMBERS, (void **)&colony));
  TRY(fieldset_add(out, FIELD_ISLAND, "trail", DTYPE_U32, islands, trails, (void **)&trail));
  if (islands) {
    TRY(aco_colonies_download(a));
    memcpy(colony, a->colony, islands * sizeof *a->colony);
    TRY(a->be->ops->download(a->be, trail, a->state.trail, islands * trails * sizeof *trail));
  }
  for (size_t i = 0; i < islands; i++) iteration[i] = a->at;
  TRY(tours_save(a, out, "best_tour", a->state.best, BEST_AT));
  return tours_save(a, out, "source_tour", a->state.source, SOURCE_AT);
}

/* ---- loading ---- */

/* Tours of a file in internal numbers. number (n): of each of the instance's cities. */
static Status tours_load(Archipelago *a, const FieldSet *in, const char *name, const int32_t *number,
                         int32_t *tours, size_t cost_at) {
  const size_t n = (size_t)a->inst->n;
  const Field *f;
  TRY(fieldset_get_rows(in, FIELD_ISLAND, name, DTYPE_I32, a->span.count, n, &f));
  int32_t *own = malloc(aco_tour_bytes(a));
  if (!own) FAIL(ERR_MEMORY, "no memory for a tour of %zu cities", n);
  Status status = OK;
  for (uint32_t i = 0; i < a->span.count && status == OK; i++) {
    const int64_t cost = ((const int64_t *)(a->colony + i))[cost_at];
    const int32_t *gene = (const int32_t *)f->data + i * n;
    if (cost == COST_NONE) continue;
    status = loaded_solution(a->inst, name, i, gene, cost);
    for (size_t p = 0; p < n && status == OK; p++) own[p] = number[gene[p]];
    if (status == OK) status = a->be->ops->upload(a->be, aco_tour(a, tours, i), own, aco_tour_bytes(a));
  }
  free(own);
  return status;
}

static Status number_check(const char *name, int64_t value, int64_t least, int64_t most) {
  if (value >= least && value <= most) return OK;
  FAIL(ERR_FORMAT, "field colony: expected %s of %lld to %lld, found %lld", name, (long long)least,
       (long long)most, (long long)value);
}

/* Before the first iteration there may be no tour; after it there is a best one. */
static Status colony_check(const Archipelago *a, const AcoColony *c) {
  const int64_t most = a->at || a->rules.focused ? COST_NONE - 1 : COST_NONE;
  TRY(number_check("a greedy tour", c->unit, a->unit, a->unit));
  TRY(number_check("a best tour", c->best, 0, most));
  TRY(number_check("a source", c->source, a->rules.focused ? 0 : c->best, COST_NONE));
  TRY(number_check("a reset", c->reset, 0, a->at));
  TRY(number_check("an iteration that found it", c->found, 0, a->at));
  return number_check("links", c->links, 0, (int64_t)aco_trails(a));
}

static Status colonies_load(Archipelago *a, const FieldSet *in) {
  const Field *iteration, *colony;
  TRY(fieldset_get_rows(in, FIELD_ISLAND, "iteration", DTYPE_U32, a->span.count, 1, &iteration));
  TRY(fieldset_get_rows(in, FIELD_ISLAND, "colony", DTYPE_I64, a->span.count, ACO_COLONY_NUMBERS, &colony));
  TRY(loaded_range(iteration, a->at, a->end));
  a->at = *(const uint32_t *)iteration->data;
  TRY(loaded_range(iteration, a->at, a->at));
  memcpy(a->colony, colony->data, a->span.count * sizeof *a->colony);
  for (uint32_t i = 0; i < a->span.count; i++) TRY(colony_check(a, a->colony + i));
  return aco_colonies_upload(a);
}

static Status trails_load(Archipelago *a, const FieldSet *in) {
  const Field *f;
  const size_t trails = aco_trails(a);
  TRY(fieldset_get_rows(in, FIELD_ISLAND, "trail", DTYPE_U32, a->span.count, trails, &f));
  TRY(loaded_range(f, 1, INT32_MAX));
  TRY(a->be->ops->upload(a->be, a->state.trail, f->data, a->span.count * trails * sizeof(uint32_t)));
  return a->be->ops->aco->weigh(a->be, &a->problem, &a->rules, &a->state);
}

Status aco_load(Archipelago *a, uint32_t epoch, const FieldSet *in) {
  aco_epoch_set(a, epoch);
  if (!a->span.count) return OK;
  TRY(colonies_load(a, in));
  TRY(trails_load(a, in));
  int32_t *number = malloc(aco_tour_bytes(a));
  if (!number) FAIL(ERR_MEMORY, "no memory for a tour of %d cities", a->inst->n);
  for (int32_t k = 0; k < a->inst->n; k++) number[a->order[k]] = k;
  Status status = tours_load(a, in, "best_tour", number, a->state.best, BEST_AT);
  if (status == OK) status = tours_load(a, in, "source_tour", number, a->state.source, SOURCE_AT);
  free(number);
  return status;
}
