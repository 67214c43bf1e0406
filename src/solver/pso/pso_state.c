/* What the swarm kernels write, on the backend; and its fields in checkpoints (docs/file-formats.md), a row an island. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "solver/loaded.h"
#include "pso_archipelago.h"
#include "problem/matching/matching.h"

/* The values that a field of a file may have, beside its type. */
typedef enum Values { VALUES_ANY, VALUES_PLACE, VALUES_SPEED, VALUES_FLAG } Values;
typedef enum Size { SIZE_ONE, SIZE_GENES, SIZE_PARTICLES, SIZE_SWARM } Size;

/* The arrays of the state, all of 4 bytes an element. */
#define ARRAY(member, dtype, size, values)                                                                   \
  { #member, dtype, offsetof(PsoState, member), size, values }
static const struct Array {
  const char *name;
  Dtype dtype;
  size_t pointer;
  Size size;
  Values values;
} arrays[] = {ARRAY(x, DTYPE_F32, SIZE_SWARM, VALUES_PLACE),
              ARRAY(v, DTYPE_F32, SIZE_SWARM, VALUES_SPEED),
              ARRAY(b, DTYPE_F32, SIZE_SWARM, VALUES_PLACE),
              ARRAY(b_fitness, DTYPE_U32, SIZE_PARTICLES, VALUES_ANY),
              ARRAY(g, DTYPE_F32, SIZE_GENES, VALUES_PLACE),
              ARRAY(h, DTYPE_F32, SIZE_GENES, VALUES_PLACE),
              ARRAY(g_fitness, DTYPE_U32, SIZE_ONE, VALUES_ANY),
              ARRAY(h_known, DTYPE_U32, SIZE_ONE, VALUES_FLAG)};
enum { ARRAYS = sizeof arrays / sizeof *arrays };

static void **array_pointer(Archipelago *a, int k) {
  return (void **)((char *)&a->state + arrays[k].pointer);
}

static size_t array_columns(const Archipelago *a, int k) {
  const size_t n = (size_t)a->inst->n, particles = (size_t)a->problem.particles;
  const size_t columns[] = {
      [SIZE_ONE] = 1, [SIZE_GENES] = n, [SIZE_PARTICLES] = particles, [SIZE_SWARM] = n * particles};
  return columns[arrays[k].size];
}

/* Position, speed and best of every particle; each swarm's g, h and outbox; g and the champion also on the host. */
void pso_needs(const Instance *inst, const Backend *be, const Plan *plan, Span span, Memory *out) {
  (void)be;
  const PsoProblem sizes = {.n = inst->n, .migrants = (int32_t)pso_plan(plan)->migrants};
  const uint64_t n = (uint64_t)inst->n, particles = pso_plan(plan)->particles,
                 swarm = bytes_plus(bytes_of(3 * n + 1, particles, sizeof(float)),
                                    bytes_of(2 * n + 2, 1, sizeof(float))),
                 sent = bytes_times(pso_parcel_floats(&sizes), sizeof(float)),
                 evaluated = bytes_of(2 * n + 3, 1, sizeof(float));
  *out = (Memory){.host = bytes_times(span.count, evaluated),
                  .device = bytes_plus(bytes_times(span.count, bytes_plus(swarm, sent)),
                                       bytes_of(n, (uint64_t)matching_of(inst)->machines, sizeof(uint32_t))),
                  .saved = bytes_times(span.count, swarm)};
  snprintf(out->of, sizeof out->of, "--islands %u --particles %u --migrants %u", plan->islands,
           pso_plan(plan)->particles, pso_plan(plan)->migrants);
}

Status pso_state_make(Archipelago *a) {
  const size_t parcel = pso_parcel_floats(&a->problem) * sizeof(float);
  a->state = (PsoState){.seed = a->plan->seed, .first = a->span.first, .swarms = a->span.count};
  for (int k = 0; k < ARRAYS; k++)
    TRY(a->be->ops->alloc(a->be, a->span.count * array_columns(a, k) * 4, array_pointer(a, k)));
  TRY(a->be->ops->alloc(a->be, a->span.count * parcel, (void **)&a->state.outbox));
  return a->be->ops->alloc(a->be, parcel, (void **)&a->state.inbox);
}

void pso_state_free(Archipelago *a) {
  for (int k = 0; k < ARRAYS; k++) a->be->ops->free(a->be, *array_pointer(a, k));
  a->be->ops->free(a->be, a->state.outbox);
  a->be->ops->free(a->be, a->state.inbox);
}

/* ---- saving and loading ---- */

Status pso_save(Archipelago *a, FieldSet *out) {
  const size_t rows = a->span.count;
  void *data;
  for (int k = 0; k < ARRAYS; k++) {
    TRY(fieldset_add(out, FIELD_ISLAND, arrays[k].name, arrays[k].dtype, rows, array_columns(a, k), &data));
    TRY(a->be->ops->download(a->be, data, *array_pointer(a, k), rows * array_columns(a, k) * 4));
  }
  TRY(champions_save(&a->champions, out));
  TRY(fieldset_add(out, FIELD_ISLAND, "iteration", DTYPE_U32, rows, 1, &data));
  for (size_t i = 0; i < rows; i++) ((uint32_t *)data)[i] = a->state.iteration;
  return OK;
}

/* Positions, which kernels convert to machines, and speeds must be in range. A NaN never is. */
static Status floats_check(const Field *f, const char *what, float low, float high) {
  const float *x = f->data;
  for (size_t k = 0; k < f->rows * f->columns; k++)
    if (!(x[k] >= low && x[k] <= high))
      FAIL(ERR_FORMAT, "field %s: expected %s in %g..%g, found %g", f->name, what, low, high, x[k]);
  return OK;
}

static Status values_check(const Archipelago *a, const Field *f, Values values) {
  const PsoProblem *q = &a->problem;
  switch (values) {
  case VALUES_PLACE:
    return floats_check(f, "positions", q->low, q->high);
  case VALUES_SPEED:
    return floats_check(f, "speeds", -q->speed, q->speed);
  case VALUES_FLAG:
    return loaded_range(f, 0, 1);
  default:
    return OK;
  }
}

static Status arrays_load(Archipelago *a, const FieldSet *in) {
  const Field *found[ARRAYS];
  for (int k = 0; k < ARRAYS; k++) {
    TRY(fieldset_get_rows(in, FIELD_ISLAND, arrays[k].name, arrays[k].dtype, a->span.count,
                          array_columns(a, k), &found[k]));
    TRY(values_check(a, found[k], arrays[k].values));
  }
  TRY(pso_fitness_check(a, found[2], found[3])); /* b and g with their fitness */
  TRY(pso_fitness_check(a, found[4], found[6]));
  for (int k = 0; k < ARRAYS; k++)
    TRY(a->be->ops->upload(a->be, *array_pointer(a, k), found[k]->data,
                           found[k]->rows * found[k]->columns * 4));
  return OK;
}

static Status iteration_load(Archipelago *a, uint32_t epoch, const FieldSet *in) {
  const Field *f;
  TRY(fieldset_get_rows(in, FIELD_ISLAND, "iteration", DTYPE_U32, a->span.count, 1, &f));
  for (size_t i = 0; i < f->rows; i++) {
    uint32_t k = ((uint32_t *)f->data)[i];
    if (k < a->state.iteration || k > a->epoch_end || k != *(uint32_t *)f->data)
      FAIL(ERR_FORMAT, "field iteration: expected the same from %u to %u in epoch %u, found %u",
           a->state.iteration, a->epoch_end, epoch, k);
  }
  if (f->rows) a->state.iteration = *(uint32_t *)f->data;
  a->decayed = pso_decay(a->plan, pso_plan(a->plan)->w, a->state.iteration);
  return OK;
}

Status pso_load(Archipelago *a, uint32_t epoch, const FieldSet *in) {
  TRY(solver_pso.begin(a, epoch));
  TRY(arrays_load(a, in));
  TRY(champions_load(&a->champions, a->inst, in));
  for (uint32_t i = 0; i < a->span.count; i++)
    a->seen[i] = UINT32_MAX; /* its evaluation is repeated, with the same result */
  return iteration_load(a, epoch, in);
}
