/* The CPU filters keep their word: every move is seen, and no float delta is further from the unrounded one than the
 * contract allows (src/solver/climb/climb_kernels.h); the twin of this promise on the GPU is tested by its results. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cpu/climb/scan.h"
#include "fixtures/harness.h"

typedef struct Box { /* coordinates at(k) = low + fraction of size */
  double low, size;
} Box;

static double unit(uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (double)(*state >> 11) * 0x1p-53;
}

static double true_distance(ClimbFilter filter, const double *x, const double *y, int32_t a, int32_t b) {
  double dx = fabs(x[a] - x[b]), dy = fabs(y[a] - y[b]);
  if (filter == FILTER_MANHATTAN) return dx + dy;
  return filter == FILTER_CHEBYSHEV ? fmax(dx, dy) : sqrt(dx * dx + dy * dy);
}

/* A tour 0..n-1 in random cities as the filter sees it: centred floats, cyclic. */
static void tour_make(ScanTour *t, int32_t n, const double *x, const double *y, Box box, ClimbFilter filter) {
  size_t length = scan_length(n);
  *t = (ScanTour){n, calloc(length, 4), calloc(length, 4), calloc(length, 4), calloc(length, 4), NULL};
  for (size_t p = 0; p < length; p++) {
    t->x[p] = (float)(x[p % n] - box.low - box.size / 2);
    t->y[p] = (float)(y[p % n] - box.low - box.size / 2);
    t->city[p] = (int32_t)(p % n);
  }
  for (size_t p = 0; p < length; p++) {
    float dx = t->x[p] - t->x[(p + 1) % n], dy = t->y[p] - t->y[(p + 1) % n];
    if (filter == FILTER_MANHATTAN)
      t->e[p] = fabsf(dx) + fabsf(dy);
    else if (filter == FILTER_CHEBYSHEV)
      t->e[p] = fmaxf(fabsf(dx), fabsf(dy));
    else
      t->e[p] = sqrtf(dx * dx + dy * dy);
  }
}

/* Offsets of a group; the last ones of all may be fewer. */
static int32_t group_offsets(const ScanOps *ops, int32_t n, int32_t g) {
  int32_t left = n / 2 - 1 - g * ops->group;
  return left < ops->group ? left : ops->group;
}

/* Every move of the group is hit at its true delta plus what the filter may err, and none at its true delta less that.
 * `fine` is the error of moves worth taking (delta <= 2), `coarse` that of the others. */
static int group_check(const ScanOps *ops, const ScanTour *t, int32_t g, const float *work, ScanHit *hits,
                       const double *delta, double fine, double coarse) {
  int32_t n = t->n, first = 2 + g * ops->group, offsets = group_offsets(ops, n, g);
  char *seen = calloc((size_t)n * ops->group, 1);
  int wrong = 0;
  for (int k = 0; k < 8; k++) { /* thresholds spread over the group's deltas */
    double threshold = delta[(size_t)(k * 7919) % ((size_t)n * offsets)];
    int32_t count = ops->hits(t, g, work, (float)threshold, hits);
    memset(seen, 0, (size_t)n * ops->group);
    for (int32_t h = 0; h < count; h++) seen[(size_t)(hits[h].o - first) * n + hits[h].i] = 1;
    for (size_t m = 0; m < (size_t)n * offsets; m++) {
      double allowance = delta[m] <= 2 ? fine : coarse;
      wrong +=
          (delta[m] < threshold - allowance && !seen[m]) || (delta[m] > threshold + allowance && seen[m]);
    }
  }
  free(seen);
  return wrong;
}

static void filter_check(const ScanOps *ops, ClimbFilter filter, int32_t n, Box box) {
  double *x = calloc(n, sizeof *x), *y = calloc(n, sizeof *y),
         *delta = malloc(sizeof *delta * n * ops->group), *lows = malloc(sizeof *lows * n);
  ScanHit *hits = malloc(sizeof *hits * ops->group * n);
  float *work = malloc(sizeof *work * scan_floats(n)), least;
  uint64_t state = (uint64_t)n * 31 + (uint64_t)box.size;
  for (int32_t a = 0; a < n; a++) {
    x[a] = box.low + box.size * unit(&state);
    y[a] = box.low + box.size * unit(&state);
  }
  ScanTour t;
  tour_make(&t, n, x, y, box, filter);
  double fine = box.size / 2 * 0x1p-16 + ops->slack(&t), lowest = INFINITY, longest = 0;
  double root; /* the relative error */
  if (ops == &scan_avx512)
    root = 0x1p-14;
  else if (ops == &scan_avx2)
    root = 0x1.8p-12;
  else
    root = 0;
  double coarse = fine + 2 * 1.5 * box.size * root;
  for (int32_t p = 0; p < n; p++) longest = fmax(longest, t.e[p]);
  CU_ASSERT(ops->slack(&t) >=
            root * 2 * longest *
                (1 - 0x1p-20)); /* the two new edges of a move worth taking: docs/algorithms-answer.md */
  CU_ASSERT(scan_groups(n, ops->group) * ops->group >= n / 2 - 1);
  least = ops->minima(&t, work);
  for (int32_t g = 0; g < scan_groups(n, ops->group); g++) {
    double low = INFINITY;
    for (int32_t q = 0; q < group_offsets(ops, n, g); q++)
      for (int32_t i = 0; i < n; i++) {
        int32_t j = (i + 2 + g * ops->group + q) % n, a = (i + 1) % n, b = (j + 1) % n;
        double d = true_distance(filter, x, y, i, j) + true_distance(filter, x, y, a, b) -
                   true_distance(filter, x, y, i, a) - true_distance(filter, x, y, j, b);
        delta[q * n + i] = d;
        low = fmin(low, d);
      }
    lows[g] = low;
    CU_ASSERT_EQUAL(group_check(ops, &t, g, work, hits, delta, fine, coarse), 0);
    lowest = fmin(lowest, low);
  }
  for (int32_t g = 0; g < scan_groups(n, ops->group); g++) /* moves of other groups may be among a group's */
    CU_ASSERT(work[g] >= least && work[g] - lows[g] <= (lows[g] <= 2 ? fine : coarse));
  CU_ASSERT(fabs(least - lowest) <= fine);
  free(x);
  free(y);
  free(delta);
  free(lows);
  free(hits);
  free(work);
  free(t.x);
  free(t.y);
  free(t.e);
  free(t.city);
}

static void filter_sweep(const ScanOps *ops, ClimbFilter filter) {
  static const int32_t sizes[] = {12, 13, 15, 16, 17, 18, 26, 31, 32, 33, 47, 52, 64, 100, 257, 300, 1100};
  static const Box boxes[] = {{0, 10}, {0, 1000}, {-5e5, 1e6}, {1e7, 1e3}, {0, 3e8}};
  for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
    for (size_t b = 0; b < sizeof boxes / sizeof *boxes; b++) filter_check(ops, filter, sizes[s], boxes[b]);
}

static void plain(void) { filter_sweep(&scan_plain, FILTER_EUCLID); }
static void manhattan(void) { filter_sweep(&scan_manhattan, FILTER_MANHATTAN); }
static void chebyshev(void) { filter_sweep(&scan_chebyshev, FILTER_CHEBYSHEV); }

static void with_simd(const char *name) {
  if (harness_simd(name)) filter_sweep(scan_find(FILTER_EUCLID), FILTER_EUCLID);
  harness_simd(NULL);
}

static void avx2(void) { with_simd("avx2"); }
static void avx512(void) { with_simd("avx512"); }

int main(void) {
  static const HarnessTest tests[] = {TEST(plain),     TEST(avx2),      TEST(avx512),
                                      TEST(manhattan), TEST(chebyshev), {NULL, NULL}};
  return harness_run("scan", tests);
}
