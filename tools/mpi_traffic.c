/* Counts the MPI calls of a program, and the bytes that a rank passes to them, through MPI's profiling interface (MPI 4.0, chapter 15). tools/mpi-traffic
 * loads it before the program (LD_PRELOAD). At the end each rank appends "rank call calls bytes" to the file $MPI_TRAFFIC. */
#define _GNU_SOURCE
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum Call { ALLREDUCE, ALLGATHER, ALLTOALL, BARRIER, BCAST, EXSCAN, GATHER, GATHERV, SEND, SENDRECV, ISEND, FETCH_AND_OP, CALLS };
static const char *const name[CALLS] = {"Allreduce", "Allgather", "Alltoall", "Barrier",  "Bcast", "Exscan",
                                        "Gather",    "Gatherv",   "Send",     "Sendrecv", "Isend", "Fetch_and_op"};
static unsigned long long calls[CALLS], bytes[CALLS];

static void count(enum Call call, int elements, MPI_Datatype type) {
  int size = 0;
  if (type != MPI_DATATYPE_NULL) PMPI_Type_size(type, &size);
  __atomic_add_fetch(&calls[call], 1, __ATOMIC_RELAXED);
  __atomic_add_fetch(&bytes[call], (unsigned long long)size * (unsigned long long)elements, __ATOMIC_RELAXED);
}

int MPI_Allreduce(const void *in, void *out, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  count(ALLREDUCE, n, type);
  return PMPI_Allreduce(in, out, n, type, op, comm);
}
int MPI_Allgather(const void *in, int n, MPI_Datatype type, void *out, int m, MPI_Datatype other, MPI_Comm comm) {
  count(ALLGATHER, m, other);
  return PMPI_Allgather(in, n, type, out, m, other, comm);
}
int MPI_Alltoall(const void *in, int n, MPI_Datatype type, void *out, int m, MPI_Datatype other, MPI_Comm comm) {
  count(ALLTOALL, m, other);
  return PMPI_Alltoall(in, n, type, out, m, other, comm);
}
int MPI_Barrier(MPI_Comm comm) {
  count(BARRIER, 0, MPI_BYTE);
  return PMPI_Barrier(comm);
}
int MPI_Bcast(void *data, int n, MPI_Datatype type, int root, MPI_Comm comm) {
  count(BCAST, n, type);
  return PMPI_Bcast(data, n, type, root, comm);
}
int MPI_Exscan(const void *in, void *out, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  count(EXSCAN, n, type);
  return PMPI_Exscan(in, out, n, type, op, comm);
}
int MPI_Gather(const void *in, int n, MPI_Datatype type, void *out, int m, MPI_Datatype other, int root, MPI_Comm comm) {
  count(GATHER, n, type);
  return PMPI_Gather(in, n, type, out, m, other, root, comm);
}
int MPI_Gatherv(const void *in, int n, MPI_Datatype type, void *out, const int *m, const int *at, MPI_Datatype other, int root, MPI_Comm comm) {
  count(GATHERV, n, type);
  return PMPI_Gatherv(in, n, type, out, m, at, other, root, comm);
}
int MPI_Send(const void *data, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  count(SEND, n, type);
  return PMPI_Send(data, n, type, to, tag, comm);
}
int MPI_Isend(const void *data, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *request) {
  count(ISEND, n, type);
  return PMPI_Isend(data, n, type, to, tag, comm, request);
}
int MPI_Sendrecv(const void *data, int n, MPI_Datatype type, int to, int tag, void *in, int m, MPI_Datatype other, int from, int tag_in, MPI_Comm comm,
                 MPI_Status *status) {
  count(SENDRECV, n, type);
  return PMPI_Sendrecv(data, n, type, to, tag, in, m, other, from, tag_in, comm, status);
}
int MPI_Fetch_and_op(const void *in, void *out, MPI_Datatype type, int to, MPI_Aint at, MPI_Op op, MPI_Win window) {
  count(FETCH_AND_OP, 1, type);
  return PMPI_Fetch_and_op(in, out, type, to, at, op, window);
}

int MPI_Finalize(void) {
  const char *path = getenv("MPI_TRAFFIC");
  FILE *file = path ? fopen(path, "a") : NULL;
  int rank;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int k = 0; file && k < CALLS; k++)
    if (calls[k]) fprintf(file, "%d %s %llu %llu\n", rank, name[k], calls[k], bytes[k]);
  if (file) fclose(file);
  return PMPI_Finalize();
}
