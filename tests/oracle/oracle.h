/* The oracle: what a climber must do, in the plainest C, from the contract's prose (src/solver/climb/climb_kernels.h).
 * Shares no code with the kernels: distances are the judge's, the generator is Random123 called directly. */
#ifndef CORDEE_TESTS_ORACLE_ORACLE_H
#define CORDEE_TESTS_ORACLE_ORACLE_H

#include "instance.h"
#include "solver/pso/pso_plan.h"

/* Start tours of a climber into tour (n). */
void oracle_random(uint64_t seed, uint32_t island, uint32_t climber, int32_t n, int32_t *tour);
void oracle_kick(uint64_t seed, uint32_t island, uint32_t climber, int32_t n, const int32_t *champion,
                 int32_t *tour);

/* Best improving 2-opt move of all: its delta (0: none), positions in *i < *j. */
int64_t oracle_move(const Instance *inst, const int32_t *tour, int32_t *i, int32_t *j);
void oracle_apply(int32_t n, int32_t *tour, int32_t i, int32_t j);

/* Best improving swap of all: its delta (0: none), positions in 1 <= *i < *j. */
int64_t oracle_swap(const Instance *inst, int32_t *tour, int32_t *i, int32_t *j);
void oracle_swap_apply(int32_t *tour, int32_t i, int32_t j);

/* At most `steps` steps, by 2-opt or by swaps; returns the steps done, the finishing one (which finds no move) included. */
uint32_t oracle_climb(const Instance *inst, int32_t *tour, uint32_t steps);
uint32_t oracle_swap_climb(const Instance *inst, int32_t *tour, uint32_t steps);

int64_t oracle_cost(const Instance *inst, const int32_t *tour);

/* All swarms of a run, by the contract of src/solver/pso/pso_kernels.h; arrays have its shapes. */
typedef struct OraclePso {
  const Instance *inst;
  const Plan *plan;
  uint32_t k;                    /* next iteration */
  float *x, *v, *b;              /* (S, T, P) */
  uint32_t *b_fitness;           /* (S, P) */
  float *g, *h;                  /* (S, T) */
  uint32_t *g_fitness, *h_known; /* (S) */
} OraclePso;

OraclePso *oracle_pso_start(const Instance *inst, const Plan *plan);
void oracle_pso_step(OraclePso *o);
void oracle_pso_exchange(OraclePso *o);
void oracle_pso_free(OraclePso *o);

#endif
