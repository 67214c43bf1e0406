/* See cities_csv.h. */
#include "cities_csv.h"

#include <stdlib.h>
#include "c_locale.h"
#include "halt.h"
#include "io/csv.h"
#include "io/decimal.h"
#include "io/path.h"
#include "tsplib_data.h"

enum { COLUMNS_MAX = 256, SHOWN_MAX = 40, HALT_ROWS = 4096 };
typedef enum Column { COLUMN_X, COLUMN_Y, COLUMN_NAME, COLUMNS } Column;

typedef struct Table {
  const char *path;
  CsvText rest;
  int line;            /* of the row that was read last */
  int column[COLUMNS]; /* where each stands; -1: there is none */
  uint32_t fields;     /* of a row */
  char *names;         /* of the cities, each ended by a NUL; owned; NULL: none */
  size_t names_bytes, names_room;
} Table;

/* ---- which texts ---- */

static bool ends_csv(const char *path) {
  char stem[PATH_MAX];
  path_stem(path, "", stem, sizeof stem);
  const size_t length = strlen(stem);
  return length > 4 && c_strcasecmp(stem + length - 4, ".csv") == 0;
}

static bool row_next(Table *t, CsvText *row) {
  while (t->rest.bytes) {
    *row = csv_line_next(&t->rest);
    t->line++;
    if (row->bytes && row->at[0] != '#') return true;
  }
  return false;
}

/* Behind the mark that some programs begin UTF-8 with. */
static Table table_of(const char *path, const char *text, size_t bytes) {
  const size_t mark = bytes >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
  return (Table){.path = path, .rest = {text + mark, bytes - mark}, .column = {-1, -1, -1}};
}

bool cities_csv_is(const char *path, const char *text, size_t bytes) {
  Table t = table_of(path, text, bytes);
  CsvText row;
  if (ends_csv(path)) return true;
  if (!row_next(&t, &row) || !memchr(row.at, ',', row.bytes)) return false;
  const char *colon = memchr(row.at, ':', row.bytes);
  return !colon || colon > (const char *)memchr(row.at, ',', row.bytes);
}

/* ---- the first line ---- */

static bool field_number(CsvText field, double *value) {
  if (!decimal_read(field.at, field.bytes, value)) return false;
  *value += 0.0; /* never -0: equal instances have equal bits */
  return true;
}

static Column column_find(CsvText field) {
  static const struct {
    const char *word;
    Column column;
  } words[] = {{"x", COLUMN_X},       {"lat", COLUMN_X},     {"latitude", COLUMN_X}, {"y", COLUMN_Y},
               {"lon", COLUMN_Y},     {"lng", COLUMN_Y},     {"long", COLUMN_Y},     {"longitude", COLUMN_Y},
               {"name", COLUMN_NAME}, {"city", COLUMN_NAME}, {"id", COLUMN_NAME}};
  for (size_t k = 0; k < sizeof words / sizeof *words; k++)
    if (strlen(words[k].word) == field.bytes && c_strncasecmp(words[k].word, field.at, field.bytes) == 0)
      return words[k].column;
  return COLUMNS;
}

static Status header_read(Table *t, CsvText row) {
  CsvText field, rest = row;
  for (int k = 0; csv_field_next(&rest, &field); k++) {
    const Column column = column_find(field);
    if (column == COLUMNS) continue;
    if (t->column[column] >= 0)
      FAIL(ERR_FORMAT, "%s:%d: expected one column of each kind, found '%.*s' as another one", t->path,
           t->line, (int)field.bytes, field.at);
    t->column[column] = k;
  }
  if (t->column[COLUMN_X] >= 0 && t->column[COLUMN_Y] >= 0) return OK;
  FAIL(ERR_FORMAT, "%s:%d: expected columns named x and y, or lat and lon, found '%.*s'", t->path, t->line,
       (int)(row.bytes < SHOWN_MAX ? row.bytes : SHOWN_MAX), row.at);
}

/* How many fields of the row are numbers; the last two of them. */
static int numbers_count(CsvText row, bool *last_two) {
  CsvText field;
  double value;
  int numbers = 0;
  bool before = false, last = false;
  while (csv_field_next(&row, &field)) before = last, numbers += last = field_number(field, &value);
  *last_two = before && last;
  return numbers;
}

/* Without names of columns the row is the first city. */
static Status columns_find(Table *t, CsvText row, bool *header) {
  bool last_two;
  const int numbers = numbers_count(row, &last_two);
  t->fields = csv_fields_count(row);
  *header = numbers == 0;
  if (t->fields > COLUMNS_MAX)
    FAIL(ERR_FORMAT, "%s:%d: expected at most %d columns, found %u", t->path, t->line, COLUMNS_MAX,
         t->fields);
  if (*header) return header_read(t, row);
  if (!last_two || t->fields > 3)
    FAIL(ERR_FORMAT, "%s:%d: expected x,y or name,x,y, or names of columns, found '%.*s'", t->path, t->line,
         (int)(row.bytes < SHOWN_MAX ? row.bytes : SHOWN_MAX), row.at);
  t->column[COLUMN_X] = (int)t->fields - 2, t->column[COLUMN_Y] = (int)t->fields - 1;
  if (t->fields == 3) t->column[COLUMN_NAME] = 0;
  return OK;
}

/* ---- cities ---- */

static Status coordinate_read(const Table *t, CsvText field, const char *which, double *value) {
  if (field_number(field, value)) return OK;
  FAIL(ERR_FORMAT, "%s:%d: expected the %s coordinate, a number, found '%.*s'", t->path, t->line, which,
       (int)(field.bytes < SHOWN_MAX ? field.bytes : SHOWN_MAX), field.at);
}

static Status name_keep(Table *t, CsvText field) {
  if (field.bytes && memchr(field.at, 0, field.bytes))
    FAIL(ERR_FORMAT, "%s:%d: expected a name, found a zero byte in it", t->path, t->line);
  if (t->names_bytes + field.bytes + 1 > t->names_room) {
    const size_t room = 2 * t->names_room + field.bytes + 4096;
    char *more = realloc(t->names, room);
    if (!more) FAIL(ERR_MEMORY, "%s: no memory for the names of cities", t->path);
    t->names = more, t->names_room = room;
  }
  if (field.bytes) memcpy(t->names + t->names_bytes, field.at, field.bytes);
  t->names_bytes += field.bytes, t->names[t->names_bytes++] = 0;
  return OK;
}

static Status city_read(Table *t, CsvText row, double *x, double *y) {
  const uint32_t fields = csv_fields_count(row);
  CsvText field;
  if (fields != t->fields)
    FAIL(ERR_FORMAT, "%s:%d: expected %u fields as in the first line, found %u", t->path, t->line, t->fields,
         fields);
  for (int k = 0; csv_field_next(&row, &field); k++) {
    if (k == t->column[COLUMN_X]) TRY(coordinate_read(t, field, "x", x));
    if (k == t->column[COLUMN_Y]) TRY(coordinate_read(t, field, "y", y));
    if (k == t->column[COLUMN_NAME]) TRY(name_keep(t, field));
  }
  return OK;
}

/* Rows, the first line included. */
static Status rows_count(const Table *begin, int32_t *count) {
  Table t = *begin;
  CsvText row;
  int64_t rows = 0;
  while (row_next(&t, &row)) rows++;
  if (rows > INT32_MAX) FAIL(ERR_FORMAT, "%s: expected at most %d cities, found more", t.path, INT32_MAX);
  *count = (int32_t)rows;
  return OK;
}

static Status cities_read(Table *t, CsvText row, bool header, TspInstance *tsp) {
  for (int32_t k = 0; k < tsp->head.n; k++) {
    if (k % HALT_ROWS == 0) TRY(halt_check("the reading of cities"));
    if (k || header) row_next(t, &row);
    TRY(city_read(t, row, &tsp->x[k], &tsp->y[k]));
  }
  const Lexer place = {.path = t->path, .line = t->line};
  return tsplib_check_span(&place, tsp);
}

Status cities_csv_parse(const char *path, const char *text, size_t bytes, const TspSettings *settings,
                        Instance **out) {
  Table t = table_of(path, text, bytes);
  CsvText row;
  Instance *inst = NULL;
  Status status = OK;
  int32_t rows = 0;
  bool header;
  TRY(rows_count(&t, &rows));
  if (!row_next(&t, &row))
    FAIL(ERR_FORMAT, "%s:%d: expected cities, x,y or name,x,y a line, found none", path, t.line + 1);
  TRY(columns_find(&t, row, &header));
  if (rows == header) FAIL(ERR_FORMAT, "%s:%d: expected a city, found the end of the file", path, t.line + 1);
  TRY(tsp_alloc(tsp_settings_metric(settings), rows - header, &inst));
  TRY_GOTO(cities_read(&t, row, header, (TspInstance *)inst), cleanup);
  path_stem(path, ".csv", inst->name, sizeof inst->name);
  ((TspInstance *)inst)->names = t.names, t.names = NULL;
  inst->digest = instance_digest(inst);
  *out = inst, inst = NULL;
cleanup:
  free(t.names), instance_free(inst);
  return status;
}
