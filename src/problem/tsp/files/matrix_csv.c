/* Tables as text, and distances as a square of numbers. */
#include <math.h>
#include <stdlib.h>
#include "c_locale.h"
#include "halt.h"
#include "io/csv.h"
#include "io/decimal.h"
#include "problem/tsp/tsp.h"
#include "problem/tsp/tsp_options.h"
#include "status.h"
#include "tsp_files.h"

/* ---- tables as text ---- */

enum { TABLE_SHOWN_MAX = 40 /* bytes of a row or field in a message */ };

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

/* ---- square of numbers ---- */

/* The numbers are written one after the other, and read as a FULL_MATRIX is. */

/* ---- is it one ---- */

/* What stands on a diagonal in place of a number. */
static bool is_no_value(CsvText field) {
  static const char *const words[] = {"", "-", "inf", "-inf", "nan", "na", "none"};
  for (size_t k = 0; k < sizeof words / sizeof *words; k++)
    if (strlen(words[k]) == field.bytes && c_strncasecmp(words[k], field.at, field.bytes) == 0) return true;
  return false;
}

/* Numbers among the fields of a row from `skip` on, but for the one on the diagonal; -1: another text is among them. */
static int32_t numbers_of(const TableText *t, CsvText row, int32_t skip, int32_t diagonal) {
  CsvText field;
  double value;
  int32_t count = 0;
  for (int32_t k = 0; table_field(t, &row, &field); k++) {
    if (k < skip) continue;
    if (!table_number(field, &value) && (k - skip != diagonal || !is_no_value(field))) return -1;
    count++;
  }
  return count;
}

static bool text_same(CsvText a, CsvText b) { return a.bytes == b.bytes && memcmp(a.at, b.at, a.bytes) == 0; }

/* Whether the row begins with the next name of the head, which then begins behind it. */
static bool label_next(const TableText *t, CsvText *head, CsvText row) {
  CsvText name, label;
  return table_field(t, head, &name) && table_field(t, &row, &label) && text_same(name, label);
}

/* n rows from here on are numbers, and no more. head: names that they begin with; at NULL: none. */
static bool rows_are_numbers(TableText t, int32_t n, CsvText head) {
  const bool labeled = head.at != NULL;
  CsvText row;
  for (int32_t k = 0; k < n && !halt_poll(); k++) {
    if (!table_row(&t, &row) || (labeled && !label_next(&t, &head, row))) return false;
    if (numbers_of(&t, row, labeled, k) != n) return false;
  }
  return !table_row(&t, &row);
}

/* Is any of the fields no number? */
static bool has_words(const TableText *t, CsvText row) {
  CsvText field;
  double value;
  while (table_field(t, &row, &field))
    if (!table_number(field, &value)) return true;
  return false;
}

/* Without the corner, which is empty or a name of its own; of blanks it leaves nothing. at NULL: the corner is meant as a number. */
static CsvText head_names(const TableText *t, CsvText head) {
  CsvText corner = {NULL, 0};
  double value;
  if (t->separator == ' ') return head;
  (void)table_field(t, &head, &corner);
  const bool value_like = table_number(corner, &value) || (corner.bytes && is_no_value(corner));
  return value_like ? (CsvText){NULL, 0} : head;
}

/* 0 1 2 ..., as some programs number rows and columns. */
static bool is_count(const TableText *t, CsvText names) {
  CsvText field;
  double value;
  for (int32_t k = 0; table_field(t, &names, &field); k++)
    if (!table_number(field, &value) || value != k) return false;
  return true;
}

Square square_find(TableText t) {
  static const CsvText none;
  CsvText head;
  TableText all = t;
  if (!table_row(&t, &head)) return (Square){.n = 0};
  const int32_t fields = (int32_t)table_fields(&t, head);
  const CsvText names = head_names(&t, head);
  const int32_t labels = names.at ? (int32_t)table_fields(&t, names) : 0;
  const bool plain = rows_are_numbers(all, fields, none);
  const bool labeled = labels > 0 && rows_are_numbers(t, labels, names);
  if (labeled) return (Square){labels, true, true, plain && !is_count(&t, names)};
  if (plain) return (Square){.n = fields};
  const bool named = has_words(&t, head) && rows_are_numbers(t, fields, none);
  return (Square){.n = named ? fields : 0, .named = named};
}

/* The k-th number of the row; NaN: it is none. */
static double number_at(const TableText *t, CsvText row, int32_t k) {
  CsvText field = {NULL, 0};
  double value;
  while (k-- >= 0 && table_field(t, &row, &field)) continue;
  return table_number(field, &value) ? value : NAN;
}

bool square_is_plain(TableText t, Square s) {
  CsvText row;
  double first = NAN, here;
  for (int32_t k = 0; k < s.n && table_row(&t, &row); k++, first = k == 1 ? here : first) {
    here = number_at(&t, row, k);
    if (k > 0 && here != first && !(isnan(here) && isnan(first))) return false;
  }
  return s.n > 2 && !s.named;
}

/* ---- its numbers ---- */

typedef struct Numbers { /* the fields with blanks between them, a row a line */
  char *text;            /* owned */
  size_t bytes;
} Numbers;

static void field_put(Numbers *out, CsvText field, char after) {
  if (field.bytes) memcpy(out->text + out->bytes, field.at, field.bytes);
  out->bytes += field.bytes;
  out->text[out->bytes++] = after;
}

/* What stands on the diagonal means nothing. */
static void row_put(Numbers *out, const TableText *t, CsvText row, Square s, int32_t k) {
  CsvText field;
  if (s.labeled) (void)table_field(t, &row, &field);
  for (int32_t j = 0; j < s.n && table_field(t, &row, &field); j++)
    field_put(out, j == k ? (CsvText){"0", 1} : field, j + 1 < s.n ? ' ' : '\n');
}

/* The lines are those of the file, so that messages name them. */
static Status numbers_make(TableText *t, Square s, Numbers *out) {
  CsvText row;
  out->text = malloc(t->rest.bytes + 2 * (size_t)s.n + 2);
  if (!out->text) FAIL(ERR_MEMORY, "%s: no memory for a matrix of %d cities", t->path, s.n);
  for (int32_t k = 0, line = t->line; k < s.n && table_row(t, &row); k++, line = t->line) {
    for (; k && line + 1 < t->line; line++) out->text[out->bytes++] = '\n';
    row_put(out, t, row, s, k);
  }
  return OK;
}

static Status names_make(const TableText *t, CsvText head, Square s, NameList *names) {
  CsvText field;
  CsvText rest = s.labeled ? head_names(t, head) : head;
  for (int32_t k = 0; k < s.n && table_field(t, &rest, &field); k++) TRY(names_add(t, field, names));
  return OK;
}

static Status numbers_read(Lexer *lx, Square s, const TspSettings *settings, TspInstance *tsp) {
  const MatrixRules rules = {.most = DISTANCE_MAX,
                             .least = settings ? settings->missing : 0,
                             .directed = true,
                             .scale = settings ? settings->scale : 0};
  TRY(tsplib_read_matrix(lx, matrix_format_find("FULL_MATRIX"), s.n, &rules, tsp->matrix,
                         &tsp->head.decimals));
  tsp->missing = rules.least ? MISSING_COST : 0;
  tsp->scale = rules.scale;
  tsp_matrix_settle(tsp);
  TRY(tsp_directed_check(lx->path, tsp));
  return tsp_edges_check(lx->path, tsp);
}

Status square_parse(TableText t, Square s, const TspSettings *settings, Instance **out) {
  Numbers numbers = {NULL, 0};
  NameList names = {NULL, 0, 0};
  Instance *inst = NULL;
  Status status = OK;
  CsvText head;
  if (s.ambiguous)
    FAIL(ERR_FORMAT,
         "%s:%d: expected a matrix, or one with names in its first row and column, found a table that is "
         "both: write 0 "
         "on the diagonal, or a word into the first field",
         t.path, t.line + 1);
  if (s.named && table_row(&t, &head)) TRY_GOTO(names_make(&t, head, s, &names), cleanup);
  TableText ahead = t;
  (void)table_row(&ahead, &head);
  TRY_GOTO(tsp_alloc(METRIC_DIRECTED, s.n, &inst), cleanup);
  TRY_GOTO(numbers_make(&t, s, &numbers), cleanup);
  Lexer lx = {.path = t.path, .at = numbers.text, .end = numbers.text + numbers.bytes, .line = ahead.line};
  TRY_GOTO(numbers_read(&lx, s, settings, (TspInstance *)inst), cleanup);
  ((TspInstance *)inst)->names = names.text;
  names.text = NULL;
  *out = inst;
  inst = NULL;
cleanup : {
  free(names.text);
  free(numbers.text);
  instance_free(inst);
}
  return status;
}
