/* The "aco" solver: ant colony optimisation on islands, for the TSP. WHAT runs next; HOW is the backend's (aco_kernels.h).
 *
 * Every island has a colony: trails on the candidates of every city, the best tour, and the best since its trails were
 * last reset. In an iteration every ant makes a tour, local search may improve it, and the best tours leave trails. An epoch is some
 * iterations; then the best tour of each island goes to the next one, where it counts as an ant's. */
#include <stdlib.h>
#include "aco_archipelago.h"
#include "halt.h"
#include "individual.h"
#include "problem/tsp/tsp.h"

static Status aco_begin(Archipelago *a, uint32_t epoch) {
  aco_epoch_set(a, epoch);
  return OK;
}

static Status iteration_run(Archipelago *a) {
  const AcoKernels *k = a->be->ops->aco;
  TRY(halt_check("an iteration of ants"));
  TRY(k->build(a->be, &a->problem, &a->rules, &a->state, a->at));
  TRY(aco_search(a));
  TRY(k->update(a->be, &a->problem, &a->rules, &a->state, a->at));
  a->at++;
  a->built += (uint64_t)a->rules.ants * a->span.count;
  return OK;
}

static Status aco_advance(Archipelago *a, uint32_t steps, Progress *progress) {
  if (!a->span.count) a->at = a->end;
  for (uint32_t k = 0; k < steps && a->at < a->end; k++) TRY(iteration_run(a));
  *progress = (Progress){.moves = a->built,
                         .finished = (uint64_t)a->at * a->span.count,
                         .best = COST_NONE,
                         .epoch_done = a->at == a->end};
  if (!a->span.count) return OK;
  TRY(aco_colonies_download(a));
  for (uint32_t i = 0; i < a->span.count; i++)
    if (a->colony[i].best < progress->best) progress->best = a->colony[i].best;
  return OK;
}

/* ---- life ---- */

static void aco_destroy(Archipelago *a) {
  if (!a) return;
  aco_search_free(a);
  aco_state_free(a);
  aco_problem_free(a);
  free(a);
}

static Status aco_create(const Instance *inst, Backend *be, const Plan *plan, Span span, Archipelago **out) {
  const CandidatePlan lists = {(int32_t)aco_plan(plan)->candidates, (int32_t)aco_plan(plan)->quadrant};
  Status status = OK;
  Archipelago *a = calloc(1, sizeof *a);
  if (!a) FAIL(ERR_MEMORY, "no memory for %u islands", span.count);
  *a = (Archipelago){.inst = inst, .be = be, .plan = plan, .span = span};
  a->problem.width = candidate_width(inst->n, lists);
  a->rules = aco_rules(inst, plan, a->problem.width);
  if (span.count) {
    TRY_GOTO(aco_problem_make(a), cleanup);
    TRY_GOTO(aco_state_make(a), cleanup);
    TRY_GOTO(aco_search_make(a), cleanup);
  }
  aco_epoch_set(a, 0);
  *out = a;
  return OK;
cleanup:
  aco_destroy(a);
  return status;
}

static Status aco_describe(Archipelago *a, Description *out) {
  *out = (Description){0};
  return a->span.count ? a->be->ops->aco->describe(a->be, &a->problem, &a->rules, out) : OK;
}

/* Its epochs are counted; only their number is open. */
static bool aco_over(const Archipelago *a) { return a->at == UINT32_MAX; }
static const SolverPacing aco_pacing = {.over = aco_over};

const Solver solver_aco = {.name = "aco",
                           .title = "ant colony optimisation",
                           .about = "Ants build tours edge by edge, guided by pheromone and distance; the "
                                    "best tours deposit pheromone. Each island is a colony.\n",
                           .example = "--iterations 100",
                           .problems = {&problem_tsp},
                           .kernels = FAMILY_BIT(candidates) | FAMILY_BIT(ils) | FAMILY_BIT(aco),
                           .work = "ants",
                           .finished = "iterations",
                           .options = aco_option_rows,
                           .plan_bytes = sizeof(AcoPlan),
                           .islands_help = "0: 8; with --time and without --iterations one per rank, on a "
                                           "GPU 32 per rank if ants have local search and are not focused",
                           .epoch_help = "iterations; 0: 100,000 / cities, 100 to 1,000",
                           .complete = aco_complete,
                           .budget = aco_budget,
                           .epochs = aco_epochs,
                           .work_all = aco_work_all,
                           .work_done = aco_work_done,
                           .variant = aco_word,
                           .needs = aco_needs,
                           .create = aco_create,
                           .start = aco_start,
                           .initial_help = "the best tour of every colony at first; focused ants change it",
                           .begin = aco_begin,
                           .pacing = &aco_pacing,
                           .advance = aco_advance,
                           .champion = aco_champion,
                           .best = aco_best,
                           .migrant_bytes = aco_migrant_bytes,
                           .emigrate = aco_emigrate,
                           .immigrate = aco_immigrate,
                           .describe = aco_describe,
                           .save = aco_save,
                           .load = aco_load,
                           .destroy = aco_destroy};
