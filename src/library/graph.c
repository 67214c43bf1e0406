/* Graphs in memory, breadth-first searches of them, and maximum flows of networks. See cordee.h. */
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include "compute.h"
#include "evaluator/bfs/bfs_asset.h"
#include "evaluator/flow/flow.h"
#include "evaluator/flow/flow_parts.h"
#include "graph/graph_share.h"
#include "io/hdf/hdf.h"
#include "mpi/collect.h"
#include "result.h"

/* ---- graphs ---- */

/* Graphs in memory, and breadth-first searches of them. See cordee.h. */

struct cordee_graph {
  Graph *graph; /* owned; its arrays may lie in memory that the host's ranks share */
};

typedef struct Rows { /* of rank 0 */
  const char *spec;   /* NULL: the arrays */
  GraphArcs said;     /* of a spec */
  const char *ids;    /* likewise: of namings, or what is none */
  int32_t vertices;
  int directed;
  const int64_t *offset;
  const int32_t *to;
} Rows;

static Status naming_find(const char *ids, GraphNaming *out) {
  static const char *const namings[] = {[GRAPH_IDS_AUTO] = "auto",
                                        [GRAPH_IDS_DENSE] = "dense",
                                        [GRAPH_IDS_SPARSE] = "sparse",
                                        [GRAPH_IDS_NAMES] = "names"};
  for (size_t k = 0; ids && k < sizeof namings / sizeof *namings; k++)
    if (strcmp(ids, namings[k]) == 0) {
      *out = (GraphNaming)k;
      return OK;
    }
  FAIL(ERR_USAGE, "ids: expected auto, dense, sparse or names, found %s", ids ? ids : "NULL");
}

static Status rows_open(const Rows *rows, Graph **out) {
  const int threads = omp_get_max_threads();
  GraphNaming naming = GRAPH_IDS_DENSE;
  if (!rows->spec)
    return graph_of_rows(rows->vertices, rows->directed != 0, rows->offset, rows->to, threads, out);
  if (!rows->spec[0]) FAIL(ERR_USAGE, "spec: expected a file or a generator's words, found none");
  TRY(naming_find(rows->ids, &naming));
  Hdf5Errors errors;
  hdf5_errors_keep(&errors);
  const Status status = graph_open(rows->spec, rows->said, naming, threads, out);
  hdf5_errors_restore(&errors);
  if (status != OK) return status;
  (*out)->first = 0; /* vertices are numbered from 0 here */
  if ((*out)->n <= INT32_MAX) return OK;
  graph_free(*out);
  *out = NULL;
  FAIL(ERR_FORMAT, "%s: expected at most %d vertices, found more", rows->spec, INT32_MAX);
}

static Status graph_make_shared(const Comm *comm, const Rows *rows, cordee_graph *self) {
  Comm between;
  TRY(comm_agree(comm, comm->rank == 0 ? rows_open(rows, &self->graph) : OK));
  if (comm->size == 1) return OK;
  const Node host = node_ranks(comm), hosts = leader_ranks(comm, &between);
  const Status status = comm_agree(comm, graph_give(hosts.size ? &hosts : NULL, &host, &self->graph));
  leader_ranks_close(&between);
  return status;
}

static int graph_call(cordee *c, const Rows *rows, cordee_graph **out) {
  Status status = call_begin(c);
  if (status != OK) return (int)status;
  cordee_graph *self = out ? calloc(1, sizeof *self) : NULL;
  if (out) *out = NULL;
  if (status == OK) status = words_same(&c->comm, "a graph", NULL, 0);
  if (status != OK) {
    cordee_graph_free(self);
    return call_end(c, status);
  }
  if (!out) status = status_fail(ERR_USAGE, "out: expected a place for the graph, found NULL");
  if (out && !self) status = status_fail(ERR_MEMORY, "no memory for a graph");
  status = comm_agree(&c->comm, status);
  if (status == OK) status = graph_make_shared(&c->comm, rows, self);
  if (status == OK)
    *out = self;
  else
    cordee_graph_free(self);
  return call_end(c, status);
}

int cordee_graph_read(cordee *c, const char *spec, cordee_graph **out) {
  return cordee_graph_read_ids(c, spec, -1, "dense", out);
}

int cordee_graph_read_as(cordee *c, const char *spec, int directed, cordee_graph **out) {
  return cordee_graph_read_ids(c, spec, directed, "dense", out);
}

int cordee_graph_read_ids(cordee *c, const char *spec, int directed, const char *ids, cordee_graph **out) {
  const GraphArcs arcs = directed ? GRAPH_DIRECTED : GRAPH_UNDIRECTED;
  const Rows rows = {.spec = spec ? spec : "", .said = directed < 0 ? GRAPH_AS_SAID : arcs, .ids = ids};
  return graph_call(c, &rows, out);
}

int cordee_graph_rows(cordee *c, int32_t vertices, int directed, const int64_t *offset, const int32_t *to,
                      cordee_graph **out) {
  return graph_call(c, &(Rows){NULL, GRAPH_AS_SAID, NULL, vertices, directed, offset, to}, out);
}

void cordee_graph_free(cordee_graph *graph) {
  if (!graph) return;
  graph_free(graph->graph);
  free(graph);
}

int32_t cordee_graph_vertices(const cordee_graph *graph) { return (int32_t)graph->graph->n; }
int64_t cordee_graph_arcs(const cordee_graph *graph) { return (int64_t)graph->graph->arcs; }
int cordee_graph_directed(const cordee_graph *graph) { return graph->graph->directed; }

const uint64_t *cordee_graph_ids(const cordee_graph *graph, const char **names) {
  if (names) *names = graph->graph->ids.names;
  return graph->graph->ids.id;
}

int32_t cordee_graph_vertex(const cordee_graph *graph, const char *id) {
  const Graph *const g = graph->graph;
  uint64_t number;
  uint32_t vertex;
  if (g->ids.id) return graph_vertex_find(g, id, strlen(id), &vertex) ? (int32_t)vertex : -1;
  return graph_number_read(id, strlen(id), &number) && number < g->n ? (int32_t)number : -1;
}

/* ---- searches ---- */

typedef struct Searches {
  const cordee_graph *graph;
  const int32_t *sources; /* (count) NULL: the options say which */
  size_t count;
} Searches;

static Status searches_open(const void *self, Backend *be, const void *settings, void **asset) {
  const Searches *s = self;
  return bfs_memory_open(be, s->graph->graph, settings, asset);
}

static Status searches_items(const void *self, const void *settings, Items *out) {
  const Searches *s = self;
  if (!s->sources) return evaluator_bfs.items("", settings, out);
  return bfs_memory_items(s->graph->graph, s->sources, s->count, out);
}

/* ERR_USAGE. On every rank. */
static int graph_refuse(cordee *c) {
  const Status status = call_begin(c);
  if (status != OK) return (int)status;
  const Status same = words_same(&c->comm, "a graph that is NULL", NULL, 0);
  return call_end(c, same != OK ? same : status_fail(ERR_USAGE, "graph: expected a graph, found NULL"));
}

int cordee_bfs(cordee *c, const cordee_graph *graph, size_t count, const int32_t *sources,
               const char *const *options, const cordee_computing *how, cordee_records **out) {
  const Searches searches = {graph, sources, count};
  const EvaluateSource source = {.open = searches_open, .items = searches_items, .self = &searches};
  if (out) *out = NULL;
  if (!graph) return graph_refuse(c);
  return records_call(c, &(Computation){"bfs", NULL, &source, options, how, graph->graph->digest}, out);
}

typedef struct Levels {
  const cordee_graph *graph;
  int32_t source, *level, *parent;
} Levels;

/* Rank 0 searches; the others get what they have room for. */
static Status levels_find(const Comm *comm, Backend *be, const void *settings, void *self) {
  const Levels *l = self;
  Graph *const g = l->graph->graph;
  Wanted level, parent = {.own = NULL};
  Status status = wanted_open(comm, l->level, g->n * sizeof *l->level, &level);
  if (status == OK) status = wanted_open(comm, l->parent, g->n * sizeof *l->parent, &parent);
  if (status == OK && comm->rank == 0)
    status = bfs_memory_levels(be, g, settings, l->source, level.at, parent.at);
  status = comm_agree(comm, status);
  if (status == OK) status = wanted_give(comm, &level);
  if (status == OK) status = wanted_give(comm, &parent);
  wanted_close(&level);
  wanted_close(&parent);
  return status;
}

int cordee_bfs_levels(cordee *c, const cordee_graph *graph, int32_t source, const char *const *options,
                      int32_t *level, int32_t *parent) {
  Levels levels = {graph, source, level, parent};
  if (!graph) return graph_refuse(c);
  const Status status = call_begin(c);
  if (status != OK) return (int)status;
  return call_end(c, bound_call(&c->comm, "bfs", options, graph->graph->digest, levels_find, &levels));
}

/* ---- networks ---- */

/* Maximum flows of networks in memory. See cordee.h. */

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
