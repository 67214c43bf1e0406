/* One task of a sweep over a group of ranks, and when a sweep stops: see sweep_state.h. Inside a sweep.
 *
 * Long tasks keep a checkpoint beside the results until their row is written, so that a sweep that was stopped or killed goes
 * on with them where they stood. */
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "halt.h"
#include "io/temporary.h"
#include "mpi/bcast.h"
#include "mpi/limit.h"
#include "run/run_state.h"
#include "mpi/stop.h"
#include "sweep_state.h"

static const char *const checkpoint_suffixes[] = {"", ".prev", ".lock", NULL};

void checkpoint_name(const Sweep *s, const SweepTask *task, char *path, size_t size) {
  snprintf(path, size, "%s/%016" PRIx64 ".h5", s->folder, task->key);
}

bool checkpoint_there(const Sweep *s, const SweepTask *task) {
  char path[OPTION_PATH_MAX + 64];
  checkpoint_name(s, task, path, sizeof path);
  return access(path, F_OK) == 0;
}

void checkpoint_remove(const Sweep *s, const SweepTask *task) {
  char path[OPTION_PATH_MAX + 64], file[OPTION_PATH_MAX + 80];
  checkpoint_name(s, task, path, sizeof path);
  for (int k = 0; checkpoint_suffixes[k]; k++) {
    snprintf(file, sizeof file, "%s%s", path, checkpoint_suffixes[k]);
    unlink(file);
  }
  temporary_tidy(path, 0);
}

double sweep_left_s(const Sweep *s) {
  if (s->options->time_s <= 0) return 0;
  const double left = s->started + s->options->time_s - clock_s();
  return left > 0.001 ? left : 0.001;
}

/* A signal, and a second after the sweep's own limit. */
double sweep_halt_s(const Sweep *s) {
  return s->options->time_s > 0 ? s->started + s->options->time_s + 1 : INFINITY;
}

static SweepEnd end_noticed(Sweep *s) {
  if (stop_signal()) return SWEEP_SIGNAL;
  const double before = s->comm->rank == 0 ? s->options->stop_before_s
                                           : 0; /* one rank asks SLURM, the queue tells the others */
  if (before > 0 && limit_near(before)) return SWEEP_LIMIT;
  return s->options->time_s > 0 && clock_s() - s->started >= s->options->time_s ? SWEEP_TIME : SWEEP_GOING;
}

/* The other groups are asked once a second: over a network the answer may take a moment. */
bool sweep_stopping(Sweep *s) {
  const double now = clock_s();
  const bool ask = now - s->asked >= 1;
  if (ask) s->asked = now, s->told = queue_stopped(&s->queue);
  const SweepEnd told = s->told, mine = told == SWEEP_GOING ? end_noticed(s) : told;
  if (mine != told) queue_stop(&s->queue, mine), s->told = mine;
  if (told != SWEEP_GOING && !stop_signal())
    stop_note(SIGTERM); /* so that a task under way ends in good order */
  return mine != SWEEP_GOING;
}

/* What a run tells while a sweep is at work: its row is kept, rows are sent and received. */
static void on_started(void *self, const RunView *view) { row_collect(&((Sweep *)self)->collector, view); }

static void on_progress(void *self, const RunView *view) {
  Sweep *s = self;
  row_trace(&s->collector.row, view->elapsed_s, view->climbers, view->best);
  posts_test(s);
  sweep_stopping(s);
  if (s->comm->rank != 0) return;
  posts_receive(s);
  sweep_show(s);
}

static void on_saved(void *self, const RunView *view) { (void)self, (void)view; }
static void on_ended(void *self, const RunView *view) { row_collect(&((Sweep *)self)->collector, view); }

/* The attempts of a task, best first: its checkpoint, the one before, anew. The group's first rank looks, all know. */
enum { FROM_CHECKPOINT, FROM_PREVIOUS, ANEW };

static int attempt_next(Sweep *s, const Options *options, int attempt) {
  char file[OPTION_PATH_MAX + 8];
  for (; s->group.rank == 0 && attempt < ANEW; attempt++) {
    snprintf(file, sizeof file, "%s%s", options->checkpoint, checkpoint_suffixes[attempt]);
    if (options->checkpoint[0] && access(file, F_OK) == 0) break;
  }
  bytes_bcast(&s->group, &attempt, sizeof attempt, 0);
  return attempt;
}

static Status task_attempt(Sweep *s, const SweepTask *task, const Options *options, int attempt,
                           RunEnd *end) {
  const RunObserver observer = {s, on_started, on_progress, on_saved, on_ended};
  char file[OPTION_PATH_MAX + 8];
  int signal_number;
  snprintf(file, sizeof file, "%s%s", attempt == ANEW ? task_instance(&s->agenda, task) : options->checkpoint,
           attempt == FROM_PREVIOUS ? ".prev" : "");
  row_clear(&s->collector.row);
  free(s->collector.gene), s->collector.gene = NULL;
  return run_task(&s->group, options, file, attempt != ANEW, &observer, end, &signal_number);
}

/* A checkpoint that cannot be used, or is of another instance by now, is no reason to fail. */
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

/* The options it runs with: its own, cut short if the sweep ends sooner, and a checkpoint if it is long. */
static Status task_prepare(Sweep *s, const SweepTask *task, Options *options, bool *own_limit) {
  TRY(task_options(s, task_option_lines(&s->agenda, task), options));
  const double left = sweep_left_s(s);
  *own_limit = options->time_s > 0 && (left == 0 || options->time_s <= left);
  options->cut_s = left;
  options->lazy = true;
  if (task->lasting) checkpoint_name(s, task, options->checkpoint, sizeof options->checkpoint);
  return OK;
}

/* How the group's first rank takes a task's end: a row, or nothing if the sweep is stopping. */
static Status task_close(Sweep *s, const SweepTask *task, Status status, RunEnd end, bool own_limit) {
  static const char *const ends[] = {
      [RUN_FINISHED] = "finished", [RUN_TARGET] = "target reached", [RUN_TIME] = "time limit reached"};
  ResultRow *row = &s->collector.row;
  const bool whole = end == RUN_FINISHED || end == RUN_TARGET || (end == RUN_TIME && own_limit);
  if (status == OK && !whole) {
    s->told = end == RUN_TIME ? SWEEP_TIME : end == RUN_SIGNAL ? SWEEP_SIGNAL : SWEEP_LIMIT;
    queue_stop(&s->queue, s->told); /* told at once, or this group would begin another task */
    return OK;
  }
  row_provenance(row, &s->be, s->group.size);
  if (status != OK)
    row_fail(row, status);
  else if (row->best == COST_NONE || !s->collector.gene)
    row_fail(row, status_fail(OK, "no solution was found within the time limit"));
  else
    snprintf(row->end, sizeof row->end, "%s", ends[end]);
  return row_post(s, task, row, s->collector.gene);
}

Status unit_run_task(Sweep *s, const SweepTask *task) {
  Options options;
  RunEnd end = RUN_GOING;
  bool own_limit = false;
  row_clear(&s->collector.row);
  Status status = task_prepare(s, task, &options, &own_limit);
  if (status == OK) status = task_attempts(s, task, &options, &end);
  halt_watch(stop_signal, sweep_halt_s(s));
  if (status == ERR_STOPPED) status_clear(), status = OK; /* `end` says why */
  if (status == ERR_DEVICE) return status;
  if (s->group.rank == 0) return task_close(s, task, status, end, own_limit);
  status_clear();
  return OK;
}
