/* The ring of islands: migration between neighbours, whoever hosts them; and the best of all. */
#ifndef CORDEE_MPI_RING_H
#define CORDEE_MPI_RING_H

#include "solver.h"
#include "comm.h"

/* The islands that a rank of `size` hosts: blocks of the ring, as equal as can be, ascending with rank. */
Span ring_span(uint32_t islands, int rank, int size);

/* Island i receives the migrant of island (i-1) mod islands, as they were before the exchange. Collective.
 * One migrant out and one in per rank, whatever the block size; ranks without islands take no part in it.
 * ERR_MEMORY, ERR_DEVICE: the same on every rank. */
Status ring_exchange(const Comm *comm, const Solver *solver, Archipelago *a, uint32_t islands);

/* The cheapest of every rank's individual, ties by lowest rank, to every rank: cost, island and genes of
 * best->gene[length] become the winner's. Collective. */
void ring_best(const Comm *comm, uint32_t length, Individual *best);

#endif
