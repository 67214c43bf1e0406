/* The checkpoints of a run: when they are written, and what is in them.
 *
 * The search stands still while its state is copied, and then, between rounds, for the moments in which the ranks agree
 * on the next phase. run_save takes the same steps one after the other. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "provenance.h"
#include "io/temporary.h"
#include "run_state.h"

#define PAUSES_MOST 50 /* least interval, in pauses: the search stands still for at most 2% of the time */

static void meta_fill(const Run *run, CheckpointMeta *meta) {
  const RunView *view = &run->view;
  const Provenance here = provenance_make(&run->seats.seat[0].backend);
  *meta = (CheckpointMeta){.n = run->inst->n,
                           .decimals = run->inst->decimals,
                           .instance_digest = run->inst->digest,
                           .islands = run->plan.islands,
                           .epoch = view->epoch,
                           .epochs = view->epochs,
                           .finished = view->end == RUN_FINISHED || view->end == RUN_TARGET,
                           .searches = view->outcome.finished,
                           .moves = view->outcome.moves,
                           .elapsed_s = view->outcome.elapsed_s,
                           .best = run->best.cost,
                           .best_island = run->best.island,
                           .ranks = run->comm->size};
  memcpy(meta->instance_path, run->instance_path, sizeof meta->instance_path);
  snprintf(meta->instance_name, sizeof meta->instance_name, "%s", run->inst->name);
  instance_size_text(run->inst, meta->instance_size, sizeof meta->instance_size);
  snprintf(meta->solver, sizeof meta->solver, "%s", run->solver->name);
  options_print_plan(&run->options, meta->options, sizeof meta->options);
  TEXT_COPY(meta->host, here.host);
  TEXT_COPY(meta->backend, here.backend);
  TEXT_COPY(meta->device, here.device);
  TEXT_COPY(meta->created, here.date);
  TEXT_COPY(meta->version, here.version);
  run_ends_keep(run, meta);
}

/* Copies the content of the checkpoint, as it is now. Collective. */
static Status state_copy(Run *run) {
  meta_fill(run, &run->saving.meta);
  Status status = run_record(run, &run->saving);
  if (status == OK) status = seats_save(&run->seats, &run->saving.fields);
  return comm_agree(run->comm, status);
}

void run_save_end(Run *run) {
  checkpoint_end(run->writer);
  checkpoint_free(&run->saving);
  run->writer = NULL;
}

/* Adds to the message of a failed save, the same on every rank, which checkpoint can be resumed. Collective. */
static Status save_failed(Run *run, Status status) {
  char message[STATUS_MESSAGE_MAX];
  const char *path = run->options.checkpoint;
  run_save_end(run);
  (void)temporary_said(status);
  snprintf(message, sizeof message, "%s", status_message());
  status_clear();
  if (run->kept && access(path, F_OK) == 0)
    (void)status_fail(status, "%s; the last complete checkpoint is %s of epoch %u", message, path,
                      run->kept_epoch);
  else
    (void)status_fail(status, "%s", message);
  return comm_agree(run->comm, status);
}

bool run_save_due(const Run *run) {
  return run->options.checkpoint[0] && !run->writer && clock_s() >= run->save_next;
}

Status run_save_begin(Run *run) {
  run->save_began = clock_s();
  run->save_moves = run->view.outcome.moves;
  Status status = state_copy(run);
  if (status == OK)
    status =
        checkpoint_begin(run->comm, run->options.checkpoint, &run->saving, run->seats.span, &run->writer);
  if (status != OK) return save_failed(run, status);
  run->save_pause = run->save_copy = clock_s() - run->save_began;
  return OK;
}

double run_save_interval(double every_s, double pause_s) {
  const double least = every_s > 0 ? PAUSES_MOST * pause_s : 0;
  return every_s > least ? every_s : least;
}

/* The file is in place: calls the observer, and sets the time of the next one. */
static void save_done(Run *run, uint64_t bytes) {
  RunView *view = &run->view;
  run->save_next = run->save_began + run_save_interval(run->options.every_s, run->save_copy);
  run->kept = true;
  run->kept_epoch = run->saving.meta.epoch;
  run_save_end(run);
  view->saved_s = clock_s() - run->save_began;
  view->saved_bytes = bytes;
  view->save_pause_s = run->save_pause;
  view->save_pauses_s += run->save_pause;
  view->saved_moves = view->outcome.moves - run->save_moves;
  if (run->comm->rank == 0) run->observer->saved(run->observer->self, view);
}

/* waiting: the time includes that of the disk, which does not count as a cost of checkpoints (run_save_interval). */
static Status save_step(Run *run, bool waiting) {
  const double start = clock_s();
  bool done;
  uint64_t bytes;
  Status status = checkpoint_step(run->comm, run->writer, &done, &bytes);
  if (status != OK) return save_failed(run, status);
  run->save_pause += clock_s() - start;
  if (!waiting) run->save_copy += clock_s() - start;
  if (done) save_done(run, bytes);
  return OK;
}

Status run_save_step(Run *run) { return save_step(run, false); }

Status run_save_finish(Run *run) {
  while (run->writer) TRY(save_step(run, true));
  return OK;
}

Status run_save_image(Run *run) {
  if (!run->input->keep) return OK;
  Status status = state_copy(run);
  if (status == OK)
    status = checkpoint_image(run->comm, &run->saving, run->seats.span, &run->image, &run->view.image_bytes);
  checkpoint_free(&run->saving);
  run->view.image = run->image;
  return status;
}

Status run_save(Run *run) {
  if (!run->options.checkpoint[0]) return OK;
  TRY(run_save_finish(run));
  TRY(run_save_begin(run));
  return run_save_finish(run);
}
