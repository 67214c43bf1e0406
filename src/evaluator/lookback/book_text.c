/* Books as texts: see book.h. The first line names the columns. Lines that are empty or begin with '#' are skipped. A field may stand in
 * quotes; a row is one line. Blocks of lines are read by all threads. */
#include "book_text.h"

#include <stdio.h>
#include <stdlib.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "book_fields.h"
#include "io/decimal.h"
#include "io/input.h"

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
