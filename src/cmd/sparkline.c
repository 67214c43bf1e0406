/* See sparkline.h. */
#include "sparkline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"

enum { HEIGHTS = 8 };

static const char *const blocks[HEIGHTS] = {"\u2581", "\u2582", "\u2583", "\u2584",
                                            "\u2585", "\u2586", "\u2587", "\u2588"};
static const char *const marks[HEIGHTS] = {"_", ".", "-", "~", "=", "+", "*", "#"};

/* Of the last row at that time, 0 to 1; negative: there is none yet. */
static double height_at(const TraceRow *row, size_t rows, double seconds, int64_t reference) {
  size_t at = rows;
  while (at > 0 && row[at - 1].elapsed_s > seconds) at--;
  if (at == 0) return -1;
  const double low = log1p((double)row[rows - 1].best - (double)reference),
               high = log1p((double)row[0].best - (double)reference);
  return high > low ? (log1p((double)row[at - 1].best - (double)reference) - low) / (high - low) : 0;
}

void sparkline(char text[SPARK_BYTES], const TraceRow *row, size_t rows, double elapsed_s, int64_t reference,
               bool utf8) {
  char *end = text;
  *end = 0;
  if (rows < 2) return;
  if (reference <= 0 || reference > row[rows - 1].best) reference = row[rows - 1].best;
  for (int k = 1; k <= SPARK_COLUMNS; k++) {
    const double height = height_at(row, rows, elapsed_s * k / SPARK_COLUMNS, reference);
    const int step = (int)lround(height * (HEIGHTS - 1));
    const char *mark;
    if (height < 0)
      mark = " ";
    else if (utf8)
      mark = blocks[step];
    else
      mark = marks[step];
    end = stpcpy(end, mark);
  }
}

bool terminal_utf8(void) {
  static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
  for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
    const char *value = getenv(names[k]);
    if (value && *value) return c_strcasestr(value, "utf-8") || c_strcasestr(value, "utf8");
  }
  return false;
}
