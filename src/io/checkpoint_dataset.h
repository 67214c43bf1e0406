/* A dataset of a checkpoint: rows of one type, 1-D or 2-D, in chunks with Fletcher-32. Knows neither the
 * groups nor what the rows mean. */
#ifndef CORDEE_IO_CHECKPOINT_DATASET_H
#define CORDEE_IO_CHECKPOINT_DATASET_H

#include "checkpoint_hdf5.h"

typedef struct Rows { /* this rank's rows of a dataset that is being written */
  uint64_t first, count, total;
} Rows;

typedef struct Shape { /* of a dataset that is being read; columns 1: a vector */
  Dtype dtype;
  uint64_t rows, columns;
} Shape;

/* Disk that the dataset of `f` takes with `total` rows, its index and headers included, rounded up. Local. */
uint64_t dataset_bytes(const Field *f, uint64_t total);

/* Creates the dataset of `f` with `total` rows. A vector is 1-D. The caller closes it; negative: failed.
 * Collective: all ranks alike. */
hid_t dataset_create(hid_t group, const Field *f, uint64_t total);

/* Writes this rank's rows, from f->data; negative: failed. Collective, of ranks without rows too. */
herr_t dataset_fill(hid_t set, const Field *f, Rows rows);

/* Type and size of an open dataset; `path` and `name` are for the message. ERR_FORMAT: no type or number of
 * dimensions of ours. Local. */
Status dataset_shape(const char *path, const char *name, hid_t set, Shape *out);

/* Rows [first, first + count) into `to`. ERR_FORMAT: they cannot be read, or are damaged. Local. */
Status dataset_read(const char *path, const char *name, hid_t set, Shape shape, uint64_t first,
                    uint64_t count, void *to);

/* A whole vector of a known type, owned by the caller. ERR_FORMAT, ERR_MEMORY. Local. */
Status vector_read(const char *path, hid_t group, const char *name, Dtype dtype, void **out, uint64_t *rows);

#endif
