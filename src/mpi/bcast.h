/* The broadcast of an instance: the same instance on every rank. */
#ifndef CORDEE_MPI_BCAST_H
#define CORDEE_MPI_BCAST_H

#include "instance.h"
#include "comm.h"

/* Rank 0 passes its instance in *inst; the others get a copy that they own. Collective. ERR_MEMORY on all. */
Status instance_bcast(const Comm *comm, Instance **inst);

/* Any number of bytes (MPI's own counts stop at 2^31 - 1). Collective. */
void bytes_bcast(const Comm *comm, void *data, size_t bytes, int root);
/* The same in messages of `most` bytes, up to MESSAGE_MOST. */
void bytes_bcast_parts(const Comm *comm, size_t most, void *data, size_t bytes, int root);

#endif
