/* See exchange.h. */
#include "exchange.h"

#include <stdlib.h>

/* Messages that are being started. */
typedef struct Starting {
  const Comm *comm;
  uint64_t most; /* bytes of one */
  MPI_Request *next;
} Starting;

Status parcels_make(int ranks, Parcels *out) {
  *out = (Parcels){calloc((size_t)ranks, sizeof *out->bytes), calloc((size_t)ranks, sizeof *out->data)};
  if (out->bytes && out->data) return OK;
  FAIL(ERR_MEMORY, "no memory for parcels to %d ranks", ranks);
}

void parcels_free(Parcels *parcels, int ranks) {
  for (int r = 0; parcels->data && r < ranks; r++) free(parcels->data[r]);
  free(parcels->bytes);
  free(parcels->data);
  *parcels = (Parcels){0};
}

/* Memory for what the others will send; what a rank sends itself moves. */
static Status arrivals_make(const Comm *comm, Parcels *out, Parcels *in) {
  const int own = comm->rank;
  MPI_Alltoall(out->bytes, 1, MPI_UINT64_T, in->bytes, 1, MPI_UINT64_T, comm->all);
  in->data[own] = out->data[own];
  out->data[own] = NULL;
  for (int r = 0; r < comm->size; r++) {
    if (r != own && in->bytes[r]) in->data[r] = malloc(in->bytes[r]);
    if (in->bytes[r] && !in->data[r])
      FAIL(ERR_MEMORY, "no memory for %llu bytes of rank %d", (unsigned long long)in->bytes[r], r);
  }
  return OK;
}

static uint64_t messages_of(uint64_t bytes, uint64_t most) { return (bytes + most - 1) / most; }

/* Starts the messages of one parcel, to or from `rank`. */
static void parcel_start(Starting *s, char *data, uint64_t bytes, int rank, bool sends) {
  for (uint64_t at = 0; at < bytes; at += s->most, s->next++) {
    const int part = (int)(bytes - at < s->most ? bytes - at : s->most);
    if (sends)
      MPI_Isend(data + at, part, MPI_BYTE, rank, 0, s->comm->all, s->next);
    else
      MPI_Irecv(data + at, part, MPI_BYTE, rank, 0, s->comm->all, s->next);
  }
}

static void parcels_pass(const Comm *comm, uint64_t most, const Parcels *out, const Parcels *in,
                         MPI_Request *requests) {
  Starting s = {comm, most, requests};
  const int own = comm->rank;
  for (int r = 0; r < comm->size; r++)
    if (r != own) parcel_start(&s, in->data[r], in->bytes[r], r, false);
  for (int r = 0; r < comm->size; r++)
    if (r != own) parcel_start(&s, out->data[r], out->bytes[r], r, true);
  /* One by one: gcc takes MPICH's MPI_STATUSES_IGNORE for an array without room. */
  for (MPI_Request *one = requests; one < s.next; one++) MPI_Wait(one, MPI_STATUS_IGNORE);
}

Status comm_exchange_parts(const Comm *comm, uint64_t most, Parcels *out, Parcels *in) {
  Status status = comm_agree(comm, parcels_make(comm->size, in));
  if (status == OK) status = comm_agree(comm, arrivals_make(comm, out, in));
  uint64_t messages = 0;
  for (int r = 0; r < comm->size && status == OK; r++)
    messages += messages_of(out->bytes[r], most) + messages_of(in->bytes[r], most);
  MPI_Request *requests = malloc((messages + 1) * sizeof *requests);
  if (status == OK)
    status = comm_agree(
        comm,
        requests ? OK : status_fail(ERR_MEMORY, "no memory for %llu messages", (unsigned long long)messages));
  if (status == OK) parcels_pass(comm, most, out, in, requests);
  free(requests);
  if (status != OK) parcels_free(in, comm->size);
  return status;
}

Status comm_exchange(const Comm *comm, Parcels *out, Parcels *in) {
  return comm_exchange_parts(comm, MESSAGE_MOST, out, in);
}
