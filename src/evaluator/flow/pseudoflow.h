/* Maximum flow on one processor by pseudoflows, the highest label first (Hochbaum, "The pseudoflow algorithm", Operations Research 56,
 * 2008; Chandran and Hochbaum, Operations Research 57, 2009). Arcs of the source and of the sink are filled, which leaves excesses and
 * deficits. Vertices form trees; a tree whose root has an excess is hung below a vertex whose label is one less, and the excess goes up to
 * the new root as far as arcs have room; at an arc that is filled, the tree is cut. A second stage (flow_return.h) takes what cannot reach
 * the sink back to the source. */
#ifndef CORDEE_EVALUATOR_FLOW_PSEUDOFLOW_H
#define CORDEE_EVALUATOR_FLOW_PSEUDOFLOW_H

#include "flow_kernels.h"

/* In FlowAnswer phases are searches of all labels, rounds are mergers of trees. Local, one thread. ERR_MEMORY, ERR_STOPPED. */
Status pseudoflow(const FlowView *network);

#endif
