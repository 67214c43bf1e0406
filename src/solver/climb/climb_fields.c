/* Saving and loading the state of the "climb" solver: the fields of a checkpoint (docs/file-formats-hdf5.md).
 *
 * Island fields: champions, contenders, and the number of climbers drawn in the epoch. Search fields: climbers
 * under way, sorted by (island, climber), whatever the number of slots. Loading assigns them to the slots of
 * the new machine. */
#include <stdlib.h>
#include <string.h>
#include "climb_archipelago.h"
#include "solver/loaded.h"

/* The fields that are copies of a device array, a row an island. */
#define IMAGE(member, dtype, tour)                                                                           \
  { #member, dtype, offsetof(ClimbState, member), tour }
static const struct Image {
  const char *name;
  Dtype dtype;
  size_t pointer;
  int tour;
} images[] = {IMAGE(drawn, DTYPE_U32, 0),
              IMAGE(champion_cost, DTYPE_I64, 0),
              IMAGE(champion_tour, DTYPE_I32, 1),
              IMAGE(contender_cost, DTYPE_I64, 0),
              IMAGE(contender_climber, DTYPE_U32, 0),
              IMAGE(contender_tour, DTYPE_I32, 1)};
enum { IMAGES = sizeof images / sizeof *images };

static size_t image_columns(const Archipelago *a, int k) { return images[k].tour ? (size_t)a->inst->n : 1; }
static void *image_device(const Archipelago *a, int k) {
  return *(void **)((char *)&a->state + images[k].pointer);
}

typedef struct Row { /* a slot under way */
  uint32_t island, climber, slot;
} Row;

static int row_order(const void *left, const void *right) {
  const Row *a = left, *b = right;
  if (a->island != b->island) return a->island < b->island ? -1 : 1;
  return a->climber < b->climber ? -1 : a->climber > b->climber;
}

/* The busy slots, sorted. *rows is owned by the caller. */
static Status rows_list(Archipelago *a, Row **rows, size_t *count) {
  Status status = OK;
  uint32_t slots = a->state.slots, *island = malloc(slots * sizeof *island),
           *climber = malloc(slots * sizeof *climber);
  Row *list = malloc(slots * sizeof *list);
  if (!island || !climber || !list) FAIL_GOTO(cleanup, ERR_MEMORY, "no memory for %u slots", slots);
  TRY_GOTO(a->be->ops->download(a->be, island, a->state.slot_island, slots * sizeof *island), cleanup);
  TRY_GOTO(a->be->ops->download(a->be, climber, a->state.slot_climber, slots * sizeof *climber), cleanup);
  *count = 0;
  for (uint32_t s = 0; s < slots; s++)
    if (island[s] != SLOT_EMPTY) list[(*count)++] = (Row){a->span.first + island[s], climber[s], s};
  qsort(list, *count, sizeof *list, row_order);
  *rows = list;
  list = NULL;
cleanup : {
  free(island);
  free(climber);
  free(list);
}
  return status;
}

static Status climbers_save(Archipelago *a, FieldSet *out) {
  Status status = OK;
  size_t count = 0, n = a->inst->n;
  Row *rows = NULL;
  uint32_t *island, *climber;
  int64_t *cost;
  int32_t *tour;
  TRY(rows_list(a, &rows, &count));
  TRY_GOTO(fieldset_add(out, FIELD_SEARCH, "island", DTYPE_U32, count, 1, (void **)&island), cleanup);
  TRY_GOTO(fieldset_add(out, FIELD_SEARCH, "climber", DTYPE_U32, count, 1, (void **)&climber), cleanup);
  TRY_GOTO(fieldset_add(out, FIELD_SEARCH, "cost", DTYPE_I64, count, 1, (void **)&cost), cleanup);
  TRY_GOTO(fieldset_add(out, FIELD_SEARCH, "tour", DTYPE_I32, count, n, (void **)&tour), cleanup);
  for (size_t r = 0; r < count; r++) {
    size_t s = rows[r].slot;
    island[r] = rows[r].island;
    climber[r] = rows[r].climber;
    TRY_GOTO(a->be->ops->download(a->be, &cost[r], a->state.slot_cost + s, sizeof *cost), cleanup);
    TRY_GOTO(a->be->ops->download(a->be, tour + r * n, a->state.slot_tour + s * n, n * sizeof *tour),
             cleanup);
  }
cleanup:
  free(rows);
  return status;
}

/* Climbers of island i that have been drawn. A slot that finds no climber left may have raised the counter beyond the quota. */
static uint32_t drawn_of(const Archipelago *a, const uint32_t *drawn, uint32_t i) {
  return drawn[i] < a->quota[i] ? drawn[i] : a->quota[i];
}

Status climb_save(Archipelago *a, FieldSet *out) {
  void *data;
  for (int k = 0; k < IMAGES; k++) {
    size_t bytes = a->span.count * image_columns(a, k) * dtype_bytes(images[k].dtype);
    TRY(fieldset_add(out, FIELD_ISLAND, images[k].name, images[k].dtype, a->span.count, image_columns(a, k),
                     &data));
    TRY(a->be->ops->download(a->be, data, image_device(a, k), bytes));
    for (uint32_t i = 0; images[k].pointer == offsetof(ClimbState, drawn) && i < a->span.count; i++)
      ((uint32_t *)data)[i] = drawn_of(a, data, i);
  }
  TRY(fieldset_add(out, FIELD_ISLAND, "champion_origin", DTYPE_U32, a->span.count, 1, &data));
  for (uint32_t i = 0; i < a->span.count; i++) ((uint32_t *)data)[i] = a->origin[i];
  return climbers_save(a, out);
}

/* ---- loading: a file may have any content, so every row is checked ---- */

/* Checks that each row belongs to this archipelago and has a climber that was drawn, and that no climber is in
 * two rows. */
static Status rows_check(const Archipelago *a, const Field *island, const Field *climber,
                         const uint32_t *drawn) {
  const uint32_t *id = island->data, *number = climber->data;
  for (size_t r = 0; r < island->rows; r++) {
    const uint32_t i = id[r] - a->span.first;
    if (i >= a->span.count)
      FAIL(ERR_FORMAT, "climber %zu: expected an island in %u..%u, found %u", r, a->span.first,
           a->span.first + a->span.count - 1, id[r]);
    if (number[r] - a->state.base >= drawn_of(a, drawn, i))
      FAIL(ERR_FORMAT, "climber %zu: expected one of the %u from %u on, found %u", r, drawn_of(a, drawn, i),
           a->state.base, number[r]);
    if (r && id[r] == id[r - 1] && number[r] <= number[r - 1])
      FAIL(ERR_FORMAT, "climber %zu: expected one above %u, found %u", r, number[r - 1], number[r]);
  }
  return OK;
}

static Status climbers_load(Archipelago *a, const FieldSet *in, const uint32_t *drawn) {
  const Field *island, *climber, *cost, *tour;
  const BackendOps *ops = a->be->ops;
  TRY(fieldset_get(in, FIELD_SEARCH, "island", DTYPE_U32, 1, &island));
  const size_t rows = island->rows, n = (size_t)a->inst->n;
  TRY(fieldset_get_rows(in, FIELD_SEARCH, "climber", DTYPE_U32, rows, 1, &climber));
  TRY(fieldset_get_rows(in, FIELD_SEARCH, "cost", DTYPE_I64, rows, 1, &cost));
  TRY(fieldset_get_rows(in, FIELD_SEARCH, "tour", DTYPE_I32, rows, n, &tour));
  TRY(rows_check(a, island, climber, drawn));
  for (size_t r = 0; r < rows; r++)
    TRY(loaded_solution(a->inst, "tour", r, (const int32_t *)tour->data + r * n,
                        ((const int64_t *)cost->data)[r]));
  if (rows > a->state.slots) TRY(climb_state_slots(a, (uint32_t)rows));
  for (size_t r = 0; r < rows; r++) {
    uint32_t local = ((uint32_t *)island->data)[r] - a->span.first;
    TRY(ops->upload(a->be, a->state.slot_island + r, &local, sizeof local));
  }
  TRY(ops->upload(a->be, a->state.slot_climber, climber->data, rows * sizeof(uint32_t)));
  TRY(ops->upload(a->be, a->state.slot_cost, cost->data, rows * sizeof(int64_t)));
  return ops->upload(a->be, a->state.slot_tour, tour->data, rows * n * sizeof(int32_t));
}

/* The data of a field; NULL: there is no such field. */
typedef struct Islands {
  const Field *field[IMAGES];
} Islands;

static const Field *image_find(const Islands *in, const char *name) {
  int k = 0;
  while (strcmp(images[k].name, name) != 0) k++;
  return in->field[k];
}

/* Checks that champions and contenders are tours with the stated costs, and that contenders are climbers of
 * this epoch. */
static Status islands_check(const Archipelago *a, const Islands *in) {
  const int64_t *champion = image_find(in, "champion_cost")->data,
                *contender = image_find(in, "contender_cost")->data;
  const uint32_t *drawn = image_find(in, "drawn")->data, *climber = image_find(in, "contender_climber")->data;
  TRY(loaded_solutions(a->inst, "champion_tour", a->span.count, image_find(in, "champion_tour")->data,
                       champion));
  TRY(loaded_solutions(a->inst, "contender_tour", a->span.count, image_find(in, "contender_tour")->data,
                       contender));
  for (uint32_t i = 0; i < a->span.count; i++)
    if (contender[i] != COST_NONE && climber[i] - a->state.base >= drawn_of(a, drawn, i))
      FAIL(ERR_FORMAT, "field contender_climber: expected one of the %u from %u on, found %u",
           drawn_of(a, drawn, i), a->state.base, climber[i]);
  return OK;
}

static Status origins_load(Archipelago *a, const FieldSet *in) {
  const Field *f;
  TRY(fieldset_get_rows(in, FIELD_ISLAND, "champion_origin", DTYPE_U32, a->span.count, 1, &f));
  TRY(loaded_range(f, 0, a->plan->islands - 1));
  if (f->rows) memcpy(a->origin, f->data, f->rows * sizeof *a->origin);
  return OK;
}

/* drawn may exceed the quota in files of older versions; the excess has no meaning. */
Status climb_load(Archipelago *a, uint32_t epoch, const FieldSet *in) {
  Islands all;
  TRY(solver_climb.begin(a, epoch));
  for (int k = 0; k < IMAGES; k++)
    TRY(fieldset_get_rows(in, FIELD_ISLAND, images[k].name, images[k].dtype, a->span.count,
                          image_columns(a, k), &all.field[k]));
  TRY(islands_check(a, &all));
  for (int k = 0; k < IMAGES; k++) {
    const Field *f = all.field[k];
    TRY(a->be->ops->upload(a->be, image_device(a, k), f->data, f->rows * f->columns * dtype_bytes(f->dtype)));
  }
  TRY(origins_load(a, in));
  return climbers_load(a, in, image_find(&all, "drawn")->data);
}
