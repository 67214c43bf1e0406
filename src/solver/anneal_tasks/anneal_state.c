/* What the annealer's kernels write, on the backend, and the fields of it in checkpoints
 * (docs/file-formats.md), a row an island. */
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

/* Two assignments a chain, one byte a task, four in a checkpoint. Tables have the size of the instance. */
void anneal_needs(const Instance *inst, const Backend *be, const Plan *plan, Span span, Memory *out) {
  (void)be;
  const uint64_t chains = bytes_times(span.count, anneal_plan(plan)->chains), n = (uint64_t)inst->n,
                 times = n * (uint64_t)matching_of(inst)->machines;
  *out = (Memory){
      .host = bytes_plus(bytes_times(chains, 3 * sizeof(int32_t)), bytes_of(span.count, n, sizeof(int32_t))),
      .device = bytes_plus(bytes_of(chains, n + sizeof(int32_t), 2), times),
      .saved = bytes_of(chains, n, 2 * sizeof(int32_t))};
  snprintf(out->of, sizeof out->of, "--islands %u --chains %u", plan->islands, anneal_plan(plan)->chains);
}

Status anneal_state_make(Archipelago *a) {
  int32_t best = 0;
  const BackendOps *ops = a->be->ops;
  const size_t chains = (size_t)a->span.count * anneal_plan(a->plan)->chains,
               tasks = (size_t)a->model.host.tasks;
  a->state = (AnnealState){.seed = a->plan->seed,
                           .first = a->span.first * anneal_plan(a->plan)->chains,
                           .chains = (uint32_t)chains};
  TRY(ops->alloc(a->be, chains * tasks, (void **)&a->state.choice));
  TRY(ops->alloc(a->be, chains * tasks, (void **)&a->state.kept));
  TRY(ops->alloc(a->be, chains * sizeof *a->state.best, (void **)&a->state.best));
  TRY(ops->alloc(a->be, chains * sizeof *a->state.target, (void **)&a->state.target));
  TRY(ops->alloc(a->be, tasks, (void **)&a->state.inbox));
  a->best = malloc((chains + 1) * sizeof *a->best);
  a->source = malloc((chains + 1) * sizeof *a->source);
  if (!a->best || !a->source) FAIL(ERR_MEMORY, "no memory for %zu chains", chains);
  TRY(cheapest_makespan(&a->model.host, &best));
  for (size_t c = 0; c < chains; c++) {
    a->best[c] = best;
    a->source[c] = (uint32_t)c;
  }
  return OK;
}

void anneal_state_free(Archipelago *a) {
  const BackendOps *ops = a->be->ops;
  ops->free(a->be, a->state.choice);
  ops->free(a->be, a->state.kept);
  ops->free(a->be, a->state.best);
  ops->free(a->be, a->state.target);
  ops->free(a->be, a->state.inbox);
  free(a->best);
  free(a->source);
}

/* ---- assignments: machines in files, ranks of options on the backend ---- */

static Status choices_save(Archipelago *a, FieldSet *out, const char *name, const uint8_t *choices) {
  const size_t n = (size_t)a->inst->n, tasks = (size_t)a->model.host.tasks, chains = a->state.chains;
  void *data;
  TRY(fieldset_add(out, FIELD_ISLAND, name, DTYPE_I32, a->span.count, anneal_plan(a->plan)->chains * n,
                   &data));
  uint8_t *host = malloc(chains * tasks + 1);
  if (!host) FAIL(ERR_MEMORY, "no memory for %zu chains", chains);
  Status status = a->be->ops->download(a->be, host, choices, chains * tasks);
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

/* best: the makespans of the choices, or NULL. */
static Status choices_load(Archipelago *a, const FieldSet *in, const char *name, uint8_t *choices,
                           const int32_t *best) {
  const size_t n = (size_t)a->inst->n, tasks = (size_t)a->model.host.tasks, chains = a->state.chains;
  const Field *f;
  TRY(fieldset_get_rows(in, FIELD_ISLAND, name, DTYPE_I32, a->span.count, anneal_plan(a->plan)->chains * n,
                        &f));
  uint8_t *host = malloc(chains * tasks + 1);
  Status status = host ? OK : status_fail(ERR_MEMORY, "no memory for %zu chains", chains);
  for (size_t c = 0; c < chains && status == OK; c++)
    status =
        assignment_encode(&a->model, name, a->inst->n, (const int32_t *)f->data + c * n, host + c * tasks);
  if (status == OK && best) status = bests_check(a, host, best);
  if (status == OK) status = a->be->ops->upload(a->be, choices, host, chains * tasks);
  free(host);
  return status;
}

/* ---- saving and loading ---- */

static Status numbers_save(Archipelago *a, FieldSet *out, const char *name, const int32_t *values) {
  void *data;
  TRY(fieldset_add(out, FIELD_ISLAND, name, DTYPE_I32, a->span.count, anneal_plan(a->plan)->chains, &data));
  return a->be->ops->download(a->be, data, values, a->state.chains * sizeof *values);
}

Status anneal_save(Archipelago *a, FieldSet *out) {
  const size_t rows = a->span.count;
  void *data;
  TRY(choices_save(a, out, "assignment", a->state.choice));
  TRY(choices_save(a, out, "kept", a->state.kept));
  TRY(numbers_save(a, out, "best", a->state.best));
  TRY(numbers_save(a, out, "target", a->state.target));
  TRY(champions_save(&a->champions, out));
  TRY(fieldset_add(out, FIELD_ISLAND, "step", DTYPE_U64, rows, 1, &data));
  for (size_t i = 0; i < rows; i++) ((uint64_t *)data)[i] = a->state.step;
  return OK;
}

static Status numbers_load(Archipelago *a, const FieldSet *in, const char *name, int32_t *values,
                           int32_t *copy) {
  const Field *f;
  TRY(fieldset_get_rows(in, FIELD_ISLAND, name, DTYPE_I32, a->span.count, anneal_plan(a->plan)->chains, &f));
  for (size_t k = 0; k < f->rows * f->columns; k++)
    if (((const int32_t *)f->data)[k] < 0)
      FAIL(ERR_FORMAT, "field %s: expected 0 or more ticks, found %d", name, ((const int32_t *)f->data)[k]);
  if (copy && f->rows) memcpy(copy, f->data, f->rows * f->columns * sizeof *copy);
  return a->be->ops->upload(a->be, values, f->data, f->rows * f->columns * sizeof *values);
}

static Status step_load(Archipelago *a, uint32_t epoch, const FieldSet *in) {
  const Field *f;
  TRY(fieldset_get_rows(in, FIELD_ISLAND, "step", DTYPE_U64, a->span.count, 1, &f));
  for (size_t i = 0; i < f->rows; i++) {
    const uint64_t k = ((const uint64_t *)f->data)[i];
    if (k < a->state.step || k > a->epoch_end || k != *(const uint64_t *)f->data)
      FAIL(ERR_FORMAT, "field step: expected the same from %llu to %llu in epoch %u, found %llu",
           (unsigned long long)a->state.step, (unsigned long long)a->epoch_end, epoch, (unsigned long long)k);
  }
  if (f->rows) a->state.step = *(const uint64_t *)f->data;
  return OK;
}

Status anneal_load(Archipelago *a, uint32_t epoch, const FieldSet *in) {
  anneal_open(a, epoch);
  TRY(choices_load(a, in, "assignment", a->state.choice, NULL));
  TRY(numbers_load(a, in, "best", a->state.best, a->best));
  TRY(choices_load(a, in, "kept", a->state.kept, a->best));
  TRY(numbers_load(a, in, "target", a->state.target, NULL));
  TRY(champions_load(&a->champions, a->inst, in));
  return step_load(a, epoch, in);
}
