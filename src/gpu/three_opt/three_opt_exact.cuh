/* One triple of edges, exactly: costs from distances, feasibility from the parts of the routes that are cut. Everything that wins is
 * decided here; the fast passes only say where to look.
 *
 * With i < j < k, a = x[i], A = x[i + 1], b, B and c, C likewise for j and k: way 4 joins (a,B) (c,A) (b,C), way 5 (a,b) (A,c)
 * (B,C), way 6 (a,c) (B,A) (b,C), way 7 (a,B) (c,b) (A,C). Cuts in three routes: each new route is two parts of old ones. Two cuts in one
 * route: the segment between them lies in a route of its own or of the third cut. Three in one: nothing but its length changes. */
#ifndef CORDEE_GPU_THREE_OPT_EXACT_CUH
#define CORDEE_GPU_THREE_OPT_EXACT_CUH

#include "three_opt_device.cuh"

namespace three_opt {

struct Nine { /* the distances of nine pairs of ends */
  int aB, Ac, bC, ab, BC, ac, AB, AC, bc;
};

__device__ static inline Nine nine_of(const Scan &s, int i, int j, int k) {
  return {distance(s, i, j + 1),     distance(s, i + 1, k),     distance(s, j, k + 1),
          distance(s, i, j),         distance(s, j + 1, k + 1), distance(s, i, k),
          distance(s, i + 1, j + 1), distance(s, i + 1, k + 1), distance(s, j, k)};
}

/* The sums that must not exceed a limit, for a resource with these parts: up to two for each way. */
struct Sums {
  int of[4][3];
};

/* H, T: head and tail of the three routes; g: of the segment between two cuts in one route. w: 1 counts distances, 0 does not. */
__device__ static inline Sums sums_three(const int H[3], const int T[3], const Nine &d, int w) {
  return {{{H[0] + w * d.aB + T[1], H[2] + w * d.Ac + T[0], H[1] + w * d.bC + T[2]},
           {H[0] + w * d.ab + H[1], T[0] + w * d.Ac + H[2], T[1] + w * d.BC + T[2]},
           {H[0] + w * d.ac + H[2], T[1] + w * d.AB + T[0], H[1] + w * d.bC + T[2]},
           {H[0] + w * d.aB + T[1], H[2] + w * d.bc + H[1], T[0] + w * d.AC + T[2]}}};
}
/* i and j in one route */
__device__ static inline Sums sums_front(const int H[3], const int T[3], int g, const Nine &d, int w) {
  return {{{H[0] + w * d.aB + T[1], H[2] + w * (d.Ac + d.bC) + g + T[2], 0},
           {H[0] + w * (d.ab + d.Ac) + g + H[2], T[1] + w * d.BC + T[2], 0},
           {H[0] + w * d.ac + H[2], T[1] + w * (d.AB + d.bC) + g + T[2], 0},
           {H[0] + w * d.aB + T[1], H[2] + w * (d.bc + d.AC) + g + T[2], 0}}};
}
/* j and k in one route */
__device__ static inline Sums sums_back(const int H[3], const int T[3], int g, const Nine &d, int w) {
  return {{{H[0] + w * (d.aB + d.Ac) + g + T[0], H[1] + w * d.bC + T[2], 0},
           {H[0] + w * d.ab + H[1], T[0] + w * (d.Ac + d.BC) + g + T[2], 0},
           {H[0] + w * (d.ac + d.AB) + g + T[0], H[1] + w * d.bC + T[2], 0},
           {H[0] + w * (d.aB + d.bc) + g + H[1], T[0] + w * d.AC + T[2], 0}}};
}

__device__ static inline unsigned sums_keep(const Sums &sums, int limit) {
  unsigned ways = 0;
  for (int w = 0; w < 4; w++)
    if (sums.of[w][0] <= limit && sums.of[w][1] <= limit && sums.of[w][2] <= limit) ways |= 1u << w;
  return ways;
}

/* Bits of the ways that keep one resource's limit. */
__device__ static inline unsigned ways_within(const Scan &s, int i, int j, int k, const int32_t *head,
                                              const int32_t *tail, const Nine &d, int w, int limit) {
  const int H[3] = {head[i], head[j], head[k]}, T[3] = {tail[i], tail[j], tail[k]};
  const bool front = s.first[i] == s.first[j], back = s.first[j] == s.first[k];
  if (front && back) return 15;
  /* head[q] - head[p] has the edge p, which goes; the segment begins behind it */
  if (front) return sums_keep(sums_front(H, T, H[1] - H[0] - w * s.r[i], d, w), limit);
  if (back) return sums_keep(sums_back(H, T, H[2] - H[1] - w * s.r[j], d, w), limit);
  return sums_keep(sums_three(H, T, d, w), limit);
}

/* Bits of the ways that join no two depots. */
__device__ static inline unsigned ways_open(const Scan &s, int i, int j, int k) {
  const bool a = s.x[i] == 0, A = s.x[i + 1] == 0, b = s.x[j] == 0, B = s.x[j + 1] == 0, c = s.x[k] == 0,
             C = s.x[k + 1] == 0;
  return (unsigned)(!((a && B) || (c && A) || (b && C))) |
         (unsigned)(!((a && b) || (A && c) || (B && C))) << 1 |
         (unsigned)(!((a && c) || (B && A) || (b && C))) << 2 |
         (unsigned)(!((a && B) || (c && b) || (A && C))) << 3;
}

/* The best of ways 4 to 7 of i < j < k, of equals the first; delta >= 0: none improves. */
__device__ static inline int triple_best(const Scan &s, int i, int j, int k, int *way) {
  const Nine d = nine_of(s, i, j, k);
  const int gone = s.r[i] + s.r[j] + s.r[k];
  const int delta[4] = {d.aB + d.Ac + d.bC - gone, d.ab + d.Ac + d.BC - gone, d.ac + d.AB + d.bC - gone,
                        d.aB + d.bc + d.AC - gone};
  if (min(min(delta[0], delta[1]), min(delta[2], delta[3])) >= 0) return 0;
  unsigned ways = ways_within(s, i, j, k, s.head, s.tail, d, 0, s.data.capacity);
  if (s.head_time) ways &= ways_within(s, i, j, k, s.head_time, s.tail_time, d, 1, s.data.max_duration);
  if (s.data.closed) ways &= ways_open(s, i, j, k);
  int best = 0;
  for (int w = 0; w < 4; w++)
    if ((ways >> w & 1) && delta[w] < best) {
      best = delta[w];
      *way = w + 4;
    }
  return best;
}

/* The 2-opt move that removes edges p < q; >= 0: it does not improve or is not feasible. */
__device__ static inline int pair_delta(const Scan &s, int p, int q) {
  const int ff = distance(s, p, q), nn = distance(s, p + 1, q + 1);
  const int delta = ff + nn - s.r[p] - s.r[q];
  if (delta >= 0) return 0;
  if (s.data.closed && (depots(s, p, q) || depots(s, p + 1, q + 1))) return 0;
  if (s.first[p] == s.first[q]) return delta;
  if (s.head[p] + s.head[q] > s.data.capacity || s.tail[p] + s.tail[q] > s.data.capacity) return 0;
  if (s.head_time && (s.head_time[p] + ff + s.head_time[q] > s.data.max_duration ||
                      s.tail_time[p] + nn + s.tail_time[q] > s.data.max_duration))
    return 0;
  return delta;
}

} // namespace three_opt
#endif
