/* Checkpoints: one HDF5 file, written collectively, complete or not there.
 *
 * Layout (docs/file-formats.md): a 4096-byte user block with one line of text (what it is, schema version, bytes,
 * digest of every byte after the block), then HDF5: /run (attributes: everything in CheckpointMeta), /history
 * (columns), /islands (a dataset a field, rows are island ids), /climbers (a dataset a field, rows sorted by
 * "island"). Datasets carry Fletcher-32.
 *
 * Writing: PATH.tmp is written, closed, digested, stamped, fsynced; the old PATH becomes PATH.prev; PATH.tmp is
 * renamed to PATH. At every instant PATH or PATH.prev is complete. MPI is used only through the communicator. */
#ifndef CORDEE_IO_CHECKPOINT_H
#define CORDEE_IO_CHECKPOINT_H

#include <mpi.h>
#include "../field.h"
#include "../solver.h"

enum { CHECKPOINT_SCHEMA = 1, CHECKPOINT_TEXT_MAX = 4096 };

typedef struct HistoryRow { /* one an epoch, and one at the end */
  uint32_t epoch;    /* epochs finished */
  uint32_t island;   /* where the best was found */
  uint64_t climbers; /* finished, all islands */
  uint64_t moves;    /* evaluated, all islands */
  double elapsed_s;  /* running time, all legs of the run added up */
  int64_t best;      /* COST_NONE: none yet */
} HistoryRow;

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
  uint32_t epoch;   /* the epoch under way (0-based); epochs finished */
  uint32_t epochs;  /* in all */
  int32_t finished; /* 1: nothing is left to do */
  uint64_t climbers, moves;
  double elapsed_s;
  int64_t best;         /* judged cost of the best so far; COST_NONE: none */
  uint32_t best_island; /* island on which it was found */
  /* provenance */
  char version[64], host[256], backend[16], device[96], created[32]; /* created: UTC, ISO 8601 */
  int32_t ranks;
} CheckpointMeta;

typedef struct Checkpoint {
  CheckpointMeta meta;
  int32_t *best_gene;  /* (n) or NULL; judged; the same on every rank */
  HistoryRow *history; /* (history_rows); the same on every rank */
  size_t history_rows;
  FieldSet fields; /* this rank's rows only */
} Checkpoint;

/* Writes `c` at `path`. Collective over comm; meta, best_gene and history are taken from rank 0, fields from all
 * (each rank the rows of its span; spans ascend with rank, may be empty; all ranks pass the same fields in the
 * same order). *bytes: file size, on every rank. Every rank returns the same Status.
 * ERR_IO, ERR_MEMORY: path is as it was, PATH.tmp is removed. */
Status checkpoint_save(MPI_Comm comm, const char *path, const Checkpoint *c, Span span, uint64_t *bytes);

/* Reads the user block and checks the whole file against its digest. Collective over comm; the ranks share the
 * reading. ERR_NO_INPUT; ERR_FORMAT: not a checkpoint, of a later schema, truncated, or damaged. The message says
 * which, and names PATH.prev if that one is sound ("the previous checkpoint ... is complete: cordee resume ..."). */
Status checkpoint_check(MPI_Comm comm, const char *path);

/* Reads meta, best_gene and history (fields stay empty). Local. Call checkpoint_check first. */
Status checkpoint_read_meta(const char *path, Checkpoint *out);

/* Reads the rows of the islands of `span` into out->fields, whatever the number of ranks that wrote them. Local. */
Status checkpoint_read_fields(const char *path, Span span, FieldSet *out);

void checkpoint_free(Checkpoint *c); /* empties it */

#endif
