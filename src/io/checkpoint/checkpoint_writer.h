/* One rank's part in writing a checkpoint while the search goes on. Local: no MPI.
 *
 * Part 0 creates PATH.tmp.XXXXXXXX with everything but the fields' rows; every part writes its rows; every part digests some
 * segments of the file; part 0 stamps and fsyncs it, the old PATH becomes PATH.prev, and the new file is renamed to PATH. At
 * every instant PATH or PATH.prev is complete. Each of these phases is done by a thread of its own. Between two phases the
 * caller, who knows the other parts, agrees with them how the phase went and shares what the next one needs. */
#ifndef CORDEE_IO_CHECKPOINT_CHECKPOINT_WRITER_H
#define CORDEE_IO_CHECKPOINT_CHECKPOINT_WRITER_H

#include "checkpoint.h"

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

#endif
