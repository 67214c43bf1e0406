/* Books as texts, fields with commas between: where lines and fields are. Inside this folder. */
#ifndef CORDEE_EVALUATOR_LOOKBACK_BOOK_TEXT_H
#define CORDEE_EVALUATOR_LOOKBACK_BOOK_TEXT_H

#include <string.h>
#include "book.h"

typedef struct Text { /* a part of a line */
  const char *at;
  size_t bytes;
} Text;

static inline bool text_blank(char c) { return c == ' ' || c == '\t'; }

static inline Text text_trimmed(Text t) {
  while (t.bytes && text_blank(t.at[0])) t.at++, t.bytes--;
  while (t.bytes && (text_blank(t.at[t.bytes - 1]) || t.at[t.bytes - 1] == '\r')) t.bytes--;
  if (t.bytes >= 2 && t.at[0] == '"' && t.at[t.bytes - 1] == '"') t.at++, t.bytes -= 2;
  return t;
}

/* The next field of `line`, which then begins behind it. False: there is no further one. */
static inline bool text_field_next(Text *line, Text *field) {
  if (!line->at) return false;
  size_t end = 0;
  for (bool quoted = false; end < line->bytes && (quoted || line->at[end] != ','); end++)
    if (line->at[end] == '"') quoted = !quoted;
  *field = text_trimmed((Text){line->at, end});
  *line = end < line->bytes ? (Text){line->at + end + 1, line->bytes - end - 1} : (Text){NULL, 0};
  return true;
}

static inline Text book_row_text(const Items *items, uint64_t i) {
  const BookRow *row = &book_rows(items)[i];
  return (Text){(const char *)items->data + row->at, row->bytes};
}
static inline Text book_header_text(const Items *items) {
  return (Text){items->data, book_head(items)->header_bytes};
}

static inline uint32_t text_fields_count(Text line) {
  Text field;
  uint32_t count = 0;
  while (text_field_next(&line, &field)) count++;
  return count;
}

#endif
