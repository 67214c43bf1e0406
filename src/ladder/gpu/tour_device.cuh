/* Functions that the designs of the ladder share on the device: distances, tours, the best move of a thread and
 * of a block, the reversal. tour_kernels.cuh combines them to designs. */
#ifndef CORDEE_LADDER_GPU_TOUR_DEVICE_CUH
#define CORDEE_LADDER_GPU_TOUR_DEVICE_CUH

#include <time.h>
#include "gpu/cuda_try.h"
#include "problem/tsp/metric.h"
#include "ladder/tour_moves.h"

namespace tour_ladder {

/* Steps done, climbers finished; by the device's clock, the first climber that began and the first that finished. */
enum { STEPS_DONE, CLIMBERS_FINISHED, FIRST_BEGAN, FIRST_FINISHED, COUNTERS };

/* Read by every kernel. Pointers are on the device, owned by the TourLadder. */
typedef struct LadderArgs {
  int32_t n;
  uint32_t climbers, steps;
  const double2 *xy; /* (n) as in the file */
  const int2 *whole; /* (n) the same as integers, less their minimum; NULL where that is impossible */
  int32_t *matrix;   /* (n, n), or NULL */
  int32_t *tours;    /* (climbers, n) start tours in, tours after the steps out */
  void *work;        /* of the design */
  unsigned long long *counters; /* (COUNTERS) */
} LadderArgs;

extern __shared__ __align__(16) char memory[];

/* ---- distances: a node is the data of a city that a design loads ---- */

/* Coordinates that are whole numbers in a box of side 32767. */
struct Whole {
  typedef int2 Point;
  static __device__ const int2 *points(const LadderArgs &args) { return args.whole; }
  static __device__ int32_t distance(int2 a, int2 b) { return ladder_distance(a.x - b.x, a.y - b.y); }
};

/* Any others: double precision. */
struct Real {
  typedef double2 Point;
  static __device__ const double2 *points(const LadderArgs &args) { return args.xy; }
  static __device__ int32_t distance(double2 a, double2 b) { return metric_euc_2d(a.x - b.x, a.y - b.y); }
};

template <class Rounding> struct Coordinates {
  typedef typename Rounding::Point Node;
  const Node *points;
  __device__ explicit Coordinates(const LadderArgs &args) : points(Rounding::points(args)) {}
  __device__ Node load(int32_t city) const { return points[city]; }
  __device__ int32_t distance(Node a, Node b) const { return Rounding::distance(a, b); }
};

struct SharedMatrix {
  typedef int32_t Node;
  int32_t n;
  __device__ explicit SharedMatrix(const LadderArgs &args) : n(args.n) {
    int32_t *matrix = reinterpret_cast<int32_t *>(memory);
    for (int32_t k = (int32_t)threadIdx.x; k < n * n; k += (int32_t)blockDim.x) matrix[k] = args.matrix[k];
    __syncthreads();
  }
  __device__ Node load(int32_t city) const { return city; }
  __device__ int32_t distance(Node a, Node b) const {
    return reinterpret_cast<const int32_t *>(memory)[a * n + b];
  }
};

struct GlobalMatrix {
  typedef int32_t Node;
  const int32_t *matrix;
  int32_t n;
  __device__ explicit GlobalMatrix(const LadderArgs &args) : matrix(args.matrix), n(args.n) {}
  __device__ Node load(int32_t city) const { return city; }
  __device__ int32_t distance(Node a, Node b) const { return matrix[a * n + b]; }
};

struct ReadOnlyMatrix : GlobalMatrix {
  __device__ explicit ReadOnlyMatrix(const LadderArgs &args) : GlobalMatrix(args) {}
  __device__ int32_t distance(Node a, Node b) const { return __ldg(matrix + a * n + b); }
};

/* ---- tours ---- */

/* A tour in a row of its own. */
struct RowTour {
  int32_t *row;
  __device__ int32_t city(int32_t p) const { return row[p]; }
  __device__ void swap(int32_t p, int32_t q) const {
    const int32_t a = row[p], b = row[q];
    row[p] = b;
    row[q] = a;
  }
};

/* A tour in a column: lanes with neighbouring climbers read neighbouring words. */
struct ColumnTour {
  int32_t *column;
  size_t stride;
  __device__ int32_t city(int32_t p) const { return column[(size_t)p * stride]; }
  __device__ void swap(int32_t p, int32_t q) const {
    const int32_t a = city(p), b = city(q);
    column[(size_t)p * stride] = b;
    column[(size_t)q * stride] = a;
  }
};

/* Reverses the shorter side of move (i, j); the threads share the work and need a barrier after it. */
template <class Tour>
__device__ void tour_reverse(const Tour &tour, int32_t n, int32_t i, int32_t j, int32_t thread,
                             int32_t threads) {
  const bool inner = j - i <= n - (j - i);
  const int32_t start = inner ? i + 1 : j + 1, length = inner ? j - i : n - (j - i),
                last = start + length - 1;
  for (int32_t k = thread; k < length / 2; k += threads) {
    const int32_t p = start + k, q = last - k;
    tour.swap(p < n ? p : p - n, q < n ? q : q - n);
  }
}

/* ---- the best move ---- */

/* The best of a thread's moves, which come in the order of (i, j): of equals the first one is kept. */
struct Best {
  int32_t delta = 0;
  uint32_t move = UINT32_MAX; /* i * n + j */

  __device__ void offer(int32_t offered, int32_t i, int32_t j, int32_t n) {
    if (offered < delta) {
      delta = offered;
      move = (uint32_t)(i * n + j);
    }
  }
  /* Ordered by delta, then i, then j. */
  __device__ unsigned long long key() const {
    return (unsigned long long)((uint32_t)delta ^ 0x80000000u) << 32 | move;
  }
};

static __device__ bool key_improves(unsigned long long key) { return key >> 32 < 0x80000000u; }
static __device__ LadderPair key_move(unsigned long long key, int32_t n) {
  const uint32_t move = (uint32_t)key;
  return {(int32_t)(move / (uint32_t)n), (int32_t)(move % (uint32_t)n)};
}

/* The smallest key of the block, for all its threads. The caller puts a barrier before the next call. */
static __device__ unsigned long long block_least(unsigned long long key) {
  BLOCK_SHARED unsigned long long least[32];
  for (int lanes = 16; lanes; lanes /= 2) key = min(key, __shfl_xor_sync(0xffffffffu, key, lanes));
  if (threadIdx.x % 32 == 0) least[threadIdx.x / 32] = key;
  __syncthreads();
  for (uint32_t warp = 0; warp < blockDim.x / 32; ++warp) key = min(key, least[warp]);
  return key;
}

/* ---- what a launch counts ---- */

/* Nanoseconds, the same clock on all multiprocessors. */
static __device__ unsigned long long clock_ns() {
#ifdef __CUDA_ARCH__
  unsigned long long now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  return now;
#else
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (unsigned long long)now.tv_sec * 1000000000 + (unsigned long long)now.tv_nsec;
#endif
}

/* The earliest of all times: later ones only read. */
static __device__ void clock_offer(unsigned long long *earliest) {
  const unsigned long long now = clock_ns();
  if (now < *(volatile unsigned long long *)earliest) atomicMin(earliest, now);
}

/* By a thread of each climber, before its first step. */
static __device__ void climber_begin(const LadderArgs &args) { clock_offer(args.counters + FIRST_BEGAN); }

static __device__ void climber_count(const LadderArgs &args, uint32_t steps, bool finished) {
  atomicAdd(args.counters + STEPS_DONE, (unsigned long long)steps);
  if (!finished) return;
  atomicAdd(args.counters + CLIMBERS_FINISHED, 1ull);
  clock_offer(args.counters + FIRST_FINISHED);
}

} // namespace tour_ladder

#endif
