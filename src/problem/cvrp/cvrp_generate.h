/* Seeded instances of vehicle routing: `cordee generate`. What people read of them is in cvrp_generators.c. Local, host only. */
#ifndef CORDEE_PROBLEM_CVRP_CVRP_GENERATE_H
#define CORDEE_PROBLEM_CVRP_CVRP_GENERATE_H

#include "generator.h"
#include "cvrp_recipe.h"

/* The instance of a recipe with nothing open. Capacity: the smallest for routes of the wanted length, and for the largest demand. *out is
 * owned by the caller. ERR_MEMORY. */
Status cvrp_generate(const CvrpRecipe *recipe, Instance **out);

extern const Generators cvrp_generators; /* Problem.generators */

#endif
