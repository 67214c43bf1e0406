/* The tables of a checkpoint, /history, /legs, /throughput and /trace: see checkpoint_parts.h. For
 * checkpoint_create.c and checkpoint_load.c. A new member of their rows is one more line here, and is written and read. */
#include "checkpoint_parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "io/hdf/dataset.h"

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
