/* Networks on the host, side by side in the form of the kernels, and back: flows of arcs. */
#ifndef CORDEE_EVALUATOR_FLOW_FLOW_HOST_H
#define CORDEE_EVALUATOR_FLOW_FLOW_HOST_H

#include "flow_kernels.h"
#include "graph/network.h"

typedef struct FlowHost {
  uint32_t count;
  FlowBatch batch; /* its arrays are the host's; owned */
  FlowNet *net;    /* (count) owned */
  uint32_t *first, *head, *mate;
  uint32_t *place;  /* (arcs of all) of each arc; UINT32_MAX: it joins a vertex to itself */
  uint64_t *arc_at; /* (count) in place */
} FlowHost;

/* Room for these networks, nothing filled in. ERR_MEMORY. */
Status flow_host_alloc(uint32_t count, const Network *networks, FlowHost *out);
void flow_host_free(FlowHost *host);
/* Puts network k there. Several threads may do so at once, for different k. */
void flow_host_fill(FlowHost *host, uint32_t k, const Network *network);
/* flow[i] (network->arcs) of arc i, from the residual capacities of network k. */
void flow_host_flows(const FlowHost *host, uint32_t k, const Network *network, int64_t *flow);

/* The same on a backend, to be released by flow_device_free: a copy of what the host's arrays hold, on the "cpu" too. ERR_MEMORY,
 * ERR_DEVICE. */
Status flow_device_make(Backend *be, const FlowBatch *host, FlowBatch *out);
/* Residual capacities as the host's are. */
Status flow_device_reset(Backend *be, const FlowBatch *host, FlowBatch *device);
/* Residual capacities, sides and answers, to the host: of all networks, also of those that were not computed. */
Status flow_device_fetch(Backend *be, const FlowBatch *device, const FlowBatch *host);
void flow_device_free(Backend *be, FlowBatch *device);

#endif
