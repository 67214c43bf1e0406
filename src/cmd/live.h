/* The live view of a run or sweep in a terminal: a few lines that are redrawn in place. Rank 0 only. */
#ifndef CORDEE_CMD_LIVE_H
#define CORDEE_CMD_LIVE_H

#include <stdio.h>
#include "run/run.h"

typedef struct Live {
  int lines;        /* on the screen */
  int64_t best;     /* at the last drawing */
  double best_at_s; /* elapsed time of the run then */
} Live;

/* Redraws the view. rate: work a second over the last interval; left_s: what the run still needs, < 0: unknown. */
void live_draw(Live *live, FILE *terminal, const RunView *view, double rate, double left_s);
/* Redraws with other text: lines, each ended by a newline, cut at the terminal's width. */
void live_show(Live *live, FILE *terminal, const char *text);
/* "[######......] 50.0%" */
void live_bar(FILE *out, double part);
/* Whether standard error, or that of mpirun, is a terminal that can do this: TERM is set and not dumb. */
bool live_able(void);
/* Removes the view from the screen. */
void live_clear(Live *live, FILE *terminal);

#endif
