/* The oracle of task matching's annealer: a whole run of the ring in the plainest C, from the prose of
 * src/solver/anneal_tasks/anneal_kernels.h and anneal_step.h. Assignments are machines, not ranks; loads are sums made anew; what is in use,
 * and where sizes begin in a list, is found by looking from one end to the other. The problem is the model's host tables
 * (which test_anneal_tables.c checks); nothing else is shared. */
#ifndef CORDEE_TESTS_ORACLE_ORACLE_ANNEAL_H
#define CORDEE_TESTS_ORACLE_ORACLE_ANNEAL_H

#include "solver/anneal_tasks/anneal_archipelago.h"

typedef struct OracleAnneal {
  const Instance *inst;
  const Plan *plan; /* complete */
  const AnnealModel *model;
  uint64_t step; /* next */
  uint32_t epoch;
  int32_t *assignment, *kept;           /* (islands * chains, n) machine of each task */
  int32_t *best, *target;               /* (islands * chains) ticks */
  int32_t start_best;                   /* of every chain at first */
  int64_t *champion_cost;               /* (islands) */
  int32_t *champion_gene;               /* (islands, n) */
  uint64_t made, made_by[ANNEAL_MOVES]; /* steps that were made: all; of one move, of two, ... */
} OracleAnneal;

/* Epoch 0, nothing done yet. All arguments must outlive it. */
OracleAnneal *oracle_anneal_start(const Instance *inst, const Plan *plan, const AnnealModel *model);
/* Steps of every chain, at most to the epoch's end, where champions are looked at. */
void oracle_anneal_advance(OracleAnneal *o, uint64_t steps);
/* The exchange along the ring, and the beginning of the next epoch. */
void oracle_anneal_exchange(OracleAnneal *o);
void oracle_anneal_free(OracleAnneal *o);

uint64_t oracle_anneal_epoch_steps(const Plan *plan);

#endif
