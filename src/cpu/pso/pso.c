/* Swarms on the CPU: twin of src/gpu/pso/pso.cu, contract in src/solver/pso/pso_kernels.h, oracle in
 * tests/oracle/oracle.c.
 *
 * A thread takes a whole swarm, which stays in its cache for many iterations. Where there are few swarms,
 * threads share tiles of particles and synchronize after each iteration. */
#include <omp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "halt.h"
#include "solver/pso/pso_function.h"
#include "solver/pso/pso_kernels.h"
#include "pso_tile.h"
#include "problem/matching/matching.h"

/* ---- bests ---- */

/* The first of the particles with the smallest b_fitness. */
static int32_t swarm_first(const PsoProblem *q, const uint32_t *fitness) {
  uint32_t least = UINT32_MAX;
  int32_t p = 0;
#pragma omp simd reduction(min : least)
  for (int32_t k = 0; k < q->particles; k++) least = fitness[k] < least ? fitness[k] : least;
  while (fitness[p] != least) p++;
  return p;
}

/* g becomes the best b if that is better. */
static void swarm_lead(const PsoProblem *q, const PsoState *st, uint32_t s) {
  const uint32_t *fitness = st->b_fitness + (size_t)s * (size_t)q->particles;
  const int32_t p = swarm_first(q, fitness);
  if (fitness[p] >= st->g_fitness[s]) return;
  const size_t row = (size_t)s * (size_t)q->n;
  st->g_fitness[s] = fitness[p];
  for (size_t t = 0; t < (size_t)q->n; t++)
    st->g[row + t] = st->b[(row + t) * (size_t)q->particles + (size_t)p];
}

/* ---- start ---- */

static uint32_t makespan(const PsoProblem *q, const float *x, uint32_t *load) {
  uint32_t worst = 0;
  memset(load, 0, (size_t)q->machines * sizeof *load);
  for (size_t t = 0; t < (size_t)q->n; t++) {
    size_t m = (size_t)pso_machine(x[t * (size_t)q->particles]);
    load[m] += q->ticks[t * (size_t)q->machines + m];
  }
  for (int32_t m = 0; m < q->machines; m++) worst = load[m] > worst ? load[m] : worst;
  return worst;
}

static uint32_t value_key(const PsoProblem *q, const float *x) {
  PsoSum part[PSO_PARTS] = {{0, 0}};
  for (int32_t t = 0; t < q->n; t++, x += q->particles) {
    PsoSum *s = &part[pso_function_part(t)];
    *s = pso_function_add(q->function, *s, t, q->n, *x, t + 1 < q->n ? x[q->particles] : 0);
  }
  for (int half = PSO_PARTS / 2; half; half /= 2)
    for (int j = 0; j < half; j++) part[j] = pso_function_join(q->function, part[j], part[j + half]);
  return pso_function_key(pso_function_value(q->function, q->n, part[0]));
}

static void particle_start(const PsoProblem *q, const PsoState *st, uint32_t s, int32_t p, uint32_t *load) {
  const size_t at = (size_t)s * (size_t)q->n * (size_t)q->particles + (size_t)p;
  philox4x32_ctr_t words = {{0}};
  for (size_t t = 0; t < (size_t)q->n; t++) {
    const size_t k = at + t * (size_t)q->particles;
    if (t % 4 == 0) words = pso_random(st->seed, st->first + s, (uint32_t)p, PSO_START, (uint32_t)t / 4);
    st->x[k] = st->b[k] = pso_start_place(q, words.v[t % 4]);
    st->v[k] = pso_start_speed(q, words.v[t % 4]);
  }
  st->b_fitness[(size_t)s * (size_t)q->particles + (size_t)p] =
      q->problem == PSO_MATCHING ? makespan(q, st->x + at, load) : value_key(q, st->x + at);
}

static Status pso_start(Backend *be, const PsoProblem *q, const PsoState *st) {
  bool failed = false;
#pragma omp parallel num_threads(be->threads) reduction(|| : failed)
  {
    uint32_t *load = calloc((size_t)q->machines + 1, sizeof *load);
    failed = !load;
#pragma omp for
    for (int64_t k = 0; k < (int64_t)st->swarms * q->particles; k++)
      if (load && !halt_poll())
        particle_start(q, st, (uint32_t)(k / q->particles), (int32_t)(k % q->particles), load);
#pragma omp for
    for (uint32_t s = 0; s < st->swarms; s++) {
      st->g_fitness[s] = UINT32_MAX;
      st->h_known[s] = 0;
      swarm_lead(q, st, s);
    }
    free(load);
  }
  if (failed) FAIL(ERR_MEMORY, "no memory for the loads of %d machines", q->machines);
  return halt_after("the start of the swarms");
}

/* ---- iterations ---- */

static int32_t swarm_tiles(const PsoProblem *q, const TileOps *ops) {
  return (q->particles + ops->lanes - 1) / ops->lanes;
}

static void tile_step(const TileOps *ops, const TileJob *job, uint32_t s, int32_t tile, float w, uint32_t k,
                      uint32_t *loads) {
  int32_t first = tile * ops->lanes, left = job->problem->particles - first;
  if (!halt_poll()) ops->step(job, s, first, left < ops->lanes ? left : ops->lanes, w, k, loads);
}

/* All steps of one swarm by one thread. */
static void swarm_steps(const TileOps *ops, const TileJob *job, uint32_t s, const float *w, uint32_t steps,
                        uint32_t *loads) {
  for (uint32_t k = 0; k < steps; k++) {
    for (int32_t tile = 0; tile < swarm_tiles(job->problem, ops); tile++)
      tile_step(ops, job, s, tile, w[k], job->state->iteration + k, loads);
    swarm_lead(job->problem, job->state, s);
  }
}

/* All steps of all swarms; the threads that call it share the tiles. */
static void tiles_steps(const TileOps *ops, const TileJob *job, const float *w, uint32_t steps,
                        uint32_t *loads) {
  const int64_t tiles = swarm_tiles(job->problem, ops);
  for (uint32_t k = 0; k < steps; k++) {
#pragma omp for
    for (int64_t i = 0; i < tiles * job->state->swarms; i++)
      tile_step(ops, job, (uint32_t)(i / tiles), (int32_t)(i % tiles), w[k], job->state->iteration + k,
                loads);
#pragma omp for
    for (uint32_t s = 0; s < job->state->swarms; s++) swarm_lead(job->problem, job->state, s);
  }
}

/* Whether threads take whole swarms: true if few threads would then be idle at the end. */
static bool by_swarm(const Backend *be, uint32_t swarms) {
  return swarms % (uint32_t)be->threads == 0 || swarms >= 8 * (uint32_t)be->threads;
}

/* The iteration's other inputs: ticks with padding, and the keys of Philox' rounds. */
static Status job_open(const PsoProblem *q, const PsoState *st, TileJob *job) {
  *job = (TileJob){.problem = q, .state = st};
  const float c[3] = {q->c1, q->c2, q->c3};
  for (int k = 0; k < 3; k++) job->offset[k] = c[k] * -0.99999237060546875f;
  for (uint32_t r = 0; r < 10; r++) {
    job->key[r][0] = (uint32_t)st->seed + r * PHILOX_W32_0;
    job->key[r][1] = (uint32_t)(st->seed >> 32) + r * PHILOX_W32_1;
  }
  if (!q->ticks) return OK;
  const size_t words = (size_t)q->n * (size_t)q->machines;
  uint32_t *ticks = calloc(words + TILE_MACHINES, sizeof *ticks);
  if (!ticks) FAIL(ERR_MEMORY, "no memory for the times of %d tasks", q->n);
  memcpy(ticks, q->ticks, words * sizeof *ticks);
  job->ticks = ticks;
  return OK;
}

/* Words of a thread's loads, whole cache lines of them. */
static size_t loads_words(const PsoProblem *q, const TileOps *ops) {
  return ((size_t)q->machines * (size_t)ops->lanes + 15) / 16 * 16 + 16;
}

static Status pso_advance(Backend *be, const PsoProblem *q, const PsoState *st, const float *w,
                          uint32_t steps) {
  const TileOps *ops = tile_find();
  const size_t words = loads_words(q, ops);
  TileJob job;
  TRY(job_open(q, st, &job));
  uint32_t *all = aligned_alloc(64, (size_t)be->threads * words * sizeof *all);
#pragma omp parallel num_threads(be->threads) if (all)
  {
    /* cppcheck-suppress nullPointerArithmeticRedundantCheck ; not read without memory */
    uint32_t *loads = all + (size_t)omp_get_thread_num() * words;
    if (all && !by_swarm(be, st->swarms)) tiles_steps(ops, &job, w, steps, loads);
    if (all && by_swarm(be, st->swarms))
#pragma omp for schedule(dynamic, 1)
      for (uint32_t s = 0; s < st->swarms; s++) swarm_steps(ops, &job, s, w, steps, loads);
  }
  free(all);
  free((void *)job.ticks);
  if (!all) FAIL(ERR_MEMORY, "no memory for the loads of %d machines", q->machines);
  return halt_after("iterations of the swarms");
}

/* ---- exchange ---- */

/* order[0..count): the best particles by (b's fitness, p), ascending; with `worst` the last ones, the last first. `taken`
 * (P) is scratch. */
static void swarm_order(const PsoProblem *q, const uint32_t *fitness, bool worst, int32_t *order,
                        bool *taken) {
  memset(taken, 0, (size_t)q->particles);
  for (int32_t j = 0; j < q->migrants; j++) {
    int32_t pick = -1;
    for (int32_t p = 0; p < q->particles; p++)
      if (!taken[p] && (pick < 0 || (worst ? fitness[p] >= fitness[pick] : fitness[p] < fitness[pick])))
        pick = p;
    order[j] = pick;
    taken[pick] = true;
  }
}

/* Column p of a swarm's rows, to or from `T` floats. */
static void column_read(const PsoProblem *q, const float *rows, float *to) {
  for (size_t t = 0; t < (size_t)q->n; t++) to[t] = rows[t * (size_t)q->particles];
}
static void column_write(const PsoProblem *q, float *rows, const float *from) {
  for (size_t t = 0; t < (size_t)q->n; t++) rows[t * (size_t)q->particles] = from[t];
}

static void swarm_pack(const PsoProblem *q, const PsoState *st, uint32_t s, int32_t *order, bool *taken) {
  const size_t n = (size_t)q->n, rows = (size_t)s * n * (size_t)q->particles;
  const uint32_t *fitness = st->b_fitness + (size_t)s * (size_t)q->particles;
  float *parcel = st->outbox + (size_t)s * pso_parcel_floats(q), *migrant = parcel + n + 1;
  memcpy(parcel, st->g + (size_t)s * n, n * sizeof *parcel);
  memcpy(parcel + n, &st->g_fitness[s], sizeof *parcel);
  swarm_order(q, fitness, false, order, taken);
  for (int32_t j = 0; j < q->migrants; j++, migrant += 3 * n + 1) {
    const size_t at = rows + (size_t)order[j];
    column_read(q, st->x + at, migrant);
    column_read(q, st->v + at, migrant + n);
    column_read(q, st->b + at, migrant + 2 * n);
    memcpy(migrant + 3 * n, &fitness[order[j]], sizeof *migrant);
  }
}

static void swarm_settle(const PsoProblem *q, const PsoState *st, uint32_t s, int32_t *order, bool *taken) {
  const size_t n = (size_t)q->n, rows = (size_t)s * n * (size_t)q->particles;
  const float *parcel = s ? st->outbox + (size_t)(s - 1) * pso_parcel_floats(q) : st->inbox,
              *migrant = parcel + n + 1;
  uint32_t *fitness = st->b_fitness + (size_t)s * (size_t)q->particles;
  memcpy(st->h + (size_t)s * n, parcel, n * sizeof *parcel);
  st->h_known[s] = 1;
  swarm_order(q, fitness, true, order, taken);
  for (int32_t j = 0; j < q->migrants; j++, migrant += 3 * n + 1) {
    const size_t at = rows + (size_t)order[j];
    column_write(q, st->x + at, migrant);
    column_write(q, st->v + at, migrant + n);
    column_write(q, st->b + at, migrant + 2 * n);
    memcpy(&fitness[order[j]], migrant + 3 * n, sizeof *fitness);
  }
  swarm_lead(q, st, s);
}

typedef void SwarmCall(const PsoProblem *q, const PsoState *st, uint32_t s, int32_t *order, bool *taken);

static Status swarms_each(Backend *be, const PsoProblem *q, const PsoState *st, SwarmCall *call) {
  bool failed = false;
#pragma omp parallel num_threads(be->threads) reduction(|| : failed)
  {
    int32_t *order = malloc(((size_t)q->migrants + 1) * sizeof *order);
    bool *taken = malloc((size_t)q->particles * sizeof *taken);
    failed = !order || !taken;
#pragma omp for
    for (uint32_t s = 0; s < st->swarms; s++)
      if (order && taken && !halt_poll()) call(q, st, s, order, taken);
    free(order);
    free(taken);
  }
  if (failed) FAIL(ERR_MEMORY, "no memory to exchange %d particles", q->migrants);
  return halt_after("an exchange of particles");
}

static Status pso_pack(Backend *be, const PsoProblem *q, const PsoState *st) {
  return swarms_each(be, q, st, swarm_pack);
}
static Status pso_settle(Backend *be, const PsoProblem *q, const PsoState *st) {
  return swarms_each(be, q, st, swarm_settle);
}

/* ---- */

static Status pso_describe(Backend *be, const PsoProblem *q, uint32_t swarms, Description *out) {
  const TileOps *ops = tile_find();
  snprintf(out->shape, sizeof out->shape, "%s, %d thread%s, %s, %d particle%s at a time%s", ops->name,
           be->threads, be->threads == 1 ? "" : "s",
           by_swarm(be, swarms) ? "a swarm each" : "tiles of all swarms", ops->lanes,
           ops->lanes == 1 ? "" : "s", q->machines > TILE_MACHINES ? ", loads in memory" : "");
  return OK;
}

const PsoKernels pso_kernels_cpu = {pso_describe, pso_start, pso_advance, pso_pack, pso_settle};
