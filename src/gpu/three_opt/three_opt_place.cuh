/* Between two scans, one block: the best of the moves found, the tour after it, and all that scans read of a tour. */
#ifndef CORDEE_GPU_THREE_OPT_PLACE_CUH
#define CORDEE_GPU_THREE_OPT_PLACE_CUH

#include "gpu/block_scan.cuh"
#include "three_opt_tables.cuh"

namespace three_opt {

enum { PLACE_THREADS = 1024, PLACE_FEW = 256, PLACE_SHORT = 2048 /* nodes: fewer threads meet sooner */ };

struct Maximum {
  __device__ int operator()(int a, int b) const { return a > b ? a : b; }
};

template <int THREADS> struct PlaceShared {
  BlockTotals<int, THREADS> totals;
  Key warp[THREADS / WARP];
  int ints[THREADS / WARP];
  ThreeOptMove move;
};

/* The positions of a thread: one run of consecutive ones each. */
struct Run {
  int from, to;
};
template <int THREADS> __device__ static inline Run run_of(int n) {
  const int each = (n + THREADS - 1) / THREADS;
  return {min((int)threadIdx.x * each, n), min(((int)threadIdx.x + 1) * each, n)};
}

/* The smallest key of those found with the least delta. All threads return it. */
template <int THREADS> __device__ static inline Key found_pick(const Scan &s, PlaceShared<THREADS> &m) {
  const int best = s.control->best;
  const uint32_t count = min(s.control->found, s.found_most);
  Key key = ~(Key)0;
  for (uint32_t c = threadIdx.x; c < count; c += THREADS)
    if (s.found[c].delta == best && s.found[c].key < key) key = s.found[c].key;
  key = warp_min_key(key);
  if (threadIdx.x % WARP == 0) m.warp[threadIdx.x / WARP] = key;
  __syncthreads();
  for (int w = 0; w < THREADS / WARP; w++) key = m.warp[w] < key ? m.warp[w] : key;
  return key;
}

/* The node at position t of the tour after a move. */
__device__ static inline int moved_node(const int32_t *x, const ThreeOptMove &v, int t) {
  const int first = v.j - v.i, second = v.k - v.j; /* lengths of S1 and S2 */
  if (t <= v.i || t > v.k) return x[t];
  const bool swapped = v.way == 3 || v.way == 4 || v.way == 6 || v.way == 7;
  const bool back1 = v.way == 1 || v.way == 3 || v.way == 5 || v.way == 7;
  const bool back2 = v.way == 2 || v.way == 3 || v.way == 5 || v.way == 6;
  const int u = t - v.i - 1, front = swapped ? second : first;
  const bool in1 = swapped ? u >= front : u < front;
  const int at = u < front ? u : u - front;
  if (in1) return back1 ? x[v.j - at] : x[v.i + 1 + at];
  return back2 ? x[v.k - at] : x[v.j + 1 + at];
}

/* An empty route ends here: the depot of the next one follows. */
__device__ static inline bool dropped(const int32_t *x, const ThreeOptMove &v, int t, int n) {
  return t + 1 < n && moved_node(x, v, t) == 0 && moved_node(x, v, t + 1) == 0;
}

/* The tour after the move into y, in normal form; returns its nodes. */
template <int THREADS>
__device__ static inline int tour_move(const Scan &s, const ThreeOptMove &v, int n, int routes_most,
                                       PlaceShared<THREADS> &m) {
  const Run run = run_of<THREADS>(n);
  int kept = 0, routes = 0;
  for (int t = run.from; t < run.to; t++)
    if (!dropped(s.x, v, t, n)) {
      kept++;
      routes += moved_node(s.x, v, t) == 0;
    }
  const BlockPrefix<int> places = block_sum(m.totals, kept);
  __syncthreads();
  const int all = block_sum(m.totals, routes).all;
  __syncthreads();
  int at = places.before, nodes = places.all;
  for (int t = run.from; t < run.to; t++)
    if (!dropped(s.x, v, t, n)) s.y[at++] = moved_node(s.x, v, t);
  if (!s.data.closed && all - 1 < min(routes_most, s.data.customers)) {
    if (threadIdx.x == 0) s.y[nodes] = 0;
    nodes++;
  }
  __syncthreads();
  return nodes;
}

template <int THREADS> __device__ static inline void tour_replace(const Scan &s, int nodes) {
  for (int t = threadIdx.x; t < nodes; t += THREADS) s.x[t] = s.y[t];
  __syncthreads();
}

/* Sums over all positions before a thread's run: of `mine`. Unsigned arithmetic: differences within a route are small. */
template <int THREADS> __device__ static inline int before(int mine, PlaceShared<THREADS> &m) {
  const int sum = block_sum(m.totals, mine).before;
  __syncthreads();
  return sum;
}

/* first and last: the edges of each edge's route. */
template <int THREADS>
__device__ static inline void routes_mark(const Scan &s, int n, PlaceShared<THREADS> &m) {
  const Run run = run_of<THREADS>(n);
  int depot = -1;
  for (int t = run.from; t < run.to; t++) depot = s.x[t] == 0 ? t : depot;
  int start = block_scan(m.totals, depot, -1, Maximum()).before;
  __syncthreads();
  for (int t = run.from; t < run.to; t++) s.first[t] = start = s.x[t] == 0 ? t : start;
  __syncthreads();
  for (int t = threadIdx.x; t < n; t += THREADS)
    if (t > 0 && s.x[t] == 0) s.last[s.first[t - 1]] = t;
  __syncthreads();
  for (int t = threadIdx.x; t < n - 1; t += THREADS)
    if (s.first[t] != t) s.last[t] = s.last[s.first[t]];
  __syncthreads();
}

/* Sums along the tour up to and including each node, of `value`, into sum[n]. */
template <int THREADS, class Value>
__device__ static inline void sums_along(int n, int32_t *sum, Value value, PlaceShared<THREADS> &m) {
  const Run run = run_of<THREADS>(n);
  int mine = 0;
  for (int t = run.from; t < run.to; t++) mine += value(t);
  int total = before(mine, m);
  for (int t = run.from; t < run.to; t++) sum[t] = total += value(t);
  __syncthreads();
}

/* head and tail of every edge from sums along the tour: head[] holds the sums, y[] serves as scratch. length: of the edge itself. */
template <int THREADS>
__device__ static inline void parts_split(const Scan &s, int n, int32_t *head, int32_t *tail, bool length) {
  for (int t = threadIdx.x; t < n; t += THREADS) s.y[t] = head[t];
  __syncthreads();
  for (int e = threadIdx.x; e < n - 1; e += THREADS) {
    head[e] = s.y[e] - s.y[s.first[e]];
    tail[e] = s.y[s.last[e]] - s.y[e] - (length ? s.r[e] : 0);
  }
  __syncthreads();
}

/* The longest edge, from which the shift of packed tables follows. */
template <int THREADS>
__device__ static inline int longest_edge(const Scan &s, int n, PlaceShared<THREADS> &m) {
  int longest = 0;
  for (int e = threadIdx.x; e < n - 1; e += THREADS) longest = max(longest, s.r[e]);
  longest = -__reduce_min_sync(0xffffffffu, -longest);
  if (threadIdx.x % WARP == 0) m.ints[threadIdx.x / WARP] = longest;
  __syncthreads();
  for (int w = 0; w < THREADS / WARP; w++) longest = max(longest, m.ints[w]);
  return longest;
}

template <int THREADS>
__device__ static inline void tour_setup(const Scan &s, int n, PlaceShared<THREADS> &m) {
  if (!s.data.matrix)
    for (int t = threadIdx.x; t < n; t += THREADS) s.at[t] = {s.data.x[s.x[t]], s.data.y[s.x[t]]};
  __syncthreads();
  for (int e = threadIdx.x; e < n - 1; e += THREADS) s.r[e] = distance(s, e, e + 1);
  routes_mark(s, n, m);
  sums_along(
      n, s.head, [&](int t) { return s.data.demand[s.x[t]]; }, m);
  parts_split<THREADS>(s, n, s.head, s.tail, false);
  if (s.head_time) {
    sums_along(
        n, s.head_time, [&](int t) { return (t ? s.r[t - 1] : 0) + (s.x[t] ? s.data.service : 0); }, m);
    parts_split<THREADS>(s, n, s.head_time, s.tail_time, true);
  }
  const int longest = longest_edge(s, n, m);
  if (threadIdx.x == 0) {
    Control &c = *s.control;
    c.n = n;
    c.m = n - 1;
    c.tiles = (n - 1 + TILE - 1) / TILE;
    c.best = 0;
    c.found = 0;
    c.shift = 0;
    c.first = rank_of(0, 0);
    while (longest >> c.shift > FIT16) c.shift++;
  }
}

/* Nothing is found yet. */
__global__ static void reset_kernel(Scan s) {
  if (threadIdx.x) return;
  s.control->best = 0;
  s.control->found = 0;
  s.control->first = rank_of(0, 0);
  s.control->done = 0;
}

/* A new tour lies in x: n nodes. */
template <int THREADS>
__global__ static void __launch_bounds__(THREADS, 1) setup_kernel(Scan s, int n, uint32_t limit) {
  BLOCK_SHARED PlaceShared<THREADS> m;
  if (threadIdx.x == 0) {
    s.control->moves = 0;
    s.control->limit = limit;
    s.control->done = limit == 0;
  }
  tour_setup(s, n, m);
}

/* The best move of a scan into *move. */
template <int THREADS>
__global__ static void __launch_bounds__(THREADS, 1) pick_kernel(Scan s, ThreeOptMove *move) {
  BLOCK_SHARED PlaceShared<THREADS> m;
  const Key key = found_pick(s, m);
  if (threadIdx.x) return;
  *move = s.control->best < 0 ? move_of(s.control->best, key) : ThreeOptMove{0, 0, 0, 0, 0};
}

/* Descend, between two scans: makes the best move of the last one. */
template <int THREADS>
__global__ static void __launch_bounds__(THREADS, 1) place_kernel(Scan s, int routes_most) {
  BLOCK_SHARED PlaceShared<THREADS> m;
  Control &c = *s.control;
  if (c.done) return;
  const int best = c.best, n = c.n;
  const uint32_t moves = c.moves, limit = c.limit;
  const Key key = found_pick(s, m);
  __syncthreads();
  if (best >= 0) {
    if (threadIdx.x == 0) c.done = 1;
    return;
  }
  const ThreeOptMove move = move_of(best, key);
  if (threadIdx.x == 0) {
    s.moves[moves] = move;
    c.moves = moves + 1;
    c.done = moves + 1 == limit;
  }
  const int nodes = tour_move(s, move, n, routes_most, m);
  tour_replace<THREADS>(s, nodes);
  tour_setup(s, nodes, m);
}

} // namespace three_opt
#endif
