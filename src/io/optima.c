/* Best known values: see optima.h. */
#include "optima.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "tsplib_lexer.h"

enum { PATH_TEXT_MAX = 4096 };

/* A piece of the table: a line, or one of its cells; not ended by a NUL. */
typedef struct Slice {
  const char *at;
  size_t length;
} Slice;

static bool slice_is(Slice s, const char *text) {
  return s.length == strlen(text) && !memcmp(s.at, text, s.length);
}

/* Cuts what comes before the next `mark` off the front of *rest; false if nothing is left. */
static bool slice_next(Slice *rest, char mark, Slice *piece) {
  if (!rest->at) return false;
  const char *end = memchr(rest->at, mark, rest->length);
  piece->at = rest->at;
  piece->length = end ? (size_t)(end - rest->at) : rest->length;
  rest->length -= piece->length + (end != NULL);
  rest->at = end ? end + 1 : NULL;
  return true;
}

static bool next_line(Slice *rest, Slice *line) {
  if (!slice_next(rest, '\n', line)) return false;
  if (line->length && line->at[line->length - 1] == '\r') line->length--;
  return true;
}

/* Cell `column` of a row; column -1: none. */
static bool row_cell(Slice row, int column, Slice *cell) {
  if (column < 0) return false;
  do
    if (!slice_next(&row, '\t', cell)) return false;
  while (column-- > 0);
  return true;
}

static int find_column(Slice header, const char *name) {
  Slice cell;
  for (int column = 0; row_cell(header, column, &cell); column++)
    if (slice_is(cell, name)) return column;
  return -1;
}

/* Digits only, below 10^18. */
static bool parse_best(Slice cell, int64_t *best) {
  int64_t value = 0;
  if (cell.length == 0 || cell.length > 18) return false;
  for (size_t i = 0; i < cell.length; i++) {
    if (cell.at[i] < '0' || cell.at[i] > '9') return false;
    value = value * 10 + (cell.at[i] - '0');
  }
  *best = value;
  return true;
}

static Status search_table(const char *path, Slice text, const char *name, int64_t *best) {
  Slice row, cell = {0};
  if (!next_line(&text, &row)) row = (Slice){0};
  int name_column = find_column(row, "name"), best_column = find_column(row, "optimum");
  if (name_column < 0 || best_column < 0)
    FAIL(ERR_FORMAT, "%s:1: expected columns name and optimum, found none", path);
  for (int line = 2; next_line(&text, &row); line++) {
    if (!row_cell(row, name_column, &cell) || !slice_is(cell, name)) continue;
    if (!row_cell(row, best_column, &cell)) cell.length = 0;
    if (parse_best(cell, best)) return OK;
    FAIL(ERR_FORMAT, "%s:%d: expected the optimum of %s, found '%.*s'", path, line, name,
         (int)(cell.length < 64 ? cell.length : 64), cell.at);
  }
  return OK;
}

static Status search_file(const char *path, const char *name, int64_t *best) {
  char *text;
  size_t bytes;
  if (access(path, R_OK) != 0) return OK;
  TRY(text_read(path, &text, &bytes));
  Status status = search_table(path, (Slice){text, bytes}, name, best);
  free(text);
  return status;
}

Status optima_find(const char *instance_path, const char *name, int64_t *best) {
  static const char *const places[] = {"", "../"};
  const char *slash = strrchr(instance_path, '/');
  int folder = slash ? (int)(slash + 1 - instance_path) : 0;
  int64_t found = 0;
  for (int p = 0; p < 2 && found == 0; p++) {
    char path[PATH_TEXT_MAX];
    if (snprintf(path, sizeof path, "%.*s%soptima.tsv", folder, instance_path, places[p]) >= (int)sizeof path)
      break;
    TRY(search_file(path, name, &found));
  }
  *best = found;
  return OK;
}
