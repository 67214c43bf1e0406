/* Memory of slack induction by string removals on CUDA: what a place has on the device and on the host. Part of sisr.cu. */
#ifndef CORDEE_GPU_SISR_PLACE_CUH
#define CORDEE_GPU_SISR_PLACE_CUH

#include <algorithm>
#include <cstdlib>
#include "sisr_tables.cuh"
#include "solver/sisr/sisr_numbers.h"

struct SisrPlace {
  SisrBook book;
  sisr::Place device;
  sisr::Kind kind;
  sisr::Mode mode;
  uint32_t count;           /* rows that are put */
  size_t shared;            /* bytes of shared memory: what the largest of them needs */
  sisr::PartHead *part;     /* (parts_most) on the device */
  sisr::TaskHead *task;     /* (tasks) on the device */
  sisr::TableTask *table;   /* (tasks) on the device */
  sisr::Rounds *rounds;     /* (tasks) on the device */
  int32_t *part_of, *local; /* (cells) on the device */
  int32_t *id;              /* (parts_most, stride) on the device */
  float *temperature;       /* (chains) on the device */
  sisr::PartHead *heads;    /* (parts_most) on the host */
  uint32_t *links;          /* (parts_most, stride) on the host */
  int64_t *costs;           /* (parts_most) on the host */
  void *scratch;            /* on the host: records of all tasks, or temperatures of all chains */
};

namespace {

using namespace sisr;

/* ---- what tasks are limited by, and how distances are computed ---- */

Mode mode_of(const RouteData *data) {
  if (data->ready) return WINDOWS;
  if (data->max_duration != INT32_MAX) return LIMITED;
  return FREE;
}

/* The kind of an instance's distances, by its coordinates. */
Kind kind_find(const RouteData *data) {
  if (data->matrix) return KIND_MATRIX;
  int64_t wide = 0, far = 0;
  for (const int32_t *half : {data->x, data->y}) {
    const auto range = std::minmax_element(half, half + data->customers + 1);
    wide = std::max(wide, (int64_t)*range.second - *range.first);
    far = std::max({far, (int64_t)std::abs(*range.first), (int64_t)std::abs(*range.second)});
  }
  return kind_of(data->divisor, wide, far);
}

/* One kind for all tasks, in whole numbers if their kinds differ. */
Kind kind_common(const SisrBook *book) {
  Kind kind = kind_find(&book->task[0].host);
  for (uint32_t k = 1; k < book->tasks; k++) {
    const Kind mine = kind_find(&book->task[k].host);
    if (mine != kind) kind = std::max(mine, kind) == KIND_WHOLE ? KIND_WHOLE : KIND_PLANE;
  }
  return kind;
}

/* ---- memory ---- */

uint64_t sisr_bytes(const Backend *be, const SisrShape *shape) {
  uint64_t rows = 0, stride = 0, cells = 0, chains = 0;
  (void)be;
  for (const SisrTask *task = shape->task; task < shape->task + shape->tasks; task++) {
    rows += task->parts_most;
    stride = std::max(stride, (uint64_t)task->part_most + 1);
    cells += task->chains * ((uint64_t)task->host.customers + 1);
    chains += task->chains;
  }
  return rows * (stride * (SISR_NEAR * 2 + (shape->task->host.ready ? sizeof(int4) : 0) + sizeof(int2) +
                           3 * sizeof(int32_t) + sizeof(int32_t)) +
                 sizeof(PartHead) + 16) +
         (2 * cells + chains) * sizeof(int32_t) +
         shape->tasks * (sizeof(TaskHead) + sizeof(TableTask) + sizeof(Rounds));
}

void sisr_close(Backend *be, SisrPlace *place) {
  if (!place) return;
  Place &d = place->device;
  void *const all[] = {place->part, place->part_of, place->local,  place->id, place->temperature,
                       place->task, place->table,   place->rounds, d.near,    d.at,
                       d.window,    d.demand,       d.link,        d.kept,    d.cost,
                       d.kept_cost};
  for (void *one : all) be->ops->free(be, one);
  sisr_book_free(&place->book);
  free(place->heads);
  free(place->links);
  free(place->costs);
  free(place->scratch);
  free(place);
}

template <class T> Status array(Backend *be, T **out, size_t count) {
  return be->ops->alloc(be, count * sizeof(T), (void **)out);
}

Status host_arrays_make(SisrPlace *place) {
  const SisrBook &b = place->book;
  const size_t rows = b.parts_most * b.stride,
               tasks = b.tasks * std::max(sizeof(TaskHead), sizeof(TableTask));
  place->heads = (PartHead *)calloc(b.parts_most + (size_t)1, sizeof *place->heads);
  place->links = (uint32_t *)malloc((rows + 1) * sizeof *place->links);
  place->costs = (int64_t *)malloc((b.parts_most + (size_t)1) * sizeof *place->costs);
  place->scratch = malloc(std::max(tasks, (b.chains + (size_t)1) * sizeof(float)));
  if (place->heads && place->links && place->costs && place->scratch) return OK;
  FAIL(ERR_MEMORY, "no memory for %u parts", b.parts_most);
}

Status arrays_make(Backend *be, SisrPlace *place) {
  const SisrBook &b = place->book;
  Place &d = place->device;
  const size_t rows = b.parts_most * b.stride;
  TRY(host_arrays_make(place));
  TRY(array(be, &place->part, b.parts_most));
  TRY(array(be, &place->task, b.tasks));
  TRY(array(be, &place->table, b.tasks));
  TRY(array(be, &place->rounds, b.tasks));
  TRY(array(be, &place->part_of, b.cells));
  TRY(array(be, &place->local, b.cells));
  TRY(array(be, &place->id, rows));
  TRY(array(be, &place->temperature, b.chains));
  TRY(array(be, &d.near, rows * SISR_NEAR));
  TRY(array(be, &d.at, rows));
  TRY(array(be, &d.demand, rows));
  if (place->mode == WINDOWS) TRY(array(be, &d.window, rows));
  TRY(array(be, &d.link, rows));
  TRY(array(be, &d.kept, rows));
  TRY(array(be, &d.cost, b.parts_most));
  TRY(array(be, &d.kept_cost, b.parts_most));
  d.part = place->part;
  d.task = place->task;
  d.rounds = place->rounds;
  d.temperature = place->temperature;
  return OK;
}

Status tasks_put(Backend *be, SisrPlace *place) {
  TaskHead *const task = (TaskHead *)place->scratch;
  for (uint32_t k = 0; k < place->book.tasks; k++)
    task[k] = {place->book.task[k].data, place->book.task[k].seed, place->book.task[k].route_cost};
  return be->ops->upload(be, place->task, task, place->book.tasks * sizeof *task);
}

Status sisr_open(Backend *be, const SisrShape *shape, SisrPlace **out) {
  Status status = OK;
  SisrPlace *place = (SisrPlace *)calloc(1, sizeof *place);
  if (!place) FAIL(ERR_MEMORY, "no memory for %u tasks", shape->tasks);
  TRY_GOTO(sisr_book_make(shape, &place->book), cleanup);
  place->mode = mode_of(&shape->task->host);
  place->kind = kind_common(&place->book);
  place->device.width = shape->width;
  place->device.stride = (int32_t)place->book.stride;
  TRY_GOTO(arrays_make(be, place), cleanup);
  TRY_GOTO(tasks_put(be, place), cleanup);
  *out = place;
  return OK;
cleanup:
  sisr_close(be, place);
  return status;
}

} // namespace

#endif
