/* The work of each rank in every interval of time: the table /throughput of checkpoints, of bounded length. Local. */
#ifndef CORDEE_RUN_THROUGHPUT_H
#define CORDEE_RUN_THROUGHPUT_H

#include "io/checkpoint/checkpoint.h"

enum { THROUGHPUT_INTERVALS = 4096 };

typedef struct Throughput {
  ThroughputRow *row; /* (rows), owned; an interval's rows lie together, intervals ascend in time */
  size_t rows, capacity;
  double every_s; /* length of an interval */
} Throughput;

/* Takes over the rows of a checkpoint of that elapsed time; NULL, 0, 0: a new run. */
void throughput_start(Throughput *t, ThroughputRow *row, size_t rows, double elapsed_s);

/* Appends one interval's rows (a row a rank: same leg, same elapsed_s). When there are more than THROUGHPUT_INTERVALS,
 * neighbours of one leg are merged in pairs, and intervals are twice as long from then on. ERR_MEMORY. */
Status throughput_add(Throughput *t, const ThroughputRow *row, size_t rows);

#endif
