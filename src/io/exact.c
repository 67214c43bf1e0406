/* See exact.h. */
#include "exact.h"

#include <math.h>
#include "c_locale.h"

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
