/* Columns of a text that are kept: see book.h. One whose fields are all whole numbers is one of numbers, and so is one of decimals, where empty
 * fields are NaN; every other one is of texts. */
#include <math.h>
#include <stdlib.h>
#include "book_fields.h"
#include "book_text.h"
#include "io/decimal.h"

enum { WHOLE_DIGITS = 18, DIGITS = 17, COPY_MAX = 32 };

typedef struct Shape { /* of the fields of a column */
  bool whole, numbers;
  uint64_t filled;
  size_t longest;
} Shape;

/* The field of that column; empty in a row that has too few or too many. An option that was read has its columns. */
static CsvText cell(const Items *items, uint64_t i, uint32_t column) {
  CsvText line = book_row_text(items, i), field = {"", 0};
  const bool read = book_rows(items)[i].option.steps > 0;
  if (!read && csv_fields_count(line) != book_head(items)->columns) return (CsvText){"", 0};
  for (uint32_t c = 0; c <= column; c++) csv_field_next(&line, &field);
  return field;
}

/* Is it a number as a program would write it, "007" and "+1" not among them? */
static bool is_number(CsvText t, bool whole) {
  double value;
  const char *at = t.at + (t.bytes && t.at[0] == '-'), *const end = t.at + t.bytes;
  size_t digits = 0;
  bool plain = true;
  if (at == end || *at == '+' || (*at == '0' && at + 1 < end && at[1] >= '0' && at[1] <= '9')) return false;
  for (const char *c = at; c < end; c++) {
    digits += *c >= '0' && *c <= '9';
    plain &= *c >= '0' && *c <= '9';
  }
  if (whole) return plain && digits <= WHOLE_DIGITS;
  return digits <= DIGITS && decimal_read(t.at, t.bytes, &value);
}

/* Of the column's fields, which go to cells (count). */
static Shape shape_of(const Items *items, uint32_t column, CsvText *cells) {
  bool whole = true, numbers = true;
  uint64_t filled = 0;
  size_t longest = 1;
#pragma omp parallel for reduction(&& : whole, numbers) reduction(+ : filled) reduction(max : longest)
  for (uint64_t i = 0; i < items->count; i++) {
    const CsvText t = cells[i] = cell(items, i, column);
    const bool digits = (whole || numbers) && is_number(t, true);
    whole = whole && digits;
    numbers = numbers && (!t.bytes || (digits && t.bytes <= DIGITS) || is_number(t, false));
    filled += t.bytes > 0;
    if (t.bytes > longest) longest = t.bytes;
  }
  return (Shape){whole, numbers && filled, filled, longest < TABLE_TEXT_MAX ? longest : TABLE_TEXT_MAX};
}

static int64_t whole_of(CsvText t) {
  char copy[COPY_MAX];
  memcpy(copy, t.at, t.bytes);
  copy[t.bytes] = 0; /* WHOLE_DIGITS at most */
  return strtoll(copy, NULL, 10);
}

/* Quotes in quotes stand twice. */
static void text_copy(CsvText t, char *to, size_t room) {
  const bool quoted = t.bytes && memchr(t.at, '"', t.bytes);
  for (size_t k = 0, used = 0; k < t.bytes && used < room; k++) {
    to[used++] = t.at[k];
    if (quoted && t.at[k] == '"' && k + 1 < t.bytes && t.at[k + 1] == '"') k++;
  }
}

static void values_put(const CsvText *cells, uint64_t count, const TableColumn *out) {
  char *values = out->owned;
#pragma omp parallel for
  for (uint64_t i = 0; i < count; i++) {
    const CsvText t = cells[i];
    double number = NAN;
    if (out->dtype == DTYPE_I64) {
      ((int64_t *)values)[i] = whole_of(t);
    } else if (out->dtype == DTYPE_F64) {
      if (t.bytes) (void)decimal_read(t.at, t.bytes, &number);
      ((double *)values)[i] = number;
    } else {
      text_copy(t, values + i * out->bytes, out->bytes);
    }
  }
}

/* The k-th column that is kept, and its name. False: there are fewer. */
static bool column_find(const Items *items, int k, uint32_t *column, CsvText *name) {
  CsvText line = book_header_text(items);
  for (*column = 0; csv_field_next(&line, name); ++*column) {
    const BookField f = book_field_find(name->at, name->bytes);
    if ((f == BOOK_ID || f == BOOK_FIELDS) && k-- == 0) return true;
  }
  return false;
}

static Status column_make(const Items *items, uint32_t column, CsvText *cells, TableColumn *out) {
  const Shape shape = shape_of(items, column, cells);
  if (shape.whole)
    out->dtype = DTYPE_I64;
  else if (shape.numbers)
    out->dtype = DTYPE_F64;
  else
    out->dtype = DTYPE_COUNT;
  out->bytes = out->dtype == DTYPE_COUNT ? shape.longest : dtype_bytes(out->dtype);
  out->owned = calloc(items->count, out->bytes);
  if (!out->owned) FAIL(ERR_MEMORY, "no memory for a column of %zu bytes a row", out->bytes);
  out->values = out->owned;
  values_put(cells, items->count, out);
  return OK;
}

Status book_text_kept(const Items *items, int k, TableColumn *out) {
  uint32_t column;
  CsvText name;
  *out = (TableColumn){.bytes = 0};
  if (!column_find(items, k, &column, &name)) return OK;
  CsvText *cells = malloc(items->count * sizeof *cells);
  const Status status =
      cells ? column_make(items, column, cells, out) : status_fail(ERR_MEMORY, "no memory for a column");
  free(cells);
  snprintf(out->name, sizeof out->name, "%.*s", (int)name.bytes, name.bytes ? name.at : "");
  if (!out->name[0]) snprintf(out->name, sizeof out->name, "column %u", column + 1);
  return status;
}
