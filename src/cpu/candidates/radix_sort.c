/* See radix_sort.h. Least significant digit first (Knuth, TAOCP 3, 5.2.5): each thread counts the digits of
 * its own part, then knows where its items of each digit go. Digits that all keys share are skipped. */
#include "radix_sort.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { BITS = 11, DIGITS = 1 << BITS };

typedef struct Parts {
  size_t count;
  int threads;
  size_t (*at)[DIGITS]; /* (threads): counts, then places */
} Parts;

static size_t part_begin(const Parts *p, int t) {
  return p->count / p->threads * t + (size_t)t * (p->count % p->threads) / p->threads;
}

/* Turns counts into places: by digit, then by thread. False if all items have the same digit. */
static bool parts_place(Parts *p) {
  size_t next = 0;
  for (int d = 0; d < DIGITS; d++) {
    size_t before = next;
    for (int t = 0; t < p->threads; t++) {
      size_t own = p->at[t][d];
      p->at[t][d] = next;
      next += own;
    }
    if (next - before == p->count) return false;
  }
  return true;
}

/* One digit, from one array to the other; false if nothing had to move. */
static bool pass(Parts *p, const Keyed *from, Keyed *to, int shift) {
  memset(p->at, 0, sizeof *p->at * (size_t)p->threads);
#pragma omp parallel for num_threads(p->threads)
  for (int t = 0; t < p->threads; t++)
    for (size_t k = part_begin(p, t); k < part_begin(p, t + 1); k++)
      p->at[t][from[k].key >> shift & (DIGITS - 1)]++;
  if (!parts_place(p)) return false;
#pragma omp parallel for num_threads(p->threads)
  for (int t = 0; t < p->threads; t++)
    for (size_t k = part_begin(p, t), end = part_begin(p, t + 1); k < end; k++)
      to[p->at[t][from[k].key >> shift & (DIGITS - 1)]++] = from[k];
  return true;
}

Status radix_sort(Keyed *items, size_t count, int threads) {
  Parts p = {.count = count, .threads = threads, .at = malloc(sizeof *p.at * (size_t)threads)};
  Keyed *other = malloc(sizeof *other * (count ? count : 1)), *from = items, *to = other;
  if (!p.at || !other) {
    free(p.at);
    free(other);
    FAIL(ERR_MEMORY, "no memory to sort %zu keys", count);
  }
  for (int shift = 0; shift < 64; shift += BITS)
    if (pass(&p, from, to, shift)) {
      Keyed *swap = from;
      from = to;
      to = swap;
    }
  if (from != items) memcpy(items, from, sizeof *items * count);
  free(p.at);
  free(other);
  return OK;
}
