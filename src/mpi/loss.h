/* Ranks that are lost while a run goes on, where MPI tells the others: user level failure mitigation (ULFM) of Open MPI 5, below
 * `mpirun --with-ft ulfm`. With another MPI, and without that word, a lost rank ends the job, and nothing here does anything.
 *
 * Once a loss is seen on this rank, its communicators are revoked: every call of MPI on them fails, on all ranks. Functions of comm.h and
 * collect.h then return at once; what they should have received is undefined, but for the communicators' own numbers. So whoever acts on such values asks
 * comm_alive first. Every failure leads to the end of the command on each rank, where losses_mend (mend.h) makes communicators of the ranks that are left. */
#ifndef CORDEE_MPI_LOSS_H
#define CORDEE_MPI_LOSS_H

#include <stdbool.h>
#include "comm.h"
#include "status.h"

/* What a rank that sees a loss fails with: once MPI runs, nobody else does. No command ends with it where the ranks that are left go on. */
#define ERR_LOST ERR_START

/* From now on a lost rank is an error of those that are left, not their end. False: this MPI does not tell of lost ranks. Collective. */
bool losses_watch(const Comm *comm);

/* Whether a loss was seen on this rank, and not mended yet. Local. */
bool loss_seen(void);

/* OK, or ERR_LOST where a loss was seen. Local. */
Status comm_alive(void);

/* No loss is seen any more; those of other communicators are. comm->node may be MPI_COMM_NULL. Local. */
void losses_watch_again(const Comm *comm);

#endif
