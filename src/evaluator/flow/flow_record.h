/* Records of flows. */
#ifndef CORDEE_EVALUATOR_FLOW_FLOW_RECORD_H
#define CORDEE_EVALUATOR_FLOW_FLOW_RECORD_H

#include "evaluator.h"
#include "flow_choice.h"

/* Record k is that of this network, which has been proved. */
void flow_record(Records *records, uint32_t k, const Network *network, const FlowAnswer *answer,
                 const FlowChoice *choice, uint32_t cut_arcs);

#endif
