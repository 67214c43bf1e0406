/* Time windows of a seeded instance. Local, host only. */
#ifndef CORDEE_PROBLEM_CVRP_CVRP_GENERATE_WINDOWS_H
#define CORDEE_PROBLEM_CVRP_CVRP_GENERATE_WINDOWS_H

#include "cvrp.h"
#include "cvrp_recipe.h"

/* The horizon of a recipe: what it says, or what the farthest customer needs; coordinates (customers + 1) are drawn. */
int32_t cvrp_horizon(const CvrpRecipe *recipe, const int32_t *x, const int32_t *y);

/* Windows and service times; from now on coordinates, distances (truncated) and times count tenths. ERR_MEMORY. */
Status cvrp_windows_draw(const CvrpRecipe *recipe, CvrpInstance *cvrp);

#endif
