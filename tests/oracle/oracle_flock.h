/* The oracle of swarms of tours: the plainest C from the contract's prose (src/solver/pso_tours/flock_kernels.h), without local search. Shares no
 * code with the kernels: cities are searched for from the front, distances are the judge's, the generator is Random123 called
 * directly. */
#ifndef CORDEE_TESTS_ORACLE_ORACLE_FLOCK_H
#define CORDEE_TESTS_ORACLE_ORACLE_FLOCK_H

#include "instance.h"

enum { ORACLE_FLOCK_CITIES = 64, ORACLE_FLOCK_PARTICLES = 8 };

typedef struct OracleParticle {
  int32_t x[ORACLE_FLOCK_CITIES], b[ORACLE_FLOCK_CITIES];
  int32_t v[ORACLE_FLOCK_CITIES][2], length;
  int64_t cost, b_cost;
} OracleParticle;

typedef struct OracleFlock { /* one swarm; internal numbers */
  const Instance *inst;
  const int32_t *order; /* (n) */
  uint64_t seed;
  uint32_t island, particles;
  double w, c1, c2;
  OracleParticle particle[ORACLE_FLOCK_PARTICLES];
  int32_t g[ORACLE_FLOCK_CITIES];
  int64_t g_cost;
} OracleFlock;

void oracle_flock_start(OracleFlock *o);
void oracle_flock_move(OracleFlock *o, uint32_t iteration);

#endif
