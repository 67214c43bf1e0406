/* What a run shows: a live view in a terminal or else lines on standard error, the result on standard output and as a tour file, JSON lines in a log.
 * Rank 0 only. */
#ifndef CORDEE_CMD_PROGRESS_H
#define CORDEE_CMD_PROGRESS_H

#include <stdio.h>
#include "run/run.h"
#include "live.h"

typedef struct Reporter {
  FILE *log; /* NULL: none */
  bool quiet, terminal;
  double shown_s, logged_s; /* leg time of the last line and of the last log entry */
  uint64_t shown_moves;     /* moves of the leg then */
  double shown_rate;        /* moves/s over the last interval */
  const Options *options;   /* the caller's */
  Live live;                /* in a terminal */
  Status status;            /* of writing the tour */
} Reporter;

/* Opens the log (append) if one is asked for, and sees that the solution can be written; ERR_IO. reporter_observer's functions take the Reporter as self. */
Status reporter_open(Reporter *reporter, const Options *options);
RunObserver reporter_observer(Reporter *reporter);
Status reporter_close(Reporter *reporter); /* ERR_IO if the log or the tour could not be written */

/* Figures for people, in static storage that lasts for seven further calls of any of the five. */
const char *human_count(double value);                   /* 950, 12.3k, 4.56M, 7.89G */
const char *human_seconds(double seconds);               /* 12.3s, 3m07s, 1h02m */
const char *human_gap(int64_t cost, int64_t best_known); /* 0.520%; "" if either is unknown */
const char *human_of(double all);                        /* " of 12.3k"; "" if there is no such number: 0 */
const char *epochs_of(uint32_t epochs);                  /* " of 40"; "" if the clock decides */

/* The line of a judged result on standard output: "berlin52: 7542, gap 0.000% to the best known, verified", with
 * ", 0.183% above the proven bound 7346524.2" after the gap if bound is not 0. */
void result_print(const Instance *inst, int64_t cost, int64_t best_known, int64_t bound);

#endif
