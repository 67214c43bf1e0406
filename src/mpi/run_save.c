/* A run's checkpoints: what is written (src/io/checkpoint.h says how). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "../version.h"
#include "run_state.h"

Status run_history(Run *run) {
  if (run->comm->rank != 0) return OK;
  if (run->history_rows == run->history_room) {
    size_t room = 2 * run->history_room + 64;
    HistoryRow *more = realloc(run->history, room * sizeof *more);
    if (!more) FAIL(ERR_MEMORY, "no memory for %zu rows of history", room);
    run->history = more, run->history_room = room;
  }
  run->history[run->history_rows++] = (HistoryRow){.epoch = run->view.epoch,
                                                   .island = run->best.island,
                                                   .climbers = run->view.climbers,
                                                   .moves = run->view.moves,
                                                   .elapsed_s = run->view.elapsed_s,
                                                   .best = run->best.cost};
  return OK;
}

static void meta_fill(const Run *run, CheckpointMeta *meta) {
  const RunView *view = &run->view;
  time_t now = time(NULL);
  struct tm utc;
  *meta = (CheckpointMeta){.n = run->inst->n,
                           .decimals = run->inst->decimals,
                           .instance_digest = run->inst->digest,
                           .islands = run->plan.islands,
                           .epoch = view->epoch,
                           .epochs = view->epochs,
                           .finished = view->end == RUN_FINISHED || view->end == RUN_TARGET,
                           .climbers = view->climbers,
                           .moves = view->moves,
                           .elapsed_s = view->elapsed_s,
                           .best = run->best.cost,
                           .best_island = run->best.island,
                           .ranks = run->comm->size};
  memcpy(meta->instance_path, run->instance_path, sizeof meta->instance_path);
  snprintf(meta->instance_name, sizeof meta->instance_name, "%s", run->inst->name);
  instance_size_text(run->inst, meta->instance_size, sizeof meta->instance_size);
  snprintf(meta->solver, sizeof meta->solver, "%s", run->solver->name);
  options_print_plan(&run->options, meta->options, sizeof meta->options);
  snprintf(meta->version, sizeof meta->version, "%s", cordee_version);
  gethostname(meta->host, sizeof meta->host - 1);
  snprintf(meta->backend, sizeof meta->backend, "%s", run->backend.ops->name);
  snprintf(meta->device, sizeof meta->device, "%s", run->backend.device_name);
  strftime(meta->created, sizeof meta->created, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
}

Status run_save(Run *run) {
  if (!run->options.checkpoint[0]) return OK;
  double start = run_clock();
  Checkpoint c = {.best_gene = run->best.cost == COST_NONE ? NULL : run->best.gene,
                  .history = run->history,
                  .history_rows = run->history_rows};
  meta_fill(run, &c.meta);
  Status status = comm_agree(run->comm, run->solver->save(run->islands, &c.fields));
  if (status == OK)
    status = checkpoint_save(run->comm->all, run->options.checkpoint, &c, run->span, &run->view.saved_bytes);
  fieldset_free(&c.fields);
  TRY(status);
  run->saved = run_clock();
  run->view.saved_s = run->saved - start;
  if (run->comm->rank == 0) run->observer->saved(run->observer->self, &run->view);
  return OK;
}
