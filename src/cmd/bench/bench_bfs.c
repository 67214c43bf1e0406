/* `cordee bench bfs`: edges a second of breadth-first search, each edge of what a source reaches counted once: 64 random sources that have arcs,
 * all different, one after the other by each method, also with the time for parents (the protocol of the GAP benchmark suite); then 256 and 512 at
 * once. The graph lies on the backend; levels and parents stay there. */
#include <stdio.h>
#include <stdlib.h>
#include "c_locale.h"
#include "clock.h"
#include "evaluator/bfs/bfs_asset.h"
#include "mpi/bind.h"
#include "text.h"
#include "bench.h"

enum { SOURCES_MOST = 64 };

static const char *const graphs[] = {"urand:n=2^20,degree=12,seed=1", "kron:scale=20,edgefactor=16,seed=1",
                                     NULL};

static const char *const methods[] = {
    [BFS_DIRECTION] = "direction", [BFS_TOPDOWN] = "topdown", [BFS_BASIC] = "basic", [BFS_ACTIVE] = "active"};

typedef struct Rate { /* of a row */
  double seconds, least_s, edges;
  uint32_t sources, depth;
} Rate;

static double record_edges(const Graph *g, const BfsRecord *r) {
  return (double)r->arcs / (g->directed ? 1 : 2);
}

/* A graph and what is searched there. */
typedef struct Searched {
  const BfsGraph *at;
  Items sources;
  const Options *options;
} Searched;

/* Source k; a graph of few vertices repeats them. */
static uint32_t source_of(const Searched *s, uint64_t k) {
  return bfs_source(&s->sources, k % s->sources.count);
}

static void rate_print(const char *name, const Rate *r) {
  c_printf("  %-10s %6u %6u %10.4f %10.4f %10.4f\n", name, r->sources, r->depth,
           1e3 * r->seconds / r->sources, 1e3 * r->least_s, r->edges / r->seconds / 1e9);
  fflush(stdout);
}

/* Seconds of one search. */
static Status search_time(const BfsGraph *at, BfsMethod method, bool parents, uint32_t source,
                          double *seconds) {
  const BfsKernels *const kernels = at->be->ops->bfs;
  const double began = clock_s();
  TRY(kernels->search(at->be, at->machine, method, source));
  if (parents) TRY(kernels->parents(at->be, at->machine, NULL));
  *seconds = clock_s() - began;
  return OK;
}

static Status method_measure(const Searched *s, const char *name, BfsMethod method, bool parents) {
  const double most_s = s->options->time_s > 0 ? s->options->time_s : 1;
  Rate rate = {.least_s = 1e30};
  BfsRecord record;
  double seconds;
  TRY(search_time(s->at, method, parents, source_of(s, 0), &seconds)); /* once to warm up */
  while (rate.sources < SOURCES_MOST && rate.seconds < most_s) {
    TRY(search_time(s->at, method, parents, source_of(s, rate.sources++), &seconds));
    TRY(s->at->be->ops->bfs->record(s->at->be, s->at->machine, &record));
    rate.seconds += seconds;
    rate.edges += record_edges(s->at->graph, &record);
    if (seconds < rate.least_s) rate.least_s = seconds;
    if (record.depth > rate.depth) rate.depth = record.depth;
  }
  rate_print(name, &rate);
  return OK;
}

static Status batch_measure(const Searched *of, uint32_t count) {
  const BfsGraph *const at = of->at;
  const BfsKernels *const kernels = at->be->ops->bfs;
  BfsRecord record[BFS_BATCH];
  uint32_t sources[BFS_BATCH];
  Rate rate = {.sources = count};
  for (uint32_t s = 0; s < count; s++) sources[s] = source_of(of, s);
  TRY(kernels->batch(at->be, at->machine, sources, count, record)); /* takes its memory */
  const double began = clock_s();
  TRY(kernels->batch(at->be, at->machine, sources, count, record));
  rate.seconds = rate.least_s = clock_s() - began;
  for (uint32_t s = 0; s < count; s++) {
    rate.edges += record_edges(at->graph, &record[s]);
    if (record[s].depth > rate.depth) rate.depth = record[s].depth;
  }
  rate_print("at once", &rate);
  return OK;
}

static Status machine_measure(const Searched *s) {
  Status status = OK;
  printf("  %-10s %6s %6s %10s %10s %10s\n", "method", "runs", "depth", "ms", "least ms", "GTEPS");
  for (int k = 0; k < BFS_METHODS && status == OK; k++) {
    status = method_measure(s, methods[k], (BfsMethod)k, false);
    if (status == OK && k == BFS_DIRECTION)
      status = method_measure(s, "parents", (BfsMethod)k, true); /* found by direction */
  }
  for (uint32_t count = BFS_BATCH / 2; count <= BFS_BATCH && status == OK; count += BFS_BATCH / 2)
    status = batch_measure(s, count);
  return status;
}

static Status sources_measure(const BfsGraph *at, const Options *options) {
  Searched s = {.at = at, .options = options};
  bool all;
  TRY(bfs_sources_random(at->graph, options->seed, BFS_BATCH, &all, &s.sources));
  const Status status = machine_measure(&s);
  free(s.sources.data);
  return status;
}

static Status graph_measure(Backend *be, const char *spec, const Options *options) {
  BfsGraph at;
  char text[BFS_GRAPH_TEXT_MAX];
  Status status = bfs_graph_open(be, spec, GRAPH_AS_SAID, GRAPH_IDS_DENSE, NULL, &at);
  if (status == OK) {
    bfs_graph_text(&at, text);
    c_printf("%s: %s\n  %.2f s to read, %.2f s to bring it to the backend\n", text_line(spec), text,
             at.read_s, at.placed_s);
    status = sources_measure(&at, options);
  }
  bfs_graph_close(&at);
  return status;
}

static Status graphs_measure(const Options *options, Backend *be) {
  Description about;
  TRY(be->ops->bfs->describe(be, &about));
  printf("%s: %s\n%s\n", be->ops->name, text_line(be->device_name), about.shape);
  if (options->instance[0]) return graph_measure(be, options->instance, options);
  for (int k = 0; graphs[k]; k++) TRY(graph_measure(be, graphs[k], options));
  return OK;
}

Status command_bench_bfs(const Comm *comm, int argc, char **argv, int *exit_code) {
  (void)exit_code;
  Options options;
  Backend be;
  int first;
  options_default(&options);
  TRY(options_parse(&options, FOR_SEARCHES, argc, argv, 0, &first));
  if (comm->size > 1) FAIL(ERR_USAGE, "bench bfs: expected one rank, found %d", comm->size);
  TRY(rank_bind(comm, option_backends[options.backend], (int)options.threads, &be));
  const Status status = graphs_measure(&options, &be);
  be.ops->close(&be);
  return status;
}
