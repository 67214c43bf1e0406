/* The data sections of .vrp files: see vrp_data.h. Step 2 of the flow. */
#include "vrp_data.h"

#include <string.h>
#include "halt.h"

enum { EXPONENT_MAX = 1000 };

typedef struct Digits { /* mantissa * 10^zeros * 10^power: zeros count once another digit follows */
  uint64_t mantissa;
  int64_t zeros, power;
  int64_t count, kept; /* digits, and those of the mantissa */
} Digits;

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static void digit_keep(Digits *d, char digit) {
  for (; d->zeros > 0 && d->kept > 0; d->zeros--, d->kept++)
    if (d->kept < VRP_PLACES_MAX) d->mantissa *= 10;
  if (d->kept < VRP_PLACES_MAX) d->mantissa = d->mantissa * 10 + (uint64_t)(digit - '0');
  d->zeros = 0, d->kept++;
}

static const char *digits_scan(const char *p, const char *end, bool fraction, Digits *d) {
  for (; p < end && is_digit(*p); p++, d->count++, d->power -= fraction)
    if (*p == '0')
      d->zeros++;
    else
      digit_keep(d, *p);
  return p;
}

/* [e|E [+|-] digits]; NULL if the digits are missing. */
static const char *exponent_scan(const char *p, const char *end, Digits *d) {
  if (p == end || (*p != 'e' && *p != 'E')) return p;
  const bool negative = ++p < end && *p == '-';
  if (p < end && (*p == '-' || *p == '+')) p++;
  if (p == end || !is_digit(*p)) return NULL;
  int32_t exponent = 0;
  for (; p < end && is_digit(*p); p++)
    if (exponent < EXPONENT_MAX) exponent = exponent * 10 + (*p - '0');
  d->power += negative ? -exponent : exponent;
  return p;
}

/* The shortest form. False: it has too many digits. */
static bool digits_value(Digits d, VrpNumber *value) {
  if (d.kept > VRP_PLACES_MAX) return false;
  d.power = d.kept == 0 ? 0 : d.power + d.zeros;
  for (; d.power > 0 && d.kept < VRP_PLACES_MAX; d.kept++) d.mantissa *= 10, d.power--;
  if (d.power > 0 || d.power < -VRP_PLACES_MAX) return false;
  value->mantissa = (int64_t)d.mantissa, value->places = (int32_t)-d.power;
  return true;
}

bool vrp_number(Lexer *lx, VrpNumber *value) {
  Digits d = {0};
  lexer_skip_blanks(lx);
  const char *p = lx->at, *end = lx->end;
  const bool negative = p < end && *p == '-';
  if (p < end && (*p == '-' || *p == '+')) p++;
  p = digits_scan(p, end, false, &d);
  value->pointed = p < end && *p == '.';
  if (value->pointed) p = digits_scan(p + 1, end, true, &d);
  if (d.count == 0 || !(p = exponent_scan(p, end, &d))) return false;
  if ((p < end && !memchr(" \t\r\v\f\n", *p, 6)) || !digits_value(d, value)) return false;
  if (negative) value->mantissa = -value->mantissa;
  lx->at = p;
  return true;
}

Status vrp_read_time(Lexer *lx, const char *what, long long node, VrpNumber *value) {
  lexer_skip_blanks(lx);
  const Lexer place = *lx;
  if (vrp_number(lx, value) && value->mantissa >= 0) return OK;
  return lexer_fail(&place, "the %s of node %lld, not negative", what, node);
}

Status vrp_expect(const Lexer *lx, int32_t nodes, int32_t least) {
  const long long left = lx->end - lx->at;
  if (nodes <= (left + 1) / least) return OK; /* the last line may lack its end */
  FAIL(ERR_FORMAT, "%s:%d: expected %d nodes, found the end of the file after %lld bytes", lx->path, lx->line,
       nodes, left);
}

/* The number that a line of a section begins with. */
static Status read_node(Lexer *lx, int32_t nodes, int32_t k, long long *node) {
  lexer_skip_space(lx);
  if (lexer_integer(lx, 1, nodes, node)) return OK;
  return lexer_fail(lx, "node %d of %d: a number from 1 to %d", k + 1, nodes, nodes);
}

static Status once(const Lexer *lx, bool seen, long long node) {
  if (!seen) return OK;
  FAIL(ERR_FORMAT, "%s:%d: expected each node once, found node %lld again", lx->path, lx->line, node);
}

Status vrp_read_coordinates(Lexer *lx, int32_t nodes, VrpNumber *x, VrpNumber *y, VrpNumber *z) {
  for (int32_t v = 0; v < nodes; v++) x[v].places = -1; /* not seen yet */
  for (int32_t k = 0; k < nodes && !halt_poll(); k++) {
    VrpNumber cx, cy, cz;
    long long node;
    TRY(read_node(lx, nodes, k, &node));
    TRY(once(lx, x[node - 1].places >= 0, node));
    if (!vrp_number(lx, &cx)) return lexer_fail(lx, "the x coordinate of node %lld", node);
    if (!vrp_number(lx, &cy)) return lexer_fail(lx, "the y coordinate of node %lld", node);
    if (z && !vrp_number(lx, &cz)) return lexer_fail(lx, "the z coordinate of node %lld", node);
    TRY(lexer_line_end(lx));
    x[node - 1] = cx, y[node - 1] = cy;
    if (z) z[node - 1] = cz;
  }
  return halt_after("the reading of coordinates");
}

Status vrp_read_demands(Lexer *lx, int32_t nodes, VrpNumber *demand, int *line) {
  for (int32_t v = 0; v < nodes; v++) line[v] = 0;
  for (int32_t k = 0; k < nodes && !halt_poll(); k++) {
    long long node;
    TRY(read_node(lx, nodes, k, &node));
    TRY(once(lx, line[node - 1] > 0, node));
    TRY(vrp_read_time(lx, "demand", node, &demand[node - 1]));
    line[node - 1] = lx->line;
    TRY(lexer_line_end(lx));
  }
  return halt_after("the reading of demands");
}

/* The part of a node's line that a section adds to `stop`. */
typedef Status (*StopReader)(Lexer *lx, long long node, VrpStop *stop);

static Status read_stops(Lexer *lx, int32_t nodes, StopReader reader, VrpStop *stop) {
  for (int32_t k = 0; k < nodes && !halt_poll(); k++) {
    long long node;
    TRY(read_node(lx, nodes, k, &node));
    TRY(reader(lx, node, &stop[node - 1]));
    TRY(lexer_line_end(lx));
  }
  return OK;
}

static Status read_window(Lexer *lx, long long node, VrpStop *stop) {
  TRY(once(lx, stop->window_line > 0, node));
  stop->window_line = lx->line;
  TRY(vrp_read_time(lx, "ready time", node, &stop->ready));
  return vrp_read_time(lx, "due time", node, &stop->due);
}

Status vrp_read_windows(Lexer *lx, int32_t nodes, VrpStop *stop) {
  TRY(read_stops(lx, nodes, read_window, stop));
  return halt_after("the reading of time windows");
}

static Status read_service(Lexer *lx, long long node, VrpStop *stop) {
  TRY(once(lx, stop->service_line > 0, node));
  stop->service_line = lx->line;
  return vrp_read_time(lx, "service time", node, &stop->service);
}

Status vrp_read_services(Lexer *lx, int32_t nodes, VrpStop *stop) {
  TRY(read_stops(lx, nodes, read_service, stop));
  return halt_after("the reading of service times");
}

static bool at_number(const Lexer *lx) {
  return lx->at < lx->end && (is_digit(*lx->at) || *lx->at == '-' || *lx->at == '+' || *lx->at == '.');
}

Status vrp_read_depot(Lexer *lx, int32_t nodes, long long *depot) {
  long long end;
  lexer_skip_space(lx);
  if (!lexer_integer(lx, 1, nodes, depot)) return lexer_fail(lx, "the depot, a node from 1 to %d", nodes);
  for (lexer_skip_space(lx); at_number(lx); lexer_skip_space(lx))
    if (!lexer_integer(lx, -1, -1, &end))
      return lexer_fail(lx, "-1 after one depot, as several are not supported");
  return OK;
}
