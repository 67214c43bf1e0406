/* An HDF5 file whose rows are written in place: HDF5 makes the structure, contiguous datasets whose places are allotted at once; from
 * then on rows are plain bytes in C's own layout. The user block says as text where they lie, so that rows can be read where HDF5
 * refuses: in a file that was cut short. For src/io/results and src/io/columns. Local. */
#ifndef CORDEE_IO_HDF_PLACED_FILE_H
#define CORDEE_IO_HDF_PLACED_FILE_H

#include "dataset.h"
#include "io/bytes.h"

#define PLACE_MAX ((uint64_t)1 << 60) /* no dataset of a sound file begins beyond it */

/* Creates the file at `path`. fill(file, what) makes its attributes and datasets; negative: failed. ERR_IO. */
Status placed_file_create(const char *path, herr_t (*fill)(hid_t file, void *what), void *what);

/* Gives the file its `bytes` on reserved disk, then its user block. ERR_IO. */
Status placed_file_finish(const char *path, uint64_t bytes, const char block[FILE_BLOCK_BYTES]);

/* Reads the user block, and a zero after it. kind: "a results file"; *bytes: size of the file. ERR_FORMAT: no plain file, or its
 * block does not begin with `magic`. ERR_NO_INPUT. */
Status placed_file_block(int fd, const char *path, const char *kind, const char *magic,
                         char block[FILE_BLOCK_BYTES + 1], uint64_t *bytes);

/* ERR_FORMAT: the block is damaged. */
Status placed_file_damaged(const char *path);

#endif
