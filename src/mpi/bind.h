/* The processor that each rank works on. */
#ifndef CORDEE_MPI_BIND_H
#define CORDEE_MPI_BIND_H

#include <stdbool.h>
#include "backend.h"
#include "comm.h"

/* Checks that OMP_NUM_THREADS, if it is set, is at most THREADS_MAX: OpenMP ends the process if the system refuses a thread; and the size of
 * their stacks (stack_check). Local. ERR_USAGE. */
Status threads_check(void);

/* Opens a backend for this rank. asked: "auto" (cuda if any rank has a device, else cpu), "cpu", "cuda". A rank takes the device of its node-local rank modulo the devices that it can use (CUDA_VISIBLE_DEVICES counts).
 * With auto it is an error if some ranks have a device and others have none, for these would delay all. threads: host threads a rank, 0: its
 * share of the cores it may run on, or OMP_NUM_THREADS. Collective. ERR_USAGE (ranks ask for different backends), ERR_DEVICE on every rank. */
Status rank_bind(const Comm *comm, const char *asked, int threads, Backend *be);

typedef struct BindKinds {  /* of all ranks together, the same on each */
  bool mixed;               /* some work on devices, the others on CPUs */
  bool spare;               /* as asked by any rank */
  const BackendOps *leader; /* whose defaults a plan takes: of mixed ranks the devices' */
  int leaders;              /* ranks that have it */
} BindKinds;

/* The same for a run that may have ranks of both kinds, as each asks. spare (of any rank counts for all): of ranks with the same
 * device the first has it; the others, and those that find none, take the CPU. Ranks on the CPU beside ranks on devices share the cores
 * but one for each of these. Collective. ERR_DEVICE on every rank. */
Status rank_bind_mixed(const Comm *comm, const char *asked, bool spare, int threads, Backend *be,
                       BindKinds *kinds);

/* One line a rank, "rank 0 on node1: cuda 0, NVIDIA H200 ...", and a warning line where ranks share a device.
 * *text is for rank 0 alone, owned by the caller; NULL elsewhere. Collective. */
Status rank_bindings(const Comm *comm, const Backend *be, char **text);

#endif
