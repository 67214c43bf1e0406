/* The strips: all triples with two cuts p < q in one route, and with three.
 *
 * The third cut t lies in another route, before or after, or behind q in the same one. Whichever it is, the four new tours are the
 * same. With C, L, H that depend on (p, q) alone, they change the cost by
 *   moved     d(x[p+1], x[t]) + d(x[q], x[t+1]) + C - r[t]: the segment p + 1 .. q goes between x[t] and x[t + 1]
 *   turned    d(x[p+1], x[t+1]) + d(x[q], x[t]) + C - r[t]: the same, reversed
 *   tails     d(x[p+1], x[t]) + d(x[q+1], x[t+1]) + L - r[t]: it stays between the heads of both routes
 *   heads     d(x[p], x[t]) + d(x[q], x[t+1]) + H - r[t]: it stays between their tails
 * A block takes 8 cuts p and 128 cuts t, one a thread, and passes over q in steps of 8. A thread keeps its distances to the
 * nodes of p and q in a column of shared memory; C, L, H and loads are shared. Each kind is looked at where some thread of the warp may
 * make it. Only where p may have the best move, its q are looked at one by one. With a limit on durations every triple is decided by
 * three_opt_exact.cuh. */
#ifndef CORDEE_GPU_THREE_OPT_STRIPS_CUH
#define CORDEE_GPU_THREE_OPT_STRIPS_CUH

#include "three_opt_exact.cuh"

namespace three_opt {

enum { STRIP_THREADS = 128, STRIP_SIDE = 8 };

/* Of p and q: (x[p], x[q + 1]), by which the segment leaves, less r[p] + r[q]; and its load. L and H likewise. */
struct StripPair {
  int cut, load, low, high;
};

/* An edge and its first node, as all threads of a block read it. */
struct StripEdge {
  int2 at;
  int x, r, head, tail, first, last;
};

struct StripShared {
  int p[2][STRIP_SIDE + 1][STRIP_THREADS]; /* distances of x[p] to x[t], to x[t + 1] */
  int q[2][STRIP_SIDE + 1]
       [STRIP_THREADS];                 /* the same of x[q]; those of p serve while q is in the same place */
  int tails[STRIP_SIDE][STRIP_THREADS]; /* of x[q + 1] to x[t + 1], INF where the tails may not be joined */
  StripPair pair[STRIP_SIDE][STRIP_SIDE];
  StripEdge of_p[STRIP_SIDE + 1], of_q[STRIP_SIDE + 1];
};

struct StripBest {
  int delta, p, q;
};

/* What a warp may leave out: bits of the q whose tails, and of the p whose heads may be joined with those of t, and the greatest slack. */
struct StripMasks {
  unsigned tails, heads;
  int slack;
};

/* The cut of a thread. */
struct StripCut {
  int t, slack;
  StripEdge edge, next;
};

__device__ static inline StripEdge strip_edge(const Scan &s, int e) {
  StripEdge edge = {{0, 0}, 0, 0, 0, 0, -1, 0};
  if (e < s.control->n) {
    edge.x = s.x[e];
    edge.at = s.data.matrix ? int2{0, 0} : s.at[e];
  }
  if (e < s.control->m) {
    edge.r = s.r[e];
    edge.head = s.head[e];
    edge.tail = s.tail[e];
    edge.first = s.first[e];
    edge.last = s.last[e];
  }
  return edge;
}

__device__ static inline int strip_distance(const Scan &s, const StripEdge &a, const StripEdge &b) {
  if (s.data.matrix) return s.data.matrix[(int64_t)a.x * (s.data.customers + 1) + b.x];
  return near_distance(a.at, b.at, s.data.divisor);
}

/* May the parts of the routes of e and t be joined head to head and tail to tail? e1, t1: the next edges. */
__device__ static inline bool crosswise(const Scan &s, const StripEdge &e, const StripEdge &e1,
                                        const StripCut &c) {
  if (s.data.closed && ((!e.x && !c.edge.x) || (!e1.x && !c.next.x))) return false;
  return e.first == c.edge.first ||
         (e.head + c.edge.head <= s.data.capacity && e.tail + c.edge.tail <= s.data.capacity);
}

typedef int StripColumn[STRIP_SIDE + 1][STRIP_THREADS];

/* A thread's distances to `count` nodes. */
__device__ static inline void column_fill(const Scan &s, const StripEdge *of, int count, const StripCut &c,
                                          StripColumn *column) {
#pragma unroll 4
  for (int u = 0; u < count; u++) {
    column[0][u][threadIdx.x] = strip_distance(s, of[u], c.edge);
    column[1][u][threadIdx.x] = strip_distance(s, of[u], c.next);
  }
}

/* Returns a bit for each q whose tail may be joined with that of t. */
__device__ static inline unsigned tails_fill(const Scan &s, StripShared &m, const StripColumn *column,
                                             int count, const StripCut &c) {
  unsigned feasible = 0;
#pragma unroll 4
  for (int v = 0; v < count; v++) {
    const bool may = crosswise(s, m.of_q[v], m.of_q[v + 1], c);
    feasible |= (unsigned)may << v;
    m.tails[v][threadIdx.x] = may ? column[1][v + 1][threadIdx.x] : (int)INF;
  }
  return feasible;
}

__device__ static inline unsigned heads_feasible(const Scan &s, const StripShared &m, int count,
                                                 const StripCut &c) {
  unsigned feasible = 0;
  for (int u = 0; u < count; u++) feasible |= (unsigned)crosswise(s, m.of_p[u], m.of_p[u + 1], c) << u;
  return feasible;
}

__device__ static inline StripPair strip_pair(const Scan &s, const StripShared &m, int u, int v, int p,
                                              int q) {
  const StripEdge &a = m.of_p[u], &a1 = m.of_p[u + 1], &b = m.of_q[v], &b1 = m.of_q[v + 1];
  if (q <= p || a.first < 0 || a.first != b.first) return {INF, INF, INF, INF};
  const int gone = a.r + b.r;
  const bool empties = s.data.closed && !a.x && !b1.x;
  return {empties ? (int)INF : strip_distance(s, a, b1) - gone, b.head - a.head,
          strip_distance(s, a, b) - gone, strip_distance(s, a1, b1) - gone};
}

/* The least delta of the four moves of a triple, but for r[t]. head: does `heads` keep the limits? */
__device__ static inline int strip_least(const StripShared &m, const StripColumn *q, int u, int v, int limit,
                                         bool head) {
  const int x = threadIdx.x;
  const StripPair pair = m.pair[u][v];
  const int p0 = m.p[0][u + 1][x], q1 = q[1][v][x];
  const int moved = min(p0 + q1, m.p[1][u + 1][x] + q[0][v][x]);
  const int stays = min(p0 + m.tails[v][x] + pair.low, head ? m.p[0][u][x] + q1 + pair.high : (int)INF);
  return min(pair.load <= limit ? moved + pair.cut : (int)INF, stays);
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
  if (here < best.delta || best.p < 0 || p < best.p || (p == best.p && q < best.q)) {
    best.delta = here;
    best.p = p;
    best.q = q;
  }
}

/* The least delta of p (place u) and q at places v0 to v1 - 1, but for r[t]; t lies in another route. */
__device__ static inline int strip_others(const StripShared &m, const StripColumn *q, int u, int v0, int v1,
                                          int slack, bool head, const StripMasks &masks) {
  const int x = threadIdx.x, p0 = m.p[0][u + 1][x], p1 = m.p[1][u + 1][x];
  int least = INF;
#pragma unroll 2
  for (int v = v0; v < v1 && m.pair[u][v].load <= masks.slack; v++) {
    const int moved = __viaddmin_s32(p0, q[1][v][x], p1 + q[0][v][x]);
    least = __viaddmin_s32(m.pair[u][v].load <= slack ? moved : (int)INF, m.pair[u][v].cut, least);
  }
  for (unsigned bits = masks.tails >> v0 << v0 & ((1u << v1) - 1); bits; bits &= bits - 1) {
    const int v = __ffs(bits) - 1;
    least = __viaddmin_s32(p0 + m.tails[v][x], m.pair[u][v].low, least);
  }
  if (!(masks.heads >> u & 1)) return least;
  const int h = head ? m.p[0][u][x] : (int)INF;
#pragma unroll 2
  for (int v = v0; v < v1; v++) least = __viaddmin_s32(h + q[1][v][x], m.pair[u][v].high, least);
  return least;
}

/* The same in t's own route, where nothing has a limit. */
__device__ static inline int strip_own(const StripShared &m, const StripColumn *q, int u, int v0, int v1) {
  int least = INF;
  for (int v = v0; v < v1; v++) least = min(least, strip_least(m, q, u, v, (int)INF - 1, true));
  return least;
}

/* A p whose pairs may have the best move: all q, one by one. */
__device__ static __noinline__ StripBest strip_search(const Scan &s, const StripShared &m,
                                                      const StripColumn *q, int u, int v0, int v1, int limit,
                                                      bool head, int p0, int q0, int t, int r,
                                                      StripBest best) {
  for (int v = v0; v < v1; v++)
    strip_consider(s, best, strip_least(m, q, u, v, limit, head) - r, p0 + u, q0 + v, t);
  return best;
}

/* All pairs of a step. In t's own route q is less than t. */
__device__ static inline void strip_step(const Scan &s, const StripShared &m, const StripColumn *q, int count,
                                         int p0, int q0, const StripCut &c, unsigned heads,
                                         const StripMasks &masks, StripBest &best) {
  for (int u = 0; u < count; u++) {
    const int v0 = max(p0 + u + 1 - q0, 0), v1 = min(m.of_p[u].last - q0, (int)STRIP_SIDE);
    if (v0 >= v1) continue;
    const bool own = m.of_p[u].first == c.edge.first, head = own || (heads >> u & 1);
    const int end = own ? min(v1, c.t - q0) : v1;
    const int least =
        (own ? strip_own(m, q, u, v0, end) : strip_others(m, q, u, v0, v1, c.slack, head, masks)) - c.edge.r;
    const bool ties = least == best.delta &&
                      (best.p < 0 ? may_win(s, least, key_of(min(p0 + u, c.t), 0, 0, 0)) : p0 + u <= best.p);
    if (least < 0 && (least < best.delta || ties || s.row_best))
      best =
          strip_search(s, m, q, u, v0, end, own ? (int)INF - 1 : c.slack, head, p0, q0, c.t, c.edge.r, best);
  }
}

/* With durations: each triple by itself. */
__device__ static inline void strip_step_exact(const Scan &s, int p0, int q0, int t, StripBest *best) {
  for (int p = p0; p < p0 + STRIP_SIDE && p < s.control->m; p++) {
    int to = min(s.last[p], q0 + STRIP_SIDE), way;
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

/* What all threads share of a step. */
__device__ static inline void step_open(const Scan &s, StripShared &m, int p0, int q0, int p_count,
                                        int q_count) {
  __syncthreads();
  if (threadIdx.x <= STRIP_SIDE) m.of_q[threadIdx.x] = strip_edge(s, q0 + threadIdx.x);
  __syncthreads();
  for (int c = threadIdx.x; c < STRIP_SIDE * STRIP_SIDE; c += STRIP_THREADS) {
    const int u = c / STRIP_SIDE, v = c % STRIP_SIDE;
    if (u < p_count && v < q_count) m.pair[u][v] = strip_pair(s, m, u, v, p0 + u, q0 + v);
  }
}

/* The blocks' passes over q, without durations. */
__device__ static inline void strip_run(const Scan &s, StripShared &m, int p0, int p_count, int end,
                                        const StripCut &c, StripBest &best) {
  const bool mine = c.t < s.control->m;
  if (threadIdx.x <= STRIP_SIDE) m.of_p[threadIdx.x] = strip_edge(s, p0 + threadIdx.x);
  __syncthreads();
  unsigned heads = 0;
  if (mine) {
    column_fill(s, m.of_p, p_count + 1, c, m.p);
    heads = heads_feasible(s, m, p_count, c);
  }
  StripMasks masks = {0, __reduce_or_sync(0xffffffffu, heads),
                      __reduce_max_sync(0xffffffffu, mine ? c.slack : 0)};
  for (int q0 = p0; q0 < end; q0 += STRIP_SIDE) {
    const int q_count = min((int)STRIP_SIDE, end - q0);
    step_open(s, m, p0, q0, p_count, q_count);
    StripColumn *const q = q0 == p0 ? m.p : m.q;
    if (mine && q0 != p0) column_fill(s, m.of_q, q_count + 1, c, m.q);
    masks.tails = __reduce_or_sync(0xffffffffu, mine ? tails_fill(s, m, q, q_count, c) : 0);
    __syncthreads();
    if (mine) strip_step(s, m, q, p_count, p0, q0, c, heads, masks, best);
  }
}

/* Grid: edges / STRIP_SIDE, edges / STRIP_THREADS. */
__global__ static void __launch_bounds__(STRIP_THREADS, 8) strips_kernel(const __grid_constant__ Scan s) {
  extern __shared__ __align__(16) char memory[];
  BLOCK_SHARED int scratch[STRIP_THREADS / WARP];
  StripShared &m = *(StripShared *)memory; /* none if every triple is decided by itself */
  const Control &control = *s.control;
  const int p0 = blockIdx.x * STRIP_SIDE, t = blockIdx.y * STRIP_THREADS + threadIdx.x;
  if (control.done || p0 >= control.m || (int)(blockIdx.y * STRIP_THREADS) >= control.m) return;
  if ((blockIdx.x + blockIdx.y) % s.parts != s.part) return;
  const int p_count = min((int)STRIP_SIDE, control.m - p0), end = s.last[p0 + p_count - 1];
  StripBest best = {s.row_best ? 0 : min(best_now(s), 0), -1, -1};
  if (s.head_time) {
    for (int q0 = p0; q0 < end && t < control.m; q0 += STRIP_SIDE) strip_step_exact(s, p0, q0, t, &best);
  } else {
    StripCut c = {t, 0, strip_edge(s, t), strip_edge(s, t + 1)};
    c.slack = s.data.capacity - c.edge.head - c.edge.tail;
    strip_run(s, m, p0, p_count, end, c, best);
  }
  block_publish(
      s, best.p < 0 ? 0 : best.delta, [&] { return strip_key(s, best, t); }, scratch);
}

} // namespace three_opt
#endif
