/* `cordee solve` and `cordee resume`: a run, its reporter, its exit code. */
#include <stdio.h>
#include <string.h>
#include "mpi/limit.h"
#include "text.h"
#include "command.h"
#include "progress.h"

/* On rank 0, before anything is read or written. The instance of a checkpoint is not known yet. */
static Status reporter_begin(Reporter *reporter, const Options *options, const char *file, bool resume) {
  TRY(run_files_check(options, file, resume ? options->instance : file, resume));
  return reporter_open(reporter, options);
}

static Status run_reported(const Comm *comm, const Options *options, const RunInput *input, int *exit_code) {
  Reporter reporter = {0};
  RunEnd end;
  int signal_number;
  if (options->stop_before_s > 0) limit_learn(comm);
  TRY(comm_agree(comm,
                 comm->rank == 0 ? reporter_begin(&reporter, options, input->file, input->resume) : OK));
  RunObserver observer = reporter_observer(&reporter);
  Status status = run_task(comm, options, input, &observer, &end, &signal_number);
  Status closed = comm->rank == 0 ? reporter_close(&reporter) : OK;
  status = comm_agree(comm, status != OK ? status : closed);
  if (status != OK && status != ERR_STOPPED) return status;
  const bool kept = input->resume || (options->checkpoint[0] && status == OK);
  if (end == RUN_SIGNAL) *exit_code = kept ? EXIT_RESUMABLE : 128 + signal_number;
  if (end == RUN_LIMIT && kept) *exit_code = EXIT_RESUMABLE;
  return status;
}

Status command_solve(const Comm *comm, int argc, char **argv, int *exit_code) {
  const bool resume = strcmp(argv[0], "resume") == 0;
  Options options;
  RunBeginning begin;
  int first;
  options_default(&options);
  TRY(options_parse(&options, resume ? FOR_RESUME | FOR_OR_START : FOR_SOLVE, argc, argv, 1, &first));
  if (!resume) TRY(run_options_check(&options));
  if (resume && !options.or_start[0] && options.initial[0])
    FAIL(ERR_USAGE, "--initial belongs to a new run: drop it, or add --or-start INSTANCE");
  RunInput input = {.file = argv[first], .resume = resume};
  if (options.or_start[0]) {
    TRY(run_newest(comm, argv[first], &options, &begin));
    if (begin.warning[0] && comm->rank == 0) fprintf(stderr, "warning: %s\n", text_line(begin.warning));
    input = (RunInput){.file = begin.file, .resume = begin.resume};
  }
  return run_reported(comm, &options, &input, exit_code);
}
