/* Sums, extremes and gathered values over the ranks; the same instance on every rank; parcels between all pairs. All
 * functions are collective. */
#ifndef CORDEE_MPI_COLLECT_H
#define CORDEE_MPI_COLLECT_H

#include <stddef.h>
#include <stdint.h>
#include "comm.h"
#include "instance.h"
#include "node.h"

/* ---- collected values ---- */

/* Sums, extremes and gathered values over the ranks. All functions are collective. */

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

/* ---- broadcast ---- */

/* The broadcast of an instance: the same instance on every rank. */

/* Rank 0 passes its instance in *inst; the others get a copy that they own. Collective. ERR_MEMORY on all. */
Status instance_bcast(const Comm *comm, Instance **inst);

/* Any number of bytes (MPI's own counts stop at 2^31 - 1). Collective. */
void bytes_bcast(const Comm *comm, void *data, size_t bytes, int root);
/* The same in messages of `most` bytes, up to MESSAGE_MOST. */
void bytes_bcast_parts(const Comm *comm, size_t most, void *data, size_t bytes, int root);

/* ---- parcels ---- */

/* Parcels between all pairs of ranks. */

typedef struct Parcels { /* one for, or from, each rank */
  uint64_t *bytes;       /* (ranks), owned */
  char **data;           /* (ranks), each of bytes[rank], owned; NULL if there are none */
} Parcels;

/* So many parcels, all empty. ERR_MEMORY. Local. */
Status parcels_make(int ranks, Parcels *out);
void parcels_free(Parcels *parcels, int ranks);

/* Parcel r of `out` goes to rank r; *in, which the caller frees, has those of all ranks. A rank's own parcel moves, without a copy.
 * Collective. ERR_MEMORY: on every rank. */
Status comm_exchange(const Comm *comm, Parcels *out, Parcels *in);
/* The same in messages of `most` bytes, up to MESSAGE_MOST. */
Status comm_exchange_parts(const Comm *comm, uint64_t most, Parcels *out, Parcels *in);

/* ---- whether all ranks mean the same ---- */

/* Whether all ranks mean the same: their command, a call of the library, a file that each of them has read. */

enum { SAME_TEXT_MAX = 1500 };

/* Compares this rank's digest with rank 0's. `text` describes this rank's for the message, `what` is for all: "command". ERR_USAGE on every
 * rank: they differ; the message has rank 0's text and that of the lowest rank that differs. Collective. */
Status comm_same(const Comm *comm, const char *what, uint64_t digest, const char *text);
/* The same of a text. */
Status comm_same_text(const Comm *comm, const char *what, const char *text);

/* ---- ranks of this host ---- */

/* The ranks of this host as a Node. */

/* It stands while comm does. Local. */
Node node_ranks(const Comm *comm);

/* The first ranks of all hosts as a Node, on each of these; of size 0 on the others. It stands until *between is closed. Collective. */
Node leader_ranks(const Comm *comm, Comm *between);
void leader_ranks_close(Comm *between);

#endif
