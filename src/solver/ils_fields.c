/* Saving and loading the tours of the "ils" solver: the fields of a checkpoint (docs/file-formats.md). Inside "ils".
 *
 * Islands: how far the run is, and their champions. Climbers: a row a tour, those of an island in a row. Cities have the
 * instance's own numbers, so that a file means something to others. Positions follow from tours and are not kept. */
#include <stdlib.h>
#include <string.h>
#include "ils_archipelago.h"

/* ---- saving ---- */

static Status tours_save(Archipelago *a, FieldSet *out, FieldGroup group, const char *name,
                         const int32_t *tours, const int64_t *cost, size_t rows) {
  const size_t n = (size_t)a->inst->n;
  int32_t *data;
  TRY(fieldset_add(out, group, name, DTYPE_I32, rows, n, (void **)&data));
  for (size_t r = 0; r < rows; r++) {
    if (cost[r] == COST_NONE) continue; /* there is none: zeros */
    TRY(a->be->ops->download(a->be, data + r * n, tours + r * n, n * sizeof *data));
    ils_translate(a, data + r * n);
  }
  return OK;
}

static Status islands_save(Archipelago *a, FieldSet *out) {
  const size_t rows = a->span.count;
  uint64_t *step;
  double *done;
  void *cost, *origin;
  TRY(fieldset_add(out, FIELD_ISLAND, "step", DTYPE_U64, rows, 1, (void **)&step));
  TRY(fieldset_add(out, FIELD_ISLAND, "done", DTYPE_F64, rows, 1, (void **)&done));
  for (size_t i = 0; i < rows; i++) step[i] = a->step, done[i] = a->done;
  TRY(fieldset_add(out, FIELD_ISLAND, "champion_cost", DTYPE_I64, rows, 1, &cost));
  TRY(fieldset_add(out, FIELD_ISLAND, "champion_origin", DTYPE_U32, rows, 1, &origin));
  if (rows) memcpy(cost, a->champion_cost, rows * sizeof *a->champion_cost);
  if (rows) memcpy(origin, a->champion_origin, rows * sizeof *a->champion_origin);
  return tours_save(a, out, FIELD_ISLAND, "champion_tour", a->champion_tour, a->champion_cost, rows);
}

static Status climbers_save(Archipelago *a, FieldSet *out) {
  const size_t rows = a->state.tours;
  uint32_t *island, *climber;
  void *cost, *scale;
  TRY(fieldset_add(out, FIELD_CLIMBER, "island", DTYPE_U32, rows, 1, (void **)&island));
  TRY(fieldset_add(out, FIELD_CLIMBER, "climber", DTYPE_U32, rows, 1, (void **)&climber));
  for (uint32_t r = 0; r < rows; r++)
    island[r] = a->span.first + r / a->state.group, climber[r] = r % a->state.group;
  TRY(fieldset_add(out, FIELD_CLIMBER, "cost", DTYPE_I64, rows, 1, &cost));
  TRY(fieldset_add(out, FIELD_CLIMBER, "scale", DTYPE_I64, rows, 1, &scale));
  TRY(ils_look(a));
  if (rows) memcpy(cost, a->cost, rows * sizeof *a->cost);
  TRY(a->be->ops->download(a->be, scale, a->state.scale, rows * sizeof *a->state.scale));
  return tours_save(a, out, FIELD_CLIMBER, "tour", a->state.tour, a->cost, rows);
}

Status ils_save(Archipelago *a, FieldSet *out) {
  TRY(islands_save(a, out));
  return climbers_save(a, out);
}

/* ---- loading ---- */

/* The inverse of a->order. The caller's. */
static Status numbers_make(const Archipelago *a, int32_t **out) {
  const size_t n = (size_t)a->inst->n;
  int32_t *number = malloc(n * sizeof *number);
  if (!number) FAIL(ERR_MEMORY, "no memory for the numbers of %zu cities", n);
  for (size_t k = 0; k < n; k++) number[a->order[k]] = (int32_t)k;
  *out = number;
  return OK;
}

/* A tour in internal numbers, from one that a file holds. seen (n): scratch. */
static Status tour_number(const Archipelago *a, const char *field, const int32_t *number, const int32_t *from,
                          char *seen, int32_t *to) {
  const int32_t n = a->inst->n;
  memset(seen, 0, (size_t)n);
  for (int32_t p = 0; p < n; p++) {
    if ((uint32_t)from[p] >= (uint32_t)n || seen[from[p]])
      FAIL(ERR_FORMAT, "field %s: expected every city below %d once, found %d", field, n, from[p]);
    seen[from[p]] = 1, to[p] = number[from[p]];
  }
  return OK;
}

static Status rows_load(Archipelago *a, const Field *f, const int64_t *cost, const int32_t *number,
                        char *seen, int32_t *one, int32_t *tours) {
  const size_t n = (size_t)a->inst->n;
  for (size_t r = 0; r < f->rows; r++) {
    if (cost[r] == COST_NONE) continue;
    TRY(tour_number(a, f->name, number, (const int32_t *)f->data + r * n, seen, one));
    TRY(a->be->ops->upload(a->be, tours + r * n, one, n * sizeof *one));
  }
  return OK;
}

/* tours (rows, n) on the backend, those that have a cost. */
static Status tours_load(Archipelago *a, const Field *f, const int64_t *cost, int32_t *tours) {
  const size_t n = (size_t)a->inst->n;
  int32_t *number = NULL, *one = malloc(n * sizeof *one);
  char *seen = malloc(n);
  Status status = one && seen ? OK : status_fail(ERR_MEMORY, "no memory for a tour of %zu cities", n);
  if (status == OK) status = numbers_make(a, &number);
  if (status == OK) status = rows_load(a, f, cost, number, seen, one, tours);
  free(number), free(one), free(seen);
  return status;
}

static Status islands_load(Archipelago *a, const FieldSet *in) {
  const Field *cost, *origin, *tour;
  const size_t rows = a->span.count;
  TRY(fieldset_get_rows(in, FIELD_ISLAND, "champion_cost", DTYPE_I64, rows, 1, &cost));
  TRY(fieldset_get_rows(in, FIELD_ISLAND, "champion_origin", DTYPE_U32, rows, 1, &origin));
  TRY(fieldset_get_rows(in, FIELD_ISLAND, "champion_tour", DTYPE_I32, rows, (size_t)a->inst->n, &tour));
  if (rows) memcpy(a->champion_cost, cost->data, rows * sizeof *a->champion_cost);
  if (rows) memcpy(a->champion_origin, origin->data, rows * sizeof *a->champion_origin);
  return tours_load(a, tour, a->champion_cost, a->champion_tour);
}

/* Where the run stands, and what of the clock is behind it: the same on all islands. */
static Status step_load(Archipelago *a, uint32_t epoch, const FieldSet *in) {
  const Field *step, *done;
  const uint64_t first = ils_epoch_begin(a, epoch), last = ils_epoch_begin(a, epoch + 1);
  TRY(fieldset_get_rows(in, FIELD_ISLAND, "step", DTYPE_U64, a->span.count, 1, &step));
  TRY(fieldset_get_rows(in, FIELD_ISLAND, "done", DTYPE_F64, a->span.count, 1, &done));
  for (size_t i = 0; i < step->rows; i++) {
    const uint64_t k = ((const uint64_t *)step->data)[i];
    const double share = ((const double *)done->data)[i];
    if (k < first || k > last || k != *(const uint64_t *)step->data)
      FAIL(ERR_FORMAT, "field step: expected the same from %llu to %llu in epoch %u, found %llu",
           (unsigned long long)first, (unsigned long long)last, epoch, (unsigned long long)k);
    if (!(share >= 0 && share <= 1)) FAIL(ERR_FORMAT, "field done: expected 0 to 1, found %g", share);
    a->step = k, a->done = a->done_before = share;
  }
  return OK;
}

/* Every tour is there that has begun by now, and no other. */
static Status climbers_check(const Archipelago *a, const Field *island, const Field *climber,
                             const int64_t *cost) {
  const uint32_t group = a->state.group;
  for (uint32_t r = 0; r < island->rows; r++) {
    const uint32_t i = ((const uint32_t *)island->data)[r], c = ((const uint32_t *)climber->data)[r];
    if (i != a->span.first + r / group || c != r % group)
      FAIL(ERR_FORMAT, "climber %u: expected tour %u of island %u, found %u of %u", r, r % group,
           a->span.first + r / group, c, i);
    if ((cost[r] == COST_NONE) != (r % group >= a->step) || cost[r] < 0)
      FAIL(ERR_FORMAT, "climber %u: expected a cost for each tour that has begun, found %lld", r,
           (long long)cost[r]);
  }
  return OK;
}

/* Positions are made anew; so are costs, which must be what they were. */
static Status tours_measure(Archipelago *a, const int64_t *cost) {
  for (uint32_t r = 0; r < a->state.tours; r++)
    if (cost[r] != COST_NONE) TRY(ils_measure(a, r));
  TRY(ils_look(a));
  for (uint32_t r = 0; r < a->state.tours; r++)
    if (a->cost[r] != cost[r])
      FAIL(ERR_FORMAT, "climber %u: expected the cost of its tour, %lld, found %lld", r,
           (long long)a->cost[r], (long long)cost[r]);
  return OK;
}

static Status climbers_load(Archipelago *a, const FieldSet *in) {
  const Field *island, *climber, *cost, *scale, *tour;
  const size_t rows = a->state.tours;
  TRY(fieldset_get_rows(in, FIELD_CLIMBER, "island", DTYPE_U32, rows, 1, &island));
  TRY(fieldset_get_rows(in, FIELD_CLIMBER, "climber", DTYPE_U32, rows, 1, &climber));
  TRY(fieldset_get_rows(in, FIELD_CLIMBER, "cost", DTYPE_I64, rows, 1, &cost));
  TRY(fieldset_get_rows(in, FIELD_CLIMBER, "scale", DTYPE_I64, rows, 1, &scale));
  TRY(fieldset_get_rows(in, FIELD_CLIMBER, "tour", DTYPE_I32, rows, (size_t)a->inst->n, &tour));
  TRY(climbers_check(a, island, climber, cost->data));
  TRY(tours_load(a, tour, cost->data, a->state.tour));
  TRY(a->be->ops->upload(a->be, a->state.scale, scale->data, rows * sizeof *a->state.scale));
  return tours_measure(a, cost->data);
}

Status ils_load(Archipelago *a, uint32_t epoch, const FieldSet *in) {
  a->epoch = epoch;
  if (!a->span.count) return OK;
  TRY(step_load(a, epoch, in));
  if (a->step >= ils_descent_begin(a)) ils_started(a);
  TRY(islands_load(a, in));
  return climbers_load(a, in);
}
