/* The live view of a long run, or sweep, in a terminal: some lines, drawn over themselves. Rank 0 only. */
#ifndef CORDEE_CMD_LIVE_H
#define CORDEE_CMD_LIVE_H

#include <stdio.h>
#include "run/run.h"

typedef struct Live {
  int lines;        /* drawn, and to be drawn over */
  int64_t best;     /* when it was last looked at */
  double best_at_s; /* elapsed time of the run then */
} Live;

/* Draws the view over the last one. rate: work a second over the last interval; left_s: what the run still needs, < 0: not
 * known. Lines are cut at the terminal's width. */
void live_draw(Live *live, FILE *terminal, const RunView *view, double rate, double left_s);
/* Draws any lines in its stead, each ended by a newline. */
void live_show(Live *live, FILE *terminal, const char *text);
/* "[######......] 50.0%" */
void live_bar(FILE *out, double part);
/* A terminal that can do this: standard error is one, and TERM is not dumb. */
bool live_able(void);
/* Takes it off the screen. */
void live_clear(Live *live, FILE *terminal);

#endif
