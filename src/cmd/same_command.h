/* Whether all ranks were started with the same command. */
#ifndef CORDEE_CMD_SAME_COMMAND_H
#define CORDEE_CMD_SAME_COMMAND_H

#include "mpi/comm.h"

/* Compares the words of the command line, without argv[0], and the program's version with rank 0's: launchers can start different ones (mpirun's ':', srun
 * --multi-prog). --backend and --threads may differ. "--name=value" is "--name value". ERR_USAGE on every rank, with two commands that differ.
 * Collective, before anything else is. */
Status same_command(const Comm *comm, int argc, char **argv);

#endif
