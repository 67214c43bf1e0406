/* Loading what ils_save.c saved. Every row is checked: a file may come from anywhere. Inside "ils". */
#include <stdlib.h>
#include <string.h>
#include "ils_saved.h"
#include "search/candidates/tour_image.h"
#include "solver/loaded.h"
#include "problem/tsp/tsp.h"

/* Translates tours of a file to internal numbers. */
typedef struct Reader {
  Archipelago *a;
  int32_t *number; /* (n) internal number of each city; (n) more for the cities of an image's tour */
  int32_t *one;    /* (n) a tour */
  char *seen;      /* (n) */
} Reader;

static void reader_free(Reader *r) {
  free(r->number);
  free(r->one);
  free(r->seen);
}

static Status reader_make(Reader *r) {
  const size_t n = (size_t)r->a->nodes;
  r->number = malloc(2 * n * sizeof *r->number);
  r->one = malloc(n * sizeof *r->one);
  r->seen = malloc(n);
  if (!r->number || !r->one || !r->seen) FAIL(ERR_MEMORY, "no memory for a tour of %zu cities", n);
  for (size_t k = 0; k < n; k++) r->number[r->a->order[k]] = (int32_t)k;
  return OK;
}

/* Puts the tour in internal numbers into r->one. */
static Status tour_number(Reader *r, const char *field, const int32_t *from) {
  const int32_t n = r->a->nodes;
  memset(r->seen, 0, (size_t)n);
  for (int32_t p = 0; p < n; p++) {
    if ((uint32_t)from[p] >= (uint32_t)n || r->seen[from[p]])
      FAIL(ERR_FORMAT, "field %s: expected every city below %d once, found %d", field, n, from[p]);
    r->seen[from[p]] = 1;
    r->one[p] = r->number[from[p]];
  }
  return OK;
}

/* The inverse of tours_copy, for the first tours_in tours of the field that have a cost. */
static Status tours_load(Reader *r, const Field *f, size_t tours_in, size_t each, IlsRowOf row_of,
                         const int64_t *cost, int32_t *tours) {
  Archipelago *a = r->a;
  for (size_t k = 0; k < tours_in; k++) {
    if (cost[k] == COST_NONE) continue;
    TRY(tour_number(r, f->name, (const int32_t *)f->data + k * (size_t)a->nodes));
    TRY(a->be->ops->upload(a->be, ils_tour(a, tours, row_of(a, each, k)), r->one, ils_tour_bytes(a)));
  }
  return OK;
}

/* ---- islands ---- */

static Status columns_load(const Archipelago *a, const FieldSet *in, const char *name, Dtype dtype,
                           size_t columns, void *values) {
  const Field *f;
  TRY(fieldset_get_rows(in, FIELD_ISLAND, name, dtype, a->span.count, columns, &f));
  memcpy(values, f->data, a->span.count * columns * dtype_bytes(dtype));
  return OK;
}

/* Judges the tours of a field; those of an image as the tours of its cities. */
static Status bests_judge(Reader *r, const Field *f, size_t rows, const int64_t *cost) {
  const Archipelago *a = r->a;
  if (!tour_has_image(a->inst)) return loaded_solutions(a->inst, f->name, rows, f->data, cost);
  for (size_t k = 0; k < rows; k++) {
    if (cost[k] == COST_NONE) continue;
    TRY(tour_number(r, f->name, (const int32_t *)f->data + k * (size_t)a->nodes));
    TRY(tour_image_cities(a->inst, r->one, r->number + a->nodes));
    TRY(loaded_solution(a->inst, f->name, k, r->number + a->nodes, cost[k]));
  }
  return OK;
}

/* The best tours of every island, `each` of them: champions, elite sets. */
static Status bests_load(Reader *r, const FieldSet *in, const char *name, size_t each, const int64_t *cost,
                         int32_t *tours) {
  const Field *f;
  const size_t islands = r->a->span.count;
  TRY(fieldset_get_rows(in, FIELD_ISLAND, name, DTYPE_I32, islands, each * (size_t)r->a->nodes, &f));
  TRY(bests_judge(r, f, islands * each, cost));
  return tours_load(r, f, islands * each, each, ils_island_row, cost, tours);
}

/* Checks that each needed tour is there: a champion after the first population's start; the elite tours of
 * past populations, which join later. */
static Status bests_check(const Archipelago *a) {
  const IlsStage *s = &a->stage;
  const bool begun = s->population || s->phase != ILS_START;
  const uint32_t elite = ils_plan(a->plan)->crossover && s->population ? ils_elite_size(a, 0) : 0;
  for (uint32_t i = 0; i < a->span.count; i++) {
    if (begun && a->champion_cost[i] == COST_NONE)
      FAIL(ERR_FORMAT, "field champion_cost: expected a champion of island %u, found none",
           a->span.first + i);
    for (uint32_t e = 0; e < elite; e++)
      if (a->elite_cost[i * ILS_ELITE_MAX + e] == COST_NONE)
        FAIL(ERR_FORMAT, "field elite_cost: expected %u elite tours of island %u, found none at %u", elite,
             a->span.first + i, e);
  }
  return OK;
}

static Status u32_load(const Archipelago *a, const FieldSet *in, const char *name, uint32_t most,
                       uint32_t *values) {
  const Field *f;
  TRY(fieldset_get_rows(in, FIELD_ISLAND, name, DTYPE_U32, a->span.count, 1, &f));
  TRY(loaded_range(f, 0, most));
  return columns_load(a, in, name, DTYPE_U32, 1, values);
}

static Status islands_load(Reader *r, const FieldSet *in) {
  Archipelago *a = r->a;
  TRY(u32_load(a, in, "champion_origin", a->plan->islands - 1, a->champion_origin));
  TRY(columns_load(a, in, "champion_cost", DTYPE_I64, 1, a->champion_cost));
  TRY(bests_load(r, in, "champion_tour", 1, a->champion_cost, a->champion_tour));
  if (!ils_plan(a->plan)->crossover) return bests_check(a);
  TRY(u32_load(a, in, "improved", 1, a->improved));
  TRY(columns_load(a, in, "elite_cost", DTYPE_I64, ILS_ELITE_MAX, a->elite_cost));
  TRY(bests_check(a));
  return bests_load(r, in, "elite_tour", ILS_ELITE_MAX, a->elite_cost, a->elite_tour);
}

/* ---- searches under way: tours ---- */

/* Rows of an island: a row for each tour that has begun; in older files for each that there may be. */
static Status each_find(const Archipelago *a, const FieldSet *in, size_t *each) {
  const Field *island;
  const size_t islands = a->span.count, begun = ils_begun(&a->stage), group = ils_plan(a->plan)->group;
  TRY(fieldset_get(in, FIELD_SEARCH, "island", DTYPE_U32, 1, &island));
  *each = island->rows == group * islands ? group : begun;
  if (island->rows != *each * islands)
    FAIL(ERR_FORMAT, "field island: expected %zu rows, found %zu", begun * islands, island->rows);
  return OK;
}

/* Checks that exactly the tours that have begun by now are there. */
static Status rows_check(const Archipelago *a, uint32_t each, const Field *island, const Field *number,
                         const int64_t *cost) {
  const uint32_t begun = ils_begun(&a->stage);
  for (uint32_t r = 0; r < island->rows; r++) {
    const uint32_t i = ((const uint32_t *)island->data)[r], c = ((const uint32_t *)number->data)[r];
    if (i != a->span.first + r / each || c != r % each)
      FAIL(ERR_FORMAT, "search %u: expected tour %u of island %u, found %u of %u", r, r % each,
           a->span.first + r / each, c, i);
    if ((cost[r] == COST_NONE) != (r % each >= begun) || cost[r] < 0)
      FAIL(ERR_FORMAT, "search %u: expected a cost for each tour that has begun, found %lld", r,
           (long long)cost[r]);
  }
  return OK;
}

/* At most 256 times the longest possible edge: then no product with a temperature exceeds 2^63. */
static Status scales_check(const int64_t *scale, size_t rows) {
  const int64_t most = 256 * (int64_t)DISTANCE_MAX;
  for (size_t r = 0; r < rows; r++)
    if (scale[r] < 0 || scale[r] > most)
      FAIL(ERR_FORMAT, "search %zu: expected a unit of temperature of 0 to %lld, found %lld", r,
           (long long)most, (long long)scale[r]);
  return OK;
}

static Status rows_load(Archipelago *a, const FieldSet *in, size_t each, const int64_t **costs) {
  const Field *island, *number, *cost, *scale;
  const size_t rows = each * a->span.count;
  TRY(fieldset_get_rows(in, FIELD_SEARCH, "island", DTYPE_U32, rows, 1, &island));
  TRY(fieldset_get_rows(in, FIELD_SEARCH, "number", DTYPE_U32, rows, 1, &number));
  TRY(fieldset_get_rows(in, FIELD_SEARCH, "cost", DTYPE_I64, rows, 1, &cost));
  TRY(fieldset_get_rows(in, FIELD_SEARCH, "scale", DTYPE_I64, rows, 1, &scale));
  TRY(rows_check(a, (uint32_t)each, island, number, cost->data));
  TRY(scales_check(scale->data, rows));
  for (size_t r = 0; r < rows; r++)
    TRY(a->be->ops->upload(a->be, a->state.scale + ils_search_row(a, each, r), (int64_t *)scale->data + r,
                           sizeof(int64_t)));
  *costs = cost->data;
  return OK;
}

/* Computes positions and costs again. The costs must equal those of the file. */
static Status tours_measure(Archipelago *a, size_t each, const int64_t *cost) {
  const size_t rows = each * a->span.count;
  TRY(ils_tours_drop(a));
  for (size_t r = 0; r < rows; r++)
    if (cost[r] != COST_NONE) TRY(ils_measure(a, (uint32_t)ils_search_row(a, each, r)));
  TRY(ils_costs_download(a));
  for (size_t r = 0; r < rows; r++) {
    const int64_t found = a->cost[ils_search_row(a, each, r)];
    if (found != cost[r])
      FAIL(ERR_FORMAT, "search %zu: expected the cost of its tour, %lld, found %lld", r, (long long)found,
           (long long)cost[r]);
  }
  return OK;
}

static Status searches_load(Reader *r, const FieldSet *in) {
  Archipelago *a = r->a;
  const size_t n = (size_t)a->nodes;
  size_t each;
  const Field *tour, *parent_b;
  const int64_t *cost;
  TRY(each_find(a, in, &each));
  const size_t rows = each * a->span.count;
  TRY(rows_load(a, in, each, &cost));
  TRY(fieldset_get_rows(in, FIELD_SEARCH, "tour", DTYPE_I32, rows, n, &tour));
  TRY(tours_load(r, tour, rows, each, ils_search_row, cost, a->state.tour));
  TRY(tours_measure(a, each, cost));
  if (!ils_plan(a->plan)->crossover || ils_isolated(a)) return OK;
  TRY(fieldset_get_rows(in, FIELD_SEARCH, "parent_b", DTYPE_I32, rows, n, &parent_b));
  return ils_parents_needed(a)
             ? tours_load(r, parent_b, a->stage.made, each, ils_parent_b_row, cost, a->state.tour)
             : OK;
}

Status ils_load(Archipelago *a, uint32_t epoch, const FieldSet *in) {
  TRY(ils_epoch_set(a, epoch));
  if (!a->span.count) return OK;
  Reader reader = {.a = a};
  TRY(ils_stage_load(a, in));
  if (a->stage.phase != ILS_START) ils_started(a);
  Status status = reader_make(&reader);
  if (status == OK) status = islands_load(&reader, in);
  if (status == OK) status = searches_load(&reader, in);
  reader_free(&reader);
  return status;
}
