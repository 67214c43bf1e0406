/* Maximum flow by waves, one network on one thread (flow_kernels.h). Inside this folder. */
#ifndef CORDEE_CPU_FLOW_WAVES_H
#define CORDEE_CPU_FLOW_WAVES_H

#include "evaluator/flow/flow_kernels.h"

/* Memory of a thread, kept from network to network. */
typedef struct WavesRoom {
  uint32_t vertices;
  uint32_t *word;
  int64_t *excess;
  uint64_t *bits; /* (bits_bytes) of small networks */
  size_t bits_bytes;
} WavesRoom;

/* Room for a network, and its release. ERR_MEMORY. */
Status waves_room(WavesRoom *room, const FlowView *network);
void waves_room_free(WavesRoom *room);
/* ERR_STOPPED. */
Status waves_run(const FlowView *network, const WavesRoom *room);

#endif
