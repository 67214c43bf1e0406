/* 2-opt and Or-opt of a tour by a warp: lanes are both directions and 16 candidates of a city, each with up to seven moves. */
#ifndef CORDEE_GPU_ACO_TWO_OPT_CUH
#define CORDEE_GPU_ACO_TWO_OPT_CUH

#include "aco_pieces.cuh"
#include "gpu/pick.cuh"

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

template <class Number> __device__ static inline int32_t city_of(const Tour<Number> &, int32_t city) {
  return city;
}

/* Unless it is in the queue. All lanes, with the same city. */
template <class Number> __device__ static inline void queue_push(Tour<Number> &t, int32_t city) {
  const uint32_t word = t.queued[city >> 5], bit = 1u << (city & 31);
  if (word & bit) return;
  const int32_t at = t.head + t.count;
  __syncwarp(); /* all have looked */
  if (threadIdx.x % WARP == 0) {
    t.queue[at < t.n ? at : at - t.n] = (Number)city;
    t.queued[city >> 5] = word | bit;
  }
  t.count++;
  __syncwarp();
}

template <class Number> __device__ static inline int32_t queue_first(const Tour<Number> &t) {
  return t.queue[t.head];
}

template <class Number> __device__ static inline void queue_pop(Tour<Number> &t) {
  const int32_t city = queue_first(t);
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
      if (k < length / 2) {
        left[u] = t.tour[i];
        right[u] = t.tour[j];
      }
    }
#pragma unroll
    for (int u = 0; u < TURNS; u++) {
      const int32_t k = base + u * WARP, i = p + k < t.n ? p + k : p + k - t.n,
                    j = last - k < t.n ? last - k : last - k - t.n;
      if (k >= length / 2) continue;
      t.tour[i] = right[u];
      t.position[right[u]] = (Number)i;
      t.tour[j] = left[u];
      t.position[left[u]] = (Number)j;
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

/* {a, b} and {c, d}, b on the side of a on which d is of c, become {a, c} and {b, d}. Edges that share a city stay. */
template <class Number>
__device__ static void exchange(Tour<Number> &t, int32_t a, int32_t b, int32_t c, int32_t d) {
  if (a == d || b == c) return;
  const bool forward = neighbour(t, a, false) == b;
  part_reverse(t, forward ? b : c, forward ? c : b);
}

template <class Number> __device__ static inline bool room_left(const Tour<Number> &) { return true; }

/* A form of a tour, and whether distances are distance_of<true>(). */
template <class Own, bool IS> struct FormOf : Own { static const bool EUCLID = IS; };

/* ---- moves, for both forms of a tour ---- */

template <class Form>
__device__ static inline int32_t distance(const TourProblem &problem, const Form &t, int32_t a, int32_t b) {
  if (Form::EUCLID || !problem.matrix) return distance_of<Form::EUCLID>(problem, a, b);
  return tour_distance(&problem, city_of(t, a), city_of(t, b));
}

/* The path from a to s, b before a and g behind s, goes between c and e: a beside c, s beside e. turned: e is on that side of c on
 * which b is of a; straight: on the other one. 2-opt: s and g are not read. */
template <class Form>
__device__ static void move_make(Form &t, int kind, int32_t a, int32_t b, int32_t c, int32_t e, int32_t s,
                                 int32_t g) {
  const bool straight = kind == ACO_OR_STRAIGHT;
  int exchanges;
  if (kind == ACO_TWO_OPT)
    exchanges = 1;
  else if (straight)
    exchanges = 3;
  else
    exchanges = 2;
#pragma unroll 1
  for (int k = 0; k < exchanges; k++) {
    const int32_t w = pick(k, straight ? b : a, b, c), x = pick(k, straight ? a : b, straight ? c : e, s),
                  y = pick(k, c, g, a), z = pick(k, e, s, e);
    exchange(t, w, x, y, z);
  }
}

/* Cities to the queue's end, in their order. */
template <class Form>
__device__ static void queue_push_all(Form &t, int count, int32_t a, int32_t b, int32_t c, int32_t d,
                                      int32_t e) {
#pragma unroll 1
  for (int k = 0; k < count; k++) queue_push(t, pick(k, a, b, c, d, e));
}

struct Move {
  int32_t gain, b, c, e; /* e beside c */
  int32_t s, g;          /* the last city of the path that moves, and the one behind it */
  int32_t kind;          /* AcoMove */
};

/* The paths that begin at city a and do not contain b, its neighbour. */
struct Segments {
  int32_t count, s[ACO_SEGMENT], g[ACO_SEGMENT]; /* last city, and the one behind it */
  int32_t freed[ACO_SEGMENT];                    /* d(s, g) - d(b, g) */
};

/* By lane. */
template <class Form>
__device__ static Segments segments_of(const AcoProblem &problem, const Form &t, int32_t a, int32_t b,
                                       bool previous) {
  Segments own;
  int32_t s = a;
  own.count = 0;
#pragma unroll
  for (int l = 0; l < ACO_SEGMENT; l++) {
    const int32_t g = own.count == l ? neighbour(t, s, !previous) : b;
    own.s[l] = s;
    own.g[l] = g;
    own.freed[l] = 0;
    if (g == b) continue;
    own.freed[l] = distance(problem.tour, t, s, g) - distance(problem.tour, t, b, g);
    own.count++;
    s = g;
  }
  return own;
}

__device__ static inline void move_offer(Move &m, int32_t gain, int32_t e, const Segments &own, int l,
                                         int kind) {
  if (gain > m.gain) {
    m.gain = gain;
    m.e = e;
    m.s = own.s[l];
    m.g = own.g[l];
    m.kind = kind;
  }
}

/* By lane: the best of its moves of city a; gain 0: none. Differences of distances are below 2^29, so sums of three have 31 bits. */
template <class Form>
__device__ static Move move_of(const AcoProblem &problem, const Form &t, int32_t a, int lane) {
  Move m = {0, 0, 0, 0, 0, 0, ACO_TWO_OPT};
  const TourProblem &d = problem.tour;
  const bool previous = lane >= ACO_WIDTH;
  const int k = lane % ACO_WIDTH;
  const size_t at = (size_t)a * problem.width + k;
  m.b = neighbour(t, a, previous);
  const int32_t before = distance(d, t, a, m.b), near = k < problem.width ? problem.distance[at] : before;
  if (!__any_sync(ALL, near < before)) return m;
  const Segments own = segments_of(problem, t, a, m.b, previous);
  if (near >= before) return m;
  m.c = problem.list[at];
  const int32_t c = m.c, e = neighbour(t, c, previous), h = neighbour(t, c, !previous), gain = before - near,
                ce = distance(d, t, c, e), ch = distance(d, t, c, h);
  move_offer(m, gain + (ce - distance(d, t, m.b, e)), e, own, 0, ACO_TWO_OPT);
  bool outside = true; /* c is in no path yet */
#pragma unroll
  for (int l = 0; l < ACO_SEGMENT; l++) {
    outside = outside && l < own.count && own.s[l] != c;
    if (!outside) continue;
    const int32_t s = own.s[l], both = gain + own.freed[l];
    if (own.g[l] != c) move_offer(m, both + (ce - distance(d, t, s, e)), e, own, l, ACO_OR_TURNED);
    move_offer(m, both + (ch - distance(d, t, s, h)), h, own, l, ACO_OR_STRAIGHT);
  }
  return m;
}

/* The best move of city a, in all lanes; of equal gains that of the first lane. */
template <class Form> __device__ static Move move_find(const AcoProblem &problem, const Form &t, int32_t a) {
  const Move own = move_of(problem, t, a, threadIdx.x % WARP);
  Move best = own;
  best.gain = (int32_t)~__reduce_min_sync(ALL, ~(uint32_t)own.gain);
  if (best.gain == 0) return best;
  const int first = __ffs((int)__ballot_sync(ALL, own.gain == best.gain)) - 1;
  best.b = __shfl_sync(ALL, own.b, first);
  best.c = __shfl_sync(ALL, own.c, first);
  best.e = __shfl_sync(ALL, own.e, first);
  best.kind = __shfl_sync(ALL, own.kind, first);
  best.s = __shfl_sync(ALL, own.s, first);
  best.g = __shfl_sync(ALL, own.g, first);
  return best;
}

template <class Form> __device__ static void move_apply(Form &t, int32_t a, const Move &m) {
  t.cost -= m.gain;
  move_make(t, m.kind, a, m.b, m.c, m.e, m.s, m.g);
  queue_push_all(t, m.kind == ACO_TWO_OPT ? 3 : 5, m.b, m.c, m.e, m.s, m.g);
}

/* Until the queue is empty, or there is no room for a move. */
template <class Form> __device__ static void two_opt(const AcoProblem &problem, Form &t) {
  while (t.count) {
    const int32_t a = queue_first(t);
    const Move m = move_find(problem, t, a);
    if (m.gain == 0)
      queue_pop(t);
    else if (room_left(t))
      move_apply(t, a, m);
    else
      return;
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
  t.n = n;
  t.tour = (Number *)at;
  t.position = t.tour + n;
  t.queue = t.position + n;
  t.queued = (uint32_t *)(at + (3 * (size_t)n * sizeof(Number) + 15) / 16 * 16);
  t.head = t.count = 0;
  t.cost = 0;
  return t;
}

} // namespace aco

#endif
