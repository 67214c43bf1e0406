/* The rows of `cordee-ladder bfs`. */
#ifndef CORDEE_LADDER_BFS_TABLE_H
#define CORDEE_LADDER_BFS_TABLE_H

#include "published.h"

enum { BFS_DESIGNS = 7, BFS_CORE = 0, BFS_CORES = 1 };

extern const LadderDesign bfs_designs[]; /* those of LevelKernels.design, by name, and those of the library */
extern const LadderColumn bfs_columns[];

/* What the searches of a design took, of all graphs of a row. */
typedef struct BfsTotal {
  uint32_t searches, splits; /* splits: those timed kind by kind */
  double seconds, kernel_s, list_s;
} BfsTotal;

typedef struct BfsRow {
  const char *graph;
  uint32_t n, depth;
  const BfsTotal *sum; /* (BFS_DESIGNS) 0 searches: not measured, or not yet */
} BfsRow;

void bfs_row(const LadderTable *table, int design, const BfsRow *row);

#endif
