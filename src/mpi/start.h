/* Starts MPI: its environment, and the message if it does not start. */
#ifndef CORDEE_MPI_START_H
#define CORDEE_MPI_START_H

#include <stdbool.h>
#include <sys/types.h>
#include "status.h"

/* ---- standard output and error ---- */

/* The standard output and error of mpirun, through which those of its ranks go. */

/* The terminal that shows what this process prints to standard error: a descriptor of it, that of mpirun's standard error included; -1:
 * there is none, or mpirun was asked to write beside each line whose it is. Found at the first call. Local, not for several threads. */
int streams_terminal(void);

/* mpirun takes what its ranks print, and does not say that it could not pass it on. So where its standard output is closed, that of this
 * process is closed for printing too; where it is a device such as /dev/full, it is that device. Where its standard error is closed, as
 * Open MPI 4's mpirun takes its own descriptors for it and then hangs at the first message, messages vanish. Local, before MPI_Init. */
void streams_follow(void);

/* ---- start ---- */

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
