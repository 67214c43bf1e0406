/* Which processor each rank works on. */
#ifndef CORDEE_MPI_BIND_H
#define CORDEE_MPI_BIND_H

#include "backend.h"
#include "comm.h"

/* That OMP_NUM_THREADS, if it is set, asks for no more threads than a rank may have: OpenMP would end the process at the first
 * that the system refuses. Local. ERR_USAGE. */
Status threads_check(void);

/* Opens a backend for this rank. asked: "auto" (cuda if any rank has a device, else cpu), "cpu", "cuda". A rank takes
 * the device of its node-local rank modulo the devices it sees (CUDA_VISIBLE_DEVICES counts). With auto a rank
 * without a device beside ranks with one is an error: it would hold them up. threads: host threads a rank, 0: its
 * share of the cores it may run on, or OMP_NUM_THREADS. Collective. ERR_USAGE, ERR_DEVICE on every rank. */
Status rank_bind(const Comm *comm, const char *asked, int threads, Backend *be);

/* One line a rank, "rank 0 on node1: cuda 0, NVIDIA H200 ...", and a warning line where ranks share a device.
 * *text is for rank 0 alone, owned by the caller; NULL elsewhere. Collective. */
Status rank_bindings(const Comm *comm, const Backend *be, char **text);

#endif
