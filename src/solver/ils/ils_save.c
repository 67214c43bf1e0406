/* Saving the tours of the "ils" solver: the fields of a checkpoint (docs/file-formats-hdf5.md). Inside "ils";
 * ils_load.c reads them.
 *
 * Island fields: the stage, champions and elite sets. Search fields: a row per tour that has begun, island after island;
 * during a generation also the tours of the previous island, the second parents, unless islands are isolated. Cities have the instance's
 * own numbers, so that other programs can read the file. Positions follow from tours and are not saved. Names
 * of fields are part of the file format: whoever changes one adds it to ils_renamed (ils.c). */
#include <string.h>
#include "ils_saved.h"

size_t ils_island_row(const Archipelago *a, size_t each, size_t r) {
  (void)a;
  (void)each;
  return r;
}
size_t ils_search_row(const Archipelago *a, size_t each, size_t r) {
  return ils_row(a, (uint32_t)(r / each), (uint32_t)(r % each));
}
size_t ils_parent_b_row(const Archipelago *a, size_t each, size_t r) {
  return ils_neighbour_row(a, (uint32_t)(r / each), (uint32_t)(r % each));
}

/* Copies tours [0, count) of a field, of which an island has `each`: tour r is row row_of(r) of `tours` if cost[r] is one; else zeros. */
static Status tours_copy(Archipelago *a, size_t count, size_t each, IlsRowOf row_of, int32_t *tours,
                         const int64_t *cost, int32_t *data) {
  const size_t n = (size_t)a->nodes;
  for (size_t r = 0; r < count && cost; r++) {
    if (cost[r] == COST_NONE) continue;
    TRY(a->be->ops->download(a->be, data + r * n, ils_tour(a, tours, row_of(a, each, r)), ils_tour_bytes(a)));
    ils_translate(a, data + r * n);
  }
  return OK;
}

/* Saves `each` tours of every island, in its row. */
static Status bests_save(Archipelago *a, FieldSet *out, const char *name, size_t each, int32_t *tours,
                         const int64_t *cost) {
  int32_t *data;
  TRY(fieldset_add(out, FIELD_ISLAND, name, DTYPE_I32, a->span.count, each * (size_t)a->nodes,
                   (void **)&data));
  return tours_copy(a, a->span.count * each, each, ils_island_row, tours, cost, data);
}

static Status columns_save(const Archipelago *a, FieldSet *out, const char *name, Dtype dtype, size_t columns,
                           const void *values) {
  void *data;
  TRY(fieldset_add(out, FIELD_ISLAND, name, dtype, a->span.count, columns, &data));
  if (a->span.count) memcpy(data, values, a->span.count * columns * dtype_bytes(dtype));
  return OK;
}

static Status islands_save(Archipelago *a, FieldSet *out) {
  TRY(ils_stage_save(a, out));
  TRY(columns_save(a, out, "champion_cost", DTYPE_I64, 1, a->champion_cost));
  TRY(columns_save(a, out, "champion_origin", DTYPE_U32, 1, a->champion_origin));
  TRY(bests_save(a, out, "champion_tour", 1, a->champion_tour, a->champion_cost));
  if (!ils_plan(a->plan)->crossover) return OK;
  TRY(columns_save(a, out, "improved", DTYPE_U32, 1, a->improved));
  TRY(columns_save(a, out, "elite_cost", DTYPE_I64, ILS_ELITE_MAX, a->elite_cost));
  return bests_save(a, out, "elite_tour", ILS_ELITE_MAX, a->elite_tour, a->elite_cost);
}

/* Island and number of each tour, its cost, its unit of temperature. */
static Status rows_save(Archipelago *a, FieldSet *out, size_t each, size_t rows, int64_t **cost) {
  uint32_t *island, *number;
  int64_t *scale;
  TRY(fieldset_add(out, FIELD_SEARCH, "island", DTYPE_U32, rows, 1, (void **)&island));
  TRY(fieldset_add(out, FIELD_SEARCH, "number", DTYPE_U32, rows, 1, (void **)&number));
  TRY(fieldset_add(out, FIELD_SEARCH, "cost", DTYPE_I64, rows, 1, (void **)cost));
  TRY(fieldset_add(out, FIELD_SEARCH, "scale", DTYPE_I64, rows, 1, (void **)&scale));
  TRY(ils_costs_download(a));
  for (size_t r = 0; r < rows; r++) {
    const size_t row = ils_search_row(a, each, r);
    island[r] = a->span.first + (uint32_t)(r / each);
    number[r] = (uint32_t)(r % each);
    (*cost)[r] = a->cost[row];
    TRY(a->be->ops->download(a->be, scale + r, a->state.scale + row, sizeof *scale));
  }
  return OK;
}

static Status searches_save(Archipelago *a, FieldSet *out) {
  const size_t each = ils_begun(&a->stage), rows = each * a->span.count, n = (size_t)a->nodes;
  int64_t *cost;
  int32_t *data;
  TRY(rows_save(a, out, each, rows, &cost));
  TRY(fieldset_add(out, FIELD_SEARCH, "tour", DTYPE_I32, rows, n, (void **)&data));
  TRY(tours_copy(a, rows, each, ils_search_row, a->state.tour, cost, data));
  if (!ils_plan(a->plan)->crossover || ils_isolated(a)) return OK;
  TRY(fieldset_add(out, FIELD_SEARCH, "parent_b", DTYPE_I32, rows, n, (void **)&data));
  return tours_copy(a, rows, each, ils_parent_b_row, a->state.tour,
                    rows && ils_parents_needed(a) ? cost : NULL, data);
}

uint64_t ils_rows(const Plan *plan) { return (uint64_t)ils_plan(plan)->group * plan->islands; }

Status ils_save(Archipelago *a, FieldSet *out) {
  TRY(islands_save(a, out));
  return searches_save(a, out);
}
