/* Reports a sweep, on rank 0: a live view in a terminal, or lines, on standard error; a summary on standard output; JSON lines in a
 * log. */
#ifndef CORDEE_CMD_SWEEP_REPORT_H
#define CORDEE_CMD_SWEEP_REPORT_H

#include <stdio.h>
#include "sweep/sweep.h"
#include "live.h"

enum { FAILURES_SHOWN = 10 };

typedef struct SweepFailure { /* rows that failed in the same way: of one instance, with one message */
  char *instance, *message;   /* owned */
  char *name, *options;       /* of the first of them: "[section] instance", "seed 1, ..."; owned */
  size_t rows;
} SweepFailure;

typedef struct SweepReporter {
  const Options *options;
  FILE *log; /* NULL: none */
  bool terminal;
  Live live;                            /* in a terminal */
  char last[192];                       /* the last row, on a line */
  double shown_s, logged_s;             /* elapsed time of the last line, of the last progress in the log */
  size_t shown_ran;                     /* rows run at the last line */
  SweepFailure failure[FAILURES_SHOWN]; /* the first ones */
  size_t failures, unshown;             /* how many; rows that failed in other ways */
  size_t gaps, optimal;
  Status status;            /* of a line of the log for which there was no memory */
  double gap_sum, gap_most; /* per cent, of `gaps` rows whose best known value is known */
} SweepReporter;

/* Opens the log (append) if one is asked for; ERR_IO. */
Status sweep_reporter_open(SweepReporter *reporter, const Options *options);
SweepObserver sweep_reporter_observer(SweepReporter *reporter);
Status sweep_reporter_close(SweepReporter *reporter); /* ERR_IO if the log could not be written */

/* Which rows of earlier sweeps do not stand, or were taken over (SweepStanding): a line a reason; nothing if there is none. */
void sweep_standing_print(FILE *out, const SweepView *view);

#endif
