/* Networks in memory as items, and answers whole: the flow of every arc and the cut. Local, host only. */
#ifndef CORDEE_EVALUATOR_FLOW_FLOW_MEMORY_H
#define CORDEE_EVALUATOR_FLOW_FLOW_MEMORY_H

#include "evaluator.h"
#include "graph/network.h"

/* Items of copies of these networks. settings: of evaluator_flow. ERR_MEMORY. */
Status flow_memory_items(const Network *networks, uint64_t count, const void *settings, Items *out);

/* Items.asset of a single network whose answer is wanted whole. The program's own vertices and arcs are left out. */
typedef struct FlowAnswerRoom {
  int64_t value;
  int64_t *flow; /* (arcs) NULL: not wanted */
  uint8_t
      *side; /* (vertices) 1: on the sink's side of the minimum cut nearest to the sink; NULL: not wanted */
} FlowAnswerRoom;

#endif
