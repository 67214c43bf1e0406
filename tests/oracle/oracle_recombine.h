/* The oracle of recombination: what a child must be, in the plainest C, from the contract's prose
 * (src/solver/eax/recombine_kernels.h). Whole tours are walked wherever the kernels keep segments. */
#ifndef CORDEE_TESTS_ORACLE_ORACLE_RECOMBINE_H
#define CORDEE_TESTS_ORACLE_ORACLE_RECOMBINE_H

#include "instance.h"
#include "solver/eax/recombine_kernels.h"

/* The child (n) of pair i; task's arrays are on the host and its numbers the instance's; task->child is not used. */
RecombineResult oracle_recombine(const Instance *inst, const RecombineTask *task, uint32_t i, int32_t *child);

#endif
