/* What kernels read of instances: arrays of the problem, and neighbours. Those of all archipelagos are one piece of memory, so that
 * thousands of small instances take one allocation and one copy. */
#include <stdlib.h>
#include <string.h>
#include "problem/cvrp/cvrp.h"
#include "sisr_archipelago.h"
#include "search/routes/route_neighbours.h"

enum { NEAR_WIDTH = 64, ARRAYS = 7 };

int32_t sisr_near_width(const Instance *inst) { return inst->n - 1 < NEAR_WIDTH ? inst->n - 1 : NEAR_WIDTH; }

typedef struct Arrays {
  const int32_t **of[ARRAYS];
  size_t count[ARRAYS];
} Arrays;

/* The arrays of an instance; some are NULL. Those of coordinates are not read where there is a matrix. */
static Arrays arrays_of(RouteData *data) {
  const size_t nodes = (size_t)data->customers + 1;
  Arrays a = {{&data->x, &data->y, &data->demand, &data->ready, &data->due, &data->service_at, &data->matrix},
              {nodes, nodes, nodes, nodes, nodes, nodes, nodes * nodes}};
  if (data->matrix) data->x = data->y = NULL;
  return a;
}

/* Numbers (int32_t) of all arrays, and of the neighbours. */
static size_t input_numbers(const Instance *inst) {
  RouteData data = route_data_of(inst);
  const Arrays arrays = arrays_of(&data);
  size_t numbers = ((size_t)inst->n + 1) * (size_t)sisr_near_width(inst);
  for (int k = 0; k < ARRAYS; k++) numbers += *arrays.of[k] ? arrays.count[k] : 0;
  return numbers;
}

uint64_t sisr_inputs_bytes(const Instance *inst) { return input_numbers(inst) * sizeof(int32_t); }

/* Copies the arrays to `host`, and points the task at the same places of `device`. */
static Status task_fill(SisrTask *task, int threads, int32_t *host, const int32_t *device) {
  Arrays arrays = arrays_of(&task->data);
  size_t at = ((size_t)task->host.customers + 1) * (size_t)task->near_width;
  task->near = device;
  for (int k = 0; k < ARRAYS; k++) {
    if (!*arrays.of[k]) continue;
    memcpy(host + at, *arrays.of[k], arrays.count[k] * sizeof *host);
    *arrays.of[k] = device + at;
    at += arrays.count[k];
  }
  return route_neighbours_following(&task->host, task->near_width, threads, host);
}

/* begin (count). Threads have instances, or one instance has all of them. */
static Status tasks_fill(Archipelago *const *all, uint32_t count, const size_t *begin, int32_t *host,
                         const int32_t *device) {
  const int threads = all[0]->be->threads;
  Status status = OK;
#pragma omp parallel for num_threads(threads) schedule(dynamic) if (count > 1)
  for (uint32_t k = 0; k < count; k++) {
    const Status mine = task_fill(&all[k]->task, count > 1 ? 1 : threads, host + begin[k], device + begin[k]);
#pragma omp critical
    if (mine != OK) status = mine;
  }
  return status;
}

Status sisr_inputs_make(Archipelago *const *all, uint32_t count, void **inputs) {
  Backend *const be = all[0]->be;
  Status status = OK;
  size_t numbers = 0, *begin = malloc(count * sizeof *begin);
  int32_t *host = NULL;
  for (uint32_t k = 0; begin && k < count; k++) {
    begin[k] = numbers;
    numbers += input_numbers(all[k]->inst);
  }
  if (begin) host = calloc(numbers + 1, sizeof *host);
  if (!host) FAIL_GOTO(cleanup, ERR_MEMORY, "no memory for the neighbours of %u instances", count);
  TRY_GOTO(be->ops->alloc(be, numbers * sizeof *host, inputs), cleanup);
  TRY_GOTO(tasks_fill(all, count, begin, host, *inputs), cleanup);
  status = be->ops->upload(be, *inputs, host, numbers * sizeof *host);
cleanup : {
  free(begin);
  free(host);
}
  return status;
}
