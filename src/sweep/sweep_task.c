/* One task of a sweep over a group of ranks: see sweep_state.h.
 *
 * Long tasks keep a checkpoint beside the results until their row is written, so that a later sweep goes on with them. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "mpi/bcast.h"
#include "sweep_state.h"

/* Called by the run under way: its row is collected, and rows of others are sent and received. */
static void on_started(void *self, const RunView *view) { row_collect(&((Sweep *)self)->collector, view); }

static void on_progress(void *self, const RunView *view) {
  Sweep *s = self;
  (void)view;
  rows_poll(s);
  tasks_stopping(&s->tasks);
}

static void on_saved(void *self, const RunView *view) {
  (void)self;
  (void)view;
}
static void on_ended(void *self, const RunView *view) { row_collect(&((Sweep *)self)->collector, view); }

/* The attempts of a task, best first: its checkpoint, the previous one, a new run. The group's first rank decides for all. */
enum { FROM_CHECKPOINT, FROM_PREVIOUS, ANEW };

static int attempt_next(Sweep *s, const Options *options, int attempt) {
  char file[OPTION_PATH_MAX + 8];
  for (; s->tasks.group.rank == 0 && attempt < ANEW; attempt++) {
    snprintf(file, sizeof file, "%s%s", options->checkpoint, attempt == FROM_PREVIOUS ? ".prev" : "");
    if (options->checkpoint[0] && access(file, F_OK) == 0) break;
  }
  bytes_bcast(&s->tasks.group, &attempt, sizeof attempt, 0);
  return attempt;
}

static Status task_attempt(Sweep *s, const SweepTask *task, const Options *options, int attempt,
                           RunEnd *end) {
  const RunObserver observer = {s, on_started, on_progress, on_saved, on_ended, NULL, NULL};
  char file[OPTION_PATH_MAX + 8];
  int signal_number;
  snprintf(file, sizeof file, "%s%s", attempt == ANEW ? task_instance(&s->work, task) : options->checkpoint,
           attempt == FROM_PREVIOUS ? ".prev" : "");
  row_clear(&s->collector.row);
  free(s->collector.gene);
  s->collector.gene = NULL;
  const RunInput input = {.file = file, .resume = attempt != ANEW};
  return run_task(&s->tasks.group, options, &input, &observer, end, &signal_number);
}

/* A checkpoint that is damaged, or of an instance that has changed since, is no reason to fail. */
static bool checkpoint_useless(Status status, int attempt) {
  return attempt != ANEW && (status == ERR_FORMAT || status == ERR_NO_INPUT || status == ERR_USAGE);
}

static Status task_attempts(Sweep *s, const SweepTask *task, Options *options, RunEnd *end) {
  int attempt = attempt_next(s, options, FROM_CHECKPOINT);
  Status status = task_attempt(s, task, options, attempt, end);
  while (checkpoint_useless(status, attempt)) {
    status_clear();
    attempt = attempt_next(s, options, attempt + 1);
    options->force = attempt == ANEW;
    status = task_attempt(s, task, options, attempt, end);
  }
  return status;
}

/* Options of the run: the task's own, a shorter limit if the sweep ends sooner, and a checkpoint if it is long. */
static Status task_prepare(Sweep *s, const SweepTask *task, Options *options, bool *own_limit) {
  TRY(task_options(s, task_option_lines(&s->work, task), options));
  const double left = sweep_left_s(s);
  *own_limit = options->time_s > 0 && (left == 0 || options->time_s <= left);
  options->cut_s = left;
  options->lazy = true;
  options->inputs = task->inputs;
  if (task->lasting) task_checkpoint_path(s, task, options->checkpoint, sizeof options->checkpoint);
  return OK;
}

/* Sends the row of a task, from the group's first rank; nothing if the sweep is stopping. */
static Status task_close(Sweep *s, const SweepTask *task, Status status, RunEnd end, bool own_limit) {
  static const char *const ends[] = {
      [RUN_FINISHED] = "finished", [RUN_TARGET] = "target reached", [RUN_TIME] = "time limit reached"};
  ResultRow *row = &s->collector.row;
  const bool whole = end == RUN_FINISHED || end == RUN_TARGET || (end == RUN_TIME && own_limit);
  if (status == OK && !whole) {
    int reason = SWEEP_LIMIT;
    if (end == RUN_TIME) reason = SWEEP_TIME;
    if (end == RUN_SIGNAL) reason = SWEEP_SIGNAL;
    tasks_stop(&s->tasks, reason); /* at once, or this group would begin another task */
    return OK;
  }
  row_provenance(row, &s->tasks.be, s->tasks.group.size);
  if (status != OK)
    row_fail(row, status);
  else if (row->best == COST_NONE || !s->collector.gene)
    row_fail(row, status_fail(OK, "no solution was found within the time limit"));
  else
    snprintf(row->end, sizeof row->end, "%s", ends[end]);
  return row_send(s, task, row, s->collector.gene);
}

Status sweep_task_alone(void *self, uint64_t number) {
  Sweep *s = self;
  const SweepTask *task = &s->work.task[number];
  Options options;
  RunEnd end = RUN_GOING;
  bool own_limit = false;
  row_clear(&s->collector.row);
  Status status = task_prepare(s, task, &options, &own_limit);
  if (status == OK) status = task_attempts(s, task, &options, &end);
  if (status == ERR_STOPPED) {
    status_clear();
    status = OK;
  } /* `end` says why */
  if (status == ERR_DEVICE) return status;
  if (s->tasks.group.rank == 0) return task_close(s, task, status, end, own_limit);
  status_clear();
  return OK;
}
