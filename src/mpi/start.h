/* How MPI starts: the environment that it finds, and what is said if it does not start. */
#ifndef CORDEE_MPI_START_H
#define CORDEE_MPI_START_H

#include "status.h"

/* MPI_Init_thread, so that no two processes of a host get into each other's way. `library` is MPI_Get_library_version's text. If it
 * fails, ERR_START, or ERR_LAUNCHER if that is why; an MPI that ends the process instead of returning ends it with that code,
 * and with a line on standard error. *rank: as launcher_check's. Collective. */
Status start_mpi(int *argc, char ***argv, const char *library, int *rank);

/* MPI_Init is not to blame if the process ends from here on. Safe in a signal handler. */
void start_over(void);

#endif
