/* The search for a first solution of the "3opt" solver, where savings break a limit of the fleet: absence counters (solver/sisr/fleet_search.h), in
 * epoch 0, which goes on until there is a solution. Without a time limit it is given up after SEEK_USUAL iterations a customer. */
#ifndef CORDEE_SOLVER_THREE_OPT_THREE_OPT_SEEK_H
#define CORDEE_SOLVER_THREE_OPT_THREE_OPT_SEEK_H

#include "solver/sisr/fleet_inputs.h"
#include "three_opt_archipelago.h"

typedef struct ThreeOptSeek {
  int32_t *first; /* (customers) what savings have made */
  FleetInputs inputs;
  FleetSearch search;
  uint64_t done; /* iterations */
} ThreeOptSeek;

/* a->seek, if the run begins with a search: on every rank, with or without its island. ERR_MEMORY, ERR_STOPPED. To be freed in any case. */
Status three_opt_seek_make(Archipelago *a);
void three_opt_seek_free(Archipelago *a);

/* On the rank that has the island. */
void three_opt_seek_start(Archipelago *a);
bool three_opt_seeks(const Archipelago *a);     /* has the island no solution yet? */
bool three_opt_seek_over(const Archipelago *a); /* is it given up? */
void three_opt_seek_run(Archipelago *a, uint32_t steps);

/* Fields of checkpoints, if the run begins with a search. ERR_FORMAT, ERR_MEMORY. */
Status three_opt_seek_save(const Archipelago *a, FieldSet *out);
Status three_opt_seek_load(Archipelago *a, const FieldSet *in);

#endif
