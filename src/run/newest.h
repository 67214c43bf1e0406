/* Where `cordee resume FILE --or-start INSTANCE` starts: from the newest sound checkpoint, or from the instance. */
#ifndef CORDEE_RUN_NEWEST_H
#define CORDEE_RUN_NEWEST_H

#include <limits.h>
#include <stdbool.h>
#include "options/options.h"
#include "mpi/comm.h"

typedef struct Beginning { /* the same on every rank */
  char file[PATH_MAX];     /* run_task's */
  bool resume;
  char warning[3 * PATH_MAX]; /* for rank 0 to print; "": none */
} Beginning;

/* FILE if it is sound; else FILE.prev if that is, with a warning; else options->or_start if neither exists. Sets
 * options->checkpoint to FILE and options->instance to or_start, so that a checkpoint of another instance is refused.
 * Collective; every rank returns the same. ERR_USAGE: --checkpoint was given too; ERR_FORMAT, ERR_NO_INPUT:
 * a file exists, and neither can be resumed. Nothing is written. */
Status newest_find(const Comm *comm, const char *file, Options *options, Beginning *out);

#endif
