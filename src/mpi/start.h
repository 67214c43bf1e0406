/* Starts MPI: its environment, and the message if it does not start. */
#ifndef CORDEE_MPI_START_H
#define CORDEE_MPI_START_H

#include "status.h"

/* MPI_Init_thread, in an environment in which processes of one host do not disturb each other. `library` is
 * MPI_Get_library_version's text. ERR_START; ERR_LAUNCHER if the launcher is the reason. An MPI that ends the process instead of
 * returning ends it with that exit code, and with a line on standard error. *rank: as launcher_check's. Collective. */
Status start_mpi(int *argc, char ***argv, const char *library, int *rank);

/* The same for a library: any thread may call MPI, one at a time; the process and its streams are left alone. An MPI that does not start may
 * still end the process, after a message of its own. */
Status start_mpi_within(const char *library);

/* From now on the end of the process is no failure of MPI_Init. Safe in a signal handler. */
void start_over(void);

#endif
