/* Numbers from text and to text: decimals exactly rounded, decimals without rounding, whole numbers. Local. */
#ifndef CORDEE_IO_DECIMAL_H
#define CORDEE_IO_DECIMAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* ---- decimals, exactly rounded ---- */

/* Decimal numbers from text, exactly rounded, some twenty times as fast as strtod where they are short. */

/* The number that text[0..length) says, all of it: digits, with a sign, a point and an exponent perhaps. False: it is none, or larger than
 * any double. */
bool decimal_read(const char *text, size_t length, double *out);

/* ---- decimals without rounding ---- */

/* Decimal numbers from text without any rounding, for data that are kept in units of 10^-decimals. */

enum { EXACT_DIGITS_MAX = 18 };

typedef struct
    Exact { /* digits * 10^-places, in the shortest form: places is 0, or the last digit is not 0 */
  int64_t digits;
  int32_t places; /* 0..EXACT_DIGITS_MAX */
} Exact;

/* The number that text[0..length) says, all of it: digits, with a sign, a point and an exponent perhaps. False: it is none, or has more than
 * EXACT_DIGITS_MAX digits before or behind the point. */
bool exact_read(const char *text, size_t length, Exact *out);

/* The same, of which digits behind the first EXACT_DIGITS_MAX, and behind so many decimals, are cut off. False: it is no number, or has more digits before the point. */
bool exact_read_cut(const char *text, size_t length, Exact *out);

/* The number that a double is written as with 15 significant digits. False: it is not finite, or has more than EXACT_DIGITS_MAX digits before or
 * behind the point. */
bool exact_of(double value, Exact *out);

/* In units of 10^-decimals, decimals 0..EXACT_DIGITS_MAX. False: it has more decimals, or is farther than 2^62 units from 0. */
bool exact_units(Exact value, int32_t decimals, int64_t *units);

/* ---- whole numbers as text ---- */

/* Whole numbers as text, for files of millions of lines, which fprintf would slow down (tsplib.c, tour.c). */

enum { DIGITS_MAX = 20 }; /* a sign and 19 digits */

/* Writes `value` (not INT64_MIN) in decimal to to[DIGITS_MAX]; returns the end. No NUL is added. */
static inline char *digits_put(char *to, int64_t value) {
  char text[DIGITS_MAX], *first = text + sizeof text;
  if (value < 0) {
    *to++ = '-';
    value = -value;
  }
  do *--first = (char)('0' + value % 10);
  while (value /= 10);
  const size_t length = (size_t)(text + sizeof text - first);
  memcpy(to, first, length);
  return to + length;
}

#endif
