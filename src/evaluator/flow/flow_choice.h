/* Which method computes a network. */
#ifndef CORDEE_EVALUATOR_FLOW_FLOW_CHOICE_H
#define CORDEE_EVALUATOR_FLOW_FLOW_CHOICE_H

#include "flow_kernels.h"

typedef enum FlowMethod { FLOW_AUTO, FLOW_PUSH_RELABEL, FLOW_WAVES, FLOW_MPM, FLOW_MPM_ACTIVE } FlowMethod;

/* The words of --method, ended by NULL, in the order of FlowMethod. */
extern const char *const flow_methods[];
static inline const char *flow_method_name(FlowMethod method) { return flow_methods[method]; }

typedef struct FlowChoice {
  FlowMethod method; /* never FLOW_AUTO */
  uint32_t depth;    /* arcs of the longest of all shortest ways to the sink */
  uint32_t width;    /* vertices from which it can be reached, a level */
} FlowChoice;

/* By a search from the sink, with FLOW_AUTO: waves if the network is no deeper than FLOW_DEPTH or at least FLOW_WIDTH wide, else push-relabel. It
 * depends on the network alone, so that records do. The network is as it was in the beginning. ERR_MEMORY. */
enum { FLOW_DEPTH = 24, FLOW_WIDTH = 4096 };
Status flow_choose(const FlowView *network, FlowMethod asked, FlowChoice *out);
/* The same after the search: its last level, and how many vertices it found. */
FlowChoice flow_choice(FlowMethod asked, uint32_t depth, uint32_t reached);

/* All networks of a batch by one method of the backend: any but FLOW_PUSH_RELABEL; FLOW_AUTO is waves. */
Status flow_kernels_run(Backend *be, const FlowBatch *batch, FlowMethod method);

#endif
