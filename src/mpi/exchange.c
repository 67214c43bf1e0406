/* See exchange.h. */
#include "exchange.h"

#include <stdlib.h>

static const uint64_t message_most = (uint64_t)1 << 30; /* a count of MPI is an int */

Status parcels_make(int ranks, Parcels *out) {
  *out = (Parcels){calloc((size_t)ranks, sizeof *out->bytes), calloc((size_t)ranks, sizeof *out->data)};
  if (out->bytes && out->data) return OK;
  FAIL(ERR_MEMORY, "no memory for parcels to %d ranks", ranks);
}

void parcels_free(Parcels *parcels, int ranks) {
  for (int r = 0; parcels->data && r < ranks; r++) free(parcels->data[r]);
  free(parcels->bytes), free(parcels->data);
  *parcels = (Parcels){0};
}

/* Memory for what the others will send; what a rank sends itself moves. */
static Status arrivals_make(const Comm *comm, Parcels *out, Parcels *in) {
  const int own = comm->rank;
  MPI_Alltoall(out->bytes, 1, MPI_UINT64_T, in->bytes, 1, MPI_UINT64_T, comm->all);
  in->data[own] = out->data[own], out->data[own] = NULL;
  for (int r = 0; r < comm->size; r++) {
    if (r != own && in->bytes[r]) in->data[r] = malloc(in->bytes[r]);
    if (in->bytes[r] && !in->data[r])
      FAIL(ERR_MEMORY, "no memory for %llu bytes of rank %d", (unsigned long long)in->bytes[r], r);
  }
  return OK;
}

static int messages_of(uint64_t bytes) { return (int)((bytes + message_most - 1) / message_most); }

/* Starts the messages of one parcel, to or from `rank`. */
static MPI_Request *parcel_start(const Comm *comm, char *data, uint64_t bytes, int rank, int sends,
                                 MPI_Request *next) {
  for (uint64_t at = 0; at < bytes; at += message_most, next++) {
    const int part = (int)(bytes - at < message_most ? bytes - at : message_most);
    if (sends)
      MPI_Isend(data + at, part, MPI_BYTE, rank, 0, comm->all, next);
    else
      MPI_Irecv(data + at, part, MPI_BYTE, rank, 0, comm->all, next);
  }
  return next;
}

static void parcels_pass(const Comm *comm, const Parcels *out, const Parcels *in, MPI_Request *requests) {
  MPI_Request *next = requests;
  const int own = comm->rank;
  for (int r = 0; r < comm->size; r++)
    if (r != own) next = parcel_start(comm, in->data[r], in->bytes[r], r, 0, next);
  for (int r = 0; r < comm->size; r++)
    if (r != own) next = parcel_start(comm, out->data[r], out->bytes[r], r, 1, next);
  /* One by one: gcc takes MPICH's MPI_STATUSES_IGNORE for an array without room. */
  for (MPI_Request *one = requests; one < next; one++) MPI_Wait(one, MPI_STATUS_IGNORE);
}

Status comm_exchange(const Comm *comm, Parcels *out, Parcels *in) {
  Status status = comm_agree(comm, parcels_make(comm->size, in));
  if (status == OK) status = comm_agree(comm, arrivals_make(comm, out, in));
  int messages = 0;
  for (int r = 0; r < comm->size && status == OK; r++)
    messages += messages_of(out->bytes[r]) + messages_of(in->bytes[r]);
  MPI_Request *requests = malloc(((size_t)messages + 1) * sizeof *requests);
  if (status == OK)
    status = comm_agree(comm, requests ? OK : status_fail(ERR_MEMORY, "no memory for %d messages", messages));
  if (status == OK) parcels_pass(comm, out, in, requests);
  free(requests);
  if (status != OK) parcels_free(in, comm->size);
  return status;
}
