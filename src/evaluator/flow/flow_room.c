/* See flow_room.h. */
#include "flow_room.h"

#include <omp.h>
#include <stdlib.h>
#include "flow_certificate.h"
#include "flow_record.h"
#include "halt.h"
#include "push_relabel.h"

static Status room_make(FlowRoom *room, uint64_t vertices, uint64_t arcs) {
  room->flow = malloc((arcs + 1) * sizeof *room->flow);
  room->balance = malloc((vertices + 1) * sizeof *room->balance);
  if (room->flow && room->balance) return OK;
  FAIL(ERR_MEMORY, "no memory for %llu flows", (unsigned long long)arcs);
}

Status flow_rooms_make(const NetworkSpec *spec, int threads, FlowRoom **out) {
  uint64_t vertices, arcs;
  Status status = OK;
  network_spec_sizes(spec, &vertices, &arcs);
  *out = calloc((size_t)threads, sizeof **out);
  if (!*out) FAIL(ERR_MEMORY, "no memory for %d threads", threads);
  for (int k = 0; k < threads && status == OK; k++) status = room_make(&(*out)[k], vertices, arcs);
  return status;
}

void flow_rooms_free(int threads, FlowRoom *rooms) {
  for (int k = 0; rooms && k < threads; k++) {
    network_free(&rooms[k].network);
    flow_host_free(&rooms[k].host);
    free(rooms[k].flow);
    free(rooms[k].balance);
  }
  free(rooms);
}

Status flow_room_record(FlowRoom *room, Records *records, uint32_t k, const FlowChoice *choice,
                        const FlowAnswer *answer, const uint8_t *side) {
  uint32_t cut_arcs;
  TRY(flow_certify(&room->network, room->flow, side, answer->value, room->balance, &cut_arcs));
  flow_record(records, k, &room->network, answer, choice, cut_arcs);
  return OK;
}

Status flow_room_solve(FlowRoom *room, Backend *be, const Items *items, Records *records, uint32_t k) {
  const FlowHead *const head = flow_head(items);
  const FlowHost *const host = &room->host;
  FlowChoice choice;
  TRY(network_regenerate(&head->spec, records->first + k, &room->network));
  if (!host->count) TRY(flow_host_alloc(1, &room->network, &room->host));
  flow_host_fill(&room->host, 0, &room->network);
  const FlowView view = flow_view(&host->batch, 0);
  TRY(flow_choose(&view, (FlowMethod)head->settings.method, &choice));
  TRY(choice.method == FLOW_PUSH_RELABEL ? push_relabel(&view)
                                         : flow_kernels_run(be, &host->batch, choice.method));
  flow_host_flows(host, 0, &room->network, room->flow);
  return flow_room_record(room, records, k, &choice, view.answer, view.side);
}

static Status networks_solve(Backend *be, const Items *items, Records *records, FlowRoom *rooms) {
  Status failed = OK;
#pragma omp parallel num_threads(be->threads)
  {
    Backend one = *be;
    Status status = OK;
    one.threads = 1;
#pragma omp for schedule(dynamic, 1)
    for (uint32_t k = 0; k < records->count; k++)
      if (status == OK && !halt_due())
        status = flow_room_solve(&rooms[omp_get_thread_num()], &one, items, records, k);
    if (status != OK) {
#pragma omp critical
      failed = status;
    }
  }
  return failed != OK ? failed : halt_after("maximum flows");
}

Status flow_rooms_run(Backend *be, const Items *items, Records *records) {
  FlowRoom *rooms;
  Status status = flow_rooms_make(&flow_head(items)->spec, be->threads, &rooms);
  if (status == OK) status = networks_solve(be, items, records, rooms);
  flow_rooms_free(be->threads, rooms);
  return status;
}
