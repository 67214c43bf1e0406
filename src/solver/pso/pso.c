/* The "pso" solver: particle swarm optimization, one swarm an island. This file decides what runs next; the
 * backend's kernels (pso_kernels.h) do it. Kennedy and Eberhart 1995; inertia: Shi and Eberhart 1998;
 * constriction: Clerc and Kennedy 2002; repulsion: MRPSO.
 *
 * Epoch e runs iterations e*K .. e*K+K-1 (K = plan->epoch) of every swarm; then the best particles migrate. An
 * iteration depends only on the previous one, so slices may end after any of them.
 *
 * The kernels' fitness may be coarser than the cost (float, or ticks of many units). A champion is the best g
 * by exact cost among those at the start and at the ends of epochs, so slices do not change it. Where the
 * fitness is the cost, each g is at least as good as the ones before it, and the champion may be updated at any
 * time. A champion's island is the one that has it, whether it found the position or received it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "problem/matching/makespan.h"
#include "pso_archipelago.h"
#include "pso_cost.h"
#include "problem/matching/matching.h"
#include "problem/function/function.h"
#include "solver/loaded.h"

enum { STEPS_MAX = 1 << 16 }; /* of one kernel call */

static uint64_t pso_budget(const Plan *plan) {
  return (uint64_t)pso_plan(plan)->iterations * pso_plan(plan)->particles * plan->islands;
}
static double machines_of(const Instance *inst) {
  return inst->problem == &problem_matching ? matching_of(inst)->machines : 1;
}
static double pso_work_all(const Instance *inst, const Plan *plan) {
  return (double)pso_budget(plan) * inst->n * machines_of(inst);
}
static double pso_work_done(const Instance *inst, const Plan *plan, const Progress *progress) {
  (void)plan;
  return (double)progress->moves * machines_of(inst);
}
static uint32_t pso_epochs(const Plan *plan) { return (pso_plan(plan)->iterations - 1) / plan->epoch + 1; }
static size_t pso_migrant_bytes(const Archipelago *a) {
  return pso_parcel_floats(&a->problem) * sizeof(float);
}

/* ---- the state ---- */

enum {
  X,
  V,
  B,
  B_FITNESS,
  G,
  H,
  G_FITNESS,
  H_KNOWN,
  CHAMPION_COST,
  CHAMPION,
  ITERATION,
  OUTBOX,
  INBOX,
  SEEN
};

static size_t genes_of(const Instance *inst, const Plan *plan) {
  (void)plan;
  return (size_t)inst->n;
}

static size_t particles_of(const Instance *inst, const Plan *plan) {
  (void)inst;
  return pso_plan(plan)->particles;
}

static size_t swarm_of(const Instance *inst, const Plan *plan) {
  return genes_of(inst, plan) * particles_of(inst, plan);
}

static size_t parcel_of(const Instance *inst, const Plan *plan) {
  const PsoProblem sizes = {.n = inst->n, .migrants = (int32_t)pso_plan(plan)->migrants};
  return pso_parcel_floats(&sizes);
}

/* Positions, which kernels convert to machines, and speeds must be in range. A NaN never is. */
static Status floats_check(const Field *f, const char *what, float low, float high) {
  const float *x = f->data;
  for (size_t k = 0; k < f->rows * f->columns; k++)
    if (!(x[k] >= low && x[k] <= high))
      FAIL(ERR_FORMAT, "field %s: expected %s in %g..%g, found %g", f->name, what, low, high, x[k]);
  return OK;
}

static Status places_check(const Archipelago *a, const Field *const *field, int k) {
  return floats_check(field[k], "positions", a->problem.low, a->problem.high);
}

static Status speeds_check(const Archipelago *a, const Field *const *field, int k) {
  return floats_check(field[k], "speeds", -a->problem.speed, a->problem.speed);
}

static Status flags_check(const Archipelago *a, const Field *const *field, int k) {
  (void)a;
  return loaded_range(field[k], 0, 1);
}

/* After the positions that it belongs to. */
static Status fitness_check(const Archipelago *a, const Field *const *field, int k) {
  return pso_fitness_check(a, field[k == B_FITNESS ? B : G], field[k]);
}

static const StateArray arrays[] = {
    [X] = {"x", DTYPE_F32, .width = swarm_of, .dev = STATE_AT(state.x), .check = places_check},
    [V] = {"v", DTYPE_F32, .width = swarm_of, .dev = STATE_AT(state.v), .check = speeds_check},
    [B] = {"b", DTYPE_F32, .width = swarm_of, .dev = STATE_AT(state.b), .check = places_check},
    [B_FITNESS] = {"b_fitness", DTYPE_U32, .width = particles_of, .dev = STATE_AT(state.b_fitness),
                   .check = fitness_check},
    [G] = {"g", DTYPE_F32, .width = genes_of, .host = STATE_AT(g), .dev = STATE_AT(state.g),
           .check = places_check},
    [H] = {"h", DTYPE_F32, .width = genes_of, .dev = STATE_AT(state.h), .check = places_check},
    [G_FITNESS] = {"g_fitness", DTYPE_U32, .dev = STATE_AT(state.g_fitness), .check = fitness_check},
    [H_KNOWN] = {"h_known", DTYPE_U32, .dev = STATE_AT(state.h_known), .check = flags_check},
    [CHAMPION_COST] = {"champion_cost", DTYPE_I64, STATE_HOST, STATE_COSTS, .host = STATE_AT(champions.cost)},
    [CHAMPION] = {"champion_gene", DTYPE_I32, STATE_HOST, STATE_SOLUTIONS, .host = STATE_AT(champions.gene),
                  .cost = CHAMPION_COST},
    [ITERATION] = {"iteration", DTYPE_U32, .meaning = STATE_COUNTER},
    [OUTBOX] = {NULL, DTYPE_F32, .width = parcel_of, .dev = STATE_AT(state.outbox)},
    [INBOX] = {NULL, DTYPE_F32, .width = parcel_of, .shared = true, .dev = STATE_AT(state.inbox)},
    [SEEN] = {NULL, DTYPE_U32, STATE_HOST, .host = STATE_AT(seen)}};

/* ---- champions ---- */

/* The gene of a position, and its cost. */
static Status gene_make(const Instance *inst, const float *g, int32_t *gene, int64_t *load, int64_t *cost) {
  if (inst->problem == &problem_function) {
    memcpy(gene, g, (size_t)inst->n * sizeof *gene);
    return pso_cost(inst, gene, cost);
  }
  for (int32_t t = 0; t < inst->n; t++) gene[t] = pso_machine(g[t]);
  *cost = makespan(inst, gene, load);
  return OK;
}

/* Evaluates island i's g; `gene` and `load` are scratch. */
static Status champion_evaluate(Archipelago *a, uint32_t i, int32_t *gene, int64_t *load) {
  const size_t n = (size_t)a->inst->n;
  int64_t cost;
  TRY(gene_make(a->inst, a->g + i * n, gene, load, &cost));
  champions_offer(&a->champions, i, cost, gene);
  return OK;
}

/* One thread's part of the islands whose g has changed. */
static Status champions_share(Archipelago *a, const uint32_t *fitness) {
  Status status = OK;
  int32_t *gene = malloc((size_t)a->inst->n * sizeof *gene);
  int64_t *load = malloc(((size_t)matching_of(a->inst)->machines + 1) * sizeof *load);
  if (!gene || !load) status = status_fail(ERR_MEMORY, "no memory for a solution of %d genes", a->inst->n);
#pragma omp for schedule(static)
  for (uint32_t i = 0; i < a->span.count; i++)
    if (status == OK && fitness[i] != a->seen[i]) {
      status = champion_evaluate(a, i, gene, load);
      a->seen[i] = fitness[i];
    }
  free(gene);
  free(load);
  return status;
}

/* Evaluates every g that has changed, after one transfer of all. */
static Status champions_update(Archipelago *a) {
  const size_t n = (size_t)a->inst->n, islands = a->span.count;
  Status status = OK, failed = OK;
  uint32_t *fitness = malloc((islands + 1) * sizeof *fitness);
  if (!fitness) FAIL_GOTO(cleanup, ERR_MEMORY, "no memory for the fitness of %zu islands", islands);
  TRY_GOTO(a->be->ops->download(a->be, fitness, a->state.g_fitness, islands * sizeof *fitness), cleanup);
  if (memcmp(fitness, a->seen, islands * sizeof *fitness) == 0) goto cleanup;
  TRY_GOTO(a->be->ops->download(a->be, a->g, a->state.g, islands * n * sizeof *a->g), cleanup);
#pragma omp parallel num_threads(a->be->threads) if (islands * n > 20000)
  {
    Status mine = champions_share(a, fitness);
    if (mine != OK)
#pragma omp atomic write
      failed = mine;
  }
  status = failed;
cleanup:
  free(fitness);
  return status;
}

/* ---- life ---- */

static Status pso_prepare(Archipelago *a) {
  a->state = (PsoState){.seed = a->plan->seed, .first = a->span.first, .swarms = a->span.count};
  return pso_problem_make(a);
}

static void seen_forget(Archipelago *a) {
  for (uint32_t i = 0; i < a->span.count; i++) a->seen[i] = UINT32_MAX;
}

static Status pso_first(Archipelago *a) {
  seen_forget(a);
  a->decayed = pso_plan(a->plan)->w;
  TRY(a->be->ops->pso->start(a->be, &a->problem, &a->state));
  return champions_update(a);
}

/* Evaluations are repeated, with the same results. */
static Status pso_loaded(Archipelago *a, const FieldSet *in) {
  (void)in;
  seen_forget(a);
  a->decayed = pso_decay(a->plan, pso_plan(a->plan)->w, a->at);
  return OK;
}

static uint64_t pso_steps(const Plan *plan) { return pso_plan(plan)->iterations; }

static const IslandTable pso_table = {.bytes = sizeof(Archipelago),
                                      STATE_ARRAYS(arrays),
                                      STATE_SOURCES(CHAMPION),
                                      .steps = pso_steps,
                                      .prepare = pso_prepare,
                                      .first = pso_first,
                                      .release = pso_problem_free,
                                      .loaded = pso_loaded};

static Status pso_create(const Instance *inst, Backend *be, const Plan *plan, Span span, Archipelago **out) {
  return island_create(&pso_table, inst, be, plan, span, out);
}

static void pso_needs(const Instance *inst, const Backend *be, const Plan *plan, Span span, Memory *out) {
  (void)be;
  island_needs(&pso_table, inst, plan, span, out);
  out->device = bytes_plus(
      out->device, bytes_of((uint64_t)inst->n, (uint64_t)matching_of(inst)->machines, sizeof(uint32_t)));
  snprintf(out->of, sizeof out->of, "--islands %u --particles %u --migrants %u", plan->islands,
           pso_plan(plan)->particles, pso_plan(plan)->migrants);
}

/* ---- epochs ---- */

static Status iterations_run(Archipelago *a, uint32_t steps) {
  float *w = malloc(steps * sizeof *w + 1);
  if (!w) FAIL(ERR_MEMORY, "no memory for the inertia of %u iterations", steps);
  pso_inertia(a, steps, w);
  a->state.iteration = (uint32_t)a->at;
  Status status =
      a->span.count && steps ? a->be->ops->pso->advance(a->be, &a->problem, &a->state, w, steps) : OK;
  free(w);
  TRY(status);
  a->at += steps;
  a->decayed = pso_decay(a->plan, a->decayed, steps);
  a->updates += (uint64_t)steps * a->span.count * (uint64_t)a->problem.particles * (uint64_t)a->problem.n;
  return OK;
}

static Status pso_advance(Archipelago *a, uint32_t steps, Progress *progress) {
  const uint64_t left = a->end - a->at, most = left < STEPS_MAX ? left : STEPS_MAX;
  TRY(iterations_run(a, steps < most ? steps : (uint32_t)most));
  if (!a->span.count) a->at = a->end;
  if (a->exact || a->at == a->end) TRY(champions_update(a));
  TRY(island_progress(a, a->updates, progress));
  progress->finished *= (uint64_t)a->problem.particles;
  return OK;
}

/* ---- migration ---- */

static Status pso_emigrate(Archipelago *a, void *migrant) {
  const size_t parcel = pso_parcel_floats(&a->problem);
  TRY(a->be->ops->pso->pack(a->be, &a->problem, &a->state));
  return a->be->ops->download(a->be, migrant, a->state.outbox + (a->span.count - 1) * parcel,
                              parcel * sizeof(float));
}

static Status pso_immigrate(Archipelago *a, const void *migrant) {
  TRY(a->be->ops->upload(a->be, a->state.inbox, migrant, pso_migrant_bytes(a)));
  return a->be->ops->pso->settle(a->be, &a->problem, &a->state);
}

static Status pso_describe(Archipelago *a, Description *out) {
  *out = (Description){0};
  if (!a->span.count) return OK;
  return a->be->ops->pso->describe(a->be, &a->problem, a->span.count, out);
}

const Solver solver_pso = {.name = "pso",
                           .title = "particle swarms",
                           .about = "Each island is a swarm (Kennedy and Eberhart 1995). For task matching a "
                                    "coordinate is rounded to the machine of a task.\n",
                           .example = "--iterations 200",
                           .problems = {&problem_matching, &problem_function},
                           .kernels = FAMILY_BIT(pso),
                           .work = "updates",
                           .finished = "particle iterations",
                           .options = pso_option_rows,
                           .plan_bytes = sizeof(PsoPlan),
                           .islands_help = "0: 10",
                           .epoch_help = "iterations; 0: 50",
                           .complete = pso_complete,
                           .budget = pso_budget,
                           .epochs = pso_epochs,
                           .work_all = pso_work_all,
                           .work_done = pso_work_done,
                           .needs = pso_needs,
                           .create = pso_create,
                           .begin = island_begin,
                           .advance = pso_advance,
                           .migrant_bytes = pso_migrant_bytes,
                           .emigrate = pso_emigrate,
                           .immigrate = pso_immigrate,
                           .describe = pso_describe,
                           ISLAND_FUNCTIONS};
