/* See comm.h. */
#include "comm.h"

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "clock.h"
#include "launcher.h"
#include "loss.h"
#include "start.h"
#include "status.h"

/* ---- ranks ---- */

void comm_place(Comm *comm) {
  MPI_Comm_rank(comm->all, &comm->rank);
  MPI_Comm_size(comm->all, &comm->size);
  MPI_Comm_split_type(comm->all, MPI_COMM_TYPE_SHARED, comm->rank, MPI_INFO_NULL, &comm->node);
  if (loss_seen()) return;
  MPI_Comm_rank(comm->node, &comm->local_rank);
  MPI_Comm_size(comm->node, &comm->local_size);
}

Status comm_open(int *argc, char ***argv, Comm *comm) {
  char library[MPI_MAX_LIBRARY_VERSION_STRING] = "";
  int length;
  *comm = (Comm){.began = clock_s()};
#ifdef MPI_CALLS
  mpi_calls_launched();
#endif
  MPI_Get_library_version(library, &length);
  TRY(start_mpi(argc, argv, library, &comm->rank));
  comm->all = MPI_COMM_WORLD;
  MPI_Comm_size(comm->all, &comm->size);
  if (launcher_check(library, comm->size, &comm->rank) != OK) {
    MPI_Finalize();
    return ERR_LAUNCHER;
  }
  comm_place(comm);
  return OK;
}

/* ---- within a program that may use MPI itself ---- */

static pid_t beginner; /* the process that started MPI: a child of fork() does not end it */

static void mpi_end(void) {
  int over = 0;
  if (getpid() != beginner) return;
  MPI_Finalized(&over);
  if (!over) MPI_Finalize();
}

/* MPI can be started once only, so it lasts to the end of the process. */
static Status mpi_begin(void) {
  char library[MPI_MAX_LIBRARY_VERSION_STRING] = "";
  int length, begun = 0, over = 0;
  MPI_Initialized(&begun);
  MPI_Finalized(&over);
  if (over) FAIL(ERR_START, "expected MPI to be running, found that it has been finalized");
  if (begun) return OK;
  MPI_Get_library_version(library, &length);
  TRY(start_mpi_within(library));
  beginner = getpid();
  atexit(mpi_end);
  return OK;
}

Status comm_open_within(const void *given, Comm *comm) {
  MPI_Comm whose = MPI_COMM_SELF;
  int begun = 0, between = 0;
#ifdef MPI_CALLS
  if (given && !mpi_calls_given())
    FAIL(ERR_USAGE, "expected a communicator of an MPI with the standard ABI, found no libmpi_abi.so.1 in "
                    "this process, or another MPI beside it");
#endif
  MPI_Initialized(&begun);
  if (given && !begun) FAIL(ERR_USAGE, "expected MPI_Init before a communicator is given");
  TRY(mpi_begin());
  if (given) memcpy(&whose, given, sizeof whose);
  if (whose == MPI_COMM_NULL) FAIL(ERR_USAGE, "expected a communicator, found MPI_COMM_NULL");
  MPI_Comm_test_inter(whose, &between);
  if (between) FAIL(ERR_USAGE, "expected a communicator of one group, found an intercommunicator");
  *comm = (Comm){.began = 0};
  if (MPI_Comm_dup(whose, &comm->all) != MPI_SUCCESS)
    FAIL(ERR_START, "the communicator cannot be duplicated");
  MPI_Comm_size(comm->all, &comm->size);
  comm_place(comm);
  return OK;
}

/* One rank without MPI (abi/alone.c) has the communicator of any, which is nobody's to free. */
static void part_free(MPI_Comm *part) {
  if (*part != MPI_COMM_SELF) MPI_Comm_free(part);
}

void comm_close_within(Comm *comm) {
  int over = 0;
  MPI_Finalized(&over);
  if (!over) comm_split_free(comm);
}

bool comm_thread_allowed(void) {
  int level, first;
  MPI_Query_thread(&level);
  MPI_Is_thread_main(&first);
  return first || level >= MPI_THREAD_SERIALIZED;
}

void comm_split(const Comm *comm, int ranks_per_task, Comm *group) {
  *group = *comm;
  group->began = 0;
  MPI_Comm_split(comm->all, comm->rank / ranks_per_task, comm->rank, &group->all);
  MPI_Comm_rank(group->all, &group->rank);
  MPI_Comm_size(group->all, &group->size);
  MPI_Comm_split_type(group->all, MPI_COMM_TYPE_SHARED, group->rank, MPI_INFO_NULL, &group->node);
  MPI_Comm_size(group->node, &group->local_size);
}

void comm_split_free(Comm *group) {
  part_free(&group->node);
  part_free(&group->all);
}

void comm_close(Comm *comm) {
  if (comm->losses) {
    MPI_Barrier(comm->all); /* Open MPI 5.0.11 may wait in MPI_Finalize for those that are lost */
    return;
  }
  MPI_Comm_free(&comm->node);
  MPI_Finalize();
}

/* A loss counts more than what this rank has failed with. */
static Status lost_say(void) {
  if (loss_seen()) status_clear();
  return comm_alive();
}

Status comm_agree(const Comm *comm, Status status) {
  struct {
    int status, rank;
  } mine = {(int)status, comm->rank}, worst;
  MPI_Allreduce(&mine, &worst, 1, MPI_2INT, MPI_MAXLOC, comm->all);
  TRY(lost_say());
  if (worst.status == OK) return OK;
  char message[STATUS_MESSAGE_MAX];
  snprintf(message, sizeof message, "%s", status_message());
  MPI_Bcast(message, sizeof message, MPI_CHAR, worst.rank, comm->all);
  TRY(lost_say());
  status_clear();
  return status_fail((Status)worst.status, "%s", message);
}

bool comm_near(const Comm *comm, int rank) {
  MPI_Group all, node;
  int there;
  MPI_Comm_group(comm->all, &all);
  MPI_Comm_group(comm->node, &node);
  MPI_Group_translate_ranks(all, 1, &rank, node, &there);
  MPI_Group_free(&all);
  MPI_Group_free(&node);
  return there != MPI_UNDEFINED;
}

void comm_pass(const Comm *comm, const void *out, int to, void *in, int from, size_t bytes) {
  MPI_Sendrecv(out, (int)bytes, MPI_BYTE, to, 0, in, (int)bytes, MPI_BYTE, from, 0, comm->all,
               MPI_STATUS_IGNORE);
  if (loss_seen()) memset(in, 0, bytes);
}

_Noreturn void comm_abort(const Comm *comm, int exit_code) {
  MPI_Abort(comm->all, exit_code);
  abort();
}

/* ---- numbers that all ranks change ---- */

/* There is no compare-and-swap: Open MPI 4.1.4 crashes in MPI_Compare_and_swap where its transport imitates atomic
 * operations. */

Status shared_words_open(const Comm *comm, int count, SharedWords *out) {
  const MPI_Aint bytes = comm->rank == 0 ? count * (MPI_Aint)sizeof *out->words : 0;
  const int unit = sizeof *out->words, one_host = comm->local_size == comm->size;
  const int failed = (one_host ? MPI_Win_allocate_shared : MPI_Win_allocate)(
      bytes, unit, MPI_INFO_NULL, comm->all, &out->words, &out->window);
  if (failed) FAIL(ERR_MEMORY, "no memory for the queue of tasks");
  MPI_Win_lock_all(0, out->window);
  for (int k = 0; comm->rank == 0 && k < count; k++) out->words[k] = 0;
  MPI_Win_sync(out->window);
  MPI_Barrier(comm->all);
  return OK;
}

void shared_words_close(SharedWords *w) {
  MPI_Win_unlock_all(w->window);
  MPI_Win_free(&w->window);
}

static int64_t word_change(SharedWords *w, int word, int64_t value, MPI_Op op) {
  int64_t before = 0;
  MPI_Fetch_and_op(&value, &before, MPI_INT64_T, 0, word, op, w->window);
  MPI_Win_flush(0, w->window);
  return before;
}

int64_t shared_word_get(SharedWords *w, int word) { return word_change(w, word, 0, MPI_NO_OP); }
int64_t shared_word_add(SharedWords *w, int word, int64_t value) {
  return word_change(w, word, value, MPI_SUM);
}
void shared_word_set(SharedWords *w, int word, int64_t value) { word_change(w, word, value, MPI_REPLACE); }
