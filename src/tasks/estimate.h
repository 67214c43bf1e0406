/* How long tasks will take: estimates put long tasks first and tell people how long it will take; no result depends on them. Local. */
#ifndef CORDEE_TASKS_ESTIMATE_H
#define CORDEE_TASKS_ESTIMATE_H

#include "backend.h"
#include "solver.h"

enum { KINDS = 64 }; /* of tasks, at most; further ones have no estimate and are of the last kind */

/* Seconds for a task on so many ranks; the first task of a kind is run for a moment to learn the device's rate. A kind is a method and
 * its variant on instances of like size. */
double task_estimate(const Instance *inst, const Solver *solver, const Plan *plan, Backend *be, int ranks);
uint32_t task_kind(const Instance *inst, const Solver *solver, const Plan *plan,
                   Backend *be); /* below KINDS */
/* Seconds for a task that may be in a batch and takes alone_s alone; the first one of a kind is measured. */
double batch_estimate(const Instance *inst, const Solver *solver, const Plan *plan, Backend *be,
                      double alone_s);
/* Whether there is memory for such a task, some hundred megabytes of its batch included. ERR_MEMORY. */
Status task_fits(const Solver *solver, const Instance *inst, const Plan *plan, Backend *be);
void estimates_tell(char *text, size_t size); /* what was measured: "climb on uniform-200-1, anneal on ..." */

#endif
