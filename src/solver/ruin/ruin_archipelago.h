/* Inside the "ruin" solver: ruin.c (the story of a task), ruin_state.c (what an archipelago has, between epochs), ruin_batch.c (many tasks that
 * share launches). */
#ifndef CORDEE_SOLVER_RUIN_RUIN_ARCHIPELAGO_H
#define CORDEE_SOLVER_RUIN_RUIN_ARCHIPELAGO_H

#include "ruin_plan.h"
#include "solver/batch.h"
#include "solver/island_state.h"

struct Archipelago {
  ISLAND_STATE
  RuinTask task;
  RuinPlace *place;
  RuinState state;
  int32_t *gene; /* host copies of the state's arrays */
  int64_t *cost, *kept_cost, *price;
  float *temperature;  /* (chains here) */
  double unit;         /* of temperatures */
  double begun, paced; /* shares of the time that are over: at load, and now */
  double share;        /* of the run, at the begin of this epoch */
  uint64_t proposals;
};

/* Solver's functions of these names. */
Status ruin_create(const Instance *inst, Backend *be, const Plan *plan, Span span, Archipelago **out);
void ruin_needs(const Instance *inst, const Backend *be, const Plan *plan, Span span, Memory *out);
Status ruin_start(Archipelago *a, const int32_t *initial);
Status ruin_begin(Archipelago *a, uint32_t epoch);
/* Solver.create of all islands of a task that advances with others (RuinKernels.advance_all). */
Status ruin_create_shared(const Instance *inst, Backend *be, const Plan *plan, Archipelago **out);
/* RuinTurn.fewer in this epoch. */
bool ruin_seeks(const Archipelago *a);
/* So many rounds more are over. */
void ruin_turned(Archipelago *a, uint32_t rounds);

/* ruin_batch.c */
extern const Batching ruin_batching;

#endif
