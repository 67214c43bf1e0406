/* The ring of islands: migration between neighbours, whoever hosts them; and the best of all. */
#ifndef CORDEE_MPI_RING_H
#define CORDEE_MPI_RING_H

#include "comm.h"
#include "group_slots.h"
#include "rank_islands.h"
#include "slots.h"

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
