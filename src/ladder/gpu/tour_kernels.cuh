/* The kernels of the ladder: the division of moves among threads. Each runs every climber for at most
 * args.steps steps.
 *   block_kernel   a block is a climber; distances and the division of moves are its parameters
 *   placed_kernel  a block is a climber; coordinates in the tour's order
 *   thread_kernel  a thread is a climber
 * Sources: M. A. O'Neil, D. Tamir, M. Burtscher: A parallel GPU version of the traveling salesman problem
 * (PDPTA 2011). K. Rocki, R. Suda: High performance GPU accelerated local optimization in TSP (IPDPSW 2013). M.
 * A. O'Neil, M. Burtscher: Rethinking the parallelization of random-restart hill climbing (GPGPU-8, 2015). */
#ifndef CORDEE_LADDER_GPU_TOUR_KERNELS_CUH
#define CORDEE_LADDER_GPU_TOUR_KERNELS_CUH

#include "tour_device.cuh"

namespace tour_ladder {

/* A thread has rows i and iterates over j. */
struct Rows {
  template <class D, class Tour>
  static __device__ void row(const D &d, const Tour &tour, int32_t n, int32_t i, Best &best) {
    const typename D::Node a = d.load(tour.city(i)), b = d.load(tour.city(i + 1));
    const int32_t edge = d.distance(a, b), end = i ? n : n - 1;
    typename D::Node from = d.load(tour.city(i + 2));
    for (int32_t j = i + 2; j < end; ++j) {
      const typename D::Node to = d.load(tour.city(j + 1 < n ? j + 1 : 0));
      best.offer(d.distance(a, from) + d.distance(b, to) - edge - d.distance(from, to), i, j, n);
      from = to;
    }
  }
  template <class D, class Tour>
  static __device__ void scan(const D &d, const Tour &tour, int32_t n, int32_t thread, int32_t threads,
                              Best &best) {
    for (int32_t i = thread; i < n - 2; i += threads) row(d, tour, n, i, best);
  }
  template <class Tour>
  static __device__ void apply(const Tour &tour, int32_t n, LadderPair m, int32_t thread, int32_t threads) {
    tour_reverse(tour, n, m.i, m.j, thread, threads);
  }
};

/* A thread has the moves whose numbers are equal modulo the number of threads. */
struct Flattened : Rows {
  template <class D, class Tour>
  static __device__ void scan(const D &d, const Tour &tour, int32_t n, int32_t thread, int32_t threads,
                              Best &best) {
    const int32_t moves = n * (n - 3) / 2;
    for (int32_t k = thread; k < moves; k += threads) {
      const LadderPair m = ladder_two_opt(n, (uint32_t)k);
      const typename D::Node a = d.load(tour.city(m.i)), b = d.load(tour.city(m.i + 1)),
                             from = d.load(tour.city(m.j)), to = d.load(tour.city(m.j + 1 < n ? m.j + 1 : 0));
      best.offer(d.distance(a, from) + d.distance(b, to) - d.distance(a, b) - d.distance(from, to), m.i, m.j,
                 n);
    }
  }
};

/* The swap move: two cities change places; the one at position 0 stays. It is not 2-opt, but what some
 * tutorials call so. */
struct Swaps {
  template <class D, class Tour>
  static __device__ int32_t delta(const D &d, const Tour &tour, int32_t n, LadderPair m) {
    const typename D::Node before = d.load(tour.city(m.i - 1)), a = d.load(tour.city(m.i)),
                           b = d.load(tour.city(m.j)), after = d.load(tour.city(m.j + 1 < n ? m.j + 1 : 0));
    int32_t sum = d.distance(before, b) - d.distance(before, a) + d.distance(a, after) - d.distance(b, after);
    if (m.j == m.i + 1) return sum;
    const typename D::Node next = d.load(tour.city(m.i + 1)), last = d.load(tour.city(m.j - 1));
    return sum + d.distance(b, next) - d.distance(a, next) + d.distance(last, a) - d.distance(last, b);
  }
  template <class D, class Tour>
  static __device__ void scan(const D &d, const Tour &tour, int32_t n, int32_t thread, int32_t threads,
                              Best &best) {
    const int32_t moves = (n - 1) * (n - 2) / 2;
    for (int32_t k = thread; k < moves; k += threads) {
      const LadderPair m = ladder_swap(n, (uint32_t)k);
      best.offer(delta(d, tour, n, m), m.i, m.j, n);
    }
  }
  template <class Tour>
  static __device__ void apply(const Tour &tour, int32_t, LadderPair m, int32_t thread, int32_t) {
    if (thread == 0) tour.swap(m.i, m.j);
  }
};

template <class D, class Moves>
__global__ void __launch_bounds__(1024) block_kernel(const __grid_constant__ LadderArgs args) {
  const D d(args);
  const RowTour tour = {args.tours + (size_t)blockIdx.x * (size_t)args.n};
  const int32_t thread = (int32_t)threadIdx.x, threads = (int32_t)blockDim.x;
  uint32_t done = 0;
  bool found = true;
  if (thread == 0) climber_begin(args);
  while (found && done < args.steps) {
    Best best;
    Moves::scan(d, tour, args.n, thread, threads, best);
    const unsigned long long key = block_least(best.key());
    ++done;
    found = key_improves(key);
    if (found) Moves::apply(tour, args.n, key_move(key, args.n), thread, threads);
    __syncthreads();
  }
  if (thread == 0) climber_count(args, done, !found);
}

/* All steps of the climber of a thread. */
template <class D, class Tour>
__device__ void thread_climb(const LadderArgs &args, const D &d, const Tour &tour) {
  uint32_t done = 0;
  bool found = true;
  climber_begin(args);
  while (found && done < args.steps) {
    Best best;
    Rows::scan(d, tour, args.n, 0, 1, best);
    ++done;
    found = key_improves(best.key());
    if (found) Rows::apply(tour, args.n, key_move(best.key(), args.n), 0, 1);
  }
  climber_count(args, done, !found);
}

template <class D>
__global__ void __launch_bounds__(1024) thread_kernel(const __grid_constant__ LadderArgs args) {
  const uint32_t climber = blockIdx.x * blockDim.x + threadIdx.x;
  if (climber >= args.climbers) return;
  const ColumnTour tour = {static_cast<int32_t *>(args.work) + climber, args.climbers};
  thread_climb(args, D(args), tour);
}

/* ---- tiles ---- */

/* The climber's cities, coordinates and edges, all in the tour's order, in global memory; points has one more,
 * the first again. */
template <class R> struct TileTour {
  typedef typename R::Point Point;
  int32_t *row, *edges;
  Point *points;
  int32_t n;

  __device__ TileTour(const LadderArgs &args) : n(args.n) {
    const size_t block = blockIdx.x, cities = (size_t)n;
    Point *all = static_cast<Point *>(args.work);
    row = args.tours + block * cities;
    points = all + block * (cities + 1);
    edges = reinterpret_cast<int32_t *>(all + args.climbers * (cities + 1)) + block * cities;
  }
  static size_t bytes(size_t n, size_t climbers) {
    return climbers * ((n + 1) * sizeof(Point) + n * sizeof(int32_t));
  }
  __device__ void swap(int32_t p, int32_t q) const {
    const int32_t city = row[p];
    const Point point = points[p];
    row[p] = row[q];
    points[p] = points[q];
    row[q] = city;
    points[q] = point;
  }
  /* Computes the edges from points, and sets the point after the last. All threads; ends with a barrier. */
  __device__ void measure() const {
    __syncthreads();
    for (int32_t p = (int32_t)threadIdx.x; p < n; p += (int32_t)blockDim.x)
      edges[p] = R::distance(points[p], points[p + 1 < n ? p + 1 : 0]);
    if (threadIdx.x == 0) points[n] = points[0];
    __syncthreads();
  }
  __device__ void place(const LadderArgs &args) const {
    const Point *all = R::points(args);
    for (int32_t p = (int32_t)threadIdx.x; p < n; p += (int32_t)blockDim.x) points[p] = all[row[p]];
    measure();
  }
};

/* blockDim columns at a time, read by all rows of the block. */
template <class R> struct Tile {
  typename R::Point *points; /* (size + 1) */
  int32_t *edges;            /* (size) */
  int32_t size;

  __device__ Tile() : size((int32_t)blockDim.x) {
    points = reinterpret_cast<typename R::Point *>(memory);
    edges = reinterpret_cast<int32_t *>(points + size + 1);
  }
  static size_t bytes(int threads) {
    return (size_t)(threads + 1) * sizeof(typename R::Point) + (size_t)threads * sizeof(int32_t);
  }
  /* Loads columns from `base` on. All threads; barriers before and after. */
  __device__ void load(const TileTour<R> &tour, int32_t base) const {
    __syncthreads();
    for (int32_t k = (int32_t)threadIdx.x; k <= size && base + k <= tour.n; k += size) {
      points[k] = tour.points[base + k];
      if (k < size && base + k < tour.n) edges[k] = tour.edges[base + k];
    }
    __syncthreads();
  }
};

/* Rows first..first+blockDim-1, a thread each, against all columns, tile by tile. */
template <class R>
__device__ void tile_rows(const Tile<R> &tile, const TileTour<R> &tour, int32_t first, Best &best) {
  const int32_t n = tour.n, i = first + (int32_t)threadIdx.x, row = i < n - 2 ? i : n - 3;
  int32_t end; /* 0: this thread has no row, it only helps to load */
  if (i >= n - 2)
    end = 0;
  else if (i)
    end = n;
  else
    end = n - 1;
  const typename R::Point a = tour.points[row], b = tour.points[row + 1];
  const int32_t edge = tour.edges[row];
  for (int32_t base = first + 2; base < n; base += tile.size) {
    tile.load(tour, base);
    const int32_t low = base > i + 2 ? base : i + 2, high = base + tile.size < end ? base + tile.size : end;
    for (int32_t j = low; j < high; ++j) {
      const int32_t k = j - base;
      best.offer(R::distance(a, tile.points[k]) + R::distance(b, tile.points[k + 1]) - edge - tile.edges[k],
                 i, j, n);
    }
  }
}

/* All rows of the block against the tiles, columns upwards. */
struct TilesUp {
  template <class R> static __device__ void scan(const TileTour<R> &tour, Best &best) {
    const Tile<R> tile;
    for (int32_t first = 0; first < tour.n - 2; first += (int32_t)blockDim.x)
      tile_rows(tile, tour, first, best);
  }
};

/* A climber whose cities are kept in the tour's order, too; Scan: how the block looks for the best move. */
template <class R, class Scan>
__global__ void __launch_bounds__(1024) placed_kernel(const __grid_constant__ LadderArgs args) {
  const TileTour<R> tour(args);
  const int32_t n = args.n, thread = (int32_t)threadIdx.x, threads = (int32_t)blockDim.x;
  uint32_t done = 0;
  bool found = true;
  if (thread == 0) climber_begin(args);
  tour.place(args);
  while (found && done < args.steps) {
    Best best;
    Scan::scan(tour, best);
    const unsigned long long key = block_least(best.key());
    ++done;
    found = key_improves(key);
    if (!found) break;
    const LadderPair move = key_move(key, n);
    tour_reverse(tour, n, move.i, move.j, thread, threads);
    tour.measure();
  }
  if (thread == 0) climber_count(args, done, !found);
}

} // namespace tour_ladder

#endif
