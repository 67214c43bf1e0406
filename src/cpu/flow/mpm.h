/* Maximum flow by phases of minimum potentials: Malhotra, Pramodh Kumar and Maheshwari (Information Processing Letters 7, 1978) in the form
 * of S. Solomon (2012), whose steps are those of a GPU, here one after the other on the host: layers by breadth-first search, potentials,
 * pruning, then again and again the vertex of the least potential, from which as much is pushed layer by layer to the sink and pulled from the
 * source. "Base" looks at every vertex in every step, "active" at lists of those that take part.
 *
 * Corrected, of what was published:
 *   1. arcs back, along which flow is taken off again, are useful arcs too. Without them (`forward`) it stops at 77.7% of the
 *      maximum on rlg:rows=128,levels=128,seed=4, at 77 to 83% on others of that size: tests/evaluator/flow/test_flow.c;
 *   2. pruning a vertex that has no way on takes off the potentials of the vertices before it, and one that nothing reaches those of
 *      the vertices behind it; source and sink are exempt, whose other potential is unbounded;
 *   3. the amount at a vertex decides whether it pushes, not the flow of an arc; amounts are cleared after an iteration, and a
 *      vertex takes part while it is not pruned;
 *   4. the value is what leaves the source, not the sum over all arcs. */
#ifndef CORDEE_CPU_FLOW_MPM_H
#define CORDEE_CPU_FLOW_MPM_H

#include "evaluator/flow/flow_kernels.h"

/* In FlowAnswer rounds are iterations of minimum potential. forward: as published, without arcs back, which is no maximum flow. Ties go
 * to the vertex of the smallest number. Local, one thread. ERR_MEMORY, ERR_STOPPED. */
Status mpm_flow(const FlowView *network, MpmForm form, bool forward);

/* Seconds of the parts of all phases. */
typedef struct MpmTimes {
  double layers; /* searches and potentials */
  double prune, least, send;
} MpmTimes;

/* The maximum flow, and what it took. */
Status mpm_flow_timed(const FlowView *network, MpmForm form, MpmTimes *times);

#endif
