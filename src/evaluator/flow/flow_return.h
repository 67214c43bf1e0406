/* Excesses of a network go back to the source, which makes a flow of what push-relabel and pseudoflows leave. In phases as those of waves
 * (flow_kernels.h): exact distances to the source are searched; then each vertex with an excess, the farthest first, sends it to the
 * vertices that are one nearer. What is left over is farther away in the next phase. */
#ifndef CORDEE_EVALUATOR_FLOW_FLOW_RETURN_H
#define CORDEE_EVALUATOR_FLOW_FLOW_RETURN_H

#include "flow_kernels.h"

/* No vertex but source and sink keeps an excess. excess (vertices) 0 or more; level, queue (vertices): room. ERR_STOPPED. */
Status flow_return(const FlowView *network, uint32_t *level, uint32_t *queue, int64_t *excess);

#endif
