/* Whether there is memory for what all ranks of a node are about to take. */
#ifndef CORDEE_RUN_ROOM_H
#define CORDEE_RUN_ROOM_H

#include "memory.h"
#include "mpi/comm.h"

/* Adds up what the ranks of each node, and those that share a device, need, and compares it with what is free there; each rank also
 * with its own limit. Collective: every rank returns the same. ERR_MEMORY, ERR_DEVICE. */
Status room_check(const Comm *comm, const Memory *need, Backend *be);

#endif
