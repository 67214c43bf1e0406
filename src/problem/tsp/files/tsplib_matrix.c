/* Data sections and matrices of TSPLIB's files, of tours and of routes. */
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "c_locale.h"
#include "cost.h"
#include "halt.h"
#include "instance.h"
#include "io/decimal.h"
#include "io/lexer.h"
#include "problem/tsp/tsp.h"
#include "tsp_files.h"

/* ---- data sections ---- */

/* `count` of `what` need `least` bytes each, but for the last line's end. */
static Status expect_bytes(const Lexer *lx, long long count, long long least, const char *what) {
  long long left = lx->end - lx->at;
  if (count <= (left + 1) / least) return OK;
  FAIL(ERR_FORMAT, "%s:%d: expected %lld %s, found the end of the file after %lld bytes", lx->path, lx->line,
       count, what, left);
}

Status tsplib_expect_cities(const Lexer *lx, int32_t n) { return expect_bytes(lx, n, 6, "cities"); }

static Status read_city(Lexer *lx, int32_t n, int32_t k, long long *city, double *x, double *y, double *z) {
  lexer_skip_space(lx);
  if (!lexer_integer(lx, 1, n, city))
    return lexer_fail(lx, "city %d of %d: a number from 1 to %d", k + 1, n, n);
  if (!lexer_number(lx, x)) return lexer_fail(lx, "the x coordinate of city %lld", *city);
  if (!lexer_number(lx, y)) return lexer_fail(lx, "the y coordinate of city %lld", *city);
  if (z && !lexer_number(lx, z)) return lexer_fail(lx, "the z coordinate of city %lld", *city);
  return lexer_line_end(lx);
}

Status tsplib_read_cities(Lexer *lx, int32_t n, double *x, double *y, double *z) {
  for (int32_t c = 0; x && c < n; c++) x[c] = NAN; /* no value that can be read: not set yet */
  for (int32_t k = 0; k < n && !halt_poll(); k++) {
    long long city;
    double cx, cy, cz = 0;
    TRY(read_city(lx, n, k, &city, &cx, &cy, z ? &cz : NULL));
    if (!x) continue;
    if (!isnan(x[city - 1]))
      FAIL(ERR_FORMAT, "%s:%d: expected each city once, found city %lld again", lx->path, lx->line, city);
    x[city - 1] = cx;
    y[city - 1] = cy;
    if (z) z[city - 1] = cz;
  }
  return halt_after("the reading of cities");
}

/* The largest distance in a box of this width, height and depth, before rounding. */
double tsplib_length(Metric metric, double width, double height, double depth) {
  switch (metric) {
  case METRIC_MAN_2D:
  case METRIC_MAN_3D:
    return width + height + depth;
  case METRIC_MAX_2D:
  case METRIC_MAX_3D:
    return fmax(fmax(width, height), depth);
  case METRIC_ATT:
    return hypot(width, height) / sqrt(10.0);
  default:
    return hypot(hypot(width, height), depth);
  }
}

/* The globe limits GEO's distances; degrees beyond these are not on it. */
static Status check_globe(int32_t n, const double *x, const double *y) {
  for (int32_t c = 0; c < n; c++)
    if (fabs(x[c]) > 90 || fabs(y[c]) > 360)
      FAIL(ERR_FORMAT, "expected latitudes to 90 and longitudes to 360, found %g, %g of city %d", x[c], y[c],
           c + 1);
  return OK;
}

static double extent(const double *v, int32_t n) {
  double low = v ? v[0] : 0, high = low;
  for (int32_t c = 1; v && c < n; c++) {
    low = v[c] < low ? v[c] : low;
    high = v[c] > high ? v[c] : high;
  }
  return high - low;
}

double tsplib_span(const TspInstance *tsp) {
  const int32_t n = tsp->head.n;
  return tsplib_length(tsp->metric, extent(tsp->x, n), extent(tsp->y, n), extent(tsp->z, n));
}

Status tsp_check_span(const TspInstance *tsp) {
  const int32_t n = tsp->head.n;
  if (metric_on_sphere(tsp->metric)) return check_globe(n, tsp->x, tsp->y);
  const double span = tsplib_span(tsp);
  if (span + 1 > DISTANCE_MAX)
    FAIL(ERR_FORMAT, "expected distances up to %d, found cities in a box that spans %g", DISTANCE_MAX, span);
  return OK;
}

Status tsplib_check_span(const Lexer *lx, const TspInstance *tsp) {
  char place[PATH_MAX + 16];
  snprintf(place, sizeof place, "%.*s:%d", PATH_MAX, lx->path, lx->line);
  return status_at(place, tsp_check_span(tsp));
}

/* ---- matrices ---- */

/* Whole numbers take one pass. At the first entry with a decimal point the matrix is read anew: a pass finds how many
 * decimals there are, the next one takes the entries in units of them. */

/* A column of a triangle is a row of the other triangle, as the matrix is symmetric. */
static const MatrixFormat formats[] = {
    {"FULL_MATRIX", {0, 0, 0}, {0, 0, 1}},    {"UPPER_ROW", {1, 1, 0}, {0, 0, 1}},
    {"LOWER_ROW", {0, 0, 0}, {1, 0, 0}},      {"UPPER_DIAG_ROW", {1, 0, 0}, {0, 0, 1}},
    {"LOWER_DIAG_ROW", {0, 0, 0}, {1, 1, 0}}, {"UPPER_COL", {0, 0, 0}, {1, 0, 0}},
    {"LOWER_COL", {1, 1, 0}, {0, 0, 1}},      {"UPPER_DIAG_COL", {0, 0, 0}, {1, 1, 0}},
    {"LOWER_DIAG_COL", {1, 0, 0}, {0, 0, 1}}, {"FUNCTION", {0, 0, 0}, {0, 0, 0}},
};

const MatrixFormat *matrix_format_find(const char *name) {
  for (size_t f = 0; f < sizeof formats / sizeof *formats; f++)
    if (c_strcasecmp(formats[f].name, name) == 0) return &formats[f];
  return NULL;
}

static int32_t first_column(const MatrixFormat *f, int32_t i, int32_t n) {
  return f->first.i * i + f->first.one + f->first.n * n;
}

static int32_t last_column(const MatrixFormat *f, int32_t i, int32_t n) {
  return f->last.i * i + f->last.one + f->last.n * n;
}

static long long matrix_entries(const MatrixFormat *f, int32_t n) {
  const long long ends = first_column(f, 0, n) + (long long)first_column(f, n - 1, n);
  return (last_column(f, 0, n) + (long long)last_column(f, n - 1, n) - ends) * n /
         2; /* both are linear in i */
}

static bool is_full(const MatrixFormat *format) { return format->first.i == 0 && format->last.n == 1; }

/* ---- how many numbers there are ---- */

static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static size_t token_bytes(const Lexer *lx) {
  const char *p = lx->at;
  while (p < lx->end && !is_space(*p)) p++;
  return (size_t)(p - lx->at);
}

static bool is_letter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_'; }

/* inf, nan and their like, with a sign perhaps: what may stand on a diagonal. */
static bool is_no_value(const char *at, size_t bytes) {
  static const char *const words[] = {"inf", "infinity", "nan", "none", "na"};
  if (bytes && (*at == '-' || *at == '+')) {
    at++;
    bytes--;
  }
  for (size_t k = 0; k < sizeof words / sizeof *words; k++)
    if (strlen(words[k]) == bytes && c_strncasecmp(words[k], at, bytes) == 0) return true;
  return false;
}

/* A text that is meant as a number, whatever is wrong with it: `most` are looked for. */
static long long tokens_count(Lexer *lx, long long most) {
  long long count = 0;
  for (; count < most && !halt_poll(); count++) {
    lexer_skip_space(lx);
    const size_t bytes = token_bytes(lx);
    if (bytes == 0 || (is_letter(*lx->at) && !is_no_value(lx->at, bytes))) return count;
    lx->at += bytes;
  }
  return count;
}

Status tsplib_expect_matrix(const Lexer *lx, const MatrixFormat *format, int32_t n) {
  const long long entries = matrix_entries(format, n);
  char found[LEXER_FOUND_MAX];
  Lexer ahead = *lx;
  const long long count = tokens_count(&ahead, entries);
  if (count == entries) return OK;
  TRY(halt_after("the reading of weights"));
  lexer_found(&ahead, found, sizeof found);
  FAIL(ERR_FORMAT, "%s:%d: expected %lld numbers, found %lld and then %s", lx->path, ahead.line, entries,
       count, found);
}

/* ---- entries ---- */

typedef struct Taking {
  const MatrixRules *rules;
  const MatrixFormat *format;
  int32_t n, decimals; /* of the units; -1: whole numbers, until one is not */
  bool pointed;        /* an entry is no whole number */
  int32_t *matrix;
} Taking;

/* What means that there is no edge becomes so. */
static bool missing_take(const MatrixRules *rules, double value, long long *weight) {
  if (!rules->least || (value >= 0 && value < rules->least)) return false;
  *weight = MISSING_COST;
  return true;
}

/* A number in units of 10^-decimals. False: it is none, and `at` stays. */
static bool decimal_take(const Taking *t, Lexer *lx, long long *weight) {
  const size_t bytes = token_bytes(lx);
  Lexer ahead = *lx;
  double value;
  Exact exact;
  int64_t units;
  if (!lexer_number(&ahead, &value)) return false;
  if (missing_take(t->rules, value, weight)) {
    *lx = ahead;
    return true;
  }
  if (t->rules->scale != 0) {
    if (!(fabs(value * t->rules->scale) <= t->rules->most)) return false;
    units = llround(value * t->rules->scale);
  } else if (!exact_read(lx->at, bytes, &exact) || !exact_units(exact, t->decimals, &units)) {
    return false;
  }
  *weight = units;
  *lx = ahead;
  return true;
}

/* The weight at hand. False: it is none from 0 to `most`. */
static bool weight_take(Taking *t, Lexer *lx, long long *weight) {
  const Lexer place = *lx;
  double value;
  if (t->decimals >= 0 || t->rules->scale != 0) {
    if (!decimal_take(t, lx, weight)) return false;
  } else if (!lexer_integer(lx, LLONG_MIN, LLONG_MAX, weight)) {
    t->pointed = lexer_number(lx, &value) && value != floor(value);
    *lx = place;
    return false;
  } else {
    (void)missing_take(t->rules, (double)*weight, weight);
  }
  if (*weight >= 0 && *weight <= t->rules->most) return true;
  *lx = place;
  return false;
}

static Status weight_refuse(const Taking *t, const Lexer *lx, int32_t i, int32_t j) {
  char most[COST_TEXT_MAX];
  if (t->decimals <= 0)
    return lexer_fail(lx, "a%s number from 0 to %d at (%d, %d)", t->decimals < 0 ? " whole" : "",
                      t->rules->most, i + 1, j + 1);
  return lexer_fail(
      lx,
      "a number from 0 to %s with at most %d decimals at (%d, %d), as this matrix is kept exactly "
      "in so many (round it, or multiply it)",
      cost_text(t->rules->most, t->decimals, most), t->decimals, i + 1, j + 1);
}

static Status diagonal_skip(Lexer *lx, int32_t i) {
  double value;
  const size_t bytes = token_bytes(lx);
  if (is_no_value(lx->at, bytes)) {
    lx->at += bytes;
    return OK;
  }
  return lexer_number(lx, &value) ? OK : lexer_fail(lx, "a number on the diagonal at (%d, %d)", i + 1, i + 1);
}

/* A full symmetric matrix's lower half must repeat the upper one. */
static Status entry_take(Taking *t, Lexer *lx, int32_t i, int32_t j) {
  const size_t n = (size_t)t->n, at = (size_t)i * n + (size_t)j, mirror = (size_t)j * n + (size_t)i;
  char known[COST_TEXT_MAX];
  long long weight = 0;
  lexer_skip_space(lx);
  const Lexer place = *lx;
  if (i == j) return diagonal_skip(lx, i);
  if (!weight_take(t, lx, &weight)) return t->pointed ? OK : weight_refuse(t, lx, i, j);
  if (!t->rules->directed && is_full(t->format) && j < i && weight != t->matrix[at])
    return lexer_fail(&place, "%s at (%d, %d) as at (%d, %d), %s",
                      cost_text(t->matrix[at], t->decimals > 0 ? t->decimals : 0, known), i + 1, j + 1, j + 1,
                      i + 1, t->rules->remedy);
  t->matrix[at] = (int32_t)weight;
  if (!t->rules->directed) t->matrix[mirror] = (int32_t)weight;
  return OK;
}

static Status entries_take(Taking *t, Lexer *lx) {
  const int32_t n = t->n, own = t->rules->directed ? DISTANCE_MAX : 0;
  for (int32_t i = 0; i < n && !halt_due() && !t->pointed; i++) {
    t->matrix[(size_t)i * (size_t)n + (size_t)i] = own;
    for (int32_t j = first_column(t->format, i, n); j < last_column(t->format, i, n) && !t->pointed; j++)
      TRY(entry_take(t, lx, i, j));
  }
  return halt_after("the reading of weights");
}

/* ---- decimals ---- */

/* The decimals of the entry at hand, which is beside the diagonal. What is no number is left to the next pass. */
static Status entry_decimals(const MatrixRules *rules, const Lexer *lx, int32_t i, int32_t j, int32_t *most) {
  Exact exact;
  double value;
  long long none;
  Lexer ahead = *lx;
  if (!lexer_number(&ahead, &value) || missing_take(rules, value, &none)) return OK;
  if (!exact_read(lx->at, token_bytes(lx), &exact) || exact.places > MATRIX_DECIMALS_MAX)
    return lexer_fail(lx, "a number of at most %d decimals at (%d, %d), or --scale F to multiply and round",
                      MATRIX_DECIMALS_MAX, i + 1, j + 1);
  if (exact.places > *most) *most = exact.places;
  return OK;
}

static Status decimals_find(Lexer lx, const Taking *t, int32_t *most) {
  const int32_t n = t->n;
  *most = 0;
  for (int32_t i = 0; i < n && !halt_due(); i++)
    for (int32_t j = first_column(t->format, i, n); j < last_column(t->format, i, n); j++) {
      lexer_skip_space(&lx);
      if (i != j) TRY(entry_decimals(t->rules, &lx, i, j, most));
      lx.at += token_bytes(&lx);
    }
  return halt_after("the reading of weights");
}

/* Numbers that follow the matrix are none of it. */
static Status end_check(const Lexer *lx, long long entries) {
  Lexer ahead = *lx;
  lexer_skip_space(&ahead);
  const Lexer place = ahead;
  if (ahead.at == ahead.end || !strchr("+-.0123456789", *ahead.at) || !*ahead.at) return OK;
  const long long more = tokens_count(&ahead, LLONG_MAX);
  FAIL(ERR_FORMAT, "%s:%d: expected %lld numbers, found %lld", place.path, place.line, entries,
       entries + more);
}

Status tsplib_read_matrix(Lexer *lx, const MatrixFormat *format, int32_t n, const MatrixRules *rules,
                          int32_t *matrix, int32_t *decimals) {
  const Lexer begin = *lx;
  Taking t = {.rules = rules, .format = format, .n = n, .decimals = -1, .matrix = matrix};
  TRY(entries_take(&t, lx));
  if (t.pointed) {
    *lx = begin;
    t.pointed = false;
    TRY(decimals_find(begin, &t, &t.decimals));
    TRY(entries_take(&t, lx));
  }
  *decimals = t.decimals > 0 ? t.decimals : 0;
  return end_check(lx, matrix_entries(format, n));
}
