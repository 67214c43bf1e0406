/* The ranks of this host as a Node. */
#ifndef CORDEE_MPI_NODE_RANKS_H
#define CORDEE_MPI_NODE_RANKS_H

#include "comm.h"
#include "node.h"

/* It stands while comm does. Local. */
Node node_ranks(const Comm *comm);

/* The first ranks of all hosts as a Node, on each of these; of size 0 on the others. It stands until *between is closed. Collective. */
Node leader_ranks(const Comm *comm, Comm *between);
void leader_ranks_close(Comm *between);

#endif
