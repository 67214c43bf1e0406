/* The strips: all triples with two cuts p < q in one route, and with three.
 *
 * The third cut t lies in another route, before or after, or behind q in the same one. Whichever it is, the four new tours are the
 * same: the segment p + 1 .. q goes between x[t] and x[t + 1] forward or reversed, or it stays between parts of both routes. A block
 * takes 16 cuts p and 128 cuts t, one a thread, and passes over q in steps of 16. Values of (p, t) and (q, t) lie in a
 * thread's own column of shared memory, those of (p, q) are shared. A thread finds the least of 4 x 16 pairs (p, q) at a time; only
 * where that may be the best move, the pairs are looked at one by one. With a limit on durations every triple is decided by
 * three_opt_exact.cuh. */
#ifndef CORDEE_GPU_THREE_OPT_STRIPS_CUH
#define CORDEE_GPU_THREE_OPT_STRIPS_CUH

#include "three_opt_exact.cuh"

namespace three_opt {

enum { STRIP_THREADS = 128, STRIP_P = 16, STRIP_Q = 16, STRIP_GROUP = 4 };

struct StripPair { /* of p and q */
  int cut;         /* (x[p], x[q + 1]): the segment leaves */
  int low, high;   /* (x[p], x[q]); (x[p + 1], x[q + 1]) */
  int load;        /* of the segment */
};

/* An edge and its first node, as all threads of a block read it. */
struct StripEdge {
  int2 at;
  int x, r, head, tail, first, last;
};

struct StripShared {
  int p[3][STRIP_P][STRIP_THREADS]; /* (x[p+1], x[t]), (x[p+1], x[t+1]), (x[p], x[t]) if feasible */
  int q[3][STRIP_Q][STRIP_THREADS]; /* (x[q], x[t+1]), (x[q], x[t]), (x[q+1], x[t+1]) if feasible */
  StripPair pair[STRIP_P][STRIP_Q];
  StripEdge of_p[STRIP_P + 1], of_q[STRIP_Q + 1];
  int count; /* edges p that there are */
};

struct StripBest {
  int delta, p, q;
};

__device__ static inline StripEdge strip_edge(const Scan &s, int e) {
  StripEdge edge = {{0, 0}, 0, 0, 0, 0, -1, 0};
  if (e < s.control->n) edge.x = s.x[e], edge.at = s.data.matrix ? int2{0, 0} : s.at[e];
  if (e < s.control->m)
    edge.r = s.r[e], edge.head = s.head[e], edge.tail = s.tail[e], edge.first = s.first[e],
    edge.last = s.last[e];
  return edge;
}

__device__ static inline int strip_distance(const Scan &s, const StripEdge &a, const StripEdge &b) {
  if (s.data.matrix) return s.data.matrix[(int64_t)a.x * (s.data.customers + 1) + b.x];
  return near_distance(a.at, b.at, s.data.divisor);
}

/* May the parts of the routes of e and t be joined head to head and tail to tail? e1, t1: the next edges. */
__device__ static inline bool crosswise(const Scan &s, const StripEdge &e, const StripEdge &e1,
                                        const StripEdge &t, const StripEdge &t1) {
  if (s.data.closed && ((!e.x && !t.x) || (!e1.x && !t1.x))) return false;
  return e.first == t.first || (e.head + t.head <= s.data.capacity && e.tail + t.tail <= s.data.capacity);
}

__device__ static inline void column_p(const Scan &s, StripShared &m, const StripEdge &t,
                                       const StripEdge &t1) {
  const int first = half_first(t.r), next = half_next(t.r);
  int d0 = strip_distance(s, m.of_p[0], t);
#pragma unroll 2
  for (int u = 0; u < STRIP_P; u++) {
    const StripEdge &e = m.of_p[u], &e1 = m.of_p[u + 1];
    const int n0 = strip_distance(s, e1, t), n1 = strip_distance(s, e1, t1);
    m.p[0][u][threadIdx.x] = n0 - half_next(e.r) - first;
    m.p[1][u][threadIdx.x] = n1 - half_next(e.r) - next;
    m.p[2][u][threadIdx.x] = crosswise(s, e, e1, t, t1) ? d0 - half_first(e.r) - first : (int)INF;
    d0 = n0;
  }
}

/* INF from t on, if t lies in the route of q: its triples have q < t. */
__device__ static inline void column_q(const Scan &s, StripShared &m, int q0, int count, int at,
                                       const StripEdge &t, const StripEdge &t1) {
  const int first = half_first(t.r), next = half_next(t.r);
  int d0 = strip_distance(s, m.of_q[0], t), d1 = strip_distance(s, m.of_q[0], t1);
#pragma unroll 2
  for (int u = 0; u < count; u++) {
    const StripEdge &e = m.of_q[u], &e1 = m.of_q[u + 1];
    const int n0 = strip_distance(s, e1, t), n1 = strip_distance(s, e1, t1);
    const bool none = e.first == t.first && q0 + u >= at;
    m.q[0][u][threadIdx.x] = none ? (int)INF : d1 - half_first(e.r) - next;
    m.q[1][u][threadIdx.x] = none ? (int)INF : d0 - half_first(e.r) - first;
    m.q[2][u][threadIdx.x] = none || !crosswise(s, e, e1, t, t1) ? (int)INF : n1 - half_next(e.r) - next;
    d0 = n0, d1 = n1;
  }
}

__device__ static inline StripPair strip_pair(const Scan &s, const StripShared &m, int u, int v, int p,
                                              int q) {
  const StripEdge &a = m.of_p[u], &a1 = m.of_p[u + 1], &b = m.of_q[v], &b1 = m.of_q[v + 1];
  if (q <= p || a.first < 0 || a.first != b.first) return {INF, INF, INF, INF};
  StripPair pair;
  pair.cut =
      s.data.closed && !a.x && !b1.x ? (int)INF : strip_distance(s, a, b1) - half_first(a.r) - half_next(b.r);
  pair.low = strip_distance(s, a, b) - half_first(a.r) - half_first(b.r);
  pair.high = strip_distance(s, a1, b1) - half_next(a.r) - half_next(b.r);
  pair.load = b.head - a.head;
  return pair;
}

/* The least delta of the four moves of a triple. p, q: its columns. */
__device__ static inline int strip_least(const int p[3], const int q[3], const StripPair &pair, int slack) {
  const int moved = __viaddmin_s32(p[0], q[0], p[1] + q[1]);
  const int other = __viaddmin_s32(p[0] + q[2], pair.low, p[2] + q[0] + pair.high);
  return __viaddmin_s32(pair.load <= slack ? moved : (int)INF, pair.cut, other);
}

/* For rows: the triple belongs to its first edge. */
__device__ static inline void strip_row(const Scan &s, int p, int q, int t, int delta) {
  const int i = min(p, t), j = t < p ? p : min(q, t);
  atomicMin(&s.row_best[(size_t)i * s.control->tiles + j / TILE], delta);
}

/* Of one t the smaller (p, q) has the smaller label. */
__device__ static inline void strip_consider(const Scan &s, StripBest &best, int here, int p, int q, int t) {
  if (here >= 0) return;
  if (s.row_best) strip_row(s, p, q, t, here);
  if (here > best.delta) return;
  if (here < best.delta || best.p < 0 || p < best.p || (p == best.p && q < best.q))
    best.delta = here, best.p = p, best.q = q;
}

/* Looks at a group's pairs one by one. */
__device__ static __noinline__ void group_search(const Scan &s, const StripShared &m, int u0, int v0, int v1,
                                                 int p0, int q0, int t, const StripEdge &edge, int slack,
                                                 StripBest *best) {
  for (int u = u0; u < u0 + STRIP_GROUP; u++)
    for (int v = v0; v < v1; v++) {
      const int x = threadIdx.x;
      const int p[3] = {m.p[0][u][x], m.p[1][u][x], m.p[2][u][x]},
                q[3] = {m.q[0][v][x], m.q[1][v][x], m.q[2][v][x]};
      const int limit = m.of_q[v].first == edge.first ? (int)INF - 1 : slack;
      strip_consider(s, *best, strip_least(p, q, m.pair[u][v], limit), p0 + u, q0 + v, t);
    }
}

/* A group of p with q of the step, places v0 to v1 - 1: its least delta. */
__device__ static inline int group_least(const StripShared &m, int u0, int v0, int v1, const StripEdge &t,
                                         int slack) {
  int p[STRIP_GROUP][3], least = INF;
#pragma unroll
  for (int u = 0; u < STRIP_GROUP; u++)
#pragma unroll
    for (int k = 0; k < 3; k++) p[u][k] = m.p[k][u0 + u][threadIdx.x];
#pragma unroll 4
  for (int v = v0; v < v1; v++) {
    const int q[3] = {m.q[0][v][threadIdx.x], m.q[1][v][threadIdx.x], m.q[2][v][threadIdx.x]};
    const int limit = m.of_q[v].first == t.first ? (int)INF - 1 : slack;
#pragma unroll
    for (int u = 0; u < STRIP_GROUP; u++) least = min(least, strip_least(p[u], q, m.pair[u0 + u][v], limit));
  }
  return least;
}

/* All groups of a step. The pairs of a group lie behind its first p and before the end of the route of its last one. */
__device__ static inline void strip_tile(const Scan &s, const StripShared &m, int p0, int q0, int t,
                                         const StripEdge &edge, int slack, StripBest *best) {
  for (int u0 = 0; u0 < STRIP_P && m.of_p[u0].first >= 0; u0 += STRIP_GROUP) {
    const int v0 = max(p0 + u0 + 1 - q0, 0),
              v1 = min(m.of_p[min(u0 + STRIP_GROUP, m.count) - 1].last - q0, (int)STRIP_Q);
    if (v0 >= v1) continue;
    const int least = group_least(m, u0, v0, v1, edge, slack);
    const bool wins = least < best->delta || (least == best->delta && (best->p < 0 || p0 + u0 <= best->p));
    if (least < 0 && (wins || s.row_best)) group_search(s, m, u0, v0, v1, p0, q0, t, edge, slack, best);
  }
}

/* With durations: each triple by itself. */
__device__ static inline void strip_tile_exact(const Scan &s, int p0, int q0, int t, StripBest *best) {
  for (int p = p0; p < p0 + STRIP_P && p < s.control->m; p++) {
    int to = min(s.last[p], q0 + STRIP_Q), way;
    if (s.first[p] == s.first[t]) to = min(to, t);
    for (int q = max(q0, p + 1); q < to; q++)
      strip_consider(s, *best, t < p ? triple_best(s, t, p, q, &way) : triple_best(s, p, q, t, &way), p, q,
                     t);
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

/* Fills in the shared tables of a step over q. */
__device__ static inline void strip_step(const Scan &s, StripShared &m, int p0, int q0) {
  for (int e = threadIdx.x; e <= STRIP_Q; e += STRIP_THREADS) m.of_q[e] = strip_edge(s, q0 + e);
  __syncthreads();
  for (int c = threadIdx.x; c < STRIP_P * STRIP_Q; c += STRIP_THREADS) {
    const int u = c / STRIP_Q, v = c % STRIP_Q;
    m.pair[u][v] = strip_pair(s, m, u, v, p0 + u, q0 + v);
  }
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
  const int end = s.last[min(p0 + STRIP_P, control.m) - 1];
  const bool mine = t < control.m, exact = s.head_time != NULL;
  StripBest best = {s.row_best ? 0 : min(best_now(s), 0), -1, -1};
  const StripEdge edge = strip_edge(s, t), next = strip_edge(s, t + 1);
  const int slack = s.data.capacity - edge.head - edge.tail;
  if (!exact) {
    for (int e = threadIdx.x; e <= STRIP_P; e += STRIP_THREADS) m.of_p[e] = strip_edge(s, p0 + e);
    if (threadIdx.x == 0) m.count = min((int)STRIP_P, control.m - p0);
    __syncthreads();
    if (mine) column_p(s, m, edge, next);
  }
  for (int q0 = p0; q0 < end; q0 += STRIP_Q) {
    if (!exact) {
      __syncthreads();
      strip_step(s, m, p0, q0);
      if (mine) column_q(s, m, q0, min((int)STRIP_Q, end - q0), t, edge, next);
      __syncthreads();
    }
    if (mine && exact) strip_tile_exact(s, p0, q0, t, &best);
    if (mine && !exact) strip_tile(s, m, p0, q0, t, edge, slack, &best);
  }
  block_publish(
      s, best.p < 0 ? 0 : best.delta, [&] { return strip_key(s, best, t); }, scratch);
}

} // namespace three_opt
#endif
