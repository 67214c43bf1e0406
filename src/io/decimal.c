/* See decimal.h. Up to 2^53 and up to ten to the 22 are doubles, so one multiplication or division of them is rounded once (Clinger 1990);
 * c_strtod has the rest. */
#include "decimal.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"

enum { DIGITS_EXACT = 15, POWER_EXACT = 22, LENGTH_MAX = 400 };

typedef struct Decimal {
  uint64_t digits; /* those that are significant, without the point */
  int count;       /* of them */
  int64_t power;   /* of ten */
  bool minus;
} Decimal;

static const char *sign_read(const char *at, const char *end, bool *minus) {
  *minus = at < end && *at == '-';
  return at + (at < end && (*at == '-' || *at == '+'));
}

/* Digits from *at on. How many there are. */
static int digits_read(const char **at, const char *end, Decimal *out) {
  int count = 0;
  for (; *at < end && **at >= '0' && **at <= '9'; ++*at, count++) {
    const unsigned digit = (unsigned)(**at - '0');
    if (out->count || digit) out->count++;
    if (out->count <= DIGITS_EXACT) out->digits = out->digits * 10 + digit;
  }
  return count;
}

static bool exponent_read(const char **at, const char *end, int64_t *power) {
  bool minus;
  int64_t exponent = 0;
  const char *from = sign_read(*at + 1, end, &minus);
  for (*at = from; *at < end && **at >= '0' && **at <= '9'; ++*at)
    if (exponent < 100000) exponent = exponent * 10 + (**at - '0');
  *power += minus ? -exponent : exponent;
  return *at > from;
}

static bool decimal_parse(const char *text, const char *end, Decimal *out) {
  const char *at = sign_read(text, end, &out->minus);
  int count = digits_read(&at, end, out);
  if (at < end && *at == '.') {
    at++;
    const int fraction = digits_read(&at, end, out);
    count += fraction;
    out->power -= fraction;
  }
  if (count && at < end && (*at == 'e' || *at == 'E') && !exponent_read(&at, end, &out->power)) return false;
  return count && at == end;
}

static bool slow_read(const char *text, size_t length, double *out) {
  char copy[LENGTH_MAX];
  if (length >= sizeof copy) return false;
  memcpy(copy, text, length);
  copy[length] = 0;
  *out = c_strtod(copy, NULL);
  return isfinite(*out);
}

bool decimal_read(const char *text, size_t length, double *out) {
  static const double tens[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  Decimal d = {.digits = 0};
  if (!decimal_parse(text, text + length, &d)) return false;
  if (d.count > DIGITS_EXACT || d.power < -POWER_EXACT || d.power > POWER_EXACT)
    return slow_read(text, length, out);
  const double whole = (double)d.digits, value = d.power < 0 ? whole / tens[-d.power] : whole * tens[d.power];
  *out = d.minus ? -value : value;
  return true;
}
