/* What the files of this folder share. */
#ifndef CORDEE_CPU_BFS_MACHINE_H
#define CORDEE_CPU_BFS_MACHINE_H

#include "evaluator/bfs/bfs_kernels.h"

enum {
  WORD_BITS = 64,
  AT_ONCE = 256, /* sources */
  TAKE = 256     /* vertices of a list, or words, that a thread takes at once */
};

typedef struct Frontier { /* of a level */
  uint32_t *vertex;
  uint64_t count, arcs; /* arcs: that leave them */
} Frontier;

typedef struct Mask { /* a bit for each of AT_ONCE sources */
  uint64_t word[AT_ONCE / WORD_BITS];
} Mask;

struct BfsMachine {
  const Graph *g;
  int threads;
  uint64_t words;         /* of a bitmap */
  uint32_t *level;        /* (n) */
  uint64_t *seen, *fresh; /* (words) vertices that have a level; the next ones while a level looks inwards */
  Frontier now, next;     /* (n) each */
  Mask *mask_seen, *mask,
      *acquired; /* (n) each of a batch: all sources that reached it, the frontier's, the next one's; NULL: no batch yet */
  uint64_t *sums; /* (BFS_SUMS * n); NULL: batches add to none */
};

/* Searches from a source whose level is set, and no other: machine->level. ERR_STOPPED. */
Status search_bits(BfsMachine *m, uint32_t source, bool inwards);
Status search_basic(BfsMachine *m);
Status search_active(BfsMachine *m, uint32_t source);
/* Up to AT_ONCE. */
Status search_batch(BfsMachine *m, const uint32_t *sources, uint32_t count, BfsRecord *out);

#endif
