/* Maximum flow on one processor: push-relabel, the highest label first (Goldberg and Tarjan 1988; Cherkassky and
 * Goldberg, "On implementing the push-relabel method for the maximum flow problem", Algorithmica 19, 1997), with
 * labels from the sink again and again and with gaps. A first stage finds the value and the cut, a second one takes
 * what cannot reach the sink back to the source. */
#ifndef CORDEE_EVALUATOR_FLOW_PUSH_RELABEL_H
#define CORDEE_EVALUATOR_FLOW_PUSH_RELABEL_H

#include "flow_kernels.h"

/* In FlowAnswer phases are searches from the sink, rounds are new labels. Local, one thread. ERR_MEMORY, ERR_STOPPED. */
Status push_relabel(const FlowView *network);

#endif
