/* What the programs of this project have in common: their first instant, the start of MPI, their last message. */
#ifndef CORDEE_MPI_PROGRAM_H
#define CORDEE_MPI_PROGRAM_H

#include "comm.h"

/* What must be so from the first instant on: descriptors, signals, the wait of threads; the second call does nothing. A program calls it from
 * .preinit_array, before MPI's libraries set themselves up, and again in main, where the loader does not know that section. stoppable: a
 * signal stops the command with its result. */
void program_begin(char **argv, char **environment, bool stoppable);

/* comm_open, with signals that end a start that hangs; from then on signals end long calls (halt.h). Collective. Errors of comm_open. */
Status program_start(int *argc, char ***argv, Comm *comm);

/* Writes what has been printed. ERR_IO; the reason of an earlier failure is not known any more. Local. */
Status program_flush(void);

/* Prints the message of a failure, begun with the program's name, on rank 0. Returns its exit code; of OK, the given one. Local. */
int program_report(const char *program, Status status, int rank, int exit_code);

#endif
