/* Batches of small networks that the backend makes for itself (flow_kernels.h): the host makes each of them once more, for the proof alone, while the
 * backend is at work on the next ones. */
#ifndef CORDEE_EVALUATOR_FLOW_FLOW_MADE_H
#define CORDEE_EVALUATOR_FLOW_FLOW_MADE_H

#include "evaluator.h"

/* How many at once; 0: these items are not such networks, or are asked for by another method. */
uint32_t flow_made_most(Backend *be, const Items *items);
/* Evaluator.run for them. */
Status flow_made_run(Backend *be, const Items *items, Records *records);

#endif
