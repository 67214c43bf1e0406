/* Breadth-first searches of a graph in memory, which stays the caller's. Vertices are numbered from 0. */
#ifndef CORDEE_EVALUATOR_BFS_BFS_MEMORY_H
#define CORDEE_EVALUATOR_BFS_BFS_MEMORY_H

#include "evaluator.h"
#include "graph/graph.h"

/* The asset of Evaluator.run and check, for evaluator_bfs.close to release. settings: of evaluator_bfs. ERR_MEMORY, ERR_DEVICE. */
Status bfs_memory_open(Backend *be, Graph *graph, const void *settings, void **asset);
/* Items of these sources, (count). ERR_FORMAT: one is no vertex. ERR_MEMORY. */
Status bfs_memory_items(const Graph *graph, const int32_t *sources, uint64_t count, Items *out);
/* Levels from one source, and the parents: the smallest vertex a level below from which an arc leads there. -1: there is none. level and
 * parent: (n), NULL: not wanted. ERR_FORMAT, ERR_MEMORY, ERR_DEVICE, ERR_STOPPED. */
Status bfs_memory_levels(Backend *be, Graph *graph, const void *settings, int32_t source, int32_t *level,
                         int32_t *parent);

#endif
