/* See flow_made.h. */
#include "flow_made.h"

#include <omp.h>
#include "flow_room.h"
#include "halt.h"

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
