/* A few numbers on rank 0 that every rank can read and change at any time, by atomic operations (MPI 3, passive target).
 *
 * On one host the numbers lie in shared memory. Over a network they are changed by the network's own atomic operations; where it
 * has none, rank 0 serves them whenever it calls MPI. */
#ifndef CORDEE_MPI_SHARED_WORDS_H
#define CORDEE_MPI_SHARED_WORDS_H

#include <stdint.h>
#include "comm.h"

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
