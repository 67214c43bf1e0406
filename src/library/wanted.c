/* See wanted.h. */
#include "wanted.h"

#include <stdlib.h>
#include "mpi/bcast.h"
#include "mpi/collect.h"

Status wanted_open(const Comm *comm, void *own, size_t bytes, Wanted *out) {
  int64_t any = own != NULL;
  comm_max(comm, &any, 1);
  bytes_bcast(comm, &bytes, sizeof bytes, 0);
  *out = (Wanted){.own = own, .bytes = bytes, .any = any};
  if (comm->rank == 0 && any) out->at = own ? own : malloc(bytes + 1);
  const bool there = out->at || comm->rank != 0 || !any;
  return comm_agree(comm,
                    there ? OK : status_fail(ERR_MEMORY, "no memory for an answer of %zu bytes", bytes));
}

Status wanted_give(const Comm *comm, const Wanted *w) {
  if (!w->any || comm->size == 1) return OK;
  void *const own = comm->rank == 0 ? w->at : w->own, *const room = own ? own : malloc(w->bytes + 1);
  const Status status =
      comm_agree(comm, room ? OK : status_fail(ERR_MEMORY, "no memory for an answer of %zu bytes", w->bytes));
  if (status == OK) bytes_bcast(comm, room, w->bytes, 0);
  if (!own) free(room);
  return status;
}

void wanted_close(Wanted *w) {
  if (w->at != w->own) free(w->at);
  *w = (Wanted){.own = NULL};
}
