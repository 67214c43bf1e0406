/* The kernels of random-restart 2-opt in the shapes that were published: M. A. O'Neil, M. Burtscher: Rethinking the parallelization of
 * random-restart hill climbing (GPGPU-8, 2015).
 *   local_kernel  a thread is a climber, with its order of cities in local memory
 *   calc_kernel   a thread is a climber, with coordinates in the tour's order
 *   Intra         a block is a climber: coordinates in the tour's order and the edges of the tour, in global memory
 *   TilesDown     the same by tiles in shared memory, columns downwards */
#ifndef CORDEE_LADDER_GPU_TOUR_PUBLISHED_CUH
#define CORDEE_LADDER_GPU_TOUR_PUBLISHED_CUH

#include "tour_kernels.cuh"

namespace tour_ladder {

/* ---- a thread a climber, the matrix in shared memory ---- */

enum { LOCAL_CITIES = 256 };

struct LocalTour {
  uint16_t *order;
  __device__ int32_t city(int32_t p) const { return order[p]; }
  __device__ void swap(int32_t p, int32_t q) const {
    const uint16_t a = order[p];
    order[p] = order[q];
    order[q] = a;
  }
};

/* n up to LOCAL_CITIES. All threads make d, which may have barriers. */
template <class D>
__global__ void __launch_bounds__(1024) local_kernel(const __grid_constant__ LadderArgs args) {
  const D d(args);
  const uint32_t climber = blockIdx.x * blockDim.x + threadIdx.x;
  uint16_t order[LOCAL_CITIES];
  if (climber >= args.climbers) return;
  int32_t *row = args.tours + (size_t)climber * (size_t)args.n;
  for (int32_t p = 0; p < args.n; ++p) order[p] = (uint16_t)row[p];
  thread_climb(args, d, LocalTour{order});
  for (int32_t p = 0; p < args.n; ++p) row[p] = order[p];
}

/* ---- a thread a climber, coordinates in the tour's order ---- */

/* Columns of points and of cities. Moves are evaluated by points alone; the cities are moved along so that the tour is known at the end. */
template <class R> struct PlacedColumn {
  typedef typename R::Point Point;
  int32_t *cities;
  Point *points;
  size_t stride;

  __device__ PlacedColumn(const LadderArgs &args, uint32_t climber) : stride(args.climbers) {
    char *work = static_cast<char *>(args.work);
    cities = reinterpret_cast<int32_t *>(work) + climber;
    points = reinterpret_cast<Point *>(work + cities_bytes((size_t)args.n, stride)) + climber;
  }
  static __host__ __device__ size_t cities_bytes(size_t n, size_t climbers) {
    return (n * climbers * sizeof(int32_t) + 15) / 16 * 16;
  }
  static size_t bytes(size_t n, size_t climbers) {
    return cities_bytes(n, climbers) + n * climbers * sizeof(Point);
  }
  /* A node of Placed. */
  __device__ Point city(int32_t p) const { return points[(size_t)p * stride]; }
  __device__ void swap(int32_t p, int32_t q) const {
    const size_t at = (size_t)p * stride, to = (size_t)q * stride;
    const int32_t c = cities[at];
    const Point point = points[at];
    cities[at] = cities[to];
    points[at] = points[to];
    cities[to] = c;
    points[to] = point;
  }
};

template <class R> struct Placed {
  typedef typename R::Point Node;
  __device__ Node load(Node point) const { return point; }
  __device__ int32_t distance(Node a, Node b) const { return R::distance(a, b); }
};

template <class R>
__global__ void __launch_bounds__(1024) calc_kernel(const __grid_constant__ LadderArgs args) {
  const uint32_t climber = blockIdx.x * blockDim.x + threadIdx.x;
  if (climber >= args.climbers) return;
  const PlacedColumn<R> tour(args, climber);
  for (int32_t p = 0; p < args.n; ++p) {
    const size_t at = (size_t)p * tour.stride;
    tour.points[at] = R::points(args)[tour.cities[at]];
  }
  thread_climb(args, Placed<R>(), tour);
}

/* ---- a block a climber ---- */

/* A thread has rows i, i + block, ...; two distances a move and an edge that was computed before the scan (buf). */
struct Intra {
  template <class R> static __device__ void row(const TileTour<R> &tour, int32_t i, Best &best) {
    const int32_t n = tour.n, end = i ? n : n - 1, edge = tour.edges[i];
    const typename R::Point a = tour.points[i], b = tour.points[i + 1];
    for (int32_t j = i + 2; j < end; ++j)
      best.offer(R::distance(a, tour.points[j]) + R::distance(b, tour.points[j + 1]) - edge - tour.edges[j],
                 i, j, n);
  }
  template <class R> static __device__ void scan(const TileTour<R> &tour, Best &best) {
    for (int32_t i = (int32_t)threadIdx.x; i < tour.n - 2; i += (int32_t)blockDim.x) row(tour, i, best);
  }
};

/* The best move of a row whose columns come downwards: of equals the last one, which has the smallest j. */
struct RowBest {
  int32_t delta = -1, column = 0; /* 0: none */
  __device__ void offer(int32_t offered, int32_t j) {
    if (offered <= delta) {
      delta = offered;
      column = j;
    }
  }
};

/* Rows of a thread each against all columns, from the last tile to the one of the block's first row. All threads are at the same column,
 * so that a word of shared memory goes to all lanes at once; a thread stops before the others where its row ends. */
struct TilesDown {
  template <class R>
  static __device__ void rows(const Tile<R> &tile, const TileTour<R> &tour, int32_t first, Best &best) {
    const int32_t n = tour.n, i = first + (int32_t)threadIdx.x, row = i < n - 2 ? i : n - 3;
    const int32_t end = i < n - 2 ? i + 2 : n; /* n: no row, this thread only helps to load */
    const typename R::Point a = tour.points[row], b = tour.points[row + 1];
    const int32_t edge = tour.edges[row];
    RowBest found;
    for (int32_t high = n - 1; high >= first + 2; high -= tile.size) {
      const int32_t low = max(high - tile.size + 1, first + 2), stop = max(low, end);
      tile.load(tour, low);
      for (int32_t j = i ? high : min(high, n - 2); j >= stop; --j) {
        const int32_t k = j - low;
        found.offer(
            R::distance(a, tile.points[k]) + R::distance(b, tile.points[k + 1]) - edge - tile.edges[k], j);
      }
    }
    if (found.column) best.offer(found.delta, i, found.column, n);
  }
  template <class R> static __device__ void scan(const TileTour<R> &tour, Best &best) {
    const Tile<R> tile;
    for (int32_t first = 0; first < tour.n - 2; first += (int32_t)blockDim.x) rows(tile, tour, first, best);
  }
};

} // namespace tour_ladder

#endif
