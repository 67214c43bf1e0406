/* How the best of a run came down, in a line of a terminal: a column a share of the running time. Local. */
#ifndef CORDEE_CMD_SPARKLINE_H
#define CORDEE_CMD_SPARKLINE_H

#include <stdbool.h>
#include <stddef.h>
#include "io/checkpoint/checkpoint.h"

enum { SPARK_COLUMNS = 40, SPARK_BYTES = 3 * SPARK_COLUMNS + 1 };

/* The best after each share of elapsed_s, as a height: the logarithm of its distance from `reference` (a cost that no row is below; what is
 * closest, if it is not known), from the first best at the top to the last at the bottom. "" with less than two rows. utf8: the terminal
 * shows eight heights of blocks; else ASCII. */
void sparkline(char text[SPARK_BYTES], const TraceRow *row, size_t rows, double elapsed_s, int64_t reference,
               bool utf8);

/* Whether the environment says that the terminal takes UTF-8: LC_ALL, else LC_CTYPE, else LANG. */
bool terminal_utf8(void);

#endif
