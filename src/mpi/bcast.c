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
  Status status = OK;
  if (comm->rank == 0) head = *copy;
  bytes_bcast(comm, &head, sizeof head, 0);
  if (comm->rank != 0) status = instance_alloc(head.problem, head.metric, head.n, &copy);
  status = comm_agree(comm, status);
  if (status != OK) {
    if (comm->rank != 0) instance_free(copy);
    return status;
  }
  double *x = copy->x, *y = copy->y;
  int32_t *matrix = copy->matrix;
  *copy = head;
  copy->x = x, copy->y = y, copy->matrix = matrix;
  size_t n = head.n;
  if (x) bytes_bcast(comm, x, n * sizeof *x, 0), bytes_bcast(comm, y, n * sizeof *y, 0);
  if (matrix) bytes_bcast(comm, matrix, n * n * sizeof *matrix, 0);
  *inst = copy;
  return OK;
}
