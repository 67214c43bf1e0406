/* A dataset: rows of one type, 1-D or 2-D, contiguous, whatever the rows mean. All functions are local. */
#ifndef CORDEE_IO_HDF_DATASET_H
#define CORDEE_IO_HDF_DATASET_H

#include <stdbool.h>
#include "hdf.h"
#include "io/bytes.h"

/* ---- rows ---- */

typedef struct Shape { /* columns 1: a vector, 1-D in the file */
  Dtype dtype;
  uint64_t rows, columns;
} Shape;

/* Disk space of a dataset, headers included, rounded up. */
uint64_t dataset_bytes(Shape shape);

/* Makes a dataset whose rows are written later: *offset is the place of the first one in bytes from the file's beginning; 0: no rows.
 * Negative: failed. */
herr_t dataset_place(hid_t group, const char *name, Shape shape, uint64_t *offset);
/* The same for a vector of a type that is none of ours, which stays the caller's. */
herr_t dataset_place_type(hid_t group, const char *name, hid_t type, uint64_t rows, uint64_t *offset);

/* Writes a dataset with its rows. Negative: failed. */
herr_t dataset_write(hid_t group, const char *name, Shape shape, const void *data);

/* Writes a dataset of texts of `bytes` each. Negative: failed. */
herr_t words_write(hid_t group, const char *name, size_t bytes, uint64_t rows, const char *data);

/* Opens a dataset whose values lie in the file itself. ERR_FORMAT: there is none of that name, a link that is not a plain
 * one (soft, external), or values that are elsewhere (external storage, a virtual dataset) or filtered. */
Status dataset_open(const char *path, hid_t group, const char *name, hid_t *out);

/* Type and size of an open dataset; `path` and `name` are for the message. ERR_FORMAT: no type or number of
 * dimensions of ours, or more values than the file has bytes for: so no memory is taken for what is not there. */
Status dataset_shape(const char *path, const char *name, hid_t set, Shape *out);

/* Whether the file has the bytes of so many values: no memory is taken for what is not there. */
bool dataset_values_there(hid_t set, uint64_t rows, uint64_t columns, size_t bytes);

/* Rows [first, first + count) into `to`. ERR_FORMAT: they cannot be read, or are damaged. */
Status dataset_read(const char *path, const char *name, hid_t set, Shape shape, uint64_t first,
                    uint64_t count, void *to);

/* A whole dataset of a known type and width, owned by the caller. ERR_FORMAT, ERR_MEMORY. */
Status matrix_read(const char *path, hid_t group, const char *name, Dtype dtype, uint64_t columns, void **out,
                   uint64_t *rows);
Status words_read(const char *path, hid_t group, const char *name, size_t bytes, void **out, uint64_t *rows);

/* ---- files whose rows are written in place ---- */

/* An HDF5 file whose rows are written in place: HDF5 makes the structure, contiguous datasets whose places are
 * allotted at once; from then on rows are plain bytes in C's own layout. The user block says as text where they lie,
 * so that rows can be read where HDF5 refuses: in a file that was cut short. For src/io/results and src/io/columns. */

#define PLACE_MAX ((uint64_t)1 << 60) /* no dataset of a sound file begins beyond it */

/* Fills the new file behind `fd`, whose name is `path`. fill(file, what) makes its attributes and datasets; negative: failed. ERR_IO. */
Status placed_file_create(int fd, const char *path, herr_t (*fill)(hid_t file, void *what), void *what);

/* Gives the file its `bytes` on reserved disk, then its user block. ERR_IO. */
Status placed_file_finish(int fd, const char *path, uint64_t bytes, const char block[FILE_BLOCK_BYTES]);

/* Reads the user block, and a zero after it. kind: "a results file"; *bytes: size of the file. ERR_FORMAT: no plain file, or its
 * block does not begin with `magic`. ERR_NO_INPUT. */
Status placed_file_block(int fd, const char *path, const char *kind, const char *magic,
                         char block[FILE_BLOCK_BYTES + 1], uint64_t *bytes);

/* ERR_FORMAT: the block is damaged. */
Status placed_file_damaged(const char *path);

#endif
