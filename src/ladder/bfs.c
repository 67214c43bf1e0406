/* `cordee-ladder bfs`: breadth-first search from several sources by published kernels (level_kernels.h), by one queue on one core, and by the
 * library on all cores and on the GPU. All find the same levels, which is checked. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bfs_table.h"
#include "cities.h"
#include "clock.h"
#include "evaluator/bfs/bfs_kernels.h"
#include "graph/graph.h"
#include "ladders.h"
#include "level_kernels.h"
#include "rng.h"
#include "specs.h"
#include "text.h"

enum { GRAPHS = 5 /* of a size, as published */, SOURCES = 50 /* likewise, at most */, DRAWS = 1000 };
#define SECONDS 0.5 /* of the core's searches of a graph, unless --time says */

/* Graphs of a row. */
typedef struct Case {
  const LadderRun *run;
  const LevelKernels *ops; /* NULL: no GPU */
  Backend host;            /* all cores */
  BfsTotal sum[BFS_DESIGNS];
  uint32_t n, depth;
  /* of the graph at hand: */
  Graph *graph;
  uint32_t *level, *queue; /* (n) */
  uint32_t sources, source[SOURCES];
  uint64_t digest[SOURCES]; /* of the core's levels */
} Case;

/* ---- one queue ---- */

static void queue_search(const Graph *g, uint32_t source, uint32_t *level, uint32_t *queue) {
  uint32_t count = 0;
  memset(level, 0xff, g->n * sizeof *level);
  level[source] = 0;
  queue[count++] = source;
  for (uint32_t q = 0; q < count; q++) {
    const uint32_t v = queue[q];
    for (uint64_t a = g->offset[v]; a < g->offset[v + 1]; a++) {
      const uint32_t w = g->to[a];
      if (level[w] != LEVEL_NONE) continue;
      level[w] = level[v] + 1;
      queue[count++] = w;
    }
  }
}

static uint64_t levels_digest(const uint32_t *level, uint32_t n) {
  uint64_t digest = 0;
  for (uint32_t v = 0; v < n; v++) digest += (level[v] + 1ull) * bfs_weight(v);
  return digest;
}

static uint32_t levels_depth(const uint32_t *level, uint32_t n) {
  uint32_t depth = 0;
  for (uint32_t v = 0; v < n; v++)
    if (level[v] != LEVEL_NONE && level[v] > depth) depth = level[v];
  return depth;
}

/* Source k of the seed, with an arc if one is soon found. */
static uint32_t source_of(const Graph *g, uint64_t seed, uint32_t k) {
  const RngStream s = {seed, k, 5, RNG_INSTANCE};
  uint32_t v = 0;
  for (uint32_t draw = 0; draw < DRAWS; draw++)
    if (graph_degree(g, v = rng_below(s, draw, g->n)) > 0) break;
  return v;
}

/* The sources of a graph, as many as the time holds, and what the others must find. */
static void core_measure(Case *c) {
  const LadderSettings *const settings = c->run->settings;
  const double most_s = settings->time_s > 0 ? settings->time_s : SECONDS;
  BfsTotal *const sum = &c->sum[BFS_CORE];
  double all = 0;
  for (c->sources = 0; c->sources < SOURCES && (!c->sources || all < most_s); c->sources++) {
    const uint32_t k = c->sources, source = c->source[k] = source_of(c->graph, settings->seed, k);
    const double began = clock_s();
    queue_search(c->graph, source, c->level, c->queue);
    all += clock_s() - began;
    c->digest[k] = levels_digest(c->level, c->n);
    const uint32_t depth = levels_depth(c->level, c->n);
    if (depth > c->depth) c->depth = depth;
  }
  sum->seconds += all;
  sum->searches += c->sources;
}

/* The levels in c->level are those of the queue. */
static Status levels_check(const Case *c, const char *name, uint32_t k) {
  if (levels_digest(c->level, c->n) == c->digest[k]) return OK;
  FAIL(ERR_INTERNAL, "ladder: %s: from vertex %u: expected the levels of one queue, found others", name,
       c->source[k]);
}

/* ---- the library ---- */

static Status library_search(Case *c, Backend *be, BfsMachine *m, int design, uint32_t k) {
  const double began = clock_s();
  TRY(be->ops->bfs->search(be, m, BFS_DIRECTION, c->source[k]));
  c->sum[design].seconds += clock_s() - began;
  c->sum[design].searches++;
  TRY(be->ops->bfs->levels(be, m, c->level));
  return levels_check(c, bfs_designs[design].name, k);
}

static Status library_measure(Case *c, Backend *be, int design) {
  BfsMachine *m = NULL;
  TRY(be->ops->bfs->open(be, c->graph, &m));
  Status status = be->ops->bfs->search(be, m, BFS_DIRECTION, c->source[0]); /* the warm-up */
  for (uint32_t k = 0; k < c->sources && status == OK; k++) status = library_search(c, be, m, design, k);
  be->ops->bfs->close(be, m);
  return status;
}

/* ---- published designs ---- */

static int kernel_of(const Case *c, const char *name) {
  for (int k = 0; c->ops && c->ops->design(k); k++)
    if (strcmp(c->ops->design(k), name) == 0) return k;
  return -1;
}

/* The first search is repeated with its kinds of kernels timed apart. */
static Status split_measure(Case *c, LevelLadder *l, int kernel, BfsTotal *sum) {
  LevelRun run;
  TRY(c->ops->search(l, kernel, c->source[0], true, &run));
  sum->kernel_s += run.kernel_s;
  sum->list_s += run.list_s;
  sum->splits++;
  return OK;
}

static Status design_measure(Case *c, LevelLadder *l, int design) {
  const int kernel = kernel_of(c, bfs_designs[design].name);
  LevelRun run;
  if (kernel < 0) FAIL(ERR_INTERNAL, "ladder: no kernel for the design %s", bfs_designs[design].name);
  TRY(c->ops->search(l, kernel, c->source[0], false, &run)); /* the warm-up */
  TRY(split_measure(c, l, kernel, &c->sum[design]));
  for (uint32_t k = 0; k < c->sources; k++) {
    TRY(c->ops->search(l, kernel, c->source[k], false, &run));
    c->sum[design].seconds += run.seconds;
    c->sum[design].searches++;
    TRY(c->ops->levels(l, c->level));
    TRY(levels_check(c, bfs_designs[design].name, k));
  }
  return OK;
}

/* All that --designs has, of those that a GPU runs. */
static Status gpu_measure(Case *c) {
  const LevelGraph graph = {c->graph->n, c->graph->arcs, c->graph->offset, c->graph->to};
  LevelLadder *l = NULL;
  if (!c->ops) return OK;
  TRY(c->ops->open(c->run->be, &graph, &l));
  Status status = OK;
  for (int d = BFS_CORES + 1; d < BFS_DESIGNS && status == OK; d++) {
    if (!ladder_design_runs(c->run, &bfs_designs[d])) continue;
    status = strcmp(bfs_designs[d].name, "ours") == 0 ? library_measure(c, c->run->be, d)
                                                      : design_measure(c, l, d);
  }
  c->ops->close(l);
  return status;
}

/* ---- graphs ---- */

static Status designs_measure(Case *c) {
  core_measure(c);
  if (ladder_design_runs(c->run, &bfs_designs[BFS_CORES])) TRY(library_measure(c, &c->host, BFS_CORES));
  return gpu_measure(c);
}

static Status graph_measure(Case *c, const char *spec) {
  TRY(graph_open(spec, GRAPH_AS_SAID, GRAPH_IDS_DENSE, c->host.threads, &c->graph));
  const size_t words = c->graph->n + (size_t)1;
  c->n = c->graph->n;
  c->level = calloc(words, sizeof *c->level);
  c->queue = calloc(words, sizeof *c->queue);
  Status status =
      c->level && c->queue ? OK : status_fail(ERR_MEMORY, "no memory for a search of %u vertices", c->n);
  if (status == OK && c->n == 0) status = status_fail(ERR_FORMAT, "%s: expected vertices, found none", spec);
  if (status == OK) {
    queue_search(c->graph, 0, c->level, c->queue); /* so that the first measured one finds its memory */
    status = designs_measure(c);
  }
  free(c->level);
  free(c->queue);
  graph_free(c->graph);
  return status;
}

static void rows_print(const Case *c, const char *graph) {
  const BfsRow row = {graph, c->n, c->depth, c->sum};
  printf("\n%s: %u vertices\n", text_line(graph), c->n);
  ladder_table_heading(&c->run->table);
  for (int d = 0; d < BFS_DESIGNS; d++)
    if (ladder_design_runs(c->run, &bfs_designs[d])) bfs_row(&c->run->table, d, &row);
}

static Case case_of(const LadderRun *run, const Backend *host) {
  return (Case){.run = run, .ops = run->designs ? run->designs->levels : NULL, .host = *host};
}

/* Random graphs of one size and a mean degree of 12. */
static Status size_measure(const LadderRun *run, const Backend *host, int32_t n) {
  Case c = case_of(run, host);
  char spec[SPEC_MAX];
  for (int k = 0; k < GRAPHS; k++) {
    snprintf(spec, sizeof spec, "degrees:n=%d,min=%d,max=%d,seed=%llu", n, 5 + k % 3, 19 - k % 3,
             (unsigned long long)run->settings->seed + (unsigned)k);
    TRY(graph_measure(&c, spec));
  }
  snprintf(spec, sizeof spec, "%d random graphs of degrees 5 to 19, 6 to 18, 7 to 17", GRAPHS);
  rows_print(&c, spec);
  return OK;
}

static Status spec_measure(const LadderRun *run, const Backend *host, const char *spec) {
  Case c = case_of(run, host);
  TRY(graph_measure(&c, spec));
  rows_print(&c, spec);
  return OK;
}

/* Sizes, then a graph as deep as they are shallow. */
static Status sizes_measure(const LadderRun *run, const Backend *host) {
  LadderSizes sizes;
  char spec[SPEC_MAX];
  TRY(ladder_sizes_parse(run->settings->sizes, &sizes));
  for (int s = 0; s < sizes.count; s++) TRY(size_measure(run, host, sizes.n[s]));
  const int side = (int)sqrt((double)sizes.largest) + 1;
  snprintf(spec, sizeof spec, "grid:rows=%d,cols=%d", side, side);
  return spec_measure(run, host, spec);
}

static Status graphs_measure(const LadderRun *run, const Backend *host) {
  const char *at = run->settings->instance;
  char spec[SPEC_MAX];
  ladder_legend(run);
  if (!*at) return sizes_measure(run, host);
  while (ladder_specs_next(&at, spec)) TRY(spec_measure(run, host, spec));
  return OK;
}

static Status bfs_measure(const LadderRun *run) {
  Backend host = {.ops = &backend_cpu};
  TRY(backend_cpu.open(&host, 0, run->be->threads));
  const Status status = graphs_measure(run, &host);
  host.ops->close(&host);
  return status;
}

static const OptionRow options[] = {
    LADDER_SEED,
    LADDER_TIME("search each graph from as many sources, 50 at most, as one core searches from in this time; "
                "0: 0.5"),
    LADDER_BACKEND,
    LADDER_THREADS,
    {"sizes", KIND_LIST, OPTION_FIELD(LadderSettings, sizes), "100000,200000,500000,1000000",
     .argument = "N,N,...", .least = "24", .most = "100000000", .help = "vertices of random graphs"},
    LADDER_INSTANCE("GRAPH,...", "search these graphs, files or generators, instead"),
    LADDER_DESIGNS,
    LADDER_CSV("write the measurements to FILE, too (-: standard output)"),
    {.name = NULL}};

const LadderEntry ladder_bfs = {
    .name = "bfs",
    .summary = "published breadth-first searches, times of kernels and of scans, speed-up over cores",
    .help = "Of each size five random graphs are searched, and of the largest a grid. The time of a search "
            "includes "
            "the host's part; kernel and scan are times between events.\n"
            "  cordee-ladder bfs --sizes 10000 --csv bfs.csv\n"
            "  cordee-ladder bfs --instance grid:rows=300,cols=300,kron:scale=14,edgefactor=8\n",
    .options = options,
    .designs = bfs_designs,
    .columns = bfs_columns,
    .digits = 6,
    .needs = LADDER_OF_BOTH,
    .mark = "design,n,",
    .run = bfs_measure};
