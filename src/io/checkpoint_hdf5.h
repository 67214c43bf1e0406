/* What the writer and the reader of checkpoints share: HDF5's types for ours, its errors as ours, and the
 * tables that say which attributes /run has and which columns /history has (checkpoint_save.c,
 * checkpoint_load.c). */
#ifndef CORDEE_IO_CHECKPOINT_HDF5_H
#define CORDEE_IO_CHECKPOINT_HDF5_H

#include <hdf5.h>
#include "checkpoint.h"

#define META_TEXT DTYPE_COUNT /* a MetaRow that is a string */

typedef struct MetaRow { /* an attribute of /run: a member of CheckpointMeta */
  const char *name;
  Dtype dtype; /* or META_TEXT */
  size_t offset, bytes;
} MetaRow;

typedef struct HistoryColumn { /* a dataset of /history: a member of HistoryRow */
  const char *name;
  Dtype dtype;
  size_t offset;
} HistoryColumn;

extern const MetaRow checkpoint_meta_rows[];             /* ended by a NULL name */
extern const HistoryColumn checkpoint_history_columns[]; /* ended by a NULL name */

#define CHECKPOINT_TOUR "best_tour" /* dataset of /run, absent if there is no tour */

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
