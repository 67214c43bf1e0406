/* What the files of this folder share. */
#ifndef CORDEE_CPU_BFS_MACHINE_H
#define CORDEE_CPU_BFS_MACHINE_H

#include "evaluator/bfs/bfs_kernels.h"

enum { WORD_BITS = 64, TAKE = 256 /* vertices of a list, or words, that a thread takes at once */ };

typedef struct Frontier { /* of a level */
  uint32_t *vertex;
  uint64_t count, arcs; /* arcs: that leave them */
} Frontier;

typedef struct Mask { /* a bit for each source of a batch */
  uint64_t word[BFS_BATCH / WORD_BITS];
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
};

/* Searches from a source whose level is set, and no other: machine->level. ERR_STOPPED. */
Status search_bits(BfsMachine *m, uint32_t source, bool inwards);
Status search_basic(BfsMachine *m);
Status search_active(BfsMachine *m, uint32_t source);
Status search_batch(BfsMachine *m, const uint32_t *sources, uint32_t count, BfsRecord *out);

#endif
