/* The searches for fewer vehicles in checkpoints (docs/file-formats-hdf5.md): see sisr_stage.h. Fields are there if the run has a stage; when it has
 * ended, only its end counts. */
#include <string.h>
#include "problem/cvrp/cvrp.h"
#include "sisr_stage.h"

Status sisr_stage_save(const Archipelago *a, FieldSet *out) {
  const size_t n = (size_t)a->inst->n, islands = a->span.count;
  void *now, *best, *absences, *end;
  if (!a->stage) return OK;
  TRY(fieldset_add(out, FIELD_ISLAND, "fleet_now", DTYPE_I32, islands, n, &now));
  TRY(fieldset_add(out, FIELD_ISLAND, "fleet_best", DTYPE_I32, islands, n, &best));
  TRY(fieldset_add(out, FIELD_ISLAND, "fleet_absences", DTYPE_I64, islands, n, &absences));
  TRY(fieldset_add(out, FIELD_ISLAND, "fleet_end", DTYPE_U32, islands, 1, &end));
  for (size_t i = 0; i < islands; i++) ((uint32_t *)end)[i] = a->stage->end;
  for (size_t i = 0; sisr_stage_on(a) && i < islands; i++) {
    FleetSearch *const search = &a->stage->search[i];
    fleet_search_now(search, (int32_t *)now + i * n);
    if (!search->seeking) memcpy((int32_t *)best + i * n, search->best, n * sizeof *search->best);
    memcpy((int64_t *)absences + i * n, search->counter + 1, n * sizeof *search->counter);
  }
  return OK;
}

static Status best_check(const Archipelago *a, uint32_t i, const int32_t *best) {
  int64_t cost;
  const Status status = judge_routes(a->inst, best, &cost);
  if (status == ERR_FORMAT) status_clear();
  if (status == ERR_MEMORY) return status;
  if (status != OK) FAIL(ERR_FORMAT, "field fleet_best, island %u: expected a solution, found none", i);
  return OK;
}

static Status search_load(Archipelago *a, uint32_t i, const int32_t *now, const int32_t *best,
                          const int64_t *absences) {
  const size_t n = (size_t)a->inst->n;
  FleetSearch *const search = &a->stage->search[i];
  const bool none = sisr_stage_seeks(a) && sisr_gene_none(best, n);
  if (!none) TRY(best_check(a, i, best));
  if (!fleet_absences_keep(absences, n))
    FAIL(ERR_FORMAT, "field fleet_absences, island %u: expected counters, found a number beyond them", i);
  memcpy(search->counter + 1, absences, n * sizeof *absences);
  if (none)
    fleet_search_seek(search, NULL, cvrp_routes_most(cvrp_of(a->inst)), a->unit);
  else
    fleet_search_begin(search, best, a->unit);
  if (fleet_search_now_set(search, now)) return OK;
  FAIL(ERR_FORMAT, "field fleet_now, island %u: expected routes of some customers, then the others", i);
}

Status sisr_stage_load(Archipelago *a, uint32_t epoch, const FieldSet *in) {
  const size_t n = (size_t)a->inst->n;
  const Field *now, *best, *absences, *end;
  if (!a->stage) return OK;
  TRY(fieldset_get_rows(in, FIELD_ISLAND, "fleet_now", DTYPE_I32, a->span.count, n, &now));
  TRY(fieldset_get_rows(in, FIELD_ISLAND, "fleet_best", DTYPE_I32, a->span.count, n, &best));
  TRY(fieldset_get_rows(in, FIELD_ISLAND, "fleet_absences", DTYPE_I64, a->span.count, n, &absences));
  TRY(fieldset_get_rows(in, FIELD_ISLAND, "fleet_end", DTYPE_U32, a->span.count, 1, &end));
  if (!a->span.count) return OK;
  a->stage->end = *(const uint32_t *)end->data;
  if (sisr_stage_seeks(a) && !a->startless)
    FAIL(ERR_FORMAT, "field fleet_end: expected an epoch, as there is a start, found a search for one");
  if (!sisr_stage_on(a) && a->stage->end > epoch)
    FAIL(ERR_FORMAT, "field fleet_end: expected an epoch up to %u, found %u", epoch, a->stage->end);
  for (uint32_t i = 0; sisr_stage_on(a) && i < a->span.count; i++)
    TRY(search_load(a, i, (const int32_t *)now->data + i * n, (const int32_t *)best->data + i * n,
                    (const int64_t *)absences->data + i * n));
  return OK;
}
