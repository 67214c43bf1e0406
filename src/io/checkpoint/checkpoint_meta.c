/* What is in /run and in the tables, for the writer and the reader of checkpoints. */
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "checkpoint.h"
#include "checkpoint_parts.h"
#include "io/hdf/dataset.h"
#include "io/hdf/hdf.h"

/* ---- attributes of /run ---- */

/* The attributes of /run. For checkpoint_writer.c and checkpoint_load.c. A new member of CheckpointMeta is one more
 * row here, and is written and read. */

#define META_TEXT DTYPE_COUNT /* a MetaRow that is a string */

typedef struct MetaRow {  /* an attribute of /run: a member of CheckpointMeta */
  const char *name, *old; /* old: in schema 1 and 2; NULL: the same */
  Dtype dtype;            /* or META_TEXT */
  size_t offset, bytes;
  bool later; /* files of earlier versions do not have it */
} MetaRow;

#define META_WAS(member, old, type)                                                                          \
  { #member, old, type, offsetof(CheckpointMeta, member), sizeof((CheckpointMeta *)0)->member, false }
#define META(member, type) META_WAS(member, NULL, type)
#define META_LATER(member, type)                                                                             \
  { #member, NULL, type, offsetof(CheckpointMeta, member), sizeof((CheckpointMeta *)0)->member, true }

static const MetaRow meta_rows[] = {META(instance_path, META_TEXT),
                                    META(instance_name, META_TEXT),
                                    META(instance_size, META_TEXT),
                                    META(n, DTYPE_I32),
                                    META(decimals, DTYPE_I32),
                                    META(instance_digest, DTYPE_U64),
                                    META(solver, META_TEXT),
                                    META(options, META_TEXT),
                                    META(islands, DTYPE_U32),
                                    META(epoch, DTYPE_U32),
                                    META(epochs, DTYPE_U32),
                                    META(finished, DTYPE_I32),
                                    META_WAS(searches, "climbers", DTYPE_U64),
                                    META(moves, DTYPE_U64),
                                    META(elapsed_s, DTYPE_F64),
                                    META(best, DTYPE_I64),
                                    META(best_island, DTYPE_U32),
                                    META_LATER(best_known, DTYPE_I64),
                                    META_LATER(best_known_given, DTYPE_I32),
                                    META_LATER(time_s, DTYPE_F64),
                                    META_LATER(stop_before_s, DTYPE_F64),
                                    META_LATER(inputs, DTYPE_U64),
                                    META(version, META_TEXT),
                                    META(host, META_TEXT),
                                    META(backend, META_TEXT),
                                    META(device, META_TEXT),
                                    META(created, META_TEXT),
                                    META(ranks, DTYPE_I32),
                                    {NULL, NULL, META_TEXT, 0, 0, false}};

static herr_t attribute_write(hid_t group, const MetaRow *row, const CheckpointMeta *meta) {
  const char *value = (const char *)meta + row->offset;
  if (row->dtype == META_TEXT) return hdf5_text_write(group, row->name, value);
  hid_t space = H5Screate(H5S_SCALAR);
  hid_t attribute = H5Acreate2(group, row->name, hdf5_file_type(row->dtype), space, H5P_DEFAULT, H5P_DEFAULT);
  herr_t rc = attribute < 0 ? -1 : H5Awrite(attribute, hdf5_memory_type(row->dtype), value);
  if (attribute >= 0) H5Aclose(attribute);
  H5Sclose(space);
  return rc;
}

herr_t checkpoint_meta_write(hid_t group, const CheckpointMeta *meta) {
  herr_t rc = 0;
  for (const MetaRow *row = meta_rows; row->name && rc >= 0; row++) rc = attribute_write(group, row, meta);
  return rc;
}

static herr_t number_read(hid_t attribute, Dtype dtype, void *to) {
  hid_t space = H5Aget_space(attribute), found = H5Aget_type(attribute);
  const bool fits = H5Sget_simple_extent_npoints(space) == 1 && hdf5_dtype(found) == dtype;
  herr_t rc = fits ? H5Aread(attribute, hdf5_memory_type(dtype), to) : -1;
  H5Sclose(space);
  H5Tclose(found);
  return rc;
}

static Status attribute_read(const char *path, hid_t group, const MetaRow *row, CheckpointMeta *meta) {
  char *to = (char *)meta + row->offset;
  const char *name = row->old && H5Aexists(group, row->old) > 0 ? row->old : row->name;
  if (H5Aexists(group, name) <= 0) FAIL(ERR_FORMAT, "%s: expected run/%s, found none", path, name);
  hid_t attribute = H5Aopen(group, name, H5P_DEFAULT);
  if (attribute < 0) return hdf5_fail(ERR_FORMAT, path, name);
  herr_t rc = row->dtype == META_TEXT ? hdf5_text_read(attribute, to, row->bytes)
                                      : number_read(attribute, row->dtype, to);
  H5Aclose(attribute);
  if (rc >= 0) return OK;
  FAIL(ERR_FORMAT, "%s: run/%s: expected %s, found something else", path, name,
       row->dtype == META_TEXT ? "a text that is not too long" : dtype_name(row->dtype));
}

/* A file has all of them or none. */
static bool later_any(hid_t group) {
  bool any = false;
  for (const MetaRow *row = meta_rows; row->name; row++) any |= row->later && H5Aexists(group, row->name) > 0;
  return any;
}

Status checkpoint_meta_read(const char *path, hid_t group, CheckpointMeta *meta) {
  const bool later = later_any(group);
  meta->best_known = CHECKPOINT_NOT_KEPT;
  for (const MetaRow *row = meta_rows; row->name; row++)
    if (later || !row->later) TRY(attribute_read(path, group, row, meta));
  return OK;
}

/* ---- tables ---- */

/* The tables of a checkpoint, /history, /legs, /throughput and /trace. For checkpoint_writer.c and checkpoint_load.c.
 * A new member of their rows is one more line here, and is written and read. */

#define WORD DTYPE_COUNT /* a column of texts */

typedef struct Column {   /* a dataset: a member of the table's row */
  const char *name, *old; /* old: in schema 1 and 2; NULL: the same */
  Dtype dtype;            /* or WORD */
  size_t offset, bytes;
} Column;

struct CheckpointTable {
  const char *name;
  const Column *columns; /* ended by a NULL name */
  size_t row_bytes;
  size_t data_at, rows_at; /* in Checkpoint: the array, how many */
  bool optional;
};

#define COLUMN_WAS(type, member, old, dtype)                                                                 \
  { #member, old, dtype, offsetof(type, member), sizeof((type *)0)->member }
#define COLUMN(type, member, dtype) COLUMN_WAS(type, member, NULL, dtype)

static const Column history_columns[] = {COLUMN(HistoryRow, epoch, DTYPE_U32),
                                         COLUMN(HistoryRow, island, DTYPE_U32),
                                         COLUMN_WAS(HistoryRow, searches, "climbers", DTYPE_U64),
                                         COLUMN(HistoryRow, moves, DTYPE_U64),
                                         COLUMN(HistoryRow, elapsed_s, DTYPE_F64),
                                         COLUMN(HistoryRow, best, DTYPE_I64),
                                         {NULL, NULL, WORD, 0, 0}};
static const Column leg_columns[] = {
    COLUMN(LegRow, leg, DTYPE_U32), COLUMN(LegRow, rank, DTYPE_U32), COLUMN(LegRow, started_s, DTYPE_F64),
    COLUMN(LegRow, host, WORD),     COLUMN(LegRow, backend, WORD),   COLUMN(LegRow, device, WORD),
    COLUMN(LegRow, version, WORD),  COLUMN(LegRow, started, WORD),   {NULL, NULL, WORD, 0, 0}};
static const Column throughput_columns[] = {
    COLUMN(ThroughputRow, elapsed_s, DTYPE_F64), COLUMN(ThroughputRow, leg, DTYPE_U32),
    COLUMN(ThroughputRow, rank, DTYPE_U32),      COLUMN(ThroughputRow, seconds, DTYPE_F64),
    COLUMN(ThroughputRow, moves, DTYPE_U64),     {NULL, NULL, WORD, 0, 0}};
static const Column trace_columns[] = {COLUMN(TraceRow, elapsed_s, DTYPE_F64),
                                       COLUMN(TraceRow, searches, DTYPE_U64),
                                       COLUMN(TraceRow, moves, DTYPE_U64),
                                       COLUMN(TraceRow, best, DTYPE_I64),
                                       {NULL, NULL, WORD, 0, 0}};

#define TABLE(columns, type, member, rows, optional)                                                         \
  { #member, columns, sizeof(type), offsetof(Checkpoint, member), offsetof(Checkpoint, rows), optional }

static const CheckpointTable history = TABLE(history_columns, HistoryRow, history, history_rows, false),
                             legs = TABLE(leg_columns, LegRow, legs, leg_rows, true),
                             throughput =
                                 TABLE(throughput_columns, ThroughputRow, throughput, throughput_rows, true),
                             trace = TABLE(trace_columns, TraceRow, trace, trace_rows, true);
const CheckpointTable *const checkpoint_tables[] = {&history, &legs, &throughput, &trace, NULL};

const char *table_name(const CheckpointTable *table) { return table->name; }
bool table_optional(const CheckpointTable *table) { return table->optional; }

static size_t table_rows(const CheckpointTable *table, const Checkpoint *c) {
  size_t rows;
  memcpy(&rows, (const char *)c + table->rows_at, sizeof rows);
  return rows;
}

uint64_t table_bytes(const CheckpointTable *table, const Checkpoint *c) {
  uint64_t bytes = table->row_bytes * table_rows(table, c);
  for (const Column *column = table->columns; column->name; column++)
    bytes += dataset_bytes((Shape){DTYPE_U64, 0, 1});
  return bytes;
}

static herr_t column_write(hid_t group, const Column *column, const char *row, size_t row_bytes,
                           size_t rows) {
  char *data = malloc(rows * column->bytes + 1);
  if (!data) return -1;
  for (size_t r = 0; r < rows; r++)
    memcpy(data + r * column->bytes, row + r * row_bytes + column->offset, column->bytes);
  herr_t rc = column->dtype == WORD
                  ? words_write(group, column->name, column->bytes, rows, data)
                  : dataset_write(group, column->name, (Shape){column->dtype, rows, 1}, data);
  free(data);
  return rc;
}

herr_t table_write(hid_t group, const CheckpointTable *table, const Checkpoint *c) {
  const char *data;
  herr_t rc = 0;
  memcpy(&data, (const char *)c + table->data_at, sizeof data);
  for (const Column *column = table->columns; column->name && rc >= 0; column++)
    rc = column_write(group, column, data, table->row_bytes, table_rows(table, c));
  return rc;
}

/* The first column makes the array, the others have to be as long. */
static Status column_read(const char *path, hid_t group, const CheckpointTable *table, const Column *column,
                          char **array, uint64_t *rows) {
  void *data;
  uint64_t found;
  Status status = OK;
  const char *name =
      column->old && H5Lexists(group, column->old, H5P_DEFAULT) > 0 ? column->old : column->name;
  TRY(column->dtype == WORD ? words_read(path, group, name, column->bytes, &data, &found)
                            : matrix_read(path, group, name, column->dtype, 1, &data, &found));
  if (!*array) {
    *array = calloc(found + 1, table->row_bytes);
    *rows = found;
  }
  if (!*array) FAIL_GOTO(cleanup, ERR_MEMORY, "%s: no memory for its %s", path, table->name);
  if (found != *rows)
    FAIL_GOTO(cleanup, ERR_FORMAT, "%s: %s/%s: expected %" PRIu64 " rows, found %" PRIu64, path, table->name,
              name, *rows, found);
  for (size_t r = 0; r < found; r++)
    memcpy(*array + r * table->row_bytes + column->offset, (char *)data + r * column->bytes,
           column->bytes - (column->dtype == WORD)); /* a text ends in a zero */
cleanup:
  free(data);
  return status;
}

Status table_read(const char *path, hid_t group, const CheckpointTable *table, Checkpoint *out) {
  char *array = NULL;
  uint64_t rows = 0;
  Status status = OK;
  for (const Column *column = table->columns; column->name && status == OK; column++)
    status = column_read(path, group, table, column, &array, &rows);
  if (status != OK) {
    free(array);
    return status;
  }
  const size_t count = (size_t)rows;
  memcpy((char *)out + table->data_at, &array, sizeof array);
  memcpy((char *)out + table->rows_at, &count, sizeof count);
  return OK;
}
