/* Network: vertices, arcs with whole capacities, one source and one sink.
 *
 * Arcs keep the order of the file or the generator. Several sources or sinks are joined by a vertex of the program's
 * own, which comes behind the file's, with arcs that never bind behind the file's. Local, host only. */
#ifndef CORDEE_GRAPH_NETWORK_H
#define CORDEE_GRAPH_NETWORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { NETWORK_VERTICES_MAX = INT32_MAX - 2, NETWORK_ARCS_MAX = 1 << 30 };
#define NETWORK_CAPACITY_MAX (INT64_MAX / 4) /* of all arcs together */

typedef struct Network {
  uint32_t vertices, arcs;         /* the program's own included */
  uint32_t own_vertices, own_arcs; /* of these, the last so many are the program's own */
  uint32_t source, sink;
  uint32_t *tail, *head; /* (arcs) owned */
  int64_t *capacity;     /* (arcs) 0 or more; owned */
  uint64_t room;         /* arcs that these three have memory for */
  uint32_t decimals;     /* capacities count units of 10^-decimals */
  uint32_t columns,
      white;  /* of an image (network_grid.h): pixels of a row, the level of white; 0: it is none */
  bool edges; /* it has edges: an arc there, and behind it the arc back, both of the edge's capacity */
} Network;

/* Memory for arcs; their contents are undefined. ERR_MEMORY. */
Status network_alloc(uint32_t vertices, uint64_t arcs, Network *out);
void network_free(Network *network);
/* Adds the program's own source of `sources` and sink of `sinks`, where these are more than one: arcs as wide as all arcs out of a
 * source, or into a sink, are together. The source and the sink are set. ERR_MEMORY. */
Status network_join(Network *network, const uint32_t *sources, uint32_t source_count, const uint32_t *sinks,
                    uint32_t sink_count);

/* ---- arrays (network.c) ---- */

typedef struct NetworkArrays {
  int32_t vertices; /* 0..vertices-1 */
  int64_t arcs;
  const int32_t *tail, *head; /* (arcs) loops and parallel arcs are allowed */
  const int64_t *capacity;    /* (arcs) 0 or more, at most NETWORK_CAPACITY_MAX together */
  int32_t sources, sinks;     /* 1 or more each */
  const int32_t *source, *sink;
} NetworkArrays;

/* A copy. ERR_FORMAT: "NAME[k]: expected ..., found ..."; ERR_MEMORY. */
Status network_of_arrays(const NetworkArrays *arrays, Network *out);

/* ---- files (network_read.c) ----
 *
 * DIMACS's format of maximum flow, vertices from 1 on:
 *
 *   c COMMENT      p max VERTICES ARCS      n VERTEX s      n VERTEX t      a TAIL HEAD CAPACITY      e END END CAPACITY
 *
 * Lines n come before lines a; several sources and sinks are allowed. A line e, which is ours, is an edge without a direction. And square
 * matrices in the coordinate format of Matrix Market: an entry of a row and a column is an arc from one to the other, in a symmetric
 * matrix an edge. See network_read.h for capacities. And images of grey levels (PGM), as network_grid.h says. */

enum { GRID_SMOOTHNESS_MAX = 1000000 };

typedef struct GridCut { /* of an image: see network_grid.h */
  uint32_t smoothness;
  bool diagonals; /* pixels have eight neighbours, not four */
} GridCut;

typedef struct NetworkAsk {
  const char *source,
      *sink; /* "1,5": vertices as the file numbers them, instead of those it names; "" or NULL: the file's */
  bool undirected; /* each arc is an edge */
  GridCut grid;
} NetworkAsk;

/* ERR_USAGE: what is wrong with such a list of vertices; `option` names it. */
Status network_vertices_check(const char *option, const char *list);
/* ask NULL: nothing is asked for. ERR_FORMAT "path:line: expected ..., found ..."; ERR_NO_INPUT, ERR_MEMORY. */
Status network_read(const char *path, const NetworkAsk *ask, Network *out);
/* The same from memory; `text` need not end in a NUL. */
Status network_parse(const char *path, const char *text, size_t bytes, const NetworkAsk *ask, Network *out);

/* ---- generators (network_generate.c) ----
 *
 *   genrmf:a=64,b=25,c=1-10000,seed=1      Goldfarb and Grigoriadis 1988: b frames of a x a vertices. In a frame neighbours are joined both ways
 *                                          by arcs of a*a times the largest capacity, between frames a random permutation joins each
 *                                          vertex to one of the next frame, capacities from c
 *   rlg:rows=512,levels=512,c=1-10000      Washington's random level graph: each vertex has 3 arcs to random ones of the next level; the
 *                                          source has an arc to all of the first, the sink one from all of the last, of 3 times the largest capacity
 *   random:n=1000,degree=6,terminals=50,c=1-1000
 *                                          each vertex has `degree` arcs to random others. The first `terminals` vertices are sources,
 *                                          the last ones sinks, joined as network_join does
 *   grid:rows=256,columns=256,smoothness=40,noise=90,neighbours=4
 *                                          the network of an image (network_grid.h) of 256 levels: squares of 32 x 32 pixels have level 96 or
 *                                          160, and each pixel adds a number from -noise to noise; levels end at 0 and 255
 *
 * and count=N: so many networks. Randomness is rng.h's: network i is the same on every machine. */
typedef struct NetworkKind NetworkKind;
enum { NETWORK_SETTINGS = 5 };
enum { NETWORK_GENRMF, NETWORK_RLG, NETWORK_RANDOM, NETWORK_GRID };

typedef struct NetworkSpec {
  uint32_t kind;                      /* NETWORK_GENRMF, ... */
  uint32_t setting[NETWORK_SETTINGS]; /* by kind, in the order of the words above */
  uint32_t least, most;               /* capacities; not of grids */
  uint64_t seed, count;
} NetworkSpec;

/* Does `spec` name a generator: does it begin with one's name and a colon? */
bool network_spec_is(const char *spec);
/* ERR_FORMAT: what is wrong with it. */
Status network_spec_read(const char *spec, NetworkSpec *out);
/* Of one network, the program's own included. */
void network_spec_sizes(const NetworkSpec *spec, uint64_t *vertices, uint64_t *arcs);
/* Number i < count. ERR_MEMORY. Any thread may call it. */
Status network_generate(const NetworkSpec *spec, uint64_t i, Network *out);
/* The same in the memory of *io, a network that was made before or all zeros: one that is made after another needs no new one. *io is the
 * caller's to free, also after ERR_MEMORY. */
Status network_regenerate(const NetworkSpec *spec, uint64_t i, Network *io);

#ifdef __cplusplus
}
#endif

#endif
