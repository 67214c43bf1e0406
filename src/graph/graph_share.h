/* One copy of a graph for all ranks of a host. */
#ifndef CORDEE_GRAPH_GRAPH_SHARE_H
#define CORDEE_GRAPH_GRAPH_SHARE_H

#include "graph.h"
#include "node.h"

/* *graph of the node's rank 0, in memory that its other ranks get, too; there *graph is NULL before. Rank 0 passes NULL if it has none: then no
 * rank gets one, and all return OK. *own: memory could not be shared with this rank, which may make its own. Collective over
 * the node. ERR_MEMORY. */
Status graph_share(const Node *node, Graph **graph, bool *own);

#endif
