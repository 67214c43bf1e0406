/* See result.h. */
#include "result.h"

#include <stdlib.h>
#include <string.h>
#include "handle.h"
#include "mpi/collect.h"
#include "mpi/comm.h"
#include "problem/judge.h"
#include "run/provenance.h"
#include "run/run.h"

/* ---- arrays that callers give room for ---- */

Status wanted_open(const Comm *comm, void *own, size_t bytes, Wanted *out) {
  int64_t any = own != NULL;
  comm_max(comm, &any, 1);
  bytes_bcast(comm, &bytes, sizeof bytes, 0);
  *out = (Wanted){.own = own, .bytes = bytes, .any = any};
  if (comm->rank == 0 && any) out->at = own ? own : malloc(bytes + 1);
  const bool there = out->at || comm->rank != 0 || !any;
  return comm_agree(comm,
                    there ? OK : status_fail(ERR_MEMORY, "no memory for an answer of %zu bytes", bytes));
}

Status wanted_give(const Comm *comm, const Wanted *w) {
  if (!w->any || comm->size == 1) return OK;
  void *const own = comm->rank == 0 ? w->at : w->own, *const room = own ? own : malloc(w->bytes + 1);
  const Status status =
      comm_agree(comm, room ? OK : status_fail(ERR_MEMORY, "no memory for an answer of %zu bytes", w->bytes));
  if (status == OK) bytes_bcast(comm, room, w->bytes, 0);
  if (!own) free(room);
  return status;
}

void wanted_close(Wanted *w) {
  if (w->at != w->own) free(w->at);
  *w = (Wanted){.own = NULL};
}

/* ---- results ---- */

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
  result->message = result->message_bytes ? malloc(result->message_bytes) : NULL;
  result->checkpoint = result->checkpoint_bytes ? malloc(result->checkpoint_bytes) : NULL;
  if ((result->solution || !result->genes) && (result->trace || !result->rows) &&
      (result->message || !result->message_bytes) && (result->checkpoint || !result->checkpoint_bytes))
    return OK;
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
  if (result->verified &&
      !judge_missing(view->inst, result->solution, result->warning, sizeof result->warning))
    judge_caution(view->inst, result->solution, judged, view->outcome.best_known, result->warning,
                  sizeof result->warning);
}

Status result_make(const RunView *view, cordee_result **out) {
  cordee_result *result = calloc(1, sizeof *result);
  if (!result) FAIL(ERR_MEMORY, "no memory for a result");
  result->progress = progress_of(view);
  result->end = view->end;
  result->genes = view->outcome.best_gene ? instance_genes(view->inst) : 0;
  result->rows = view->trace_rows;
  result->checkpoint_bytes = view->image ? view->image_bytes : 0;
  TEXT_COPY(result->method, view->solver->name);
  const Status status = arrays_alloc(result);
  if (status != OK) {
    cordee_result_free(result);
    return status;
  }
  solution_copy(view, result);
  trace_copy(view, result);
  if (view->image) memcpy(result->checkpoint, view->image, result->checkpoint_bytes);
  *out = result;
  return OK;
}

Status result_none(RunEnd end, Status status, const char *message, cordee_result **out) {
  cordee_result *result = calloc(1, sizeof *result);
  if (!result) FAIL(ERR_MEMORY, "no memory for a result");
  result->progress = (cordee_progress){.bytes = sizeof result->progress, .best = COST_NONE};
  result->end = end;
  result_tell(result, status, message);
  *out = result;
  return OK;
}

void result_tell(cordee_result *result, Status status, const char *message) {
  result->status = status;
  if (status != OK) result->message = strdup(message);
  result->message_bytes = result->message ? strlen(message) + 1 : 0;
}

/* ---- from rank to rank: the number of a result, its structure, its arrays ---- */

enum { PARTS = 4 };

typedef struct Part { /* an array of a result */
  void *data;
  size_t bytes;
} Part;

static void parts_list(const cordee_result *r, Part part[PARTS]) {
  part[0] = (Part){r->solution, r->genes * sizeof *r->solution};
  part[1] = (Part){r->trace, r->rows * sizeof *r->trace};
  part[2] = (Part){r->message, r->message_bytes};
  part[3] = (Part){r->checkpoint, r->checkpoint_bytes};
}

static size_t packed_bytes(cordee_result *const *results, size_t count) {
  Part part[PARTS];
  size_t bytes = 0;
  for (size_t k = 0; k < count; k++) {
    if (!results[k]) continue;
    parts_list(results[k], part);
    bytes += sizeof(uint64_t) + sizeof *results[k];
    for (int p = 0; p < PARTS; p++) bytes += part[p].bytes;
  }
  return bytes;
}

static char *put(char *at, const void *data, size_t bytes) {
  if (bytes) memcpy(at, data, bytes);
  return at + bytes;
}

static const char *get(const char *at, void *data, size_t bytes) {
  if (data) memcpy(data, at, bytes); /* NULL: of no bytes */
  return at + bytes;
}

static void results_pack(cordee_result *const *results, size_t count, char *at) {
  Part part[PARTS];
  for (uint64_t k = 0; k < count; k++) {
    if (!results[k]) continue;
    parts_list(results[k], part);
    at = put(at, &k, sizeof k);
    at = put(at, results[k], sizeof *results[k]);
    for (int p = 0; p < PARTS; p++) at = put(at, part[p].data, part[p].bytes);
  }
}

static Status results_unpack(const char *at, const char *end, cordee_result **results) {
  Part part[PARTS];
  while (at < end) {
    uint64_t k;
    cordee_result *result = malloc(sizeof *result);
    if (!result) FAIL(ERR_MEMORY, "no memory for a result");
    at = get(at, &k, sizeof k);
    at = get(at, result, sizeof *result);
    const Status status = arrays_alloc(result);
    if (status != OK) {
      cordee_result_free(result);
      return status;
    }
    parts_list(result, part);
    for (int p = 0; p < PARTS; p++) at = get(at, part[p].data, part[p].bytes);
    results[k] = result;
  }
  return OK;
}

/* Another rank's results, or those of this one, go to all. */
static Status packed_share(const Comm *comm, int root, char *mine, size_t bytes, cordee_result **results) {
  char *const others = comm->rank == root ? NULL : malloc(bytes);
  const bool room = others || comm->rank == root;
  Status status = comm_agree(comm, room ? OK : status_fail(ERR_MEMORY, "no memory for results"));
  if (status == OK) {
    bytes_bcast(comm, others ? others : mine, bytes, root);
    status = comm_agree(comm, others ? results_unpack(others, others + bytes, results) : OK);
  }
  free(others);
  return status;
}

Status results_share(const Comm *comm, cordee_result **results, size_t count) {
  if (comm->size == 1) return OK;
  const uint64_t bytes = packed_bytes(results, count);
  uint64_t *all = malloc((size_t)comm->size * sizeof *all);
  char *mine = malloc(bytes + 1);
  Status status = comm_agree(comm, all && mine ? OK : status_fail(ERR_MEMORY, "no memory for results"));
  if (status == OK) {
    results_pack(results, count, mine); /* before others come */
    comm_gather_all(comm, &bytes, sizeof bytes, all);
    for (int rank = 0; rank < comm->size && status == OK; rank++)
      if (all[rank]) status = packed_share(comm, rank, mine, all[rank], results);
  }
  free(all);
  free(mine);
  return status;
}

void cordee_result_free(cordee_result *result) {
  if (!result) return;
  free(result->solution);
  free(result->trace);
  free(result->message);
  free(result->checkpoint);
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
const char *cordee_result_warning(const cordee_result *result) { return result->warning; }
const char *cordee_result_message(const cordee_result *result) {
  return result->message ? result->message : "";
}

void cordee_result_progress(const cordee_result *result, cordee_progress *progress) {
  struct_give(&result->progress, sizeof result->progress, progress);
}

const void *cordee_result_checkpoint(const cordee_result *result, size_t *bytes) {
  if (bytes) *bytes = result->checkpoint_bytes;
  return result->checkpoint;
}

const cordee_trace_row *cordee_result_trace(const cordee_result *result, size_t *rows) {
  if (rows) *rows = result->rows;
  return result->trace;
}
