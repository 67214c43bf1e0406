/* MPI by its standard ABI (MPI 5.0, chapter "Application Binary Interface"): types, constants and functions, as far as cordee uses them. A build
 * with `scons mpi=abi` includes this file as <mpi.h>, and links no MPI.
 *
 * The functions are those of a library with that ABI (libmpi_abi.so.1: MPICH 5 and others), which is found when the program runs, or of one
 * rank that needs none (alone.h). */
#ifndef CORDEE_MPI_ABI_MPI_H
#define CORDEE_MPI_ABI_MPI_H

#include <stdint.h>

/* ---- types ---- */

typedef intptr_t MPI_Aint;
typedef struct MPI_ABI_Comm *MPI_Comm;
typedef struct MPI_ABI_Group *MPI_Group;
typedef struct MPI_ABI_Win *MPI_Win;
typedef struct MPI_ABI_Info *MPI_Info;
typedef struct MPI_ABI_Request *MPI_Request;
typedef struct MPI_ABI_Datatype *MPI_Datatype;
typedef struct MPI_ABI_Op *MPI_Op;

typedef struct MPI_Status {
  int MPI_SOURCE, MPI_TAG, MPI_ERROR, MPI_internal[5];
} MPI_Status;

/* ---- constants ---- */

#define MPI_COMM_NULL    ((MPI_Comm)0x100)
#define MPI_COMM_WORLD   ((MPI_Comm)0x101)
#define MPI_COMM_SELF    ((MPI_Comm)0x102)
#define MPI_GROUP_EMPTY  ((MPI_Group)0x109)
#define MPI_WIN_NULL     ((MPI_Win)0x110)
#define MPI_INFO_NULL    ((MPI_Info)0x130)
#define MPI_REQUEST_NULL ((MPI_Request)0x180)

#define MPI_DATATYPE_NULL ((MPI_Datatype)0x200)
#define MPI_INT           ((MPI_Datatype)0x209)
#define MPI_DOUBLE        ((MPI_Datatype)0x214)
#define MPI_2INT          ((MPI_Datatype)0x22b)
#define MPI_CHAR          ((MPI_Datatype)0x243)
#define MPI_BYTE          ((MPI_Datatype)0x247)
#define MPI_INT64_T       ((MPI_Datatype)0x258)
#define MPI_UINT64_T      ((MPI_Datatype)0x259)

#define MPI_OP_NULL ((MPI_Op)0x20)
#define MPI_SUM     ((MPI_Op)0x21)
#define MPI_MIN     ((MPI_Op)0x22)
#define MPI_MAX     ((MPI_Op)0x23)
#define MPI_BOR     ((MPI_Op)0x29)
#define MPI_LAND    ((MPI_Op)0x30)
#define MPI_MAXLOC  ((MPI_Op)0x39)
#define MPI_REPLACE ((MPI_Op)0x3c)
#define MPI_NO_OP   ((MPI_Op)0x3d)

#define MPI_IN_PLACE      ((void *)1)
#define MPI_STATUS_IGNORE ((MPI_Status *)0)

enum {
  MPI_SUCCESS = 0,
  MPI_ANY_SOURCE = -1,
  MPI_ANY_TAG = -2,
  MPI_PROC_NULL = -3,
  MPI_UNDEFINED = -32766,
  MPI_THREAD_FUNNELED = 1024,
  MPI_THREAD_SERIALIZED = 2048,
  MPI_THREAD_MULTIPLE = 4096,
  MPI_COMM_TYPE_SHARED = 221,
  MPI_MAX_LIBRARY_VERSION_STRING = 8192
};

/* ---- functions ---- */

/* clang-format off */
#define MPI_CALLS(X) \
  X(Init_thread, (int *argc, char ***argv, int required, int *provided)) \
  X(Initialized, (int *flag)) \
  X(Finalized, (int *flag)) \
  X(Finalize, (void)) \
  X(Abort, (MPI_Comm comm, int code)) \
  X(Query_thread, (int *provided)) \
  X(Is_thread_main, (int *flag)) \
  X(Get_library_version, (char *version, int *length)) \
  X(Comm_rank, (MPI_Comm comm, int *rank)) \
  X(Comm_size, (MPI_Comm comm, int *size)) \
  X(Comm_dup, (MPI_Comm comm, MPI_Comm *made)) \
  X(Comm_split, (MPI_Comm comm, int color, int key, MPI_Comm *made)) \
  X(Comm_split_type, (MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm *made)) \
  X(Comm_free, (MPI_Comm *comm)) \
  X(Comm_test_inter, (MPI_Comm comm, int *flag)) \
  X(Comm_group, (MPI_Comm comm, MPI_Group *group)) \
  X(Group_translate_ranks, (MPI_Group from, int count, const int *ranks, MPI_Group to, int *found)) \
  X(Group_free, (MPI_Group *group)) \
  X(Barrier, (MPI_Comm comm)) \
  X(Ibarrier, (MPI_Comm comm, MPI_Request *request)) \
  X(Bcast, (void *data, int count, MPI_Datatype type, int root, MPI_Comm comm)) \
  X(Allreduce, (const void *out, void *in, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)) \
  X(Exscan, (const void *out, void *in, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)) \
  X(Gather, (const void *out, int count, MPI_Datatype type, void *in, int counts, MPI_Datatype types, int root, MPI_Comm comm)) \
  X(Gatherv, (const void *out, int count, MPI_Datatype type, void *in, const int *counts, const int *places, MPI_Datatype types, int root, MPI_Comm comm)) \
  X(Allgather, (const void *out, int count, MPI_Datatype type, void *in, int counts, MPI_Datatype types, MPI_Comm comm)) \
  X(Alltoall, (const void *out, int count, MPI_Datatype type, void *in, int counts, MPI_Datatype types, MPI_Comm comm)) \
  X(Send, (const void *data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm)) \
  X(Recv, (void *data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status *status)) \
  X(Isend, (const void *data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *request)) \
  X(Irecv, (void *data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Request *request)) \
  X(Sendrecv, (const void *out, int count, MPI_Datatype type, int to, int tag, void *in, int counts, MPI_Datatype types, int from, int tags, MPI_Comm comm, MPI_Status *status)) \
  X(Iprobe, (int from, int tag, MPI_Comm comm, int *flag, MPI_Status *status)) \
  X(Get_count, (const MPI_Status *status, MPI_Datatype type, int *count)) \
  X(Test, (MPI_Request *request, int *flag, MPI_Status *status)) \
  X(Wait, (MPI_Request *request, MPI_Status *status)) \
  X(Type_size, (MPI_Datatype type, int *bytes)) \
  X(Type_contiguous, (int count, MPI_Datatype type, MPI_Datatype *made)) \
  X(Type_commit, (MPI_Datatype *type)) \
  X(Type_free, (MPI_Datatype *type)) \
  X(Op_create, (void (*combine)(void *in, void *kept, int *count, MPI_Datatype *type), int commutes, MPI_Op *made)) \
  X(Op_free, (MPI_Op *op)) \
  X(Win_allocate, (MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm, void *at, MPI_Win *window)) \
  X(Win_allocate_shared, (MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm, void *at, MPI_Win *window)) \
  X(Win_free, (MPI_Win *window)) \
  X(Win_lock_all, (int hints, MPI_Win window)) \
  X(Win_unlock_all, (MPI_Win window)) \
  X(Win_sync, (MPI_Win window)) \
  X(Win_flush, (int rank, MPI_Win window)) \
  X(Fetch_and_op, (const void *value, void *before, MPI_Datatype type, int rank, MPI_Aint place, MPI_Op op, MPI_Win window))
/* clang-format on */

typedef struct MpiCalls {
#define MPI_CALL_MEMBER(name, arguments) int(*name) arguments;
  MPI_CALLS(MPI_CALL_MEMBER)
#undef MPI_CALL_MEMBER
} MpiCalls;

/* Those in use: those of one rank, until one of the next two functions finds others. */
const MpiCalls *mpi_calls(void);

/* For a program, first of all: if a launcher has started it, a library is loaded: the file that $CORDEE_MPI names, else libmpi_abi.so.1 beside the
 * program, in the folder lib of the prefix that it is in, or where the system looks for libraries. */
void mpi_calls_launched(void);

/* For a communicator that the caller has made: from now on the functions are those of the library that is in the process. 0: there is none, or an MPI
 * with another ABI is there, too. */
int mpi_calls_given(void);

#define MPI_Init_thread           mpi_calls()->Init_thread
#define MPI_Initialized           mpi_calls()->Initialized
#define MPI_Finalized             mpi_calls()->Finalized
#define MPI_Finalize              mpi_calls()->Finalize
#define MPI_Abort                 mpi_calls()->Abort
#define MPI_Query_thread          mpi_calls()->Query_thread
#define MPI_Is_thread_main        mpi_calls()->Is_thread_main
#define MPI_Get_library_version   mpi_calls()->Get_library_version
#define MPI_Comm_rank             mpi_calls()->Comm_rank
#define MPI_Comm_size             mpi_calls()->Comm_size
#define MPI_Comm_dup              mpi_calls()->Comm_dup
#define MPI_Comm_split            mpi_calls()->Comm_split
#define MPI_Comm_split_type       mpi_calls()->Comm_split_type
#define MPI_Comm_free             mpi_calls()->Comm_free
#define MPI_Comm_test_inter       mpi_calls()->Comm_test_inter
#define MPI_Comm_group            mpi_calls()->Comm_group
#define MPI_Group_translate_ranks mpi_calls()->Group_translate_ranks
#define MPI_Group_free            mpi_calls()->Group_free
#define MPI_Barrier               mpi_calls()->Barrier
#define MPI_Ibarrier              mpi_calls()->Ibarrier
#define MPI_Bcast                 mpi_calls()->Bcast
#define MPI_Allreduce             mpi_calls()->Allreduce
#define MPI_Exscan                mpi_calls()->Exscan
#define MPI_Gather                mpi_calls()->Gather
#define MPI_Gatherv               mpi_calls()->Gatherv
#define MPI_Allgather             mpi_calls()->Allgather
#define MPI_Alltoall              mpi_calls()->Alltoall
#define MPI_Send                  mpi_calls()->Send
#define MPI_Recv                  mpi_calls()->Recv
#define MPI_Isend                 mpi_calls()->Isend
#define MPI_Irecv                 mpi_calls()->Irecv
#define MPI_Sendrecv              mpi_calls()->Sendrecv
#define MPI_Iprobe                mpi_calls()->Iprobe
#define MPI_Get_count             mpi_calls()->Get_count
#define MPI_Test                  mpi_calls()->Test
#define MPI_Wait                  mpi_calls()->Wait
#define MPI_Type_size             mpi_calls()->Type_size
#define MPI_Type_contiguous       mpi_calls()->Type_contiguous
#define MPI_Type_commit           mpi_calls()->Type_commit
#define MPI_Type_free             mpi_calls()->Type_free
#define MPI_Op_create             mpi_calls()->Op_create
#define MPI_Op_free               mpi_calls()->Op_free
#define MPI_Win_allocate          mpi_calls()->Win_allocate
#define MPI_Win_allocate_shared   mpi_calls()->Win_allocate_shared
#define MPI_Win_free              mpi_calls()->Win_free
#define MPI_Win_lock_all          mpi_calls()->Win_lock_all
#define MPI_Win_unlock_all        mpi_calls()->Win_unlock_all
#define MPI_Win_sync              mpi_calls()->Win_sync
#define MPI_Win_flush             mpi_calls()->Win_flush
#define MPI_Fetch_and_op          mpi_calls()->Fetch_and_op

#endif
