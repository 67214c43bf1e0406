/* Saving and loading the state of the "tabu" solver: the fields of a checkpoint (docs/file-formats.md), a row an island. Inside "tabu". */
#include <stdlib.h>
#include <string.h>
#include "individual.h"
#include "solver/loaded.h"
#include "tabu_archipelago.h"
#include "tabu_step.h"

/* The fields that are copies of an array of the backend. */
typedef struct Image {
  const char *name;
  Dtype dtype;
  void *array;
  size_t columns;
} Image;

enum { WALK, TOUR, BEST, LIST, IMAGES };

static void images_list(const Archipelago *a, Image out[IMAGES]) {
  const size_t searchers = a->rules.searchers, genes = searchers * (size_t)a->inst->n;
  out[WALK] = (Image){"walk", DTYPE_I64, a->state.walk, searchers * TABU_WALK_NUMBERS};
  out[TOUR] = (Image){"tour", DTYPE_I32, a->state.tour, genes};
  out[BEST] = (Image){"best_tour", DTYPE_I32, a->state.best, genes};
  out[LIST] = (Image){"list", DTYPE_I64, a->state.list, searchers * tabu_list_numbers(a)};
}

Status tabu_save(Archipelago *a, FieldSet *out) {
  const size_t islands = a->span.count;
  Image images[IMAGES];
  uint32_t *step;
  void *data;
  images_list(a, images);
  TRY(fieldset_add(out, FIELD_ISLAND, "step", DTYPE_U32, islands, 1, (void **)&step));
  for (size_t i = 0; i < islands; i++) step[i] = a->at;
  for (int k = 0; k < IMAGES; k++) {
    TRY(fieldset_add(out, FIELD_ISLAND, images[k].name, images[k].dtype, islands, images[k].columns, &data));
    if (islands)
      TRY(a->be->ops->download(a->be, data, images[k].array,
                               islands * images[k].columns * dtype_bytes(images[k].dtype)));
  }
  return champions_save(&a->champions, out);
}

/* ---- loading: a file may have any content ---- */

static Status number_check(const char *name, int64_t value, int64_t least, int64_t most) {
  if (value >= least && value <= most) return OK;
  FAIL(ERR_FORMAT, "field walk: expected %s of %lld to %lld, found %lld", name, (long long)least,
       (long long)most, (long long)value);
}

/* A searcher that has not started has no tour; after a step it has. */
static Status walk_check(const Archipelago *a, const TabuWalk *w) {
  const int64_t most = a->at ? COST_NONE - 1 : COST_NONE;
  TRY(number_check("a cost", w->cost, 0, most));
  TRY(number_check("a best cost", w->best, 0, w->cost));
  TRY(number_check("a step", w->step, a->at, a->at));
  TRY(number_check("steps without a new best", w->since, 0, a->at));
  TRY(number_check("restarts", w->restarts, 0, a->at));
  if (w->cost == COST_NONE) return number_check("no best cost", w->best, COST_NONE, COST_NONE);
  return OK;
}

static Status walks_load(Archipelago *a, const Field *walk, const Field *tour, const Field *best) {
  const size_t rows = tabu_rows(a), n = (size_t)a->inst->n;
  memcpy(a->walk, walk->data, rows * sizeof *a->walk);
  for (size_t r = 0; r < rows; r++) {
    const TabuWalk *w = a->walk + r;
    TRY(walk_check(a, w));
    if (w->cost == COST_NONE) continue;
    TRY(loaded_solution(a->inst, "tour", r, (const int32_t *)tour->data + r * n, w->cost));
    TRY(loaded_solution(a->inst, "best_tour", r, (const int32_t *)best->data + r * n, w->best));
  }
  return OK;
}

static Status list_check(const Archipelago *a, const Field *list) {
  const TabuEdge *edge = list->data;
  const int64_t n = a->inst->n, most = (int64_t)a->at + a->rules.window;
  for (size_t k = 0; k < list->rows * list->columns / 2; k++) {
    const int64_t low = edge[k].key >> 32, high = edge[k].key & UINT32_MAX;
    if (edge[k].key && (low < 0 || low >= high || high >= n))
      FAIL(ERR_FORMAT, "field list: expected two of %lld cities, found %lld %lld", (long long)n,
           (long long)low, (long long)high);
    if (edge[k].until < 0 || edge[k].until > most)
      FAIL(ERR_FORMAT, "field list: expected a step of 0 to %lld, found %lld", (long long)most,
           (long long)edge[k].until);
  }
  return OK;
}

static Status step_load(Archipelago *a, const FieldSet *in) {
  const Field *step;
  TRY(fieldset_get_rows(in, FIELD_ISLAND, "step", DTYPE_U32, a->span.count, 1, &step));
  TRY(loaded_range(step, a->at, a->end));
  a->at = *(const uint32_t *)step->data;
  return loaded_range(step, a->at, a->at);
}

Status tabu_load(Archipelago *a, uint32_t epoch, const FieldSet *in) {
  const Field *field[IMAGES];
  Image images[IMAGES];
  tabu_epoch_set(a, epoch);
  if (!a->span.count) return OK;
  images_list(a, images);
  TRY(step_load(a, in));
  for (int k = 0; k < IMAGES; k++)
    TRY(fieldset_get_rows(in, FIELD_ISLAND, images[k].name, images[k].dtype, a->span.count, images[k].columns,
                          &field[k]));
  TRY(walks_load(a, field[WALK], field[TOUR], field[BEST]));
  TRY(list_check(a, field[LIST]));
  TRY(champions_load(&a->champions, a->inst, in));
  for (int k = 0; k < IMAGES; k++)
    TRY(a->be->ops->upload(a->be, images[k].array, field[k]->data,
                           a->span.count * images[k].columns * dtype_bytes(images[k].dtype)));
  return tabu_champions_upload(a);
}
