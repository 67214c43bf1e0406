/* Saving and loading the state of the annealing of tours: the fields of a checkpoint (docs/file-formats.md), a row an island. Inside
 * "tempering".
 *
 * Tours have the instance's own numbers, city by city as they lie in memory: proposals are positions. */
#include <stdlib.h>
#include <string.h>
#include "solver/loaded.h"
#include "temper_archipelago.h"

static Status tours_save(Archipelago *a, FieldSet *out, const char *name, const int32_t *tours) {
  const size_t n = (size_t)a->inst->n, chains = temper_plan(a->plan)->chains;
  int32_t *data;
  TRY(fieldset_add(out, FIELD_ISLAND, name, DTYPE_I32, a->span.count, chains * n, (void **)&data));
  if (!a->span.count) return OK;
  TRY(a->be->ops->download(a->be, data, tours, a->state.chains * temper_tour_bytes(a)));
  for (size_t k = 0; k < a->state.chains * n; k++) data[k] = a->order[data[k]];
  return OK;
}

/* count: of numbers a row. */
static Status numbers_save(Archipelago *a, FieldSet *out, const char *name, Dtype dtype, const void *values) {
  const size_t chains = temper_plan(a->plan)->chains;
  void *data;
  TRY(fieldset_add(out, FIELD_ISLAND, name, dtype, a->span.count, chains, &data));
  if (a->span.count) memcpy(data, values, a->state.chains * dtype_bytes(dtype));
  return OK;
}

Status temper_save(Archipelago *a, FieldSet *out) {
  uint64_t *sweep;
  double *done;
  if (a->span.count) TRY(temper_costs_download(a));
  TRY(tours_save(a, out, "tour", a->state.tour));
  TRY(tours_save(a, out, "best_tour", a->state.best));
  TRY(numbers_save(a, out, "cost", DTYPE_I64, a->cost));
  TRY(numbers_save(a, out, "best_cost", DTYPE_I64, a->best_cost));
  TRY(numbers_save(a, out, "level", DTYPE_U32, a->level));
  TRY(fieldset_add(out, FIELD_ISLAND, "sweep", DTYPE_U64, a->span.count, 1, (void **)&sweep));
  TRY(fieldset_add(out, FIELD_ISLAND, "cooled", DTYPE_F64, a->span.count, 1, (void **)&done));
  for (uint32_t i = 0; i < a->span.count; i++) {
    sweep[i] = a->state.sweeps;
    done[i] = a->pace.done;
  }
  return OK;
}

/* ---- loading ---- */

/* Tours (chains, n) of those costs, in internal numbers. number (n): of each of the instance's cities. */
static Status tours_load(Archipelago *a, const FieldSet *in, const char *name, const int64_t *cost,
                         const int32_t *number, int32_t *tours) {
  const size_t n = (size_t)a->inst->n, chains = a->state.chains;
  const Field *f;
  TRY(fieldset_get_rows(in, FIELD_ISLAND, name, DTYPE_I32, a->span.count, temper_plan(a->plan)->chains * n,
                        &f));
  if (!in->own) TRY(loaded_solutions(a->inst, name, chains, f->data, cost));
  int32_t *own = malloc(chains * temper_tour_bytes(a));
  if (!own) FAIL(ERR_MEMORY, "no memory for %zu tours", chains);
  for (size_t k = 0; k < chains * n; k++) own[k] = number[((const int32_t *)f->data)[k]];
  const Status status = a->be->ops->upload(a->be, tours, own, chains * temper_tour_bytes(a));
  free(own);
  return status;
}

static Status costs_load(Archipelago *a, const FieldSet *in, const char *name, int64_t *host, int64_t *dev) {
  const size_t chains = a->state.chains;
  const Field *f;
  TRY(fieldset_get_rows(in, FIELD_ISLAND, name, DTYPE_I64, a->span.count, temper_plan(a->plan)->chains, &f));
  memcpy(host, f->data, chains * sizeof *host);
  for (size_t c = 0; c < chains; c++)
    if (host[c] == COST_NONE) FAIL(ERR_FORMAT, "field %s: expected a cost, found none", name);
  return a->be->ops->upload(a->be, dev, host, chains * sizeof *host);
}

/* Each level once on every island. */
static Status levels_load(Archipelago *a, const FieldSet *in) {
  const uint32_t chains = temper_plan(a->plan)->chains;
  const Field *f;
  TRY(fieldset_get_rows(in, FIELD_ISLAND, "level", DTYPE_U32, a->span.count, chains, &f));
  TRY(loaded_range(f, 0, chains - 1));
  memcpy(a->level, f->data, a->state.chains * sizeof *a->level);
  for (uint32_t i = 0; i < a->span.count; i++) {
    uint64_t seen = 0;
    for (uint32_t c = 0; c < chains; c++) seen |= UINT64_C(1) << a->level[i * chains + c];
    if (seen != UINT64_MAX >> (TEMPER_LEVELS - chains))
      FAIL(ERR_FORMAT, "field level, row %u: expected each of %u levels once, found one twice", i, chains);
  }
  return a->be->ops->upload(a->be, a->state.level, a->level, a->state.chains * sizeof *a->level);
}

static Status sweep_load(Archipelago *a, const FieldSet *in) {
  const Field *sweep, *cooled;
  TRY(fieldset_get_rows(in, FIELD_ISLAND, "sweep", DTYPE_U64, a->span.count, 1, &sweep));
  TRY(fieldset_get_rows(in, FIELD_ISLAND, "cooled", DTYPE_F64, a->span.count, 1, &cooled));
  const uint64_t at = *(const uint64_t *)sweep->data;
  const double done = *(const double *)cooled->data;
  for (size_t i = 0; i < sweep->rows; i++)
    if (((const uint64_t *)sweep->data)[i] != at || at < a->state.sweeps || at > a->end)
      FAIL(ERR_FORMAT, "field sweep: expected the same from %llu to %llu, found %llu",
           (unsigned long long)a->state.sweeps, (unsigned long long)a->end,
           (unsigned long long)((const uint64_t *)sweep->data)[i]);
  if (!(done >= 0 && done <= 1)) FAIL(ERR_FORMAT, "field cooled: expected 0 to 1, found %g", done);
  a->state.sweeps = at;
  a->pace = (TemperPace){.begun = done < 1 ? done : 0, .done = done < 1 ? done : 0, .sweeps = at};
  return OK;
}

Status temper_load(Archipelago *a, uint32_t epoch, const FieldSet *in) {
  temper_epoch_set(a, epoch);
  if (!a->span.count) return OK;
  TRY(sweep_load(a, in));
  TRY(levels_load(a, in));
  TRY(costs_load(a, in, "cost", a->cost, a->state.cost));
  TRY(costs_load(a, in, "best_cost", a->best_cost, a->state.best_cost));
  int32_t *number = malloc(temper_tour_bytes(a));
  if (!number) FAIL(ERR_MEMORY, "no memory for a tour of %d cities", a->inst->n);
  for (int32_t k = 0; k < a->inst->n; k++) number[a->order[k]] = k;
  Status status = tours_load(a, in, "tour", a->cost, number, a->state.tour);
  if (status == OK) status = tours_load(a, in, "best_tour", a->best_cost, number, a->state.best);
  free(number);
  return status;
}
