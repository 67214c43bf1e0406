/* `cordee solve` and `cordee resume`: a run, its reporter, its exit code. */
#include <stdio.h>
#include "command.h"
#include "progress.h"

static Status run_reported(const Comm *comm, const Options *options, const char *file, bool resume, int *exit_code) {
  Reporter reporter = {0};
  RunEnd end;
  int signal_number;
  TRY(comm_agree(comm, comm->rank == 0 ? reporter_open(&reporter, options) : OK));
  RunObserver observer = reporter_observer(&reporter);
  Status status = run_task(comm, options, file, resume, &observer, &end, &signal_number);
  Status closed = comm->rank == 0 ? reporter_close(&reporter) : OK;
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
