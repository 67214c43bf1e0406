/* The checkpoints of a run: when they are written, and what is in them.
 *
 * The search stands still while its state is copied, and then, between rounds, for the moments in which the ranks agree
 * on the next phase. run_save takes the same steps one after the other. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "provenance.h"
#include "io/output.h"
#include "run_state.h"

#define PAUSES_MOST 50 /* least interval, in pauses: the search stands still for at most 2% of the time */

static void meta_fill(const Run *run, CheckpointMeta *meta) {
  const RunView *view = &run->view;
  const Provenance here = provenance_make(&run->islands.local.backend);
  *meta = (CheckpointMeta){.n = (int32_t)run->genes,
                           .decimals = run->inst->decimals,
                           .instance_digest = run->inst->digest,
                           .islands = run->plan.islands,
                           .epoch = view->epoch,
                           .epochs = view->epochs,
                           .finished = view->end == RUN_FINISHED || view->end == RUN_TARGET,
                           .searches = view->outcome.finished,
                           .moves = view->outcome.moves,
                           .elapsed_s = view->outcome.elapsed_s,
                           .best = run->best.found.cost,
                           .best_island = run->best.found.island,
                           .ranks = run->comm->size};
  memcpy(meta->instance_path, run->instance_path, sizeof meta->instance_path);
  snprintf(meta->instance_name, sizeof meta->instance_name, "%s", run->inst->name);
  instance_size_text(run->inst, meta->instance_size, sizeof meta->instance_size);
  snprintf(meta->solver, sizeof meta->solver, "%s", run->solver->name);
  options_print_plan(&run->options, run->solver, &run->plan, meta->options, sizeof meta->options);
  TEXT_COPY(meta->host, here.host);
  TEXT_COPY(meta->backend, here.backend);
  TEXT_COPY(meta->device, here.device);
  TEXT_COPY(meta->created, here.date);
  TEXT_COPY(meta->version, here.version);
  meta->best_known = view->outcome.best_known;
  meta->best_known_given = run->options.best_known > 0 || run->goal.best_known_given;
  meta->time_s = run->options.time_s;
  meta->stop_before_s = run->options.stop_before_s;
  meta->inputs = run->options.inputs;
}

/* Rank 0's best and tables. */
static Status tables_keep(const Run *run, Checkpoint *c) {
  const Individual *best = &run->best.found;
  if (best->cost != COST_NONE) {
    c->best_gene = malloc(run->genes * sizeof *best->gene + 1);
    if (!c->best_gene) FAIL(ERR_MEMORY, "no memory for a copy of the history");
    memcpy(c->best_gene, best->gene, run->genes * sizeof *best->gene);
  }
  return run_tables_copy(&run->tables, run->plan.islands, c);
}

/* Copies the content of the checkpoint, as it is now. Collective. */
static Status state_copy(Run *run) {
  Checkpoint *c = &run->saving.content;
  meta_fill(run, &c->meta);
  Status status = run->comm->rank == 0 ? tables_keep(run, c) : OK;
  if (status == OK) status = run->solver->save(run->islands.local.archipelago, &c->fields);
  return comm_agree(run->comm, status);
}

void saving_end(Saving *saving) {
  checkpoint_end(saving->writer);
  checkpoint_free(&saving->content);
  saving->writer = NULL;
}

/* Adds to the message of a failed save, the same on every rank, which checkpoint can be resumed. Collective. */
static Status save_failed(Run *run, Status status) {
  Saving *saving = &run->saving;
  char message[STATUS_MESSAGE_MAX];
  const char *path = run->options.checkpoint;
  saving_end(saving);
  (void)temporary_said(status);
  snprintf(message, sizeof message, "%s", status_message());
  status_clear();
  if (saving->kept && access(path, F_OK) == 0)
    (void)status_fail(status, "%s; the last complete checkpoint is %s of epoch %u", message, path,
                      saving->kept_epoch);
  else
    (void)status_fail(status, "%s", message);
  return comm_agree(run->comm, status);
}

bool run_save_due(const Run *run) {
  return run->options.checkpoint[0] && !run->saving.writer && clock_s() >= run->saving.next;
}

Status run_save_begin(Run *run) {
  Saving *saving = &run->saving;
  saving->began = clock_s();
  saving->moves = run->view.outcome.moves;
  Status status = state_copy(run);
  if (status == OK)
    status = checkpoint_begin(run->comm, run->options.checkpoint, &saving->content, run->islands.local.span,
                              &saving->writer);
  if (status != OK) return save_failed(run, status);
  saving->copy_s = clock_s() - saving->began;
  saving->pause_s = saving->copy_s;
  return OK;
}

double run_save_interval(double every_s, double pause_s) {
  const double least = every_s > 0 ? PAUSES_MOST * pause_s : 0;
  return every_s > least ? every_s : least;
}

/* The file is in place: calls the observer, and sets the time of the next one. */
static void save_done(Run *run, uint64_t bytes) {
  RunView *view = &run->view;
  Saving *saving = &run->saving;
  saving->next = saving->began + run_save_interval(run->options.every_s, saving->copy_s);
  saving->kept = true;
  saving->kept_epoch = saving->content.meta.epoch;
  if (run->input->kept) run->input->kept->there = true;
  saving_end(saving);
  run->clock.saving_s = clock_s() - saving->began;
  view->saved_s = run->clock.saving_s;
  view->saved_bytes = bytes;
  view->save_pause_s = saving->pause_s;
  view->save_pauses_s += saving->pause_s;
  view->saved_moves = view->outcome.moves - saving->moves;
  if (run->comm->rank == 0) run->observer->saved(run->observer->self, view);
}

/* waiting: the time includes that of the disk, which does not count as a cost of checkpoints (run_save_interval). */
static Status save_step(Run *run, bool waiting) {
  Saving *saving = &run->saving;
  const double start = clock_s();
  bool done;
  uint64_t bytes;
  Status status = checkpoint_step(run->comm, saving->writer, &done, &bytes);
  if (status != OK) return save_failed(run, status);
  saving->pause_s += clock_s() - start;
  if (!waiting) saving->copy_s += clock_s() - start;
  if (done) save_done(run, bytes);
  return OK;
}

Status run_save_step(Run *run) { return save_step(run, false); }

Status run_save_finish(Run *run) {
  while (run->saving.writer) TRY(save_step(run, true));
  return OK;
}

Status run_save_image(Run *run) {
  Saving *saving = &run->saving;
  if (!run->input->keep) return OK;
  Status status = state_copy(run);
  if (status == OK)
    status = checkpoint_image(run->comm, &saving->content, run->islands.local.span, &saving->image,
                              &run->view.image_bytes);
  checkpoint_free(&saving->content);
  run->view.image = saving->image;
  return status;
}

Status run_save(Run *run) {
  if (!run->options.checkpoint[0]) return OK;
  TRY(run_save_finish(run));
  TRY(run_save_begin(run));
  return run_save_finish(run);
}
