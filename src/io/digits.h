/* Whole numbers as text, for files of millions of lines, which fprintf would slow down (tsplib_write.c, tour.c). */
#ifndef CORDEE_IO_DIGITS_H
#define CORDEE_IO_DIGITS_H

#include <stdint.h>
#include <string.h>

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
