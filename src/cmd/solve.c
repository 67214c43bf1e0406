/* `cordee solve` and `cordee resume`: a run, its reporter, its exit code. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "command.h"
#include "mpi/collect.h"
#include "mpi/comm.h"
#include "mpi/loss.h"
#include "mpi/program.h"
#include "mpi/stop.h"
#include "options/options.h"
#include "progress.h"
#include "text.h"
#include "version.h"

/* ---- same command on all ranks ---- */

/* Options that each rank may have of its own: a host with GPUs beside one without. */
static const char *const own[] = {"--backend", "--threads", NULL};

static bool is_own(const char *word, size_t length) {
  for (int k = 0; own[k]; k++)
    if (strlen(own[k]) == length && strncmp(word, own[k], length) == 0) return true;
  return false;
}

/* A word as a shell takes it. */
static void word_print(FILE *out, const char *word, size_t length) {
  char plain[SAME_TEXT_MAX];
  const bool quoted = length == 0 || memchr(word, ' ', length);
  snprintf(plain, sizeof plain, "%.*s", (int)length, word);
  const char *const mark = quoted ? "'" : "";
  fprintf(out, " %s%s%s", mark, text_line(plain), mark);
}

/* Returns the words that belong together: an option of a rank's own has its value behind it. */
static int words_print(FILE *out, const char *word, bool more) {
  const bool option = strncmp(word, "--", 2) == 0;
  const size_t length = strlen(word), name = option ? strcspn(word, "=") : length;
  if (option && is_own(word, name)) return name == length && more ? 2 : 1;
  word_print(out, word, name);
  if (name < length) word_print(out, word + name + 1, length - name - 1);
  return 1;
}

/* The environment is rank 0's matter, but for instances that every rank reads itself. */
static void environment_print(FILE *out) {
  const char *const folder = getenv("CORDEE_INSTANCES");
  if (folder) fprintf(out, ", CORDEE_INSTANCES=%s", text_line(folder));
}

Status same_command(const Comm *comm, int argc, char **argv) {
  char *text = NULL;
  size_t bytes = 0;
  if (comm->size == 1) return OK;
  FILE *const out = open_memstream(&text, &bytes);
  if (out) fputs("cordee", out);
  for (int k = 1; out && k < argc;) k += words_print(out, argv[k], k + 1 < argc);
  if (out) {
    fprintf(out, " (version %s", program_version);
    environment_print(out);
    fputs(")", out);
  }
  const bool made = out && fclose(out) == 0;
  const Status status =
      comm_same_text(comm, "command", made ? text : "a command for which there was no memory");
  free(text);
  return status;
}

/* ---- solve and resume ---- */

/* On rank 0, before anything is read or written. The instance of a checkpoint is not known yet. */
static Status reporter_begin(Reporter *reporter, const Options *options, const char *file, bool resume) {
  TRY(run_files_check(options, file, resume ? options->instance : file, resume));
  return reporter_open(reporter, options);
}

/* Rank 0 has told the result: a loss after that is none of its matter. */
static Status told_agree(const Comm *comm, Status status) {
  const Status agreed = comm_agree(comm, status);
  if (agreed != ERR_LOST || status != OK || comm->rank != 0) return agreed;
  status_clear();
  return OK;
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
  if (closed == OK) closed = program_flush();
  status = told_agree(comm, status != OK ? status : closed);
  if (status != OK && status != ERR_STOPPED) return status;
  bytes_bcast(comm, &reporter.incomplete, sizeof reporter.incomplete, 0);
  if (reporter.incomplete) *exit_code = EXIT_INCOMPLETE;
  const bool kept = input->resume || (options->checkpoint[0] && status == OK);
  if (end == RUN_SIGNAL) *exit_code = kept ? EXIT_RESUMABLE : 128 + signal_number;
  if (end == RUN_LIMIT && kept) *exit_code = EXIT_RESUMABLE;
  return status;
}

/* ---- ranks that are lost ---- */

static RunKept kept; /* of the run that lost a rank, while this process lasts */

/* The run goes on from its checkpoint; one that has none yet begins again, over what it has written. */
static Status run_again(const Comm *comm, Options *options, const RunInput *was, int *exit_code) {
  RunInput input = *was;
  int64_t there = kept.there;
  comm_max(comm, &there, 1);
  TRY(comm_alive());
  if (comm->rank == 0)
    fprintf(stderr, "warning: %d rank%s lost: %d go%s on\n", comm->losses,
            comm->losses == 1 ? " was" : "s were", comm->size, comm->size == 1 ? "es" : "");
  options->force = true;
  if (there) {
    input.file = kept.path;
    input.resume = true;
    snprintf(options->checkpoint, sizeof options->checkpoint, "%s", kept.path);
  }
  return run_reported(comm, options, &input, exit_code);
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
  input.kept = &kept;
  return comm->losses ? run_again(comm, &options, &input, exit_code)
                      : run_reported(comm, &options, &input, exit_code);
}
