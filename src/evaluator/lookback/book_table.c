/* Books as tables of text, fields with commas between: see book.h. The first line names the columns. Lines that are empty or begin with
 * '#' are skipped. A field may stand in quotes; a row is one line. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "book.h"
#include "io/decimal.h"
#include "io/input.h"

static const char *const names[BOOK_FIELDS] = {"id", "S",    "M0",    "T",      "sigma", "r",
                                               "q",  "type", "style", "strike", "N"};
static const BookField needed[] = {BOOK_S, BOOK_T, BOOK_SIGMA, BOOK_R};

typedef struct Text { /* a part of a line */
  const char *at;
  size_t bytes;
} Text;

/* ---- fields ---- */

static Text trimmed(Text t) {
  while (t.bytes && strchr(" \t", t.at[0])) t.at++, t.bytes--;
  while (t.bytes && strchr(" \t\r", t.at[t.bytes - 1])) t.bytes--;
  if (t.bytes >= 2 && t.at[0] == '"' && t.at[t.bytes - 1] == '"') t.at++, t.bytes -= 2;
  return t;
}

/* The next field of `line`, which then begins behind it. False: there is no further one. */
static bool field_next(Text *line, Text *field) {
  if (!line->at) return false;
  size_t end = 0;
  for (bool quoted = false; end < line->bytes && (quoted || line->at[end] != ','); end++)
    if (line->at[end] == '"') quoted = !quoted;
  *field = trimmed((Text){line->at, end});
  *line = end < line->bytes ? (Text){line->at + end + 1, line->bytes - end - 1} : (Text){NULL, 0};
  return true;
}

static bool text_is(Text t, const char *word) {
  return strlen(word) == t.bytes && memcmp(t.at, word, t.bytes) == 0;
}
static bool text_means(Text t, const char *word) {
  return strlen(word) == t.bytes && strncasecmp(t.at, word, t.bytes) == 0;
}

/* ---- the header and the lines ---- */

static Status column_name(const char *path, Text name, BookHead *head) {
  for (int f = 0; f < BOOK_FIELDS; f++) {
    if (!text_is(name, names[f])) continue;
    if (head->column[f] >= 0) FAIL(ERR_FORMAT, "%s:1: expected one column '%s', found two", path, names[f]);
    head->column[f] = (int32_t)head->columns;
  }
  head->columns++;
  return OK;
}

static Status header_read(const char *path, Text line, BookHead *head) {
  Text field;
  const Text all = line;
  for (int f = 0; f < BOOK_FIELDS; f++) head->column[f] = -1;
  while (field_next(&line, &field)) TRY(column_name(path, field, head));
  for (size_t k = 0; k < sizeof needed / sizeof *needed; k++)
    if (head->column[needed[k]] < 0)
      FAIL(ERR_FORMAT, "%s:1: expected the names of columns, S, T, sigma and r among them, found '%.*s'",
           path, (int)(all.bytes < 200 ? all.bytes : 200), all.at);
  return OK;
}

/* The next line of `text`, which then begins behind it; without its end. */
static Text line_next(Text *text) {
  const char *stop = memchr(text->at, '\n', text->bytes);
  Text line = {text->at, stop ? (size_t)(stop - text->at) : text->bytes};
  const size_t used = line.bytes + (stop != NULL);
  text->at += used, text->bytes -= used;
  while (line.bytes && strchr(" \t\r", line.at[line.bytes - 1])) line.bytes--;
  return line;
}

/* Rows of the text; with `places`, where they are. */
static uint64_t rows_find(Text text, const char *data, BookPlace *places) {
  uint64_t count = 0;
  for (uint32_t number = 2; text.bytes; number++) {
    const Text line = line_next(&text);
    if (!line.bytes || line.at[0] == '#') continue;
    if (places) places[count] = (BookPlace){(uint64_t)(line.at - data), (uint32_t)line.bytes, number};
    count++;
  }
  return count;
}

static uint64_t digest_of(const BookHead *head, const char *text, size_t bytes) {
  return XXH3_64bits(text, bytes) ^ XXH3_64bits(&head->settings, sizeof head->settings);
}

Status book_table_parse(const char *path, const char *text, size_t bytes, const PriceSettings *settings,
                        Items *out) {
  BookHead head = {.settings = *settings, .kind = BOOK_TABLE};
  Text rest = {text, bytes};
  const Text header = line_next(&rest);
  *out = (Items){.count = 0};
  if (memchr(text, 0, bytes)) FAIL(ERR_FORMAT, "%s: expected text, found a zero byte", path);
  TRY(header_read(path, header, &head));
  const uint64_t count = rows_find(rest, NULL, NULL);
  if (!count) FAIL(ERR_FORMAT, "%s:2: expected rows of options, found none", path);
  head.header_bytes = header.bytes, head.text_at = sizeof head + count * sizeof(BookPlace);
  snprintf(head.path, sizeof head.path, "%s", path);
  char *data = malloc(head.text_at + bytes);
  if (!data) FAIL(ERR_MEMORY, "%s: no memory for %llu options", path, (unsigned long long)count);
  memcpy(data, &head, sizeof head);
  memcpy(data + head.text_at, text, bytes);
  rows_find((Text){data + head.text_at + (rest.at - text), rest.bytes}, data,
            (BookPlace *)(data + sizeof head));
  *out = (Items){count, digest_of(&head, text, bytes), data, head.text_at + bytes};
  return OK;
}

Status book_table_read(const char *path, const PriceSettings *settings, Items *out) {
  char *text;
  size_t bytes;
  TRY(text_read(path, &text, &bytes));
  const Status status = book_table_parse(path, text, bytes, settings, out);
  free(text);
  return status;
}

/* ---- rows ---- */

#define REFUSE(tell, ...)                                                                                    \
  do {                                                                                                       \
    if (tell) FAIL(ERR_FORMAT, __VA_ARGS__);                                                                 \
    return ERR_FORMAT;                                                                                       \
  } while (0)

static Status number_take(Text field, BookField f, bool tell, double *out) {
  if (decimal_read(field.at, field.bytes, out)) return OK;
  REFUSE(tell, "%s: expected a number, found '%.*s'", names[f], (int)(field.bytes < 60 ? field.bytes : 60),
         field.at);
}

static Status word_take(Text field, BookField f, const char *const words[2], uint32_t flag, bool tell,
                        uint32_t *flags) {
  for (int k = 0; k < 2; k++)
    if (text_means(field, words[k])) return *flags = (*flags & ~flag) | (k ? flag : 0), OK;
  REFUSE(tell, "%s: expected %s or %s, found '%.*s'", names[f], words[0], words[1],
         (int)(field.bytes < 60 ? field.bytes : 60), field.at);
}

static Status steps_take(Text field, bool tell, LookbackOption *out) {
  double steps;
  TRY(number_take(field, BOOK_N, tell, &steps));
  if (!(steps >= 1 && steps <= LOOKBACK_STEPS_MAX && steps == floor(steps)))
    REFUSE(tell, "N: expected a whole number from 1 to %d, found %.*s", LOOKBACK_STEPS_MAX, (int)field.bytes,
           field.at);
  out->steps = (uint32_t)steps;
  return OK;
}

static Status field_take(Text field, BookField f, bool tell, LookbackOption *out) {
  static const char *const types[] = {"put", "call"}, *const styles[] = {"american", "european"};
  double *const numbers[BOOK_FIELDS] = {
      [BOOK_S] = &out->spot,      [BOOK_M0] = &out->extreme, [BOOK_T] = &out->years,
      [BOOK_SIGMA] = &out->sigma, [BOOK_R] = &out->r,        [BOOK_Q] = &out->q};
  const bool may_be_empty = f == BOOK_M0 || f == BOOK_Q || f == BOOK_TYPE || f == BOOK_STYLE ||
                            f == BOOK_STRIKE || f == BOOK_N || f == BOOK_ID;
  if ((!field.bytes && may_be_empty) || f == BOOK_ID) return OK;
  if (numbers[f]) return number_take(field, f, tell, numbers[f]);
  if (f == BOOK_TYPE) return word_take(field, f, types, LOOKBACK_CALL, tell, &out->flags);
  if (f == BOOK_STYLE) return word_take(field, f, styles, LOOKBACK_EUROPEAN, tell, &out->flags);
  if (f == BOOK_N) return steps_take(field, tell, out);
  if (text_means(field, "floating")) return OK;
  REFUSE(tell, "strike: expected floating, found '%.*s'", (int)(field.bytes < 60 ? field.bytes : 60),
         field.at);
}

static Text row_text(const Items *items, uint64_t i) {
  const BookPlace *place = &((const BookPlace *)((const char *)items->data + sizeof(BookHead)))[i];
  return (Text){(const char *)items->data + place->at, place->bytes};
}

static uint32_t fields_count(Text line) {
  Text field;
  uint32_t count = 0;
  while (field_next(&line, &field)) count++;
  return count;
}

Status book_table_option(const Items *items, uint64_t i, bool tell, LookbackOption *out) {
  const BookHead *head = book_head(items);
  Text line = row_text(items, i), field;
  uint32_t columns = tell ? fields_count(line) : 0;
  if (tell && columns != head->columns)
    FAIL(ERR_FORMAT, "expected %u columns as in the first line, found %u", head->columns, columns);
  columns = 0;
  *out = price_single(&head->settings);
  out->extreme = 0;
  for (; field_next(&line, &field); columns++)
    for (int f = 0; f < BOOK_FIELDS; f++)
      if (head->column[f] == (int32_t)columns) TRY(field_take(field, (BookField)f, tell, out));
  if (columns != head->columns) return ERR_FORMAT;
  if (out->extreme == 0) out->extreme = out->spot;
  return OK;
}

/* The row as it stands; of one with too few or too many fields, empty ones. */
void book_table_print(FILE *out, const Items *items, uint64_t item) {
  const BookHead *head = book_head(items);
  const Text text = item == UINT64_MAX ? (Text){(const char *)items->data + head->text_at, head->header_bytes}
                                       : row_text(items, item);
  if (fields_count(text) == head->columns) {
    fwrite(text.at, 1, text.bytes, out), fputc(',', out);
    return;
  }
  for (uint32_t c = 0; c < head->columns; c++) fputc(',', out);
}
