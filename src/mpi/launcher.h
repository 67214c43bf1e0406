/* Who has started this process, as the environment tells, and whether MPI has heard of it. A launcher of another MPI starts
 * processes that do not find each other: runs beside each other, each of which believes to be the only one. */
#ifndef CORDEE_MPI_LAUNCHER_H
#define CORDEE_MPI_LAUNCHER_H

#include <stdbool.h>
#include <stddef.h>
#include "status.h"

/* Removes from the environment what would mislead MPI_Init: the step of SLURM that has one process and offers no PMI, for Open MPI
 * expects one in every step; and what is left of a step that this process does not belong to, for `sbatch` and `salloc` pass on
 * the variables of the step in which they were called. The daemon above the process tells its step; where none can be seen,
 * nothing is known to be left. Local, before MPI_Init. */
void launcher_tidy(void);

/* Whether a launcher that Open MPI may listen to has started the process. Local. */
bool launcher_there(void);

/* The name and the version alone, of MPI_Get_library_version's text: "MPICH 4.0.2". Local. */
void library_name(const char *version, char *name, size_t size);

/* ERR_LAUNCHER if MPI knows `size` = 1 process, but a launcher has started several; the message says what to do. `library` is
 * MPI_Get_library_version's text. Of several launchers the innermost counts: the library's own, then those of other MPIs, then
 * SLURM's. *rank is the launcher's number of this process; unchanged where there is none. Local. */
Status launcher_check(const char *library, int size, int *rank);

/* The same where MPI_Init has failed: ERR_LAUNCHER if the launcher cannot speak to this library. Local. */
Status launcher_blame(const char *library, int *rank);

#endif
