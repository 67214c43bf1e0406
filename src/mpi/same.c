/* See same.h. */
#include "same.h"

#include <stdio.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

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
