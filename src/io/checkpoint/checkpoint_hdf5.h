/* Shared by the writer and the reader of checkpoints: HDF5's types and errors as ours, and what is in /run and in the tables
 * (checkpoint_meta.c, checkpoint_table.c). */
#ifndef CORDEE_IO_CHECKPOINT_CHECKPOINT_HDF5_H
#define CORDEE_IO_CHECKPOINT_CHECKPOINT_HDF5_H

#include <hdf5.h>
#include "checkpoint.h"

/* Everything in CheckpointMeta, as attributes of `group`. Writing: negative: failed. Reading: ERR_FORMAT: an
 * attribute is absent or does not fit. Local. */
herr_t checkpoint_meta_write(hid_t group, const CheckpointMeta *meta);
Status checkpoint_meta_read(const char *path, hid_t group, CheckpointMeta *meta);

/* A group whose datasets are the members of a struct of which Checkpoint has an array: /history, /legs, /throughput. */
typedef struct CheckpointTable CheckpointTable;
extern const CheckpointTable *const checkpoint_tables[]; /* ended by NULL */

const char *table_name(const CheckpointTable *table);
uint64_t table_bytes(const CheckpointTable *table, const Checkpoint *c); /* of disk, rounded up */
/* All columns, from the table's array in `c`. Negative: failed. Local. */
herr_t table_write(hid_t group, const CheckpointTable *table, const Checkpoint *c);
/* Fills the table's array in *out, which was NULL. ERR_FORMAT, ERR_MEMORY. Local. */
Status table_read(const char *path, hid_t group, const CheckpointTable *table, Checkpoint *out);
/* A file of schema 1 has no such group. */
bool table_optional(const CheckpointTable *table);

/* Checks that counts, numbers and times that have been read are in range. ERR_FORMAT. */
Status checkpoint_values_check(const char *path, const Checkpoint *c);

#define CHECKPOINT_BEST     "best_solution" /* dataset of /run, absent if there is none */
#define CHECKPOINT_CHAMPION "champion"      /* datasets of /history, (rows, C) */
#define CHECKPOINT_ORIGIN   "champion_origin"

/* Makes HDF5 keep its error messages for hdf5_fail instead of printing them. To be called first, any number of times. Local. */
void hdf5_quiet(void);
hid_t hdf5_memory_type(Dtype dtype); /* HDF5's own: not to be closed */
hid_t hdf5_file_type(Dtype dtype);   /* little endian on every machine; HDF5's own */
/* Checks that a name in a group is a plain link to an object of this file: no other link is ever followed. ERR_FORMAT. */
Status link_check(const char *path, hid_t group, const char *name);
/* Open a file to read, and one of its groups; the caller closes them. ERR_FORMAT. */
Status hdf5_file_open(const char *path, hid_t *file);
Status hdf5_group_open(const char *path, hid_t file, const char *name, hid_t *group);
hid_t hdf5_text_type(void);         /* variable length UTF-8, h5py's str; the caller closes it */
hid_t hdf5_word_type(size_t bytes); /* UTF-8 of a fixed length, padded with zeros; the caller closes it */
Dtype hdf5_dtype(hid_t type);       /* DTYPE_COUNT: none of ours */

/* Records "PATH: WHAT: HDF5's innermost message of its last failure" and returns `status`. */
Status hdf5_fail(Status status, const char *path, const char *what);

#endif
