/* Inside the swarm kernels of the CPU. A tile is as many particles as a vector has lanes. pso.c iterates over
 * swarms and tiles; pso_avx512.c, pso_avx2.c and pso_plain.c process a tile, all with the body in pso_lanes.h. */
#ifndef CORDEE_CPU_PSO_PSO_TILE_H
#define CORDEE_CPU_PSO_PSO_TILE_H

#include "solver/pso/pso_kernels.h"

enum { TILE_LANES_MAX = 16, TILE_MACHINES = 16 }; /* up to TILE_MACHINES loads are kept in registers */

typedef struct TileJob { /* common to all tiles of an iteration */
  const PsoProblem *problem;
  const PsoState *state;
  const uint32_t *ticks; /* (T, M), and TILE_MACHINES elements of padding, which are readable */
  uint32_t key[10][2];   /* of Philox' rounds */
  float offset[3];       /* c (-1 + 2^-17): see pso_scaled */
} TileJob;

typedef struct TileOps {
  const char *name;
  int32_t lanes;
  /* Iteration k with inertia w of particles first .. first + count - 1 of swarm s: new x, v, b and b's fitness. `loads`:
   * (M, lanes), scratch if M is above TILE_MACHINES. */
  void (*step)(const TileJob *job, uint32_t s, int32_t first, int32_t count, float w, uint32_t k,
               uint32_t *loads);
} TileOps;

/* The fastest for this processor; $CORDEE_SIMD = avx512, avx2 or plain overrides. */
const TileOps *tile_find(void);

extern const TileOps tile_avx512, tile_avx2, tile_plain;

#endif
