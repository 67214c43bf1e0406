/* See savings.h. */
#include "savings.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "halt.h"
#include "route_neighbours.h"

enum { DIGIT = 11, BUCKETS = 1 << DIGIT };

/* ---- pairs, in the order of (a, b) ---- */

/* Customer a is the lesser of pairs with other[begin[a]..begin[a + 1]). */
typedef struct Pairs {
  int32_t customers, width;
  int32_t *near;  /* (customers + 1, width) as route_neighbours has them */
  size_t *begin;  /* (customers + 2) */
  int32_t *other; /* (begin[customers + 1]) */
} Pairs;

static const int32_t *near_of(const Pairs *pairs, int32_t c) {
  return pairs->near + (size_t)c * (size_t)pairs->width;
}

/* Whether c is among the nearest of `of`. */
static bool is_near(const Pairs *pairs, int32_t of, int32_t c) {
  const int32_t *row = near_of(pairs, of);
  int32_t low = 0, high = pairs->width;
  while (low < high) {
    const int32_t middle = (low + high) / 2;
    if (row[middle] < c)
      low = middle + 1;
    else
      high = middle;
  }
  return low < pairs->width && row[low] == c;
}

/* Each pair is counted once, or put down at place[a]: by a if b is near a, else by b. */
static void pairs_visit(const Pairs *pairs, size_t *place, bool put) {
  for (int32_t c = 1; c <= pairs->customers; c++)
    for (int32_t k = 0; k < pairs->width; k++) {
      const int32_t near = near_of(pairs, c)[k], a = c < near ? c : near;
      if (near < c && is_near(pairs, near, c)) continue;
      if (put) pairs->other[place[a]] = c < near ? near : c;
      place[a]++;
    }
}

/* Two rising runs follow each other in a row: those of a, and those that are not near a. */
static void row_sort(int32_t *row, size_t count) {
  for (size_t k = 1; k < count; k++) {
    const int32_t value = row[k];
    size_t p = k;
    for (; p > 0 && row[p - 1] > value; p--) row[p] = row[p - 1];
    row[p] = value;
  }
}

static Status pairs_make(Pairs *pairs, int threads) {
  const int32_t customers = pairs->customers;
  pairs_visit(pairs, pairs->begin + 1, false);
  for (int32_t c = 1; c <= customers + 1; c++) pairs->begin[c] += pairs->begin[c - 1];
  pairs->other = malloc((pairs->begin[customers + 1] + 1) * sizeof *pairs->other);
  if (!pairs->other) FAIL(ERR_MEMORY, "out of memory");
  pairs_visit(pairs, pairs->begin, true);
  memmove(pairs->begin + 1, pairs->begin, (size_t)(customers + 1) * sizeof *pairs->begin);
  pairs->begin[0] = 0;
#pragma omp parallel for num_threads(threads) schedule(dynamic, 64)
  for (int32_t a = 1; a <= customers; a++)
    row_sort(pairs->other + pairs->begin[a], pairs->begin[a + 1] - pairs->begin[a]);
  return OK;
}

/* ---- savings ---- */

/* Only pairs that save something, or nothing: the others would make routes longer. */
static size_t savings_fill(const RouteData *data, const Pairs *pairs, Saving *out) {
  size_t count = 0;
  for (int32_t a = 1; a <= data->customers; a++) {
    const int32_t out_and_back = route_distance(data, 0, a);
    for (size_t p = pairs->begin[a]; p < pairs->begin[a + 1]; p++) {
      const int32_t b = pairs->other[p];
      const int32_t saved = out_and_back + route_distance(data, 0, b) - route_distance(data, a, b);
      if (saved >= 0) out[count++] = (Saving){saved, a, b};
    }
  }
  return count;
}

static uint32_t digit(const Saving *one, int32_t most, int shift) {
  return ((uint32_t)(most - one->saved) >> shift) & (BUCKETS - 1);
}

/* The largest first, equal ones as they come: a radix sort, digit by digit. Returns the one of the two arrays that has the result. */
static Saving *savings_sort(Saving *one, Saving *other, size_t count) {
  int32_t most = 0, least = INT32_MAX;
  for (size_t k = 0; k < count; k++) {
    if (one[k].saved > most) most = one[k].saved;
    if (one[k].saved < least) least = one[k].saved;
  }
  for (int shift = 0; shift < 31 && (count && (most - least) >> shift); shift += DIGIT) {
    size_t place[BUCKETS + 1] = {0};
    for (size_t k = 0; k < count; k++) place[digit(&one[k], most, shift) + 1]++;
    for (size_t d = 0; d < BUCKETS; d++) place[d + 1] += place[d];
    for (size_t k = 0; k < count; k++) other[place[digit(&one[k], most, shift)]++] = one[k];
    Saving *const kept = one;
    one = other;
    other = kept;
  }
  return one;
}

static Status list_pairs(const RouteData *data, Pairs *pairs, int threads) {
  const size_t nodes = (size_t)data->customers + 1;
  pairs->near = malloc(nodes * (size_t)pairs->width * sizeof *pairs->near);
  pairs->begin = calloc(nodes + 1, sizeof *pairs->begin);
  if (!pairs->near || !pairs->begin) FAIL(ERR_MEMORY, "out of memory");
  TRY(route_neighbours(data, pairs->width, threads, pairs->near));
  TRY(pairs_make(pairs, threads));
  free(pairs->near);
  pairs->near = NULL;
  return OK;
}

Status savings_list(const RouteData *data, int32_t width, int threads, Saving **out, size_t *count) {
  Pairs pairs = {.customers = data->customers, .width = width};
  Saving *one = NULL, *two = NULL, *sorted;
  Status status = OK;
  *out = NULL;
  *count = 0;
  if (!width) return OK;
  TRY_GOTO(list_pairs(data, &pairs, threads), cleanup);
  const size_t all = pairs.begin[data->customers + 1];
  one = malloc(all * sizeof *one);
  two = malloc(all * sizeof *two);
  if (!one || !two) FAIL_GOTO(cleanup, ERR_MEMORY, "out of memory");
  *count = savings_fill(data, &pairs, one);
  sorted = savings_sort(one, two, *count);
  if (sorted != one) two = one;
  one = NULL;
  *out = sorted;
cleanup : {
  free(pairs.near);
  free(pairs.begin);
  free(pairs.other);
}
  free(one);
  free(two);
  return status;
}
