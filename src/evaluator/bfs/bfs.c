/* See bfs.h. Each rank has the graph, read or generated there, and brings it to its device once. */
#include "bfs.h"

#include <stdlib.h>
#include <string.h>
#include "bfs_asset.h"
#include "halt.h"

enum { AT_ONCE_LEAST = 32 /* sources that are searched at once unless the method says otherwise */ };

static const Column columns[] = {
    [BFS_SOURCE] = {"source", DTYPE_U32, "vertex, numbered as the graph's file does"},
    [BFS_DEPTH] = {"depth", DTYPE_U32, "the highest level"},
    [BFS_VISITED] = {"visited", DTYPE_U32, "vertices that have a level, the source among them"},
    [BFS_EDGES] = {"edges", DTYPE_U64,
                   "of these vertices, each counted once; arcs that leave them in a directed graph"},
    [BFS_CHECKSUM] = {"checksum", DTYPE_U64, "of the levels"},
    {NULL, DTYPE_I32, NULL}};

static const char *const methods[] = {"auto", "batch", "direction", "topdown", "basic", "active", NULL};

#define PLACE 10
const OptionRow bfs_options[] = {
    {"sources", KIND_TEXT, OPTION_FIELD(BfsSettings, sources), "64", .argument = "all|N|FILE",
     .help = "vertices to search from. all; N: so many different random ones that have arcs, or all of "
             "these; FILE: one per line",
     .place = PLACE},
    {"source-seed", KIND_COUNT, OPTION_FIELD(BfsSettings, seed), "1", .argument = "N", .least = "0",
     .most = "9223372036854775807", .help = "seed of the random sources", .place = PLACE},
    {"method", KIND_CHOICE, OPTION_FIELD(BfsSettings, method), "auto", methods, .argument = "NAME",
     .help = "batch: up to 512 sources at once; direction: one source at a time, top-down or bottom-up level "
             "by level; topdown: top-down only; basic, active: as published; auto: batch, or direction for "
             "few sources",
     .place = PLACE},
    {"levels", KIND_TEXT, OPTION_FIELD(BfsSettings, levels), "", .argument = "FILE",
     .help = "with one source: write its levels, parents and layered network to FILE (HDF5)", .place = PLACE},
    {"directed", KIND_FLAG, OPTION_FIELD(BfsSettings, directed),
     .help = "a line of a list, or an edge of a generator, is an arc: it leads from its first vertex to the "
             "second",
     .place = PLACE},
    {"undirected", KIND_FLAG, OPTION_FIELD(BfsSettings, undirected),
     .help = "each arc is an edge, whatever the file says", .place = PLACE},
    {.name = NULL}};

/* ---- the asset ---- */

static void asset_close(Backend *be, void *asset) {
  BfsAsset *a = asset;
  if (!a) return;
  (void)be;
  bfs_graph_close(&a->at);
  free(a);
}

static Status asset_open(Backend *be, const char *spec, const void *settings, const Node *node,
                         void **asset) {
  BfsAsset *a = calloc(1, sizeof *a);
  if (!a) FAIL(ERR_MEMORY, "no memory for a graph");
  a->settings = *(const BfsSettings *)settings;
  const GraphArcs said = a->settings.directed ? GRAPH_DIRECTED : GRAPH_AS_SAID;
  const GraphArcs arcs = a->settings.undirected ? GRAPH_UNDIRECTED : said;
  const bool both = a->settings.directed && a->settings.undirected;
  const Status status = both ? status_fail(ERR_USAGE, "--undirected: expected no --directed beside it")
                             : bfs_graph_open(be, spec, arcs, node, &a->at);
  if (status == OK)
    *asset = a;
  else
    asset_close(be, a);
  return status;
}

/* ---- records ---- */

static void record_put(const Graph *g, uint32_t source, const BfsRecord *r, Records *records, uint32_t k) {
  ((uint32_t *)records->column[BFS_SOURCE])[k] = source + g->first;
  ((uint32_t *)records->column[BFS_DEPTH])[k] = r->depth;
  ((uint32_t *)records->column[BFS_VISITED])[k] = r->visited;
  ((uint64_t *)records->column[BFS_EDGES])[k] = bfs_edges(g, r->arcs);
  ((uint64_t *)records->column[BFS_CHECKSUM])[k] = r->checksum;
}

static Status batch_run(Backend *be, BfsAsset *a, const Items *items, Records *records, uint32_t from,
                        uint32_t count) {
  uint32_t sources[BFS_BATCH];
  BfsRecord out[BFS_BATCH];
  for (uint32_t s = 0; s < count; s++) sources[s] = bfs_source(items, records->first + from + s);
  TRY(be->ops->bfs->batch(be, a->at.machine, sources, count, out));
  for (uint32_t s = 0; s < count; s++) record_put(a->at.graph, sources[s], &out[s], records, from + s);
  return OK;
}

static Status one_run(Backend *be, BfsAsset *a, BfsMethod method, const Items *items, Records *records,
                      uint32_t k) {
  const uint32_t source = bfs_source(items, records->first + k);
  BfsRecord out;
  TRY(be->ops->bfs->search(be, a->at.machine, method, source));
  TRY(be->ops->bfs->record(be, a->at.machine, &out));
  record_put(a->at.graph, source, &out, records, k);
  return a->settings.levels[0] ? bfs_levels_write(be, a) : OK;
}

BfsMethod bfs_method(uint32_t choice) {
  return choice >= BFS_ONE_BY_ONE ? (BfsMethod)(choice - BFS_ONE_BY_ONE) : BFS_DIRECTION;
}

static Status bfs_run(Backend *be, const Items *items, Records *records) {
  BfsAsset *a = items->asset;
  const uint32_t choice = a->settings.method;
  const bool some = choice == BFS_AT_ONCE || (choice == BFS_AUTO && records->count >= AT_ONCE_LEAST);
  const BfsMethod method = bfs_method(choice);
  const uint32_t step = some && !a->settings.levels[0] ? BFS_BATCH : 1;
  for (uint32_t k = 0; k < records->count; k += step) {
    const uint32_t left = records->count - k;
    TRY(halt_check("breadth-first searches"));
    if (step > 1)
      TRY(batch_run(be, a, items, records, k, left < BFS_BATCH ? left : BFS_BATCH));
    else
      TRY(one_run(be, a, method, items, records, k));
  }
  return OK;
}

/* Arcs of the whole graph: what a source reaches is known afterwards. */
static double bfs_work(const Items *items, uint64_t item) {
  const BfsAsset *a = items->asset;
  (void)item;
  return (double)bfs_edges(a->at.graph, a->at.graph->arcs) + 1;
}

static void asset_tell(const void *asset, char text[EVALUATOR_TEXT_MAX]) {
  const BfsAsset *const a = asset;
  bfs_graph_text(&a->at, text);
  const size_t used = strlen(text);
  if (a->all)
    snprintf(text + used, EVALUATOR_TEXT_MAX - used, "; sources: all vertices with arcs, fewer than %s",
             a->settings.sources);
}

static uint64_t asset_digest(const void *asset) { return ((const BfsAsset *)asset)->at.graph->digest; }

static double bfs_worked(const Records *records, uint32_t k) {
  return (double)((const uint64_t *)records->column[BFS_EDGES])[k];
}

static const EvaluatorCommand command = {
    .arguments = "GRAPH",
    .summary = "breadth-first search of a graph from many sources",
    .help = "GRAPH is a file (Matrix Market, DIMACS, METIS, HDF5 with the datasets offset and to, or a list "
            "of edges; also compressed by gzip); or urand:n=2^24,degree=12,seed=1, "
            "kron:scale=24,edgefactor=16,seed=1 or powerlaw:n=1e6,degree=12,power=3,seed=1, a random graph.\n"
            "The record of a source has its depth, the numbers of vertices and edges that it reaches, and a "
            "checksum of their levels. The records go to one HDF5 file. The same command resumes a run that "
            "was stopped or killed, on any number of ranks, each of which has the whole graph.\n"
            "GTEPS are 10^9 edges per second among the reached vertices; an edge is counted once.\n"
            "  cordee bfs urand:n=1e5,degree=12,seed=1 --sources 64 --out levels.h5\n"
            "  mpirun -n 8 cordee bfs road.mtx.gz --sources all --check 1000\n",
    .out = "keep the records in FILE (default: GRAPH.h5; random graph: none)",
    .csv = "when all are there, write the records to FILE (-: standard output)",
    .check = "search from one of N sources again on the host and compare the levels; 0: from none"};

const Evaluator evaluator_bfs = {.name = "bfs",
                                 .command = &command,
                                 .item_word = "source",
                                 .items_word = "sources",
                                 .valid_word = "searched",
                                 .columns = columns,
                                 .kernels = FAMILY_BIT(bfs),
                                 .options = bfs_options,
                                 .settings_bytes = sizeof(BfsSettings),
                                 .open = asset_open,
                                 .close = asset_close,
                                 .about = asset_tell,
                                 .items = bfs_items,
                                 .asset_digest = asset_digest,
                                 .work = bfs_work,
                                 .work_most = 1e12,
                                 .chunk = BFS_BATCH,
                                 .work_word = "GTEPS",
                                 .worked = bfs_worked,
                                 .run = bfs_run,
                                 .check = bfs_check};
