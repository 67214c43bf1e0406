/* See bcast.h. */
#include "bcast.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "problem.h"

void bytes_bcast_parts(const Comm *comm, size_t most, void *data, size_t bytes, int root) {
  for (size_t at = 0; at < bytes; at += most)
    MPI_Bcast((char *)data + at, (int)(bytes - at < most ? bytes - at : most), MPI_BYTE, root, comm->all);
}

void bytes_bcast(const Comm *comm, void *data, size_t bytes, int root) {
  bytes_bcast_parts(comm, MESSAGE_MOST, data, bytes, root);
}

/* Sizes and names, with this process's pointer to the problem; then the arrays are allocated. Collective. */
static Status head_bcast(const Comm *comm, const Problem *problem, Instance **inst) {
  Instance *head = malloc(problem->bytes);
  Status status = comm_agree(comm, head ? OK : status_fail(ERR_MEMORY, "no memory for an instance"));
  if (status != OK) {
    free(head);
    return status;
  }
  if (comm->rank == 0) memcpy(head, *inst, problem->bytes);
  bytes_bcast(comm, head, problem->bytes, 0);
  head->problem = problem;
  status = comm->rank == 0 ? OK : instance_alloc_like(head, inst);
  free(head);
  return comm_agree(comm, status);
}

Status instance_bcast(const Comm *comm, Instance **inst) {
  int32_t index = comm->rank == 0 ? problem_index((*inst)->problem) : 0;
  InstanceArray arrays[INSTANCE_ARRAYS];
  if (comm->rank != 0) *inst = NULL;
  bytes_bcast(comm, &index, sizeof index, 0);
  const Status status = head_bcast(comm, problems[index], inst);
  if (status != OK) {
    if (comm->rank != 0) {
      instance_free(*inst);
      *inst = NULL;
    }
    return status;
  }
  instance_arrays(*inst, arrays);
  for (int k = 0; k < INSTANCE_ARRAYS; k++) bytes_bcast(comm, arrays[k].data, arrays[k].bytes, 0);
  return OK;
}
