/* Text to words and numbers: see lexer.h.
 *
 * Numbers of at most 53 bits times a power of ten up to 22 are exact in double arithmetic, so that one
 * multiplication or division rounds correctly (Clinger 1990); nearly all of TSPLIB is such. The rest goes
 * through strtod. Of those, digits with or without a point, as in files of millions of cities, have a way of their
 * own (plain_scan): what it does not know is left to the general one. */
#include "lexer.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"
#include "halt.h"

enum { NUMBER_TEXT_MAX = 512, FOUND_MAX = 32, POLL_BYTES = 1 << 18 };

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_control(char c) { return (unsigned char)c < ' ' || c == 0x7f; }
static bool is_word(char c) {
  return is_digit(c) || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

void lexer_skip_blanks(Lexer *lx) {
  while (lx->at < lx->end && is_blank(*lx->at)) lx->at++;
}

/* Every POLL_BYTES, which take about a millisecond. */
static void lexer_poll(Lexer *lx) {
  if (lx->polled && halt_due()) lx->end = lx->at;
  lx->polled = lx->end - lx->at > POLL_BYTES ? lx->at + POLL_BYTES : lx->end;
}

void lexer_skip_space(Lexer *lx) {
  if (!lx->polled || lx->at > lx->polled) lexer_poll(lx);
  for (; lx->at < lx->end && (*lx->at == '\n' || is_blank(*lx->at)); lx->at++) lx->line += *lx->at == '\n';
}

bool lexer_word(Lexer *lx, char *word, size_t size) {
  lexer_skip_blanks(lx);
  const char *p = lx->at;
  while (p < lx->end && is_word(*p)) p++;
  size_t length = (size_t)(p - lx->at);
  if (length == 0 || length >= size) return false;
  memcpy(word, lx->at, length);
  word[length] = 0;
  lx->at = p;
  return true;
}

void lexer_peek(Lexer *lx, char *word, size_t size) {
  lexer_skip_blanks(lx);
  Lexer ahead = *lx;
  if (!lexer_word(&ahead, word, size)) word[0] = 0;
}

/* The general, slow conversion. */
static double number_convert(const char *text, size_t length) {
  char copy[NUMBER_TEXT_MAX];
  if (length >= sizeof copy) return HUGE_VAL;
  memcpy(copy, text, length);
  copy[length] = 0;
  return c_strtod(copy, NULL);
}

static const double tens[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                              1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

typedef struct Decimal { /* mantissa * 10^power, unless digits were dropped */
  uint64_t mantissa;
  long power, digits;
  bool dropped;
} Decimal;

static const char *scan_digits(const char *p, const char *end, bool fraction, Decimal *d) {
  for (; p < end && is_digit(*p); p++, d->digits++) {
    if (d->mantissa >= UINT64_C(1) << 60) {
      d->dropped = true;
      continue;
    }
    d->mantissa = d->mantissa * 10 + (uint64_t)(*p - '0');
    d->power -= fraction;
  }
  return p;
}

/* [e|E [+|-] digits]; NULL if the digits are missing. */
static const char *scan_exponent(const char *p, const char *end, Decimal *d) {
  if (p == end || (*p != 'e' && *p != 'E')) return p;
  bool negative = ++p < end && *p == '-';
  if (p < end && (*p == '-' || *p == '+')) p++;
  if (p == end || !is_digit(*p)) return NULL;
  int exponent = 0;
  for (; p < end && is_digit(*p); p++)
    if (exponent < 100000) exponent = exponent * 10 + (*p - '0');
  d->power += negative ? -exponent : exponent;
  return p;
}

static double decimal_value(const Decimal *d, bool negative, const char *text, size_t length) {
  if (d->dropped || d->mantissa > UINT64_C(1) << 53 || labs(d->power) > 22)
    return number_convert(text, length);
  double mantissa = (double)d->mantissa;
  double value = d->power < 0 ? mantissa / tens[-d->power] : mantissa * tens[d->power];
  return negative ? -value : value;
}

static bool is_end(const char *p, const char *end) { return p == end || *p == '\n' || is_blank(*p); }

static const char *plain_digits(const char *p, const char *end, uint64_t *mantissa) {
  uint64_t m = *mantissa;
  for (; p < end && is_digit(*p); p++) m = m * 10 + (uint64_t)(*p - '0');
  *mantissa = m;
  return p;
}

typedef struct Plain { /* digits[.digits] without a sign: mantissa / 10^places, both exact in a double */
  uint64_t mantissa;
  long places;
  const char *after;
} Plain;

/* False: other text, or none. PLAIN_MAX digits fit 64 bits; more digits overflow, but are refused by their number. */
static bool plain_scan(const char *start, const char *end, Plain *plain) {
  enum { PLAIN_MAX = 18 };
  plain->mantissa = 0;
  const char *point = plain_digits(start, end, &plain->mantissa), *p = point;
  const bool pointed = p < end && *p == '.';
  if (pointed) p = plain_digits(point + 1, end, &plain->mantissa);
  plain->places = pointed ? p - point - 1 : 0;
  plain->after = p;
  const long digits = p - start - pointed;
  return digits > 0 && digits <= PLAIN_MAX && plain->mantissa <= UINT64_C(1) << 53 && is_end(p, end);
}

static bool number_general(Lexer *lx, double *value) {
  const char *p = lx->at, *end = lx->end;
  bool negative = p < end && *p == '-';
  if (p < end && (*p == '-' || *p == '+')) p++;
  Decimal d = {0};
  p = scan_digits(p, end, false, &d);
  if (p < end && *p == '.') p = scan_digits(p + 1, end, true, &d);
  if (d.digits == 0 || !(p = scan_exponent(p, end, &d)) || !is_end(p, end)) return false;
  double result = decimal_value(&d, negative, lx->at, (size_t)(p - lx->at));
  if (!isfinite(result)) return false;
  lx->at = p;
  *value = result + 0.0; /* -0 becomes 0: equal instances have equal bits */
  return true;
}

bool lexer_number(Lexer *lx, double *value) {
  Plain plain;
  lexer_skip_blanks(lx);
  if (!plain_scan(lx->at, lx->end, &plain)) return number_general(lx, value);
  *value = plain.places ? (double)plain.mantissa / tens[plain.places] : (double)plain.mantissa;
  lx->at = plain.after;
  return true;
}

bool lexer_integer(Lexer *lx, long long low, long long high, long long *value) {
  double number;
  Plain plain;
  lexer_skip_blanks(lx);
  const char *start = lx->at;
  if (plain_scan(start, lx->end, &plain) && plain.places == 0) {
    if ((long long)plain.mantissa < low || (long long)plain.mantissa > high) return false;
    *value = (long long)plain.mantissa;
    lx->at = plain.after;
    return true;
  }
  if (number_general(lx, &number) && number >= (double)low && number <= (double)high &&
      number == floor(number)) {
    *value = (long long)number;
    return true;
  }
  lx->at = start;
  return false;
}

Status lexer_text(Lexer *lx, char *text, size_t size) {
  lexer_skip_blanks(lx);
  size_t length = 0, kept = 0;
  for (; lx->at < lx->end && *lx->at != '\n'; lx->at++) {
    if (is_control(*lx->at) && !is_blank(*lx->at)) return lexer_fail(lx, "text");
    if (length + 1 < size) text[length++] = is_blank(*lx->at) ? ' ' : *lx->at;
    if (!is_blank(*lx->at)) kept = length;
  }
  text[kept] = 0;
  return OK;
}

Status lexer_line_end(Lexer *lx) {
  lexer_skip_blanks(lx);
  return lx->at == lx->end || *lx->at == '\n' ? OK : lexer_fail(lx, "the end of the line");
}

void lexer_found(const Lexer *lx, char *text, size_t size) {
  if (lx->at == lx->end || *lx->at == '\n') {
    snprintf(text, size, "the end of the %s", lx->at == lx->end ? "file" : "line");
    return;
  }
  size_t used = (size_t)snprintf(text, size, "'");
  const char *p = lx->at;
  for (; p < lx->end && p - lx->at < FOUND_MAX && *p != '\n' && !is_blank(*p); p++) {
    bool plain = !is_control(*p) && (unsigned char)*p < 0x80;
    used += (size_t)c_snprintf(text + used, size - used, plain ? "%c" : "\\x%02x", (unsigned char)*p);
  }
  snprintf(text + used, size - used, "%s'", p - lx->at == FOUND_MAX ? "..." : "");
}

Status lexer_fail(const Lexer *lx, const char *format, ...) {
  char expected[1024], found[LEXER_FOUND_MAX];
  va_list args;
  TRY(text_over(lx->path, OK));
  va_start(args, format);
  c_vsnprintf(expected, sizeof expected, format, args);
  va_end(args);
  lexer_found(lx, found, sizeof found);
  FAIL(ERR_FORMAT, "%s:%d: expected %s, found %s", lx->path, lx->line, expected, found);
}
