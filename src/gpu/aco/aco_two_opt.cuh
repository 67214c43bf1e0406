/* 2-opt of a tour by a warp: lanes are the moves of a city, both directions and 16 candidates. */
#ifndef CORDEE_GPU_ACO_TWO_OPT_CUH
#define CORDEE_GPU_ACO_TWO_OPT_CUH

#include "aco_device.cuh"

namespace aco {

/* A tour with the positions of its cities, and the queue of local search: in shared memory with 16 bits, or in global memory. */
template <class Number> struct Tour {
  int32_t n;
  Number *tour, *position, *queue; /* (n) */
  uint32_t *queued;                /* a bit a city */
  int32_t head, count;             /* of the queue; the same in all lanes */
  int64_t cost;
};

template <class Number>
__device__ static inline int32_t neighbour(const Tour<Number> &t, int32_t city, bool previous) {
  const int32_t p = t.position[city];
  if (previous) return t.tour[p ? p - 1 : t.n - 1];
  return t.tour[p + 1 < t.n ? p + 1 : 0];
}

/* Unless it is in the queue. All lanes, with the same city. */
template <class Number> __device__ static inline void queue_push(Tour<Number> &t, int32_t city) {
  const uint32_t word = t.queued[city >> 5], bit = 1u << (city & 31);
  if (word & bit) return;
  const int32_t at = t.head + t.count;
  __syncwarp(); /* all have looked */
  if (threadIdx.x % WARP == 0)
    t.queue[at < t.n ? at : at - t.n] = (Number)city, t.queued[city >> 5] = word | bit;
  t.count++;
  __syncwarp();
}

template <class Number> __device__ static inline void queue_pop(Tour<Number> &t, int32_t city) {
  __syncwarp();
  if (threadIdx.x % WARP == 0) t.queued[city >> 5] &= ~(1u << (city & 31));
  t.count--;
  if (++t.head == t.n) t.head = 0;
  __syncwarp();
}

enum { TURNS = 8 /* pairs of a lane that are read before any is written: so their latencies overlap */ };

/* Reverses `length` cities from position p on, around the tour. */
template <class Number> __device__ static void path_reverse(Tour<Number> &t, int32_t p, int32_t length) {
  const int32_t last = p + length - 1;
  for (int32_t base = threadIdx.x % WARP; base < length / 2; base += TURNS * WARP) {
    Number left[TURNS], right[TURNS];
#pragma unroll
    for (int u = 0; u < TURNS; u++) {
      const int32_t k = base + u * WARP, i = p + k < t.n ? p + k : p + k - t.n,
                    j = last - k < t.n ? last - k : last - k - t.n;
      if (k < length / 2) left[u] = t.tour[i], right[u] = t.tour[j];
    }
#pragma unroll
    for (int u = 0; u < TURNS; u++) {
      const int32_t k = base + u * WARP, i = p + k < t.n ? p + k : p + k - t.n,
                    j = last - k < t.n ? last - k : last - k - t.n;
      if (k >= length / 2) continue;
      t.tour[i] = right[u], t.position[right[u]] = (Number)i;
      t.tour[j] = left[u], t.position[left[u]] = (Number)j;
    }
  }
  __syncwarp();
}

/* Reverses the path from the position of `from` to that of `to`, or the rest of the tour if that is shorter. */
template <class Number> __device__ static void part_reverse(Tour<Number> &t, int32_t from, int32_t to) {
  const int32_t i = t.position[from], j = t.position[to], length = (j < i ? j + t.n : j) - i + 1;
  __syncwarp();
  if (2 * length <= t.n)
    path_reverse(t, i, length);
  else
    path_reverse(t, j + 1 < t.n ? j + 1 : 0, t.n - length);
}

struct Move {
  int32_t gain, b, c, e;
  bool previous;
};

/* The lane's move of city a; gain 0: none. */
template <class Number>
__device__ static Move move_of(const AcoProblem &problem, const Tour<Number> &t, int32_t a, int lane) {
  Move m = {0, 0, 0, 0, lane >= ACO_WIDTH};
  const int k = lane % ACO_WIDTH;
  m.b = neighbour(t, a, m.previous);
  const int32_t before = tour_distance(&problem.tour, a, m.b);
  if (k >= problem.width) return m;
  const size_t at = (size_t)a * problem.width + k;
  const int32_t near = problem.distance[at];
  if (near >= before) return m;
  m.c = problem.list[at], m.e = neighbour(t, m.c, m.previous);
  const int32_t gain =
      before + tour_distance(&problem.tour, m.c, m.e) - near - tour_distance(&problem.tour, m.b, m.e);
  m.gain = gain > 0 ? gain : 0;
  return m;
}

/* Applies the best move of city a. False: there is none. */
template <class Number>
__device__ static bool city_improve(const AcoProblem &problem, Tour<Number> &t, int32_t a) {
  const int lane = threadIdx.x % WARP;
  const Move own = move_of(problem, t, a, lane);
  const int32_t gain = -__reduce_min_sync(ALL, -own.gain);
  if (gain == 0) return false;
  const int first = __ffs((int)__ballot_sync(ALL, own.gain == gain)) - 1;
  const int32_t b = __shfl_sync(ALL, own.b, first), c = __shfl_sync(ALL, own.c, first),
                e = __shfl_sync(ALL, own.e, first);
  if (first >= ACO_WIDTH)
    part_reverse(t, c, b);
  else
    part_reverse(t, b, c);
  t.cost -= gain;
  queue_push(t, b), queue_push(t, c), queue_push(t, e);
  return true;
}

template <class Number> __device__ static void two_opt(const AcoProblem &problem, Tour<Number> &t) {
  while (t.count) {
    const int32_t a = t.queue[t.head];
    if (!city_improve(problem, t, a)) queue_pop(t, a);
  }
}

/* Numbers of a tour's arrays, and words of its bits. */
__device__ __host__ static inline size_t tour_words(int32_t n) { return ((size_t)n + 31) / 32; }

/* Room for a tour's arrays, in bytes. */
template <class Number> __host__ __device__ static inline size_t tour_bytes(int32_t n) {
  return (3 * (size_t)n * sizeof(Number) + 15) / 16 * 16 + (tour_words(n) * sizeof(uint32_t) + 15) / 16 * 16;
}

template <class Number> __device__ static Tour<Number> tour_carve(char *at, int32_t n) {
  Tour<Number> t;
  t.n = n, t.tour = (Number *)at, t.position = t.tour + n, t.queue = t.position + n;
  t.queued = (uint32_t *)(at + (3 * (size_t)n * sizeof(Number) + 15) / 16 * 16);
  t.head = t.count = 0, t.cost = 0;
  return t;
}

/* A warp a tour; warps of a block that are left over end. SHARED: the arrays are in shared memory, else in `room`, a place for each
 * warp of the grid. */
template <class Number, bool SHARED>
__global__ static void improve_kernel(AcoProblem problem, AcoState state, uint32_t tours, char *room) {
  const int32_t n = problem.tour.n;
  const int lane = threadIdx.x % WARP;
  const uint32_t warps = blockDim.x / WARP, own = threadIdx.x / WARP;
  Tour<Number> t =
      tour_carve<Number>(SHARED ? memory + own * tour_bytes<Number>(n)
                                : room + (blockIdx.x * (size_t)warps + own) * tour_bytes<Number>(n),
                         n);
  for (uint32_t r = blockIdx.x * warps + own; r < tours; r += gridDim.x * warps) {
    int32_t *tour = state.tour + (size_t)r * n;
    for (int32_t p = lane; p < n; p += WARP) {
      const int32_t city = tour[p];
      t.tour[p] = t.queue[p] = (Number)city, t.position[city] = (Number)p;
    }
    for (uint32_t w = lane; w < tour_words(n); w += WARP) t.queued[w] = ALL;
    __syncwarp();
    t.head = 0, t.count = n, t.cost = state.cost[r];
    two_opt(problem, t);
    for (int32_t p = lane; p < n; p += WARP) tour[p] = t.tour[p];
    if (lane == 0) state.cost[r] = t.cost;
    __syncwarp();
  }
}

} // namespace aco

#endif
