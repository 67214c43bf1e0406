/* The float filter of a 2-opt step on the CPU: the smallest delta, and every move near it.
 *
 * Every unordered pair of tour positions is (i, i+o mod n) for some offset o in 2..n/2. For a fixed offset
 *   delta(i) = D(i) + D(i+1) - e(i) - e(i+o),   D(i) = d(position i, position i+o),
 * so a stream over i needs one new distance a move and has no triangle to waste lanes on. Offsets next to each other form
 * a group. Arrays are extended cyclically, so neither wrap-around nor masks are needed. */
#ifndef CORDEE_CPU_CLIMB_SCAN_H
#define CORDEE_CPU_CLIMB_SCAN_H

#include "halt.h"
#include "solver/climb/climb_kernels.h"

/* Below SCAN_N_MIN every move is a candidate. */
enum { SCAN_GROUP_MAX = 32, SCAN_LANES_MAX = 16, SCAN_N_MIN = 12 };

/* A tour as the filter sees it; entry p of each array is the city at position p mod n, for p < scan_length(n). */
typedef struct ScanTour {
  int32_t n;
  float *x, *y; /* filter coordinates; NULL for FILTER_MATRIX */
  float *e;     /* filter distance from position p to p + 1 */
  int32_t *city;
  const int32_t *matrix; /* (n, n) for FILTER_MATRIX */
} ScanTour;

typedef struct ScanHit {
  int32_t i,
      o; /* the move of positions i and i + o mod n; may be an illegal move (o = 1 mod n) or a repeated one */
} ScanHit;

typedef struct ScanOps {
  const char *name;
  int32_t group;     /* offsets that share a minimum; SCAN_GROUP_MAX at most */
  double cycles;     /* lower bound of the cycles of a move, by counted instructions; 0: not counted */
  const char *binds; /* the execution unit that sets it */
  /* What to add to the contract's slack for a step of this tour. A coarse root errs in proportion to the two new edges
   * of a move; those of a move worth taking are together at most as long as the two it removes, plus 2 for rounding. */
  float (*slack)(const ScanTour *tour);
  /* Writes the smallest delta of each group into work (scan_floats(n)), before anything else that hits needs;
   * returns the smallest of all. When the run halts (halt.h) it returns at once, with any values. The minimum
   * of a group may include moves of other groups. n >= SCAN_N_MIN. */
  float (*minima)(const ScanTour *tour, float *work);
  /* Writes the moves of a group with delta <= threshold into hits (capacity group * n); returns their number.
   * work is as minima left it for the same tour. */
  int32_t (*hits)(const ScanTour *tour, int32_t group, const float *work, float threshold, ScanHit *hits);
} ScanOps;

static inline int32_t scan_groups(int32_t n, int32_t group) { return (n / 2 - 1 + group - 1) / group; }
static inline size_t scan_length(int32_t n) { return (size_t)n + n / 2 + SCAN_LANES_MAX + 2; }
static inline size_t scan_floats(int32_t n) { return 9 * (size_t)n + 1024; }

/* The fastest filter of that kind for this processor (cpu/simd.h). */
const ScanOps *scan_find(ClimbFilter filter);

extern const ScanOps scan_avx512, scan_avx2, scan_plain; /* FILTER_EUCLID */
extern const ScanOps scan_manhattan, scan_chebyshev, scan_matrix;

#endif
