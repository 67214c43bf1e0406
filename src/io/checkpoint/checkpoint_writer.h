/* One rank's part in writing a checkpoint while the search goes on. Local: no MPI.
 *
 * Part 0 creates PATH.tmp.XXXXXXXX with everything but the fields' rows; every part writes its rows; every part
 * digests some segments of the file; part 0 stamps and fsyncs it, the old PATH becomes PATH.prev, and the new file is
 * renamed to PATH. At every instant PATH or PATH.prev is complete. Each of these phases is done by a thread of its
 * own. Between two phases the caller, who knows the other parts, agrees with them how the phase went and shares what
 * the next one needs. */
#ifndef CORDEE_IO_CHECKPOINT_CHECKPOINT_WRITER_H
#define CORDEE_IO_CHECKPOINT_CHECKPOINT_WRITER_H

#include <limits.h>
#include "checkpoint.h"

/* ---- structure of the file ---- */

/* The HDF5 file of a checkpoint: everything but the rows of the fields, whose places are known. */

typedef struct CheckpointLayout {
  char name[NAME_MAX +
            1];   /* of the file, in the folder of the checkpoint whose place it is to take; "": none yet */
  uint64_t token; /* in the file's first line while it is written: see checkpoint_claimed */
  uint64_t bytes; /* of the whole file */
  uint64_t offset[FIELDS_MAX]; /* of the first row of each field, in bytes from the file's beginning */
} CheckpointLayout;

/* ---- phases ---- */

/* One at a time in a process. Nobody else may be inside HDF5, which is not thread-safe, during the first phase. */
typedef struct CheckpointWriter CheckpointWriter;

typedef struct RowRange { /* rows of a group of fields: this part's, and those of all parts */
  uint64_t first, count, total;
} RowRange;

typedef struct WriterPart { /* who writes, and what */
  int part, parts;
  RowRange rows[FIELD_GROUP_COUNT]; /* parts are in the order of their rows */
} WriterPart;

/* What all parts must share after a phase. */
typedef struct PhaseShare {
  enum {
    SHARE_NOTHING,
    SHARE_FIRST,
    SHARE_OR
  } how; /* part 0's bytes for all; the bitwise or of all parts' uint64_t */
  void *data;
  size_t bytes;
} PhaseShare;

/* Checks that every field has one row an island of the span, or as many as the other fields of the searches: count[]. *kind
 * is equal for equal names, types and widths of the fields. ERR_INTERNAL. */
Status checkpoint_fields_count(const FieldSet *fields, Span span, uint64_t count[FIELD_GROUP_COUNT],
                               uint64_t *kind);

/* Makes a writer of `c` at `path`. Part 0 writes everything in `c`, the others only their fields. `c` must stay as it is until
 * the writer is closed. ERR_MEMORY, ERR_USAGE: nothing has been written. */
Status checkpoint_writer_open(const char *path, const Checkpoint *c, CheckpointWriter **out);

/* Begins the first phase. */
void checkpoint_writer_begin(CheckpointWriter *w, const WriterPart *part);

/* Whether the phase's thread is at work: checkpoint_writer_wait would wait. */
bool checkpoint_busy(const CheckpointWriter *w);

/* Waits for the phase's end. ERR_IO, ERR_MEMORY: it failed, all that is left is checkpoint_end. */
Status checkpoint_writer_wait(CheckpointWriter *w);

/* What the parts are to share now, if the phase went well on all of them. Valid until checkpoint_writer_next. */
PhaseShare checkpoint_writer_share(CheckpointWriter *w);

/* Begins the next phase with what was shared. False: there is none, the file is in place, *bytes long. */
bool checkpoint_writer_next(CheckpointWriter *w, uint64_t *bytes);

/* Releases a writer. One that has not put its file in place is cancelled: PATH stays as it was, the new file is removed. NULL
 * allowed. Waits for the thread. */
void checkpoint_end(CheckpointWriter *w);

/* ---- checkpoint in memory ---- */

/* A checkpoint as bytes in memory, those that a file of it has. Local: no MPI; src/run/checkpoint_ranks.h joins the
 * ranks. */

/* Bytes for an image of the layout, zeros: layout->bytes of them, and up to 7 more. The caller frees them. ERR_MEMORY. */
Status checkpoint_image_alloc(const CheckpointLayout *layout, char **image);
/* Everything but the fields' rows, which are zeros. rows: of all parts. ERR_MEMORY, ERR_IO. On one rank. */
Status checkpoint_image_create(const Checkpoint *c, const uint64_t rows[FIELD_GROUP_COUNT],
                               CheckpointLayout *layout, char **image);
/* This part's rows. */
void checkpoint_image_rows(const Checkpoint *c, const RowRange rows[FIELD_GROUP_COUNT],
                           const CheckpointLayout *layout, char *image);
/* The first line, when all rows are there. ERR_MEMORY, ERR_IO. */
Status checkpoint_image_stamp(const CheckpointLayout *layout, char *image);

#endif
