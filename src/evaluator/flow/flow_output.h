/* The answer of one network as files: its flow as a DIMACS solution, its minimum cut as text; NAME.h5 as HDF5 (flow_arrays.h). Local, host only. */
#ifndef CORDEE_EVALUATOR_FLOW_FLOW_OUTPUT_H
#define CORDEE_EVALUATOR_FLOW_FLOW_OUTPUT_H

#include "graph/network.h"

typedef struct FlowOutput {
  const char *name; /* of the network, for a comment */
  const Network *network;
  const int64_t *flow; /* (arcs) */
  const uint8_t *side; /* (vertices) 1: the sink's side of the cut */
  int64_t value;
} FlowOutput;

/* "s VALUE", then "f TAIL HEAD FLOW" for each arc that has one, in the order of the file. ERR_IO. */
Status flow_output_flow(const char *path, const FlowOutput *output);
/* "s VALUE", then "n VERTEX s" or "n VERTEX t" for each vertex, then "a TAIL HEAD CAPACITY" for each arc of the cut. ERR_IO. */
Status flow_output_cut(const char *path, const FlowOutput *output);

#endif
