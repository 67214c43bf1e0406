/* Communicators of the ranks that are left: see loss.h. */
#ifndef CORDEE_MPI_MEND_H
#define CORDEE_MPI_MEND_H

#include <stdbool.h>
#include "comm.h"

/* At the end of a command, whatever its status: false if no rank was lost meanwhile. Else the communicators are made anew of the ranks that are
 * left, in their order; ranks, sizes and Comm.losses change. Collective over those that are left. */
bool losses_mend(Comm *comm);

#endif
