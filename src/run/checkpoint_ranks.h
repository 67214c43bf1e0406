/* Checkpoints that all ranks write, or check, together: src/io/checkpoint joined by src/mpi. */
#ifndef CORDEE_RUN_CHECKPOINT_RANKS_H
#define CORDEE_RUN_CHECKPOINT_RANKS_H

#include "io/checkpoint/checkpoint_writer.h"
#include "mpi/comm.h"

/* Begins to write `c` at `path` (checkpoint_writer.h). Everything is taken from rank 0 but the fields, which are taken from
 * all: each rank the rows of its span. Spans ascend with rank and may be empty; all ranks pass the same fields in the same
 * order. `c` must stay as it is until the writer is ended. Collective; every rank returns the same Status. ERR_INTERNAL,
 * ERR_MEMORY, ERR_USAGE: nothing has been written. */
Status checkpoint_begin(const Comm *comm, const char *path, const Checkpoint *c, Span span,
                        CheckpointWriter **out);

/* Waits for this rank's thread, agrees with the other ranks how the phase went, and begins the next one. It waits for no thread
 * if no rank is checkpoint_busy. *done: the file is in place, *bytes long. Collective; every rank returns the same. ERR_IO,
 * ERR_MEMORY: path is as it was, the new file is removed. When done or failed, all that is left is checkpoint_end. */
Status checkpoint_step(const Comm *comm, CheckpointWriter *w, bool *done, uint64_t *bytes);

/* All of it: returns when the file is in place. Collective; results and errors as above. */
Status checkpoint_save(const Comm *comm, const char *path, const Checkpoint *c, Span span, uint64_t *bytes);

/* The bytes of that file, in memory: *image (*bytes) on rank 0, owned by the caller, NULL elsewhere. Takes the memory of the whole file on every
 * rank meanwhile. Collective; every rank returns the same. ERR_INTERNAL, ERR_MEMORY, ERR_IO. */
Status checkpoint_image(const Comm *comm, const Checkpoint *c, Span span, char **image, uint64_t *bytes);

/* Checks user block, size and digest; the ranks share the reading. Collective; every rank returns the same. ERR_NO_INPUT,
 * ERR_FORMAT: not a checkpoint, of a later schema, truncated or damaged; ERR_MEMORY. */
Status checkpoint_verify(const Comm *comm, const char *path);

/* The same; the message of a failure names PATH.prev if that one is sound. */
Status checkpoint_check(const Comm *comm, const char *path);

#endif
