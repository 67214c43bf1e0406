/* Arrays that callers may give room for, on any rank. Inside this folder. */
#ifndef CORDEE_LIBRARY_WANTED_H
#define CORDEE_LIBRARY_WANTED_H

#include "mpi/comm.h"

typedef struct Wanted {
  void *own; /* the caller's; NULL: it wants none */
  size_t bytes;
  void *at; /* on rank 0: where to put the values; NULL: no rank wants them */
  bool any; /* a rank wants them */
} Wanted;

/* Room on rank 0, if any rank wants the values; bytes: rank 0's count. Release with wanted_close. Collective. ERR_MEMORY. */
Status wanted_open(const Comm *comm, void *own, size_t bytes, Wanted *out);
/* Rank 0's values to all that want them. Collective. ERR_MEMORY. */
Status wanted_give(const Comm *comm, const Wanted *wanted);
void wanted_close(Wanted *wanted);

#endif
