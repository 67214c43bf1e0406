/* See optima.h. */
#include "optima.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "c_locale.h"
#include "cost.h"
#include "lexer.h"

enum { PATH_TEXT_MAX = 4096, SETTLED_S = 2 };

/* A part of the table: a line or a cell; not ended by a NUL. */
typedef struct Slice {
  const char *at;
  size_t length;
} Slice;

static bool slice_is(Slice s, const char *text) {
  return s.length == strlen(text) && !memcmp(s.at, text, s.length);
}

/* Removes the text before the next `mark` from the front of *rest. False: nothing is left. */
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

static const struct {
  const char *name, *best;
  bool rounded;   /* published values may have other decimals: they are truncated */
  int32_t places; /* values count units of 10^-places */
} tables[] = {{"name", "optimum", false, 0},
              {"instance", "best_known_makespan", true, 0},
              {"name", "best_known", true, 0},
              {"name", "distance_dimacs", false, 1}};

enum { TABLES = sizeof tables / sizeof *tables };

typedef struct Search {
  const char *path, *name;
  int32_t decimals;
  const char *column; /* that is looked at first; NULL: none */
  bool only;          /* no other is looked at */
  int name_column, best_column, first_column;
  bool rounded;
  int32_t places, first_places;
  int rounding_column; /* of words that say the units of each row's values; -1: none */
  int second_column;   /* of costs of two parts; -1: none */
  int64_t unit;        /* of the first part, in whole costs */
} Search;

/* In what units a column has its values. */
static int32_t places_of(const char *column) {
  int t = 0;
  while (t < TABLES && strcmp(tables[t].best, column) != 0) t++;
  return t < TABLES ? tables[t].places : 0;
}

/* "A*U+B": column A counts units of U whole costs, column B costs. */
static void two_parts_open(Search *s, Slice header, const char *times) {
  char name[64], *second;
  snprintf(name, sizeof name, "%.*s", (int)(times - s->column), s->column);
  s->unit = strtoll(times + 1, &second, 10);
  s->name_column = find_column(header, "name");
  s->first_column = find_column(header, name);
  s->second_column = find_column(header, second + 1);
}

static Status search_open(Search *s, Slice header) {
  const char *times = s->only ? strchr(s->column, '*') : NULL;
  s->second_column = -1;
  s->rounding_column = find_column(header, "rounding");
  if (times) {
    two_parts_open(s, header, times);
    return OK;
  }
  s->first_column = s->column ? find_column(header, s->column) : -1;
  s->first_places = s->column ? places_of(s->column) : 0;
  s->name_column = find_column(header, "name");
  s->best_column = -1;
  if (s->only) return OK;
  for (int t = 0; t < TABLES; t++) {
    s->name_column = find_column(header, tables[t].name);
    s->best_column = find_column(header, tables[t].best);
    s->rounded = tables[t].rounded;
    s->places = tables[t].places;
    if (s->name_column >= 0 && s->best_column >= 0) return OK;
  }
  FAIL(ERR_FORMAT,
       "%s:1: expected columns name and optimum, best_known or distance_dimacs, or instance and "
       "best_known_makespan, found none",
       s->path);
}

/* The name without its folder. */
static Slice slice_base(Slice s) {
  while (memchr(s.at, '/', s.length)) {
    s.at++;
    s.length--;
  }
  return s;
}

/* Whether the names are equal but for a folder that one of them lacks, or for capitals. */
static bool is_alias(Slice cell, const char *name) {
  const Slice whole = {name, strlen(name)}, cell_base = slice_base(cell), base = slice_base(whole);
  if (cell_base.length != cell.length && base.length != whole.length) return false; /* both have folders */
  return cell_base.length == base.length && !c_strncasecmp(cell_base.at, base.at, base.length);
}

static Status value_fail(const Search *s, int line, Slice cell) {
  FAIL(ERR_FORMAT, "%s:%d: expected the optimum of %s, found '%.*s'", s->path, line, s->name,
       (int)(cell.length < 64 ? cell.length : 64), cell.at ? cell.at : "");
}

static bool cell_cost(Slice cell, int32_t decimals, bool down, int64_t *cost) {
  return cell.length && cell.at[0] >= '0' && cell.at[0] <= '9' &&
         cost_parse(cell.at, cell.length, decimals, down, cost);
}

static Status read_two_parts(const Search *s, Slice row, int line, int64_t *best) {
  Slice cell = {0};
  int64_t first, second, unit = s->unit;
  if (!row_cell(row, s->first_column, &cell) || !cell.length) return OK;
  if (!cell_cost(cell, 0, false, &first) || first > INT32_MAX) return value_fail(s, line, cell);
  if (!row_cell(row, s->second_column, &cell) || !cell_cost(cell, s->decimals, true, &second))
    return value_fail(s, line, cell);
  for (int32_t k = 0; k < s->decimals; k++) unit *= 10;
  if (first < INT64_MAX / 2 / unit && second < unit) *best = first * unit + second;
  return OK;
}

/* How a row's values were rounded is in what units they are: "exact" thousandths, "dimacs" tenths. */
static int32_t row_places(const Search *s, Slice row) {
  Slice cell;
  if (!row_cell(row, s->rounding_column, &cell)) return s->places;
  if (slice_is(cell, "exact")) return 3;
  return slice_is(cell, "dimacs") ? 1 : s->places;
}

static Status read_best(const Search *s, Slice row, int line, int64_t *best) {
  Slice cell = {0};
  if (s->second_column >= 0) return read_two_parts(s, row, line, best);
  const bool first = row_cell(row, s->first_column, &cell) && cell.length;
  const int32_t decimals = s->decimals - (first ? s->first_places : row_places(s, row));
  if ((s->only && !first) || decimals < 0) return OK; /* no value, or one of coarser costs */
  if (!first && !row_cell(row, s->best_column, &cell)) cell.length = 0;
  return cell_cost(cell, decimals, s->rounded, best) ? OK : value_fail(s, line, cell);
}

/* Leaves *best as it is if no row matches. */
static Status search_table(Search *s, Slice text, int64_t *best) {
  Slice row = {0}, cell, alias = {0};
  int aliases = 0, alias_line = 0;
  if (!next_line(&text, &row)) row = (Slice){0};
  TRY(search_open(s, row));
  for (int line = 2; next_line(&text, &row); line++) {
    if (!row_cell(row, s->name_column, &cell) || cell.length == 0) continue;
    if (slice_is(cell, s->name)) return read_best(s, row, line, best);
    if (is_alias(cell, s->name)) {
      aliases++;
      alias = row;
      alias_line = line;
    }
  }
  return aliases == 1 ? read_best(s, alias, alias_line, best) : OK;
}

/* The table that was read last: a sweep of ten thousand instances asks for that many rows of one. */
typedef struct Table {
  struct stat file;
  char *text; /* NULL: none */
  size_t bytes;
} Table;

/* Is it the same file, last changed long enough before it was read to be told from a later change? */
static bool table_current(const Table *t, const struct stat *file) {
  return t->text && t->file.st_dev == file->st_dev && t->file.st_ino == file->st_ino &&
         t->file.st_size == file->st_size && t->file.st_mtim.tv_sec == file->st_mtim.tv_sec &&
         t->file.st_mtim.tv_nsec == file->st_mtim.tv_nsec && t->file.st_ctim.tv_sec == file->st_ctim.tv_sec &&
         t->file.st_ctim.tv_nsec == file->st_ctim.tv_nsec;
}

static Status table_read(const char *path, const struct stat *file, Table *t) {
  free(t->text);
  *t = (Table){.file = *file};
  TRY(text_read(path, &t->text, &t->bytes));
  if (time(NULL) - file->st_ctim.tv_sec < SETTLED_S) t->file.st_ino = 0;
  return OK;
}

static Status search_file(Search *s, int64_t *best) {
  static _Thread_local Table table;
  struct stat file = {0};
  if (access(s->path, R_OK) != 0) return OK;
  if (input_is_stream(s->path)) FAIL(ERR_FORMAT, "%s: expected a plain file, found something else", s->path);
  if (stat(s->path, &file) != 0 || !table_current(&table, &file)) TRY(table_read(s->path, &file, &table));
  return search_table(s, (Slice){table.text, table.bytes}, best);
}

Status optima_find(const char *instance_path, const char *name, int32_t decimals, int64_t *best) {
  return optima_find_column(instance_path, name, decimals, NULL, best);
}

Status optima_find_column(const char *instance_path, const char *name, int32_t decimals, const char *column,
                          int64_t *best) {
  static const char *const places[] = {"", "../"};
  const char *slash = strrchr(instance_path, '/');
  int folder = slash ? (int)(slash + 1 - instance_path) : 0;
  int64_t found = 0;
  const bool any = !column || column[0];
  for (int p = 0; p < 2 && any && found == 0; p++) {
    char path[PATH_TEXT_MAX];
    if (snprintf(path, sizeof path, "%.*s%soptima.tsv", folder, instance_path, places[p]) >= (int)sizeof path)
      break;
    const bool only = column && column[0] == '=';
    Search s = {
        .path = path, .name = name, .decimals = decimals, .column = only ? column + 1 : column, .only = only};
    TRY(search_file(&s, &found));
  }
  *best = found;
  return OK;
}

Status optima_given(double given, int32_t decimals, int64_t *best) {
  const double unit = pow(10, decimals), most = floor((0x1p63 - 1024) / unit);
  if (given > most)
    FAIL(ERR_USAGE, "--best-known: expected 0 to %.0f for costs with %d decimals, found %.17g", most,
         decimals, given);
  *best = llround(given * unit);
  return OK;
}
