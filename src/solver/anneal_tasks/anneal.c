/* The "anneal" solver: chains of simulated annealing on islands, for task matching. This file decides what runs
 * next; the backend's kernels (anneal_kernels.h) do it. Kirkpatrick, Gelatt, Vecchi 1983; the exchange:
 * parallel annealing on a ring.
 *
 * In an epoch every chain does one anneal: ANNEAL_STAGES stages of falling temperature. Its target makespan,
 * the reference value, is a little below its best: a target that it cannot reach improves it more than one that
 * it has reached. Epoch 0 begins at a high temperature, later ones at a lower one:
 *   exchange   the best chain of each island (the first of equals) replaces the worst of the next island, if it is better;
 *   begin      chain i continues from the better of its own best and that of its partner (i + 1 + epoch mod (C - 1)) mod C
 *              in its island of C chains: a tournament of two in which each chain is a partner once.
 *
 * Kernels count in ticks, which may be coarser than costs. A champion is the best of the island's bests by
 * exact cost, at the ends of epochs only, so slices do not change it. The first champion of the first island is
 * the incumbent: no answer is worse than the list heuristics'. */
#include <stdlib.h>
#include <string.h>
#include "anneal_archipelago.h"
#include "problem/matching/makespan.h"
#include "problem/matching/matching.h"

enum { STEPS_UNIT = 256 }; /* steps of a chain that advance() counts as one */

static uint64_t anneal_budget(const Plan *plan) {
  return (uint64_t)anneal_plan(plan)->epochs * anneal_plan(plan)->chains * plan->islands;
}
static double anneal_work(const Instance *inst, const Plan *plan) {
  (void)inst;
  return (double)anneal_budget(plan) * plan->epoch;
}
static uint32_t anneal_epochs(const Plan *plan) { return anneal_plan(plan)->epochs; }
static size_t anneal_migrant_bytes(const Archipelago *a) {
  return sizeof *a->best + (size_t)a->model.host.tasks;
}
/* Island i's chain with the least (sign 1) or the greatest (-1) best makespan, the first of equals. */
static uint32_t island_extreme(const Archipelago *a, uint32_t i, int sign) {
  const uint32_t chains = anneal_plan(a->plan)->chains;
  uint32_t at = i * chains;
  for (uint32_t c = at + 1; c < (i + 1) * chains; c++)
    if (sign * (int64_t)a->best[c] < sign * (int64_t)a->best[at]) at = c;
  return at;
}

/* ---- champions ---- */

/* The island's best assignment by ticks into gene (n), and its exact cost. */
static Status island_decode(Archipelago *a, uint32_t i, int32_t *gene, int64_t *cost) {
  const size_t tasks = (size_t)a->model.host.tasks;
  const uint32_t chain = island_extreme(a, i, 1);
  uint8_t *choice = malloc(tasks + 1);
  int64_t *load = malloc((size_t)matching_of(a->inst)->machines * sizeof *load);
  Status status =
      choice && load ? OK : status_fail(ERR_MEMORY, "no memory for a solution of %d genes", a->inst->n);
  if (status == OK) status = a->be->ops->download(a->be, choice, a->state.kept + chain * tasks, tasks);
  if (status == OK) {
    anneal_decode(&a->model, choice, a->inst->n, gene);
    *cost = makespan(a->inst, gene, load);
  }
  free(choice);
  free(load);
  return status;
}

/* gene (n) is scratch. */
static Status islands_evaluate(Archipelago *a, int32_t *gene) {
  for (uint32_t i = 0; i < a->span.count; i++) {
    int64_t cost;
    TRY(island_decode(a, i, gene, &cost));
    champions_offer(&a->champions, i, cost, gene);
  }
  return OK;
}

static Status champions_update(Archipelago *a) {
  int32_t *gene = malloc((size_t)a->inst->n * sizeof *gene);
  if (!gene) FAIL(ERR_MEMORY, "no memory for a solution of %d genes", a->inst->n);
  Status status = islands_evaluate(a, gene);
  free(gene);
  return status;
}

/* Replaces *out by the best assignment of the epoch under way, if that is cheaper. */
static Status unfinished_best(Archipelago *a, Individual *out) {
  int32_t *gene = malloc((size_t)a->inst->n * sizeof *gene);
  Status status = gene ? OK : status_fail(ERR_MEMORY, "no memory for a solution of %d genes", a->inst->n);
  for (uint32_t i = 0; i < a->span.count && status == OK; i++) {
    int64_t cost;
    status = island_decode(a, i, gene, &cost);
    if (status != OK || cost >= out->cost) continue;
    out->cost = cost;
    out->island = a->span.first + i;
    out->length = (uint32_t)a->inst->n;
    if (out->gene) memcpy(out->gene, gene, (size_t)a->inst->n * sizeof *gene);
  }
  free(gene);
  return status;
}

static Status anneal_best(Archipelago *a, bool unfinished, Individual *out) {
  champions_best(&a->champions, out);
  return unfinished ? unfinished_best(a, out) : OK;
}

/* ---- epochs ---- */

/* The target of chain c: its best less the share `reference`; in epoch 0 the bound and that share. */
static int32_t target_of(const Archipelago *a, uint32_t c) {
  const double share = anneal_plan(a->plan)->reference;
  const double bound = (double)a->model.bound / (double)a->model.tick;
  double target = bound * (1 + share);
  if (a->epoch) target = (double)a->best[c] * (1 - share);
  if (target < bound) target = bound; /* no makespan is below it */
  return target < INT32_MAX ? (int32_t)target : INT32_MAX;
}

static Status chains_upload(Archipelago *a) {
  const size_t bytes = a->state.chains * sizeof(int32_t);
  int32_t *target = malloc(bytes + 1);
  if (!target) FAIL(ERR_MEMORY, "no memory for %u chains", a->state.chains);
  for (uint32_t c = 0; c < a->state.chains; c++) target[c] = target_of(a, c);
  Status status = a->be->ops->upload(a->be, a->state.target, target, bytes);
  free(target);
  TRY(status);
  return a->be->ops->upload(a->be, a->state.best, a->best, bytes);
}

/* A tournament: every chain continues from the better best of itself and its partner, all at the same time. */
static Status tournament_run(Archipelago *a) {
  const uint32_t chains = anneal_plan(a->plan)->chains, all = a->state.chains;
  uint32_t *source = malloc((all + 1) * sizeof *source);
  int32_t *best = malloc((all + 1) * sizeof *best);
  Status status = source && best ? OK : status_fail(ERR_MEMORY, "no memory for %u chains", all);
  for (uint32_t c = 0; c < all && status == OK; c++) {
    const uint32_t i = c % chains,
                   other = chains > 1 ? c - i + (i + 1 + a->epoch % (chains - 1)) % chains : c;
    const uint32_t from = a->best[other] < a->best[c] ? other : c;
    source[c] = a->source[from];
    best[c] = a->best[from];
  }
  if (status == OK) status = a->be->ops->anneal->restart(a->be, &a->model.device, &a->state, source);
  if (status == OK) memcpy(a->best, best, all * sizeof *best);
  for (uint32_t c = 0; c < all; c++) a->source[c] = c;
  free(source);
  free(best);
  return status;
}

static Status anneal_begin(Archipelago *a, uint32_t epoch) {
  anneal_open(a, epoch);
  if (!a->state.chains) return OK;
  if (epoch && a->model.host.tasks) TRY(tournament_run(a));
  return chains_upload(a);
}

static Status steps_run(Archipelago *a, uint64_t steps) {
  a->state.step = a->at;
  if (a->state.chains && a->model.host.tasks && steps)
    TRY(a->be->ops->anneal->advance(a->be, &a->model.device, &a->state, &a->stages, steps));
  a->at += steps;
  a->steps += steps * a->state.chains;
  return a->be->ops->download(a->be, a->best, a->state.best, a->state.chains * sizeof *a->best);
}

static Status anneal_advance(Archipelago *a, uint32_t steps, Progress *progress) {
  const uint64_t left = a->end - a->at, most = (uint64_t)steps * STEPS_UNIT;
  TRY(steps_run(a, most < left && a->state.chains ? most : left));
  progress->epoch_done = a->at == a->end;
  if (progress->epoch_done) TRY(champions_update(a));
  Individual best = {.gene = NULL};
  champions_best(&a->champions, &best);
  progress->best = best.cost;
  progress->finished = a->at * a->state.chains / anneal_epoch_steps(a->plan);
  progress->moves = a->steps;
  return OK;
}

/* ---- migration ---- */

static Status anneal_emigrate(Archipelago *a, void *migrant) {
  const size_t tasks = (size_t)a->model.host.tasks;
  const uint32_t chain = island_extreme(a, a->span.count - 1, 1);
  memcpy(migrant, &a->best[chain], sizeof *a->best);
  return a->be->ops->download(a->be, (char *)migrant + sizeof *a->best, a->state.kept + chain * tasks, tasks);
}

/* Only records the arrivals: chains are replaced at the beginning of the next epoch. */
static Status anneal_immigrate(Archipelago *a, const void *migrant) {
  uint32_t from = a->state.chains;
  int32_t best;
  memcpy(&best, migrant, sizeof best);
  for (uint32_t i = 0; i < a->span.count; i++) {
    const uint32_t worst = island_extreme(a, i, -1), leaves = island_extreme(a, i, 1);
    const int32_t leaves_best = a->best[leaves];
    if (best < a->best[worst]) {
      a->source[worst] = from;
      a->best[worst] = best;
    }
    from = leaves;
    best = leaves_best;
  }
  return a->be->ops->upload(a->be, a->state.inbox, (const char *)migrant + sizeof best,
                            (size_t)a->model.host.tasks);
}

static Status anneal_describe(Archipelago *a, Description *out) {
  *out = (Description){0};
  if (!a->state.chains || !a->model.host.tasks) return OK;
  return a->be->ops->anneal->describe(a->be, &a->model.device, a->state.chains, out);
}

const Solver solver_anneal = {
    .name = "anneal",
    .title = "simulated annealing",
    .about = "Markov chains on islands move and exchange tasks, guided by the machine prices of the lower "
             "bound; only machines that are not too expensive for a task are tried.\n",
    .example = "--epochs 20",
    .problems = {&problem_matching},
    .kernels = FAMILY_BIT(anneal),
    .work = "steps",
    .finished = "anneals",
    .options = anneal_option_rows,
    .plan_bytes = sizeof(AnnealPlan),
    .islands_help = "0: 8 on the CPU; on a GPU 80, above 2,048 tasks fewer, at least 8",
    .epoch_help = "steps of a chain, rounded up to a multiple of 128; 0: 256 per task, 65,536 to 1,048,576",
    .complete = anneal_complete,
    .budget = anneal_budget,
    .epochs = anneal_epochs,
    .work_all = anneal_work,
    .needs = anneal_needs,
    .create = anneal_create,
    .begin = anneal_begin,
    .advance = anneal_advance,
    .champion = island_champion,
    .best = anneal_best,
    .migrant_bytes = anneal_migrant_bytes,
    .emigrate = anneal_emigrate,
    .immigrate = anneal_immigrate,
    .describe = anneal_describe,
    .save = island_save,
    .load = anneal_load,
    .destroy = island_destroy};
