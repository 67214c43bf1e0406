/* The graph of a run on this rank, the settings, and the sources. Inside this folder. */
#ifndef CORDEE_EVALUATOR_BFS_BFS_ASSET_H
#define CORDEE_EVALUATOR_BFS_BFS_ASSET_H

#include "bfs_graph.h"
#include "evaluator.h"
#include "option_row.h"

enum { BFS_TEXT_MAX = 4096 };

typedef enum BfsChoice { BFS_AUTO, BFS_AT_ONCE, BFS_ONE_BY_ONE /* BfsMethod follows */ } BfsChoice;

typedef struct BfsSettings {
  char sources[BFS_TEXT_MAX]; /* "all", a count, or a file */
  char levels[BFS_TEXT_MAX];  /* of a single source, to be written there; "": no */
  uint64_t seed;              /* of random sources */
  uint32_t method;            /* BfsChoice */
  uint32_t directed, undirected;
} BfsSettings;

typedef struct BfsAsset {
  BfsGraph at;
  BfsSettings settings;
  bool
      all; /* more random sources were asked for than there are vertices with arcs: all of these are sources */
} BfsAsset;

enum { BFS_SOURCE, BFS_DEPTH, BFS_VISITED, BFS_EDGES, BFS_CHECKSUM };

extern const OptionRow bfs_options[];

/* Evaluator.items and check. */
Status bfs_items(const char *spec, const void *settings, Items *out);
Status bfs_check(const Items *items, const Records *records, uint32_t k);

/* The vertices that a file's text holds, one a line; '#' begins a comment line. Nothing is owned if it fails. "file:line: expected ...", ERR_FORMAT;
 * ERR_MEMORY. */
Status bfs_sources_parse(const Graph *g, const char *path, const char *text, size_t bytes, Items *out);

/* Room for a list of sources, (count) behind its first word. ERR_MEMORY. */
Status bfs_sources_alloc(uint64_t count, Items *out);
/* The digest of these items on that graph. */
uint64_t bfs_items_digest(const Graph *g, const Items *items);

uint32_t bfs_source(const Items *items, uint64_t item);
/* Edges that arcs of the visited stand for: each counted once. */
static inline uint64_t bfs_edges(const Graph *g, uint64_t arcs) { return g->directed ? arcs : arcs / 2; }

/* How one source is searched. */
BfsMethod bfs_method(uint32_t choice);
/* The smallest vertex a level below, from which an arc leads to v; BFS_NO_LEVEL: there is none. */
uint32_t bfs_parent(const Graph *g, const uint32_t *level, uint32_t v);
/* Levels of a search, parents, and the layered network to settings.levels. ERR_IO, ERR_MEMORY. */
Status bfs_levels_write(Backend *be, BfsAsset *asset);

#endif
