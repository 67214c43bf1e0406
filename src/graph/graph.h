/* Graph: vertices 0..n-1 and their arcs, row by row (CSR). Read-only once it is made. All functions are local, host
 * only; they use `threads` threads. */
#ifndef CORDEE_GRAPH_GRAPH_H
#define CORDEE_GRAPH_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "shared_memory.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

#define GRAPH_VERTICES_MAX ((uint64_t)1 << 31)
#define GRAPH_ARCS_MAX     ((uint64_t)1 << 40)

/* What vertices are called in their file where that is not their number: a map, kept with the graph. */
typedef struct GraphIds {
  uint64_t *
      id; /* (n) ascending numbers; names: (n + 1), where the name of a vertex begins in `names`; NULL: there is no map */
  char *names;    /* ascending, compared as bytes; NULL: numbers */
  uint64_t bytes; /* of all names */
} GraphIds;
void graph_ids_free(GraphIds *ids);

typedef struct Graph {
  uint32_t n;
  bool directed;    /* else an edge is an arc in both directions */
  uint64_t arcs;    /* stored: two for an edge that has no direction */
  uint64_t *offset; /* (n + 1) row v is to[offset[v]..offset[v+1]) */
  uint32_t *to;     /* (arcs) ascending within a row, no loops, none twice */
  uint64_t *in_offset;
  uint32_t *in_to; /* the reversed arcs, likewise; not directed: the same arrays as offset and to */
  uint32_t first;  /* the number of vertex 0 in its file: 0 or 1; 0 beside ids */
  GraphIds ids;
  SharedMemory shared; /* the arrays lie there, read-only (graph_share.h); NULL: they are the graph's own */
  uint64_t digest;     /* of n, directed and the arcs: graph_plan.h */
} Graph;

void graph_free(Graph *graph); /* NULL allowed */

/* Edges as they come: in any order, loops and repetitions among them. edge(self, k, ends): the k-th, or false: there is none at k.
 * Called from all threads, and twice for every k. */
typedef struct EdgeSource {
  bool (*edge)(const void *self, uint64_t k, uint32_t ends[2]);
  const void *self;
  uint64_t count;
  uint32_t n; /* ends are below it */
  bool directed;
} EdgeSource;

/* The graph of these edges, without loops and repetitions; if all arcs of a directed one are there both ways, it is made one that is
 * not. ERR_MEMORY, ERR_STOPPED. */
Status graph_build(const EdgeSource *edges, int threads, Graph **out);
/* The same of rows that stand already: takes over the arrays, also when it fails. They may hold loops and repetitions in any order,
 * but not directed ones must have both arcs of an edge. */
Status graph_adopt(uint32_t n, bool directed, uint64_t *offset, uint32_t *to, int threads, Graph **out);

/* The graph of rows in arrays, which are copied: row v is to[offset[v]..offset[v+1]), in any order, with loops and repetitions perhaps.
 * directed: their arcs; else each is an edge. ERR_FORMAT: "NAME[k]: expected ..., found ..."; ERR_MEMORY, ERR_STOPPED. */
Status graph_of_rows(int32_t n, bool directed, const int64_t *offset, const int32_t *to, int threads,
                     Graph **out);

/* Is `spec` the name of a generator, with settings: "urand:n=2^24,degree=12,seed=1"? */
bool graph_is_generated(const char *spec);
/* urand:n=,degree=,seed=       n degree / 2 edges whose ends are uniform
 * kron:scale=,edgefactor=,seed=   2^scale edgefactor edges of a Kronecker graph, as Graph500: 0.57, 0.19, 0.19, 0.05, labels shuffled
 * powerlaw:n=,degree=,power=,seed=   ends are floor(n x^power) of uniform x: degrees fall with exponent (2 power - 1) / (power - 1)
 * smallworld:n=,degree=,rewire=,seed=   Watts and Strogatz (1998): a ring, each vertex joined to the nearest `degree`, a share of edges to any
 * Numbers may be written 2^24, 1e6, 12. The same on every machine. ERR_FORMAT. */
Status graph_generate(const char *spec, int threads, Graph **out);

/* What the caller says of directions: nothing, so that the format or a header decides; lines of a list are arcs; each is an edge. */
typedef enum GraphArcs { GRAPH_AS_SAID, GRAPH_DIRECTED, GRAPH_UNDIRECTED } GraphArcs;

/* ---- names of vertices ---- */

/* Which names the vertices of a list of edges have: numbers, which are their own or need a map where they have large gaps; numbers without a map;
 * numbers with one; words. */
typedef enum GraphNaming { GRAPH_IDS_AUTO, GRAPH_IDS_DENSE, GRAPH_IDS_SPARSE, GRAPH_IDS_NAMES } GraphNaming;

/* A file, known by its content: Matrix Market, DIMACS, HDF5 (offset, to), METIS if its name ends in .graph or .metis, else a list of
 * edges, text perhaps compressed (io/input.h); or a generator's name. ERR_NO_INPUT, ERR_FORMAT ("file:line: expected ..., found ..."), ERR_MEMORY, ERR_STOPPED. */
Status graph_open(const char *spec, GraphArcs arcs, GraphNaming naming, int threads, Graph **out);

/* What the file calls vertex v, for people: 12 or 'Mainz', cut if it is long. */
enum { GRAPH_VERTEX_TEXT_MAX = 72, GRAPH_NAME_MAX = 255 /* bytes of a name */ };
void graph_vertex_text(const Graph *g, uint32_t v, char text[GRAPH_VERTEX_TEXT_MAX]);
/* Of a graph with names: that of v, which does not end in a zero. */
const char *graph_vertex_name(const Graph *g, uint32_t v, size_t *bytes);
/* The vertex of that number or name; false: there is none. Of a graph that has ids. */
bool graph_vertex_find(const Graph *g, const char *text, size_t bytes, uint32_t *out);
/* Digits alone, below 2^64. */
bool graph_number_read(const char *text, size_t bytes, uint64_t *out);

/* Sorts rows in which a few neighbours of each stand at a wrong place. */
void graph_rows_ascend(uint32_t n, const uint64_t *offset, uint32_t *to, int threads);

static inline uint64_t graph_degree(const Graph *g, uint32_t v) { return g->offset[v + 1] - g->offset[v]; }

#ifdef __cplusplus
}
#endif

#endif
