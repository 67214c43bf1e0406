/* Saving and loading the state of the "flock" solver: the fields of a checkpoint (docs/file-formats.md), a row an island. Tours have the
 * instance's own numbers and begin with the city whose internal number is 0. Inside "flock". */
#include <stdlib.h>
#include <string.h>
#include "flock_archipelago.h"
#include "individual.h"
#include "solver/loaded.h"

/* The fields that are copies of an array of the backend. */
typedef struct Image {
  const char *name;
  Dtype dtype;
  void *array;
  size_t columns;
  bool tours;
} Image;

enum { X, COST, V, LENGTH, B, B_COST, G, G_COST, IMAGES };

static void images_list(const Archipelago *a, Image out[IMAGES]) {
  const FlockState *st = &a->state;
  const size_t p = a->rules.particles, n = (size_t)a->inst->n;
  out[X] = (Image){"x", DTYPE_I32, st->x, p * n, true};
  out[COST] = (Image){"cost", DTYPE_I64, st->cost, p, false};
  out[V] = (Image){"v", DTYPE_I32, st->v, 2 * p * flock_swaps(a), false};
  out[LENGTH] = (Image){"length", DTYPE_I32, st->length, p, false};
  out[B] = (Image){"b", DTYPE_I32, st->b, p * n, true};
  out[B_COST] = (Image){"b_cost", DTYPE_I64, st->b_cost, p, false};
  out[G] = (Image){"g", DTYPE_I32, st->g, n, true};
  out[G_COST] = (Image){"g_cost", DTYPE_I64, st->g_cost, 1, false};
}

/* Swaps after a velocity's length are left over from other moves: zeros in files. */
static void rest_clear(const Archipelago *a, int32_t *v, const int32_t *length) {
  const size_t round = flock_swaps(a);
  for (size_t r = 0; r < flock_rows(a); r++)
    memset(v + 2 * (r * round + (size_t)length[r]), 0, 2 * (round - (size_t)length[r]) * sizeof *v);
}

Status flock_save(Archipelago *a, FieldSet *out) {
  const size_t islands = a->span.count;
  Image images[IMAGES];
  uint32_t *iteration;
  void *data[IMAGES];
  images_list(a, images);
  TRY(fieldset_add(out, FIELD_ISLAND, "iteration", DTYPE_U32, islands, 1, (void **)&iteration));
  for (size_t i = 0; i < islands; i++) iteration[i] = a->at;
  for (int k = 0; k < IMAGES; k++) {
    const Image *m = &images[k];
    TRY(fieldset_add(out, FIELD_ISLAND, m->name, m->dtype, islands, m->columns, &data[k]));
    if (!islands) continue;
    TRY(a->be->ops->download(a->be, data[k], m->array, islands * m->columns * dtype_bytes(m->dtype)));
    for (size_t e = 0; m->tours && e < islands * m->columns; e++)
      ((int32_t *)data[k])[e] = a->order[((int32_t *)data[k])[e]];
  }
  if (islands) rest_clear(a, data[V], data[LENGTH]);
  return OK;
}

/* ---- loading: a file may have any content ---- */

static Status velocities_check(const Archipelago *a, const Field *v, const Field *length) {
  const int32_t n = a->inst->n, *count = length->data, *swap = v->data;
  for (size_t r = 0; r < flock_rows(a); r++) {
    if (count[r] < 0 || count[r] > n - 1)
      FAIL(ERR_FORMAT, "field length: expected 0 to %d swaps, found %d", n - 1, count[r]);
    for (size_t k = 0; k < 2 * (size_t)count[r]; k++) {
      const int32_t at = swap[2 * r * flock_swaps(a) + k];
      if (at < 1 || at >= n) FAIL(ERR_FORMAT, "field v: expected a position of 1 to %d, found %d", n - 1, at);
    }
  }
  return OK;
}

/* Tours of their costs that begin as tours of the kernels do. */
static Status tours_check(const Archipelago *a, const Field *tour, const Field *cost) {
  const size_t n = (size_t)a->inst->n;
  for (size_t r = 0; r < cost->rows * cost->columns; r++) {
    const int32_t *gene = (const int32_t *)tour->data + r * n;
    TRY(loaded_solution(a->inst, tour->name, r, gene, ((const int64_t *)cost->data)[r]));
    if (gene[0] != a->order[0])
      FAIL(ERR_FORMAT, "field %s: expected a tour that begins with city %d, found %d", tour->name,
           a->order[0] + 1, gene[0] + 1);
  }
  return OK;
}

static Status iteration_load(Archipelago *a, const FieldSet *in) {
  const Field *iteration;
  TRY(fieldset_get_rows(in, FIELD_ISLAND, "iteration", DTYPE_U32, a->span.count, 1, &iteration));
  TRY(loaded_range(iteration, a->at, a->end));
  a->at = *(const uint32_t *)iteration->data;
  return loaded_range(iteration, a->at, a->at);
}

/* number (n): the internal one of each of the instance's cities. */
static Status image_load(Archipelago *a, const Image *m, const Field *f, const int32_t *number) {
  const size_t values = f->rows * f->columns, bytes = values * dtype_bytes(m->dtype);
  if (!m->tours) return a->be->ops->upload(a->be, m->array, f->data, bytes);
  int32_t *own = malloc(bytes + 1);
  if (!own) FAIL(ERR_MEMORY, "no memory for %zu cities", values);
  for (size_t e = 0; e < values; e++) own[e] = number[((const int32_t *)f->data)[e]];
  const Status status = a->be->ops->upload(a->be, m->array, own, bytes);
  free(own);
  return status;
}

static Status images_load(Archipelago *a, const Image images[IMAGES], const Field *const field[IMAGES]) {
  int32_t *number = malloc(flock_tour_bytes(a));
  if (!number) FAIL(ERR_MEMORY, "no memory for a tour of %d cities", a->inst->n);
  Status status = OK;
  for (int32_t k = 0; k < a->inst->n; k++) number[a->order[k]] = k;
  for (int k = 0; k < IMAGES && status == OK; k++) status = image_load(a, &images[k], field[k], number);
  free(number);
  return status;
}

Status flock_load(Archipelago *a, uint32_t epoch, const FieldSet *in) {
  const Field *field[IMAGES];
  Image images[IMAGES];
  flock_epoch_set(a, epoch);
  if (!a->span.count) return OK;
  images_list(a, images);
  TRY(iteration_load(a, in));
  for (int k = 0; k < IMAGES; k++)
    TRY(fieldset_get_rows(in, FIELD_ISLAND, images[k].name, images[k].dtype, a->span.count, images[k].columns,
                          &field[k]));
  TRY(velocities_check(a, field[V], field[LENGTH]));
  TRY(tours_check(a, field[X], field[COST]));
  TRY(tours_check(a, field[B], field[B_COST]));
  TRY(tours_check(a, field[G], field[G_COST]));
  return images_load(a, images, field);
}
