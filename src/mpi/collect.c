/* See collect.h. */
#include "collect.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "comm.h"
#include "instance.h"
#include "loss.h"
#include "node.h"
#include "problem.h"

/* ---- collected values ---- */

enum { FIRST_US = 100, IDLE_US = 10000, NODE_IDLE_US = 1000 };

void comm_max(const Comm *comm, int64_t *value, int count) {
  MPI_Allreduce(MPI_IN_PLACE, value, count, MPI_INT64_T, MPI_MAX, comm->all);
}

void comm_sum(const Comm *comm, uint64_t *value, int count) {
  MPI_Allreduce(MPI_IN_PLACE, value, count, MPI_UINT64_T, MPI_SUM, comm->all);
}

void comm_or(const Comm *comm, uint64_t *value, size_t count) {
  MPI_Allreduce(MPI_IN_PLACE, value, (int)count, MPI_UINT64_T, MPI_BOR, comm->all);
}

/* MPI's operation on elements that are rows of int64: *type's bytes each. */
/* cppcheck-suppress constParameter ; MPI_User_function has it so */
static void least_keep(void *in, void *kept, int *rows, MPI_Datatype *type) {
  const int64_t *one = in;
  int64_t *least = kept;
  int bytes;
  MPI_Type_size(*type, &bytes);
  const int count = bytes / (int)sizeof *one;
  for (int r = 0; r < *rows; r++, one += count, least += count) {
    int at = 0;
    while (at < count - 1 && one[at] == least[at]) at++;
    if (one[at] < least[at]) memcpy(least, one, (size_t)bytes);
  }
}

void comm_least(const Comm *comm, int64_t *value, int count) {
  MPI_Datatype row;
  MPI_Op least;
  MPI_Type_contiguous(count, MPI_INT64_T, &row);
  MPI_Type_commit(&row);
  MPI_Op_create(least_keep, 1, &least);
  MPI_Allreduce(MPI_IN_PLACE, value, 1, row, least, comm->all);
  MPI_Op_free(&least);
  MPI_Type_free(&row);
}

uint64_t comm_sum_below(const Comm *comm, uint64_t mine) {
  uint64_t below = 0;
  MPI_Exscan(&mine, &below, 1, MPI_UINT64_T, MPI_SUM, comm->all);
  return comm->rank == 0 ? 0 : below; /* MPI leaves it undefined on rank 0 */
}

void comm_gather(const Comm *comm, const void *mine, size_t bytes, void *all) {
  MPI_Gather(mine, (int)bytes, MPI_BYTE, all, (int)bytes, MPI_BYTE, 0, comm->all);
}

void comm_gather_all(const Comm *comm, const void *mine, size_t bytes, void *all) {
  MPI_Allgather(mine, (int)bytes, MPI_BYTE, all, (int)bytes, MPI_BYTE, comm->all);
  if (loss_seen()) memset(all, 0, (size_t)comm->size * bytes);
}

void node_gather_all(const Comm *comm, const void *mine, size_t bytes, void *all) {
  MPI_Allgather(mine, (int)bytes, MPI_BYTE, all, (int)bytes, MPI_BYTE, comm->node);
  if (loss_seen()) memset(all, 0, (size_t)comm->local_size * bytes);
}

void comm_gather_parts(const Comm *comm, const void *mine, void *all, const int *bytes, const int *place) {
  MPI_Gatherv(mine, bytes[comm->rank], MPI_BYTE, all, bytes, place, MPI_BYTE, 0, comm->all);
}

void node_bcast(const Comm *comm, void *data, int bytes) { MPI_Bcast(data, bytes, MPI_BYTE, 0, comm->node); }

/* Until all of them have come here; no core is kept busy. Pauses grow from FIRST_US to `every`. */
static void ranks_await(MPI_Comm ranks, useconds_t every, void (*idle)(void *self), void *self) {
  MPI_Request all;
  int there = 0;
  MPI_Ibarrier(ranks, &all);
  MPI_Test(&all, &there, MPI_STATUS_IGNORE);
  for (useconds_t pause = FIRST_US; !there && !loss_seen(); pause = 2 * pause < every ? 2 * pause : every) {
    if (idle) idle(self);
    usleep(pause);
    MPI_Test(&all, &there, MPI_STATUS_IGNORE);
  }
}

void comm_await(const Comm *comm, void (*idle)(void *self), void *self) {
  ranks_await(comm->all, IDLE_US, idle, self);
}

/* Returns when every rank of this host has come here: whoever works meanwhile has the cores. */
static void node_await(const Comm *comm) { ranks_await(comm->node, NODE_IDLE_US, NULL, NULL); }

/* ---- broadcast ---- */

void bytes_bcast_parts(const Comm *comm, size_t most, void *data, size_t bytes, int root) {
  for (size_t at = 0; at < bytes; at += most)
    MPI_Bcast((char *)data + at, (int)(bytes - at < most ? bytes - at : most), MPI_BYTE, root, comm->all);
  if (loss_seen() && comm->rank != root) memset(data, 0, bytes);
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
  TRY(comm_alive());
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
  return comm_alive();
}

/* ---- parcels ---- */

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
  TRY(comm_alive());
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
  if (status == OK) status = comm_alive();
  free(requests);
  if (status != OK) parcels_free(in, comm->size);
  return status;
}

Status comm_exchange(const Comm *comm, Parcels *out, Parcels *in) {
  return comm_exchange_parts(comm, MESSAGE_MOST, out, in);
}

/* ---- whether all ranks mean the same ---- */

/* A text of a rank on all ranks; one that is too long is cut, visibly. */
static void text_share(const Comm *comm, int rank, const char *text, char out[SAME_TEXT_MAX]) {
  const bool cut = strlen(text) >= SAME_TEXT_MAX;
  snprintf(out, SAME_TEXT_MAX, "%.*s%s", SAME_TEXT_MAX - 4, text, cut ? "..." : "");
  MPI_Bcast(out, SAME_TEXT_MAX, MPI_CHAR, rank, comm->all);
}

Status comm_same(const Comm *comm, const char *what, uint64_t digest, const char *text) {
  char mine[SAME_TEXT_MAX], other[SAME_TEXT_MAX];
  uint64_t expected = digest;
  if (comm->size == 1) return OK;
  MPI_Bcast(&expected, 1, MPI_UINT64_T, 0, comm->all);
  int differs = digest == expected ? comm->size : comm->rank;
  MPI_Allreduce(MPI_IN_PLACE, &differs, 1, MPI_INT, MPI_MIN, comm->all);
  if (differs == comm->size) return OK;
  text_share(comm, 0, text, mine);
  text_share(comm, differs, text, other);
  FAIL(ERR_USAGE, "expected the same %s on every rank, found on rank 0: %s; on rank %d: %s", what, mine,
       differs, other);
}

Status comm_same_text(const Comm *comm, const char *what, const char *text) {
  return comm_same(comm, what, XXH3_64bits(text, strlen(text)), text);
}

/* ---- ranks of this host ---- */

static void ranks_bcast(const void *self, void *data, size_t bytes) {
  const Comm *comm = self;
  node_await(comm);
  node_bcast(comm, data, (int)bytes);
}

static bool ranks_all(const void *self, bool mine) {
  const Comm *comm = self;
  int all = mine;
  node_await(comm);
  MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT, MPI_LAND, comm->node);
  return all;
}

Node node_ranks(const Comm *comm) {
  int rank;
  MPI_Comm_rank(comm->node, &rank);
  return (Node){rank, comm->local_size, ranks_bcast, ranks_all, comm};
}

Node leader_ranks(const Comm *comm, Comm *between) {
  int first;
  MPI_Comm_rank(comm->node, &first);
  *between = (Comm){.all = MPI_COMM_NULL};
  MPI_Comm_split(comm->all, first == 0 ? 0 : MPI_UNDEFINED, comm->rank, &between->node);
  if (between->node == MPI_COMM_NULL) return (Node){.size = 0};
  MPI_Comm_size(between->node, &between->local_size);
  return node_ranks(between);
}

void leader_ranks_close(Comm *between) {
  if (between->node != MPI_COMM_NULL) MPI_Comm_free(&between->node);
}
