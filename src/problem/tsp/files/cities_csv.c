/* Cities as comma separated values. */
#include <stdlib.h>
#include "c_locale.h"
#include "halt.h"
#include "instance.h"
#include "io/path.h"
#include "problem/tsp/tsp_options.h"
#include "tsp_files.h"

enum { COLUMNS_MAX = 256, HALT_ROWS = 4096, SURE = 55, SURE_SQUARE = 45 };

/* Coordinates, then names, the best one first. */
typedef enum Column {
  COLUMN_X,
  COLUMN_Y,
  COLUMN_Z,
  COLUMN_LATITUDE,
  COLUMN_LONGITUDE,
  COLUMN_NAME,
  COLUMN_CITY,
  COLUMN_ID,
  COLUMNS
} Column;

typedef struct Table {
  TableText text;
  int column[COLUMNS]; /* where each stands; -1: there is none */
  int axis[3];         /* where the coordinates stand that are used; -1: there is none */
  int name;            /* and the names */
  uint32_t fields;     /* of a row */
  NameList names;      /* of the cities */
  char unused[256];    /* names of the columns that are not used */
} Table;

static Table table_of(const char *path, const char *text, size_t bytes) {
  Table t = {.text = table_begin(path, text, bytes), .axis = {-1, -1, -1}, .name = -1};
  for (int c = 0; c < COLUMNS; c++) t.column[c] = -1;
  return t;
}

/* ---- the first line ---- */

static Column column_find(CsvText field) {
  static const struct {
    const char *word;
    Column column;
  } words[] = {{"x", COLUMN_X},
               {"y", COLUMN_Y},
               {"z", COLUMN_Z},
               {"lat", COLUMN_LATITUDE},
               {"latitude", COLUMN_LATITUDE},
               {"lon", COLUMN_LONGITUDE},
               {"lng", COLUMN_LONGITUDE},
               {"long", COLUMN_LONGITUDE},
               {"longitude", COLUMN_LONGITUDE},
               {"name", COLUMN_NAME},
               {"city", COLUMN_CITY},
               {"id", COLUMN_ID}};
  for (size_t k = 0; k < sizeof words / sizeof *words; k++)
    if (strlen(words[k].word) == field.bytes && c_strncasecmp(words[k].word, field.at, field.bytes) == 0)
      return words[k].column;
  return COLUMNS;
}

/* Whether the row names coordinates. */
static bool names_coordinates(const TableText *t, CsvText row) {
  CsvText field;
  unsigned seen = 0;
  while (table_field(t, &row, &field)) seen |= 1u << column_find(field);
  return ((seen >> COLUMN_X & 1) && (seen >> COLUMN_Y & 1)) ||
         ((seen >> COLUMN_LATITUDE & 1) && (seen >> COLUMN_LONGITUDE & 1));
}

static Status columns_read(Table *t, CsvText row) {
  CsvText field;
  for (int k = 0; table_field(&t->text, &row, &field); k++) {
    const Column column = column_find(field);
    if (column == COLUMNS) continue;
    if (t->column[column] >= 0)
      FAIL(ERR_FORMAT, "%s:%d: expected one column of each kind, found '%.*s' as another one", t->text.path,
           t->text.line, (int)field.bytes, field.at);
    t->column[column] = k;
  }
  return OK;
}

/* Two pairs of coordinates would be two problems. */
static Status axes_choose(Table *t, CsvText row, const TspSettings *settings) {
  const bool globe = t->column[COLUMN_LATITUDE] >= 0 && t->column[COLUMN_LONGITUDE] >= 0;
  if (globe && (t->column[COLUMN_X] >= 0 || t->column[COLUMN_Y] >= 0))
    FAIL(ERR_FORMAT,
         "%s:%d: expected columns x and y, or lat and lon, found both: rename those that do not count in "
         "'%.*s'",
         t->text.path, t->text.line, table_shown(row), row.at);
  t->axis[0] = t->column[globe ? COLUMN_LATITUDE : COLUMN_X];
  t->axis[1] = t->column[globe ? COLUMN_LONGITUDE : COLUMN_Y];
  const bool depth = !globe && (!settings || settings->metric == TSP_METRIC_FILE ||
                                metric_has_depth(tsp_settings_metric(settings)));
  if (depth) t->axis[2] = t->column[COLUMN_Z];
  for (int c = COLUMN_ID; c >= COLUMN_NAME; c--)
    if (t->column[c] >= 0) t->name = t->column[c];
  return OK;
}

static bool is_used(const Table *t, int k) {
  return k == t->axis[0] || k == t->axis[1] || k == t->axis[2] || k == t->name;
}

static void unused_list(Table *t, CsvText row) {
  CsvText field;
  size_t used = 0;
  for (int k = 0; table_field(&t->text, &row, &field); k++) {
    if (is_used(t, k) || used >= sizeof t->unused - 1) continue;
    used += (size_t)snprintf(t->unused + used, sizeof t->unused - used, "%s%.*s", used ? ", " : "",
                             table_shown(field), field.bytes ? field.at : "");
  }
}

static Status head_read(Table *t, CsvText row, const TspSettings *settings) {
  t->fields = table_fields(&t->text, row);
  if (t->fields > COLUMNS_MAX)
    FAIL(ERR_FORMAT, "%s:%d: expected at most %d columns, found %u", t->text.path, t->text.line, COLUMNS_MAX,
         t->fields);
  TRY(columns_read(t, row));
  TRY(axes_choose(t, row, settings));
  unused_list(t, row);
  return OK;
}

/* ---- cities ---- */

static Status coordinate_read(const Table *t, CsvText field, const char *which, double *value) {
  if (table_number(field, value)) return OK;
  FAIL(ERR_FORMAT, "%s:%d: expected the %s coordinate, a number, found '%.*s'", t->text.path, t->text.line,
       which, table_shown(field), field.bytes ? field.at : "");
}

static Status city_read(Table *t, CsvText row, TspInstance *tsp, int32_t c) {
  const uint32_t fields = table_fields(&t->text, row);
  CsvText field;
  if (fields != t->fields)
    FAIL(ERR_FORMAT, "%s:%d: expected %u fields as in the first line, found %u", t->text.path, t->text.line,
         t->fields, fields);
  for (int k = 0; table_field(&t->text, &row, &field); k++) {
    if (k == t->axis[0]) TRY(coordinate_read(t, field, "x", &tsp->x[c]));
    if (k == t->axis[1]) TRY(coordinate_read(t, field, "y", &tsp->y[c]));
    if (k == t->axis[2]) TRY(coordinate_read(t, field, "z", &tsp->z[c]));
    if (k == t->name) TRY(names_add(&t->text, field, &t->names));
  }
  return OK;
}

/* Rows behind the first one. */
static Status rows_count(TableText t, int32_t *count) {
  CsvText row;
  int64_t rows = 0;
  while (table_row(&t, &row)) rows++;
  if (rows == 0) FAIL(ERR_FORMAT, "%s:%d: expected a city, found the end of the file", t.path, t.line + 1);
  if (rows > INT32_MAX) FAIL(ERR_FORMAT, "%s: expected at most %d cities, found more", t.path, INT32_MAX);
  *count = (int32_t)rows;
  return OK;
}

static Status rows_read(Table *t, TspInstance *tsp) {
  CsvText row;
  for (int32_t c = 0; c < tsp->head.n; c++) {
    if (c % HALT_ROWS == 0) TRY(halt_check("the reading of cities"));
    if (table_row(&t->text, &row)) TRY(city_read(t, row, tsp, c));
  }
  const Lexer place = {.path = t->text.path, .line = t->text.line};
  return tsplib_check_span(&place, tsp);
}

/* What --metric says, or the names of the columns. */
static Status metric_choose(const Table *t, const TspSettings *settings, Metric *metric) {
  const bool said = settings && settings->metric != TSP_METRIC_FILE;
  if (t->axis[2] >= 0)
    *metric = METRIC_EUC_3D;
  else if (t->column[COLUMN_LATITUDE] >= 0)
    *metric = METRIC_GEOM;
  else
    *metric = METRIC_EUC_2D;
  if (said) *metric = tsp_settings_metric(settings);
  if (!metric_has_depth(*metric) || t->axis[2] >= 0) return OK;
  FAIL(ERR_FORMAT, "%s:%d: expected a column z with --metric %s, found none", t->text.path, t->text.line,
       metric_name(*metric));
}

static void cities_tell(const Table *t, bool said, Instance *inst) {
  if (t->unused[0])
    snprintf(inst->warning, sizeof inst->warning, "%s: columns that are not used: %s", inst->name, t->unused);
  if (!said && tsp_of(inst)->metric == METRIC_GEOM)
    snprintf(inst->remark, sizeof inst->remark,
             "latitudes and longitudes are degrees, distances metres on the sphere (GEOM)");
}

static Status cities_parse(Table *t, CsvText row, const TspSettings *settings, Instance **out) {
  Metric metric = METRIC_EUC_2D;
  int32_t count = 0;
  TRY(head_read(t, row, settings));
  TRY(metric_choose(t, settings, &metric));
  TRY(rows_count(t->text, &count));
  TRY(tsp_alloc(metric, count, out));
  const Status status = rows_read(t, (TspInstance *)*out);
  if (status != OK) {
    instance_free(*out);
    *out = NULL;
    return status;
  }
  ((TspInstance *)*out)->names = t->names.text;
  t->names.text = NULL;
  return OK;
}

/* ---- either ---- */

static Status table_refuse(TableText t, CsvText row) {
  const int line = t.line;
  const uint32_t fields = table_fields(&t, row);
  CsvText other;
  int64_t rows = 1;
  while (table_row(&t, &other)) rows++;
  FAIL(ERR_FORMAT,
       "%s:%d: expected a first line with columns named x and y, or lat and lon, or a square of numbers (a "
       "matrix), "
       "found '%.*s', of %u fields in %lld lines",
       t.path, line, table_shown(row), row.at, fields, (long long)rows);
}

Status cities_csv_parse(const char *path, const char *text, size_t bytes, const TspSettings *settings,
                        Instance **out) {
  Table t = table_of(path, text, bytes);
  const TableText begin = t.text;
  Instance *inst = NULL;
  CsvText row;
  if (!table_row(&t.text, &row))
    FAIL(ERR_FORMAT, "%s:%d: expected cities or a matrix, found no line of either", path, t.text.line + 1);
  const bool cities = names_coordinates(&t.text, row);
  Status status;
  if (cities) {
    status = cities_parse(&t, row, settings, &inst);
  } else {
    const Square square = square_find(begin);
    status = square.n > 0 ? square_parse(begin, square, settings, &inst) : table_refuse(t.text, row);
  }
  free(t.names.text);
  TRY(status);
  path_stem(path, ".csv", inst->name, sizeof inst->name);
  if (cities) cities_tell(&t, settings && settings->metric != TSP_METRIC_FILE, inst);
  inst->digest = instance_digest(inst);
  *out = inst;
  return OK;
}

/* ---- which texts ---- */

static bool ends_csv(const char *path) {
  char stem[PATH_MAX];
  path_stem(path, "", stem, sizeof stem);
  const size_t length = strlen(stem);
  return length > 4 && c_strcasecmp(stem + length - 4, ".csv") == 0;
}

/* A comma or semicolon, before which no colon stands. */
static bool is_separated(const TableText *t, CsvText row) {
  if (t->separator != ',' && t->separator != ';') return false;
  const char *colon = memchr(row.at, ':', row.bytes), *first = memchr(row.at, t->separator, row.bytes);
  return !colon || colon > first;
}

int cities_csv_probe(const char *path, const char *text, size_t bytes) {
  TableText t = table_begin(path, text, bytes);
  const TableText begin = t;
  CsvText row;
  if (ends_csv(path)) return SURE;
  if (!table_row(&t, &row)) return 0;
  if (is_separated(&t, row) || names_coordinates(&t, row)) return SURE;
  const Square square = square_find(begin);
  return square.named || square_is_plain(begin, square) ? SURE_SQUARE : 0;
}
