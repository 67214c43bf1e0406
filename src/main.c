/* The command line: finds the command, runs it on every rank, prints the message of a failure, exits. */
#include <stdbool.h>
#include <string.h>
#include <unistd.h>
#include "cmd/help/commands.h"
#include "cmd/help/help.h"
#include "cmd/command.h"
#include "io/hdf/hdf.h"
#include "mpi/collect.h"
#include "mpi/launcher.h"
#include "mpi/loss.h"
#include "mpi/mend.h"
#include "mpi/bind.h"
#include "mpi/program.h"
#include "mpi/start.h"
#include "stack.h"
#include "suggest.h"
#include "threads.h"

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

/* OpenMP reads its variables when it sets itself up, later than this. */
static void begin_first(int argc, char **argv, char **environment) {
  stack_settle(environment);
  program_begin(argv, environment, is_stoppable(argc, argv));
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

/* ---- commands that outlive a lost rank ---- */

/* What rank 0 has ended with counts for all; false: it has not ended. */
static bool end_share(const Comm *comm, bool unhurt, Status *status, int *exit_code) {
  int end[3] = {unhurt || *status == OK, (int)*status, *exit_code};
  bytes_bcast(comm, end, sizeof end, 0);
  if (!end[0] || loss_seen()) return false;
  *status = (Status)end[1];
  *exit_code = end[2];
  return true;
}

/* Runs of one solver go on with the ranks that are left, where MPI tells of a loss. */
static Status command_run(Comm *comm, const Command *command, int argc, char **argv, int *exit_code) {
  const bool watched = command->run == command_solve && losses_watch(comm);
  Status status = command->run(comm, argc, argv, exit_code);
  for (bool unhurt = !loss_seen(); watched && losses_mend(comm); unhurt = !loss_seen()) {
    if (end_share(comm, unhurt, &status, exit_code)) continue;
    status_clear();
    *exit_code = 0;
    status = command->run(comm, argc, argv, exit_code);
  }
  return status;
}

/* ---- the program ---- */

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
  if (asked) return program_report("cordee", status == OK ? program_flush() : status, 0, code_asked);
  streams_follow();
  if (command && command->run == command_serve && !several)
    return program_report("cordee", command_serve(NULL, argc - 1, argv + 1, &(int){0}), 0, 0);
  Comm comm;
  hdf5_quiet(); /* before MPI: HDF5 that is initialised later ends with it, and crashes over a file that could not be closed */
  status = program_start(&argc, &argv, &comm);
  if (status != OK) return program_report("cordee", status, comm.rank, 0);
  int exit_code = 0;
  status = same_command(&comm, argc, argv);
  if (status == OK && several) status = help_shared(&comm, argc, argv, &asked);
  if (asked) exit_code = code_asked;
  if (status == OK && !asked) status = command_check(&comm, command, argv[1]);
  if (status == OK && !asked) status = command_run(&comm, command, argc - 1, argv + 1, &exit_code);
  if (status == OK) status = program_flush();
  status = comm_agree(&comm, status);
  exit_code = program_report("cordee", status, comm.rank, exit_code);
  comm_close(&comm);
  return exit_code;
}

int main(int argc, char **argv) {
  Words words = {argc, argv};
  program_begin(argv, environ, is_stoppable(argc, argv)); /* where the loader does not know preinit_array */
  return stack_is_small() ? stack_call(program_run, &words) : program_run(&words);
}
