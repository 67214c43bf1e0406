/* The ranks of a run and how they agree. MPI is called in src/mpi only. */
#ifndef CORDEE_MPI_COMM_H
#define CORDEE_MPI_COMM_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>
#include "clock.h"
#include "status.h"

/* ---- ranks ---- */

#define MESSAGE_MOST ((size_t)1 << 30) /* bytes of a message: a count of MPI is an int */

typedef struct Comm {
  MPI_Comm all, node;         /* every rank; those of this host */
  int rank, size;             /* in all */
  int local_rank, local_size; /* in node */
  int losses;                 /* ranks that were lost so far (loss.h) */
  double
      began; /* clock reading at the start of the process, from which limits in seconds count; 0: they count from each task's start */
} Comm;

/* Starts MPI (a single process without mpirun is a run of one rank) and makes the communicators. ERR_START: MPI does not start;
 * ERR_LAUNCHER: the processes do not find each other; `rank` is the launcher's then. Collective. */
Status comm_open(int *argc, char ***argv, Comm *comm);
void comm_close(Comm *comm);

/* For a library: over the communicator that `given` (MPI_Comm *) names, on a duplicate of it; NULL: over this process alone, and MPI is
 * started if nobody has started it, then it is finalized when the process ends. ERR_USAGE: no such communicator; ERR_START. Collective. */
Status comm_open_within(const void *given, Comm *comm);
void comm_close_within(Comm *comm);
/* Whether this thread may call MPI, as it was started. Local. */
bool comm_thread_allowed(void);

/* Consecutive ranks that share a task, ranks_per_task of them (the last group has what is left), with communicators of their
 * own. local_rank stays that of the whole job, so that groups of one host take different devices. Collective. */
void comm_split(const Comm *comm, int ranks_per_task, Comm *group);
void comm_split_free(Comm *group);

/* Rank, sizes and node of a communicator of all ranks. Collective. */
void comm_place(Comm *comm);

/* Every rank returns the worst status of all, with the message of the lowest rank that has it; ERR_LOST where a rank was lost. Collective. */
Status comm_agree(const Comm *comm, Status status);

/* Is that rank on this host? Local. */
bool comm_near(const Comm *comm, int rank);
/* Sends `out` to one rank and receives as many bytes from another, which both call it. */
void comm_pass(const Comm *comm, const void *out, int to, void *in, int from, size_t bytes);

/* Ends all ranks at once, from one of them. Does not return. */
_Noreturn void comm_abort(const Comm *comm, int exit_code);

/* ---- numbers that all ranks change ---- */

/* A few numbers on rank 0 that every rank can read and change at any time, by atomic operations (MPI 3, passive
 * target).
 *
 * On one host the numbers lie in shared memory. Over a network they are changed by the network's own atomic
 * operations; where it has none, rank 0 serves them whenever it calls MPI. */

typedef struct SharedWords {
  MPI_Win window;
  int64_t *words; /* rank 0's */
} SharedWords;

/* All are 0 at first. Collective. ERR_MEMORY. */
Status shared_words_open(const Comm *comm, int count, SharedWords *out);
void shared_words_close(SharedWords *w); /* collective */

/* Local. The second returns the value before. */
int64_t shared_word_get(SharedWords *w, int word);
int64_t shared_word_add(SharedWords *w, int word, int64_t value);
void shared_word_set(SharedWords *w, int word, int64_t value);

#endif
