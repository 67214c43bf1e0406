/* `cordee sweep`: a job's tasks, its reporter, its exit code. */
#include <stdio.h>
#include <string.h>
#include "command.h"
#include "human.h"
#include "sweep_report.h"

/* JOB with .h5 for .job, unless --out is given. */
static Status results_name(const Options *options, const char *job, char path[OPTION_PATH_MAX]) {
  if (!options->out[0] && strcmp(job, "-") == 0)
    FAIL(ERR_USAGE, "--out: expected a file for the results of a job from standard input, found none");
  const char *given = options->out[0] ? options->out : job;
  size_t length = strlen(given), suffix = strlen(".job");
  const bool cut = !options->out[0] && length > suffix && strcmp(job + length - suffix, ".job") == 0;
  if (cut) length -= suffix;
  if (length + 128 > OPTION_PATH_MAX) FAIL(ERR_USAGE, "path too long: %s", given);
  snprintf(path, OPTION_PATH_MAX, "%.*s%s", (int)length, given, options->out[0] ? "" : ".h5");
  return OK;
}

static int exit_code_of(const SweepOutcome *outcome) {
  if (outcome->end != SWEEP_FINISHED) return EXIT_RESUMABLE;
  return outcome->failed ? EXIT_SOME_FAILED : 0;
}

/* On rank 0, before anything is read or written. The job's instances are not known yet. */
static Status reporter_begin(SweepReporter *reporter, const Options *options, const char *job,
                             const char *results) {
  TRY(sweep_files_check(options, job, NULL, results));
  results_cut_tell(results);
  return sweep_reporter_open(reporter, options);
}

static Status sweep_reported(const Comm *comm, const Options *options, const char *job, const char *results,
                             int *exit_code) {
  SweepReporter reporter = {0};
  SweepOutcome outcome;
  TRY(comm_agree(comm, comm->rank == 0 ? reporter_begin(&reporter, options, job, results) : OK));
  const SweepObserver observer = sweep_reporter_observer(&reporter);
  Status status = sweep_run(comm, options, job, results, &observer, &outcome);
  Status closed = comm->rank == 0 ? sweep_reporter_close(&reporter) : OK;
  status = comm_agree(comm, status != OK ? status : closed);
  *exit_code =
      status == ERR_STOPPED ? EXIT_RESUMABLE : exit_code_of(&outcome); /* stopped while it was planned */
  return status;
}

Status command_sweep(const Comm *comm, int argc, char **argv, int *exit_code) {
  Options options;
  char results[OPTION_PATH_MAX];
  int first;
  options_default(&options);
  TRY(options_parse(&options, FOR_SWEEP, argc, argv, 1, &first));
  if (options.dry_run && options.log[0])
    FAIL(ERR_USAGE, "--log: expected none beside --dry-run, which writes nothing");
  TRY(results_name(&options, argv[first], results));
  return sweep_reported(comm, &options, argv[first], results, exit_code);
}
