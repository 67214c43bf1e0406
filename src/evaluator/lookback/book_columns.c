/* Books as HDF5 files: see book.h. A dataset is a column, of the same name as in a text. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "book_text.h"
#include "io/hdf/table_file.h"
#include "text.h"

enum { ALIGNED = 16 };

static size_t aligned(size_t bytes) { return (bytes + ALIGNED - 1) / ALIGNED * ALIGNED; }

/* ---- the table ---- */

static Status kind_check(const char *path, const TableColumn *column, BookField f) {
  const bool texts = column->dtype == DTYPE_COUNT;
  if (f == BOOK_ID || f == BOOK_STRIKE || f == BOOK_FIELDS || book_field_number(f) != texts) return OK;
  FAIL(ERR_FORMAT, "%s: %s: expected %s, found %s", path, column->name, texts ? "numbers" : "texts",
       texts ? "texts" : "numbers");
}

static Status columns_find(const char *path, const TableFile *file, BookHead *head) {
  for (int f = 0; f < BOOK_FIELDS; f++) head->column[f] = -1;
  for (int c = 0; c < file->count; c++) {
    const BookField f = book_field_find(file->column[c].name, strlen(file->column[c].name));
    TRY(kind_check(path, &file->column[c], f));
    if (f < BOOK_FIELDS) head->column[f] = c;
  }
  head->columns = (uint32_t)file->count;
  TRY(book_fields_whole(path, head->column));
  if (!file->rows) FAIL(ERR_FORMAT, "%s: S: expected rows of options, found none", path);
  return OK;
}

/* Where the parts lie. Returns the bytes of all. */
static size_t parts_place(const TableFile *file, BookHead *head, BookColumn *columns) {
  size_t at = 0;
  for (int c = 0; c < file->count; c++) {
    columns[c] = (BookColumn){.column = file->column[c], .at = at};
    columns[c].column.values = columns[c].column.owned = NULL;
    at += aligned(file->rows * file->column[c].bytes);
  }
  head->columns_at = at;
  at += aligned((size_t)file->count * sizeof *columns);
  head->rows_at = at;
  at += file->rows * sizeof(BookRow);
  return at + sizeof *head;
}

/* Of names, types and values: not of the file's own order of bytes. */
static uint64_t digest_of(const BookHead *head, const BookColumn *columns, const char *data) {
  uint64_t digest = XXH3_64bits(data, head->columns_at) ^ XXH3_64bits(&head->settings, sizeof head->settings);
  for (uint32_t c = 0; c < head->columns; c++) {
    const uint64_t type[] = {digest, columns[c].column.dtype, columns[c].column.bytes};
    digest = XXH3_64bits_withSeed(columns[c].column.name, strlen(columns[c].column.name),
                                  XXH3_64bits(type, sizeof type));
  }
  return digest;
}

static Status items_make(const TableFile *file, BookHead *head, Items *out) {
  BookColumn *columns = calloc(TABLE_COLUMNS_MAX, sizeof *columns);
  const size_t bytes = columns ? parts_place(file, head, columns) : 0;
  char *data = columns ? calloc(1, bytes) : NULL;
  Status status = data ? OK : status_fail(ERR_MEMORY, "%s: no memory for its options", head->path);
  for (int c = 0; c < file->count && data; c++)
    memcpy(data + columns[c].at, file->column[c].values, file->rows * file->column[c].bytes);
  if (data) {
    memcpy(data + head->columns_at, columns, head->columns * sizeof *columns);
    memcpy(data + bytes - sizeof *head, head, sizeof *head);
    *out = (Items){file->rows, digest_of(head, columns, data), data, bytes, NULL};
    for (uint64_t i = 0; i < file->rows; i++) book_rows(out)[i].number = (uint32_t)(i + 1);
  }
  free(columns);
  return status;
}

Status book_columns_take(const char *path, const TableFile *table, const PriceSettings *settings,
                         Items *out) {
  BookHead head;
  memset(&head, 0, sizeof head);
  head.settings = *settings;
  head.kind = BOOK_COLUMNS;
  snprintf(head.path, sizeof head.path, "%s", path);
  TRY(columns_find(path, table, &head));
  return items_make(table, &head, out);
}

Status book_columns_read(const char *path, const PriceSettings *settings, Items *out) {
  TableFile *file = malloc(sizeof *file);
  if (!file) FAIL(ERR_MEMORY, "%s: no memory to read it", path);
  Status status = table_file_read(path, file);
  if (status == OK) {
    status = book_columns_take(path, file, settings, out);
    table_file_free(file);
  }
  free(file);
  return status;
}

/* ---- rows ---- */

static TableColumn column_of(const Items *items, int32_t c) {
  const char *data = items->data;
  const BookColumn *columns = (const BookColumn *)(data + book_head(items)->columns_at);
  TableColumn out = columns[c].column;
  out.values = data + columns[c].at;
  return out;
}

Status book_columns_option(const Items *items, uint64_t i, bool tell, LookbackOption *out) {
  const BookHead *head = book_head(items);
  *out = book_option_plain(head);
  for (int f = 0; f < BOOK_FIELDS; f++) {
    if (head->column[f] < 0 || f == BOOK_ID) continue;
    const TableColumn column = column_of(items, head->column[f]);
    size_t bytes;
    if (column.dtype == DTYPE_COUNT) {
      const char *word = table_text(&column, i, &bytes);
      TRY(book_word_take((BookField)f, word, bytes, tell, out));
    } else {
      const double value = dtype_value(column.dtype, column.values, i);
      if (isnan(value) && !book_field_needed((BookField)f)) continue; /* as an empty cell of a text */
      TRY(book_number_take((BookField)f, value, tell, out));
    }
  }
  return OK;
}

static void value_print(FILE *out, const TableColumn *column, uint64_t i) {
  char text[TABLE_TEXT_MAX + 1];
  size_t bytes;
  if (column->dtype != DTYPE_COUNT) {
    dtype_print(out, column->dtype, column->values, i);
    return;
  }
  const char *word = table_text(column, i, &bytes);
  snprintf(text, sizeof text, "%.*s", (int)bytes, word);
  text_csv(out, text);
}

void book_columns_print(FILE *out, const Items *items, uint64_t item) {
  const BookHead *head = book_head(items);
  for (uint32_t c = 0; c < head->columns; c++, fputc(',', out)) {
    const TableColumn column = column_of(items, (int32_t)c);
    if (item == UINT64_MAX)
      text_csv(out, column.name);
    else
      value_print(out, &column, item);
  }
}

Status book_columns_kept(const Items *items, int k, TableColumn *out) {
  *out = (TableColumn){.bytes = 0};
  for (uint32_t c = 0; c < book_head(items)->columns; c++) {
    const TableColumn column = column_of(items, (int32_t)c);
    const BookField f = book_field_find(column.name, strlen(column.name));
    if ((f == BOOK_ID || f == BOOK_FIELDS) && k-- == 0) {
      *out = column;
      return OK;
    }
  }
  return OK;
}
