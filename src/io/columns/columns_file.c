/* A file of records as bytes: see columns_file.h and io/hdf/dataset.h. */
#include "columns_file.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "answers.h"
#include "c_locale.h"
#include "version.h"
#include "io/hdf/dataset.h"

#define MAGIC "cordee records 1"

static hid_t failure_type(void) {
  hid_t row = H5Tcreate(H5T_COMPOUND, sizeof(FailureRow)), text = hdf5_word_type(ITEM_MESSAGE_MAX);
  H5Tinsert(row, "item", offsetof(FailureRow, item), H5T_STD_U64LE);
  H5Tinsert(row, "message", offsetof(FailureRow, message), text);
  H5Tclose(text);
  return row;
}

static uint64_t chunks_of(const ColumnsLayout *at) { return (at->items + at->chunk - 1) / at->chunk; }

typedef struct Structure { /* what is made */
  const ColumnsSource *source;
  ColumnsLayout *at;
  Status status; /* of the columns that are kept */
} Structure;

static herr_t column_place(hid_t file, const char *name, Dtype dtype, uint64_t rows, uint64_t *at) {
  return dataset_place(file, name, (Shape){dtype, rows, 1}, at);
}

static herr_t datasets_place(hid_t file, const Evaluator *evaluator, ColumnsLayout *at) {
  herr_t rc = column_place(file, "code", DTYPE_I32, at->items, &at->code_at);
  for (int c = 0; evaluator->columns[c].name; c++)
    rc |= column_place(file, evaluator->columns[c].name, evaluator->columns[c].dtype, at->items,
                       &at->column_at[c]);
  rc |= column_place(file, "mark", DTYPE_U64, chunks_of(at), &at->mark_at);
  hid_t row = failure_type();
  rc |= dataset_place_type(file, "failure", row, COLUMNS_FAILURES, &at->failure_at);
  H5Tclose(row);
  return rc;
}

/* A name that HDF5 takes and the group does not have yet. */
static void name_make(hid_t group, const char *wanted, char name[TABLE_NAME_MAX + 8]) {
  char plain[TABLE_NAME_MAX];
  snprintf(plain, sizeof plain, "%s", strcmp(wanted, ".") == 0 ? "_" : wanted);
  for (char *c = plain; *c; c++)
    if (*c == '/') *c = '_';
  snprintf(name, TABLE_NAME_MAX + 8, "%s", plain);
  for (int k = 2; H5Lexists(group, name, H5P_DEFAULT) > 0 && k < 1000; k++)
    snprintf(name, TABLE_NAME_MAX + 8, "%s %d", plain, k);
}

static herr_t kept_write(hid_t group, const TableColumn *column, uint64_t rows) {
  char name[TABLE_NAME_MAX + 8];
  name_make(group, column->name, name);
  if (column->dtype == DTYPE_COUNT) return words_write(group, name, column->bytes, rows, column->values);
  return dataset_write(group, name, (Shape){column->dtype, rows, 1}, column->values);
}

/* Columns of the items, as they are, in the group /items. */
static herr_t kept_fill(hid_t file, Structure *s) {
  const ColumnsSource *source = s->source;
  TableColumn column;
  if (!source->evaluator->kept) return 0;
  hid_t group = H5Gcreate2(file, "items", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  herr_t rc = group < 0 ? -1 : 0;
  for (int k = 0; rc >= 0; k++) {
    s->status = source->evaluator->kept(source->items, k, &column);
    if (s->status != OK || !column.name[0]) break;
    rc = kept_write(group, &column, source->items->count);
    free(column.owned);
  }
  if (group >= 0) H5Gclose(group);
  return rc;
}

/* The digests of the files that items name, (items, inputs), to say which one has changed. */
static herr_t inputs_write(hid_t file, const ColumnsSource *source) {
  const Evaluator *const e = source->evaluator;
  const Items *const items = source->items;
  if (!e->inputs || !items->data) return 0;
  uint64_t *const digest = malloc((items->count * (uint64_t)e->inputs + 1) * sizeof *digest);
  if (!digest) return -1;
  for (uint64_t k = 0; k < items->count; k++) {
    ItemInput input[EVALUATOR_INPUTS];
    e->input(items, k, input);
    for (int i = 0; i < e->inputs; i++) digest[k * (uint64_t)e->inputs + (uint64_t)i] = input[i].digest;
  }
  const herr_t rc =
      dataset_write(file, COLUMNS_INPUT, (Shape){DTYPE_U64, items->count, (uint64_t)e->inputs}, digest);
  free(digest);
  return rc;
}

static herr_t structure_fill(hid_t file, void *what) {
  Structure *s = what;
  herr_t rc = datasets_place(file, s->source->evaluator, s->at);
  rc |= hdf5_text_write(file, "evaluator", s->source->evaluator->name);
  rc |= hdf5_text_write(file, "items", s->source->spec);
  rc |= hdf5_text_write(file, "settings", s->source->settings);
  rc |= hdf5_text_write(file, "version", program_version);
  char answers[ANSWERS_TEXT_MAX];
  answers_text(answers);
  rc |= hdf5_text_write(file, "answers", answers);
  rc |= inputs_write(file, s->source);
  return rc | kept_fill(file, s);
}

/* The text before HDF5, and a digest of it: a record looked for in the wrong place would be lost. */
static void block_format(char block[FILE_BLOCK_BYTES], const ColumnsLayout *at) {
  memset(block, 0, FILE_BLOCK_BYTES);
  int length =
      c_snprintf(block, FILE_BLOCK_BYTES,
                 MAGIC "\nevaluator %s\nitems %" PRIu64 " digest %016" PRIx64 " chunk %" PRIu32
                       "\ncode %" PRIu64 " mark %" PRIu64 " failure %" PRIu64 "\ncolumns",
                 at->evaluator, at->items, at->digest, at->chunk, at->code_at, at->mark_at, at->failure_at);
  for (int c = 0; c < EVALUATOR_COLUMNS; c++)
    length += snprintf(block + length, FILE_BLOCK_BYTES - (size_t)length, " %" PRIu64, at->column_at[c]);
  snprintf(block + length, FILE_BLOCK_BYTES - (size_t)length, "\nxxh3 %016" PRIx64 "\n",
           XXH3_64bits(block, (size_t)length));
}

/* Bytes up to the end of the last dataset. */
static uint64_t end_of(const Evaluator *evaluator, const ColumnsLayout *at) {
  uint64_t end = at->failure_at + COLUMNS_FAILURES * sizeof(FailureRow);
  const uint64_t marks = at->mark_at + chunks_of(at) * sizeof(uint64_t),
                 codes = at->code_at + at->items * sizeof(int32_t);
  if (marks > end) end = marks;
  if (codes > end) end = codes;
  for (int c = 0; evaluator->columns[c].name; c++) {
    const uint64_t column = at->column_at[c] + at->items * dtype_bytes(evaluator->columns[c].dtype);
    if (column > end) end = column;
  }
  return end;
}

Status columns_file_create(int fd, const char *path, const ColumnsSource *source, ColumnsLayout *at) {
  char block[FILE_BLOCK_BYTES];
  Structure structure = {source, at, OK};
  TRY(placed_file_create(fd, path, structure_fill, &structure));
  TRY(structure.status);
  block_format(block, at);
  return placed_file_finish(fd, path, end_of(source->evaluator, at), block);
}

static bool block_parse(const char *block, ColumnsLayout *out) {
  int read = 0;
  *out = (ColumnsLayout){.items = 0};
  if (c_sscanf(block,
               MAGIC " evaluator %31s items %" SCNu64 " digest %" SCNx64 " chunk %" SCNu32 " code %" SCNu64
                     " mark %" SCNu64 " failure %" SCNu64 " columns%n",
               out->evaluator, &out->items, &out->digest, &out->chunk, &out->code_at, &out->mark_at,
               &out->failure_at, &read) != 7)
    return false;
  for (int c = 0, step = 0; c < EVALUATOR_COLUMNS; c++, read += step)
    if (c_sscanf(block + read, " %" SCNu64 "%n", &out->column_at[c], &step) != 1) return false;
  return true;
}

static bool layout_sound(const ColumnsLayout *at) {
  bool sound = at->items && at->chunk && at->items < PLACE_MAX && at->mark_at < PLACE_MAX &&
               at->failure_at < PLACE_MAX && at->code_at < PLACE_MAX;
  for (int c = 0; c < EVALUATOR_COLUMNS; c++) sound = sound && at->column_at[c] < PLACE_MAX;
  return sound;
}

Status columns_file_layout(int fd, const char *path, ColumnsLayout *out) {
  char block[FILE_BLOCK_BYTES + 1], expected[FILE_BLOCK_BYTES];
  uint64_t bytes;
  TRY(placed_file_block(fd, path, "a file of records", MAGIC, block, &bytes));
  const bool parsed = block_parse(block, out);
  block_format(expected, out);
  if (!parsed || memcmp(block, expected, sizeof expected) != 0 || !layout_sound(out))
    return placed_file_damaged(path);
  /* Every item has at least its code there: what is not there takes no memory. */
  if (out->items > bytes / sizeof(int32_t)) FAIL(ERR_FORMAT, "%s: cut short", path);
  return OK;
}
