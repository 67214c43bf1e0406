/* A checkpoint as bytes in memory, those that a file of it has. Local: no MPI; src/run/checkpoint_ranks.h joins the ranks. */
#ifndef CORDEE_IO_CHECKPOINT_CHECKPOINT_IMAGE_H
#define CORDEE_IO_CHECKPOINT_CHECKPOINT_IMAGE_H

#include "checkpoint_create.h"
#include "checkpoint_writer.h"

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
