/* Shared by the writer and the reader of checkpoints: what is in /run and in the tables (checkpoint_meta.c,
 * checkpoint_meta.c). */
#ifndef CORDEE_IO_CHECKPOINT_CHECKPOINT_PARTS_H
#define CORDEE_IO_CHECKPOINT_CHECKPOINT_PARTS_H

#include "checkpoint.h"
#include "io/hdf/hdf.h"

/* Everything in CheckpointMeta, as attributes of `group`. Writing: negative: failed. Reading: ERR_FORMAT: an
 * attribute is absent or does not fit. Local. */
herr_t checkpoint_meta_write(hid_t group, const CheckpointMeta *meta);
Status checkpoint_meta_read(const char *path, hid_t group, CheckpointMeta *meta);

/* A group whose datasets are the members of a struct of which Checkpoint has an array: /history, /legs, /throughput, /trace. */
typedef struct CheckpointTable CheckpointTable;
extern const CheckpointTable *const checkpoint_tables[]; /* ended by NULL */

const char *table_name(const CheckpointTable *table);
uint64_t table_bytes(const CheckpointTable *table, const Checkpoint *c); /* of disk, rounded up */
/* All columns, from the table's array in `c`. Negative: failed. Local. */
herr_t table_write(hid_t group, const CheckpointTable *table, const Checkpoint *c);
/* Fills the table's array in *out, which was NULL. ERR_FORMAT, ERR_MEMORY. Local. */
Status table_read(const char *path, hid_t group, const CheckpointTable *table, Checkpoint *out);
/* An older file has no such group. */
bool table_optional(const CheckpointTable *table);

/* Checks that counts, numbers and times that have been read are in range. ERR_FORMAT. */
Status checkpoint_values_check(const char *path, const Checkpoint *c);

#define CHECKPOINT_BEST     "best_solution" /* dataset of /run, absent if there is none */
#define CHECKPOINT_CHAMPION "champion"      /* datasets of /history, (rows, C) */
#define CHECKPOINT_ORIGIN   "champion_origin"

#endif
