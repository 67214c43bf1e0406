/* The HDF5 file of a checkpoint: everything but the rows of the fields, whose places are known. */
#ifndef CORDEE_IO_CHECKPOINT_CHECKPOINT_CREATE_H
#define CORDEE_IO_CHECKPOINT_CHECKPOINT_CREATE_H

#include <limits.h>
#include "checkpoint.h"

typedef struct CheckpointLayout {
  char name[NAME_MAX +
            1];   /* of the file, in the folder of the checkpoint whose place it is to take; "": none yet */
  uint64_t token; /* in the file's first line while it is written: see checkpoint_claimed */
  uint64_t bytes; /* of the whole file */
  uint64_t offset[FIELDS_MAX]; /* of the first row of each field, in bytes from the file's beginning */
} CheckpointLayout;

/* Creates a file beside the checkpoint at `path`, all of it on reserved disk, and closes it; layout->name is its name. rows:
 * of all ranks, by group. ERR_IO: what is left of that name is of no use. Local: call on one rank; nobody else may be inside
 * HDF5. */
Status checkpoint_create(const char *path, const Checkpoint *c, const uint64_t rows[FIELD_GROUP_COUNT],
                         CheckpointLayout *layout);
/* Fills the file at `path`, which is there, and sets the layout's bytes and offsets. ERR_IO. The same. */
Status checkpoint_place(const char *path, const Checkpoint *c, const uint64_t rows[FIELD_GROUP_COUNT],
                        CheckpointLayout *layout);

#endif
