/* What the writer and the reader of checkpoints share: HDF5's types for ours, its errors as ours, and
 * what stands in /run and /history (checkpoint_meta.c). */
#ifndef CORDEE_IO_CHECKPOINT_HDF5_H
#define CORDEE_IO_CHECKPOINT_HDF5_H

#include <hdf5.h>
#include "checkpoint.h"

typedef struct HistoryColumn { /* a dataset of /history: a member of HistoryRow */
  const char *name;
  Dtype dtype;
  size_t offset;
} HistoryColumn;

extern const HistoryColumn checkpoint_history_columns[]; /* ended by a NULL name */

/* Everything in CheckpointMeta, as attributes of `group`. Writing takes every rank that has the file open,
 * with the same values; negative: failed. Reading is local; ERR_FORMAT: an attribute is absent or does not
 * fit. */
herr_t checkpoint_meta_write(hid_t group, const CheckpointMeta *meta);
Status checkpoint_meta_read(const char *path, hid_t group, CheckpointMeta *meta);

#define CHECKPOINT_BEST "best_solution" /* dataset of /run, absent if there is none */

/* HDF5 keeps its reasons for hdf5_fail instead of printing them. To be called first, any number of times.
 * Local. */
void hdf5_quiet(void);
hid_t hdf5_memory_type(Dtype dtype); /* HDF5's own: not to be closed */
hid_t hdf5_file_type(Dtype dtype);   /* little endian on every machine; HDF5's own */
hid_t hdf5_text_type(void);          /* variable length UTF-8, h5py's str; the caller closes it */
Dtype hdf5_dtype(hid_t type);        /* DTYPE_COUNT: none of ours */

/* Records "PATH: WHAT: HDF5's innermost reason for its latest failure" and returns `status`. */
Status hdf5_fail(Status status, const char *path, const char *what);

#endif
