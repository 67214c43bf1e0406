/* The distance of two nodes, exact, the same in C and CUDA: what all solvers of routes compute. The judge has its own.
 *
 * s = dx^2 + dy^2 and q are integers. q > 0: the integer nearest to sqrt(s) / q, k with (2k - 1)^2 q^2 < 4 s < (2k + 1)^2 q^2. Both
 * bounds are odd multiples of q^2 squared, so they could only be equal to 4 s if q were even: then the upper k is taken. q < 0: the
 * largest integer not above sqrt(s) / -q, k with (2k)^2 q^2 <= 4 s < (2k + 2)^2 q^2. A floating square root is off by one at most; two
 * integer comparisons mend it. */
#ifndef CORDEE_PROBLEM_CVRP_CVRP_DISTANCE_H
#define CORDEE_PROBLEM_CVRP_CVRP_DISTANCE_H

#include <math.h>
#include <stdint.h>

#ifdef __CUDACC__
#define CVRP_HD __host__ __device__
#else
#define CVRP_HD
#endif

/* s <= 2^59; q != 0; the result is at most CVRP_DISTANCE_MAX. */
CVRP_HD static inline int32_t cvrp_root(int64_t s, int32_t q) {
  const int64_t nearest = q > 0, square = (int64_t)q * q;
  int64_t k = (int64_t)(sqrt((double)s) / (q > 0 ? q : -q) + (q > 0 ? 0.5 : 0));
  if (k > 0 && (2 * k - nearest) * (2 * k - nearest) * square > 4 * s) k--;
  if ((2 * k + 2 - nearest) * (2 * k + 2 - nearest) * square <= 4 * s) k++;
  return (int32_t)k;
}

CVRP_HD static inline int32_t cvrp_plane_distance(int32_t ax, int32_t ay, int32_t bx, int32_t by, int32_t q) {
  const int64_t dx = (int64_t)ax - bx, dy = (int64_t)ay - by;
  return cvrp_root(dx * dx + dy * dy, q);
}

#endif
