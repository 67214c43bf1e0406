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
#include <stdlib.h>
#include <string.h>
#include "problem/matching/makespan.h"
#include "pso_archipelago.h"
#include "pso_cost.h"
#include "problem/matching/matching.h"
#include "problem/function/function.h"

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

static Status pso_champion(Archipelago *a, uint32_t i, Individual *out) {
  champions_get(&a->champions, i, out);
  return OK;
}

static Status pso_best(Archipelago *a, bool unfinished, Individual *out) {
  (void)unfinished; /* no particle is better than its swarm's g */
  champions_best(&a->champions, out);
  return OK;
}

/* ---- life ---- */

static void pso_destroy(Archipelago *a) {
  if (!a) return;
  pso_state_free(a);
  pso_problem_free(a);
  champions_free(&a->champions);
  free(a->g);
  free(a->seen);
  free(a);
}

static Status looks_make(Archipelago *a) {
  const size_t islands = a->span.count + 1, n = (size_t)a->inst->n;
  a->g = malloc(islands * n * sizeof *a->g);
  a->seen = malloc(islands * sizeof *a->seen);
  if (!a->g || !a->seen) FAIL(ERR_MEMORY, "no memory for the champions of %u islands", a->span.count);
  for (size_t i = 0; i < islands; i++) a->seen[i] = UINT32_MAX;
  return champions_make(&a->champions, a->span, a->inst->n);
}

static Status pso_create(const Instance *inst, Backend *be, const Plan *plan, Span span, Archipelago **out) {
  Status status = OK;
  Archipelago *a = calloc(1, sizeof *a);
  if (!a) FAIL(ERR_MEMORY, "no memory for %u islands", span.count);
  *a = (Archipelago){.inst = inst, .be = be, .plan = plan, .span = span};
  TRY_GOTO(pso_problem_make(a), cleanup);
  TRY_GOTO(pso_state_make(a), cleanup);
  TRY_GOTO(looks_make(a), cleanup);
  if (span.count) TRY_GOTO(be->ops->pso->start(be, &a->problem, &a->state), cleanup);
  TRY_GOTO(champions_update(a), cleanup);
  TRY_GOTO(solver_pso.begin(a, 0), cleanup);
  *out = a;
  return OK;
cleanup:
  pso_destroy(a);
  return status;
}

/* ---- epochs ---- */

static Status pso_begin(Archipelago *a, uint32_t epoch) {
  const uint64_t first = (uint64_t)epoch * a->plan->epoch, end = first + a->plan->epoch;
  if (!epoch) a->decayed = pso_plan(a->plan)->w;
  a->state.iteration = (uint32_t)first;
  a->epoch_end = end < pso_plan(a->plan)->iterations ? (uint32_t)end : pso_plan(a->plan)->iterations;
  return OK;
}

static Status iterations_run(Archipelago *a, uint32_t steps) {
  float *w = malloc(steps * sizeof *w + 1);
  if (!w) FAIL(ERR_MEMORY, "no memory for the inertia of %u iterations", steps);
  pso_inertia(a, steps, w);
  Status status =
      a->span.count && steps ? a->be->ops->pso->advance(a->be, &a->problem, &a->state, w, steps) : OK;
  free(w);
  TRY(status);
  a->state.iteration += steps;
  a->decayed = pso_decay(a->plan, a->decayed, steps);
  a->updates += (uint64_t)steps * a->span.count * (uint64_t)a->problem.particles * (uint64_t)a->problem.n;
  return OK;
}

static Status pso_advance(Archipelago *a, uint32_t steps, Progress *progress) {
  const uint32_t left = a->epoch_end - a->state.iteration, most = left < STEPS_MAX ? left : STEPS_MAX;
  TRY(iterations_run(a, steps < most ? steps : most));
  if (!a->span.count) a->state.iteration = a->epoch_end;
  progress->epoch_done = a->state.iteration == a->epoch_end;
  if (a->exact || progress->epoch_done) TRY(champions_update(a));
  Individual best = {.gene = NULL};
  champions_best(&a->champions, &best);
  progress->best = best.cost;
  progress->finished = (uint64_t)a->state.iteration * (uint64_t)a->problem.particles * a->span.count;
  progress->moves = a->updates;
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
                           .begin = pso_begin,
                           .advance = pso_advance,
                           .champion = pso_champion,
                           .best = pso_best,
                           .migrant_bytes = pso_migrant_bytes,
                           .emigrate = pso_emigrate,
                           .immigrate = pso_immigrate,
                           .describe = pso_describe,
                           .save = pso_save,
                           .load = pso_load,
                           .destroy = pso_destroy};
