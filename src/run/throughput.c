/* See throughput.h. */
#include "throughput.h"

#include <stdlib.h>
#include <string.h>

static const double first_every_s = 5;

/* The end of the interval that begins at row `at`. */
static size_t interval_end(const Throughput *t, size_t at) {
  size_t end = at;
  while (end < t->rows && t->row[end].leg == t->row[at].leg && t->row[end].elapsed_s == t->row[at].elapsed_s)
    end++;
  return end;
}

static size_t intervals_count(const Throughput *t) {
  size_t count = 0;
  for (size_t at = 0; at < t->rows; at = interval_end(t, at)) count++;
  return count;
}

/* Ranks lie in the same order in all intervals of a leg. */
static void intervals_merge(Throughput *t) {
  size_t kept = 0;
  for (size_t at = 0, middle, end; at < t->rows; at = end) {
    middle = end = interval_end(t, at);
    if (middle < t->rows && t->row[middle].leg == t->row[at].leg) end = interval_end(t, middle);
    const bool pair = end - middle == middle - at;
    for (size_t r = 0; r < middle - at; r++) {
      ThroughputRow merged = t->row[at + r];
      if (pair) merged.elapsed_s = t->row[middle + r].elapsed_s;
      if (pair) {
        merged.seconds += t->row[middle + r].seconds;
        merged.moves += t->row[middle + r].moves;
      }
      t->row[kept++] = merged;
    }
    if (!pair) end = middle;
  }
  t->rows = kept;
}

void throughput_start(Throughput *t, ThroughputRow *row, size_t rows, double elapsed_s) {
  *t = (Throughput){row, rows, rows, first_every_s};
  while (elapsed_s > t->every_s * THROUGHPUT_INTERVALS) t->every_s *= 2;
}

Status throughput_add(Throughput *t, const ThroughputRow *row, size_t rows) {
  if (t->rows + rows > t->capacity) {
    const size_t capacity = 2 * (t->rows + rows);
    ThroughputRow *more = realloc(t->row, capacity * sizeof *more);
    if (!more) FAIL(ERR_MEMORY, "no memory for %zu rows of throughput", capacity);
    t->row = more;
    t->capacity = capacity;
  }
  memcpy(t->row + t->rows, row, rows * sizeof *row);
  t->rows += rows;
  if (intervals_count(t) <= THROUGHPUT_INTERVALS) return OK;
  intervals_merge(t);
  t->every_s *= 2;
  return OK;
}
