/* See flow_made.h. */
#include "flow_made.h"

#include <omp.h>
#include <stdlib.h>
#include "flow_certificate.h"
#include "flow_host.h"
#include "flow_items.h"
#include "flow_record.h"
#include "halt.h"
#include "push_relabel.h"

typedef struct Room { /* of a thread */
  Network network;
  int64_t *flow, *balance; /* (arcs), (vertices) */
} Room;

typedef struct Made {
  Backend *be;
  const FlowHead *head;
  Records *records;
  uint64_t vertices, arcs; /* of each network */
  uint32_t most;           /* networks of a part */
  FlowMade part[FLOW_SLOTS];
  Room *room; /* (threads) */
} Made;

uint32_t flow_made_most(Backend *be, const Items *items) {
  const FlowHead *const head = flow_head(items);
  const FlowMethod asked = (FlowMethod)head->settings.method;
  const FlowKernels *const kernels = be->ops->flow;
  if (!kernels->made_most || !head->generated || items->count < 2) return 0;
  return asked == FLOW_AUTO || asked == FLOW_WAVES ? kernels->made_most(be, &head->spec) : 0;
}

static Status rooms_open(Made *m) {
  network_spec_sizes(&m->head->spec, &m->vertices, &m->arcs);
  m->room = calloc((size_t)m->be->threads, sizeof *m->room);
  if (!m->room) FAIL(ERR_MEMORY, "no memory for %d threads", m->be->threads);
  for (int k = 0; k < m->be->threads; k++) {
    m->room[k].flow = malloc((m->arcs + 1) * sizeof(int64_t));
    m->room[k].balance = malloc((m->vertices + 1) * sizeof(int64_t));
    if (!m->room[k].flow || !m->room[k].balance)
      FAIL(ERR_MEMORY, "no memory for %llu flows", (unsigned long long)m->arcs);
  }
  return OK;
}

static void rooms_close(Made *m) {
  for (int k = 0; m->room && k < m->be->threads; k++) {
    network_free(&m->room[k].network);
    free(m->room[k].flow), free(m->room[k].balance);
  }
  free(m->room);
}

/* ---- a network, on a thread ---- */

/* One that is deep and narrow, by push-relabel: what the backend found is not taken. */
static Status deep_solve(Room *room, FlowHost *host) {
  const Network *const n = &room->network;
  TRY(flow_host_alloc(1, n, host));
  flow_host_fill(host, 0, n);
  const FlowView view = flow_view(&host->batch, 0);
  TRY(push_relabel(&view));
  flow_host_flows(host, 0, n, room->flow);
  return OK;
}

static Status network_record(Made *m, Room *room, uint32_t at, const FlowChoice *choice,
                             const FlowAnswer *answer, const uint8_t *side) {
  uint32_t cut_arcs;
  TRY(flow_certify(&room->network, room->flow, side, answer->value, room->balance, &cut_arcs));
  flow_record(m->records, at, &room->network, answer, choice, cut_arcs);
  return OK;
}

static Status network_prove(Made *m, Room *room, const FlowMade *made, uint32_t k) {
  const FlowMadeAnswer *const answer = &made->answer[k];
  const FlowChoice choice = flow_choice((FlowMethod)m->head->settings.method, answer->depth, answer->reached);
  const int32_t *const flow = made->flow + k * m->arcs;
  const uint32_t at = (uint32_t)(made->first + k - m->records->first);
  TRY(network_regenerate(&m->head->spec, made->first + k, &room->network));
  if (choice.method == FLOW_WAVES) {
    for (uint32_t a = 0; a < m->arcs; a++) room->flow[a] = flow[a];
    return network_record(m, room, at, &choice, &answer->flow, made->side + k * m->vertices);
  }
  FlowHost host = {.count = 0};
  Status status = deep_solve(room, &host);
  if (status == OK) status = network_record(m, room, at, &choice, host.batch.answer, host.batch.side);
  flow_host_free(&host);
  return status;
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
  m->part[slot] = (FlowMade){
      .spec = &m->head->spec, .first = m->records->first + from, .count = left < m->most ? left : m->most};
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
  Made m = {.be = be, .head = flow_head(items), .records = records, .most = flow_made_most(be, items)};
  Status status = halt_check("maximum flows");
  if (status == OK) status = rooms_open(&m);
  if (status == OK) status = parts_run(&m);
  rooms_close(&m);
  return status;
}
