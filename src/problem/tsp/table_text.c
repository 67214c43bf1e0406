/* See table_text.h. */
#include "table_text.h"

#include <stdlib.h>
#include "halt.h"
#include "io/decimal.h"

static CsvText row_trimmed(CsvText row, char separator) {
  const bool tabs = separator == '\t'; /* the first fields and the last may be empty */
  while (row.bytes && (row.at[0] == ' ' || (!tabs && row.at[0] == '\t'))) {
    row.at++;
    row.bytes--;
  }
  while (row.bytes && strchr(tabs ? " \r" : " \t\r", row.at[row.bytes - 1])) row.bytes--;
  return row;
}

/* Like a lexer's, the text of a table ends early if halting is due. */
static void table_poll(TableText *t) {
  enum { POLL_ROWS = 1 << 12 };
  if (t->line % POLL_ROWS == POLL_ROWS - 1 && halt_due()) t->rest.bytes = 0;
}

static CsvText line_take(CsvText *text) {
  const char *stop = memchr(text->at, '\n', text->bytes);
  const CsvText line = {text->at, stop ? (size_t)(stop - text->at) : text->bytes};
  const size_t used = line.bytes + (stop != NULL);
  text->at += used;
  text->bytes -= used;
  return line;
}

bool table_row(TableText *t, CsvText *row) {
  while (t->rest.bytes) {
    const CsvText line = line_take(&t->rest), plain = row_trimmed(line, ',');
    t->line++;
    table_poll(t);
    if (!plain.bytes || plain.at[0] == '#') continue;
    *row = row_trimmed(line, t->separator);
    return true;
  }
  return false;
}

TableText table_begin(const char *path, const char *text, size_t bytes) {
  TableText t = {.path = path, .rest = {text, bytes}, .separator = '\t'}, ahead = t;
  CsvText row;
  if (table_row(&ahead, &row)) t.separator = csv_separator(row);
  return t;
}

bool table_field(const TableText *t, CsvText *row, CsvText *field) {
  return csv_field_split(row, t->separator, field);
}

uint32_t table_fields(const TableText *t, CsvText row) {
  CsvText field;
  uint32_t count = 0;
  while (table_field(t, &row, &field)) count++;
  return count;
}

bool table_number(CsvText field, double *value) {
  if (!field.bytes || !decimal_read(field.at, field.bytes, value)) return false;
  *value += 0.0; /* equal instances have equal bits */
  return true;
}

int table_shown(CsvText text) { return (int)(text.bytes < TABLE_SHOWN_MAX ? text.bytes : TABLE_SHOWN_MAX); }

Status names_add(const TableText *t, CsvText name, NameList *names) {
  if (name.bytes && memchr(name.at, 0, name.bytes))
    FAIL(ERR_FORMAT, "%s:%d: expected a name, found a zero byte in it", t->path, t->line);
  if (names->bytes + name.bytes + 1 > names->room) {
    const size_t room = 2 * names->room + name.bytes + 4096;
    char *more = realloc(names->text, room);
    if (!more) FAIL(ERR_MEMORY, "%s: no memory for the names of cities", t->path);
    names->text = more;
    names->room = room;
  }
  if (name.bytes) memcpy(names->text + names->bytes, name.at, name.bytes);
  names->bytes += name.bytes;
  names->text[names->bytes++] = 0;
  return OK;
}
