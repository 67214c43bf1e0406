/* What the annealer's kernels write, on the backend, and the fields of it in checkpoints
 * (docs/file-formats-hdf5.md), a row an island. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "anneal_archipelago.h"
#include "problem/matching/matching.h"

/* The makespan in ticks of every task at its cheapest option. */
static Status cheapest_makespan(const AnnealTables *k, int32_t *most) {
  int32_t *load = malloc((size_t)k->machines * sizeof *load);
  if (!load) FAIL(ERR_MEMORY, "no memory for the loads of %d machines", k->machines);
  memcpy(load, k->base, (size_t)k->machines * sizeof *load);
  for (int32_t t = 0; t < k->tasks; t++) load[k->option[k->start[t]].machine] += k->option[k->start[t]].time;
  *most = 0;
  for (int32_t m = 0; m < k->machines; m++) *most = load[m] > *most ? load[m] : *most;
  free(load);
  return OK;
}

enum { ASSIGNMENT, KEPT, BEST, TARGET, CHAMPION_COST, CHAMPION, STEP, BESTS, ARRIVALS };

static size_t chains_of(const Instance *inst, const Plan *plan) {
  (void)inst;
  return anneal_plan(plan)->chains;
}

/* ---- assignments: machines in files, ranks of options on the backend ---- */

static size_t genes_of(const Instance *inst, const Plan *plan) {
  (void)plan;
  return (size_t)inst->n;
}

static uint8_t *choices_of(const Archipelago *a, int k) {
  return k == KEPT ? a->state.kept : a->state.choice;
}

static Status choices_save(Archipelago *a, int k, void *data) {
  const size_t n = (size_t)a->inst->n, tasks = (size_t)a->model.host.tasks, chains = a->state.chains;
  uint8_t *host = malloc(chains * tasks + 1);
  if (!host) FAIL(ERR_MEMORY, "no memory for %zu chains", chains);
  const Status status = a->be->ops->download(a->be, host, choices_of(a, k), chains * tasks);
  for (size_t c = 0; c < chains && status == OK; c++)
    anneal_decode(&a->model, host + c * tasks, a->inst->n, (int32_t *)data + c * n);
  free(host);
  return status;
}

/* The inverse of anneal_decode. */
static Status assignment_encode(const AnnealModel *model, const char *name, int32_t n,
                                const int32_t *assignment, uint8_t *choice) {
  const AnnealTables *k = &model->host;
  for (int32_t task = 0; task < k->tasks; task++) {
    const int32_t m = assignment[model->task[task]];
    const bool inside = m >= 0 && m < k->machines;
    choice[task] = inside ? k->rank[(size_t)task * (size_t)k->machines + (size_t)m] : ANNEAL_NONE;
    if (choice[task] == ANNEAL_NONE)
      FAIL(ERR_FORMAT, "field %s: expected an option of task %d, found machine %d", name, model->task[task],
           m);
  }
  for (int32_t t = 0; t < n; t++)
    if (model->settled[t] >= 0 && assignment[t] != model->settled[t])
      FAIL(ERR_FORMAT, "field %s: expected machine %d for task %d, found %d", name, model->settled[t], t,
           assignment[t]);
  return OK;
}

/* The makespan in ticks of a choice; load (machines) is scratch. */
static int64_t choice_makespan(const AnnealTables *k, const uint8_t *choice, int64_t *load) {
  int64_t most = 0;
  for (int32_t m = 0; m < k->machines; m++) load[m] = k->base[m];
  for (int32_t t = 0; t < k->tasks; t++) {
    const AnnealOption *option = &k->option[k->start[t] + choice[t]];
    load[option->machine] += option->time;
  }
  for (int32_t m = 0; m < k->machines; m++) most = load[m] > most ? load[m] : most;
  return most;
}

/* Checks that best (chains) is the makespan of the chains' kept (chains, tasks). */
static Status bests_check(const Archipelago *a, const uint8_t *kept, const int32_t *best) {
  const AnnealTables *k = &a->model.host;
  int64_t *load = malloc(((size_t)k->machines + 1) * sizeof *load);
  if (!load) FAIL(ERR_MEMORY, "no memory for the loads of %d machines", k->machines);
  Status status = OK;
  for (size_t c = 0; c < a->state.chains && status == OK; c++) {
    const int64_t found = choice_makespan(k, kept + c * (size_t)k->tasks, load);
    if (found != best[c])
      status =
          status_fail(ERR_FORMAT, "field best, chain %zu: expected the ticks of what is kept, %lld, found %d",
                      c, (long long)found, best[c]);
  }
  free(load);
  return status;
}

/* What is kept has the makespan that is the chain's best. */
static Status choices_load(Archipelago *a, const Field *const *field, int k) {
  const size_t n = (size_t)a->inst->n, tasks = (size_t)a->model.host.tasks, chains = a->state.chains;
  uint8_t *host = malloc(chains * tasks + 1);
  Status status = host ? OK : status_fail(ERR_MEMORY, "no memory for %zu chains", chains);
  for (size_t c = 0; c < chains && status == OK; c++)
    status = assignment_encode(&a->model, field[k]->name, a->inst->n, (const int32_t *)field[k]->data + c * n,
                               host + c * tasks);
  if (status == OK && k == KEPT) status = bests_check(a, host, field[BEST]->data);
  if (status == OK) status = a->be->ops->upload(a->be, choices_of(a, k), host, chains * tasks);
  free(host);
  return status;
}

static Status ticks_check(const Archipelago *a, const Field *const *field, int k) {
  const int32_t *ticks = field[k]->data;
  (void)a;
  for (size_t e = 0; e < field[k]->rows * field[k]->columns; e++)
    if (ticks[e] < 0)
      FAIL(ERR_FORMAT, "field %s: expected 0 or more ticks, found %d", field[k]->name, ticks[e]);
  return OK;
}

/* ---- the list ---- */

/* The host's bests follow those of the backend after steps, and arrivals until the next epoch: a copy of their own. */
static const StateArray arrays[] = {
    [ASSIGNMENT] = {"assignment", DTYPE_I32, .rows = chains_of, .width = genes_of, .save = choices_save,
                    .load = choices_load},
    [KEPT] = {"kept", DTYPE_I32, .rows = chains_of, .width = genes_of, .save = choices_save,
              .load = choices_load},
    [BEST] = {"best", DTYPE_I32, .rows = chains_of, .dev = STATE_AT(state.best), .check = ticks_check},
    [TARGET] = {"target", DTYPE_I32, .rows = chains_of, .dev = STATE_AT(state.target), .check = ticks_check},
    [CHAMPION_COST] = {"champion_cost", DTYPE_I64, STATE_HOST, STATE_COSTS, .host = STATE_AT(champions.cost)},
    [CHAMPION] = {"champion_gene", DTYPE_I32, STATE_HOST, STATE_SOLUTIONS, .host = STATE_AT(champions.gene),
                  .cost = CHAMPION_COST},
    [STEP] = {"step", DTYPE_U64, .meaning = STATE_COUNTER},
    [BESTS] = {NULL, DTYPE_I32, STATE_HOST, .rows = chains_of, .host = STATE_AT(best)},
    [ARRIVALS] = {NULL, DTYPE_U32, STATE_HOST, .rows = chains_of, .host = STATE_AT(source)}};

/* Two assignments a chain, one byte a task. */
static Status anneal_prepare(Archipelago *a) {
  const BackendOps *ops = a->be->ops;
  TRY(anneal_model_make(a->inst, a->be, &a->model));
  const size_t chains = a->span.count * chains_of(a->inst, a->plan), tasks = (size_t)a->model.host.tasks;
  a->state = (AnnealState){.seed = a->plan->seed,
                           .first = a->span.first * anneal_plan(a->plan)->chains,
                           .chains = (uint32_t)chains};
  TRY(ops->alloc(a->be, chains * tasks, (void **)&a->state.choice));
  TRY(ops->alloc(a->be, chains * tasks, (void **)&a->state.kept));
  return ops->alloc(a->be, tasks, (void **)&a->state.inbox);
}

static void anneal_release(Archipelago *a) {
  a->be->ops->free(a->be, a->state.choice);
  a->be->ops->free(a->be, a->state.kept);
  a->be->ops->free(a->be, a->state.inbox);
  anneal_model_free(a->be, &a->model);
}

static Status anneal_first(Archipelago *a) {
  int32_t best = 0;
  TRY(cheapest_makespan(&a->model.host, &best));
  for (uint32_t c = 0; c < a->state.chains; c++) {
    a->best[c] = best;
    a->source[c] = c;
  }
  if (!a->span.first) champions_offer(&a->champions, 0, a->model.incumbent_cost, a->model.incumbent);
  return solver_anneal.begin(a, 0);
}

static Status bests_loaded(Archipelago *a, const FieldSet *in) {
  (void)in;
  return a->be->ops->download(a->be, a->best, a->state.best, a->state.chains * sizeof *a->best);
}

static uint64_t anneal_steps(const Plan *plan) {
  return anneal_epoch_steps(plan) * anneal_plan(plan)->epochs;
}

static const IslandTable anneal_table = {.bytes = sizeof(Archipelago),
                                         STATE_ARRAYS(arrays),
                                         STATE_SOURCES(CHAMPION),
                                         .steps = anneal_steps,
                                         .epoch = anneal_epoch_steps,
                                         .prepare = anneal_prepare,
                                         .first = anneal_first,
                                         .release = anneal_release,
                                         .loaded = bests_loaded};

/* Tables have the size of the instance. */
void anneal_needs(const Instance *inst, const Backend *be, const Plan *plan, Span span, Memory *out) {
  const uint64_t chains = bytes_times(span.count, anneal_plan(plan)->chains), n = (uint64_t)inst->n;
  (void)be;
  island_needs(&anneal_table, inst, plan, span, out);
  out->device =
      bytes_plus(out->device, bytes_plus(bytes_of(chains, n, 2), n * (uint64_t)matching_of(inst)->machines));
  snprintf(out->of, sizeof out->of, "--islands %u --chains %u", plan->islands, anneal_plan(plan)->chains);
}

Status anneal_create(const Instance *inst, Backend *be, const Plan *plan, Span span, Archipelago **out) {
  return island_create(&anneal_table, inst, be, plan, span, out);
}

Status anneal_load(Archipelago *a, uint32_t epoch, const FieldSet *in) {
  anneal_open(a, epoch);
  return island_load(a, epoch, in);
}
