/* The graph of a run on this rank, the settings, and the sources. Inside this folder. */
#ifndef CORDEE_EVALUATOR_BFS_BFS_ASSET_H
#define CORDEE_EVALUATOR_BFS_BFS_ASSET_H

#include "bfs_kernels.h"
#include "evaluator.h"
#include "graph/graph.h"
#include "io/arrays/arrays.h"
#include "node.h"
#include "option_row.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- evaluator ---- */

/* `cordee bfs`: an item is a source, its record what a breadth-first search from there finds. */

extern const Evaluator evaluator_bfs;

/* ---- graph in memory ---- */

/* Breadth-first searches of a graph in memory, which stays the caller's. Vertices are numbered from 0. */

/* The asset of Evaluator.run and check, for evaluator_bfs.close to release. settings: of evaluator_bfs. ERR_MEMORY, ERR_DEVICE. */
Status bfs_memory_open(Backend *be, Graph *graph, const void *settings, void **asset);
/* Items of these sources, (count). ERR_FORMAT: one is no vertex. ERR_MEMORY. */
Status bfs_memory_items(const Graph *graph, const int32_t *sources, uint64_t count, Items *out);
/* Levels from one source, and the parents (BfsKernels.parents). -1: there is none. level and parent: (n), NULL: not wanted. ERR_FORMAT, ERR_MEMORY, ERR_DEVICE, ERR_STOPPED. */
Status bfs_memory_levels(Backend *be, Graph *graph, const void *settings, int32_t source, int32_t *level,
                         int32_t *parent);

/* ---- graph ---- */

/* The graph of a run and its machine on this rank: made by the backend where it can and has room, else by the host. */

typedef struct BfsGraph {
  Backend *be;
  Graph *graph;
  BfsMachine *machine;
  bool by_backend; /* the rows lie there alone until bfs_graph_rows */
  bool lent;       /* the graph is another's */
  GraphArcs arcs;  /* that were asked for */
  GraphNaming naming;
  char said[GRAPH_SAID_MAX], named[GRAPH_NAMED_MAX];
  double read_s, made_s,
      placed_s; /* reading a file; making rows; bringing them to the backend: within made_s if it made them */
} BfsGraph;

/* What `spec` names (graph_open). The host's graphs, and those of files, are made by one rank of the node and shared: collective over it; OK and
 * without a graph if another rank has failed. node NULL: local. Close it also when it fails. ERR_NO_INPUT, ERR_FORMAT, ERR_MEMORY (before anything large is taken),
 * ERR_DEVICE, ERR_STOPPED. */
Status bfs_graph_open(Backend *be, const char *spec, GraphArcs arcs, GraphNaming naming, const Node *node,
                      BfsGraph *out);
/* The same for a graph that is there, and stays the caller's. Local. ERR_MEMORY, ERR_DEVICE. */
Status bfs_graph_lend(Backend *be, Graph *graph, BfsGraph *out);
void bfs_graph_close(BfsGraph *g);
/* The host has graph->to and graph->in_to, too. ERR_MEMORY, ERR_DEVICE. */
Status bfs_graph_rows(BfsGraph *g);

/* "16777216 vertices, 201326254 arcs, directed (line 1), made by cuda in 0.09 s (2.2e+09 arcs/s)" */
enum { BFS_GRAPH_TEXT_MAX = 400 };
void bfs_graph_text(const BfsGraph *g, char text[BFS_GRAPH_TEXT_MAX]);

/* ---- file of levels ---- */

enum { BFS_TEXT_MAX = 4096 };

typedef struct BfsSettings {
  char sources[BFS_TEXT_MAX];   /* "all", a count, "id:" and vertices, or a file */
  char levels[BFS_TEXT_MAX];    /* of a single source, to be written there; "": no */
  char parents[BFS_TEXT_MAX];   /* folder of a file for each source; "": none */
  char closeness[BFS_TEXT_MAX]; /* of all vertices, to be written there; "": no */
  uint64_t seed;                /* of random sources */
  uint32_t method;              /* BfsChoice */
  uint32_t directed, undirected;
  uint32_t naming; /* GraphNaming */
} BfsSettings;

typedef struct BfsAsset {
  BfsGraph at;
  BfsSettings settings;
  bool random; /* sources are drawn, all different */
  bool all;    /* more of them were asked for than there are vertices with arcs: all of these are sources */
  bool summed; /* batches on this rank add to sums */
} BfsAsset;

/* Evaluator.items and check. */
Status bfs_items(const char *spec, const void *settings, Items *out);

/* The vertices that a file's text holds, one a line; '#' begins a comment line. Nothing is owned if it fails. "file:line: expected ...", ERR_FORMAT;
 * ERR_MEMORY. */
Status bfs_sources_parse(const Graph *g, const char *path, const char *text, size_t bytes, Items *out);

/* Random sources that have arcs, all different: `count`, or as many as there are; *all: that was fewer. ERR_FORMAT: none; ERR_MEMORY. */
Status bfs_sources_random(const Graph *g, uint64_t seed, uint64_t count, bool *all, Items *out);

/* Whether the sources are all vertices that reach others. */
bool bfs_sources_all(const BfsAsset *a, const Items *items);

/* Room for a list of sources, (count) behind its first word. ERR_MEMORY. */
Status bfs_sources_alloc(uint64_t count, Items *out);
/* The digest of these items on that graph. */
uint64_t bfs_items_digest(const Graph *g, const Items *items);

/* What the file calls a source: Evaluator.print and kept. */
void bfs_id_print(FILE *out, const Items *items, uint64_t item);
Status bfs_id_kept(const Items *items, int k, TableColumn *out);
/* Names of vertices list[0..count), or of 0..count - 1 if it is NULL, as texts of *bytes each, filled up with zeros; the caller's. ERR_MEMORY. */
Status bfs_names_make(const Graph *g, const uint32_t *list, uint64_t count, char **out, size_t *bytes);
/* What the file calls each vertex, as the array "id"; it has no values if that is its number. *owned: to be freed. ERR_MEMORY. */
Status bfs_ids_array(const Graph *g, char **owned, Array *out);

uint32_t bfs_source(const Items *items, uint64_t item);
/* Levels of a search, parents, and the layered network to settings.levels. ERR_IO, ERR_MEMORY. */
Status bfs_levels_write(Backend *be, BfsAsset *asset);

/* ---- files of parents ---- */

/* Those of the last search, from `source`, to its file in settings.parents. ERR_IO, ERR_MEMORY, ERR_DEVICE. */
Status bfs_parents_write(Backend *be, const BfsAsset *asset, uint32_t source);
/* Whether the source has its file, of this graph. */
bool bfs_parents_there(const BfsAsset *asset, uint32_t source);
/* That file by the rules of the GAP benchmark suite. level: (n) of a search with one queue. ERR_INTERNAL: what is wrong; ERR_NO_INPUT,
 * ERR_FORMAT, ERR_MEMORY. The graph has its rows. */
Status bfs_parents_check(const BfsAsset *asset, uint32_t source, const uint32_t *level);

/* ---- closeness ---- */

/* Before a batch: its sums count if settings.closeness asks for them. ERR_MEMORY, ERR_DEVICE. */
Status bfs_closeness_begin(Backend *be, BfsAsset *asset);
/* Evaluator.sums and finish. */
Status bfs_closeness_sums(Backend *be, const Items *items, uint64_t **out, uint64_t *count);
Status bfs_closeness_finish(const Items *items, const uint64_t *sums, char text[EVALUATOR_TEXT_MAX]);

#ifdef __cplusplus
}
#endif
#endif
