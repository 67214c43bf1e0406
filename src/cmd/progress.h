/* Reports a run, on rank 0: a live view in a terminal, or lines, on standard error; the result on standard output and in a
 * solution file; JSON lines in a log. */
#ifndef CORDEE_CMD_PROGRESS_H
#define CORDEE_CMD_PROGRESS_H

#include <stdio.h>
#include "run/run.h"
#include "human.h"
#include "live.h"

typedef struct Reporter {
  FILE *log; /* NULL: none */
  bool quiet, terminal;
  double shown_s, logged_s; /* leg time of the last line and of the last log entry */
  uint64_t shown_moves;     /* moves of the leg then */
  double shown_rate;        /* moves/s over the last interval */
  const Options *options;   /* the caller's */
  Live live;                /* if there is a terminal */
  Status status;            /* of writing the solution */
} Reporter;

/* Opens the log (append) if one is asked for, and checks that the solution can be written. ERR_IO. */
Status reporter_open(Reporter *reporter, const Options *options);
RunObserver reporter_observer(Reporter *reporter);
Status reporter_close(Reporter *reporter); /* ERR_IO: the log or the solution could not be written */

#endif
