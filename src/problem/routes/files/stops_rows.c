/* Rows of tables of stops: see stops_parts.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"
#include "halt.h"
#include "stops_parts.h"

enum { COLUMNS_MAX = 256, HALT_ROWS = 4096, NUMBER_MAX = 64 };

/* ---- the first line ---- */

static bool is_word(CsvText field, const char *word) {
  return strlen(word) == field.bytes && c_strncasecmp(word, field.at, field.bytes) == 0;
}

/* "demand", "demand_3", "demand3": the dimension from 0; -1: another word. */
static int dimension_of(CsvText field, const char *word) {
  const size_t length = strlen(word);
  if (field.bytes < length || c_strncasecmp(word, field.at, length) != 0) return -1;
  CsvText rest = {field.at + length, field.bytes - length};
  if (rest.bytes == 0) return 0;
  if (rest.at[0] == '_') rest = (CsvText){rest.at + 1, rest.bytes - 1};
  return rest.bytes == 1 && rest.at[0] >= '1' && rest.at[0] < '1' + ROUTES_LOADS_MAX ? rest.at[0] - '1' : -1;
}

StopColumn stop_column(CsvText field) {
  static const struct {
    const char *word;
    StopColumn column;
  } words[] = {{"id", STOP_ID},
               {"name", STOP_NAME},
               {"x", STOP_X},
               {"y", STOP_Y},
               {"z", STOP_Z},
               {"lat", STOP_LATITUDE},
               {"latitude", STOP_LATITUDE},
               {"lon", STOP_LONGITUDE},
               {"lng", STOP_LONGITUDE},
               {"long", STOP_LONGITUDE},
               {"longitude", STOP_LONGITUDE},
               {"ready", STOP_READY},
               {"ready_time", STOP_READY},
               {"due", STOP_DUE},
               {"due_date", STOP_DUE},
               {"due_time", STOP_DUE},
               {"service", STOP_SERVICE},
               {"service_time", STOP_SERVICE},
               {"prize", STOP_PRIZE},
               {"release", STOP_RELEASE},
               {"release_time", STOP_RELEASE},
               {"skills", STOP_SKILLS},
               {"group", STOP_GROUP},
               {"type", STOP_TYPE},
               {"pickup_at", STOP_PARTNER}};
  static const struct {
    const char *word;
    StopColumn column;
  } loads[] = {{"demand", STOP_DELIVERY}, {"delivery", STOP_DELIVERY}, {"pickup", STOP_PICKUP}};
  for (size_t k = 0; k < sizeof words / sizeof *words; k++)
    if (is_word(field, words[k].word)) return words[k].column;
  for (int end = 0; end < 2; end++) {
    const int number = dimension_of(field, end ? "due" : "ready");
    if (number > 0) return (end ? STOP_MORE_DUE : STOP_MORE_READY) + (unsigned)number - 1;
  }
  for (size_t k = 0; k < sizeof loads / sizeof *loads; k++) {
    const int dimension = dimension_of(field, loads[k].word);
    if (dimension >= 0) return loads[k].column + (unsigned)dimension;
  }
  return STOP_COLUMNS;
}

static void unused_add(Stops *s, CsvText field) {
  const size_t used = strlen(s->unused);
  snprintf(s->unused + used, sizeof s->unused - used, "%s%.*s", used ? ", " : "", table_shown(field),
           field.bytes ? field.at : "");
}

static Status columns_read(Stops *s, CsvText row) {
  CsvText field;
  for (int k = 0; table_field(&s->text, &row, &field); k++) {
    const StopColumn column = stop_column(field);
    if (column == STOP_COLUMNS || column == STOP_NAME) unused_add(s, field);
    if (column == STOP_COLUMNS) continue;
    if (s->column[column] >= 0)
      FAIL(ERR_FORMAT, "%s:%d: expected one column of each kind, found '%.*s' as another one", s->text.path,
           s->text.line, table_shown(field), field.at);
    s->column[column] = k;
  }
  return OK;
}

static bool has(const Stops *s, StopColumn column) { return s->column[column] >= 0; }

/* Dimensions are counted from 1 without gaps. */
static Status loads_find(Stops *s) {
  s->draft.loads = 0;
  for (int32_t d = 0; d < ROUTES_LOADS_MAX; d++) {
    if (!has(s, STOP_DELIVERY + (unsigned)d) && !has(s, STOP_PICKUP + (unsigned)d)) continue;
    if (s->draft.loads < d)
      FAIL(ERR_FORMAT, "%s:%d: expected a column demand_%d, found demand_%d or pickup_%d", s->text.path,
           s->text.line, s->draft.loads + 1, d + 1, d + 1);
    s->draft.loads = d + 1;
  }
  return OK;
}

static Status axes_find(Stops *s, CsvText row) {
  s->sphere = has(s, STOP_LATITUDE) && has(s, STOP_LONGITUDE);
  s->plane = has(s, STOP_X) && has(s, STOP_Y);
  if (s->sphere && s->plane)
    FAIL(ERR_FORMAT,
         "%s:%d: expected columns x and y, or lat and lon, found both: rename those that do not count",
         s->text.path, s->text.line);
  if (has(s, STOP_Z))
    FAIL(ERR_FORMAT, "%s:%d: expected no column z, as fleets drive on a plane or on the sphere, found one",
         s->text.path, s->text.line);
  if (!s->sphere && !s->plane && !s->settings->matrix)
    FAIL(ERR_FORMAT, "%s:%d: expected columns lat and lon, or x and y, or --matrix FILE, found '%.*s'",
         s->text.path, s->text.line, table_shown(row), row.at);
  s->seconds = s->sphere || s->settings->matrix;
  return OK;
}

Status stops_head_read(Stops *s) {
  CsvText row;
  for (int k = 0; k < STOP_COLUMNS; k++) s->column[k] = -1;
  if (!table_row(&s->text, &row))
    FAIL(ERR_FORMAT, "%s:%d: expected a first line with the names of columns, found the end of the file",
         s->text.path, s->text.line + 1);
  s->fields = table_fields(&s->text, row);
  if (s->fields > COLUMNS_MAX)
    FAIL(ERR_FORMAT, "%s:%d: expected at most %d columns, found %u", s->text.path, s->text.line, COLUMNS_MAX,
         s->fields);
  TRY(columns_read(s, row));
  TRY(axes_find(s, row));
  if (has(s, STOP_PARTNER) && !has(s, STOP_ID))
    FAIL(ERR_FORMAT, "%s:%d: expected a column id beside pickup_at, whose fields are ids, found none",
         s->text.path, s->text.line);
  return loads_find(s);
}

/* ---- fields ---- */

static Status field_fail(const Stops *s, const char *expected, CsvText field) {
  FAIL(ERR_FORMAT, "%s:%d: expected %s, found '%.*s'", s->text.path, s->text.line, expected,
       table_shown(field), field.bytes ? field.at : "");
}

/* The number as text with a decimal point. False: it has another form. */
static bool point_put(const Stops *s, CsvText field, char text[NUMBER_MAX]) {
  if (field.bytes == 0 || field.bytes >= NUMBER_MAX) return false;
  memcpy(text, field.at, field.bytes);
  text[field.bytes] = 0;
  char *const comma = strchr(text, ',');
  if (!comma) return true;
  if (s->text.separator == ',' || strchr(text, '.') || strchr(comma + 1, ',')) return false;
  *comma = '.';
  return true;
}

static bool amount_read(const Stops *s, CsvText field, Exact *out) {
  char text[NUMBER_MAX];
  return point_put(s, field, text) && exact_read(text, strlen(text), out) && out->digits >= 0;
}

static bool coordinate_read(const Stops *s, CsvText field, double most, double *out) {
  char text[NUMBER_MAX];
  if (!point_put(s, field, text) || !decimal_read(text, strlen(text), out)) return false;
  *out += 0.0; /* -0 is 0 */
  return *out >= -most && *out <= most;
}

static bool two_digits(const char *at) { return c_isdigit(at[0]) && c_isdigit(at[1]); }

/* HH:MM or HH:MM:SS. False: it is neither. */
static bool clock_read(CsvText field, Exact *out) {
  char text[NUMBER_MAX] = "";
  if (field.bytes != 5 && field.bytes != 8 && field.bytes != 4 && field.bytes != 7) return false;
  const size_t pad = field.bytes % 3 == 1; /* one digit of hours */
  text[0] = '0';
  memcpy(text + pad, field.at, field.bytes);
  const bool seconds = strlen(text) == 8;
  if (!two_digits(text) || text[2] != ':' || !two_digits(text + 3) || text[3] > '5') return false;
  if (seconds && (text[5] != ':' || !two_digits(text + 6) || text[6] > '5')) return false;
  *out = (Exact){strtol(text, NULL, 10) * 3600 + strtol(text + 3, NULL, 10) * 60 +
                     (seconds ? strtol(text + 6, NULL, 10) : 0),
                 0};
  return true;
}

static Status time_read(Stops *s, CsvText field, const char *what, Exact *out) {
  if (field.bytes == 0 || amount_read(s, field, out)) {
    s->timed |= field.bytes > 0;
    return OK;
  }
  char expected[96];
  s->timed = true;
  snprintf(expected, sizeof expected, "the %s time, a number from 0 on%s", what,
           s->seconds ? " (seconds) or HH:MM" : "");
  return s->seconds && clock_read(field, out) ? OK : field_fail(s, expected, field);
}

static void id_read(CsvText field, StopRow *row) {
  Exact value;
  row->numbered =
      field.bytes && exact_read(field.at, field.bytes, &value) && value.places == 0 && value.digits >= 0;
  if (row->numbered) row->stop.id = value.digits;
}

static Status type_read(Stops *s, CsvText field, StopRow *row) {
  row->depot = is_word(field, "depot");
  if (row->depot || field.bytes == 0 || is_word(field, "customer")) return OK;
  return field_fail(s, "the type depot or customer", field);
}

static Status prize_read(Stops *s, CsvText field, DraftStop *stop) {
  if (field.bytes == 0) return OK;
  stop->prized = true;
  return amount_read(s, field, &stop->prize) ? OK : field_fail(s, "a prize, a number from 0 on", field);
}

static Status load_read(Stops *s, CsvText field, Exact *amount) {
  if (field.bytes == 0 || amount_read(s, field, amount)) return OK;
  return field_fail(s, "an amount, a number from 0 on", field);
}

static Status where_read(Stops *s, CsvText field, StopColumn column, StopRow *row) {
  static const double far = 1e9;
  switch (column) {
  case STOP_LATITUDE:
    return coordinate_read(s, field, 90, &row->where[1]) ? OK
                                                         : field_fail(s, "a latitude from -90 to 90", field);
  case STOP_LONGITUDE:
    return coordinate_read(s, field, 180, &row->where[0])
               ? OK
               : field_fail(s, "a longitude from -180 to 180", field);
  case STOP_X:
    return coordinate_read(s, field, far, &row->where[0])
               ? OK
               : field_fail(s, "the x coordinate, a number", field);
  default:
    return coordinate_read(s, field, far, &row->where[1])
               ? OK
               : field_fail(s, "the y coordinate, a number", field);
  }
}

/* Of the windows beside the first. */
static Status more_read(Stops *s, CsvText field, StopColumn column, StopRow *row) {
  const bool due = column >= STOP_MORE_DUE;
  const unsigned k = column - (due ? STOP_MORE_DUE : STOP_MORE_READY);
  row->more[k].said |= field.bytes > 0;
  row->due[k] |= due && field.bytes > 0;
  return time_read(s, field, due ? "due" : "ready", due ? &row->more[k].due : &row->more[k].ready);
}

static Status field_read(Stops *s, CsvText field, StopColumn column, StopRow *row) {
  DraftStop *const stop = &row->stop;
  if (column >= STOP_MORE_READY) return more_read(s, field, column, row);
  if (column == STOP_GROUP) {
    row->group = field;
    return OK;
  }
  if (column >= STOP_PICKUP) return load_read(s, field, &stop->pickup[column - STOP_PICKUP]);
  if (column >= STOP_DELIVERY) return load_read(s, field, &stop->delivery[column - STOP_DELIVERY]);
  switch (column) {
  case STOP_ID:
    row->id = field;
    id_read(field, row);
    return OK;
  case STOP_PARTNER:
    row->partner = field;
    return OK;
  case STOP_READY:
    stop->window.said |= field.bytes > 0;
    return time_read(s, field, "ready", &stop->window.ready);
  case STOP_DUE:
    stop->window.said |= field.bytes > 0;
    return time_read(s, field, "due", &stop->window.due);
  case STOP_SERVICE:
    return time_read(s, field, "service", &stop->service);
  case STOP_RELEASE:
    return time_read(s, field, "release", &stop->release);
  case STOP_PRIZE:
    return prize_read(s, field, stop);
  case STOP_SKILLS:
    return field.bytes == 0
               ? OK
               : field_fail(s, "no skills, as vehicles of a table have none (VROOM's form has them)", field);
  case STOP_TYPE:
    return type_read(s, field, row);
  case STOP_NAME:
    return OK;
  default:
    return where_read(s, field, column, row);
  }
}

/* ---- rows ---- */

static StopColumn column_at(const Stops *s, int k) {
  int column = 0;
  while (column < STOP_COLUMNS && s->column[column] != k) column++;
  return (StopColumn)column;
}

static Status window_settle(const Stops *s, DraftWindow *window, bool due) {
  static const Exact never = {INT64_C(1000000000000000), 0};
  if (window->said && !due) window->due = never;
  const int32_t places =
      window->ready.places > window->due.places ? window->ready.places : window->due.places;
  int64_t first, last;
  if (!exact_units(window->ready, places, &first) || !exact_units(window->due, places, &last) ||
      first <= last)
    return OK;
  FAIL(ERR_FORMAT, "%s:%d: expected a due time that is not before the ready time, found an earlier one",
       s->text.path, s->text.line);
}

static Status row_read(Stops *s, CsvText text, StopRow *row) {
  const uint32_t fields = table_fields(&s->text, text);
  bool due = false;
  CsvText field;
  if (fields != s->fields)
    FAIL(ERR_FORMAT, "%s:%d: expected %u fields as in the first line, found %u", s->text.path, s->text.line,
         s->fields, fields);
  row->stop.line = s->text.line;
  for (int k = 0; table_field(&s->text, &text, &field); k++) {
    const StopColumn column = column_at(s, k);
    const bool called = (column == STOP_ID || column == STOP_NAME) && is_word(field, "depot");
    if (column == STOP_COLUMNS) continue;
    if (called && !has(s, STOP_TYPE) && !s->draft.places) {
      row->depot = true;
      s->draft.places = 1; /* the first one counts */
    }
    due |= column == STOP_DUE && field.bytes > 0;
    TRY(field_read(s, field, column, row));
  }
  TRY(window_settle(s, &row->stop.window, due));
  for (int w = 0; w < STOP_WINDOWS_MAX; w++) TRY(window_settle(s, &row->more[w], row->due[w]));
  return stops_windows_settle(s, row);
}

Status stops_rows_read(Stops *s) {
  CsvText text;
  for (int32_t k = 0; table_row(&s->text, &text); k++) {
    StopRow row = {0};
    if (k % HALT_ROWS == 0) TRY(halt_check("the reading of stops"));
    if (k == ROUTES_PLACES_MAX)
      FAIL(ERR_FORMAT, "%s:%d: expected at most %d stops, found more", s->text.path, s->text.line,
           ROUTES_PLACES_MAX);
    TRY(row_read(s, text, &row));
    TRY(draft_grow(&s->draft, &s->row, &s->rows, sizeof row));
    s->row[k] = row;
  }
  s->draft.places = s->rows;
  if (s->rows >= 2) return OK;
  FAIL(ERR_FORMAT, "%s:%d: expected a depot and a customer, found %d row%s", s->text.path, s->text.line,
       s->rows, s->rows == 1 ? "" : "s");
}

void stops_depots_find(Stops *s) {
  bool any = false;
  for (int32_t k = 0; k < s->rows; k++) any |= s->row[k].depot;
  if (!any) s->row[0].depot = true;
  s->numbered = has(s, STOP_ID);
  for (int32_t k = 0; k < s->rows; k++) s->numbered &= s->row[k].depot || s->row[k].numbered;
}

/* ---- pairs ---- */

static int texts_compare(CsvText a, CsvText b) {
  const int order = memcmp(a.at, b.at, a.bytes < b.bytes ? a.bytes : b.bytes);
  return order ? order : (a.bytes > b.bytes) - (a.bytes < b.bytes);
}

static int rows_compare(const void *a, const void *b) {
  const StopRow *const *first = a, *const *second = b;
  return texts_compare((*first)->id, (*second)->id);
}

static int id_compare(const void *key, const void *row) {
  const StopRow *const *found = row;
  return texts_compare(*(const CsvText *)key, (*found)->id);
}

static Status pair_fail(const Stops *s, const StopRow *row, const char *expected) {
  FAIL(ERR_FORMAT, "%s:%d: pickup_at: expected %s, found '%.*s'", s->text.path, row->stop.line, expected,
       table_shown(row->partner), row->partner.at);
}

static bool is_zero(const Exact *amount) {
  bool zero = true;
  for (int d = 0; d < ROUTES_LOADS_MAX; d++) zero &= amount[d].digits == 0;
  return zero;
}

/* Where both rows say an amount it is the same. */
static bool amounts_agree(const Exact *pickup, const Exact *delivery) {
  bool agree = true;
  for (int d = 0; d < ROUTES_LOADS_MAX; d++)
    agree &= !pickup[d].digits ||
             (pickup[d].digits == delivery[d].digits && pickup[d].places == delivery[d].places);
  return agree;
}

/* The goods stand in the row of the delivery; the pickup may repeat them. */
static Status pair_loads_settle(const Stops *s, StopRow *pickup, StopRow *delivery) {
  if (!is_zero(delivery->stop.pickup))
    FAIL(ERR_FORMAT, "%s:%d: expected no pickup of a delivery of a pair, found one", s->text.path,
         delivery->stop.line);
  if (!is_zero(pickup->stop.delivery))
    FAIL(ERR_FORMAT, "%s:%d: expected no demand of the pickup of line %d, found one", s->text.path,
         pickup->stop.line, delivery->stop.line);
  if (!amounts_agree(pickup->stop.pickup, delivery->stop.delivery))
    FAIL(ERR_FORMAT, "%s:%d: expected the amounts that line %d delivers, or none, found others", s->text.path,
         pickup->stop.line, delivery->stop.line);
  memcpy(pickup->stop.pickup, delivery->stop.delivery, sizeof pickup->stop.pickup);
  return OK;
}

/* The prize stands in the row of the pickup. */
static Status pair_join(Stops *s, StopRow *pickup, StopRow *delivery) {
  if (pickup->depot || delivery->depot) return pair_fail(s, delivery, "a customer and no depot");
  if (pickup == delivery || pickup->partner.bytes)
    return pair_fail(s, delivery, "the id of a stop that is no delivery of a pair");
  if (pickup->stop.role == DRAFT_PICKUP)
    return pair_fail(s, delivery,
                     "one delivery of each pickup (more are rows of their own at the same place)");
  if (delivery->stop.prized)
    FAIL(ERR_FORMAT, "%s:%d: expected the prize of a pair in the row of its pickup, line %d, found one here",
         s->text.path, delivery->stop.line, pickup->stop.line);
  pickup->stop.role = DRAFT_PICKUP;
  pickup->stop.partner = (int32_t)(delivery - s->row);
  delivery->stop.role = DRAFT_DELIVERY;
  delivery->stop.partner = (int32_t)(pickup - s->row);
  delivery->stop.prized = pickup->stop.prized;
  return pair_loads_settle(s, pickup, delivery);
}

static Status pairs_join(Stops *s, StopRow **sorted) {
  const size_t rows = (size_t)s->rows;
  for (size_t k = 0; k < rows; k++) sorted[k] = &s->row[k];
  qsort(sorted, rows, sizeof(StopRow *), rows_compare);
  for (int32_t k = 0; k < s->rows; k++) {
    StopRow *const delivery = &s->row[k];
    if (!delivery->partner.bytes) continue;
    StopRow *const *found = bsearch(&delivery->partner, sorted, rows, sizeof(StopRow *), id_compare);
    if (!found) return pair_fail(s, delivery, "the id of the stop where the goods are picked up");
    if ((found > sorted && rows_compare(found - 1, found) == 0) ||
        (found + 1 < sorted + rows && rows_compare(found + 1, found) == 0))
      return pair_fail(s, delivery, "an id that one row has");
    TRY(pair_join(s, *found, delivery));
  }
  return OK;
}

Status stops_pairs_find(Stops *s) {
  if (!has(s, STOP_PARTNER)) return OK;
  StopRow **sorted = malloc((size_t)s->rows * sizeof *sorted);
  if (!sorted) FAIL(ERR_MEMORY, "%s: no memory for %d rows", s->text.path, s->rows);
  const Status status = pairs_join(s, sorted);
  free(sorted);
  return status;
}
