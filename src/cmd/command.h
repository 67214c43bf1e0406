/* Commands: `cordee NAME ...`, a row each in src/main.c's table. */
#ifndef CORDEE_CMD_COMMAND_H
#define CORDEE_CMD_COMMAND_H

#include "mpi/comm.h"
#include "options/options.h"

typedef struct Command {
  const char *name, *arguments, *summary;
  const char *help; /* more lines, and an example */
  CommandMask mask; /* the options it takes; 0: none */
  /* argv[0] is the command's name. *exit_code is set where it is not the status that decides. Collective. */
  Status (*run)(const Comm *comm, int argc, char **argv, int *exit_code);
} Command;

/* Exit code of a run stopped in good order whose checkpoint can be resumed (EX_TEMPFAIL). */
enum { EXIT_RESUMABLE = 75 };

Status command_solve(const Comm *comm, int argc, char **argv, int *exit_code);
Status command_resume(const Comm *comm, int argc, char **argv, int *exit_code);
Status command_sweep(const Comm *comm, int argc, char **argv, int *exit_code);
Status command_show(const Comm *comm, int argc, char **argv, int *exit_code);
Status command_verify(const Comm *comm, int argc, char **argv, int *exit_code);
Status command_generate(const Comm *comm, int argc, char **argv, int *exit_code);
Status command_report(const Comm *comm, int argc, char **argv, int *exit_code);
Status command_bench(const Comm *comm, int argc, char **argv, int *exit_code);
Status command_bench_ladder(const Comm *comm, int argc, char **argv,
                            int *exit_code); /* argv[0]: "bench ladder" */
Status command_bench_matching(const Comm *comm, int argc, char **argv,
                              int *exit_code); /* argv[0]: "bench matching" */
Status command_bench_batch(const Comm *comm, int argc, char **argv,
                           int *exit_code); /* argv[0]: "bench batch" */

/* --sizes and --instance exclude each other, except for the ladder. ERR_USAGE. */
Status bench_instance_check(const Options *options);

#endif
