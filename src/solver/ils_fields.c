/* Saving and loading the tours of the "ils" solver: the fields of a checkpoint (docs/file-formats.md). Inside "ils".
 *
 * Islands: the stage, their champions and elders. Climbers: a row a tour, those of an island in a row; with them, in the middle
 * of a generation, the tours of the island before. A generation's children are not kept: it begins again. Cities have the
 * instance's own numbers, so that a file means something to others. Positions follow from tours and are not kept. */
#include <stddef.h>
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

static const struct {
  const char *name;
  Dtype dtype;
  size_t offset;
} stage_fields[] = {{"phase", DTYPE_U32, offsetof(IlsStage, phase)},
                    {"population", DTYPE_U32, offsetof(IlsStage, population)},
                    {"generation", DTYPE_U32, offsetof(IlsStage, generation)},
                    {"quiet", DTYPE_U32, offsetof(IlsStage, quiet)},
                    {"joined", DTYPE_U32, offsetof(IlsStage, joined)},
                    {"made", DTYPE_U32, offsetof(IlsStage, made)},
                    {"at", DTYPE_U64, offsetof(IlsStage, at)},
                    {"kicks", DTYPE_U64, offsetof(IlsStage, kicks)},
                    {"done", DTYPE_F64, offsetof(IlsStage, done)},
                    {"began", DTYPE_F64, offsetof(IlsStage, began)}};
enum { STAGE_FIELDS = sizeof stage_fields / sizeof *stage_fields };

static Status stage_save(const Archipelago *a, FieldSet *out) {
  IlsStage stage = a->stage;
  if (stage.phase == ILS_MEET && stage.at < stage.made) stage.at = 0;
  for (int f = 0; f < STAGE_FIELDS; f++) {
    const size_t bytes = dtype_bytes(stage_fields[f].dtype);
    char *data;
    TRY(fieldset_add(out, FIELD_ISLAND, stage_fields[f].name, stage_fields[f].dtype, a->span.count, 1,
                     (void **)&data));
    for (size_t i = 0; i < a->span.count; i++)
      memcpy(data + i * bytes, (const char *)&stage + stage_fields[f].offset, bytes);
  }
  return OK;
}

/* A column of FIELD_ISLAND. */
static Status column_save(const Archipelago *a, FieldSet *out, const char *name, Dtype dtype, const void *values) {
  void *data;
  TRY(fieldset_add(out, FIELD_ISLAND, name, dtype, a->span.count, 1, &data));
  if (a->span.count) memcpy(data, values, a->span.count * dtype_bytes(dtype));
  return OK;
}

static Status islands_save(Archipelago *a, FieldSet *out) {
  const size_t rows = a->span.count;
  TRY(stage_save(a, out));
  TRY(column_save(a, out, "champion_cost", DTYPE_I64, a->champion_cost));
  TRY(column_save(a, out, "champion_origin", DTYPE_U32, a->champion_origin));
  TRY(tours_save(a, out, FIELD_ISLAND, "champion_tour", a->champion_tour, a->champion_cost, rows));
  if (!a->plan->ils.meets) return OK;
  TRY(column_save(a, out, "lively", DTYPE_U32, a->lively));
  TRY(column_save(a, out, "elder_cost", DTYPE_I64, a->elder_cost));
  return tours_save(a, out, FIELD_ISLAND, "elder_tour", a->elder_tour, a->elder_cost, rows);
}

/* The tours of the island before: as many as are made, while they matter. */
static Status fathers_save(Archipelago *a, FieldSet *out) {
  const size_t n = (size_t)a->inst->n;
  int32_t *data;
  if (!a->plan->ils.meets) return OK;
  TRY(fieldset_add(out, FIELD_CLIMBER, "father", DTYPE_I32, a->state.tours, n, (void **)&data));
  if (!a->span.count || !ils_fathers_kept(a)) return OK;
  for (uint32_t i = 0; i < a->span.count; i++) {
    int32_t *const to = data + (size_t)i * a->state.group * n;
    TRY(a->be->ops->download(a->be, to, ils_tour(a, a->state.tour, ils_fathers(a, i)),
                             a->stage.made * ils_tour_bytes(a)));
    for (uint32_t j = 0; j < a->stage.made; j++) ils_translate(a, to + j * n);
  }
  return OK;
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
  TRY(tours_save(a, out, FIELD_CLIMBER, "tour", a->state.tour, a->cost, rows));
  return fathers_save(a, out);
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

static Status rows_load(Archipelago *a, const Field *f, size_t rows, const int64_t *cost, const int32_t *number,
                        char *seen, int32_t *one, int32_t *tours) {
  const size_t n = (size_t)a->inst->n;
  for (size_t r = 0; r < rows; r++) {
    if (cost[r] == COST_NONE) continue;
    TRY(tour_number(a, f->name, number, (const int32_t *)f->data + r * n, seen, one));
    TRY(a->be->ops->upload(a->be, tours + r * n, one, n * sizeof *one));
  }
  return OK;
}

/* tours (rows, n) on the backend, the first `rows` of the field's, those that have a cost. */
static Status tours_load(Archipelago *a, const Field *f, size_t rows, const int64_t *cost, int32_t *tours) {
  const size_t n = (size_t)a->inst->n;
  int32_t *number = NULL, *one = malloc(n * sizeof *one);
  char *seen = malloc(n);
  Status status = one && seen ? OK : status_fail(ERR_MEMORY, "no memory for a tour of %zu cities", n);
  if (status == OK) status = numbers_make(a, &number);
  if (status == OK) status = rows_load(a, f, rows, cost, number, seen, one, tours);
  free(number), free(one), free(seen);
  return status;
}

static Status column_load(const Archipelago *a, const FieldSet *in, const char *name, Dtype dtype, void *values) {
  const Field *f;
  TRY(fieldset_get_rows(in, FIELD_ISLAND, name, dtype, a->span.count, 1, &f));
  memcpy(values, f->data, a->span.count * dtype_bytes(dtype));
  return OK;
}

/* Tours of the best of every island, and their costs: champions, elders. */
static Status bests_load(Archipelago *a, const FieldSet *in, const char *name, const char *name_cost, int64_t *cost, int32_t *tours) {
  const Field *tour;
  TRY(column_load(a, in, name_cost, DTYPE_I64, cost));
  TRY(fieldset_get_rows(in, FIELD_ISLAND, name, DTYPE_I32, a->span.count, (size_t)a->inst->n, &tour));
  return tours_load(a, tour, a->span.count, cost, tours);
}

static Status islands_load(Archipelago *a, const FieldSet *in) {
  TRY(column_load(a, in, "champion_origin", DTYPE_U32, a->champion_origin));
  TRY(bests_load(a, in, "champion_tour", "champion_cost", a->champion_cost, a->champion_tour));
  if (!a->plan->ils.meets) return OK;
  TRY(column_load(a, in, "lively", DTYPE_U32, a->lively));
  return bests_load(a, in, "elder_tour", "elder_cost", a->elder_cost, a->elder_tour);
}

/* One value of the stage: the same on all islands. */
static Status stage_value(const Archipelago *a, const FieldSet *in, int f, IlsStage *stage) {
  const size_t bytes = dtype_bytes(stage_fields[f].dtype);
  const Field *field;
  TRY(fieldset_get_rows(in, FIELD_ISLAND, stage_fields[f].name, stage_fields[f].dtype, a->span.count, 1, &field));
  memcpy((char *)stage + stage_fields[f].offset, field->data, bytes);
  for (size_t i = 1; i < field->rows; i++)
    if (memcmp((const char *)field->data + i * bytes, field->data, bytes) != 0)
      FAIL(ERR_FORMAT, "field %s: expected the same for all islands, found another for island %zu",
           stage_fields[f].name, a->span.first + i);
  return OK;
}

/* Steps that a phase has at most. */
static uint64_t phase_steps(const Archipelago *a) {
  switch ((IlsPhase)a->stage.phase) {
  case ILS_START: return ils_block_steps(a);
  case ILS_KICKS: return ils_rounds_end(a);
  case ILS_MEET: return a->stage.made;
  default: return UINT64_MAX;
  }
}

static Status stage_check(const Archipelago *a) {
  const IlsStage *s = &a->stage;
  if (s->phase > ILS_REST || (s->phase >= ILS_MEET && !a->plan->ils.meets))
    FAIL(ERR_FORMAT, "field phase: expected at most %d, found %u", a->plan->ils.meets ? ILS_REST : ILS_KICKS, s->phase);
  const bool start = s->phase == ILS_START;
  if (s->made < !start || s->made > a->state.group - start)
    FAIL(ERR_FORMAT, "field made: expected %d to %u, found %u", !start, a->state.group - start, s->made);
  if (s->at > phase_steps(a))
    FAIL(ERR_FORMAT, "field at: expected at most %llu in phase %u of epoch %u, found %llu",
         (unsigned long long)phase_steps(a), s->phase, a->epoch, (unsigned long long)s->at);
  if (!(s->done >= 0 && s->done <= 1)) FAIL(ERR_FORMAT, "field done: expected 0 to 1, found %g", s->done);
  if (!(s->began >= 0 && s->began <= s->done)) FAIL(ERR_FORMAT, "field began: expected 0 to %g, found %g", s->done, s->began);
  return OK;
}

static Status stage_load(Archipelago *a, const FieldSet *in) {
  IlsStage stage = {0};
  for (int f = 0; f < STAGE_FIELDS; f++) TRY(stage_value(a, in, f, &stage));
  a->stage = stage, a->done_before = stage.done;
  return stage_check(a);
}

/* Tours of an island that have begun. */
static uint32_t tours_begun(const Archipelago *a) {
  const uint64_t block = a->stage.phase == ILS_START ? ils_block(a) : 0;
  return a->stage.made + (uint32_t)(a->stage.at < block ? a->stage.at : block);
}

/* Every tour is there that has begun by now, and no other. */
static Status climbers_check(const Archipelago *a, const Field *island, const Field *climber,
                             const int64_t *cost) {
  const uint32_t group = a->state.group, begun = tours_begun(a);
  for (uint32_t r = 0; r < island->rows; r++) {
    const uint32_t i = ((const uint32_t *)island->data)[r], c = ((const uint32_t *)climber->data)[r];
    if (i != a->span.first + r / group || c != r % group)
      FAIL(ERR_FORMAT, "climber %u: expected tour %u of island %u, found %u of %u", r, r % group,
           a->span.first + r / group, c, i);
    if ((cost[r] == COST_NONE) != (r % group >= begun) || cost[r] < 0)
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
  TRY(tours_load(a, tour, rows, cost->data, a->state.tour));
  TRY(a->be->ops->upload(a->be, a->state.scale, scale->data, rows * sizeof *a->state.scale));
  return tours_measure(a, cost->data);
}

static Status fathers_load(Archipelago *a, const FieldSet *in) {
  const Field *father;
  if (!a->plan->ils.meets) return OK;
  TRY(fieldset_get_rows(in, FIELD_CLIMBER, "father", DTYPE_I32, a->state.tours, (size_t)a->inst->n, &father));
  if (!ils_fathers_kept(a)) return OK;
  return tours_load(a, father, a->stage.made, a->cost, ils_tour(a, a->state.tour, ils_fathers(a, 0)));
}

Status ils_load(Archipelago *a, uint32_t epoch, const FieldSet *in) {
  a->epoch = epoch;
  if (!a->span.count) return OK;
  TRY(stage_load(a, in));
  if (a->stage.phase != ILS_START) ils_started(a);
  TRY(islands_load(a, in));
  TRY(climbers_load(a, in));
  return fathers_load(a, in);
}
