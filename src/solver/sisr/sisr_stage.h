/* The stage of a run in which fewer vehicles are looked for, before distances count: the first epochs where the fewest vehicles come first and
 * the fleet is not to be exactly so large; and, whatever is wanted, where the start that is made by savings breaks a limit on the fleet, until there is a
 * solution. Every island has a search (fleet_search.h) on the host; chains stand still. After each epoch all chains of
 * an island have the best solution of its search, and migrate as ever; a search goes on from its island's cheapest chain if that has
 * fewer routes. An epoch has as many iterations an island as an annealing chain's has proposals.
 *
 * The stage ends when a share of the run is over (SisrPlan.vehicles_share), of epochs or, without a budget, of the time, or when all islands
 * have as few routes as demands allow. Then all chains of an island begin with its cheapest one. While an island has no solution, the stage goes on,
 * for the whole run if need be; islands without one take their neighbour's, which migrates as ever. Meanwhile chains that have no solution cost
 * COST_NONE, and nothing is put on the backend. */
#ifndef CORDEE_SOLVER_SISR_SISR_STAGE_H
#define CORDEE_SOLVER_SISR_SISR_STAGE_H

#include "fleet_inputs.h"
#include "sisr_archipelago.h"

#define SISR_STAGE_OPEN  UINT32_MAX
#define SISR_STAGE_SEEKS (UINT32_MAX - 1)

typedef struct SisrStage {
  FleetSearch *search; /* (islands here) */
  FleetInputs inputs;
  uint32_t
      end; /* the epoch in which annealing begins; SISR_STAGE_OPEN: not known yet; SISR_STAGE_SEEKS: nor has every island a solution */
  uint64_t open;    /* islands of all ranks whose searches were not over at the last epoch's end */
  uint64_t seeking; /* of them those without a solution */
  double begun;     /* share of the time at which annealing began; 0 after load */
} SisrStage;

/* Has a run of the plan a stage? */
bool sisr_has_stage(const Instance *inst, const Plan *plan);
/* Host bytes of `islands`. */
uint64_t sisr_stage_bytes(const Instance *inst, const Plan *plan, uint32_t islands);
/* a->stage, if the run has one. ERR_MEMORY; ERR_STOPPED. To be freed in any case. */
Status sisr_stage_make(Archipelago *a);
void sisr_stage_free(Archipelago *a);

/* In order of a run; all do nothing without a stage. */
void sisr_stage_start(Archipelago *a);                 /* searches begin with the start solution */
void sisr_stage_begin(Archipelago *a, uint32_t epoch); /* an epoch but the first: does the stage end? */
void sisr_stage_run(Archipelago *a, uint32_t rounds);  /* rounds_done grows */
void sisr_stage_close(Archipelago *a);                 /* the epoch is over: chains and champions */
uint64_t sisr_stage_vote(
    const Archipelago
        *a); /* searches here that are not over, and of them those without a solution: as one number, */
void sisr_stage_agree(Archipelago *a, uint64_t votes); /* of which this is the sum over all ranks */

bool sisr_stage_on(const Archipelago *a);
bool sisr_stage_seeks(
    const Archipelago *a); /* is there, in this epoch, an island of any rank without a solution? */
bool sisr_stage_late(const Archipelago *a); /* is its time over? */
uint64_t
sisr_stage_open(const Archipelago *a); /* islands here whose searches are not over; 0: the stage is */
/* The first epoch of annealing, 0 while it is not known; the share of the time for annealing that is over. */
uint32_t sisr_stage_end(const Archipelago *a);
double sisr_stage_share(const Archipelago *a);
/* The searches' best solutions, to be champions if they are cheaper. */
void sisr_stage_offer(const Archipelago *a, Champions *to);

/* Fields of checkpoints, if the run has a stage. ERR_FORMAT: a state that is none. */
Status sisr_stage_save(const Archipelago *a, FieldSet *out);
Status sisr_stage_load(Archipelago *a, uint32_t epoch, const FieldSet *in);

#endif
