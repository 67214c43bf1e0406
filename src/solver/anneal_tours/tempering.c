/* The annealing of tours: chains of simulated annealing and parallel tempering on islands, for the TSP. WHAT runs next; HOW is the
 * backend's (temper_kernels.h).
 *
 * Every island has some chains, each at the temperature of its level. Temperatures fall together. An epoch is some sweeps; then
 * the cheapest tour of each island goes to the next one. More often chains of an island exchange levels (temper_exchange.c). */
#include <stdlib.h>
#include "halt.h"
#include "individual.h"
#include "temper_archipelago.h"
#include "problem/tsp/tsp.h"

static Status temper_begin(Archipelago *a, uint32_t epoch) {
  temper_epoch_set(a, epoch);
  return temper_arrive(a);
}

/* Up to `most` sweeps at the same temperatures, on the same levels. */
static Status sweeps_run(Archipelago *a, uint32_t most) {
  TRY(halt_check("annealing"));
  const uint64_t apart = temper_apart(a);
  const uint32_t sweeps = temper_cool(a, apart < most ? (uint32_t)apart : most);
  TRY(a->be->ops->tempering->advance(a->be, &a->problem, &a->rules, &a->state, sweeps));
  a->state.sweeps += sweeps;
  a->steps += (uint64_t)sweeps * a->rules.sweep * a->state.chains;
  return temper_exchange(a);
}

static Status temper_advance(Archipelago *a, uint32_t steps, Progress *progress) {
  if (!a->span.count || a->inst->n < TEMPER_LEAST) a->state.sweeps = a->end;
  const uint64_t left = a->end - a->state.sweeps, stop = a->state.sweeps + (steps < left ? steps : left);
  while (a->state.sweeps < stop) TRY(sweeps_run(a, (uint32_t)(stop - a->state.sweeps)));
  *progress = (Progress){.moves = a->steps,
                         .finished = a->state.sweeps * a->state.chains,
                         .best = COST_NONE,
                         .epoch_done = a->state.sweeps == a->end};
  if (!a->span.count) return OK;
  TRY(temper_costs_download(a));
  for (uint32_t c = 0; c < a->state.chains; c++)
    if (a->best_cost[c] < progress->best) progress->best = a->best_cost[c];
  return OK;
}

/* ---- life ---- */

static void temper_destroy(Archipelago *a) {
  if (!a) return;
  temper_state_free(a);
  temper_problem_free(a);
  free(a);
}

static Status temper_create(const Instance *inst, Backend *be, const Plan *plan, Span span,
                            Archipelago **out) {
  Status status = OK;
  Archipelago *a = calloc(1, sizeof *a);
  if (!a) FAIL(ERR_MEMORY, "no memory for %u islands", span.count);
  *a = (Archipelago){.inst = inst, .be = be, .plan = plan, .span = span};
  a->rules =
      (TemperRules){.uniform = temper_plan(plan)->moves == TEMPER_UNIFORM, .sweep = temper_sweep(inst->n)};
  if (span.count) {
    TRY_GOTO(temper_problem_make(a), cleanup);
    TRY_GOTO(temper_state_make(a), cleanup);
  }
  temper_epoch_set(a, 0);
  *out = a;
  return OK;
cleanup:
  temper_destroy(a);
  return status;
}

static Status temper_describe(Archipelago *a, Description *out) {
  *out = (Description){0};
  if (!a->span.count || a->inst->n < TEMPER_LEAST) return OK;
  return a->be->ops->tempering->describe(a->be, &a->problem, &a->rules, a->state.chains, out);
}

/* Its epochs are counted; only their number is open. */
static bool temper_over(const Archipelago *a) { return a->end == UINT64_MAX; }
static const SolverPacing temper_pacing = {.over = temper_over, .pace = temper_pace};

const Solver solver_tempering = {
    .name = "anneal-tours",
    .alias = "anneal",
    .title = "simulated annealing of tours with parallel tempering",
    .about = "Each island cools several Markov chains together, at different temperatures, and lets them "
             "exchange temperatures.\n",
    .example = "--sweeps 2000",
    .problems = {&problem_tsp},
    .kernels = FAMILY_BIT(candidates) | FAMILY_BIT(tempering),
    .work = "steps",
    .finished = "sweeps",
    .options = temper_option_rows,
    .plan_bytes = sizeof(TemperPlan),
    .islands_help = "0: 4; with --time and without --sweeps one per rank, on a GPU as many per rank as have "
                    "2,112 chains together, fewer above 3,000 cities",
    .epoch_help = "sweeps; 0: a 64th of --sweeps, or with --time and without --sweeps a million steps",
    .complete = temper_complete,
    .budget = temper_budget,
    .epochs = temper_epochs,
    .work_all = temper_work_all,
    .variant = temper_word,
    .needs = temper_needs,
    .create = temper_create,
    .start = temper_start,
    .initial_help = "all chains begin with it",
    .begin = temper_begin,
    .pacing = &temper_pacing,
    .advance = temper_advance,
    .champion = temper_champion,
    .best = temper_best,
    .migrant_bytes = temper_migrant_bytes,
    .emigrate = temper_emigrate,
    .immigrate = temper_immigrate,
    .describe = temper_describe,
    .save = temper_save,
    .load = temper_load,
    .destroy = temper_destroy};
