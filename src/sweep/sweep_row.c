/* Rows of results: see sweep_state.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "problem.h"
#include "problem/judge.h"
#include "run/provenance.h"
#include "sweep_state.h"

void row_clear(ResultRow *row) {
  memset(row, 0, sizeof *row);
  row->best = COST_NONE;
  row->batch = 1;
}

void row_provenance(ResultRow *row, const Backend *be, int ranks) {
  const Provenance here = provenance_make(be);
  row->finished_unix_s = here.unix_time_s;
  row->ranks = ranks;
  TEXT_COPY(row->host, here.host);
  TEXT_COPY(row->backend, here.backend);
  TEXT_COPY(row->device, here.device);
  TEXT_COPY(row->version, here.version);
}

void row_instance(ResultRow *row, const Instance *inst) {
  snprintf(row->name, sizeof row->name, "%s", inst->name);
  instance_size_text(inst, row->size_text, sizeof row->size_text);
  snprintf(row->problem, sizeof row->problem, "%s", inst->problem->name);
  row->n = inst->n;
  row->decimals = inst->decimals;
  row->inputs = inst->digest; /* until it is written: row_commit */
}

/* Removes the improvement whose neighbours are closest in proportion, neither the first one nor the last: the others are about
 * evenly spaced on a logarithmic axis. */
static void trace_thin(ResultRow *row) {
  const double *s = row->trace_s;
  int out = 1;
  for (int k = 2; k + 1 < row->trace_rows; k++)
    if (s[k + 1] * s[out - 1] < s[out + 1] * s[k - 1]) out = k;
  row->trace_rows--;
  for (int k = out; k < row->trace_rows; k++) {
    row->trace_s[k] = row->trace_s[k + 1];
    row->trace_searches[k] = row->trace_searches[k + 1];
    row->trace_best[k] = row->trace_best[k + 1];
  }
}

void row_trace(ResultRow *row, double elapsed_s, uint64_t searches, int64_t best) {
  if (best == COST_NONE || (row->trace_rows && row->trace_best[row->trace_rows - 1] == best)) return;
  if (row->trace_rows == RESULT_TRACE) trace_thin(row);
  const int k = row->trace_rows++;
  row->trace_s[k] = elapsed_s;
  row->trace_searches[k] = searches;
  row->trace_best[k] = best;
}

void row_fail(ResultRow *row, Status status) {
  row->state = RESULT_FAILED;
  row->exit_code = status_exit_code(status);
  row->best = COST_NONE;
  snprintf(row->message, sizeof row->message, "%s", status_message());
  if (!row->message[0]) snprintf(row->message, sizeof row->message, "no reason is known");
  status_clear();
}

/* Copies the best solution so far; allocates the copy at the first call. */
static void gene_keep(Collector *c, const RunView *view) {
  const size_t bytes = instance_genes(view->inst) * sizeof *c->gene;
  if (!c->gene) c->gene = malloc(bytes);
  if (c->gene && view->outcome.best_gene) memcpy(c->gene, view->outcome.best_gene, bytes);
}

void row_fill(ResultRow *row, const Instance *inst, const Solver *solver, const Plan *plan,
              const Outcome *o) {
  row_instance(row, inst);
  row->state = RESULT_VERIFIED;
  TEXT_COPY(row->method, solver->name);
  row->seed = plan->seed;
  row->islands = plan->islands;
  row->searches = o->finished;
  row->moves = o->moves;
  row->elapsed_s = o->elapsed_s;
  row->best = o->best;
  row->best_island = o->best_island;
  row->best_known = o->best_known;
  row->bound = o->bound;
  row_trace(row, o->elapsed_s, o->finished, o->best);
  if (o->best_gene && o->best != COST_NONE)
    judge_caution(inst, o->best_gene, o->best, o->best_known, row->message, sizeof row->message);
}

void row_collect(Collector *c, const RunView *view) {
  c->row.trace_rows = 0;
  for (size_t k = 0; k < view->trace_rows; k++)
    row_trace(&c->row, view->trace[k].elapsed_s, view->trace[k].searches, view->trace[k].best);
  row_fill(&c->row, view->inst, view->solver, view->plan, &view->outcome);
  gene_keep(c, view);
}
