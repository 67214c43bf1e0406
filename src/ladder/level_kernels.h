/* The ladder of breadth-first search (S. Solomon 2012): published kernels that the host drives, a launch or more for each level and an answer
 * of four bytes, to be measured beside the library's own search (`cordee-ladder bfs`). C interface; one implementation,
 * src/ladder/gpu/levels.cu. Calls are local, for one thread, on the backend that opened the ladder. */
#ifndef CORDEE_LADDER_LEVEL_KERNELS_H
#define CORDEE_LADDER_LEVEL_KERNELS_H

#include <stdbool.h>
#include "backend.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LEVEL_NONE UINT32_MAX

typedef struct LevelLadder LevelLadder; /* a graph on a device, and what the designs need */

/* A graph on the host, row by row: row v is to[offset[v]..offset[v+1]). */
typedef struct LevelGraph {
  uint32_t n;
  uint64_t arcs; /* fewer than 2^32 */
  const uint64_t *offset;
  const uint32_t *to;
} LevelGraph;

typedef struct LevelRun {
  double seconds;          /* of the search, the host's part included */
  double kernel_s, list_s; /* between events: kernels that label; scans and what else makes lists.
                            * 0: not apart, or none */
  uint32_t levels;         /* launches of the labelling kernel, the last of which finds nothing */
} LevelRun;

typedef struct LevelKernels {
  const char *(*design)(int k); /* the name of the k-th in bfs_table.c, NULL behind the last */
  /* The graph is copied. ERR_MEMORY, ERR_DEVICE. */
  Status (*open)(Backend *be, const LevelGraph *graph, LevelLadder **out);
  /* Levels from a source by design k. split: the kinds of kernels are timed apart. ERR_STOPPED, ERR_DEVICE. */
  Status (*search)(LevelLadder *l, int k, uint32_t source, bool split, LevelRun *run);
  /* Those of the last search (n); LEVEL_NONE: there is no way. */
  Status (*levels)(LevelLadder *l, uint32_t *level);
  void (*close)(LevelLadder *l); /* NULL allowed */
} LevelKernels;

#ifdef __cplusplus
}
#endif
#endif
