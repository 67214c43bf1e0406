/* The tables of a run for its checkpoints, on rank 0: how the best came down (/trace), the work of each rank in every interval of time
 * (/throughput), the champions of epochs (/history), and where each leg ran (/legs). Those that grow with time are of bounded length. */
#ifndef CORDEE_RUN_TABLES_H
#define CORDEE_RUN_TABLES_H

#include "io/checkpoint/checkpoint.h"

enum { TRACE_ROWS = 1024, THROUGHPUT_INTERVALS = 4096 };

typedef struct Trace {
  TraceRow *row; /* (rows), owned; time ascends, costs descend */
  size_t rows, capacity;
} Trace;

typedef struct Throughput {
  ThroughputRow *row; /* (rows), owned; an interval's rows lie together, intervals ascend in time */
  size_t rows, capacity;
  double every_s;         /* the length of an interval */
  double sampled_s;       /* the running time at the end of the last interval */
  uint64_t sampled_moves; /* of this rank, in this leg, at that time */
} Throughput;

typedef struct History {
  HistoryRow *row; /* (rows), owned */
  size_t rows, capacity;
  int64_t *champion; /* (rows, columns), owned: as in Checkpoint, and so is the next */
  uint32_t *origin;
} History;

typedef struct Legs {
  LegRow *row; /* (rows), owned */
  size_t rows;
  uint32_t number; /* of the leg that runs */
} Legs;

typedef struct RunTables {
  Trace trace;
  Throughput throughput;
  History history;
  Legs legs;
} RunTables;

/* Takes over the tables of a checkpoint, whose members become NULL; of the running time meta.elapsed_s. An empty one: a new run. Local. */
void run_tables_start(RunTables *t, Checkpoint *c);
void run_tables_free(RunTables *t);
/* Copies them into *c, whose tables are empty. ERR_MEMORY. Local. */
Status run_tables_copy(const RunTables *t, uint32_t islands, Checkpoint *c);

/* ---- the trace ---- */

/* Appends a row if its cost is lower than that of the last one. Of more than TRACE_ROWS the one is dropped whose neighbours are closest to
 * each other in proportion of time: the others are about evenly spaced on a logarithmic axis. ERR_MEMORY. */
Status trace_add(Trace *t, TraceRow row);
/* Drops the rows with a lower cost than the run has: of solutions that were under way and that their search has left since. */
void trace_settle(Trace *t, int64_t best);
/* Seconds until the next look at solutions under way, after a look at that running time which took so long: looks are evenly spaced on a
 * logarithmic axis, at most 10 s apart, and take 2% of the time at most. */
double trace_interval(double elapsed_s, double took_s);

/* ---- the throughput ---- */

/* Takes over the rows of a checkpoint of that running time; NULL, 0, 0: a new run. */
void throughput_start(Throughput *t, ThroughputRow *row, size_t rows, double elapsed_s);
/* Appends one interval's rows (a row a rank: same leg, same elapsed_s). When there are more than THROUGHPUT_INTERVALS,
 * neighbours of one leg are merged in pairs, and intervals are twice as long from then on. ERR_MEMORY. */
Status throughput_add(Throughput *t, const ThroughputRow *row, size_t rows);

#endif
