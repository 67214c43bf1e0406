/* One scan of the whole 2-opt neighbourhood by a block: the filter's minimum, its candidates, and the exact
 * best move.
 *
 * Every unordered pair of positions is (i, i + o mod n) for an offset o in 2..n/2: a rectangle, where a
 * triangle (Rocki and Suda 2013) would leave threads idle. A lane has a strip of R consecutive rows and
 * iterates over the columns. From the R + 1 distances of column j and those of column j - 1 it computes R moves
 *   delta(i, j-1) = d(i, j-1) + d(i+1, j) - e(i) - e(j-1),
 * about one root a move. Strips are divided into chunks of columns so that units = strips * chunks fill the
 * block; neighbouring lanes have neighbouring strips. Column c = j - i of a strip runs from 2 to n/2 + R - 1,
 * the last row's largest offset. In the first R - 2 columns some rows have offsets below 2. Offsets -1 and 1
 * are no moves but have values near 0; the review discards them, and with UPHILL they are excluded. Offsets below -1 repeat moves of the same
 * strip. Offset 0, which would have -2 e, is excluded: it is row c, which the compiler knows, as a chunk has R
 * - 2 columns or more. Rows beyond n and offsets beyond n/2 repeat moves, which is harmless. */
#ifndef CORDEE_GPU_CLIMB_CLIMB_SCAN_CUH
#define CORDEE_GPU_CLIMB_CLIMB_SCAN_CUH

#include "climb_tour.cuh"

/* The division of a scan among threads; chosen on the host (climb.cu). */
typedef struct ClimbShape {
  int32_t reach;         /* n/2, the largest offset */
  int32_t strips, chunk; /* of R rows; columns of a unit */
  int32_t units;         /* strips * chunks; 0: no moves (n < 4) */
  uint32_t per_strip;    /* 2^32 / strips, rounded down: a division by strips is a product and a correction */
  int32_t extent, stride; /* of a tour, in points */
} ClimbShape;

/* Data that the threads of a block share. */
typedef struct Team {
  int32_t key[32];         /* smallest filter value of each warp */
  uint32_t published[32];  /* of each warp: lanes whose units hold candidates */
  int32_t candidates;      /* of all threads */
  int32_t delta;           /* smallest exact delta, 0: none */
  unsigned long long pair; /* smallest (i, j) with it */
  unsigned long long cost, steps, finished;
  uint32_t instance, island, climber,
      answer; /* instance: of the current climber, or the one to draw the next from */
} Team;

/* Who scans a tour: the threads of a block, numbered first() of stride(). climb_grid.cuh has those of a grid. */
struct BlockThreads {
  static __device__ __forceinline__ int32_t first() { return (int32_t)threadIdx.x; }
  static __device__ __forceinline__ int32_t stride() { return (int32_t)blockDim.x; }
};

/* R rows of a strip; columns at once: how far the loop over columns is unrolled. */
template <class F_, int R_, int COLUMNS_, bool SHARED_, class M_, class Threads_ = BlockThreads>
struct Climb {
  typedef F_ F;
  typedef M_ M; /* the move: TwoOpt, or Swap of climb_swap.cuh */
  typedef Threads_ Threads;
  typedef typename F_::Value Value;
  typedef typename F_::Point Point;
  static constexpr int R = R_, COLUMNS = COLUMNS_;
  static constexpr bool SHARED = SHARED_;
  const ClimbProblem &problem;
  const ClimbShape &shape;
  Tour<F_, R_, SHARED_> tour;
  Team &team;
};

template <class F, int R> struct Strip {
  typename F::Row row[R + 1];
  typename F::Value low[R];   /* smallest d + d' - e_j of each row */
  typename F::Value carry[R]; /* d(i+r, j) - e_j of the column before */
};

/* Column j: closes the moves (i+r, j-1), unless it is the unit's first, and opens (i+r, j). */
template <class F, int R>
__device__ __forceinline__ void scan_column(Strip<F, R> &s, const typename F::Point &p, bool closing) {
  typename F::Gap gap[R + 1];
#pragma unroll
  for (int r = 0; r <= R; ++r) gap[r] = F::gap(s.row[r], p);
#pragma unroll
  for (int r = 0; r < R; ++r)
    if (closing) s.low[r] = F::least(s.low[r], F::add(gap[r + 1], s.carry[r]));
#pragma unroll
  for (int r = 0; r < R; ++r) s.carry[r] = F::add(gap[r], -p.e);
}

/* A unit: moves of rows i..i+R-1 with columns first..end-1. */
struct Unit {
  int32_t i, first, end;
  bool near; /* the strip's first chunk */
  __device__ Unit(const ClimbShape &shape, int rows, int32_t unit) {
    int32_t chunk = (int32_t)__umulhi((uint32_t)unit, shape.per_strip), strip = unit - chunk * shape.strips;
    if (strip >= shape.strips) {
      ++chunk;
      strip -= shape.strips;
    }
    i = strip * rows;
    first = i + 2 + chunk * shape.chunk;
    end = min(first + shape.chunk, i + rows + shape.reach);
    near = chunk == 0;
  }
};

/* Smallest filter value of a unit; with UPHILL of moves alone, as where a value near 0 may be the least. */
template <class C, bool UPHILL = false>
__device__ __forceinline__ typename C::Value scan_unit(const C &c, int32_t unit) {
  typedef typename C::F F;
  constexpr int R = C::R;
  const Unit u(c.shape, R, unit);
  Strip<F, R> s;
#pragma unroll
  for (int r = 0; r <= R; ++r) s.row[r] = F::row(c.problem, c.tour.load(u.i + r));
#pragma unroll
  for (int r = 0; r < R; ++r) s.low[r] = F::none();
  Cursor<F, R, C::SHARED> column(c.tour, u.first);
  scan_column<F, R>(s, F::load(column.at), false);
  int32_t j = u.first;
#pragma unroll
  for (int k = 2; k < R + (UPHILL && R > 1); ++k) { /* row k has offset 0 in column k of the first chunk */
    if (k > 2) {
      if (j == u.end) break;
      column.next();
      ++j;
      scan_column<F, R>(s, F::load(column.at), true);
    }
    if (u.near && k < R) s.carry[k] = F::never();
    if (UPHILL && u.near) s.carry[k - 1] = F::never();
    if (UPHILL && u.near && k + 1 < R) s.carry[k + 1] = F::never();
  }
  [[maybe_unused]] constexpr int columns_at_once = C::COLUMNS;
#pragma unroll columns_at_once
  for (; j < u.end; ++j) {
    column.next();
    scan_column<F, R>(s, F::load(column.at), true);
  }
  typename C::Value low = F::none();
#pragma unroll
  for (int r = 0; r < R; ++r) low = F::least(low, s.low[r] - c.tour.at(u.i + r)->e);
  return low;
}

template <class C, bool UPHILL = false> __device__ __forceinline__ typename C::Value scan_units(const C &c) {
  typename C::Value low = C::F::none();
  for (int32_t unit = C::Threads::first(); unit < c.shape.units; unit += C::Threads::stride())
    low = C::F::least(low, scan_unit<C, UPHILL>(c, unit));
  return low;
}

static __device__ int32_t warp_least(int32_t key) {
#if __CUDA_ARCH__ >= 800
  return __reduce_min_sync(0xffffffffu, key);
#else
  for (int step = 16; step; step >>= 1) key = min(key, __shfl_xor_sync(0xffffffffu, key, step));
  return key;
#endif
}

/* A thread's move; delta 0: none. */
struct Move {
  int32_t delta, i, j;
  __device__ void take(int32_t other_delta, int32_t other_i, int32_t other_j) {
    if (other_delta > delta || (other_delta == delta && (other_i > i || (other_i == i && other_j >= j))))
      return;
    delta = other_delta;
    i = other_i;
    j = other_j;
  }
};

template <class C> __device__ __noinline__ int32_t move_exact(const C &c, int32_t i, int32_t j) {
  const int32_t a = c.tour.at(i)->city, b = c.tour.at(i + 1)->city, p = c.tour.at(j)->city,
                q = c.tour.at(j + 1)->city;
  const int32_t pair[4][2] = {{a, p}, {b, q}, {a, b}, {p, q}};
  int32_t length[4];
#pragma unroll
  for (int k = 0; k < 4; ++k) length[k] = C::F::exact(c.problem, pair[k][0], pair[k][1]);
  return length[0] + length[1] - length[2] - length[3];
}

/* A thread's candidates: a single one is kept as it is; of several, the exact best. */
struct Held {
  int32_t count;
  Move best; /* count 1: its delta is not known */
};

template <class C> __device__ void held_settle(const C &c, Held &held) {
  if (held.count != 1) return;
  const int32_t i = held.best.i, j = held.best.j;
  held.best = {0, INT32_MAX, INT32_MAX};
  held.best.take(C::M::exact(c, i, j), i, j);
}

/* Another candidate: positions (i, j), in any order and cyclic. */
template <class C> __device__ __forceinline__ void held_add(const C &c, int32_t i, int32_t j, Held &held) {
  i = c.tour.wrap(i);
  j = c.tour.wrap(j);
  const int32_t low = min(i, j), high = max(i, j);
  held_settle(c, held);
  if (held.count++)
    held.best.take(C::M::exact(c, low, high), low, high);
  else {
    held.best.i = low;
    held.best.j = high;
  }
}

/* Reviews positions (i, j), in any order and cyclic: a candidate if the filter accepts it. */
template <class C, class H>
__device__ __forceinline__ void move_consider(const C &c, int32_t i, int32_t j, typename C::Value limit,
                                              H &held) {
  typedef typename C::F F;
  const auto a = c.tour.load(i), b = c.tour.load(i + 1), p = c.tour.load(j), q = c.tour.load(j + 1);
  const typename C::Value e = a.e + p.e;
  if (F::add(F::gap(F::row(c.problem, a), p), F::add(F::gap(F::row(c.problem, b), q), -e)) > limit) return;
  held_add(c, i, j, held);
}

/* All threads of the block review the units of one thread. */
template <class C, class H>
__device__ __forceinline__ void review_units(const C &c, int32_t thread, typename C::Value limit, H &held) {
  constexpr int R = C::R;
  for (int32_t unit = thread; unit < c.shape.units; unit += C::Threads::stride()) {
    const Unit u(c.shape, R, unit);
    for (int32_t k = (int32_t)threadIdx.x; k < (u.end - u.first) * R; k += (int32_t)blockDim.x) {
      const int32_t i = u.i + k % R, j = u.first + k / R;
      if (abs(j - i) >= 2) move_consider(c, i, j, limit, held);
    }
  }
}

/* Stores the exact best of all threads' candidates in team.delta and team.pair; delta 0: none improves. */
template <class C> __device__ void team_settle(const C &c, Held &held) {
  Team &team = c.team;
  held_settle(c, held);
  if (held.count && held.best.delta < 0) atomicMin(&team.delta, held.best.delta);
  __syncthreads();
  if (held.count && held.best.delta < 0 && held.best.delta == team.delta)
    atomicMin(&team.pair, (unsigned long long)held.best.i << 32 | (unsigned)held.best.j);
}

/* The best move of this step: false if there is none. A single candidate that must improve is not measured again. */
template <class C> __device__ bool choose_move(const C &c, Move *chosen) {
  typedef typename C::F F;
  Team &team = c.team;
  const int warps = (int)blockDim.x / 32, warp = (int)threadIdx.x / 32, lane = (int)threadIdx.x % 32;
  const typename C::Value mine = C::M::scan(c);
  const int32_t least = warp_least(F::key(mine));
  if (lane == 0) team.key[warp] = least;
  if (threadIdx.x == 0) {
    team.delta = 0;
    team.pair = ~0ull;
    team.candidates = 0;
  }
  __syncthreads();

  const typename C::Value m = F::value(warp_least(team.key[lane < warps ? lane : 0]));
  const typename C::Value limit = F::limit(C::M::move, c.problem, m);
  if (m > limit) return false;
  const uint32_t holders = __ballot_sync(0xffffffffu, mine <= limit);
  if (lane == 0) team.published[warp] = holders;
  __syncthreads();

  Held held = {0, {0, INT32_MAX, INT32_MAX}};
  for (int w = 0; w < warps; ++w)
    for (uint32_t left = team.published[w]; left; left &= left - 1)
      C::M::review(c, 32 * w + __ffs((int)left) - 1, limit, held);
  if (held.count) atomicAdd(&team.candidates, held.count);
  __syncthreads();

  const bool sure = team.candidates == 1 && F::improves(C::M::move, c.problem, m);
  if (!sure)
    team_settle(c, held);
  else if (held.count)
    team.pair = (unsigned long long)held.best.i << 32 | (unsigned)held.best.j;
  __syncthreads();
  *chosen = {0, (int32_t)(team.pair >> 32), (int32_t)(team.pair & 0xffffffffu)};
  return sure || team.delta < 0;
}

/* Reverses the shorter side; the inner one if they are equal. */
template <class C> __device__ void apply_move(const C &c, const Move &move) {
  const int32_t inner = move.j - move.i, outer = c.tour.n - inner;
  if (inner <= outer)
    tour_reverse(c.tour, c.problem, move.i + 1, inner);
  else
    tour_reverse(c.tour, c.problem, move.j + 1, outer);
}

/* The interface of a move for choose_move and slot_step. */
struct TwoOpt {
  static constexpr ClimbMove move = MOVE_TWO_OPT;
  template <class C> static __device__ __forceinline__ typename C::Value scan(const C &c) {
    return scan_units(c);
  }
  template <class C, class H>
  static __device__ __forceinline__ void review(const C &c, int32_t thread, typename C::Value limit,
                                                H &held) {
    review_units(c, thread, limit, held);
  }
  template <class C> static __device__ __forceinline__ int32_t exact(const C &c, int32_t i, int32_t j) {
    return move_exact(c, i, j);
  }
  template <class C> static __device__ __forceinline__ void apply(const C &c, const Move &chosen) {
    apply_move(c, chosen);
  }
  /* The same on the cities of a tour alone. */
  static __device__ void apply_cities(int32_t *tour, int32_t n, const Move &move) {
    const int32_t inner = move.j - move.i, start = inner <= n - inner ? move.i + 1 : move.j + 1,
                  length = min(inner, n - inner);
    for (int32_t k = (int32_t)threadIdx.x; k < length / 2; k += (int32_t)blockDim.x) {
      const int32_t p = (start + k) % n, q = (start + length - 1 - k) % n, city = tour[p];
      tour[p] = tour[q];
      tour[q] = city;
    }
  }
};

#endif
