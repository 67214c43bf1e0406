/* What has started this process, as the environment shows, and whether MPI knows of it. The launcher of another MPI library starts
 * processes that do not find each other: each of them would run the whole task as a single rank. */
#ifndef CORDEE_MPI_LAUNCHER_H
#define CORDEE_MPI_LAUNCHER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include "status.h"

/* Removes variables from the environment that would mislead MPI_Init: those of a SLURM step with one process and no PMI, because
 * Open MPI expects PMI in every step; and those of a step that this process is not in, because `sbatch` and `salloc` pass on the
 * variables of the step in which they were called. The process's step is read from the name of the daemon above it; if there is
 * none, nothing is removed. Local, before MPI_Init. */
void launcher_tidy(void);

/* Whether a launcher that Open MPI can use has started the process. Local. */
bool launcher_there(void);

/* Whether a launcher of any MPI has started the process. Local. */
bool launcher_any(void);

/* Whether a launcher that MPI can use has started several processes, as the environment shows: nobody may leave before MPI_Init, or the others wait for it
 * there. Local. */
bool launcher_several(void);

/* The parent of a process of this host; 0: unknown. Local. */
pid_t launcher_parent(pid_t pid);

/* Extracts name and version from MPI_Get_library_version's text: "MPICH 4.0.2". Local. */
void library_name(const char *version, char *name, size_t size);

/* ERR_LAUNCHER if MPI knows `size` = 1 process, but a launcher has started several; the message says how to start it. `library` is
 * MPI_Get_library_version's text. Of several launchers the innermost counts: the library's own, then those of other MPIs, then
 * SLURM's. *rank is the launcher's number of this process; unchanged where there is none. Local. */
Status launcher_check(const char *library, int size, int *rank);

/* The same where MPI_Init has failed: ERR_LAUNCHER if the launcher cannot speak to this library. Local. */
Status launcher_blame(const char *library, int *rank);

#endif
