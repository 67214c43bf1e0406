/* What a run shows: a live view in a terminal, or lines; the result as text, as a file, as JSON. */
#ifndef CORDEE_CMD_PROGRESS_H
#define CORDEE_CMD_PROGRESS_H

#include <stdio.h>
#include "human.h"
#include "io/checkpoint/checkpoint.h"
#include "io/json.h"
#include "run/run.h"

/* ---- live view ---- */

/* The live view of a run or sweep in a terminal: a few lines that are redrawn in place. Rank 0 only. */

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

/* ---- JSON ---- */

/* The result of a run, and where it stands, as JSON: for --json, --out FILE.json, --log and `cordee show`. */

const char *result_end(RunEnd end); /* "finished", "time limit reached", ... */

/* Members elapsed_s, epoch, epochs, searches, moves. */
void result_progress(json_t *object, const RunView *view);
/* Members `name`, the best cost or null, island, and of costs of two parts these; gap_percent, if a best known value is. */
void result_cost(json_t *object, const char *name, const RunView *view);
/* As people count: cities and machines from 1; customers as they are, negative where a route begins. problem NULL: as they are. */
json_t *result_solution(const Problem *problem, const int32_t *gene, size_t count);
/* Rows of a history. */
json_t *result_trace(const HistoryRow *row, size_t rows, int32_t decimals);

/* All of it as an object: instance, options, cost, bound, gap, solution, trace. */
json_t *result_json(const RunView *view);

/* ---- progress ---- */

/* Reports a run, on rank 0: a live view in a terminal, or lines, on standard error; the result on standard output and
 * in a solution file; JSON lines in a log. */

typedef struct Reporter {
  FILE *log; /* NULL: none */
  bool quiet, terminal;
  bool incomplete;          /* the run's last solution leaves out what has to be served */
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
