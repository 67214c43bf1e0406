/* TSPLIB's data sections: see tsplib_data.h. */
#include "tsplib_data.h"

#include <limits.h>
#include <math.h>
#include <string.h>
#include "halt.h"
#include "tsp.h"
#include "tsp_edges.h"

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
    if (strcmp(formats[f].name, name) == 0) return &formats[f];
  return NULL;
}

static int32_t first_column(const MatrixFormat *f, int32_t i, int32_t n) {
  return f->first.i * i + f->first.one + f->first.n * n;
}

static int32_t last_column(const MatrixFormat *f, int32_t i, int32_t n) {
  return f->last.i * i + f->last.one + f->last.n * n;
}

static long long matrix_entries(const MatrixFormat *f, int32_t n) {
  long long ends = first_column(f, 0, n) + (long long)first_column(f, n - 1, n);
  return (last_column(f, 0, n) + (long long)last_column(f, n - 1, n) - ends) * n /
         2; /* both are linear in i */
}

/* `count` of `what` need `least` bytes each, but for the last line's end. */
static Status expect_bytes(const Lexer *lx, long long count, long long least, const char *what) {
  long long left = lx->end - lx->at;
  if (count <= (left + 1) / least) return OK;
  FAIL(ERR_FORMAT, "%s:%d: expected %lld %s, found the end of the file after %lld bytes", lx->path, lx->line,
       count, what, left);
}

Status tsplib_expect_cities(const Lexer *lx, int32_t n) { return expect_bytes(lx, n, 6, "cities"); }

Status tsplib_expect_matrix(const Lexer *lx, const MatrixFormat *format, int32_t n) {
  return expect_bytes(lx, matrix_entries(format, n), 2, "weights");
}

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
    x[city - 1] = cx, y[city - 1] = cy;
    if (z) z[city - 1] = cz;
  }
  return halt_after("the reading of cities");
}

/* Entry (i, j), 0-based; a full matrix's lower half must repeat the upper one. */
/* Any number, if some are no edges. Else from low to high. */
static bool read_weight(Lexer *lx, long long low, long long high, uint32_t least, long long *weight) {
  const Lexer place = *lx;
  if (!least) return lexer_integer(lx, low, high, weight);
  if (!lexer_integer(lx, LLONG_MIN, LLONG_MAX, weight)) return false;
  const bool none = *weight < 0 || *weight >= least;
  if (none) *weight = MISSING_COST;
  if (none || (*weight >= low && *weight <= high)) return true;
  return *lx = place, false;
}

static Status read_entry(Lexer *lx, int32_t n, int32_t i, int32_t j, bool repeats, int32_t most,
                         uint32_t least, int32_t *matrix) {
  int32_t *entry = &matrix[(size_t)i * (size_t)n + (size_t)j],
          *mirror = &matrix[(size_t)j * (size_t)n + (size_t)i];
  long long weight, low = repeats ? *mirror : 0, high = repeats ? *mirror : i == j ? 0 : most;
  lexer_skip_space(lx);
  const Lexer place = *lx;
  const bool read = read_weight(lx, low, high, i == j ? 0 : least, &weight);
  if (!read || (repeats && weight != *mirror)) {
    *lx = place;
    if (repeats)
      return lexer_fail(lx, "%d at (%d, %d) as at (%d, %d), or TYPE ATSP for an asymmetric matrix", *mirror,
                        i + 1, j + 1, j + 1, i + 1);
    if (i == j) return lexer_fail(lx, "0 on the diagonal at (%d, %d)", i + 1, j + 1);
    return lexer_fail(lx, "a whole number from 0 to %d at (%d, %d)", most, i + 1, j + 1);
  }
  *entry = *mirror = (int32_t)weight;
  return OK;
}

Status tsplib_read_matrix(Lexer *lx, const MatrixFormat *format, int32_t n, int32_t most, uint32_t least,
                          int32_t *matrix) {
  bool full = format->first.i == 0 && format->last.n == 1;
  for (int32_t i = 0; i < n && !halt_due(); i++) {
    matrix[(size_t)i * (size_t)n + (size_t)i] = 0;
    for (int32_t j = first_column(format, i, n); j < last_column(format, i, n); j++)
      TRY(read_entry(lx, n, i, j, full && j < i, most, least, matrix));
  }
  return halt_after("the reading of weights");
}

static Status read_arc(Lexer *lx, int32_t i, int32_t j, uint32_t least, int32_t *entry) {
  long long weight;
  lexer_skip_space(lx);
  if (i == j && lexer_integer(lx, LLONG_MIN, LLONG_MAX, &weight)) return *entry = DISTANCE_MAX, OK;
  if (i == j) return lexer_fail(lx, "a whole number on the diagonal at (%d, %d)", i + 1, j + 1);
  if (!read_weight(lx, 0, DIRECTED_MAX, least, &weight))
    return lexer_fail(lx, "a whole number from 0 to %d at (%d, %d)", DIRECTED_MAX, i + 1, j + 1);
  return *entry = (int32_t)weight, OK;
}

Status tsplib_read_directed(Lexer *lx, int32_t n, uint32_t least, int32_t *matrix) {
  for (int32_t i = 0; i < n && !halt_due(); i++)
    for (int32_t j = 0; j < n; j++)
      TRY(read_arc(lx, i, j, least, &matrix[(size_t)i * (size_t)n + (size_t)j]));
  return halt_after("the reading of weights");
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
  for (int32_t c = 1; v && c < n; c++) low = v[c] < low ? v[c] : low, high = v[c] > high ? v[c] : high;
  return high - low;
}

double tsplib_span(const TspInstance *tsp) {
  const int32_t n = tsp->head.n;
  return tsplib_length(tsp->metric, extent(tsp->x, n), extent(tsp->y, n), extent(tsp->z, n));
}

Status tsp_check_span(const TspInstance *tsp) {
  const int32_t n = tsp->head.n;
  if (tsp->metric == METRIC_GEO || tsp->metric == METRIC_GEOM) return check_globe(n, tsp->x, tsp->y);
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
