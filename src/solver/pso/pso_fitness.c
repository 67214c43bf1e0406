/* Checks of the fitness of positions in a file, on the host, by the kernels' rules (pso_kernels.h): a swarm
 * would follow a position with a fitness that is too good for ever. For loading only. */
#include <stdlib.h>
#include <string.h>
#include "pso_archipelago.h"
#include "pso_function.h"
#include "problem/matching/matching.h"

typedef struct Table { /* task matching: the kernels' arrays, on the host */
  uint32_t *ticks;     /* (n, machines) */
  uint64_t *load;      /* (machines) */
} Table;

static void table_free(Table *t) {
  free(t->ticks);
  free(t->load);
}

static Status table_make(const Archipelago *a, Table *t) {
  const size_t machines = (size_t)a->problem.machines, times = (size_t)a->problem.n * machines;
  if (a->problem.problem != PSO_MATCHING) return OK;
  t->ticks = malloc(times * sizeof *t->ticks);
  t->load = malloc(machines * sizeof *t->load);
  if (!t->ticks || !t->load) FAIL(ERR_MEMORY, "no memory for %zu times", times);
  return a->be->ops->download(a->be, t->ticks, a->problem.ticks, times * sizeof *t->ticks);
}

/* x (n), elements `stride` apart. */
static uint32_t makespan(const PsoProblem *q, const Table *t, const float *x, size_t stride) {
  uint64_t most = 0;
  memset(t->load, 0, (size_t)q->machines * sizeof *t->load);
  for (size_t k = 0; k < (size_t)q->n; k++) {
    const size_t m = (size_t)pso_machine(x[k * stride]);
    t->load[m] += t->ticks[k * (size_t)q->machines + m];
    most = t->load[m] > most ? t->load[m] : most;
  }
  return (uint32_t)most;
}

static uint32_t value(const PsoProblem *q, const float *x, size_t stride) {
  PsoSum part[PSO_PARTS] = {{0, 0}};
  for (int32_t t = 0; t < q->n; t++, x += stride) {
    PsoSum *sum = &part[pso_function_part(t)];
    *sum = pso_function_add(q->function, *sum, t, q->n, *x, t + 1 < q->n ? x[stride] : 0);
  }
  for (int half = PSO_PARTS / 2; half; half /= 2)
    for (int j = 0; j < half; j++) part[j] = pso_function_join(q->function, part[j], part[j + half]);
  return pso_function_key(pso_function_value(q->function, q->n, part[0]));
}

Status pso_fitness_check(const Archipelago *a, const Field *position, const Field *fitness) {
  const PsoProblem *q = &a->problem;
  const size_t particles = fitness->columns;
  Table table = {NULL, NULL};
  Status status = table_make(a, &table);
  for (size_t k = 0; k < fitness->rows * particles && status == OK; k++) {
    const float *x = (const float *)position->data + k / particles * (size_t)q->n * particles + k % particles;
    const uint32_t kept = ((const uint32_t *)fitness->data)[k],
                   found = table.ticks ? makespan(q, &table, x, particles) : value(q, x, particles);
    if (found != kept)
      status = status_fail(ERR_FORMAT, "field %s: expected the fitness %u of its position, found %u",
                           fitness->name, found, kept);
  }
  table_free(&table);
  return status;
}
