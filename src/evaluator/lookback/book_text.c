/* Books as texts: see book.h. The first line names the columns. Lines that are empty or begin with '#' are skipped. A
 * field may stand in quotes; a row is one line. Blocks of lines are read by all threads. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "book.h"
#include "book_text.h"
#include "c_locale.h"
#include "io/csv.h"
#include "io/decimal.h"
#include "io/input.h"
#include "text.h"

/* ---- fields ---- */

/* A message only where one is wanted: rows are read by several threads first. */
#define BOOK_REFUSE(tell, ...)                                                                               \
  do {                                                                                                       \
    if (tell) FAIL(ERR_FORMAT, __VA_ARGS__);                                                                 \
    return ERR_FORMAT;                                                                                       \
  } while (0)

/* their names. */
static const char *const book_fields[BOOK_FIELDS] = {"id", "S",    "M0",    "T",      "sigma",  "r",
                                                     "q",  "type", "style", "payoff", "strike", "N"};

BookField book_field_find(const char *name, size_t bytes) {
  int f = 0;
  while (f < BOOK_FIELDS && (strlen(book_fields[f]) != bytes || memcmp(book_fields[f], name, bytes) != 0))
    f++;
  return (BookField)f;
}

bool book_field_needed(BookField f) { return f == BOOK_S || f == BOOK_T || f == BOOK_SIGMA || f == BOOK_R; }

const char *const book_needed[] = {"S", "T", "sigma", "r", NULL};

Status book_fields_whole(const char *place, const int32_t column[BOOK_FIELDS]) {
  bool there[BOOK_FIELDS];
  char missing[TEXT_MISSING_MAX];
  for (int k = 0; book_needed[k]; k++)
    there[k] = column[book_field_find(book_needed[k], strlen(book_needed[k]))] >= 0;
  if (!text_missing(book_needed, there, missing)) return OK;
  FAIL(ERR_FORMAT, "%s: expected columns %s", place, missing);
}

bool book_field_number(BookField f) {
  return f != BOOK_ID && f != BOOK_TYPE && f != BOOK_STYLE && f != BOOK_PAYOFF && f != BOOK_STRIKE;
}

static Status steps_take(double steps, bool tell, LookbackOption *out) {
  if (!(steps >= 1 && steps <= LOOKBACK_STEPS_MAX && steps == floor(steps)))
    BOOK_REFUSE(tell, "N: expected a whole number from 1 to %d, found %.12g", LOOKBACK_STEPS_MAX, steps);
  out->steps = (uint32_t)steps;
  return OK;
}

Status book_number_take(BookField f, double value, bool tell, LookbackOption *out) {
  double *const numbers[BOOK_FIELDS] = {
      [BOOK_S] = &out->spot,       [BOOK_M0] = &out->extreme, [BOOK_T] = &out->years,
      [BOOK_SIGMA] = &out->sigma,  [BOOK_R] = &out->r,        [BOOK_Q] = &out->q,
      [BOOK_STRIKE] = &out->strike};
  if (f == BOOK_N) return steps_take(value, tell, out);
  *numbers[f] = value;
  return OK;
}

static bool word_means(const char *word, size_t bytes, const char *meant) {
  return strlen(meant) == bytes && c_strncasecmp(word, meant, bytes) == 0;
}

static Status flag_take(BookField f, const char *word, size_t bytes, bool tell, uint32_t *flags) {
  static const char *const words[BOOK_FIELDS][2] = {[BOOK_TYPE] = {"put", "call"},
                                                    [BOOK_STYLE] = {"american", "european"},
                                                    [BOOK_PAYOFF] = {"lookback", "vanilla"}};
  static const uint32_t flags_of[BOOK_FIELDS] = {
      [BOOK_TYPE] = LOOKBACK_CALL, [BOOK_STYLE] = LOOKBACK_EUROPEAN, [BOOK_PAYOFF] = LOOKBACK_VANILLA};
  const uint32_t flag = flags_of[f];
  for (int k = 0; k < 2; k++)
    if (word_means(word, bytes, words[f][k])) {
      *flags = (*flags & ~flag) | (k ? flag : 0);
      return OK;
    }
  BOOK_REFUSE(tell, "%s: expected %s or %s, found '%.*s'", book_fields[f], words[f][0], words[f][1],
              (int)(bytes < 60 ? bytes : 60), word);
}

/* The strike of a lookback option floats; that of a vanilla one is a number. */
static Status strike_take(const char *word, size_t bytes, bool tell, LookbackOption *out) {
  out->strike = 0;
  if (word_means(word, bytes, "floating") || decimal_read(word, bytes, &out->strike)) return OK;
  BOOK_REFUSE(tell, "strike: expected floating or a number, found '%.*s'", (int)(bytes < 60 ? bytes : 60),
              word);
}

Status book_word_take(BookField f, const char *word, size_t bytes, bool tell, LookbackOption *out) {
  if (!bytes || f == BOOK_ID) return OK;
  if (f != BOOK_STRIKE) return flag_take(f, word, bytes, tell, &out->flags);
  return strike_take(word, bytes, tell, out);
}

LookbackOption book_option_plain(const BookHead *head) {
  LookbackOption out = price_single(&head->settings);
  out.extreme = 0;
  out.strike = NAN;
  return out;
}

/* ---- texts ---- */

/* Books as texts, fields with commas between: where lines and fields are. */

static inline CsvText book_row_text(const Items *items, uint64_t i) {
  const BookRow *row = &book_rows(items)[i];
  return (CsvText){(const char *)items->data + row->at, row->bytes};
}
static inline CsvText book_header_text(const Items *items) {
  return (CsvText){items->data, book_head(items)->header_bytes};
}

enum { BLOCK_BYTES = 1 << 18 };

/* ---- the header ---- */

static Status column_name(const char *path, CsvText name, BookHead *head) {
  const BookField f = book_field_find(name.at, name.bytes);
  if (f < BOOK_FIELDS && head->column[f] >= 0)
    FAIL(ERR_FORMAT, "%s:1: expected one column '%s', found two", path, book_fields[f]);
  if (f < BOOK_FIELDS) head->column[f] = (int32_t)head->columns;
  head->columns++;
  return OK;
}

static Status header_read(const char *path, CsvText line, BookHead *head) {
  char place[BOOK_PATH_MAX + 8];
  CsvText field;
  for (int f = 0; f < BOOK_FIELDS; f++) head->column[f] = -1;
  while (csv_field_next(&line, &field)) TRY(column_name(path, field, head));
  snprintf(place, sizeof place, "%s:1", path);
  return book_fields_whole(place, head->column);
}

/* ---- blocks of lines ---- */

typedef struct Block {
  size_t at, bytes; /* of whole lines, in the text */
  uint64_t rows;    /* in it, then before it */
  uint32_t lines;   /* likewise */
  bool zero;        /* it has a zero byte */
} Block;

/* Rows of the block; with `rows`, where they are. */
static uint64_t block_rows(const char *text, const Block *block, uint32_t *number, BookRow *rows) {
  CsvText rest = {text + block->at, block->bytes};
  uint64_t count = 0;
  for (; rest.bytes; ++*number) {
    const CsvText line = csv_line_next(&rest);
    if (!line.bytes || line.at[0] == '#') continue;
    if (rows)
      rows[count] =
          (BookRow){.at = (uint64_t)(line.at - text), .bytes = (uint32_t)line.bytes, .number = *number + 1};
    count++;
  }
  return count;
}

/* Blocks of the text from `at` on, (count), which ends each block with a line. */
static uint64_t blocks_cut(const char *text, size_t at, size_t bytes, Block *blocks) {
  uint64_t count = 0;
  for (size_t end; at < bytes; at = end) {
    end = at + BLOCK_BYTES;
    const char *stop = end < bytes ? memchr(text + end, '\n', bytes - end) : NULL;
    end = stop ? (size_t)(stop - text) + 1 : bytes;
    blocks[count++] = (Block){.at = at, .bytes = end - at};
  }
  return count;
}

/* Rows and lines before each block. Returns the sum of rows. */
static uint64_t blocks_count(const char *text, Block *blocks, uint64_t count) {
  uint64_t rows = 0;
  uint32_t lines = 1; /* the header */
#pragma omp parallel for schedule(dynamic, 1)
  for (uint64_t b = 0; b < count; b++) {
    blocks[b].rows = block_rows(text, &blocks[b], &blocks[b].lines, NULL);
    blocks[b].zero = memchr(text + blocks[b].at, 0, blocks[b].bytes) != NULL;
  }
  for (uint64_t b = 0; b < count; b++) {
    const uint64_t here = blocks[b].rows;
    const uint32_t lines_here = blocks[b].lines;
    blocks[b].rows = rows;
    blocks[b].lines = lines;
    rows += here;
    lines += lines_here;
  }
  return rows;
}

static bool blocks_zero(const Block *blocks, uint64_t count) {
  bool zero = false;
  for (uint64_t b = 0; b < count; b++) zero |= blocks[b].zero;
  return zero;
}

static void rows_place(const char *text, const Block *blocks, uint64_t count, BookRow *rows) {
#pragma omp parallel for schedule(dynamic, 1)
  for (uint64_t b = 0; b < count; b++) {
    uint32_t number = blocks[b].lines;
    block_rows(text, &blocks[b], &number, rows + blocks[b].rows);
  }
}

/* ---- the text ---- */

static uint64_t digest_of(const BookHead *head, const char *text, size_t bytes) {
  return XXH3_64bits(text, bytes) ^ XXH3_64bits(&head->settings, sizeof head->settings);
}

/* Rows and head behind the text, which *text is then a part of. */
static Status items_make(char **text, size_t bytes, const Block *blocks, uint64_t count, uint64_t rows,
                         BookHead *head, Items *out) {
  head->rows_at = (bytes + 15) / 16 * 16;
  const size_t all = head->rows_at + rows * sizeof(BookRow) + sizeof *head;
  const uint64_t digest = digest_of(head, *text, bytes);
  char *data = realloc(*text, all);
  if (!data) FAIL(ERR_MEMORY, "%s: no memory for %llu options", head->path, (unsigned long long)rows);
  *text = NULL;
  memset(data + bytes, 0, head->rows_at - bytes);
  memcpy(data + all - sizeof *head, head, sizeof *head);
  rows_place(data, blocks, count, (BookRow *)(data + head->rows_at));
  *out = (Items){.count = rows, .digest = digest, .data = data, .bytes = all};
  return OK;
}

static Status text_parse(char **text, size_t bytes, Block *blocks, BookHead *head, Items *out) {
  CsvText rest = {*text, bytes};
  const CsvText header = csv_line_next(&rest);
  if (memchr(*text, 0, bytes - rest.bytes))
    FAIL(ERR_FORMAT, "%s: expected text, found a zero byte", head->path);
  TRY(header_read(head->path, header, head));
  head->header_bytes = header.bytes;
  const uint64_t count = blocks_cut(*text, bytes - rest.bytes, bytes, blocks);
  const uint64_t rows = blocks_count(*text, blocks, count);
  if (blocks_zero(blocks, count)) FAIL(ERR_FORMAT, "%s: expected text, found a zero byte", head->path);
  if (!rows) FAIL(ERR_FORMAT, "%s:2: expected rows of options, found none", head->path);
  return items_make(text, bytes, blocks, count, rows, head, out);
}

Status book_text_take(const char *path, char *text, size_t bytes, const PriceSettings *settings, Items *out) {
  BookHead head;
  memset(&head, 0, sizeof head);
  head.settings = *settings;
  head.kind = BOOK_TEXT;
  snprintf(head.path, sizeof head.path, "%s", path);
  Block *blocks = malloc((bytes / BLOCK_BYTES + 1) * sizeof *blocks);
  *out = (Items){.count = 0};
  Status status = blocks ? OK : status_fail(ERR_MEMORY, "%s: no memory to read it", path);
  if (status == OK) status = text_parse(&text, bytes, blocks, &head, out);
  free(blocks);
  free(text);
  return status;
}

Status book_text_read(const char *path, const PriceSettings *settings, Items *out) {
  char *text;
  size_t bytes;
  TRY(text_read(path, &text, &bytes));
  return book_text_take(path, text, bytes, settings, out);
}

/* ---- rows ---- */

static Status field_take(CsvText field, BookField f, bool tell, LookbackOption *out) {
  const bool may_be_empty = f == BOOK_M0 || f == BOOK_Q || f == BOOK_N;
  double value;
  if (!book_field_number(f)) return book_word_take(f, field.at, field.bytes, tell, out);
  if (!field.bytes && may_be_empty) return OK;
  if (decimal_read(field.at, field.bytes, &value)) return book_number_take(f, value, tell, out);
  BOOK_REFUSE(tell, "%s: expected a number, found '%.*s'", book_fields[f],
              (int)(field.bytes < 60 ? field.bytes : 60), field.at);
}

Status book_text_option(const Items *items, uint64_t i, bool tell, LookbackOption *out) {
  const BookHead *head = book_head(items);
  CsvText line = book_row_text(items, i), field;
  uint32_t columns = tell ? csv_fields_count(line) : 0;
  if (tell && columns != head->columns)
    FAIL(ERR_FORMAT, "expected %u columns as in the first line, found %u", head->columns, columns);
  columns = 0;
  *out = book_option_plain(head);
  for (; csv_field_next(&line, &field); columns++)
    for (int f = 0; f < BOOK_FIELDS; f++)
      if (head->column[f] == (int32_t)columns) TRY(field_take(field, (BookField)f, tell, out));
  return columns == head->columns ? OK : ERR_FORMAT;
}

/* The row as it stands; of one with too few or too many fields, empty ones. */
void book_text_print(FILE *out, const Items *items, uint64_t item) {
  const BookHead *head = book_head(items);
  const CsvText text = item == UINT64_MAX ? book_header_text(items) : book_row_text(items, item);
  if (csv_fields_count(text) == head->columns) {
    fwrite(text.at, 1, text.bytes, out);
    fputc(',', out);
    return;
  }
  for (uint32_t c = 0; c < head->columns; c++) fputc(',', out);
}

/* ---- columns that are kept ---- */

/* Columns of a text that are kept: see book.h. One whose fields are all whole numbers is one of numbers, and so is
 * one of decimals, where empty fields are NaN; every other one is of texts. */

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
