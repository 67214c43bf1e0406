/* Maximum flows of networks in memory. See cordee.h. */
#include <stdlib.h>
#include "compute.h"
#include "evaluator/flow/flow.h"
#include "evaluator/flow/flow_memory.h"
#include "mpi/bcast.h"
#include "wanted.h"

typedef struct Networks { /* of rank 0 */
  size_t count;
  const cordee_network *first; /* (count), each as large as the first says */
} Networks;

static Status network_make(const cordee_network *from, size_t stride, Network *out) {
  cordee_network n;
  TRY(struct_copy("cordee_network", from, offsetof(cordee_network, sink) + sizeof n.sink, sizeof n, &n));
  if (from->bytes != stride)
    FAIL(ERR_USAGE, "bytes: expected the same in all networks, %zu, found %zu", stride, from->bytes);
  const NetworkArrays arrays = {.vertices = n.vertices,
                                .arcs = n.arcs,
                                .tail = n.tail,
                                .head = n.head,
                                .capacity = n.capacity,
                                .sources = n.sources,
                                .sinks = n.sinks,
                                .source = n.source,
                                .sink = n.sink};
  return network_of_arrays(&arrays, out);
}

static Status networks_make(const Networks *from, Network *out, const void *settings, Items *items) {
  char name[32];
  if (from->count && !from->first) FAIL(ERR_FORMAT, "networks: expected %zu, found NULL", from->count);
  const size_t stride = from->count ? from->first->bytes : 0;
  for (size_t k = 0; k < from->count; k++) {
    snprintf(name, sizeof name, "networks[%zu]", k);
    TRY(status_at(name, network_make((const cordee_network *)((const char *)from->first + k * stride), stride,
                                     &out[k])));
  }
  return flow_memory_items(out, from->count, settings, items);
}

static Status networks_items(const void *self, const void *settings, Items *items) {
  const Networks *from = self;
  Network *networks = calloc(from->count + 1, sizeof *networks);
  if (!networks) FAIL(ERR_MEMORY, "no memory for %zu networks", from->count);
  const Status status = networks_make(from, networks, settings, items);
  for (size_t k = 0; k < from->count; k++) network_free(&networks[k]);
  free(networks);
  return status;
}

int cordee_max_flows(cordee *c, size_t count, const cordee_network *networks, const char *const *options,
                     const cordee_computing *how, cordee_records **out) {
  const Networks from = {count, networks};
  const EvaluateSource source = {.items = networks_items, .self = &from};
  return records_call(c, &(Computation){"flow", NULL, &source, options, how, 0}, out);
}

/* ---- one network, whole ---- */

typedef struct Whole {
  const cordee_network *network; /* of rank 0 */
  int64_t *value, *flow;
  uint8_t *side;
} Whole;

static Status whole_make(const Whole *w, Network *out) {
  if (!w->network) FAIL(ERR_FORMAT, "network: expected a cordee_network, found NULL");
  return status_at("network", network_make(w->network, w->network->bytes, out));
}

/* On rank 0. */
static Status whole_run(Backend *be, const Network *network, const void *settings, FlowAnswerRoom *room) {
  Items items = {.count = 0};
  Records records;
  TRY(flow_memory_items(network, 1, settings, &items));
  items.asset = room;
  Status status = records_alloc(&evaluator_flow, 1, &records);
  if (status == OK) {
    status = evaluator_flow.run(be, &items, &records);
    records_free(&records);
  }
  free(items.data);
  return status;
}

/* Rank 0 computes; the others get what they have room for. */
static Status whole_find(const Comm *comm, Backend *be, const void *settings, void *self) {
  const Whole *w = self;
  Network n = {.vertices = 0};
  Wanted flow = {.own = NULL}, side = {.own = NULL};
  FlowAnswerRoom room = {.value = 0};
  TRY(comm_agree(comm, comm->rank == 0 ? whole_make(w, &n) : OK));
  Status status = wanted_open(comm, w->flow, (n.arcs - n.own_arcs) * sizeof *w->flow, &flow);
  if (status == OK) status = wanted_open(comm, w->side, n.vertices - n.own_vertices, &side);
  room.flow = flow.at;
  room.side = side.at;
  if (status == OK && comm->rank == 0) status = whole_run(be, &n, settings, &room);
  status = comm_agree(comm, status);
  if (status == OK) status = wanted_give(comm, &flow);
  if (status == OK) status = wanted_give(comm, &side);
  bytes_bcast(comm, &room.value, sizeof room.value, 0);
  if (status == OK && w->value) *w->value = room.value;
  wanted_close(&flow);
  wanted_close(&side);
  network_free(&n);
  return status;
}

int cordee_max_flow(cordee *c, const cordee_network *network, const char *const *options, int64_t *value,
                    int64_t *flow, uint8_t *side) {
  Whole whole = {network, value, flow, side};
  const Status status = call_begin(c);
  if (status != OK) return (int)status;
  return call_end(c, bound_call(&c->comm, "flow", options, 0, whole_find, &whole));
}
