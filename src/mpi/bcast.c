/* Step 3 of the flow: see bcast.h. */
#include "bcast.h"

#include <stdint.h>
#include <string.h>

void bytes_bcast(const Comm *comm, void *data, size_t bytes, int root) {
  const size_t most = (size_t)1 << 30;
  for (size_t at = 0; at < bytes; at += most)
    MPI_Bcast((char *)data + at, (int)(bytes - at < most ? bytes - at : most), MPI_BYTE, root, comm->all);
}

Status instance_bcast(const Comm *comm, Instance **inst) {
  Instance head = {0}, *copy = comm->rank == 0 ? *inst : NULL;
  InstanceArray arrays[INSTANCE_ARRAYS];
  if (comm->rank == 0) head = *copy;
  bytes_bcast(comm, &head, sizeof head, 0);
  Status status = comm_agree(comm, comm->rank == 0 ? OK : instance_alloc_like(&head, &copy));
  if (status != OK) {
    if (comm->rank != 0) instance_free(copy);
    return status;
  }
  instance_arrays(copy, arrays);
  for (int k = 0; k < INSTANCE_ARRAYS; k++) bytes_bcast(comm, arrays[k].data, arrays[k].bytes, 0);
  *inst = copy;
  return OK;
}
