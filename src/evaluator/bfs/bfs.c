/* Each rank has the graph, read or generated there, and brings it to its device once. */
#include <stdlib.h>
#include <string.h>
#include "bfs_asset.h"
#include "evaluator.h"
#include "graph/graph.h"
#include "halt.h"
#include "option_row.h"

/* ---- file of levels ---- */

typedef enum BfsChoice { BFS_AUTO, BFS_AT_ONCE, BFS_ONE_BY_ONE /* BfsMethod follows */ } BfsChoice;

enum { BFS_SOURCE, BFS_DEPTH, BFS_VISITED, BFS_EDGES, BFS_CHECKSUM };
/* Edges that arcs of the visited stand for: each counted once. */
static inline uint64_t bfs_edges(const Graph *g, uint64_t arcs) { return g->directed ? arcs : arcs / 2; }

typedef struct Layers {
  uint32_t *level, *parent, *to;
  uint64_t *offset;
} Layers;

static Status layers_alloc(const Graph *g, Layers *l) {
  l->level = malloc(g->n * sizeof *l->level);
  l->parent = malloc(g->n * sizeof *l->parent);
  l->to = malloc((g->arcs + 1) * sizeof *l->to);
  l->offset = malloc((g->n + 1ull) * sizeof *l->offset);
  if (l->level && l->parent && l->to && l->offset) return OK;
  FAIL(ERR_MEMORY, "no memory for the levels of %u vertices", g->n);
}

static void layers_fill(const Graph *g, Layers *l) {
  uint64_t count = 0;
  for (uint32_t v = 0; v < g->n; v++) {
    l->offset[v] = count;
    for (uint64_t a = g->offset[v]; l->level[v] != BFS_NO_LEVEL && a < g->offset[v + 1]; a++)
      if (l->level[g->to[a]] == l->level[v] + 1) l->to[count++] = g->to[a];
  }
  l->offset[g->n] = count;
}

static Status layers_write(const Graph *g, const Layers *l, const char *path) {
  enum { ARRAYS = 5 };
  char *names;
  Array arrays[ARRAYS] = {{.name = "level", .dtype = DTYPE_U32, .count = g->n, .values = l->level},
                          {.name = "parent", .dtype = DTYPE_U32, .count = g->n, .values = l->parent},
                          {.name = "offset", .dtype = DTYPE_U64, .count = g->n + 1ull, .values = l->offset},
                          {.name = "to", .dtype = DTYPE_U32, .count = l->offset[g->n], .values = l->to}};
  TRY(bfs_ids_array(g, &names, &arrays[ARRAYS - 1]));
  const Status status = arrays_write(path, arrays, g->ids.id ? ARRAYS : ARRAYS - 1);
  free(names);
  return status;
}

Status bfs_levels_write(Backend *be, BfsAsset *a) {
  Layers l = {.level = NULL};
  TRY(bfs_graph_rows(&a->at));
  Status status = layers_alloc(a->at.graph, &l);
  if (status == OK) status = be->ops->bfs->levels(be, a->at.machine, l.level);
  if (status == OK) status = be->ops->bfs->parents(be, a->at.machine, l.parent);
  if (status == OK) {
    layers_fill(a->at.graph, &l);
    status = layers_write(a->at.graph, &l, a->settings.levels);
  }
  free(l.level);
  free(l.parent);
  free(l.to);
  free(l.offset);
  return status;
}

/* ---- judge ---- */

/* The judge: a search with one queue, the rules of Graph500 for its levels and parents, and the record. It shares no
 * code with the kernels.
 *
 *   an arc leads at most one level on; in a graph without directions its ends are at most one level apart
 *   a vertex with a level above 0 has a parent one level below, the smallest that is; the source alone has level 0
 *   an arc from a vertex with a level leads to one with a level */

typedef struct Judged {
  uint32_t *level, *queue;
  uint64_t arcs, checksum;
  uint32_t visited, depth;
} Judged;

static void levels_find(const Graph *g, uint32_t source, Judged *j) {
  uint32_t head = 0, tail = 0;
  for (uint32_t v = 0; v < g->n; v++) j->level[v] = BFS_NO_LEVEL;
  j->level[source] = 0;
  j->queue[tail++] = source;
  while (head < tail) {
    const uint32_t u = j->queue[head++];
    for (uint64_t a = g->offset[u]; a < g->offset[u + 1]; a++)
      if (j->level[g->to[a]] == BFS_NO_LEVEL) {
        j->level[g->to[a]] = j->level[u] + 1;
        j->queue[tail++] = g->to[a];
      }
    j->arcs += g->offset[u + 1] - g->offset[u];
    j->depth = j->level[u];
    j->checksum += (j->level[u] + (uint64_t)1) * bfs_weight(u);
  }
  j->visited = tail;
}

/* The rules for the vertex u. */
static const char *rules_broken(const Graph *g, uint32_t source, const uint32_t *level, uint32_t u) {
  bool parent = level[u] == 0 || level[u] == BFS_NO_LEVEL;
  if ((level[u] == 0) != (u == source)) return "another vertex has level 0, or the source has not";
  for (uint64_t a = g->offset[u]; level[u] != BFS_NO_LEVEL && a < g->offset[u + 1]; a++)
    if (level[g->to[a]] > level[u] + 1)
      return "an arc leads more than a level on, or to a vertex without one";
  for (uint64_t a = g->in_offset[u]; !parent && a < g->in_offset[u + 1]; a++)
    parent = level[g->in_to[a]] == level[u] - 1;
  return parent ? NULL : "a vertex has no parent";
}

static Status judge(const Graph *g, uint32_t source, Judged *j, const Records *r, uint32_t k) {
  char text[GRAPH_VERTEX_TEXT_MAX], vertex[GRAPH_VERTEX_TEXT_MAX];
  graph_vertex_text(g, source, text);
  levels_find(g, source, j);
  for (uint32_t u = 0; u < g->n; u++) {
    const char *broken = rules_broken(g, source, j->level, u);
    if (!broken) continue;
    graph_vertex_text(g, u, vertex);
    FAIL(ERR_INTERNAL, "source %s: %s: vertex %s", text, broken, vertex);
  }
  if (((const uint32_t *)r->column[BFS_DEPTH])[k] != j->depth ||
      ((const uint32_t *)r->column[BFS_VISITED])[k] != j->visited ||
      ((const uint64_t *)r->column[BFS_EDGES])[k] != bfs_edges(g, j->arcs) ||
      ((const uint64_t *)r->column[BFS_CHECKSUM])[k] != j->checksum)
    FAIL(ERR_INTERNAL,
         "source %s: expected depth %u and %u vertices, or other edges or levels, found depth %u and %u",
         text, j->depth, j->visited, ((const uint32_t *)r->column[BFS_DEPTH])[k],
         ((const uint32_t *)r->column[BFS_VISITED])[k]);
  return OK;
}

static Status bfs_check(const Items *items, const Records *records, uint32_t k) {
  BfsAsset *a = items->asset;
  const Graph *g = a->at.graph;
  TRY(bfs_graph_rows(&a->at));
  const uint32_t source = bfs_source(items, records->first + k);
  Judged j = {.level = malloc(g->n * sizeof *j.level), .queue = malloc(g->n * sizeof *j.queue)};
  Status status = j.level && j.queue
                      ? judge(g, source, &j, records, k)
                      : status_fail(ERR_MEMORY, "no memory to judge levels of %u vertices", g->n);
  if (status == OK && a->settings.parents[0]) status = bfs_parents_check(a, source, j.level);
  free(j.level);
  free(j.queue);
  return status;
}

/* ---- evaluator ---- */

enum { AT_ONCE_LEAST = 32 /* sources that are searched at once unless the method says otherwise */ };

static const Column columns[] = {
    [BFS_SOURCE] = {"source", DTYPE_U32,
                    "vertex, numbered as the graph's file does; beside ids: its place among them, from 0"},
    [BFS_DEPTH] = {"depth", DTYPE_U32, "the highest level"},
    [BFS_VISITED] = {"visited", DTYPE_U32, "vertices that have a level, the source among them"},
    [BFS_EDGES] = {"edges", DTYPE_U64,
                   "of these vertices, each counted once; arcs that leave them in a directed graph"},
    [BFS_CHECKSUM] = {"checksum", DTYPE_U64, "of the levels"},
    {NULL, DTYPE_I32, NULL}};

static const char *const methods[] = {"auto", "batch", "direction", "topdown", "basic", "active", NULL};

static const char *const namings[] = {"auto", "dense", "sparse", "names", NULL};

#define PLACE 10
static const OptionRow bfs_options[] = {
    {"sources", KIND_TEXT, OPTION_FIELD(BfsSettings, sources), "64", .argument = "all|N|id:V,...|FILE",
     .help = "vertices to search from. all; N: so many different random ones that have arcs, or all of "
             "these; id:V,...: vertices as the graph's file calls them; FILE: the same, one per line",
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
    {"parents", KIND_TEXT, OPTION_FIELD(BfsSettings, parents), "", .argument = "FOLDER",
     .help = "write the parents from each source to a file in FOLDER (17.h5 for source 17); --check compares "
             "them by the rules of the GAP benchmark suite",
     .place = PLACE},
    {"closeness", KIND_TEXT, OPTION_FIELD(BfsSettings, closeness), "", .argument = "FILE",
     .help =
         "when all sources are searched, write the closeness of all vertices and the pairs by distance to "
         "FILE (HDF5): exact with --sources all, else an estimate and a bound of its error",
     .place = PLACE},
    {"directed", KIND_FLAG, OPTION_FIELD(BfsSettings, directed),
     .help = "a line of a list, or an edge of a generator, is an arc: it leads from its first vertex to the "
             "second",
     .place = PLACE},
    {"undirected", KIND_FLAG, OPTION_FIELD(BfsSettings, undirected),
     .help = "each arc is an edge, whatever the file says", .place = PLACE},
    {"ids", KIND_CHOICE, OPTION_FIELD(BfsSettings, naming), "auto", namings, .argument = "NAME",
     .help =
         "vertices of a list of edges. dense: numbers, each a vertex from the first to the largest; sparse: "
         "numbers, only those in the list are vertices, and a map is kept; names: words, likewise; auto: "
         "dense, or sparse for numbers from 2^31 on and for large gaps, or names below a row of column names",
     .place = PLACE},
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
                             : bfs_graph_open(be, spec, arcs, (GraphNaming)a->settings.naming, node, &a->at);
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
  TRY(bfs_closeness_begin(be, a));
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
  if (a->settings.levels[0]) TRY(bfs_levels_write(be, a));
  return a->settings.parents[0] ? bfs_parents_write(be, a, source) : OK;
}

/* How one source is searched. */
static BfsMethod bfs_method(uint32_t choice) {
  return choice >= BFS_ONE_BY_ONE ? (BfsMethod)(choice - BFS_ONE_BY_ONE) : BFS_DIRECTION;
}

static Status bfs_run(Backend *be, const Items *items, Records *records) {
  BfsAsset *a = items->asset;
  const uint32_t choice = a->settings.method;
  const bool some = choice == BFS_AT_ONCE || a->settings.closeness[0] ||
                    (choice == BFS_AUTO && records->count >= AT_ONCE_LEAST);
  const BfsMethod method = bfs_method(choice);
  const bool files = a->settings.levels[0] || a->settings.parents[0];
  const uint32_t step = some && !files ? BFS_BATCH : 1;
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

/* A file of levels may be another's, and sums are not kept: all is searched again. */
static bool bfs_again(const void *settings, const Items *items, uint64_t item) {
  const BfsAsset *const a = items->asset;
  const BfsSettings *const s = settings;
  if (s->levels[0] || s->closeness[0]) return true;
  return s->parents[0] && !bfs_parents_there(a, bfs_source(items, item));
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
    .help =
        "GRAPH is a file (Matrix Market, DIMACS, METIS, GAP's .sg, HDF5 with the datasets offset and to, "
        "or a list of edges; also compressed by gzip, bzip2, xz or zstd); or urand:n=2^24,degree=12,seed=1, "
        "kron:scale=24,edgefactor=16,seed=1, powerlaw:n=1e6,degree=12,power=3,seed=1, "
        "smallworld:n=1e6,degree=8,rewire=0.1,seed=1 or degrees:n=1e6,min=6,max=18,seed=1, a random "
        "graph; or grid:rows=1000,cols=1000.\n"
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
                                 .again = bfs_again,
                                 .asset_digest = asset_digest,
                                 .print = bfs_id_print,
                                 .kept = bfs_id_kept,
                                 .work = bfs_work,
                                 .work_most = 1e12,
                                 .chunk = BFS_BATCH,
                                 .work_word = "GTEPS",
                                 .worked = bfs_worked,
                                 .run = bfs_run,
                                 .check = bfs_check,
                                 .sums = bfs_closeness_sums,
                                 .finish = bfs_closeness_finish};

/* ---- graph in memory ---- */

Status bfs_memory_open(Backend *be, Graph *graph, const void *settings, void **asset) {
  BfsAsset *a = calloc(1, sizeof *a);
  if (!a) FAIL(ERR_MEMORY, "no memory for a graph");
  a->settings = *(const BfsSettings *)settings;
  *asset = a;
  if (a->settings.naming != GRAPH_IDS_AUTO)
    FAIL(ERR_USAGE, "--ids: expected a list of edges in a file beside it, found a graph in memory");
  if (a->settings.closeness[0])
    FAIL(ERR_USAGE, "--closeness: expected a file or a generator's words beside it, found a graph in memory");
  if (a->settings.directed || a->settings.undirected)
    FAIL(ERR_USAGE, "--%s: expected a file or a generator's words beside it, found a graph in memory",
         a->settings.directed ? "directed" : "undirected");
  return bfs_graph_lend(be, graph, &a->at);
}

static Status source_check(const Graph *g, uint64_t k, int32_t source) {
  if (source >= 0 && (uint32_t)source < g->n) return OK;
  FAIL(ERR_FORMAT, "sources[%llu]: expected a vertex from 0 to %u, found %d", (unsigned long long)k, g->n - 1,
       source);
}

Status bfs_memory_items(const Graph *graph, const int32_t *sources, uint64_t count, Items *out) {
  for (uint64_t k = 0; k < count; k++) TRY(source_check(graph, k, sources[k]));
  TRY(bfs_sources_alloc(count, out));
  memcpy((uint32_t *)out->data + 1, sources, count * sizeof *sources);
  out->digest = bfs_items_digest(graph, out);
  return OK;
}

Status bfs_memory_levels(Backend *be, Graph *graph, const void *settings, int32_t source, int32_t *level,
                         int32_t *parent) {
  const BfsMethod method = bfs_method(((const BfsSettings *)settings)->method);
  BfsGraph at;
  TRY(source_check(graph, 0, source));
  Status status = bfs_graph_lend(be, graph, &at);
  if (status == OK) status = be->ops->bfs->search(be, at.machine, method, (uint32_t)source);
  /* Both are read as whole numbers with a sign: BFS_NO_LEVEL is -1. */
  if (status == OK && level) status = be->ops->bfs->levels(be, at.machine, (uint32_t *)level);
  if (status == OK && parent) status = be->ops->bfs->parents(be, at.machine, (uint32_t *)parent);
  bfs_graph_close(&at);
  return status;
}
