/* Rows of results, from what a run shows of itself: see sweep_state.h. Inside a sweep, on a group's first rank. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "version.h"
#include "problem.h"
#include "sweep_state.h"

void row_clear(ResultRow *row) {
  memset(row, 0, sizeof *row);
  row->best = COST_NONE, row->batch = 1;
}

void row_provenance(ResultRow *row, const Backend *be, int ranks) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  row->finished_unix_s = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
  row->ranks = ranks;
  gethostname(row->host, sizeof row->host - 1);
  snprintf(row->backend, sizeof row->backend, "%s", be->ops->name);
  snprintf(row->device, sizeof row->device, "%s", be->device_name);
  snprintf(row->version, sizeof row->version, "%s", cordee_version);
}

void row_instance(ResultRow *row, const Instance *inst) {
  snprintf(row->name, sizeof row->name, "%s", inst->name);
  instance_size_text(inst, row->size_text, sizeof row->size_text);
  snprintf(row->problem, sizeof row->problem, "%s", inst->problem->name);
  row->n = inst->n, row->decimals = inst->decimals;
}

/* Forgets the improvement whose neighbours are the closest, in proportion: what is left is about evenly spaced on a logarithmic
 * axis. Neither the first one nor the last. */
static void trace_thin(ResultRow *row) {
  const double *s = row->trace_s;
  int out = 1;
  for (int k = 2; k + 1 < row->trace_rows; k++)
    if (s[k + 1] * s[out - 1] < s[out + 1] * s[k - 1]) out = k;
  row->trace_rows--;
  for (int k = out; k < row->trace_rows; k++) {
    row->trace_s[k] = row->trace_s[k + 1];
    row->trace_climbers[k] = row->trace_climbers[k + 1];
    row->trace_best[k] = row->trace_best[k + 1];
  }
}

void row_trace(ResultRow *row, double elapsed_s, uint64_t climbers, int64_t best) {
  if (best == COST_NONE || (row->trace_rows && row->trace_best[row->trace_rows - 1] == best)) return;
  if (row->trace_rows == RESULT_TRACE) trace_thin(row);
  const int k = row->trace_rows++;
  row->trace_s[k] = elapsed_s, row->trace_climbers[k] = climbers, row->trace_best[k] = best;
}

void row_fail(ResultRow *row, Status status) {
  row->state = RESULT_FAILED, row->exit_code = status_exit_code(status), row->best = COST_NONE;
  snprintf(row->message, sizeof row->message, "%s", status_message());
  if (!row->message[0]) snprintf(row->message, sizeof row->message, "no reason is known");
  status_clear();
}

/* The best so far; at the first call the place for it. */
static void gene_keep(Collector *c, const RunView *view) {
  const size_t bytes = (size_t)view->inst->n * sizeof *c->gene;
  if (!c->gene) c->gene = malloc(bytes);
  if (c->gene && view->best_gene) memcpy(c->gene, view->best_gene, bytes);
}

void row_collect(Collector *c, const RunView *view) {
  ResultRow *row = &c->row;
  row_instance(row, view->inst);
  row->state = RESULT_VERIFIED;
  snprintf(row->method, sizeof row->method, "%s", view->solver->name);
  row->seed = view->plan->seed, row->islands = view->plan->islands;
  row->climbers = view->climbers, row->moves = view->moves;
  row->best = view->best, row->best_known = view->best_known, row->bound = view->bound,
  row->best_island = view->best_island;
  row->elapsed_s = view->elapsed_s;
  row_trace(row, view->elapsed_s, view->climbers, view->best);
  gene_keep(c, view);
}
