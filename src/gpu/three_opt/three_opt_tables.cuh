/* The four tables of folded distances, and all 2-opt moves, which fall out of them.
 *
 * Row e, column f < e, edges of different routes:
 *   FF (x[e], x[f])   NN (x[e+1], x[f+1])   FN (x[e], x[f+1])   NF (x[e+1], x[f])
 * each the distance less the halves of the removed edges at these ends; INF if the parts of routes that it would join exceed a limit,
 * or where there is nothing: f >= e, same route, beyond the last edge. Packed: two rows a word, 16 bits each. A block makes 32 rows of
 * 64 columns from the distances of 33 x 65 nodes. */
#ifndef CORDEE_GPU_THREE_OPT_TABLES_CUH
#define CORDEE_GPU_THREE_OPT_TABLES_CUH

#include "three_opt_exact.cuh"

namespace three_opt {

enum { TABLE_FN, TABLE_FF, TABLE_NN, TABLE_NF, TABLES };
enum { TABLE_ROWS = 32, TABLE_THREADS = 256 };

struct Tables {
  uint32_t *word[TABLES]; /* (rows or rows / 2, ld) */
  int32_t row0, rows;     /* rows row0 .. row0 + rows - 1 of the whole; multiples of TILE */
  int32_t ld;
};

template <bool PACKED> __device__ static inline uint32_t *table_at(const Tables &t, int table, int row, int column) {
  return t.word[table] + (size_t)((row - t.row0) >> PACKED) * t.ld + column;
}

/* A folded value as the table has it. */
__device__ static inline int value_packed(int v, int shift) { return min(v >> shift, (int)INF16); }

/* What an edge brings to a pair: its two ends. */
struct End {
  int half[2], load[2], time[2]; /* of x[e] and of x[e + 1] */
  bool depot[2];
};

__device__ static inline End end_of(const Scan &s, int e) {
  const int r = s.r[e];
  End end = {{half_first(r), half_next(r)}, {s.head[e], s.tail[e]}, {0, 0}, {s.x[e] == 0, s.x[e + 1] == 0}};
  if (s.head_time) end.time[0] = s.head_time[e], end.time[1] = s.tail_time[e];
  return end;
}

__device__ static inline int fold(const Scan &s, const End &e, int u, const End &f, int v, int d) {
  if (e.load[u] + f.load[v] > s.data.capacity) return INF;
  if (s.head_time && e.time[u] + d + f.time[v] > s.data.max_duration) return INF;
  if (s.data.closed && e.depot[u] && f.depot[v]) return INF;
  return d - e.half[u] - f.half[v];
}

struct Four {
  int of[TABLES];
};

/* d: distances of x[e], x[e + 1] (rows) to x[f], x[f + 1]. */
__device__ static inline Four four_of(const Scan &s, const End &e, const End &f, int ff, int fn, int nf, int nn) {
  return {{fold(s, e, 0, f, 1, fn), fold(s, e, 0, f, 0, ff), fold(s, e, 1, f, 1, nn), fold(s, e, 1, f, 0, nf)}};
}

typedef int Square[TABLE_ROWS + 1][TILE + 1];

__device__ static inline void square_fill(const Scan &s, int row0, int column0, int n, Square square) {
  for (int c = threadIdx.x; c < (TABLE_ROWS + 1) * (TILE + 1); c += TABLE_THREADS) {
    const int u = c / (TILE + 1), v = c % (TILE + 1);
    if (row0 + u < n && column0 + v < n) square[u][v] = distance(s, row0 + u, column0 + v);
  }
}

/* The 2-opt move of e and f into the thread's best. */
__device__ static inline void pair_consider(const Scan &s, int e, int f, const Four &four, int ff, int nn,
                                            int *delta, Key *key) {
  const int here = s.first[e] == s.first[f] ? pair_delta(s, f, e) : four.of[TABLE_FF] + four.of[TABLE_NN];
  (void)ff, (void)nn;
  if (here >= 0 || here > *delta) return;
  const Key mine = pair_key(f, e);
  if (here < *delta || mine < *key) *delta = here, *key = mine;
}

/* One cell of one row: its four values, INF where there is none. */
__device__ static inline Four cell_of(const Scan &s, const Square square, int row0, int column0, int e, int f,
                                      int m, bool pairs, int *delta, Key *key) {
  Four four = {{INF, INF, INF, INF}};
  if (e >= m || f >= e) return four;
  const int u = e - row0, v = f - column0;
  const int ff = square[u][v], nn = square[u + 1][v + 1];
  if (s.first[e] > f) {
    const End ee = end_of(s, e), fe = end_of(s, f);
    four = four_of(s, ee, fe, ff, square[u][v + 1], square[u + 1][v], nn);
  }
  if (pairs) {
    pair_consider(s, e, f, four, ff, nn, delta, key);
    if (s.row_best) {
      const int here = s.first[e] > f ? four.of[TABLE_FF] + four.of[TABLE_NN] : pair_delta(s, f, e);
      if (here < 0) atomicMin(&s.row_best[(size_t)f * s.control->tiles + e / TILE], here);
    }
  }
  return four;
}

/* Grid: columns / TILE, rows / TABLE_ROWS. pairs: with 2-opt moves. */
template <bool PACKED>
__global__ static void __launch_bounds__(TABLE_THREADS) tables_kernel(Scan s, Tables t, bool pairs) {
  __shared__ Square square;
  __shared__ int scratch[TABLE_THREADS / WARP];
  const Control &control = *s.control;
  const int column0 = blockIdx.x * TILE, row0 = t.row0 + blockIdx.y * TABLE_ROWS;
  if (control.done || row0 >= control.tiles * TILE || column0 > (row0 | (TILE - 1))) return;
  pairs = pairs && (blockIdx.x + (unsigned)row0 / TABLE_ROWS) % s.parts == s.part;
  square_fill(s, row0, column0, control.n, square);
  __syncthreads();
  const int f = column0 + threadIdx.x % TILE;
  int delta = 0;
  Key key = 0;
  for (int u = 2 * (threadIdx.x / TILE); u < TABLE_ROWS; u += 2 * (TABLE_THREADS / TILE)) {
    const int e = row0 + u;
    const Four low = cell_of(s, square, row0, column0, e, f, control.m, pairs, &delta, &key);
    const Four high = cell_of(s, square, row0, column0, e + 1, f, control.m, pairs, &delta, &key);
    for (int k = 0; k < TABLES; k++) {
      if (PACKED) {
        *table_at<true>(t, k, e, f) = (uint32_t)(value_packed(low.of[k], control.shift) & 0xffff) |
                                      (uint32_t)value_packed(high.of[k], control.shift) << 16;
      } else {
        *table_at<false>(t, k, e, f) = (uint32_t)low.of[k];
        *table_at<false>(t, k, e + 1, f) = (uint32_t)high.of[k];
      }
    }
  }
  block_publish(s, delta, [&] { return key; }, scratch);
}

} // namespace three_opt
#endif
