/* A graph for the ranks of several hosts: one copy on every host. */
#ifndef CORDEE_GRAPH_GRAPH_GIVE_H
#define CORDEE_GRAPH_GRAPH_GIVE_H

#include "graph.h"
#include "node.h"

/* *graph of the first of `hosts`, to all: `hosts` are the first ranks of all hosts, `host` the ranks of this one. Only the first rank of a
 * host passes `hosts`; the others NULL. Rank 0 of `hosts` passes its graph in *graph, all others NULL. Ranks share the memory where
 * a host can, else each has its own. A rank that fails says so; the others may have got the graph. Each releases what it got with
 * graph_free. Collective over all ranks. ERR_MEMORY. */
Status graph_give(const Node *hosts, const Node *host, Graph **graph);

#endif
