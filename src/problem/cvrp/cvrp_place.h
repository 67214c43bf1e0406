/* Places of the nodes of a seeded instance. Local, host only. */
#ifndef CORDEE_PROBLEM_CVRP_CVRP_PLACE_H
#define CORDEE_PROBLEM_CVRP_CVRP_PLACE_H

#include "status.h"
#include "cvrp_recipe.h"

/* Coordinates of node 0, the depot, and of the customers, (customers + 1) each. ERR_MEMORY. */
Status cvrp_place(const CvrpRecipe *recipe, int32_t *x, int32_t *y);

#endif
