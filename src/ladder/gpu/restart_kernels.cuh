/* The kernels of 2-opt with random restarts by numbers of climbers: start tours, climbs, the best of all. The thesis of 2023: a block a climber, two
 * records a thread in a tree; its index pairs come from a table or a formula, its distances from a matrix in global or shared memory. The code of
 * 2011: a thread a climber, climbers from a counter (O'Neil, Tamir, Burtscher). */
#ifndef CORDEE_LADDER_GPU_RESTART_KERNELS_CUH
#define CORDEE_LADDER_GPU_RESTART_KERNELS_CUH

#include "gpu/cuda_try.h"
#include "ladder/restart_moves.h"

namespace restart_ladder {

extern __shared__ __align__(16) char memory[];

/* The best of a climber. */
struct Score {
  int64_t cost;
  uint32_t climber, unused;
};

/* Read by every kernel. Pointers are on the device. */
struct Args {
  int32_t n;
  uint32_t climbers;
  const int32_t *matrix; /* (n, n) */
  const uint32_t *pairs; /* zipped (restart_pairs(n)), or NULL */
  int32_t *tours;        /* (climbers, n) */
  Score *scores;         /* (climbers) */
  unsigned long long *passes;
  uint32_t *next; /* climber of the worklist */
};

/* ---- start tours ---- */

/* Position p of climber c is at climbers * p + c, so that lanes write neighbouring words. */
__global__ static void start_kernel(int32_t *columns, int32_t n, uint32_t climbers, uint64_t seed) {
  for (uint32_t c = blockIdx.x * blockDim.x + threadIdx.x; c < climbers; c += gridDim.x * blockDim.x) {
    uint32_t state = (uint32_t)(seed + c) & 0x7fffffffu;
    for (int32_t p = 0; p < n; ++p) columns[(size_t)p * climbers + c] = p;
    for (int32_t p = 1; p < n; ++p) {
      const size_t at = (size_t)p * climbers + c, to = (size_t)restart_place(&state, n) * climbers + c;
      const int32_t city = columns[at];
      columns[at] = columns[to];
      columns[to] = city;
    }
  }
}

enum { SQUARE = 32, SQUARE_THREADS = 256 };

/* Columns (n, climbers) to rows (climbers, n), squares of 32 staged through shared memory. */
__global__ static void transpose_kernel(const int32_t *columns, int32_t *rows, int32_t n, uint32_t climbers) {
  BLOCK_SHARED int32_t square[SQUARE][SQUARE + 1];
  const uint32_t cities = (uint32_t)n, lane = threadIdx.x % SQUARE, row = threadIdx.x / SQUARE;
  const uint32_t across = (climbers + SQUARE - 1) / SQUARE,
                 squares = across * ((cities + SQUARE - 1) / SQUARE);
  for (uint32_t s = blockIdx.x; s < squares; s += gridDim.x) {
    const uint32_t first_c = s % across * SQUARE, first_p = s / across * SQUARE;
    for (uint32_t k = row; k < SQUARE; k += SQUARE_THREADS / SQUARE)
      if (first_p + k < cities && first_c + lane < climbers)
        square[k][lane] = columns[(size_t)(first_p + k) * climbers + first_c + lane];
    __syncthreads();
    for (uint32_t k = row; k < SQUARE; k += SQUARE_THREADS / SQUARE)
      if (first_c + k < climbers && first_p + lane < cities)
        rows[(size_t)(first_c + k) * cities + first_p + lane] = square[lane][k];
    __syncthreads();
  }
}

/* ---- a block a climber ---- */

struct Record {
  int32_t change;
  uint16_t i, j;
};

__device__ static inline bool record_less(Record a, Record b) {
  if (a.change != b.change) return a.change < b.change;
  return a.i != b.i ? a.i < b.i : a.j < b.j;
}

/* Index pairs from the table: one load. */
struct Zipped {
  __device__ static LadderPair pair(const Args &a, uint32_t k) {
    const uint32_t both = a.pairs[k];
    const int32_t i = (int32_t)(both >> 16);
    return {i, i + 2 + (int32_t)(both & 0xffff)};
  }
};

struct Calculated {
  __device__ static LadderPair pair(const Args &a, uint32_t k) { return restart_calculated(a.n, k); }
};

/* Where the matrix is; bytes of shared memory behind the records and the tour. */
struct InGlobal {
  __device__ static const int32_t *matrix(const Args &a, char *) { return a.matrix; }
};

struct InShared {
  __device__ static const int32_t *matrix(const Args &a, char *room) {
    int32_t *const copy = reinterpret_cast<int32_t *>(room);
    for (int32_t k = (int32_t)threadIdx.x; k < a.n * a.n; k += (int32_t)blockDim.x) copy[k] = a.matrix[k];
    return copy;
  }
};

__host__ __device__ static inline size_t even_bytes(size_t bytes) { return (bytes + 15) / 16 * 16; }
/* Records of the threads and one more; n + 1 cities, the first again. */
__host__ __device__ static inline size_t records_bytes(uint32_t threads) {
  return even_bytes((threads + 1) * sizeof(Record));
}
__host__ __device__ static inline size_t cities_bytes(int32_t n) {
  return even_bytes(((size_t)n + 1) * sizeof(uint16_t));
}

/* The shared side of a climb. */
struct Climb {
  Record *records;
  uint16_t *tour;
  const int32_t *matrix;
  int32_t n;

  __device__ int32_t distance(int32_t p, int32_t q) const { return matrix[tour[p] * n + tour[q]]; }
  __device__ int32_t change(LadderPair m) const {
    return distance(m.i, m.j) + distance(m.i + 1, m.j + 1) - distance(m.i, m.i + 1) - distance(m.j, m.j + 1);
  }
};

/* The best record of a thread: pairs come in their order, so of equals the first one is kept. */
template <class Index> __device__ Record thread_best(const Args &a, const Climb &c) {
  Record best = {0, UINT16_MAX, UINT16_MAX};
  const uint32_t pairs = restart_pairs(a.n);
  for (uint32_t k = threadIdx.x; k < pairs; k += blockDim.x) {
    const LadderPair m = Index::pair(a, k);
    const int32_t change = c.change(m);
    if (change < best.change) best = {change, (uint16_t)m.i, (uint16_t)m.j};
  }
  return best;
}

/* A tree with a barrier a level. All threads; barriers before and after. */
__device__ static Record block_best(const Climb &c, Record mine) {
  c.records[threadIdx.x] = mine;
  for (uint32_t half = blockDim.x / 2; half; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half && record_less(c.records[threadIdx.x + half], c.records[threadIdx.x]))
      c.records[threadIdx.x] = c.records[threadIdx.x + half];
  }
  __syncthreads();
  return c.records[0];
}

/* The shorter side, as in climb_kernels.h; the publication reverses i+1..j. Ends with a barrier. */
__device__ static void block_reverse(const Climb &c, int32_t i, int32_t j) {
  const int32_t n = c.n, inner = j - i <= n - (j - i), start = inner ? i + 1 : j + 1,
                length = inner ? j - i : n - (j - i), last = start + length - 1;
  for (int32_t k = (int32_t)threadIdx.x; k < length / 2; k += (int32_t)blockDim.x) {
    const int32_t p = (start + k) % n, q = (last - k) % n;
    const uint16_t city = c.tour[p];
    c.tour[p] = c.tour[q];
    c.tour[q] = city;
  }
  __syncthreads();
  if (threadIdx.x == 0) c.tour[n] = c.tour[0];
  __syncthreads();
}

/* Of the tour, for thread 0. Sums are in the records' place: a long each. */
__device__ static int64_t block_cost(const Climb &c) {
  int64_t *const sums = reinterpret_cast<int64_t *>(c.records);
  int64_t sum = 0;
  for (int32_t p = (int32_t)threadIdx.x; p < c.n; p += (int32_t)blockDim.x) sum += c.distance(p, p + 1);
  __syncthreads();
  sums[threadIdx.x] = sum;
  for (uint32_t half = blockDim.x / 2; half; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
  }
  return sums[0];
}

__device__ static void score_write(const Args &a, uint32_t climber, int64_t cost, uint32_t passes) {
  a.scores[climber] = {cost, climber, 0};
  atomicAdd(a.passes, (unsigned long long)passes);
}

template <class Index, class Matrix>
__global__ static void __launch_bounds__(1024) block_kernel(const __grid_constant__ Args a) {
  char *const behind = memory + records_bytes(blockDim.x);
  int32_t *const row = a.tours + (size_t)blockIdx.x * (size_t)a.n;
  const Climb c = {reinterpret_cast<Record *>(memory), reinterpret_cast<uint16_t *>(behind),
                   Matrix::matrix(a, behind + cities_bytes(a.n)), a.n};
  uint32_t passes = 0;
  for (int32_t p = (int32_t)threadIdx.x; p <= a.n; p += (int32_t)blockDim.x)
    c.tour[p] = (uint16_t)row[p < a.n ? p : 0];
  __syncthreads();
  for (;;) {
    const Record best = block_best(c, thread_best<Index>(a, c));
    ++passes;
    if (best.change >= 0) break;
    __syncthreads(); /* records are read before the next pass writes them */
    block_reverse(c, best.i, best.j);
  }
  const int64_t cost = block_cost(c);
  for (int32_t p = (int32_t)threadIdx.x; p < a.n; p += (int32_t)blockDim.x) row[p] = c.tour[p];
  if (threadIdx.x == 0) score_write(a, blockIdx.x, cost, passes);
}

/* ---- a thread a climber ---- */

enum { WORKLIST_CITIES = 256 };

/* A climber's own: its tour in local memory, the matrix in shared memory. */
struct Worker {
  const int32_t *matrix;
  uint16_t *tour;
  int32_t n;
  __device__ int32_t distance(int32_t p, int32_t q) const {
    return matrix[tour[p] * n + tour[q < n ? q : 0]];
  }
  __device__ Record best() const {
    Record best = {0, 0, 0};
    for (int32_t i = 0; i < n - 2; ++i) {
      const int32_t edge = distance(i, i + 1), end = i ? n : n - 1;
      for (int32_t j = i + 2; j < end; ++j) {
        const int32_t change = distance(i, j) + distance(i + 1, j + 1) - edge - distance(j, j + 1);
        if (change < best.change) best = {change, (uint16_t)i, (uint16_t)j};
      }
    }
    return best;
  }
  __device__ void reverse(int32_t i, int32_t j) const {
    const int32_t inner = j - i <= n - (j - i), start = inner ? i + 1 : j + 1,
                  length = inner ? j - i : n - (j - i), last = start + length - 1;
    for (int32_t k = 0; k < length / 2; ++k) {
      const int32_t p = (start + k) % n, q = (last - k) % n;
      const uint16_t city = tour[p];
      tour[p] = tour[q];
      tour[q] = city;
    }
  }
  __device__ int64_t cost() const {
    int64_t sum = 0;
    for (int32_t p = 0; p < n; ++p) sum += distance(p, p + 1);
    return sum;
  }
};

__device__ static void worker_climb(const Args &a, const Worker &w, uint32_t climber) {
  int32_t *const row = a.tours + (size_t)climber * (size_t)a.n;
  uint32_t passes = 0;
  for (int32_t p = 0; p < a.n; ++p) w.tour[p] = (uint16_t)row[p];
  for (;;) {
    const Record best = w.best();
    ++passes;
    if (best.change >= 0) break;
    w.reverse(best.i, best.j);
  }
  for (int32_t p = 0; p < a.n; ++p) row[p] = w.tour[p];
  score_write(a, climber, w.cost(), passes);
}

__global__ static void __launch_bounds__(1024) worklist_kernel(const __grid_constant__ Args a) {
  const Worker shared = {InShared::matrix(a, memory), NULL, a.n};
  uint16_t tour[WORKLIST_CITIES];
  const Worker w = {shared.matrix, tour, a.n};
  __syncthreads();
  for (uint32_t climber; (climber = atomicAdd(a.next, 1u)) < a.climbers;) worker_climb(a, w, climber);
}

/* ---- the best of all ---- */

/* Costs of tours that another kernel left: a thread a climber. */
__global__ static void cost_kernel(const __grid_constant__ Args a) {
  for (uint32_t c = blockIdx.x * blockDim.x + threadIdx.x; c < a.climbers; c += gridDim.x * blockDim.x) {
    const int32_t *const row = a.tours + (size_t)c * (size_t)a.n;
    int64_t sum = 0;
    for (int32_t p = 0; p < a.n; ++p) sum += a.matrix[row[p] * a.n + row[p + 1 < a.n ? p + 1 : 0]];
    a.scores[c] = {sum, c, 0};
  }
}

enum { OUTER_THREADS = 512 };

__device__ static inline bool score_less(Score a, Score b) {
  return a.cost != b.cost ? a.cost < b.cost : a.climber < b.climber;
}

/* A block takes 2 x 512 scores, two a thread, and leaves the best of them in the place of its number in `out`. */
__global__ static void __launch_bounds__(OUTER_THREADS)
    outer_kernel(const Score *scores, Score *out, uint32_t count) {
  BLOCK_SHARED Score all[OUTER_THREADS];
  const uint32_t first = blockIdx.x * 2 * OUTER_THREADS + threadIdx.x, second = first + OUTER_THREADS;
  Score mine = {INT64_MAX, UINT32_MAX, 0};
  if (first < count) mine = scores[first];
  if (second < count && score_less(scores[second], mine)) mine = scores[second];
  all[threadIdx.x] = mine;
  for (uint32_t half = OUTER_THREADS / 2; half; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half && score_less(all[threadIdx.x + half], all[threadIdx.x]))
      all[threadIdx.x] = all[threadIdx.x + half];
  }
  if (threadIdx.x == 0) out[blockIdx.x] = all[0];
}

} // namespace restart_ladder

#endif
