/* Networks as bytes without pointers, for items. Local, host only. */
#ifndef CORDEE_EVALUATOR_FLOW_FLOW_PACK_H
#define CORDEE_EVALUATOR_FLOW_FLOW_PACK_H

#include "graph/network.h"

/* Bytes of a packed network, a multiple of 8. */
size_t flow_packed_bytes(const Network *n);
void flow_pack(const Network *n, char *to);
/* A copy of the network that was packed at `from`. ERR_MEMORY. Any thread may call it. */
Status flow_unpack(const char *from, Network *out);

#endif
