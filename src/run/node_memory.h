/* How much memory the ranks of a node have; whether that is enough for what they are about to take. */
#ifndef CORDEE_RUN_NODE_MEMORY_H
#define CORDEE_RUN_NODE_MEMORY_H

#include "memory.h"
#include "mpi/comm.h"
#include "seat.h"

/* The free bytes of the rank that has the least: of its devices, or its part of what is free on the node and its own limit. Collective: every rank
 * has the same. ERR_DEVICE. */
Status node_memory_room(const Comm *comm, Seat *seat, int seats, uint64_t *room);

/* need[seats]: of this rank's seats. Adds up what the ranks of each node need, and those that share a device, and compares it
 * with what is free there; each rank also with its own limit. Collective: every rank returns the same. ERR_MEMORY,
 * ERR_DEVICE. */
Status node_memory_check(const Comm *comm, const Memory *need, Seat *seat, int seats);

#endif
