/* Orienteering: where routes cost nothing, places and solutions of equal prizes differ in distance alone. Chains then have another unit of
 * cost: that of the instance times 2^shift, plus the distance of all routes, which is less than 2^shift; so the shorter one of two solutions
 * of equal cost is the cheaper one, and no other order changes. Kernels see prizes in this unit and a cost of distance. Annealing, which sees
 * prices of absence (ruin_kernels.h), exchanges prizes for distance: a customer of the mean prize is worth RUIN_TIES_WORTH times the mean
 * distance to near ones. Host only, local. */
#ifndef CORDEE_SOLVER_RUIN_RUIN_TIES_H
#define CORDEE_SOLVER_RUIN_RUIN_TIES_H

#include "ruin_kernels.h"

/* Measured on team orienteering of Chao. */
#define RUIN_TIES_WORTH 1.5
/* Temperatures are so many times as high as where routes have a price. */
#define RUIN_TIES_HOT 2.0

/* Sets task->shift, and what of task->host depends on it; its other members are set before. ERR_MEMORY. */
Status ruin_ties_make(const RoutesInstance *routes, RuinTask *task);
/* NULL members allowed. */
void ruin_ties_free(RuinTask *task);
/* The cost of a solution in the chains' unit, of its cost in the instance's. */
int64_t ruin_ties_cost(const Instance *inst, const RuinTask *task, const int32_t *gene, int64_t cost);

#endif
