/* The answer of one network as HDF5 files. Vertices and arcs count from 0, the program's own are left out. Local, host only. */
#ifndef CORDEE_EVALUATOR_FLOW_FLOW_ARRAYS_H
#define CORDEE_EVALUATOR_FLOW_FLOW_ARRAYS_H

#include "flow_output.h"

/* value (1), and of all arcs in the order of the file: tail, head, capacity, flow. ERR_IO. */
Status flow_arrays_flow(const char *path, const FlowOutput *output);
/* value (1), side (vertices; 1: the sink's), and of the arcs of the cut: tail, head, capacity. ERR_IO, ERR_MEMORY. */
Status flow_arrays_cut(const char *path, const FlowOutput *output);

#endif
