/* The contract of the twins of breadth-first search: src/cpu/bfs, src/gpu/bfs. Same graph, same source: same levels and records, whatever
 * the method, the backend and the threads.
 *
 * The level of a vertex is the number of arcs of a shortest path from the source. Methods:
 *   direction  level by level from the frontier outwards or from the vertices that have no level inwards, whichever looks at fewer arcs
 *              (Beamer, Asanovic and Patterson, "Direction-optimizing breadth-first search", SC12), with a bit a vertex
 *   topdown    the same, always outwards
 *   basic      as published (S. Solomon, 2012): every level looks at every vertex
 *   active     as published: a flag for each new vertex, an exclusive scan of the flags, the list of those it has
 * The published kernels are corrected: every vertex reads both ends of its row (printed: the last one of a block lacks its end), the flags are
 * cleared for each level, and the scan's list holds vertices, not places. */
#ifndef CORDEE_EVALUATOR_BFS_BFS_KERNELS_H
#define CORDEE_EVALUATOR_BFS_BFS_KERNELS_H

#include "backend.h"
#include "graph/graph_plan.h"

enum { BFS_BATCH = 512 }; /* sources of a batch: a bit each */

/* Sums over all sources of batches, n numbers of each kind, one after the other: of each vertex the levels that it has and how many other sources
 * reach it; and pairs of a source and a vertex by their level, 0 at level 0. */
typedef enum BfsSum { BFS_SUM_LEVELS, BFS_SUM_REACHED, BFS_SUM_PAIRS, BFS_SUMS } BfsSum;
#define BFS_NO_LEVEL UINT32_MAX

typedef enum BfsMethod { BFS_DIRECTION, BFS_TOPDOWN, BFS_BASIC, BFS_ACTIVE, BFS_METHODS } BfsMethod;

typedef struct BfsRecord {
  uint32_t depth;    /* the highest level */
  uint32_t visited;  /* vertices that have a level, the source among them */
  uint64_t arcs;     /* that leave them */
  uint64_t checksum; /* sum of (level + 1) bfs_weight(v) over them, modulo 2^64 */
} BfsRecord;

#ifdef __CUDACC__
#define BFS_FN __host__ __device__ static inline
#else
#define BFS_FN static inline
#endif

/* At least 1. */
BFS_FN uint32_t bfs_weight(uint32_t v) {
  v = (v ^ v >> 16) * 0x7feb352du;
  v = (v ^ v >> 15) * 0x846ca68bu;
  return (v ^ v >> 16) | 1;
}

/* A graph on a backend, and what searches need: of the backend that made it. */
typedef struct BfsMachine BfsMachine;

typedef struct BfsKernels {
  /* The graph stays the caller's, and stands while the machine does. ERR_MEMORY: what the backend has not room for; ERR_DEVICE. */
  Status (*open)(Backend *be, const Graph *graph, BfsMachine **out);
  /* The graph of these edges, made on the backend, and its machine. *graph is what graph_make makes, byte for byte, but `to` and `in_to`
   * are NULL until `rows` brings them; it stands while the machine does. NULL and OK: the backend has not room for the making, or
   * makes none (the function is NULL, too): the host does. ERR_MEMORY: what it has not room for at all; ERR_DEVICE. */
  Status (*make)(Backend *be, const GraphPlan *plan, Graph **graph, BfsMachine **out);
  Status (*rows)(Backend *be, BfsMachine *machine, Graph *graph);
  void (*close)(Backend *be, BfsMachine *machine); /* NULL allowed */
  /* Levels of all vertices from one source, which stay in the machine until the next call: is complete when it returns.
   * ERR_STOPPED, ERR_DEVICE, ERR_MEMORY. */
  Status (*search)(Backend *be, BfsMachine *machine, BfsMethod method, uint32_t source);
  /* What the last search has found. */
  Status (*record)(Backend *be, BfsMachine *machine, BfsRecord *out);
  /* Its levels, BFS_NO_LEVEL where there is none; level: (n) on the host. */
  Status (*levels)(Backend *be, BfsMachine *machine, uint32_t *level);
  /* Its parents: the source is its own, that of another vertex with a level is the smallest one a level below from which an arc leads there;
   * BFS_NO_LEVEL where there is no level. parent: (n) on the host; NULL: they stay in the machine, which is what is measured. ERR_DEVICE,
   * ERR_MEMORY. */
  Status (*parents)(Backend *be, BfsMachine *machine, uint32_t *parent);
  /* Records of up to BFS_BATCH sources, which may repeat, searched at once (Then et al., "The more the merrier: efficient multi-source graph
   * traversal", VLDB 2014). */
  Status (*batch)(Backend *be, BfsMachine *machine, const uint32_t *sources, uint32_t count, BfsRecord *out);
  /* From now on batches add to sums, which are zero. ERR_MEMORY, ERR_DEVICE. */
  Status (*sums_open)(Backend *be, BfsMachine *machine);
  /* sums: (BFS_SUMS * n) on the host. */
  Status (*sums)(Backend *be, BfsMachine *machine, uint64_t *sums);
  /* For people. */
  Status (*describe)(Backend *be, Description *out);
} BfsKernels;

#endif
