/* See swarm_own.h. */
#include "swarm_own.h"

#include <stdlib.h>
#include <string.h>
#include "clock.h"
#include "options/options.h"
#include "problem/matching/etc.h"
#include "solver/local_exchange.h"
#include "solver/pso/pso_archipelago.h"

enum { EPOCH = 50, CHUNK_BYTES = 250000000 /* of stored random numbers, as published */ };

Status swarm_grid(const SwarmSize *size, Instance **out) {
  const EtcPlan plan = {.tasks = size->tasks, .machines = size->machines, .seed = size->seed};
  for (const EtcGenerator *g = etc_generators; g->name; g++)
    if (strcmp(g->name, "grid") == 0) return g->make(&plan, out);
  FAIL(ERR_INTERNAL, "no generator of grids");
}

/* ---- states on the host ---- */

typedef struct StateSizes {
  size_t places, rows, particles, swarms; /* of x, v, b; g, h; b_fitness; g_fitness, h_known */
} StateSizes;

static StateSizes sizes_of(const SwarmPlan *plan) {
  const size_t swarms = plan->swarms, n = (size_t)plan->problem.n, p = (size_t)plan->problem.particles;
  return (StateSizes){swarms * n * p * sizeof(float), swarms * n * sizeof(float),
                      swarms * p * sizeof(uint32_t), swarms * sizeof(uint32_t)};
}

Status swarm_state_make(const SwarmPlan *plan, PsoState *out) {
  const StateSizes bytes = sizes_of(plan);
  *out = (PsoState){.x = malloc(bytes.places),
                    .v = malloc(bytes.places),
                    .b = malloc(bytes.places),
                    .b_fitness = malloc(bytes.particles),
                    .g = malloc(bytes.rows),
                    .h = malloc(bytes.rows),
                    .g_fitness = malloc(bytes.swarms),
                    .h_known = malloc(bytes.swarms)};
  if (out->x && out->v && out->b && out->b_fitness && out->g && out->h && out->g_fitness && out->h_known)
    return OK;
  FAIL(ERR_MEMORY, "no memory for %u swarms of %d tasks", plan->swarms, plan->problem.n);
}

void swarm_state_free(PsoState *state) {
  void *const arrays[] = {state->x, state->v, state->b,         state->b_fitness,
                          state->g, state->h, state->g_fitness, state->h_known};
  for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) free(arrays[k]);
  *state = (PsoState){0};
}

static Status array_compare(const char *name, const char *what, const void *want, const void *got,
                            size_t bytes) {
  if (memcmp(want, got, bytes) == 0) return OK;
  FAIL(ERR_INTERNAL, "ladder: %s: expected the %s of --method pso, found others", name, what);
}

/* h is set by an exchange, which takes several swarms. */
Status swarm_state_compare(const SwarmPlan *plan, const char *name, const PsoState *want,
                           const PsoState *got) {
  const StateSizes bytes = sizes_of(plan);
  TRY(array_compare(name, "positions", want->x, got->x, bytes.places));
  TRY(array_compare(name, "velocities", want->v, got->v, bytes.places));
  TRY(array_compare(name, "particles' best positions", want->b, got->b, bytes.places));
  TRY(array_compare(name, "particles' best makespans", want->b_fitness, got->b_fitness, bytes.particles));
  TRY(array_compare(name, "swarms' best positions", want->g, got->g, bytes.rows));
  TRY(array_compare(name, "swarms' best makespans", want->g_fitness, got->g_fitness, bytes.swarms));
  if (plan->swarms == 1) return OK;
  TRY(array_compare(name, "exchanges", want->h_known, got->h_known, bytes.swarms));
  return array_compare(name, "neighbours' best positions", want->h, got->h, bytes.rows);
}

static Status state_download(const Archipelago *a, const SwarmPlan *plan, const PsoState *to) {
  const BackendOps *const ops = a->be->ops;
  const PsoState *const from = &a->state;
  const StateSizes bytes = sizes_of(plan);
  TRY(ops->download(a->be, to->x, from->x, bytes.places));
  TRY(ops->download(a->be, to->v, from->v, bytes.places));
  TRY(ops->download(a->be, to->b, from->b, bytes.places));
  TRY(ops->download(a->be, to->b_fitness, from->b_fitness, bytes.particles));
  TRY(ops->download(a->be, to->g, from->g, bytes.rows));
  TRY(ops->download(a->be, to->h, from->h, bytes.rows));
  TRY(ops->download(a->be, to->g_fitness, from->g_fitness, bytes.swarms));
  return ops->download(a->be, to->h_known, from->h_known, bytes.swarms);
}

/* ---- a run ---- */

static Status plan_make(const Instance *inst, const Backend *be, const SwarmSize *size, Plan *out) {
  const Solver *solver;
  Options options;
  char iterations[32];
  options_default(&options);
  options.seed = size->seed;
  options.islands = size->swarms;
  options.epoch = size->iterations < 2 * EPOCH ? (size->iterations + 1) / 2 : EPOCH;
  snprintf(iterations, sizeof iterations, "%u", size->iterations);
  TRY(options_assign(&options, FOR_SOLVE, "iterations", iterations));
  TRY(solver_find("pso", inst->problem, &solver));
  return options_plan(&options, solver, inst, be->ops, out);
}

/* What the designs are given: before the first iteration. */
static Status plan_copy(const Archipelago *a, SwarmPlan *out) {
  const uint32_t iterations = pso_plan(a->plan)->iterations;
  const size_t times = (size_t)a->problem.n * (size_t)a->problem.machines;
  uint32_t *const ticks = malloc(times * sizeof *ticks);
  float *const w = malloc(iterations * sizeof *w);
  *out = (SwarmPlan){.problem = a->problem,
                     .seed = a->plan->seed,
                     .swarms = a->span.count,
                     .iterations = iterations,
                     .epoch = (uint32_t)a->plan->epoch,
                     .w = w,
                     .chunk_bytes = CHUNK_BYTES};
  out->problem.ticks = ticks;
  if (!ticks || !w) FAIL(ERR_MEMORY, "no memory for %zu times", times);
  pso_inertia(a, iterations, w);
  return a->be->ops->download(a->be, ticks, a->problem.ticks, times * sizeof *ticks);
}

static Status epochs_run(Archipelago *a, const Plan *plan) {
  const Solver *const solver = &solver_pso;
  Progress progress;
  for (uint32_t e = 0; e < solver->epochs(plan); e++) {
    if (e) TRY(solver->begin(a, e));
    progress.epoch_done = false;
    while (!progress.epoch_done) TRY(solver->advance(a, 1u << 20, &progress));
    if (plan->islands > 1) TRY(local_exchange(solver, &a, 1));
  }
  return OK;
}

static Status swarms_run(Archipelago *a, const Plan *plan, SwarmOwn *out) {
  TRY(plan_copy(a, &out->plan));
  TRY(swarm_state_make(&out->plan, &out->state));
  const double began = clock_s();
  TRY(epochs_run(a, plan));
  out->seconds = clock_s() - began;
  return state_download(a, &out->plan, &out->state);
}

Status swarm_own_run(Backend *be, const Instance *inst, const SwarmSize *size, SwarmOwn *out) {
  Plan plan;
  Archipelago *a = NULL;
  *out = (SwarmOwn){0};
  TRY(plan_make(inst, be, size, &plan));
  TRY(solver_pso.create(inst, be, &plan, (Span){0, plan.islands}, &a));
  const Status status = swarms_run(a, &plan, out);
  solver_pso.destroy(a);
  return status;
}

void swarm_own_free(SwarmOwn *own) {
  free((void *)own->plan.problem.ticks);
  free((void *)own->plan.w);
  swarm_state_free(&own->state);
}
