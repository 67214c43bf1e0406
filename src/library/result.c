/* See result.h and cordee.h. */
#include "result.h"

#include <stdlib.h>
#include <string.h>
#include "mpi/bcast.h"
#include "problem/judge.h"
#include "run/provenance.h"

#define SAME(code, end) _Static_assert((int)(code) == (int)(end), "cordee.h and run.h agree")
SAME(CORDEE_END_FINISHED, RUN_FINISHED);
SAME(CORDEE_END_TARGET, RUN_TARGET);
SAME(CORDEE_END_TIME, RUN_TIME);
SAME(CORDEE_END_LIMIT, RUN_LIMIT);
SAME(CORDEE_END_ASKED, RUN_ASKED);
SAME(CORDEE_END_SIGNAL, RUN_SIGNAL);
SAME(CORDEE_END_FAILED, RUN_FAILED);
SAME(CORDEE_NO_COST == COST_NONE, 1);

cordee_progress progress_of(const RunView *view) {
  const Outcome *o = &view->outcome;
  return (cordee_progress){.bytes = sizeof(cordee_progress),
                           .best = o->best,
                           .bound = o->bound,
                           .elapsed_s = o->elapsed_s,
                           .evaluations = o->moves,
                           .finished = o->finished,
                           .epoch = view->epoch,
                           .epochs = view->epochs};
}

/* Memory of the sizes that the result has. */
static Status arrays_alloc(cordee_result *result) {
  result->solution = result->genes ? malloc(result->genes * sizeof *result->solution) : NULL;
  result->trace = result->rows ? malloc(result->rows * sizeof *result->trace) : NULL;
  if ((result->solution || !result->genes) && (result->trace || !result->rows)) return OK;
  FAIL(ERR_MEMORY, "no memory for a result");
}

static void trace_copy(const RunView *view, cordee_result *result) {
  for (size_t r = 0; result->trace && r < result->rows; r++)
    result->trace[r] = (cordee_trace_row){view->trace[r].elapsed_s, view->trace[r].searches,
                                          view->trace[r].moves, view->trace[r].best};
}

/* The copy that the caller gets is what is judged. */
static void solution_copy(const RunView *view, cordee_result *result) {
  int64_t judged;
  if (!result->solution || !view->outcome.best_gene) return;
  memcpy(result->solution, view->outcome.best_gene, result->genes * sizeof *result->solution);
  const Status status = judge_solution(view->inst, result->solution, &judged);
  result->verified = status == OK && judged == result->progress.best;
}

Status result_make(const RunView *view, cordee_result **out) {
  cordee_result *result = calloc(1, sizeof *result);
  if (!result) FAIL(ERR_MEMORY, "no memory for a result");
  result->progress = progress_of(view), result->end = view->end;
  result->genes = view->outcome.best_gene ? instance_genes(view->inst) : 0;
  result->rows = view->trace_rows;
  TEXT_COPY(result->method, view->solver->name);
  const Status status = arrays_alloc(result);
  if (status != OK) return cordee_result_free(result), status;
  solution_copy(view, result);
  trace_copy(view, result);
  *out = result;
  return OK;
}

/* Memory on a rank that is not the first. */
static Status copy_make(const cordee_result *like, cordee_result **out) {
  cordee_result *result = malloc(sizeof *result);
  if (!result) FAIL(ERR_MEMORY, "no memory for a result");
  *result = *like;
  const Status status = arrays_alloc(result);
  if (status != OK) return cordee_result_free(result), status;
  *out = result;
  return OK;
}

Status result_share(const Comm *comm, cordee_result **result) {
  cordee_result head = {.genes = 0};
  char there = *result != NULL;
  bytes_bcast(comm, &there, sizeof there, 0);
  if (!there) return OK;
  if (comm->rank == 0) head = **result;
  bytes_bcast(comm, &head, sizeof head, 0);
  TRY(comm_agree(comm, comm->rank == 0 ? OK : copy_make(&head, result)));
  bytes_bcast(comm, (*result)->solution, head.genes * sizeof *head.solution, 0);
  bytes_bcast(comm, (*result)->trace, head.rows * sizeof *head.trace, 0);
  return OK;
}

void cordee_result_free(cordee_result *result) {
  if (!result) return;
  free(result->solution), free(result->trace);
  free(result);
}

const int32_t *cordee_result_solution(const cordee_result *result, size_t *genes) {
  if (genes) *genes = result->genes;
  return result->solution;
}

int64_t cordee_result_cost(const cordee_result *result) { return result->progress.best; }
int64_t cordee_result_bound(const cordee_result *result) { return result->progress.bound; }
int cordee_result_verified(const cordee_result *result) { return result->verified; }
cordee_end cordee_result_end(const cordee_result *result) { return (cordee_end)result->end; }
const char *cordee_result_method(const cordee_result *result) { return result->method; }

void cordee_result_progress(const cordee_result *result, cordee_progress *progress) {
  struct_give(&result->progress, sizeof result->progress, progress);
}

const cordee_trace_row *cordee_result_trace(const cordee_result *result, size_t *rows) {
  if (rows) *rows = result->rows;
  return result->trace;
}
