/* A dataset: rows of one type, 1-D or 2-D, contiguous, whatever the rows mean. All functions are local. */
#ifndef CORDEE_IO_HDF_DATASET_H
#define CORDEE_IO_HDF_DATASET_H

#include <stdbool.h>
#include "hdf.h"

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

#endif
