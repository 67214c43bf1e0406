/* Lattices side by side, one in each lane of vectors. batch_plain.c, batch_avx2.c and batch_avx512.c compile the same body
 * (batch_body.h) around instructions of their own; values are the same. */
#ifndef CORDEE_CPU_LOOKBACK_BATCH_H
#define CORDEE_CPU_LOOKBACK_BATCH_H

#include <stdbool.h>
#include "evaluator/lookback/lookback_kernels.h"

enum { BATCH_LANES = 8 };

typedef struct BatchRoom { /* a thread's */
  double *g, *k;           /* (nodes, BATCH_LANES), aligned to a vector; owned */
  uint32_t nodes;
} BatchRoom;

/* Room for so many nodes at least; what is there is kept, other g are 0. ERR_MEMORY. */
Status batch_room(BatchRoom *room, uint64_t nodes);
void batch_room_free(BatchRoom *room);

typedef struct Batch {
  const LookbackLattice *lattice[BATCH_LANES]; /* the same one may stand in several lanes */
  LookbackValue value[BATCH_LANES];
  bool full;
} Batch;

typedef Status BatchRun(Batch *batch, BatchRoom *room);
extern BatchRun batch_avx512, batch_avx2, batch_plain;

/* The first BATCH_LANES of `left` trees, or all. ERR_MEMORY. */
typedef Status VanillaRun(const VanillaTree *trees, uint32_t left, double *values);
extern VanillaRun vanilla_avx512, vanilla_avx2, vanilla_plain;

/* One tree; f and stock have room for steps + 1 doubles. */
typedef void AmericanRun(const AmericanTree *tree, double *f, double *stock, AmericanValue *value);
extern AmericanRun american_avx512, american_avx2, american_plain;

/* At most BATCH_LANES options of as many steps, by finite differences. `room` is grid_room() bytes, aligned to a vector. */
typedef void GridsRun(const LookbackLattice *options, uint32_t count, void *room, GridValue *values);
extern GridsRun grids_avx512, grids_avx2, grids_plain;
size_t grid_room(void);

#endif
