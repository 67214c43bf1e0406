/* The ranks of this host as a Node. */
#ifndef CORDEE_MPI_NODE_RANKS_H
#define CORDEE_MPI_NODE_RANKS_H

#include "comm.h"
#include "node.h"

/* It stands while comm does. Local. */
Node node_ranks(const Comm *comm);

#endif
