/* The tour of the climber that a block works on: n points in order, extended cyclically so that scans need no
 * modulo.
 *
 * Position p >= n repeats p - n, for p < extent = n + n/2 + R <= 2n. In shared memory positions lie in order:
 * lanes R apart, R odd, hit different banks. In global memory position p is at (p mod R) * stride + p / R:
 * lanes R apart read consecutive points. Functions are called by all threads of the block; those that write
 * end with a barrier. */
#ifndef CORDEE_GPU_CLIMB_CLIMB_TOUR_CUH
#define CORDEE_GPU_CLIMB_CLIMB_TOUR_CUH

#include "climb_filter.cuh"

template <class F, int R, bool SHARED> struct Tour {
  typedef typename F::Point Point;
  typedef typename F::Value Value;
  Point *point;
  int32_t n, extent, stride;

  __device__ size_t index(int32_t p) const {
    if (SHARED) return (size_t)p;
    return (size_t)(p % R) * (size_t)stride + (size_t)(p / R);
  }
  __device__ Point *at(int32_t p) const { return point + index(p); }
  __device__ Point load(int32_t p) const { return F::load(at(p)); }
  __device__ int32_t wrap(int32_t p) const {
    if (p < 0) return p + n;
    if (p >= n) return p - n;
    return p;
  }

  __device__ void put_place(int32_t p, const Point &from) const {
    F::place(at(p), from);
    if (p < extent - n) F::place(at(p + n), from);
  }
  __device__ void put_city(const ClimbProblem &problem, int32_t p, int32_t city) const {
    F::place(problem, at(p), city);
    if (p < extent - n) F::place(problem, at(p + n), city);
  }
  __device__ void put_e(int32_t p, Value e) const {
    at(p)->e = e;
    if (p < extent - n) at(p + n)->e = e;
  }

  __device__ Value distance(const ClimbProblem &problem, const Point &a, const Point &b) const {
    return F::add(F::gap(F::row(problem, a), b), 0);
  }
};

/* Iterates over positions p, p + 1, ... */
template <class F, int R, bool SHARED> struct Cursor {
  const typename F::Point *at;
  int32_t line, stride;

  __device__ Cursor(const Tour<F, R, SHARED> &tour, int32_t p)
      : at(tour.at(p)), line(p % R), stride(tour.stride) {}
  __device__ void next() {
    if (SHARED) {
      ++at;
    } else if (++line == R) {
      line = 0;
      at -= (size_t)stride * (R - 1);
      ++at;
    } else {
      at += stride;
    }
  }
};

/* Places city(p) at every position, then computes all edges. */
template <class F, int R, bool SHARED, class City>
__device__ void tour_fill(const Tour<F, R, SHARED> &tour, const ClimbProblem &problem, City city) {
  for (int32_t p = (int32_t)threadIdx.x; p < tour.n; p += (int32_t)blockDim.x)
    tour.put_city(problem, p, city(p));
  __syncthreads();
  for (int32_t p = (int32_t)threadIdx.x; p < tour.n; p += (int32_t)blockDim.x)
    tour.put_e(p, tour.distance(problem, tour.load(p), tour.load(p + 1)));
  __syncthreads();
}

/* Fisher-Yates over the cities from `base` on. The draws are parallel and are stored where the edges will be;
 * the swaps are sequential by definition. */
template <class F, int R, bool SHARED>
__device__ void tour_shuffle(const Tour<F, R, SHARED> &tour, const ClimbProblem &problem, RngStream stream,
                             int32_t base) {
  for (int32_t p = (int32_t)threadIdx.x; p < tour.n; p += (int32_t)blockDim.x) {
    tour.at(p)->city = base + p;
    tour.at(p)->e = F::from_bits((int32_t)rng_below(stream, (uint32_t)p, (uint32_t)p + 1));
  }
  __syncthreads();
  if (threadIdx.x == 0)
    for (int32_t p = tour.n - 1; p >= 1; --p) {
      int32_t q = F::to_bits(tour.at(p)->e), city = tour.at(p)->city;
      tour.at(p)->city = tour.at(q)->city;
      tour.at(q)->city = city;
    }
  __syncthreads();
  tour_fill(tour, problem, [&](int32_t p) { return tour.at(p)->city; });
}

/* The champion after a double bridge: [0,a) [b,c) [a,b) [c,n). */
template <class F, int R, bool SHARED>
__device__ void tour_kick(const Tour<F, R, SHARED> &tour, const ClimbProblem &problem, RngStream stream,
                          const int32_t *champion) {
  int32_t cut[3];
  climb_cuts(stream, tour.n, cut);
  const int32_t a = cut[0], b = cut[1], c = cut[2];
  tour_fill(tour, problem, [=](int32_t p) {
    const int32_t moved = p < a + c - b ? p - a + b : p - (c - b);
    return champion[p < a || p >= c ? p : moved];
  });
}

/* This thread's share of the tour's exact cost. */
template <class F, int R, bool SHARED>
__device__ int64_t tour_cost_share(const Tour<F, R, SHARED> &tour, const ClimbProblem &problem) {
  int64_t cost = 0;
  for (int32_t p = (int32_t)threadIdx.x; p < tour.n; p += (int32_t)blockDim.x)
    cost += F::exact(problem, tour.at(p)->city, tour.at(p + 1)->city);
  return cost;
}

/* Reverses `length` >= 2 positions from `start`, cyclically. Places and edges are swapped as separate words, so
 * that one pass without a barrier is enough. Only the two edges at the ends are new, and thread 0 has all four
 * of their cities. */
template <class F, int R, bool SHARED>
__device__ void tour_reverse(const Tour<F, R, SHARED> &tour, const ClimbProblem &problem, int32_t start,
                             int32_t length) {
  const int32_t last = start + length - 1;
  for (int32_t k = (int32_t)threadIdx.x; k < length / 2; k += (int32_t)blockDim.x) {
    const int32_t p = tour.wrap(start + k), q = tour.wrap(last - k);
    const auto a = F::load_place(tour.at(p)), b = F::load_place(tour.at(q));
    tour.put_place(p, b);
    tour.put_place(q, a);
    if (k == 0) {
      const int32_t before = tour.wrap(p - 1), after = tour.wrap(q + 1);
      tour.put_e(before, tour.distance(problem, F::load_place(tour.at(before)), b));
      tour.put_e(q, tour.distance(problem, a, F::load_place(tour.at(after))));
    }
  }
  for (int32_t k = (int32_t)threadIdx.x; k < (length - 1) / 2; k += (int32_t)blockDim.x) {
    const int32_t p = tour.wrap(start + k), q = tour.wrap(last - 1 - k);
    const auto a = tour.at(p)->e, b = tour.at(q)->e;
    tour.put_e(p, b);
    tour.put_e(q, a);
  }
  __syncthreads();
}

#endif
