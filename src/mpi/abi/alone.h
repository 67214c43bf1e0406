/* The functions of MPI for one rank, without an MPI: every communicator is that rank alone. Messages, which a rank would send to itself, there are none:
 * cordee sends none to the rank that sends, and a call ends the program with a sentence. Local. */
#ifndef CORDEE_MPI_ABI_ALONE_H
#define CORDEE_MPI_ABI_ALONE_H

#include "mpi/abi/mpi.h"

extern const MpiCalls mpi_alone;

/* What MPI_Get_library_version says from now on, instead of "one rank without MPI". */
void mpi_alone_say(const char *what);

#endif
