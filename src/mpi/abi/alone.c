/* See alone.h. */
#include "mpi/abi/alone.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma GCC diagnostic ignored                                                                               \
    "-Wunused-parameter" /* each function has the arguments of MPI's, of which few matter to one rank */

/* ---- the process ---- */

static bool begun, ended;
static char said[256] = "one rank without MPI";

void mpi_alone_say(const char *what) { snprintf(said, sizeof said, "%s", what); }

static int alone_Init_thread(int *argc, char ***argv, int required, int *provided) {
  begun = true;
  *provided = required;
  return MPI_SUCCESS;
}

/* What needs no beginning has begun. */
static int alone_Initialized(int *flag) {
  *flag = 1;
  return MPI_SUCCESS;
}

static int alone_Finalized(int *flag) {
  *flag = ended;
  return MPI_SUCCESS;
}

static int alone_Finalize(void) {
  ended = begun;
  return MPI_SUCCESS;
}

static int alone_Abort(MPI_Comm comm, int code) {
  fflush(NULL);
  _Exit(code);
}

static int alone_Query_thread(int *provided) {
  *provided = MPI_THREAD_MULTIPLE;
  return MPI_SUCCESS;
}

static int alone_Is_thread_main(int *flag) {
  *flag = 1;
  return MPI_SUCCESS;
}

static int alone_Get_library_version(char *version, int *length) {
  *length = snprintf(version, MPI_MAX_LIBRARY_VERSION_STRING, "%s", said);
  return MPI_SUCCESS;
}

/* ---- communicators and groups: all are MPI_COMM_SELF, which any MPI takes, too ---- */

static int alone_Comm_rank(MPI_Comm comm, int *rank) {
  *rank = 0;
  return MPI_SUCCESS;
}

static int alone_Comm_size(MPI_Comm comm, int *size) {
  *size = 1;
  return MPI_SUCCESS;
}

static int alone_Comm_dup(MPI_Comm comm, MPI_Comm *made) {
  *made = MPI_COMM_SELF;
  return MPI_SUCCESS;
}

static int alone_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *made) {
  *made = color == MPI_UNDEFINED ? MPI_COMM_NULL : MPI_COMM_SELF;
  return MPI_SUCCESS;
}

static int alone_Comm_split_type(MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm *made) {
  return alone_Comm_split(comm, type, key, made);
}

static int alone_Comm_free(MPI_Comm *comm) {
  *comm = MPI_COMM_NULL;
  return MPI_SUCCESS;
}

static int alone_Comm_test_inter(MPI_Comm comm, int *flag) {
  *flag = 0;
  return MPI_SUCCESS;
}

static int alone_Comm_group(MPI_Comm comm, MPI_Group *group) {
  *group = MPI_GROUP_EMPTY;
  return MPI_SUCCESS;
}

static int alone_Group_translate_ranks(MPI_Group from, int count, const int *ranks, MPI_Group to,
                                       int *found) {
  memcpy(found, ranks, (size_t)count * sizeof *found);
  return MPI_SUCCESS;
}

static int alone_Group_free(MPI_Group *group) {
  *group = NULL;
  return MPI_SUCCESS;
}

/* ---- datatypes: a contiguous one is a number above those of the ABI, its bytes ---- */

enum { CONTIGUOUS = 0x1000 };

static int alone_Type_size(MPI_Datatype type, int *bytes) {
  static const struct {
    MPI_Datatype type;
    int bytes;
  } known[] = {{MPI_BYTE, 1},    {MPI_CHAR, 1},     {MPI_INT, sizeof(int)},      {MPI_2INT, 2 * sizeof(int)},
               {MPI_INT64_T, 8}, {MPI_UINT64_T, 8}, {MPI_DOUBLE, sizeof(double)}};
  *bytes = (int)((uintptr_t)type - CONTIGUOUS);
  if ((uintptr_t)type >= CONTIGUOUS) return MPI_SUCCESS;
  for (size_t k = 0; k < sizeof known / sizeof *known; k++)
    if (known[k].type == type) {
      *bytes = known[k].bytes;
      return MPI_SUCCESS;
    }
  fprintf(stderr, "cordee: expected a datatype that one rank knows, found %p\n", (void *)type);
  abort();
}

static int alone_Type_contiguous(int count, MPI_Datatype type, MPI_Datatype *made) {
  int bytes;
  alone_Type_size(type, &bytes);
  *made = (MPI_Datatype)((uintptr_t)count * (uintptr_t)bytes + CONTIGUOUS);
  return MPI_SUCCESS;
}

static int alone_Type_commit(MPI_Datatype *type) { return MPI_SUCCESS; }

static int alone_Type_free(MPI_Datatype *type) {
  *type = MPI_DATATYPE_NULL;
  return MPI_SUCCESS;
}

/* Of one value nothing is combined. */
static int alone_Op_create(void (*combine)(void *in, void *kept, int *count, MPI_Datatype *type),
                           int commutes, MPI_Op *made) {
  *made = MPI_OP_NULL;
  return MPI_SUCCESS;
}

static int alone_Op_free(MPI_Op *op) {
  *op = MPI_OP_NULL;
  return MPI_SUCCESS;
}

/* ---- collective calls: what goes out comes in ---- */

static int pass(const void *out, int count, MPI_Datatype type, void *in) {
  int bytes;
  alone_Type_size(type, &bytes);
  if (out != MPI_IN_PLACE && count > 0) memmove(in, out, (size_t)count * (size_t)bytes);
  return MPI_SUCCESS;
}

static int alone_Barrier(MPI_Comm comm) { return MPI_SUCCESS; }

static int alone_Ibarrier(MPI_Comm comm, MPI_Request *request) {
  *request = MPI_REQUEST_NULL;
  return MPI_SUCCESS;
}

static int alone_Bcast(void *data, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  return alone_Barrier(comm);
}

static int alone_Allreduce(const void *out, void *in, int count, MPI_Datatype type, MPI_Op op,
                           MPI_Comm comm) {
  return pass(out, count, type, in);
}

/* On the first rank `in` stays as it was. */
static int alone_Exscan(const void *out, void *in, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  return alone_Barrier(comm);
}

static int alone_Allgather(const void *out, int count, MPI_Datatype type, void *in, int counts,
                           MPI_Datatype types, MPI_Comm comm) {
  return pass(out, count, type, in);
}

static int alone_Gather(const void *out, int count, MPI_Datatype type, void *in, int counts,
                        MPI_Datatype types, int root, MPI_Comm comm) {
  return alone_Allgather(out, count, type, in, counts, types, comm);
}

static int alone_Gatherv(const void *out, int count, MPI_Datatype type, void *in, const int *counts,
                         const int *places, MPI_Datatype types, int root, MPI_Comm comm) {
  int bytes;
  alone_Type_size(types, &bytes);
  return alone_Gather(out, count, type, (char *)in + (ptrdiff_t)places[0] * bytes, counts[0], types, root,
                      comm);
}

/* ---- messages ---- */

_Noreturn static void message_refuse(const char *call) {
  fprintf(stderr, "cordee: expected no message within one rank, found MPI_%s\n", call);
  abort();
}

static int alone_Send(const void *data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  if (to == MPI_PROC_NULL) return MPI_SUCCESS;
  message_refuse("Send");
}

static int alone_Recv(void *data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
                      MPI_Status *status) {
  return alone_Send(data, count, type, from, tag, comm);
}

static int alone_Isend(const void *data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
                       MPI_Request *request) {
  *request = MPI_REQUEST_NULL;
  return alone_Send(data, count, type, to, tag, comm);
}

static int alone_Irecv(void *data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
                       MPI_Request *request) {
  return alone_Isend(data, count, type, from, tag, comm, request);
}

/* To itself, or to nobody. */
static int alone_Sendrecv(const void *out, int count, MPI_Datatype type, int to, int tag, void *in,
                          int counts, MPI_Datatype types, int from, int tags, MPI_Comm comm,
                          MPI_Status *status) {
  if (to != from) message_refuse("Sendrecv");
  return to == MPI_PROC_NULL ? MPI_SUCCESS : pass(out, count, type, in);
}

static int alone_Iprobe(int from, int tag, MPI_Comm comm, int *flag, MPI_Status *status) {
  *flag = 0;
  return MPI_SUCCESS;
}

static int alone_Get_count(const MPI_Status *status, MPI_Datatype type, int *count) {
  message_refuse("Get_count");
}

static int alone_Test(MPI_Request *request, int *flag, MPI_Status *status) {
  *flag = 1;
  return MPI_SUCCESS;
}

static int alone_Wait(MPI_Request *request, MPI_Status *status) { return MPI_SUCCESS; }

static int alone_Alltoall(const void *out, int count, MPI_Datatype type, void *in, int counts,
                          MPI_Datatype types, MPI_Comm comm) {
  return alone_Allgather(out, count, type, in, counts, types, comm);
}

/* ---- windows: memory of int64, which is what cordee has in them ---- */

static int alone_Win_allocate(MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm, void *at,
                              MPI_Win *window) {
  *window = calloc(1, bytes > 0 ? (size_t)bytes : 1);
  memcpy(at, window, sizeof *window);
  return *window ? MPI_SUCCESS : -1;
}

static int alone_Win_allocate_shared(MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm, void *at,
                                     MPI_Win *window) {
  return alone_Win_allocate(bytes, unit, info, comm, at, window);
}

static int alone_Win_free(MPI_Win *window) {
  free(*window);
  *window = MPI_WIN_NULL;
  return MPI_SUCCESS;
}

static int alone_Win_lock_all(int hints, MPI_Win window) { return MPI_SUCCESS; }

static int alone_Win_unlock_all(MPI_Win window) { return MPI_SUCCESS; }

static int alone_Win_sync(MPI_Win window) { return MPI_SUCCESS; }

static int alone_Win_flush(int rank, MPI_Win window) { return MPI_SUCCESS; }

static int alone_Fetch_and_op(const void *value, void *before, MPI_Datatype type, int rank, MPI_Aint place,
                              MPI_Op op, MPI_Win window) {
  int64_t *const word = (int64_t *)(void *)window + place;
  const int64_t given = *(const int64_t *)value;
  if (type != MPI_INT64_T || (op != MPI_SUM && op != MPI_REPLACE && op != MPI_NO_OP)) {
    fprintf(stderr, "cordee: expected a number of 64 bits that is read, set or added to, found another\n");
    abort();
  }
  *(int64_t *)before = *word;
  if (op == MPI_SUM) *word += given;
  if (op == MPI_REPLACE) *word = given;
  return MPI_SUCCESS;
}

/* ---- the table ---- */

#define ALONE(name, arguments) .name = alone_##name,
const MpiCalls mpi_alone = {MPI_CALLS(ALONE)};
