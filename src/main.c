/* The command line: finds the command, runs it on every rank, prints the message of a failure, exits. */
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "cmd/help/commands.h"
#include "cmd/help/help.h"
#include "cmd/command.h"
#include "io/hdf/hdf.h"
#include "descriptors.h"
#include "halt.h"
#include "mpi/collect.h"
#include "mpi/bind.h"
#include "mpi/launcher.h"
#include "mpi/stop.h"
#include "mpi/start.h"
#include "stack.h"
#include "suggest.h"
#include "text.h"
#include "threads.h"

/* Of an earlier failure the reason is not known any more. */
static Status output_flush(void) {
  errno = 0;
  if (fflush(stdout) == 0 && !ferror(stdout)) return OK;
  const char *why = errno ? strerror(errno) : "what was printed is lost";
  if (descriptors_mute()) why = "it is closed";
  FAIL(ERR_IO, "standard output could not be written: %s", why);
}

/* Prints the message of a failure, on rank 0. Returns its exit code; of OK, the given one. */
static int status_report(Status status, int rank, int exit_code) {
  if (status != OK && rank == 0) fprintf(stderr, "cordee: %s\n", text_line(status_message()));
  if (status == ERR_STOPPED) {
    if (exit_code) return exit_code;
    if (stop_signal()) return 128 + stop_signal();
    return 0;
  }
  return status != OK ? status_exit_code(status) : exit_code;
}

static bool is_batch(int argc, char **argv) {
  static const char batch[] = "--batch";
  for (int k = 2; k < argc; k++)
    if (strncmp(argv[k], batch, sizeof batch - 1) == 0) return true;
  return false;
}

/* Whether a signal stops the command with its result: runs, sweeps, and what computes items. */
static bool is_stoppable(int argc, char **argv) {
  static Status (*const run[])(const Comm *, int, char **, int *) = {command_solve, command_sweep,
                                                                     command_evaluate};
  const Command *command = argc >= 2 ? command_find(argv[1]) : NULL;
  for (size_t k = 0; command && k < sizeof run / sizeof *run; k++)
    if (command->run == run[k]) return true;
  return command && command->run == command_verify && is_batch(argc, argv);
}

static bool begun;

/* What must be so from the first instant on: descriptors, signals, the wait of threads. */
static void begin(int argc, char **argv, char **environment) {
  if (begun) return;
  begun = true;
  descriptors_fill();
  stop_hold(0);
  threads_settle(argv, environment);
  stop_begin(is_stoppable(argc, argv));
}

/* OpenMP reads its variables when it sets itself up, later than this. */
static void begin_first(int argc, char **argv, char **environment) {
  stack_settle(environment);
  begin(argc, argv, environment);
}

/* The loader calls this before the libraries set themselves up, of which MPI's take the longest. Only a program can have it. */
__attribute__((section(".preinit_array"), used)) static void (*const begin_early)(int, char **,
                                                                                  char **) = begin_first;

static Status command_unknown(const char *name) {
  Suggestion near = suggest_begin(name);
  char text[SUGGEST_TEXT_MAX];
  for (const Command *c = command_table(); c->name; c++) suggest_offer(&near, c->name);
  FAIL(ERR_USAGE, "unknown command '%s'%s (cordee --help)", name, suggest_text(&near, "", text));
}

/* Help needs no MPI, unless other processes wait for this one there, perhaps with another command. Rank 0 alone prints then. Collective. */
static Status help_shared(const Comm *comm, int argc, char **argv, bool *asked) {
  const Status status = comm_agree(comm, comm->rank == 0 ? help_asked(argc, argv, asked) : OK);
  bytes_bcast(comm, asked, sizeof *asked, 0);
  return status;
}

/* Whether the command can run, once MPI does. Collective. */
static Status command_check(const Comm *comm, const Command *command, const char *name) {
  return comm_agree(comm, command ? threads_check() : command_unknown(name));
}

typedef struct Words {
  int argc;
  char **argv;
} Words;

static int program_run(void *what) {
  int argc = ((Words *)what)->argc;
  char **argv = ((Words *)what)->argv;
  bool asked = false;
  const Command *command = argc >= 2 ? command_find(argv[1]) : NULL;
  if (command && command_is_part(command)) command = NULL;
  const bool several = launcher_several();
  const int code_asked = argc < 2 ? status_exit_code(ERR_USAGE) : 0;
  Status status = several ? OK : help_asked(argc, argv, &asked);
  if (asked) return status_report(status == OK ? output_flush() : status, 0, code_asked);
  streams_follow();
  Comm comm;
  hdf5_quiet(); /* before MPI: HDF5 that is initialised later ends with it, and crashes over a file that could not be closed */
  stop_hold(SIGINT); /* which ends a start that hangs */
  status = comm_open(&argc, &argv, &comm);
  if (status != OK) return status_report(status, comm.rank, 0);
  stop_again(); /* MPI may have signal handlers of its own */
  int exit_code = 0;
  halt_watch(stop_signal, INFINITY);
  status = same_command(&comm, argc, argv);
  if (status == OK && several) status = help_shared(&comm, argc, argv, &asked);
  if (asked) exit_code = code_asked;
  if (status == OK && !asked) status = command_check(&comm, command, argv[1]);
  if (status == OK && !asked) status = command->run(&comm, argc - 1, argv + 1, &exit_code);
  if (status == OK) status = output_flush();
  status = comm_agree(&comm, status);
  exit_code = status_report(status, comm.rank, exit_code);
  comm_close(&comm);
  return exit_code;
}

int main(int argc, char **argv) {
  Words words = {argc, argv};
  begin(argc, argv, environ); /* where the loader does not know preinit_array */
  return stack_is_small() ? stack_call(program_run, &words) : program_run(&words);
}
