/* Commands: `cordee NAME ...`, a row each in the table of cmd/help/commands.c, and what several of them do. */
#ifndef CORDEE_CMD_COMMAND_H
#define CORDEE_CMD_COMMAND_H

#include "mpi/comm.h"
#include "options/options.h"

/* Commands: `cordee NAME ...`, a row each in the table of cmd/help/commands.c.
 *
 * Whether all ranks were started with the same command. */

typedef struct Command {
  const char *name, *arguments, *summary;
  const char *help; /* paragraphs, then examples (page_prose) */
  CommandMask mask; /* the options it takes; 0: none */
  /* argv[0] is the command's name. *exit_code is set where it is not the status that decides. Collective. */
  Status (*run)(const Comm *comm, int argc, char **argv, int *exit_code);
  void (*tell)(const Page *page); /* what comes before `help`; NULL: nothing */
} Command;

/* Exit code of a run stopped in good order whose checkpoint can be resumed (EX_TEMPFAIL). */
enum { EXIT_RESUMABLE = 75 };
/* Exit code where some tasks of a sweep or some items failed; and of `verify` where a certificate was asked for and a move improves the
 * solution. */
enum { EXIT_SOME_FAILED = 1, EXIT_IMPROVABLE = 1 };

Status command_solve(const Comm *comm, int argc, char **argv, int *exit_code); /* and `resume`, by argv[0] */
Status command_sweep(const Comm *comm, int argc, char **argv, int *exit_code);
Status command_show(const Comm *comm, int argc, char **argv, int *exit_code);
Status command_verify(const Comm *comm, int argc, char **argv, int *exit_code);
Status command_generate(const Comm *comm, int argc, char **argv, int *exit_code);
Status command_evaluate(const Comm *comm, int argc, char **argv, int *exit_code); /* that of argv[0] */
Status command_report(const Comm *comm, int argc, char **argv, int *exit_code);
/* Does not return if it succeeds. Without MPI: comm is NULL; ERR_USAGE otherwise. */
Status command_serve(const Comm *comm, int argc, char **argv, int *exit_code);
Status command_bench(const Comm *comm, int argc, char **argv, int *exit_code);

/* Compares the words of the command line, without argv[0], and the program's version with rank 0's: launchers can start different ones (mpirun's ':', srun
 * --multi-prog). --backend and --threads may differ. "--name=value" is "--name value". ERR_USAGE on every rank, with two commands that differ.
 * Collective, before anything else is. */
Status same_command(const Comm *comm, int argc, char **argv);

#endif
