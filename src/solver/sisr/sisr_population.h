/* The chains of an island as a population (--generations above 1): a memetic algorithm (Moscato 1989) whose local search is a short annealing.
 *
 * A run has G generations. The first is the annealing from --hot to --cold, for a share of the run (--first-share); the others share the rest
 * in equal parts, and in each the temperature falls from --reheat to --cold. A generation begins with an epoch.
 *   best    of a chain: its cheapest solution of the generation, as of the ends of rounds (parts: of each part);
 *   elite   of a chain: when a generation ends, its best replaces its elite if it is cheaper, and no other elite of the island costs the same;
 *   child   what a chain begins the next generation with: the recombination (search/routes/route_crossover.h) of its elite with that of another
 *           chain of its island, which is drawn.
 * There are no tournaments. The island's cheapest elite migrates: it takes the place of the costliest elite of the next island, if it is
 * cheaper and no other elite there costs the same. */
#ifndef CORDEE_SOLVER_SISR_SISR_POPULATION_H
#define CORDEE_SOLVER_SISR_SISR_POPULATION_H

#include "sisr_archipelago.h"

typedef struct SisrPopulation {
  uint32_t generation;             /* from 0 */
  int32_t *best, *elite;           /* (chains, customers) */
  int64_t *best_cost, *elite_cost; /* (chains) COST_NONE: none yet */
} SisrPopulation;

bool sisr_has_population(const Plan *plan);
/* Host bytes of so many chains. */
uint64_t sisr_population_bytes(const Instance *inst, const Plan *plan, uint64_t chains);
/* a->population, if the run has one. ERR_MEMORY. To be freed in any case. */
Status sisr_population_make(Archipelago *a);
void sisr_population_free(Archipelago *a);

/* Whether another chain of the island of chain c has an elite of this cost. */
bool sisr_elite_known(const Archipelago *a, uint32_t c, int64_t cost);
/* Between two epochs, after migration: bests, and at the end of a generation elites and children. ERR_MEMORY. */
Status sisr_population_next(Archipelago *a, uint32_t epoch);

/* The generation of a share of the run, 0 to 1; how much of generation g is over at that share, 0 to 1. */
uint32_t sisr_generation(const SisrPlan *plan, double share);
double sisr_generation_share(const SisrPlan *plan, uint32_t g, double share);
/* Of the chains of island `island` (of the ring) at the share of the run, in units. */
double sisr_chain_temperature(const Archipelago *a, uint32_t island, double share);

/* Fields of checkpoints, if the run has a population. ERR_FORMAT: a state that is none. */
Status sisr_population_save(const Archipelago *a, FieldSet *out);
Status sisr_population_load(Archipelago *a, const FieldSet *in);

#endif
