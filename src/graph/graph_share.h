/* One copy of a graph for all ranks of a host, and on every host. */
#ifndef CORDEE_GRAPH_GRAPH_SHARE_H
#define CORDEE_GRAPH_GRAPH_SHARE_H

#include "graph.h"
#include "node.h"

/* ---- ranks of a host ---- */

/* One copy of a graph for all ranks of a host. */

/* *graph of the node's rank 0, in memory that its other ranks get, too; there *graph is NULL before. Rank 0 passes NULL if it has none: then no
 * rank gets one, and all return OK. *own: memory could not be shared with this rank, which may make its own. Collective over
 * the node. ERR_MEMORY. */
Status graph_share(const Node *node, Graph **graph, bool *own);

/* ---- hosts ---- */

/* A graph for the ranks of several hosts: one copy on every host. */

/* *graph of the first of `hosts`, to all: `hosts` are the first ranks of all hosts, `host` the ranks of this one. Only the first rank of a
 * host passes `hosts`; the others NULL. Rank 0 of `hosts` passes its graph in *graph, which has no ids, all others NULL. Ranks share the memory where
 * a host can, else each has its own. A rank that fails says so; the others may have got the graph. Each releases what it got with
 * graph_free. Collective over all ranks. ERR_MEMORY. */
Status graph_give(const Node *hosts, const Node *host, Graph **graph);

#endif
