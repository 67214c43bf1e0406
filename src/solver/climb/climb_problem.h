/* What the climb kernels read, made from instances: for the "climb" solver and for benches. */
#ifndef CORDEE_SOLVER_CLIMB_CLIMB_PROBLEM_H
#define CORDEE_SOLVER_CLIMB_CLIMB_PROBLEM_H

#include "climb_kernels.h"

/* Uploads `count` instances of the same n and metric in the form that the kernels read: coordinates or
 * matrices, filter and slack. The arrays of *problem are on the backend; climb_problem_free frees them, also
 * after a failure. ERR_MEMORY, ERR_DEVICE. Local. */
Status climb_problem_pack(const Instance *const *inst, size_t count, Backend *be, ClimbMove move,
                          ClimbProblem *problem);
void climb_problem_free(Backend *be, ClimbProblem *problem);

#endif
