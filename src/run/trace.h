/* How the best of a run came down: the table /trace of checkpoints, of bounded length. Local, on rank 0. */
#ifndef CORDEE_RUN_TRACE_H
#define CORDEE_RUN_TRACE_H

#include "io/checkpoint/checkpoint.h"

enum { TRACE_ROWS = 1024 };

typedef struct Trace {
  TraceRow *row; /* (rows), owned; time ascends, costs descend */
  size_t rows, capacity;
} Trace;

/* Takes over the rows of a checkpoint; NULL, 0: a new run. */
void trace_start(Trace *t, TraceRow *row, size_t rows);

/* Appends a row if its cost is lower than that of the last one. Of more than TRACE_ROWS the one is dropped whose neighbours are closest to
 * each other in proportion of time: the others are about evenly spaced on a logarithmic axis. ERR_MEMORY. */
Status trace_add(Trace *t, TraceRow row);

/* Drops the rows with a lower cost than the run has: of solutions that were under way and that their search has left since. */
void trace_settle(Trace *t, int64_t best);

/* Seconds until the next look at solutions under way, after a look at that running time which took so long: looks are evenly spaced on a
 * logarithmic axis, at most 10 s apart, and take 2% of the time at most. */
double trace_interval(double elapsed_s, double took_s);

#endif
