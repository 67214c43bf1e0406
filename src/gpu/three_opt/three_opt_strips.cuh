/* The strips: all triples with two cuts p < q in one route, and with three.
 *
 * The third cut t lies in another route, before or after, or behind q in the same one. Whichever it is, the four new tours are the
 * same: the segment p + 1 .. q goes between x[t] and x[t + 1] forward or reversed, or it stays between parts of both routes. A block
 * takes 16 cuts p and 128 cuts t, one a thread, and passes over q in steps of 16. Values of (p, t) and (q, t) lie in a
 * thread's own column of shared memory, those of (p, q) are shared. Labels and ties are left to three_opt_exact.cuh. With a limit on
 * durations every triple is decided there. */
#ifndef CORDEE_GPU_THREE_OPT_STRIPS_CUH
#define CORDEE_GPU_THREE_OPT_STRIPS_CUH

#include "three_opt_exact.cuh"

namespace three_opt {

enum { STRIP_THREADS = 128, STRIP_P = 16, STRIP_Q = 16 };

struct StripPair { /* of p and q */
  int cut;         /* (x[p], x[q + 1]): the segment leaves */
  int low, high;   /* (x[p], x[q]); (x[p + 1], x[q + 1]) */
  int load;        /* of the segment */
};

struct StripShared {
  int p[3][STRIP_P][STRIP_THREADS]; /* (x[p+1], x[t]), (x[p+1], x[t+1]), (x[p], x[t]) if feasible */
  int q[3][STRIP_Q][STRIP_THREADS]; /* (x[q], x[t+1]), (x[q], x[t]), (x[q+1], x[t+1]) if feasible */
  StripPair pair[STRIP_P][STRIP_Q];
};

struct StripBest {
  int delta, p, q;
};

/* Of one t the smaller (p, q) has the smaller label. */
__device__ static inline void strip_consider(StripBest &best, int here, int p, int q) {
  if (here > best.delta || here >= 0) return;
  if (here < best.delta || p < best.p || (p == best.p && q < best.q)) best.delta = here, best.p = p, best.q = q;
}

/* May the parts of the routes of e and t be joined head to head and tail to tail? */
__device__ static inline bool crosswise(const Scan &s, int e, int t) {
  return s.first[e] == s.first[t] ||
         (s.head[e] + s.head[t] <= s.data.capacity && s.tail[e] + s.tail[t] <= s.data.capacity);
}

__device__ static inline void column_p(const Scan &s, StripShared &m, int p0, int t) {
  const int first = half_first(s.r[t]), next = half_next(s.r[t]);
  for (int u = 0; u < STRIP_P; u++) {
    const int p = p0 + u;
    if (p >= s.control->m) break;
    const int r = s.r[p];
    m.p[0][u][threadIdx.x] = distance(s, p + 1, t) - half_next(r) - first;
    m.p[1][u][threadIdx.x] = distance(s, p + 1, t + 1) - half_next(r) - next;
    m.p[2][u][threadIdx.x] = crosswise(s, p, t) ? distance(s, p, t) - half_first(r) - first : INF;
  }
}

__device__ static inline void column_q(const Scan &s, StripShared &m, int q0, int t) {
  const int first = half_first(s.r[t]), next = half_next(s.r[t]);
  for (int u = 0; u < STRIP_Q; u++) {
    const int q = q0 + u;
    if (q >= s.control->m) break;
    const int r = s.r[q];
    m.q[0][u][threadIdx.x] = distance(s, q, t + 1) - half_first(r) - next;
    m.q[1][u][threadIdx.x] = distance(s, q, t) - half_first(r) - first;
    m.q[2][u][threadIdx.x] = crosswise(s, q, t) ? distance(s, q + 1, t + 1) - half_next(r) - next : INF;
  }
}

__device__ static inline StripPair strip_pair(const Scan &s, int p, int q) {
  if (q <= p || q >= s.control->m || s.first[p] != s.first[q]) return {INF, INF, INF, INF};
  const int rp = s.r[p], rq = s.r[q];
  StripPair pair;
  pair.cut = s.data.closed && depots(s, p, q + 1) ? (int)INF : distance(s, p, q + 1) - half_first(rp) - half_next(rq);
  pair.low = distance(s, p, q) - half_first(rp) - half_first(rq);
  pair.high = distance(s, p + 1, q + 1) - half_next(rp) - half_next(rq);
  pair.load = s.head[q] - s.head[p];
  return pair;
}

/* The least delta of the four moves of (p, q, t); u, v: places of p and q. */
__device__ static inline int strip_least(const StripShared &m, const StripPair &pair, int u, int v, int slack) {
  const int x = threadIdx.x;
  const int moved = min(m.p[0][u][x] + m.q[0][v][x], m.p[1][u][x] + m.q[1][v][x]) + pair.cut;
  const int other = min(m.p[0][u][x] + m.q[2][v][x] + pair.low, m.p[2][u][x] + m.q[0][v][x] + pair.high);
  return min(pair.load <= slack ? moved : (int)INF, other);
}

/* For rows: the triple belongs to its first edge. */
__device__ static inline void strip_row(const Scan &s, int p, int q, int t, int delta) {
  const int i = min(p, t), j = t < p ? p : min(q, t);
  atomicMin(&s.row_best[(size_t)i * s.control->tiles + j / TILE], delta);
}

__device__ static inline void strip_tile(const Scan &s, const StripShared &m, int p0, int q0, int t, int slack,
                                         StripBest &best) {
  for (int u = 0; u < STRIP_P && p0 + u < s.control->m; u++) {
    const int p = p0 + u, last = min(s.last[p], q0 + STRIP_Q);
    int from = max(q0, p + 1), to = last;
    if (s.first[p] == s.first[t]) to = min(to, t); /* q < t */
    for (int q = from; q < to; q++) {
      const int here = strip_least(m, m.pair[u][q - q0], u, q - q0, s.first[p] == s.first[t] ? INF - 1 : slack);
      strip_consider(best, here, p, q);
      if (s.row_best && here < 0) strip_row(s, p, q, t, here);
    }
  }
}

/* With durations: each triple by itself. */
__device__ static inline void strip_tile_exact(const Scan &s, int p0, int q0, int t, StripBest &best) {
  for (int p = p0; p < p0 + STRIP_P && p < s.control->m; p++) {
    int to = min(s.last[p], q0 + STRIP_Q), way;
    if (s.first[p] == s.first[t]) to = min(to, t);
    for (int q = max(q0, p + 1); q < to; q++) {
      const int here = t < p ? triple_best(s, t, p, q, &way) : triple_best(s, p, q, t, &way);
      strip_consider(best, here, p, q);
      if (s.row_best && here < 0) strip_row(s, p, q, t, here);
    }
  }
}

__device__ static inline Key strip_key(const Scan &s, const StripBest &best, int t) {
  int way = 0;
  if (t < best.p) {
    triple_best(s, t, best.p, best.q, &way);
    return key_of(t, best.p, best.q, way);
  }
  triple_best(s, best.p, best.q, t, &way);
  return key_of(best.p, best.q, t, way);
}

/* Grid: edges / STRIP_P, edges / STRIP_THREADS. */
__global__ static void __launch_bounds__(STRIP_THREADS) strips_kernel(Scan s) {
  extern __shared__ __align__(16) char memory[];
  __shared__ int scratch[STRIP_THREADS / WARP];
  StripShared &m = *(StripShared *)memory; /* none if every triple is decided by itself */
  const Control &control = *s.control;
  const int p0 = blockIdx.x * STRIP_P, t = blockIdx.y * STRIP_THREADS + threadIdx.x;
  if (control.done || p0 >= control.m || (int)(blockIdx.y * STRIP_THREADS) >= control.m) return;
  if ((blockIdx.x + blockIdx.y) % s.parts != s.part) return;
  const int p_last = min(p0 + STRIP_P, control.m) - 1, end = s.last[p_last];
  const bool mine = t < control.m, exact = s.head_time != NULL;
  const int slack = mine ? s.data.capacity - s.head[t] - s.tail[t] : 0;
  StripBest best = {0, 0, 0};
  if (mine && !exact) column_p(s, m, p0, t);
  for (int q0 = p0; q0 < end; q0 += STRIP_Q) {
    if (!exact) {
      __syncthreads();
      for (int c = threadIdx.x; c < STRIP_P * STRIP_Q; c += STRIP_THREADS)
        m.pair[c / STRIP_Q][c % STRIP_Q] = strip_pair(s, p0 + c / STRIP_Q, q0 + c % STRIP_Q);
      if (mine) column_q(s, m, q0, t);
      __syncthreads();
    }
    if (mine && exact) strip_tile_exact(s, p0, q0, t, best);
    if (mine && !exact) strip_tile(s, m, p0, q0, t, slack, best);
  }
  block_publish(s, best.delta, [&] { return strip_key(s, best, t); }, scratch);
}

} // namespace three_opt
#endif
