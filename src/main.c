/* The command line: finds the command, runs it on every rank, prints the message of a failure, exits. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "cmd/help/commands.h"
#include "cmd/help/help.h"
#include "cmd/same_command.h"
#include "io/hdf/hdf.h"
#include "halt.h"
#include "mpi/bcast.h"
#include "mpi/bind.h"
#include "mpi/launcher.h"
#include "mpi/stop.h"
#include "suggest.h"
#include "text.h"
#include "threads.h"

static Status output_flush(void) {
  if (fflush(stdout) != 0 || ferror(stdout)) FAIL(ERR_IO, "standard output could not be written");
  return OK;
}

/* Prints the message of a failure, on rank 0. Returns its exit code; of OK, the given one. */
static int status_report(Status status, int rank, int exit_code) {
  if (status != OK && rank == 0) fprintf(stderr, "cordee: %s\n", text_line(status_message()));
  if (status == ERR_STOPPED) return exit_code ? exit_code : stop_signal() ? 128 + stop_signal() : 0;
  return status != OK ? status_exit_code(status) : exit_code;
}

enum { STOPPABLE = FOR_SOLVE | FOR_RESUME | FOR_SWEEP }; /* commands that a signal stops with their result */

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

/* The command, once MPI runs. Collective. */
static Status command_run(const Comm *comm, const Command *command, int argc, char **argv, int *exit_code) {
  TRY(comm_agree(comm, command ? threads_check() : command_unknown(argv[1])));
  return command->run(comm, argc - 1, argv + 1, exit_code);
}

int main(int argc, char **argv) {
  bool asked = false;
  threads_settle(argv);
  const Command *command = argc >= 2 ? command_find(argv[1]) : NULL;
  if (command && command_is_part(command)) command = NULL;
  const CommandMask mask = command ? command->mask : 0;
  const bool several = launcher_several();
  const int code_asked = argc < 2 ? status_exit_code(ERR_USAGE) : 0;
  Status status = several ? OK : help_asked(argc, argv, &asked);
  if (asked) return status_report(status == OK ? output_flush() : status, 0, code_asked);
  if (mask & STOPPABLE) stop_listen(); /* before anything that takes time */
  Comm comm;
  hdf5_quiet(); /* before MPI: HDF5 that is initialised later ends with it, and crashes over a file that could not be closed */
  status = comm_open(&argc, &argv, &comm);
  if (status != OK) return status_report(status, comm.rank, 0);
  if (mask & STOPPABLE) stop_listen(); /* again: MPI may have signal handlers of its own */
  int exit_code = 0;
  halt_watch(stop_signal, INFINITY);
  status = same_command(&comm, argc, argv);
  if (status == OK && several) status = help_shared(&comm, argc, argv, &asked);
  if (asked) exit_code = code_asked;
  if (status == OK && !asked) status = command_run(&comm, command, argc, argv, &exit_code);
  if (status == OK) status = output_flush();
  status = comm_agree(&comm, status);
  exit_code = status_report(status, comm.rank, exit_code);
  comm_close(&comm);
  return exit_code;
}
