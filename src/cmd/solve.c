/* `cordee solve` and `cordee resume`: a run, its reporter, its tour file, its exit code. */
#include <stdio.h>
#include "../io/tour.h"
#include "command.h"
#include "progress.h"

/* The reporter's observer, and a tour file at the end. */
typedef struct Shown {
  RunObserver reporter;
  const Options *options;
  Status status;
} Shown;

static void on_started(void *self, const RunView *view) {
  Shown *s = self;
  s->reporter.started(s->reporter.self, view);
}

static void on_progress(void *self, const RunView *view) {
  Shown *s = self;
  s->reporter.progress(s->reporter.self, view);
}

static void on_saved(void *self, const RunView *view) {
  Shown *s = self;
  s->reporter.saved(s->reporter.self, view);
}

static void on_ended(void *self, const RunView *view) {
  Shown *s = self;
  s->reporter.ended(s->reporter.self, view);
  if (s->options->tour[0] && view->best_tour)
    s->status = tour_write(s->options->tour, view->inst->name, view->inst->n, view->best_tour, view->best);
}

static Status run_reported(const Comm *comm, const Options *options, const char *file, bool resume, int *exit_code) {
  Reporter reporter = {0};
  RunEnd end;
  int signal_number;
  TRY(comm_agree(comm, comm->rank == 0 ? reporter_open(&reporter, options) : OK));
  Shown shown = {reporter_observer(&reporter), options, OK};
  RunObserver observer = {&shown, on_started, on_progress, on_saved, on_ended};
  Status status = run_task(comm, options, file, resume, &observer, &end, &signal_number);
  if (status == OK) status = shown.status;
  Status closed = reporter_close(&reporter);
  TRY(comm_agree(comm, status != OK ? status : closed));
  bool kept = resume || options->checkpoint[0];
  if (end == RUN_SIGNAL) *exit_code = kept ? EXIT_RESUMABLE : 128 + signal_number;
  return OK;
}

static Status command_run(const Comm *comm, int argc, char **argv, bool resume, int *exit_code) {
  Options options;
  int first;
  options_default(&options);
  TRY(options_parse(&options, resume ? FOR_RESUME : FOR_SOLVE, argc, argv, 1, &first));
  return run_reported(comm, &options, argv[first], resume, exit_code);
}

Status command_solve(const Comm *comm, int argc, char **argv, int *exit_code) {
  return command_run(comm, argc, argv, false, exit_code);
}

Status command_resume(const Comm *comm, int argc, char **argv, int *exit_code) {
  return command_run(comm, argc, argv, true, exit_code);
}
