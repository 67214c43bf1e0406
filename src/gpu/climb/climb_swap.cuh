/* The swap move of a climb by a block: the scan of the neighbourhood, its review, and the exchange; choose_move
 * (climb_scan.cuh) does the rest. Twin: src/cpu/climb/climb_swap.c.
 *
 * Units are those of climb_scan.cuh: a strip of R rows iterates over columns j. With D(i, j) the distance of
 * positions,
 *   delta(i, j) = D(i, j-1) + D(i-1, j) + D(i+1, j) + D(i, j+1) - e(i-1) - e(i) - e(j-1) - e(j)
 * is a stencil: with rows i-1..i+R in registers, R + 2 distances a column are enough for R moves. For
 * neighbours, which share an edge, the formula is 2 e too small: in the first R - 1 columns they are excluded,
 * with offset 0, and evaluated separately. So are the row and column of position 0, whose city does not move. */
#ifndef CORDEE_GPU_CLIMB_CLIMB_SWAP_CUH
#define CORDEE_GPU_CLIMB_CLIMB_SWAP_CUH

#include "climb_scan.cuh"
#include "gpu/pick.cuh"

template <class F, int R> struct SwapStrip {
  typename F::Row row[R + 2];  /* i-1..i+R */
  typename F::Value low[R];    /* smallest delta of each row, without the row's own edges */
  typename F::Value carry[R];  /* the delta of the column before without D(i, j+1) */
  typename F::Value before[R]; /* D(i+r, j-1) */
  typename F::Value e;         /* of the column before */

  __device__ __forceinline__ void strike(int r) {
    if (r >= 0 && r < R) carry[r] = F::never();
  }
  __device__ __forceinline__ void strike_all() {
#pragma unroll
    for (int r = 0; r < R; ++r) carry[r] = F::never();
  }
  /* Column j: closes the moves (i+r, j-1) and opens (i+r, j). */
  __device__ __forceinline__ void column(const typename F::Point &p) {
    typename F::Gap gap[R + 2];
    const typename F::Value around = e + p.e;
#pragma unroll
    for (int r = 0; r < R + 2; ++r) gap[r] = F::gap(row[r], p);
#pragma unroll
    for (int r = 0; r < R; ++r) {
      low[r] = F::least(low[r], F::add(gap[r + 1], carry[r]));
      carry[r] = F::add(gap[r], F::add(gap[r + 2], before[r] - around));
      before[r] = F::add(gap[r + 1], 0);
    }
    e = p.e;
  }
};

/* Loads rows i-1..i+R; no move is open. */
template <class C>
__device__ __forceinline__ void swap_strip(const C &c, int32_t i, SwapStrip<typename C::F, C::R> &s) {
  typedef typename C::F F;
#pragma unroll
  for (int r = 0; r < C::R + 2; ++r)
    s.row[r] = F::row(c.problem, c.tour.load(r ? i + r - 1 : c.tour.wrap(i - 1)));
#pragma unroll
  for (int r = 0; r < C::R; ++r) {
    s.low[r] = F::none();
    s.before[r] = 0;
  }
  s.e = 0;
  s.strike_all();
}

/* The smallest delta of the strip's rows, with their own edges subtracted. */
template <class C>
__device__ __forceinline__ typename C::Value swap_strip_least(const C &c, int32_t i,
                                                              const SwapStrip<typename C::F, C::R> &s) {
  typedef typename C::F F;
  typename C::Value low = F::none(), e = c.tour.at(c.tour.wrap(i - 1))->e;
#pragma unroll
  for (int r = 0; r < C::R; ++r) {
    const typename C::Value here = c.tour.at(i + r)->e;
    if (c.tour.wrap(i + r) != 0) low = F::least(low, s.low[r] - (e + here));
    e = here;
  }
  return low;
}

/* Smallest filter value of a unit. */
template <class C> __device__ __forceinline__ typename C::Value swap_unit(const C &c, int32_t unit) {
  typedef typename C::F F;
  constexpr int R = C::R;
  const Unit u(c.shape, R, unit);
  SwapStrip<F, R> s;
  swap_strip(c, u.i, s);
  Cursor<F, R, C::SHARED> column(c.tour, u.first - 1);
  s.column(F::load(column.at));
  s.strike_all();
  int32_t j = u.first;
#pragma unroll
  for (int k = 2; k <= R; ++k) { /* in column k of the first chunk rows k-1, k, k+1 have offsets 1, 0, -1 */
    if (j > u.end) break;
    column.next();
    s.column(F::load(column.at));
    if (u.near) {
      s.strike(k - 1);
      s.strike(k);
      s.strike(k + 1);
    }
    if (j++ == c.tour.n) s.strike_all();
  }
  [[maybe_unused]] constexpr int columns_at_once = C::COLUMNS;
#pragma unroll columns_at_once
  for (; j <= u.end; ++j) {
    column.next();
    s.column(F::load(column.at));
    if (j == c.tour.n) s.strike_all();
  }
  return swap_strip_least(c, u.i, s);
}

/* Filter values of one swap: of neighbours (i, i+1), and of any others in any order and cyclic. */
template <class C> __device__ typename C::Value swap_neighbours(const C &c, int32_t i) {
  typedef typename C::F F;
  const auto a = c.tour.load(i - 1), p = c.tour.load(i), q = c.tour.load(i + 1), z = c.tour.load(i + 2);
  return F::add(F::gap(F::row(c.problem, a), q), F::add(F::gap(F::row(c.problem, p), z), -(a.e + q.e)));
}

template <class C> __device__ typename C::Value swap_apart(const C &c, int32_t i, int32_t j) {
  typedef typename C::F F;
  const auto a = c.tour.load(i - 1), p = c.tour.load(i), b = c.tour.load(i + 1), x = c.tour.load(j - 1),
             q = c.tour.load(j), y = c.tour.load(j + 1);
  const auto row = F::row(c.problem, p), across = F::row(c.problem, q);
  const auto to_p = F::add(F::gap(row, x), F::add(F::gap(row, y), -((a.e + p.e) + (x.e + q.e))));
  return F::add(F::gap(across, a), F::add(F::gap(across, b), to_p));
}

struct Swap {
  static constexpr ClimbMove move = MOVE_SWAP;

  template <class C> static __device__ __forceinline__ typename C::Value scan(const C &c) {
    typename C::Value low = C::F::none();
    for (int32_t unit = C::Threads::first(); unit < c.shape.units; unit += C::Threads::stride())
      low = C::F::least(low, swap_unit(c, unit));
    for (int32_t i = 1 + C::Threads::first(); i < c.tour.n - 1; i += C::Threads::stride())
      low = C::F::least(low, swap_neighbours(c, i));
    return low;
  }

  /* All threads review the moves that one thread has scanned. */
  template <class C, class H>
  static __device__ __forceinline__ void review(const C &c, int32_t thread, typename C::Value limit,
                                                H &held) {
    constexpr int R = C::R;
    for (int32_t unit = thread; unit < c.shape.units; unit += C::Threads::stride()) {
      const Unit u(c.shape, R, unit);
      for (int32_t k = (int32_t)threadIdx.x; k < (u.end - u.first) * R; k += (int32_t)blockDim.x) {
        const int32_t i = c.tour.wrap(u.i + k % R), j = u.first + k / R;
        if (i == 0 || c.tour.wrap(j) == 0 || abs(j - (u.i + k % R)) < 2) continue;
        if (swap_apart(c, i, j) <= limit) held_add(c, i, j, held);
      }
    }
    const int32_t stride = C::Threads::stride();
    for (int32_t i = 1 + thread + (int32_t)threadIdx.x * stride; i < c.tour.n - 1;
         i += (int32_t)blockDim.x * stride)
      if (swap_neighbours(c, i) <= limit) held_add(c, i, i + 1, held);
  }

  template <class C> static __device__ __noinline__ int32_t exact(const C &c, int32_t i, int32_t j) {
    const int32_t at[6] = {i - 1, i, i + 1, j - 1, j, j + 1};
    /* Indices of `at`: added and subtracted in turn; neighbours have only the first four. */
    const int32_t pair[8][2] = {{0, 4}, {0, 1}, {1, 5}, {4, 5}, {4, 2}, {1, 2}, {3, 1}, {3, 4}};
    int32_t delta = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k) {
      if (k >= 4 && j - i == 1) break;
      const int32_t length =
          C::F::exact(c.problem, c.tour.at(at[pair[k][0]])->city, c.tour.at(at[pair[k][1]])->city);
      delta += k % 2 ? -length : length;
    }
    return delta;
  }

  template <class C> static __device__ void apply(const C &c, const Move &chosen) {
    const int32_t at[4] = {chosen.i, chosen.j, chosen.i - 1, chosen.j - 1};
    if (threadIdx.x == 0) {
      const auto p = C::F::load_place(c.tour.at(at[0])), q = C::F::load_place(c.tour.at(at[1]));
      c.tour.put_place(at[0], q);
      c.tour.put_place(at[1], p);
    }
    __syncthreads();
    if (threadIdx.x < 4) {
      const int32_t p = pick((int)threadIdx.x, at[0], at[1], at[2], at[3]);
      c.tour.put_e(
          p, c.tour.distance(c.problem, C::F::load_place(c.tour.at(p)), C::F::load_place(c.tour.at(p + 1))));
    }
    __syncthreads();
  }
  /* The same on the cities of a tour alone. */
  static __device__ void apply_cities(int32_t *tour, int32_t, const Move &chosen) {
    if (threadIdx.x) return;
    const int32_t city = tour[chosen.i];
    tour[chosen.i] = tour[chosen.j];
    tour[chosen.j] = city;
  }
};

#endif
