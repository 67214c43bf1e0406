/* Parcels between all pairs of ranks. */
#ifndef CORDEE_MPI_EXCHANGE_H
#define CORDEE_MPI_EXCHANGE_H

#include <stddef.h>
#include <stdint.h>
#include "comm.h"

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

#endif
