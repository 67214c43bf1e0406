/* See shared_words.h. There is no compare-and-swap: Open MPI 4.1.4 crashes in MPI_Compare_and_swap where its transport
 * imitates atomic operations. */
#include "shared_words.h"

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
