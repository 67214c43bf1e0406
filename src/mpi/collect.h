/* Sums, extremes and gathered values over the ranks. All functions are collective. */
#ifndef CORDEE_MPI_COLLECT_H
#define CORDEE_MPI_COLLECT_H

#include <stddef.h>
#include <stdint.h>
#include "comm.h"

/* value[count] becomes the maximum, sum or bitwise or over all ranks, element by element, on every rank. */
void comm_max(const Comm *comm, int64_t *value, int count);
void comm_sum(const Comm *comm, uint64_t *value, int count);
void comm_or(const Comm *comm, uint64_t *value, size_t count);

/* value[count] becomes the least of all ranks' in lexicographic order, on every rank. */
void comm_least(const Comm *comm, int64_t *value, int count);

/* The sum of `mine` over the ranks below this one. */
uint64_t comm_sum_below(const Comm *comm, uint64_t mine);

/* all[size]: an item of `bytes` from every rank, in their order. The first on rank 0 alone (all may be NULL elsewhere), the
 * second on every rank, the third of the ranks of this host, on each of them. */
void comm_gather(const Comm *comm, const void *mine, size_t bytes, void *all);
void comm_gather_all(const Comm *comm, const void *mine, size_t bytes, void *all);
void node_gather_all(const Comm *comm, const void *mine, size_t bytes, void *all);

/* The same with bytes[rank] bytes of each rank, which go to all + place[rank] on rank 0. bytes and place: (size), the same on
 * every rank. */
void comm_gather_parts(const Comm *comm, const void *mine, void *all, const int *bytes, const int *place);

/* Any number of bytes from the first rank of this host to the others of it. */
void node_bcast(const Comm *comm, void *data, int bytes);

/* Returns when every rank has come here. `idle` is called again and again meanwhile, soon a hundred times a second: no core is kept busy. */
void comm_await(const Comm *comm, void (*idle)(void *self), void *self);
/* Returns when every rank of this host has come here: whoever works meanwhile has the cores. */
void node_await(const Comm *comm);

#endif
