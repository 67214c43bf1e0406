/* The readers of networks as text. Inside this folder. */
#ifndef CORDEE_GRAPH_NETWORK_READ_H
#define CORDEE_GRAPH_NETWORK_READ_H

#include <stdbool.h>
#include <stdint.h>
#include "io/lexer.h"
#include "network.h"
#include "status.h"

/* ---- networks (network.c) ---- */

/* Is a vertex among both? Sorts both. */
bool network_terminals_share(uint32_t *sources, uint32_t source_count, uint32_t *sinks, uint32_t sink_count);
/* Room for so many arcs. ERR_MEMORY. */
Status network_grow(Network *network, uint64_t room);

/* ---- capacities (network_capacity.c) ----
 *
 * A capacity is a number of 0 or more, or infinite: `inf`, `infinity`, or a number from 2^61 on, as generators write it. All are kept as whole
 * numbers of units of 10^-decimals, as many decimals as the number with most of them. In the end infinite arcs get one more than a cut
 * between sources and sinks that has none of them: no flow without circles fills such an arc, so flow and cut stay what they are. The
 * same is done to the widest arcs if all capacities together would be too many. */

typedef struct Capacities {
  int64_t total;     /* of those that are not infinite; CAPACITY_INFINITE: more than NETWORK_CAPACITY_MAX */
  int total_line;    /* where it became too many */
  int infinite_line; /* of the first infinite one; 0: there is none */
} Capacities;

#define CAPACITY_INFINITE INT64_MAX

/* The capacity at the lexer, in units of the network, whose capacities so far may get other units. ERR_FORMAT. */
Status capacity_read(Lexer *lx, Network *network, Capacities *c, int64_t *capacity);
/* Counts one; true: it can be no other than a plain one, which has nothing to be settled. */
void capacity_count(Capacities *c, int64_t capacity, int line);

typedef struct Terminals {
  uint32_t *vertex;
  uint32_t count, room;
} Terminals;

/* Behind the last arc: no capacity is infinite, and all together are at most NETWORK_CAPACITY_MAX. ERR_FORMAT: the flow has no
 * limit, or there are too many; ERR_MEMORY. */
Status capacities_settle(const char *path, Network *network, const Capacities *c, const Terminals *sources,
                         const Terminals *sinks);

/* ---- readers (network_reader.c) ---- */

typedef struct NetworkReader {
  Lexer lx;
  bool undirected;
  bool begun;           /* the sizes are known */
  uint64_t lines, said; /* of arcs: read so far, and in all as the sizes say */
  int said_line;
  Network *network; /* its arcs are those that were read */
  Capacities capacities;
  Terminals source, sink;
} NetworkReader;

/* So many vertices, and lines of arcs. ERR_MEMORY. */
Status reader_sizes(NetworkReader *r, long long vertices, long long lines);
/* Lines of arcs that the rest of the file has room for. */
long long reader_lines_most(const NetworkReader *r);
/* Two vertices. ERR_FORMAT. */
Status reader_ends(NetworkReader *r, uint32_t end[2]);
/* An arc, or an edge. ERR_FORMAT: too many; ERR_MEMORY. */
Status reader_arc(NetworkReader *r, const uint32_t end[2], int64_t capacity, bool edge);
/* A vertex from 0 on. ERR_MEMORY. */
Status terminal_add(Terminals *t, uint32_t vertex);

/* ---- kinds of files ---- */

/* All lines of one. ERR_FORMAT, ERR_MEMORY. */
Status dimacs_network(NetworkReader *r);
Status market_network(NetworkReader *r);

#endif
