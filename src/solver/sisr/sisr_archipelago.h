/* Inside the "sisr" solver: shared by sisr.c (epochs, champions, migration), sisr_parts.c (chains into parts), sisr_state.c (what an
 * archipelago has, and how far it is) and sisr_save.c (checkpoints). */
#ifndef CORDEE_SOLVER_SISR_SISR_ARCHIPELAGO_H
#define CORDEE_SOLVER_SISR_SISR_ARCHIPELAGO_H

#include "solver/champions.h"
#include "sisr_plan.h"

struct Archipelago {
  const Instance *inst;
  Backend *be;
  const Plan *plan;
  Span span;
  RouteData host, device; /* the instance; device's arrays are on the backend */
  int32_t *near;          /* on the backend: see SisrShape */
  SisrPlace *place;
  uint32_t chains; /* here */
  SisrPart *part;  /* (count) of all chains, in the epoch under way */
  uint32_t count;
  SisrSolutions now, kept; /* as of the epoch's begin, or of the last sisr_get */
  int64_t *cost;           /* (chains) of `now` */
  float *temperature;      /* (chains) */
  double unit;             /* of temperatures (sisr_plan.h) */
  double share;            /* of the run, when the epoch began */
  double paced;            /* share that the clock tells */
  uint32_t epoch;
  uint32_t rounds_done, rounds_all; /* of the epoch */
  uint64_t proposals;               /* since create */
  int64_t best_seen;                /* cost of the cheapest chain as of the last look; COST_NONE */
  Champions champions;
};

/* Solver.needs and Solver.destroy; sisr_make is Solver.create but for the first epoch's begin. */
void sisr_needs(const Instance *inst, const Backend *be, const Plan *plan, Span span, Memory *out);
Status sisr_make(const Instance *inst, Backend *be, const Plan *plan, Span span, Archipelago **out);
void sisr_destroy(Archipelago *a);

/* Rounds of an epoch: plan->epoch proposals a customer of every chain, at least one. */
uint32_t sisr_rounds(const Instance *inst, const Plan *plan);
/* Epoch `epoch` and its counters; touches no chain. */
void sisr_open(Archipelago *a, uint32_t epoch);

/* sisr_parts.c. Cuts every chain of now.gene into parts, by reordering its routes: sets part, count and costs of parts. The cuts depend on
 * the seed, the epoch and the chain. ERR_MEMORY; ERR_FORMAT: a part is too large for the backend. */
Status sisr_parts_cut(Archipelago *a);
/* The cost of a part's genes, that of routes included (route_cost). */
int64_t sisr_part_cost(const Instance *inst, const int32_t *gene, int32_t customers);
int32_t sisr_part_routes(const int32_t *gene, int32_t customers);
/* What a place has room for: customers of a part, and parts. */
int32_t sisr_part_room(const Instance *inst, const Plan *plan);
uint32_t sisr_parts_most(const Plan *plan, uint32_t chains);

/* Solutions and costs from the backend. ERR_DEVICE. */
Status sisr_look(Archipelago *a, bool genes);

/* sisr_save.c: Solver.save and Solver.load. */
Status sisr_save(Archipelago *a, FieldSet *out);
Status sisr_load(Archipelago *a, uint32_t epoch, const FieldSet *in);

#endif
