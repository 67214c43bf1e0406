/* The cost of a position as the "pso" solver takes it: what champions are ordered by. Host only. The judge has formulas of its own
 * (src/problem/function/judge_position.c), and a run ends if the two are further apart than rounding can make them. */
#ifndef CORDEE_SOLVER_PSO_PSO_COST_H
#define CORDEE_SOLVER_PSO_PSO_COST_H

#include "instance.h"

/* In units of 10^-decimals, to the nearest; COST_NONE: too much for a cost. position: n floats, as bits. ERR_INTERNAL: not a number. Local. */
Status pso_cost(const Instance *inst, const int32_t *position, int64_t *cost);

#endif
