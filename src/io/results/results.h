/* The results of a sweep: one HDF5 file, a row a task, written by one process (rank 0).
 *
 * A sweep makes the file with space for every task of its job (under another name, then renamed), so its structure
 * does not change while rows arrive: a row is written in place, genes first, then the row, then its done mark. The
 * row's digest covers its genes. So after a kill or a power cut at any instant HDF5 can read the file, and rows
 * without a valid mark count as pending. A rerun makes a new file with the finished rows of the old one, including
 * those of tasks no longer in the job.
 *
 * Layout (docs/file-formats-hdf5.md): /task, a compound of ResultRow's members, one row a task; /solution, int32, the
 * genes of all rows one after another; both contiguous. Readers need HDF5 only. */
#ifndef CORDEE_IO_RESULTS_RESULTS_H
#define CORDEE_IO_RESULTS_RESULTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "status.h"

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
  uint64_t key; /* ResultTask.key */
  char section[64], instance[512], options[1024];
  /* the outcome */
  int32_t state;     /* ResultState */
  int32_t exit_code; /* a failed or incomplete one's, as cordee solve would have returned it; else 0 */
  char message
      [1024]; /* a failed one's; a verified one's is what judge_missing or judge_caution says of it, or empty */
  char end[32]; /* "finished", "target reached", "time limit reached" */
  /* the instance */
  char name[128], size_text[96],
      problem[16]; /* size_text: instance_size_text's; problem: "tsp", "matching", "function" */
  int32_t n, decimals;
  /* the run */
  char method[32];
  uint64_t seed, islands, searches, moves; /* searches, moves: finished, evaluated */
  int64_t best, best_known,
      bound; /* units of 10^-decimals; best COST_NONE: none; best_known, bound 0: unknown */
  uint32_t best_island;
  uint32_t batch;   /* tasks that shared its launches; 1: it ran alone */
  double elapsed_s; /* alone: running time; in a batch: the batch's time over its tasks */
  double finished_unix_s;
  int32_t ranks;
  char host[64], backend[16], device[96], version[52];
  uint64_t
      inputs; /* a digest of all that the row was made from besides its options; 0: files of versions that did not keep it */
  uint32_t answers; /* ANSWERS_REVISION (answers.h) of that version; 0: likewise */
  /* how the best improved: at most RESULT_TRACE improvements, thinned, the last one kept */
  int32_t trace_rows;
  double trace_s[RESULT_TRACE];
  uint64_t trace_searches[RESULT_TRACE];
  int64_t trace_best[RESULT_TRACE];
  /* set by the file */
  uint64_t solution_first; /* first gene in /solution; n follow */
  uint64_t
      digest; /* XXH3-64 of the row with digest 0 and done 0, then, if verified, of its genes with that as seed */
  uint32_t done; /* 1: the row is complete; written last */
  /* where earlier versions had nothing, which is 0 */
  uint32_t worth; /* Problem.worth, of which best and best_known count what is left; 0: they do not */
} ResultRow;

/* Whether a verified row's solution leaves out items that have to be served. */
static inline bool result_incomplete(const ResultRow *row) {
  return row->state == RESULT_VERIFIED && row->exit_code == EXIT_INCOMPLETE;
}

/* The task of a row: what a sweep knows of it before it has run. */
typedef struct ResultTask {
  const char *section, *instance, *options; /* the caller's */
  uint64_t key;                             /* the same for the same task of another sweep */
  int32_t genes;                            /* of a solution; 0: the task cannot be run */
  bool again;                               /* a row that the old file has for it does not count */
  uint64_t moved_from; /* it takes over the row of this key (results_find_moved); 0: its own */
  int64_t best_known;  /* that its old row is to say; 0: as it is */
} ResultTask;

typedef struct ResultFound { /* a row of the old file */
  ResultState state;         /* RESULT_PENDING: there is none */
  uint64_t inputs;
  bool same_answers; /* it was made by a version that gives the same answers as this one */
} ResultFound;

/* A results file being written. One writer at a time: it holds PATH's lock (lock.h). Local: rank 0. */
typedef struct Results Results;

/* Locks PATH and reads which rows it has, if it exists. ERR_USAGE: another process writes it, which the message names. ERR_FORMAT: not
 * a results file, or of a later schema. A file that was cut short loses the rows that were cut off only. ERR_IO, ERR_MEMORY. */
Status results_open(const char *path, Results **out);

/* The state of the task of that key in the old file; RESULT_PENDING if there is none. */
ResultState results_state(const Results *results, uint64_t key);

/* The same with what it was made from. */
ResultFound results_find(const Results *results, uint64_t key);
/* The key belongs to the job: its row in the old file is no other task's. */
void results_claim(Results *results, uint64_t key);
/* A verified row with these inputs and options, by the same answers, that nobody has claimed: of an instance that was moved. It is claimed, and its key
 * returned. 0: there is none. */
uint64_t results_find_moved(Results *results, uint64_t inputs, const char *options);

/* Makes the file anew. Row k is that of task k: the finished row that the old file had for it (a failed one only if its task
 * has no genes), else a pending one with space for its genes. Finished rows of other tasks follow. ERR_IO: the old file
 * stays. */
Status results_begin(Results *results, const char *job_path, const ResultTask *task, size_t tasks);

/* Completes the row of task k: the task's part and the file's are filled in. gene (n) is read if the state is RESULT_VERIFIED. On the
 * disk after results_sync, or some time after results_settle. ERR_IO: the other rows are not affected. */
Status results_write_row(Results *results, size_t k, ResultRow *row, const int32_t *gene);

/* Bring rows to the disk: at once; or, called now and then, if there are new ones and the last time is a second ago. */
Status results_sync(Results *results);
Status results_settle(Results *results);

/* The row of task k in the file. */
Status results_row(Results *results, size_t k, ResultRow *out);

Status results_close(Results *results); /* NULL allowed; ERR_IO if the last rows could not be synced */

/* Is there a file of results? */
bool results_are(const char *path);

/* Whether the results file at `path` has fewer bytes than it was made with: rows of its end are lost. *expected, *found: its bytes; undefined
 * otherwise. */
bool results_cut(const char *path, uint64_t *expected, uint64_t *found);

/* All rows of a file, torn ones as pending; *rows is the caller's. Takes no lock: a sweep may be at work.
 * ERR_NO_INPUT, ERR_FORMAT, ERR_MEMORY. Local. */
Status results_read(const char *path, ResultRow **rows, size_t *count);

/* The solution of a verified row into gene (row->n), the caller's. ERR_NO_INPUT, ERR_FORMAT. Local. */
Status results_genes(const char *path, const ResultRow *row, int32_t *gene);

#endif
