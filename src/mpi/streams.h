/* The standard output and error of mpirun, through which those of its ranks go. */
#ifndef CORDEE_MPI_STREAMS_H
#define CORDEE_MPI_STREAMS_H

#include <stdbool.h>
#include <sys/types.h>

/* The mpirun above this process on its host, the outermost one if there are several; 0: there is none. Local. */
pid_t streams_launcher(void);

/* The terminal that shows what this process prints to standard error: a descriptor of it, that of mpirun's standard error included; -1:
 * there is none, or mpirun was asked to write beside each line whose it is. Found at the first call. Local, not for several threads. */
int streams_terminal(void);

/* mpirun takes what its ranks print, and does not say that it could not pass it on. So where its standard output is closed, that of this
 * process is closed for printing too; where it is a device such as /dev/full, it is that device. Where its standard error is closed, as
 * Open MPI 4's mpirun takes its own descriptors for it and then hangs at the first message, messages vanish. Local, before MPI_Init. */
void streams_follow(void);

#endif
