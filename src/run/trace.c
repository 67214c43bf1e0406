/* See trace.h. */
#include "trace.h"

#include <stdlib.h>
#include <string.h>

static const double first_s = 0.02; /* the shortest interval; */
static const double growth = 0.05;  /* later ones are that share of the running time */
static const double longest_s = 10; /* as often as a line shows the best so far; */
static const double pause = 50;     /* but not more often than that many looks take */

void trace_start(Trace *t, TraceRow *row, size_t rows) { *t = (Trace){row, rows, rows}; }

/* Neither the first row nor the last one. */
static void row_drop(Trace *t) {
  const TraceRow *r = t->row;
  size_t out = 1;
  for (size_t k = 2; k + 1 < t->rows; k++)
    if (r[k + 1].elapsed_s * r[out - 1].elapsed_s < r[out + 1].elapsed_s * r[k - 1].elapsed_s) out = k;
  memmove(t->row + out, t->row + out + 1, (t->rows - out - 1) * sizeof *t->row);
  t->rows--;
}

Status trace_add(Trace *t, TraceRow row) {
  if (t->rows && t->row[t->rows - 1].best <= row.best) return OK;
  if (t->rows == t->capacity) {
    const size_t capacity = 2 * t->capacity + 64;
    TraceRow *more = realloc(t->row, capacity * sizeof *more);
    if (!more) FAIL(ERR_MEMORY, "no memory for %zu rows of the trace", capacity);
    t->row = more;
    t->capacity = capacity;
  }
  t->row[t->rows++] = row;
  while (t->rows > TRACE_ROWS) row_drop(t);
  return OK;
}

void trace_settle(Trace *t, int64_t best) {
  while (t->rows && t->row[t->rows - 1].best < best) t->rows--;
}

double trace_interval(double elapsed_s, double took_s) {
  double next = growth * elapsed_s;
  if (next < first_s) next = first_s;
  if (next > longest_s) next = longest_s;
  return next > pause * took_s ? next : pause * took_s;
}
