/* What the climb kernels write: islands and slots on the backend. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"
#include "climb_archipelago.h"
#include "search/candidates/tour_problem.h"
#include "problem/tsp/tsp.h"

/* The arrays of the state: the pointer's member, bytes an element, elements per what, and whether times n. */
#define STATE_ARRAY(member, per, tour)                                                                       \
  { offsetof(ClimbState, member), sizeof *((ClimbState *)0)->member, offsetof(ClimbState, per), tour }
static const struct StateArray {
  size_t pointer, bytes, count;
  bool tour;
} island_arrays[] = {STATE_ARRAY(quota, islands, false),
                     STATE_ARRAY(drawn, islands, false),
                     STATE_ARRAY(champion_cost, islands, false),
                     STATE_ARRAY(champion_tour, islands, true),
                     STATE_ARRAY(contender_cost, islands, false),
                     STATE_ARRAY(contender_climber, islands, false),
                     STATE_ARRAY(contender_tour, islands, true),
                     STATE_ARRAY(lock, islands, false)},
  slot_arrays[] = {STATE_ARRAY(slot_island, slots, false), STATE_ARRAY(slot_climber, slots, false),
                   STATE_ARRAY(slot_cost, slots, false), STATE_ARRAY(slot_tour, slots, true)};
enum {
  ISLAND_ARRAYS = sizeof island_arrays / sizeof *island_arrays,
  SLOT_ARRAYS = sizeof slot_arrays / sizeof *slot_arrays
};

static void **array_pointer(Archipelago *a, const struct StateArray *array) {
  return (void **)((char *)&a->state + array->pointer);
}

static Status arrays_alloc(Archipelago *a, const struct StateArray *arrays, int count) {
  for (int k = 0; k < count; k++) {
    size_t rows = *(uint32_t *)((char *)&a->state + arrays[k].count);
    TRY(a->be->ops->alloc(a->be, rows * arrays[k].bytes * (arrays[k].tour ? a->inst->n : 1),
                          array_pointer(a, &arrays[k])));
  }
  return OK;
}

static void arrays_free(Archipelago *a, const struct StateArray *arrays, int count) {
  for (int k = 0; k < count; k++) {
    a->be->ops->free(a->be, *array_pointer(a, &arrays[k]));
    *array_pointer(a, &arrays[k]) = NULL;
  }
}

/* Uploads `count` copies of a value of `bytes` bytes. */
static Status value_fill(Archipelago *a, void *dev, size_t count, const void *value, size_t bytes) {
  char *all = malloc(count * bytes + 1);
  if (!all) FAIL(ERR_MEMORY, "no memory for %zu values", count);
  for (size_t k = 0; k < count; k++) memcpy(all + k * bytes, value, bytes);
  Status status = a->be->ops->upload(a->be, dev, all, count * bytes);
  free(all);
  return status;
}

Status climb_state_slots(Archipelago *a, uint32_t slots) {
  const uint32_t empty = SLOT_EMPTY;
  arrays_free(a, slot_arrays, SLOT_ARRAYS);
  a->state.slots = slots;
  TRY(arrays_alloc(a, slot_arrays, SLOT_ARRAYS));
  return value_fill(a, a->state.slot_island, slots, &empty, sizeof empty);
}

Status climb_state_clear(Archipelago *a, int64_t *costs) {
  const int64_t none = COST_NONE;
  return value_fill(a, costs, a->span.count, &none, sizeof none);
}

Status climb_state_undraw(Archipelago *a) {
  const uint32_t zero = 0;
  TRY(a->be->ops->upload(a->be, a->state.cursor, &zero, sizeof zero));
  return value_fill(a, a->state.drawn, a->span.count, &zero, sizeof zero);
}

/* Two tours an island, which a checkpoint copies, and a matrix if the metric needs one. Slots are small beside
 * these. */
void climb_needs(const Instance *inst, const Backend *be, const Plan *plan, Span span, Memory *out) {
  (void)be;
  const uint64_t n = (uint64_t)inst->n, row = 2 * n * sizeof(int32_t) + 36;
  const uint64_t distances = tour_by_matrix(inst) ? n * n * sizeof(int32_t) : n * 3 * sizeof(double);
  *out = (Memory){
      .host = bytes_plus(bytes_times(span.count, 2 * sizeof(int64_t)), tsp_of(inst)->matrix ? 0 : distances),
      .device = bytes_plus(bytes_times(span.count, row), distances),
      .saved = bytes_times(span.count, row - 8)};
  c_snprintf(out->of, sizeof out->of,
             tour_by_matrix(inst) ? "--islands %u and a matrix of distances" : "--islands %u", plan->islands);
}

Status climb_state_make(Archipelago *a, const uint64_t *seed) {
  const BackendOps *ops = a->be->ops;
  size_t instances = a->state.instances;
  TRY(arrays_alloc(a, island_arrays, ISLAND_ARRAYS));
  TRY(ops->alloc(a->be, instances * sizeof *a->state.seed, (void **)&a->state.seed));
  TRY(ops->alloc(a->be, sizeof *a->state.cursor, (void **)&a->state.cursor));
  TRY(ops->alloc(a->be, instances * 2 * sizeof *a->state.counters, (void **)&a->state.counters));
  TRY(ops->upload(a->be, a->state.seed, seed, instances * sizeof *seed));
  TRY(climb_state_slots(a, a->state.drawing));
  return climb_state_clear(a, a->state.champion_cost);
}

void climb_state_free(Archipelago *a) {
  arrays_free(a, island_arrays, ISLAND_ARRAYS);
  arrays_free(a, slot_arrays, SLOT_ARRAYS);
  a->be->ops->free(a->be, a->state.seed);
  a->be->ops->free(a->be, a->state.cursor);
  a->be->ops->free(a->be, a->state.counters);
}
