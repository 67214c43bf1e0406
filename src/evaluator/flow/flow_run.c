/* Networks of a batch of items, part by part: made or read, brought into the form of the kernels, computed, proved,
 * recorded. */
#include <stdlib.h>
#include <string.h>
#include "flow.h"
#include "flow_parts.h"
#include "halt.h"

/* Arcs of a part: what fills a GPU, what stays in the caches of a processor. */
#define PART_ARCS_DEVICE 3e7
#define PART_ARCS_HOST   2e5

typedef struct Part {
  Backend *be;
  const Items *items;
  Records *records;
  uint32_t count;     /* networks that could be read */
  uint32_t *record;   /* (count) of each */
  Network *network;   /* (count) */
  FlowChoice *choice; /* (count) */
  FlowNet *kernel;    /* (kernels) those that are the backend's */
  uint32_t kernels;
  FlowHost host;
} Part;

/* ---- networks ---- */

static Status part_alloc(Part *p, uint32_t count) {
  p->record = malloc(count * sizeof *p->record);
  p->network = calloc(count, sizeof *p->network);
  p->choice = malloc(count * sizeof *p->choice);
  p->kernel = malloc(count * sizeof *p->kernel);
  if (p->record && p->network && p->choice && p->kernel) return OK;
  FAIL(ERR_MEMORY, "no memory for %u networks", count);
}

static void part_free(Part *p) {
  for (uint32_t k = 0; k < p->count; k++) network_free(&p->network[k]);
  flow_host_free(&p->host);
  free(p->record);
  free(p->network);
  free(p->choice);
  free(p->kernel);
}

static Status networks_generate(Part *p, uint32_t from, uint32_t count) {
  Status failed = OK;
#pragma omp parallel for num_threads(p->be->threads) schedule(dynamic, 1)
  for (uint32_t k = 0; k < count; k++) {
    const Status status = flow_network(p->items, p->records->first + from + k, &p->network[k]);
    p->record[k] = from + k;
    if (status != OK) {
#pragma omp critical
      failed = status;
    }
  }
  p->count = count;
  return failed;
}

/* One that cannot be read is its record. */
static Status networks_read(Part *p, uint32_t from, uint32_t count) {
  for (uint32_t k = 0; k < count; k++) {
    const Status status = flow_network(p->items, p->records->first + from + k, &p->network[p->count]);
    if (status == ERR_STOPPED || status == ERR_MEMORY) return status;
    if (status == OK)
      p->record[p->count++] = from + k;
    else
      record_fail(p->records, from + k, status);
  }
  return OK;
}

/* ---- methods ---- */

static Status residuals_make(Part *p) {
  const FlowMethod asked = (FlowMethod)flow_head(p->items)->settings.method;
  Status failed = OK;
  TRY(flow_host_alloc(p->count, p->network, &p->host));
#pragma omp parallel for num_threads(p->be->threads) schedule(dynamic, 1)
  for (uint32_t k = 0; k < p->count; k++) {
    flow_host_fill(&p->host, k, &p->network[k]);
    const FlowView view = flow_view(&p->host.batch, k);
    const Status status = flow_choose(&view, asked, &p->choice[k]);
    if (status != OK) {
#pragma omp critical
      failed = status;
    }
  }
  for (uint32_t k = 0; k < p->count; k++)
    if (!flow_sequential(p->choice[k].method)) p->kernel[p->kernels++] = p->host.net[k];
  return failed;
}

/* On a device with copies, on the host where the networks are. */
static Status kernels_solve(Part *p) {
  const FlowMethod method = (FlowMethod)flow_head(p->items)->settings.method;
  FlowBatch batch = p->host.batch, device;
  batch.count = p->kernels;
  batch.net = batch.net_be = p->kernel;
  if (!p->kernels) return OK;
  if (!p->be->ops->room) return flow_kernels_run(p->be, &batch, method);
  TRY(flow_device_make(p->be, &batch, &device));
  Status status = flow_kernels_run(p->be, &device, method);
  if (status == OK) status = flow_device_fetch(p->be, &device, &batch);
  flow_device_free(p->be, &device);
  return status;
}

/* The others, on the cores of this rank. */
static Status others_solve(Part *p) {
  Status failed = OK;
  if (p->kernels == p->count) return OK;
#pragma omp parallel for num_threads(p->be->threads) schedule(dynamic, 1)
  for (uint32_t k = 0; k < p->count; k++) {
    const FlowMethod method = p->choice[k].method;
    if (!flow_sequential(method)) continue;
    const FlowView view = flow_view(&p->host.batch, k);
    const Status status = halt_due() ? halt_check("a maximum flow") : flow_host_solve(&view, method);
    if (status != OK) {
#pragma omp critical
      failed = status;
    }
  }
  return failed;
}

/* ---- proofs ---- */

static void answer_keep(const FlowOutput *o, FlowAnswerRoom *room) {
  const Network *const n = o->network;
  room->value = o->value;
  if (room->flow) memcpy(room->flow, o->flow, (n->arcs - n->own_arcs) * sizeof *room->flow);
  if (room->side) memcpy(room->side, o->side, n->vertices - n->own_vertices);
}

static Status outputs_write(const Part *p, uint32_t k, const int64_t *flow) {
  const FlowSettings *const s = &flow_head(p->items)->settings;
  char name[FLOW_NAME_MAX];
  flow_name(p->items, p->records->first + p->record[k], name);
  const FlowView view = flow_view(&p->host.batch, k);
  const FlowOutput output = {name, &p->network[k], flow, view.side, view.answer->value};
  if (p->items->asset) answer_keep(&output, p->items->asset);
  if (s->flow[0]) TRY(flow_output_flow(s->flow, &output));
  if (s->segmentation[0]) TRY(flow_output_image(s->segmentation, &output));
  return s->cut[0] ? flow_output_cut(s->cut, &output) : OK;
}

/* room: of flows, and of balances behind them. */
static Status network_prove(Part *p, uint32_t k, int64_t *room) {
  const Network *const n = &p->network[k];
  const FlowView view = flow_view(&p->host.batch, k);
  uint32_t cut_arcs;
  flow_host_flows(&p->host, k, n, room);
  TRY(flow_certify(n, room, view.side, view.answer->value, room + n->arcs, &cut_arcs));
  flow_record(p->records, p->record[k], n, view.answer, &p->choice[k], cut_arcs);
  return p->items->count == 1 ? outputs_write(p, k, room) : OK;
}

static Status part_prove(Part *p) {
  Status failed = OK;
  size_t most = 0;
  for (uint32_t k = 0; k < p->count; k++) {
    const size_t needed = (size_t)p->network[k].arcs + p->network[k].vertices;
    if (needed > most) most = needed;
  }
#pragma omp parallel num_threads(p->be->threads)
  {
    int64_t *const room = malloc((most + 1) * sizeof *room);
    Status status = room ? OK : status_fail(ERR_MEMORY, "no memory for %zu flows", most);
#pragma omp for schedule(dynamic, 1)
    for (uint32_t k = 0; k < p->count; k++)
      if (status == OK) status = network_prove(p, k, room);
    if (status != OK) {
#pragma omp critical
      failed = status;
    }
    free(room);
  }
  return failed;
}

/* ---- a batch ---- */

static Status part_solve(Part *p, uint32_t from, uint32_t count) {
  TRY(part_alloc(p, count));
  TRY((flow_head(p->items)->generated ? networks_generate : networks_read)(p, from, count));
  if (!p->count) return OK;
  TRY(residuals_make(p));
  TRY(kernels_solve(p));
  TRY(others_solve(p));
  return part_prove(p);
}

static uint32_t part_count(const Backend *be, const Items *items, const Records *records, uint32_t from) {
  const double most = be->ops->room ? PART_ARCS_DEVICE : PART_ARCS_HOST * be->threads;
  double arcs = flow_arcs(items, records->first + from);
  uint32_t count = 1;
  for (; from + count < records->count; count++) {
    arcs += flow_arcs(items, records->first + from + count);
    if (arcs > most) break;
  }
  return count;
}

/* Networks of a generator that a processor's cores take one each. */
static bool small_batch(const Backend *be, const Items *items) {
  return !be->ops->room && flow_head(items)->generated && items->count > 1 &&
         flow_arcs(items, 0) < PART_ARCS_HOST;
}

Status flow_run(Backend *be, const Items *items, Records *records) {
  if (flow_made_most(be, items)) return flow_made_run(be, items, records);
  if (small_batch(be, items)) return flow_rooms_run(be, items, records);
  for (uint32_t from = 0, count; from < records->count; from += count) {
    Part part = {.be = be, .items = items, .records = records};
    count = part_count(be, items, records, from);
    Status status = halt_check("maximum flows");
    if (status == OK) status = part_solve(&part, from, count);
    part_free(&part);
    TRY(status);
  }
  return OK;
}
