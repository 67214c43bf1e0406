/* Step 8 of the flow: the results of a sweep, one HDF5 file, a row a task. Written by one process (rank 0), without MPI.
 *
 * The file is made with room for every task of the job (PATH.tmp, then renamed), so nothing of its structure changes while
 * rows arrive: a row is written in place, data first, then its done mark with a digest of the row. So a kill at any
 * instant leaves a file that HDF5 reads, whose rows without a valid mark count as pending: results_open clears them. A
 * rerun with other tasks makes a new file with the old rows and renames it.
 *
 * Layout (docs/file-formats.md): /task, a compound of ResultRow's members, one row a task; /solution, int32, the genes of
 * all rows one after another. HDF5's contiguous layout: readers need nothing but HDF5. */
#ifndef CORDEE_IO_RESULTS_H
#define CORDEE_IO_RESULTS_H

#include <stddef.h>
#include <stdint.h>
#include "../status.h"

enum { RESULTS_SCHEMA = 1, RESULT_TRACE = 32 };

typedef enum ResultState {
  RESULT_PENDING,  /* not run yet, or its mark is torn */
  RESULT_VERIFIED, /* a judged result: best, and genes in /solution */
  RESULT_FAILED,   /* message says why */
  RESULT_STATES
} ResultState;

/* A row. Texts are fixed-length, NUL-padded. Members not known (yet) are 0, "" or COST_NONE. */
typedef struct ResultRow {
  /* the task */
  uint64_t key; /* Task.key */
  char section[64], instance[512], options[1024];
  /* the outcome */
  int32_t state;     /* ResultState */
  int32_t exit_code; /* a failed one's, as cordee solve would have returned it */
  char message[1024]; /* a failed one's */
  char end[32];      /* "finished", "target reached", "time limit reached" */
  /* the instance */
  char name[128], size_text[96], problem[16]; /* size_text: instance_size_text's; problem: "tsp", "matching", "function" */
  int32_t n, decimals;
  /* the run */
  char method[32];
  uint64_t seed, islands, climbers, moves; /* climbers, moves: finished, evaluated */
  int64_t best, best_known, bound;         /* units of 10^-decimals; best COST_NONE: none; best_known, bound 0: unknown */
  uint32_t best_island;
  uint32_t batch;    /* tasks that shared its launches; 1: it ran alone */
  double elapsed_s;  /* alone: running time; in a batch: the batch's time over its tasks */
  double finished_unix_s;
  int32_t ranks;
  char host[64], backend[16], device[96], version[64];
  /* how the best came down: at most RESULT_TRACE improvements, thinned, the last one kept */
  int32_t trace_rows;
  double trace_s[RESULT_TRACE];
  uint64_t trace_climbers[RESULT_TRACE];
  int64_t trace_best[RESULT_TRACE];
  /* the file's own */
  uint64_t solution_first; /* first gene in /solution; n follow */
  uint64_t digest;         /* XXH3-64 of the row with digest 0 and done 0 */
  uint32_t done;           /* 1: the row is complete; written last */
} ResultRow;

/* All rows of a file, torn ones as pending; *rows is the caller's. Takes no lock: a sweep may be at work.
 * ERR_NO_INPUT, ERR_FORMAT, ERR_MEMORY. Local. */
Status results_read(const char *path, ResultRow **rows, size_t *count);

#endif
