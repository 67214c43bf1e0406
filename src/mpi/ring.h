/* The ring of islands: migration between neighbours, whoever hosts them; and the best of all. */
#ifndef CORDEE_MPI_RING_H
#define CORDEE_MPI_RING_H

#include "backend.h"
#include "comm.h"
#include "rank_islands.h"
#include "shared_memory.h"

/* ---- memory for migrants ---- */

/* Memory for migrants on their way along the ring: a slot for what leaves this rank, and one for what arrives. Inside
 * the ring (ring.c).
 *
 * What a rank sends lies in memory that the next rank finds, if it is on the same host: then nothing is copied on the
 * way. To and from ranks of other hosts it goes as messages. If one rank has all islands, what it sends and what
 * arrives have one slot. Backends pin these slots (BackendOps.pin). */

typedef struct Slots {
  size_t room;              /* bytes of a slot; 0: they are not open */
  int to, from;             /* ranks */
  bool finds, found;        /* this rank finds the migrant of `from` in its memory; `to` finds this rank's */
  size_t part;              /* bytes of a message at most, for tests; 0: MESSAGE_MOST */
  char *arriving, *leaving; /* the slots */
  SharedMemory sent, arrived; /* the slot of what leaves; that of `from`, if it is found */
  char *memory;               /* of slots that are in no shared memory; owned */
  Backend *backend;           /* it pins both */
} Slots;

/* ---- memory for groups ---- */

/* Memory on backends for the groups that accompany migrants (SolverGroups): a rank puts its group into a slot on its
 * own device, and the next rank copies it to another one, without a way through the host. Inside the ring (ring.c).
 *
 * All ranks with islands use them, or none: an exchange takes as long as its slowest pair of ranks. They do if the
 * backend of each can import the previous rank's slot (BackendExports). Otherwise groups follow their migrants
 * through the memory for migrants (slots). */

typedef struct GroupSlots {
  size_t room;          /* bytes that they were opened for; 0: they were not */
  bool direct;          /* they are in use; the same on all ranks */
  void *sent, *arrived; /* in use: this rank's slot; that of the previous rank */
  Backend *backend;     /* of both; NULL: this rank has no islands */
} GroupSlots;

/* ---- ring ---- */

typedef struct Ring { /* which islands each rank hosts, the same on every rank */
  uint32_t islands;
  Span *span;        /* (ranks), owned */
  Slots slots;       /* of migrants; opened by the first exchange */
  GroupSlots groups; /* by the first one with groups */
} Ring;

/* The islands of a part of the given weight, of parts that are in order and have the weight `total` together, `below` of it
 * before this part. Spans are proportional to weights, as closely as can be, and together they are all islands. Weights add up
 * to less than 2^32. */
Span ring_span_weighted(uint32_t islands, uint64_t below, uint64_t weight, uint64_t total);
/* The same for rank `rank` of `size` with equal weights. */
Span ring_span(uint32_t islands, int rank, int size);

/* Shares the ring among the ranks: this rank hosts out->span[comm->rank]. `weight` is its speed, on any scale that is the same for all
 * ranks; not all are 0. Collective. ERR_MEMORY: on every rank. */
Status ring_open(const Comm *comm, uint32_t islands, uint32_t weight, Ring *out);
/* The backend of the exchanges is still open. Local. */
void ring_close(Ring *ring);

/* Island i receives the migrant of island (i-1) mod islands, as they were before the exchange. Collective. A rank sends one
 * migrant and receives one, whatever the number of its islands; ranks without islands take no part in it. A rank's backend is the same in
 * all exchanges. ERR_MEMORY, ERR_DEVICE: the same on every rank. */
Status ring_exchange(const Comm *comm, Ring *ring, const Solver *solver, RankIslands *local);

/* The cheapest of every rank's individual, ties by lowest rank, to every rank: cost, island and genes of
 * best->gene[length] become the winner's. Collective. */
void ring_best(const Comm *comm, uint32_t length, Individual *best);

#endif
