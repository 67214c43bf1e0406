/* The exact cost of a position for the "pso" solver, by which it orders champions. Host only. The judge has
 * formulas of its own (src/problem/function/function.c); a run ends with an error if the two differ by
 * more than rounding can explain. */
#ifndef CORDEE_SOLVER_PSO_PSO_COST_H
#define CORDEE_SOLVER_PSO_PSO_COST_H

#include "instance.h"

/* The cost in units of 10^-decimals, rounded to the nearest; COST_NONE: too large for a cost. position: n
 * floats, as bits. ERR_INTERNAL: not a number. Local. */
Status pso_cost(const Instance *inst, const int32_t *position, int64_t *cost);

#endif
