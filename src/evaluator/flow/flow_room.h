/* One network after another on a thread, in the same memory: those of a generator, all of one size. */
#ifndef CORDEE_EVALUATOR_FLOW_FLOW_ROOM_H
#define CORDEE_EVALUATOR_FLOW_FLOW_ROOM_H

#include "flow_choice.h"
#include "flow_host.h"
#include "flow_items.h"

typedef struct FlowRoom {
  Network network;
  FlowHost host;           /* the network in rows; made when it is first needed */
  int64_t *flow, *balance; /* (arcs), (vertices) */
} FlowRoom;

/* `threads` of them for the networks of that generator; flow_rooms_free in any case. ERR_MEMORY. */
Status flow_rooms_make(const NetworkSpec *spec, int threads, FlowRoom **out);
void flow_rooms_free(int threads, FlowRoom *rooms);

/* Of item k of records: room->network is made, its flow found by that method or the one that is chosen, proved, recorded. `be`: its kernels are
 * called by one thread. ERR_MEMORY, ERR_STOPPED, ERR_INTERNAL. */
Status flow_room_solve(FlowRoom *room, Backend *be, const Items *items, Records *records, uint32_t k);

/* room->flow of room->network, proved and recorded. ERR_INTERNAL. */
Status flow_room_record(FlowRoom *room, Records *records, uint32_t k, const FlowChoice *choice,
                        const FlowAnswer *answer, const uint8_t *side);

/* Evaluator.run for such a batch: a network a thread. */
Status flow_rooms_run(Backend *be, const Items *items, Records *records);

#endif
