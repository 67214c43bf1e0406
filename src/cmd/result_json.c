/* The result of a run, and where it stands, as JSON: for --json, --out FILE.json, --log and `cordee show`. */
#include <math.h>
#include <string.h>
#include "human.h"
#include "io/checkpoint/checkpoint.h"
#include "io/json.h"
#include "problem/judge.h"
#include "progress.h"
#include "run/run.h"
#include "version.h"

const char *result_end(RunEnd end) {
  static const char *const ends[] = {[RUN_GOING] = "going",
                                     [RUN_FINISHED] = "finished",
                                     [RUN_TARGET] = "target reached",
                                     [RUN_TIME] = "time limit reached",
                                     [RUN_LIMIT] = "stopped before the job's time limit",
                                     [RUN_ASKED] = "stopped",
                                     [RUN_SIGNAL] = "stopped by a signal",
                                     [RUN_FAILED] = "failed"};
  return ends[end];
}

void result_progress(json_t *object, const RunView *view) {
  const Outcome *o = &view->outcome;
  json_add(object, "elapsed_s", json_rounded(o->elapsed_s, 3));
  json_add(object, "epoch", json_integer(view->epoch));
  json_add(object, "epochs", json_integer(view->epochs == EPOCHS_OPEN ? 0 : view->epochs));
  json_add(object, "searches", json_count(o->finished));
  json_add(object, "moves", json_count(o->moves));
}

/* A size by its name: "longest route" as longest_route. */
static void size_add(json_t *object, const char *name, int64_t size, int32_t decimals) {
  char key[64];
  size_t k = 0;
  for (; name[k] && k + 1 < sizeof key; k++) key[k] = (char)(name[k] == ' ' ? '_' : name[k]);
  key[k] = 0;
  json_add(object, key, json_cost(size, decimals));
}

void result_cost(json_t *object, const char *name, const RunView *view) {
  const Outcome *o = &view->outcome;
  const CostForm form = cost_form(view->inst);
  json_add(object, name, json_cost(o->best, form.decimals));
  if (o->best == COST_NONE) return;
  json_add(object, "island", json_integer(o->best_island));
  if (form.unit) {
    if (form.measured)
      size_add(object, form.part, o->best / form.unit, form.part_decimals);
    else
      json_add(object, form.part, json_integer(o->best / form.unit));
    /* The whole may be called cost, too. */
    json_add(object, strcmp(form.rest, "cost") == 0 ? "rest" : form.rest,
             json_cost(o->best % form.unit, form.decimals));
  }
  if (o->best_known > 0)
    json_add(object, "gap_percent", json_rounded(cost_gap_percent(form, o->best, o->best_known), 6));
}

json_t *result_solution(const Problem *problem, const int32_t *gene, size_t count) {
  const json_int_t first = problem ? problem->words.first : 0;
  json_t *all = json_array();
  for (size_t p = 0; p < count; p++) json_push(all, json_integer(gene[p] + first));
  return all;
}

json_t *result_trace(const HistoryRow *row, size_t rows, int32_t decimals) {
  json_t *all = json_array();
  for (size_t r = 0; r < rows; r++) {
    const HistoryRow *h = &row[r];
    json_t *one = json_object();
    json_add(one, "epoch", json_integer(h->epoch));
    json_add(one, "searches", json_count(h->searches));
    json_add(one, "moves", json_count(h->moves));
    json_add(one, "elapsed_s", json_rounded(h->elapsed_s, 3));
    json_add(one, "island", json_integer(h->island));
    json_add(one, "best", json_cost(h->best, decimals));
    json_push(all, one);
  }
  return all;
}

static json_t *instance_json(const RunView *view) {
  const Instance *inst = view->inst;
  char size[256];
  json_t *object = json_object();
  instance_size_text(inst, size, sizeof size);
  json_add(object, "name", json_foreign(inst->name));
  json_add(object, "path", json_foreign(view->instance_path));
  json_add(object, "problem", json_string(inst->problem->name));
  json_add(object, "size", json_string(size));
  json_add(object, "n", json_integer(inst->n));
  json_add(object, "digest", json_key(inst->digest));
  json_add(object, "comment", json_foreign(inst->comment));
  if (inst->warning[0]) json_add(object, "warning", json_foreign(inst->warning));
  if (inst->remark[0]) json_add(object, "remark", json_foreign(inst->remark));
  return object;
}

/* Exact whatever its size: in units of 10^-decimals. */
static void units_add(json_t *all, const RunView *view) {
  if (!view->inst->decimals || view->outcome.best == COST_NONE) return;
  json_add(all, "decimals", json_integer(view->inst->decimals));
  json_add(all, "cost_units", json_integer(view->outcome.best));
}

static void bounds_add(json_t *all, const RunView *view) {
  const Outcome *o = &view->outcome;
  const int32_t decimals = view->inst->decimals;
  json_add(all, "best_known", json_cost(o->best_known > 0 ? o->best_known : COST_NONE, decimals));
  json_add(all, "bound", json_cost(o->bound > 0 ? o->bound : COST_NONE, decimals));
  json_add(all, "above_bound_percent",
           json_rounded(o->bound > 0 ? cost_gap_percent(cost_form(view->inst), o->best, o->bound) : NAN, 6));
}

/* How many items that have to be served the solution leaves out: where there are any. */
static void missing_add(json_t *all, const RunView *view) {
  char text[MISSING_TEXT_MAX];
  if (!view->outcome.best_gene) return;
  const int32_t missing = judge_missing(view->inst, view->outcome.best_gene, text, sizeof text);
  if (missing) json_add(all, "missing", json_integer(missing));
}

/* What people are told of the solution beside its cost. */
static void told_add(json_t *all, const RunView *view) {
  const Problem *problem = view->inst->problem;
  int64_t size;
  int32_t decimals;
  if (!view->outcome.best_gene || !problem->told) return;
  const char *name = problem->told(view->inst, view->outcome.best_gene, &size, &decimals);
  if (name) size_add(all, name, size, decimals);
}

/* Of a sum that costs count what is left out of: what the solution has. */
static void collected_add(json_t *all, const RunView *view) {
  const CostForm form = cost_form(view->inst);
  const int64_t collected = cost_collected(form, view->outcome.best);
  if (collected != COST_NONE) json_add(all, "collected", json_cost(collected, form.decimals));
}

json_t *result_json(const RunView *view) {
  const Outcome *o = &view->outcome;
  char plan[CHECKPOINT_TEXT_MAX];
  json_t *all = json_object();
  options_print_plan(view->options, view->solver, view->plan, plan, sizeof plan);
  json_add(all, "cordee", json_string(program_version));
  json_add(all, "end", json_string(result_end(view->end)));
  json_add(all, "instance", instance_json(view));
  json_add(all, "method", json_string(view->solver->name));
  json_add(all, "options", json_options(plan));
  json_add(all, "backend", json_string(view->backend));
  json_add(all, "ranks", json_integer(view->ranks));
  result_progress(all, view);
  result_cost(all, "cost", view);
  units_add(all, view);
  bounds_add(all, view);
  missing_add(all, view);
  told_add(all, view);
  collected_add(all, view);
  json_add(all, "verified", json_boolean(o->best != COST_NONE)); /* no other cost is shown */
  json_add(all, "solution",
           result_solution(view->inst->problem, o->best_gene, o->best_gene ? instance_genes(view->inst) : 0));
  json_add(all, "trace", result_trace(view->history, view->history_rows, view->inst->decimals));
  return all;
}
