/* Checkpoints: the state of a run in one HDF5 file that is complete or does not exist.
 *
 * Layout (docs/file-formats-hdf5.md): a 4096-byte user block with one line of text (what it is, schema version, bytes,
 * digest of every byte after the block), then HDF5: /run (attributes: everything in CheckpointMeta), /history, /legs,
 * /throughput, /trace (columns), /islands (a dataset a field, rows are island ids), /searches (a dataset a field,
 * rows sorted by "island"). All datasets are contiguous, so that each rank can put its rows where they belong with
 * plain writes.
 *
 * This folder writes and reads files and knows no MPI. checkpoint_writer.h is the part of one rank;
 * src/run/checkpoint_ranks.h joins the ranks. */
#ifndef CORDEE_IO_CHECKPOINT_CHECKPOINT_H
#define CORDEE_IO_CHECKPOINT_CHECKPOINT_H

#include <stdbool.h>
#include "field.h"
#include "individual.h"
#include "instance.h"
#include "span.h"

enum { CHECKPOINT_SCHEMA = 3, CHECKPOINT_TEXT_MAX = 4096, CHECKPOINT_CHAMPIONS_MAX = 256 };

typedef struct HistoryRow { /* one an epoch; of long runs one every so many, and the last */
  uint32_t epoch;           /* epochs finished */
  uint32_t island;          /* where the best was found */
  uint64_t searches;        /* finished, in the solver's own count (Solver.finished), all islands */
  uint64_t moves;           /* evaluated, all islands */
  double elapsed_s;         /* running time, all legs of the run added up */
  int64_t best;             /* COST_NONE: none yet */
} HistoryRow;

typedef struct
    LegRow { /* one a leg and rank: who worked on the run; a leg is one process group's share of it */
  uint32_t leg, rank;                                               /* both from 0 */
  double started_s;                                                 /* the run's elapsed time then */
  char host[64], backend[16], device[96], version[64], started[32]; /* started: UTC, ISO 8601 */
} LegRow;

typedef struct ThroughputRow { /* one an interval and rank */
  double elapsed_s;            /* the run's, at the interval's end */
  uint32_t leg, rank;
  double seconds; /* length of the interval */
  uint64_t moves; /* evaluated by that rank in it */
} ThroughputRow;

typedef struct TraceRow {   /* one a better solution, found or under way */
  double elapsed_s;         /* the run's */
  uint64_t searches, moves; /* as HistoryRow's */
  int64_t best;             /* judged; costs descend */
} TraceRow;

#define CHECKPOINT_NOT_KEPT INT64_MIN

typedef struct CheckpointMeta {
  /* what it is a checkpoint of */
  char instance_path[CHECKPOINT_TEXT_MAX]; /* absolute */
  char instance_name[INSTANCE_NAME_MAX];
  char instance_size[96]; /* instance_size_text's */
  int32_t n, decimals;    /* genes of a solution; Instance's */
  uint64_t instance_digest;
  char solver[32];
  char options[CHECKPOINT_TEXT_MAX]; /* "name = value" lines, options_print's form; the whole plan */
  uint32_t islands;                  /* on the whole ring */
  /* where the run stands */
  uint32_t epoch;           /* the epoch under way (0-based); epochs finished */
  uint32_t epochs;          /* in all */
  int32_t finished;         /* 1: nothing is left to do */
  uint64_t searches, moves; /* as HistoryRow's */
  double elapsed_s;
  int64_t best;         /* judged cost of the best so far; COST_NONE: none */
  uint32_t best_island; /* island on which it was found */
  /* what ends it besides its plan; of files of earlier versions best_known is CHECKPOINT_NOT_KEPT, the others are 0 */
  int64_t best_known;           /* by which gaps and targets count; 0: unknown */
  int32_t best_known_given;     /* 1: by the user, 0: from a table */
  double time_s, stop_before_s; /* limits of the leg that wrote the file; 0: none */
  uint64_t
      inputs; /* a digest of what it was made from, by whoever keeps its result (ResultRow.inputs); 0: nobody */
  /* provenance */
  char version[64], host[256], backend[16], device[96], created[32]; /* created: UTC, ISO 8601 */
  int32_t ranks;
} CheckpointMeta;

typedef struct Checkpoint {
  CheckpointMeta meta;
  int32_t *best_gene;  /* (n) or NULL; judged; the same on every rank */
  HistoryRow *history; /* (history_rows); the same on every rank, as are all tables */
  size_t history_rows;
  int64_t *champion; /* (history_rows, C): each island's best before the exchange; COST_NONE: none yet */
  uint32_t *champion_origin; /* (history_rows, C): the island where it was found */
  LegRow *legs;
  size_t leg_rows;
  ThroughputRow *throughput;
  size_t throughput_rows;
  TraceRow *trace;
  size_t trace_rows;
  FieldSet fields; /* this rank's rows only */
} Checkpoint;

/* C: the number of islands, the first ones, whose champions are in the history. */
uint32_t checkpoint_champions(uint32_t islands);

/* Reads everything but the fields, which stay empty. Names of schema 2 are known. What an older file lacks is empty: champions are COST_NONE, the
 * tables of legs, throughput and trace have no rows. ERR_FORMAT, ERR_MEMORY. Local. The digest is to be checked before
 * (checkpoint_ranks.h). */
Status checkpoint_read_meta(const char *path, Checkpoint *out);

/* Checks that the file has exactly the fields of `expected`, perhaps by older names (`renamed`, NULL: none), each of that type
 * and width, with so many rows for islands, and at most so many for searches (CHECKPOINT_ROWS_ANY: any number). To be called before memory is taken for them.
 * ERR_FORMAT. Local. */
#define CHECKPOINT_ROWS_ANY UINT64_MAX
Status checkpoint_check_fields(const char *path, const FieldSet *expected, const FieldRename *renamed,
                               const uint64_t rows[FIELD_GROUP_COUNT]);

/* Reads the rows of the islands of `span`, whatever the number of ranks that wrote them, into fields of today's names.
 * ERR_FORMAT, ERR_MEMORY. Local. */
Status checkpoint_read_fields(const char *path, Span span, const FieldRename *renamed, FieldSet *out);

void checkpoint_free(Checkpoint *c); /* empties it */

#endif
