/* Networks of generators, one after another on a thread, or batches that the backend makes for itself. */
#include <omp.h>
#include <stdlib.h>
#include "evaluator.h"
#include "flow_parts.h"
#include "halt.h"

/* ---- networks on a thread ---- */

typedef struct FlowRoom {
  Network network;
  FlowHost host;           /* the network in rows; made when it is first needed */
  int64_t *flow, *balance; /* (arcs), (vertices) */
} FlowRoom;

static Status room_make(FlowRoom *room, uint64_t vertices, uint64_t arcs) {
  room->flow = malloc((arcs + 1) * sizeof *room->flow);
  room->balance = malloc((vertices + 1) * sizeof *room->balance);
  if (room->flow && room->balance) return OK;
  FAIL(ERR_MEMORY, "no memory for %llu flows", (unsigned long long)arcs);
}

/* `threads` of them for the networks of that generator; flow_rooms_free in any case. ERR_MEMORY. */
static Status flow_rooms_make(const NetworkSpec *spec, int threads, FlowRoom **out) {
  uint64_t vertices, arcs;
  Status status = OK;
  network_spec_sizes(spec, &vertices, &arcs);
  *out = calloc((size_t)threads, sizeof **out);
  if (!*out) FAIL(ERR_MEMORY, "no memory for %d threads", threads);
  for (int k = 0; k < threads && status == OK; k++) status = room_make(&(*out)[k], vertices, arcs);
  return status;
}

/* `threads` of them for the networks of that generator; flow_rooms_free in any case. ERR_MEMORY. */
static void flow_rooms_free(int threads, FlowRoom *rooms) {
  for (int k = 0; rooms && k < threads; k++) {
    network_free(&rooms[k].network);
    flow_host_free(&rooms[k].host);
    free(rooms[k].flow);
    free(rooms[k].balance);
  }
  free(rooms);
}

/* room->flow of room->network, proved and recorded. ERR_INTERNAL. */
static Status flow_room_record(FlowRoom *room, Records *records, uint32_t k, const FlowChoice *choice,
                               const FlowAnswer *answer, const uint8_t *side) {
  uint32_t cut_arcs;
  TRY(flow_certify(&room->network, room->flow, side, answer->value, room->balance, &cut_arcs));
  flow_record(records, k, &room->network, answer, choice, cut_arcs);
  return OK;
}

/* Of item k of records: room->network is made, its flow found by that method or the one that is chosen, proved,
 * recorded. `be`: its kernels are called by one thread. ERR_MEMORY, ERR_STOPPED, ERR_INTERNAL. */
static Status flow_room_solve(FlowRoom *room, Backend *be, const Items *items, Records *records, uint32_t k) {
  const FlowHead *const head = flow_head(items);
  const FlowHost *const host = &room->host;
  FlowChoice choice;
  TRY(network_regenerate(&head->spec, records->first + k, &room->network));
  if (!host->count) TRY(flow_host_alloc(1, &room->network, &room->host));
  flow_host_fill(&room->host, 0, &room->network);
  const FlowView view = flow_view(&host->batch, 0);
  TRY(flow_choose(&view, (FlowMethod)head->settings.method, &choice));
  TRY(flow_sequential(choice.method) ? flow_host_solve(&view, choice.method)
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

/* ---- networks that the backend makes ---- */

typedef struct Made {
  Backend *be;
  const Items *items;
  Records *records;
  uint64_t vertices, arcs; /* of each network */
  uint32_t most;           /* networks of a part */
  FlowMade part[FLOW_SLOTS];
  FlowRoom *room; /* (threads) */
} Made;

uint32_t flow_made_most(Backend *be, const Items *items) {
  const FlowHead *const head = flow_head(items);
  const FlowMethod asked = (FlowMethod)head->settings.method;
  const FlowKernels *const kernels = be->ops->flow;
  if (!kernels->made_most || !head->generated || items->count < 2) return 0;
  return asked == FLOW_AUTO || asked == FLOW_WAVES ? kernels->made_most(be, &head->spec) : 0;
}

static Status network_prove(Made *m, FlowRoom *room, const FlowMade *made, uint32_t k) {
  const FlowHead *const head = flow_head(m->items);
  const FlowMadeAnswer *const answer = &made->answer[k];
  const FlowChoice choice = flow_choice((FlowMethod)head->settings.method, answer->depth, answer->reached);
  const int32_t *const flow = made->flow + k * m->arcs;
  const uint32_t at = (uint32_t)(made->first + k - m->records->first);
  /* one that is deep and narrow: what the backend found is not taken */
  if (choice.method != FLOW_WAVES) return flow_room_solve(room, m->be, m->items, m->records, at);
  TRY(network_regenerate(&head->spec, made->first + k, &room->network));
  for (uint32_t a = 0; a < m->arcs; a++) room->flow[a] = flow[a];
  return flow_room_record(room, m->records, at, &choice, &answer->flow, made->side + k * m->vertices);
}

/* ---- parts ---- */

static Status part_prove(Made *m, const FlowMade *made) {
  Status failed = OK;
#pragma omp parallel for num_threads(m->be->threads) schedule(dynamic, 8)
  for (uint32_t k = 0; k < made->count; k++) {
    const Status status = halt_requested() ? OK : network_prove(m, &m->room[omp_get_thread_num()], made, k);
    if (status != OK) {
#pragma omp critical
      failed = status;
    }
  }
  return failed != OK ? failed : halt_check("maximum flows");
}

static Status part_begin(Made *m, uint32_t from, int slot) {
  const uint32_t left = m->records->count - from;
  m->part[slot] = (FlowMade){.spec = &flow_head(m->items)->spec,
                             .first = m->records->first + from,
                             .count = left < m->most ? left : m->most};
  return m->be->ops->flow->made_begin(m->be, slot, &m->part[slot]);
}

/* While one part is proved, the backend is at work on the next. */
static Status parts_run(Made *m) {
  const FlowKernels *const kernels = m->be->ops->flow;
  Status status = part_begin(m, 0, 0);
  for (uint32_t from = 0, k = 0; status == OK && from < m->records->count; k++) {
    const int slot = k % FLOW_SLOTS, other = (k + 1) % FLOW_SLOTS;
    const uint32_t next = from + m->part[slot].count;
    if (next < m->records->count) status = part_begin(m, next, other);
    if (status == OK) status = kernels->made_end(m->be, slot);
    if (status == OK) status = part_prove(m, &m->part[slot]);
    from = next;
  }
  return status;
}

Status flow_made_run(Backend *be, const Items *items, Records *records) {
  const NetworkSpec *const spec = &flow_head(items)->spec;
  Made m = {.be = be, .items = items, .records = records, .most = flow_made_most(be, items)};
  Status status = halt_check("maximum flows");
  network_spec_sizes(spec, &m.vertices, &m.arcs);
  if (status == OK) status = flow_rooms_make(spec, be->threads, &m.room);
  if (status == OK) status = parts_run(&m);
  flow_rooms_free(be->threads, m.room);
  return status;
}
