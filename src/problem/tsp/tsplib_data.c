/* TSPLIB's data sections: see tsplib_data.h. */
#include "tsplib_data.h"

#include <limits.h>
#include <math.h>
#include "halt.h"
#include "tsp.h"

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
