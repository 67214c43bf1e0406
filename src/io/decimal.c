/* See decimal.h. */
#include "decimal.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"

/* ---- decimals, exactly rounded ---- */

/* Up to 2^53 and up to ten to the 22 are doubles, so one multiplication or division of them is rounded once (Clinger
 * 1990); c_strtod has the rest. */

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

/* ---- decimals without rounding ---- */

enum { POWER_MAX = 1000 };

typedef struct Scan { /* digits * 10^power; zeros wait until another digit follows */
  int64_t digits, zeros, power;
  int count, kept; /* digits that were read, and those of `digits` */
} Scan;

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static void digit_keep(Scan *s, char digit) {
  for (; s->zeros > 0 && s->kept > 0; s->zeros--, s->kept++)
    if (s->kept < EXACT_DIGITS_MAX) s->digits *= 10;
  if (s->kept < EXACT_DIGITS_MAX) s->digits = s->digits * 10 + (digit - '0');
  s->zeros = 0;
  s->kept++;
}

static const char *digits_scan(const char *at, const char *end, bool fraction, Scan *s) {
  for (; at < end && is_digit(*at); at++) {
    s->count++;
    s->power -= fraction;
    if (*at == '0')
      s->zeros++;
    else
      digit_keep(s, *at);
  }
  return at;
}

/* Behind [e|E [+|-] digits]; NULL: the digits are missing. */
static const char *exponent_scan(const char *at, const char *end, Scan *s) {
  if (at == end || (*at != 'e' && *at != 'E')) return at;
  const bool minus = ++at < end && *at == '-';
  if (at < end && (*at == '-' || *at == '+')) at++;
  if (at == end || !is_digit(*at)) return NULL;
  int power = 0;
  for (; at < end && is_digit(*at); at++)
    if (power < POWER_MAX) power = power * 10 + (*at - '0');
  s->power += minus ? -power : power;
  return at;
}

/* The shortest form. False: it has too many digits. */
static bool scan_settle(Scan s, Exact *out) {
  if (s.kept > EXACT_DIGITS_MAX) return false;
  s.power = s.kept == 0 ? 0 : s.power + s.zeros;
  for (; s.power > 0 && s.kept < EXACT_DIGITS_MAX; s.power--, s.kept++) s.digits *= 10;
  if (s.power > 0 || s.power < -EXACT_DIGITS_MAX) return false;
  *out = (Exact){s.digits, (int32_t)-s.power};
  return true;
}

/* Without the digits behind the 18th, and without decimals behind the 18th. */
static Scan scan_cut(Scan s) {
  if (s.kept > EXACT_DIGITS_MAX) {
    s.power += s.kept - EXACT_DIGITS_MAX;
    s.kept = EXACT_DIGITS_MAX;
  }
  while (s.kept > 0 && (s.power + s.zeros < -EXACT_DIGITS_MAX || s.digits % 10 == 0)) {
    s.digits /= 10;
    s.power++;
    s.kept--;
  }
  return s;
}

static bool text_scan(const char *text, size_t length, Scan *s, bool *minus) {
  const char *at = text, *end = text + length;
  *s = (Scan){0};
  *minus = at < end && *at == '-';
  if (at < end && (*at == '-' || *at == '+')) at++;
  at = digits_scan(at, end, false, s);
  if (at < end && *at == '.') at = digits_scan(at + 1, end, true, s);
  return s->count > 0 && exponent_scan(at, end, s) == end;
}

bool exact_read(const char *text, size_t length, Exact *out) {
  Scan s;
  bool minus;
  if (!text_scan(text, length, &s, &minus) || !scan_settle(s, out)) return false;
  if (minus) out->digits = -out->digits;
  return true;
}

bool exact_read_cut(const char *text, size_t length, Exact *out) {
  Scan s;
  bool minus;
  if (!text_scan(text, length, &s, &minus) || !scan_settle(scan_cut(s), out)) return false;
  if (minus) out->digits = -out->digits;
  return true;
}

bool exact_units(Exact value, int32_t decimals, int64_t *units) {
  int64_t digits = value.digits;
  if (value.places > decimals) return false;
  for (int32_t k = value.places; k < decimals; k++)
    if (__builtin_mul_overflow(digits, (int64_t)10, &digits)) return false;
  if (digits > INT64_C(1) << 62 || digits < -(INT64_C(1) << 62)) return false;
  *units = digits;
  return true;
}

/* A few decimals are found without a text: the nearest double of digits / 10^places is the value again. */
static bool few_decimals(double value, Exact *out) {
  static const double most = 1e15;
  double unit = 1;
  for (int32_t places = 0; places <= 6; places++, unit *= 10) {
    const double digits = nearbyint(value * unit);
    if (!(fabs(digits) < most)) return false;
    if (digits / unit == value) {
      *out = (Exact){(int64_t)digits, places};
      return true;
    }
  }
  return false;
}

bool exact_of(double value, Exact *out) {
  char text[40];
  if (!isfinite(value)) return false;
  if (few_decimals(value, out)) return true;
  return exact_read(text, (size_t)c_snprintf(text, sizeof text, "%.15g", value), out);
}

/* ---- whole numbers as text ---- */
