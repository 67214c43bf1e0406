/* Decimal numbers from text, exactly rounded, some twenty times as fast as strtod where they are short. Local. */
#ifndef CORDEE_IO_DECIMAL_H
#define CORDEE_IO_DECIMAL_H

#include <stdbool.h>
#include <stddef.h>

/* The number that text[0..length) says, all of it: digits, with a sign, a point and an exponent perhaps. False: it is none, or larger than
 * any double. */
bool decimal_read(const char *text, size_t length, double *out);

#endif
