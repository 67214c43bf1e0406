/* Maximum flow by shortest augmenting paths on a matrix of capacities (Edmonds and Karp 1972): the judge of values and cuts. Shares nothing with
 * the kernels. */
#ifndef CORDEE_TESTS_ORACLE_ORACLE_FLOW_H
#define CORDEE_TESTS_ORACLE_ORACLE_FLOW_H

#include <stdint.h>

/* The value; *sink_side: vertices from which the sink can be reached in the end. */
int64_t oracle_flow(uint32_t n, uint32_t arcs, const uint32_t *tail, const uint32_t *head,
                    const int64_t *capacity, uint32_t source, uint32_t sink, uint32_t *sink_side);

#endif
