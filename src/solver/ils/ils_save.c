/* Saving the tours of the "ils" solver: the fields of a checkpoint (docs/file-formats.md). Inside "ils";
 * ils_load.c reads them.
 *
 * Island fields: the stage, champions and elite sets. Search fields: a row per tour, island after island;
 * during a generation also the tours of the previous island, the second parents. Cities have the instance's
 * own numbers, so that other programs can read the file. Positions follow from tours and are not saved. Names
 * of fields are part of the file format: whoever changes one adds it to ils_renamed (ils.c). */
#include <string.h>
#include "ils_archipelago.h"

size_t ils_island_row(const Archipelago *a, size_t r) { return (void)a, r; }
size_t ils_search_row(const Archipelago *a, size_t r) {
  const uint32_t group = ils_plan(a->plan)->group;
  return ils_row(a, (uint32_t)(r / group), (uint32_t)(r % group));
}
size_t ils_parent_b_row(const Archipelago *a, size_t r) {
  const uint32_t group = ils_plan(a->plan)->group;
  return ils_neighbour_row(a, (uint32_t)(r / group), (uint32_t)(r % group));
}

/* Saves rows of `each` tours. Tour r of the field is row row_of(r) of `tours` if cost[r] (of the field) is
 * one; else zeros. */
static Status tours_save(Archipelago *a, FieldSet *out, FieldGroup group, const char *name, size_t rows,
                         size_t each, IlsRowOf row_of, int32_t *tours, const int64_t *cost) {
  const size_t n = (size_t)a->nodes;
  int32_t *data;
  TRY(fieldset_add(out, group, name, DTYPE_I32, rows, each * n, (void **)&data));
  for (size_t r = 0; r < rows * each && cost; r++) {
    if (cost[r] == COST_NONE) continue;
    TRY(a->be->ops->download(a->be, data + r * n, ils_tour(a, tours, row_of(a, r)), ils_tour_bytes(a)));
    ils_translate(a, data + r * n);
  }
  return OK;
}

static Status columns_save(const Archipelago *a, FieldSet *out, const char *name, Dtype dtype, size_t columns,
                           const void *values) {
  void *data;
  TRY(fieldset_add(out, FIELD_ISLAND, name, dtype, a->span.count, columns, &data));
  if (a->span.count) memcpy(data, values, a->span.count * columns * dtype_bytes(dtype));
  return OK;
}

static Status islands_save(Archipelago *a, FieldSet *out) {
  const size_t rows = a->span.count;
  TRY(ils_stage_save(a, out));
  TRY(columns_save(a, out, "champion_cost", DTYPE_I64, 1, a->champion_cost));
  TRY(columns_save(a, out, "champion_origin", DTYPE_U32, 1, a->champion_origin));
  TRY(tours_save(a, out, FIELD_ISLAND, "champion_tour", rows, 1, ils_island_row, a->champion_tour,
                 a->champion_cost));
  if (!ils_plan(a->plan)->crossover) return OK;
  TRY(columns_save(a, out, "improved", DTYPE_U32, 1, a->improved));
  TRY(columns_save(a, out, "elite_cost", DTYPE_I64, ILS_ELITE_MAX, a->elite_cost));
  return tours_save(a, out, FIELD_ISLAND, "elite_tour", rows, ILS_ELITE_MAX, ils_island_row, a->elite_tour,
                    a->elite_cost);
}

/* Island and number of each tour, its cost, its unit of temperature. */
static Status rows_save(Archipelago *a, FieldSet *out, size_t rows, int64_t **cost) {
  const uint32_t group = ils_plan(a->plan)->group;
  uint32_t *island, *number;
  int64_t *scale;
  TRY(fieldset_add(out, FIELD_SEARCH, "island", DTYPE_U32, rows, 1, (void **)&island));
  TRY(fieldset_add(out, FIELD_SEARCH, "number", DTYPE_U32, rows, 1, (void **)&number));
  TRY(fieldset_add(out, FIELD_SEARCH, "cost", DTYPE_I64, rows, 1, (void **)cost));
  TRY(fieldset_add(out, FIELD_SEARCH, "scale", DTYPE_I64, rows, 1, (void **)&scale));
  TRY(ils_costs_download(a));
  for (size_t r = 0; r < rows; r++) {
    const size_t row = ils_search_row(a, r);
    island[r] = a->span.first + (uint32_t)(r / group), number[r] = (uint32_t)(r % group),
    (*cost)[r] = a->cost[row];
    TRY(a->be->ops->download(a->be, scale + r, a->state.scale + row, sizeof *scale));
  }
  return OK;
}

static Status searches_save(Archipelago *a, FieldSet *out) {
  const size_t rows = a->state.tours;
  int64_t *cost;
  TRY(rows_save(a, out, rows, &cost));
  TRY(tours_save(a, out, FIELD_SEARCH, "tour", rows, 1, ils_search_row, a->state.tour, cost));
  if (!ils_plan(a->plan)->crossover) return OK;
  return tours_save(a, out, FIELD_SEARCH, "parent_b", rows, 1, ils_parent_b_row, a->state.tour,
                    rows && ils_parents_needed(a) ? cost : NULL);
}

uint64_t ils_rows(const Plan *plan) { return (uint64_t)ils_plan(plan)->group * plan->islands; }

Status ils_save(Archipelago *a, FieldSet *out) {
  TRY(islands_save(a, out));
  return searches_save(a, out);
}
