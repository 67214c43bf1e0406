/* Comma separated values (RFC 4180) as parts of a text: lines, and their fields, which may stand in quotes. A row is one line. Local. */
#ifndef CORDEE_IO_CSV_H
#define CORDEE_IO_CSV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct CsvText { /* a part of a text; no NUL ends it */
  const char *at;
  size_t bytes;
} CsvText;

static inline bool csv_blank(char c) { return c == ' ' || c == '\t'; }

static inline CsvText csv_trimmed(CsvText t) {
  while (t.bytes && csv_blank(t.at[0])) {
    t.at++;
    t.bytes--;
  }
  while (t.bytes && (csv_blank(t.at[t.bytes - 1]) || t.at[t.bytes - 1] == '\r')) t.bytes--;
  if (t.bytes >= 2 && t.at[0] == '"' && t.at[t.bytes - 1] == '"') {
    t.at++;
    t.bytes -= 2;
  }
  return t;
}

/* The next field of `line`, which then begins behind it. False: there is no further one. separator ' ': any run of blanks, none of them before the first
 * field. */
static inline bool csv_field_split(CsvText *line, char separator, CsvText *field) {
  if (!line->at) return false;
  size_t end = 0;
  for (bool quoted = false; end < line->bytes; end++) {
    const char c = line->at[end];
    if (!quoted && (c == separator || (separator == ' ' && csv_blank(c)))) break;
    if (c == '"') quoted = !quoted;
  }
  *field = csv_trimmed((CsvText){line->at, end});
  size_t next = end + 1;
  while (separator == ' ' && next < line->bytes && csv_blank(line->at[next])) next++;
  *line = end < line->bytes ? (CsvText){line->at + next, line->bytes - next} : (CsvText){NULL, 0};
  return true;
}

static inline bool csv_field_next(CsvText *line, CsvText *field) { return csv_field_split(line, ',', field); }

/* What separates the fields of this line: the first of semicolon, tab and comma that is there outside quotes, else ' '. */
static inline char csv_separator(CsvText line) {
  static const char separators[] = {';', '\t', ','};
  for (size_t k = 0; k < sizeof separators; k++) {
    bool quoted = false;
    for (size_t c = 0; c < line.bytes; c++) {
      if (line.at[c] == '"') quoted = !quoted;
      if (!quoted && line.at[c] == separators[k]) return separators[k];
    }
  }
  return ' ';
}

static inline uint32_t csv_fields_count(CsvText line) {
  CsvText field;
  uint32_t count = 0;
  while (csv_field_next(&line, &field)) count++;
  return count;
}

/* The next line of `text`, which then begins behind it; without its end. */
static inline CsvText csv_line_next(CsvText *text) {
  const char *stop = memchr(text->at, '\n', text->bytes);
  CsvText line = {text->at, stop ? (size_t)(stop - text->at) : text->bytes};
  const size_t used = line.bytes + (stop != NULL);
  text->at += used;
  text->bytes -= used;
  while (line.bytes && (csv_blank(line.at[line.bytes - 1]) || line.at[line.bytes - 1] == '\r')) line.bytes--;
  return line;
}

#endif
