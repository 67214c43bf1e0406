/* The proof of a maximum flow, by code that shares nothing with what found it: the flow of every arc is within its capacity, what enters a
 * vertex leaves it, and a cut has the capacity that the flow has. */
#ifndef CORDEE_EVALUATOR_FLOW_FLOW_CERTIFICATE_H
#define CORDEE_EVALUATOR_FLOW_FLOW_CERTIFICATE_H

#include "graph/network.h"

/* flow (arcs); side (vertices): 1 on the sink's side of the cut. balance (vertices): room. cut_arcs: those that cross the cut. ERR_INTERNAL
 * says what is wrong. Any thread may call it. */
Status flow_certify(const Network *network, const int64_t *flow, const uint8_t *side, int64_t value,
                    int64_t *balance, uint32_t *cut_arcs);

#endif
