/* The four tables of folded distances, and all 2-opt moves, which fall out of them.
 *
 * Row e, column f < e, edges of different routes:
 *   FF (x[e], x[f])   NN (x[e+1], x[f+1])   FN (x[e], x[f+1])   NF (x[e+1], x[f])
 * each the distance less the halves of the removed edges at these ends; INF if the parts of routes that it would join exceed a limit,
 * or where there is nothing: f >= e, same route, beyond the last edge. Packed: two rows a word, 16 bits each. A block makes 16 rows of
 * 64 columns from the distances of 17 x 65 nodes. */
#ifndef CORDEE_GPU_THREE_OPT_TABLES_CUH
#define CORDEE_GPU_THREE_OPT_TABLES_CUH

#include "three_opt_exact.cuh"

namespace three_opt {

enum { TABLE_FN, TABLE_FF, TABLE_NN, TABLE_NF, TABLES };
enum { TABLE_ROWS = 16, TABLE_THREADS = 256 };

struct Tables {
  uint32_t *word[TABLES]; /* (rows or rows / 2, ld) */
  int32_t row0, rows;     /* rows row0 .. row0 + rows - 1 of the whole; multiples of TILE */
  int32_t ld;
};

template <bool PACKED>
__device__ static inline uint32_t *table_at(const Tables &t, int table, int row, int column) {
  return t.word[table] + (size_t)((row - t.row0) >> PACKED) * t.ld + column;
}

/* A folded value as the table has it. */
__device__ static inline int value_packed(int v, int shift) { return min(v >> shift, (int)INF16); }

/* What an edge brings to a pair: its two ends. */
struct End {
  int half[2], load[2], time[2]; /* of x[e] and of x[e + 1] */
  int first;                     /* edge of its route; -1: there is no such edge */
  bool depot[2];
};

__device__ static inline End end_of(const Scan &s, int e) {
  if (e >= s.control->m) return {{0, 0}, {0, 0}, {0, 0}, -1, {false, false}};
  const int r = s.r[e];
  End end = {{three_opt_first_share(r), three_opt_next_share(r)},
             {s.head[e], s.tail[e]},
             {0, 0},
             s.first[e],
             {false, false}};
  if (s.head_time) {
    end.time[0] = s.head_time[e];
    end.time[1] = s.tail_time[e];
  }
  if (s.data.closed) {
    end.depot[0] = s.x[e] == 0;
    end.depot[1] = s.x[e + 1] == 0;
  }
  return end;
}

__device__ static inline int fold(const Scan &s, const End &e, int u, const End &f, int v, int d) {
  bool bad = e.load[u] + f.load[v] > s.data.capacity || (e.depot[u] && f.depot[v]);
  if (s.head_time) bad = bad || e.time[u] + d + f.time[v] > s.data.max_duration;
  return bad ? (int)INF : d - e.half[u] - f.half[v];
}

struct Four {
  int of[TABLES];
};

/* d: distances of x[e], x[e + 1] (rows) to x[f], x[f + 1]. */
__device__ static inline Four four_of(const Scan &s, const End &e, const End &f, int ff, int fn, int nf,
                                      int nn) {
  return {
      {fold(s, e, 0, f, 1, fn), fold(s, e, 0, f, 0, ff), fold(s, e, 1, f, 1, nn), fold(s, e, 1, f, 0, nf)}};
}

struct TableShared {
  int square[TABLE_ROWS + 1][TILE + 1]; /* distances of the nodes of rows and columns */
  int2 row_at[TABLE_ROWS + 1], column_at[TILE + 1];
  End row[TABLE_ROWS];
  int scratch[TABLE_THREADS / WARP];
};

__device__ static inline void square_fill(const Scan &s, int row0, int column0, int n, TableShared &m) {
  const int tid = threadIdx.x;
  if (!s.data.matrix) {
    if (tid <= TABLE_ROWS && row0 + tid < n) m.row_at[tid] = s.at[row0 + tid];
    const int c = tid - 2 * WARP;
    if (c >= 0 && c <= TILE && column0 + c < n) m.column_at[c] = s.at[column0 + c];
  }
  if (tid >= TABLE_THREADS - TABLE_ROWS)
    m.row[tid - (TABLE_THREADS - TABLE_ROWS)] = end_of(s, row0 + tid - (TABLE_THREADS - TABLE_ROWS));
  __syncthreads();
  for (int c = tid; c < (TABLE_ROWS + 1) * (TILE + 1); c += TABLE_THREADS) {
    const int u = c / (TILE + 1), v = c % (TILE + 1);
    if (row0 + u >= n || column0 + v >= n) continue;
    m.square[u][v] = s.data.matrix ? distance(s, row0 + u, column0 + v)
                                   : near_distance(m.row_at[u], m.column_at[v], s.data.divisor);
  }
  __syncthreads();
}

/* A thread's best 2-opt move. */
struct PairBest {
  int delta;
  Key key;
};

/* The 2-opt move of e and f < e into the thread's best. */
__device__ static inline void pair_consider(const Scan &s, int e, int f, int delta, PairBest *best) {
  if (delta >= 0) return;
  if (s.row_best) atomicMin(&s.row_best[(size_t)f * s.control->tiles + e / TILE], delta);
  if (delta > best->delta) return;
  const Key mine = pair_key(f, e);
  if (delta < best->delta || mine < best->key) {
    best->delta = delta;
    best->key = mine;
  }
}

/* One cell of one row: its four values, INF where there is none. */
__device__ static inline Four cell_of(const Scan &s, const TableShared &m, int row0, int u, int f, int v,
                                      const End &fe, bool pairs, PairBest *best) {
  Four four = {{INF, INF, INF, INF}};
  const End &e = m.row[u];
  if (e.first < 0 || f >= row0 + u) return four;
  const int ff = m.square[u][v], nn = m.square[u + 1][v + 1];
  if (e.first > f) four = four_of(s, e, fe, ff, m.square[u][v + 1], m.square[u + 1][v], nn);
  if (pairs) {
    const int inside = ff + nn - e.half[0] - e.half[1] - fe.half[0] - fe.half[1];
    pair_consider(s, row0 + u, f, e.first > f ? four.of[TABLE_FF] + four.of[TABLE_NN] : inside, best);
  }
  return four;
}

template <bool PACKED>
__device__ static inline void cells_store(const Tables &t, int e, int f, int shift, const Four &low,
                                          const Four &high) {
#pragma unroll
  for (int k = 0; k < TABLES; k++)
    if (PACKED) {
      *table_at<true>(t, k, e, f) = (uint32_t)(value_packed(low.of[k], shift) & 0xffff) |
                                    (uint32_t)value_packed(high.of[k], shift) << 16;
    } else {
      *table_at<false>(t, k, e, f) = (uint32_t)low.of[k];
      *table_at<false>(t, k, e + 1, f) = (uint32_t)high.of[k];
    }
}

/* Grid: columns / TILE, rows / TABLE_ROWS. pairs: with 2-opt moves. */
template <bool PACKED>
__global__ static void __launch_bounds__(TABLE_THREADS) tables_kernel(Scan s, Tables t, bool pairs) {
  BLOCK_SHARED TableShared m;
  const Control &control = *s.control;
  const int column0 = blockIdx.x * TILE, row0 = t.row0 + blockIdx.y * TABLE_ROWS;
  if (control.done || row0 >= control.tiles * TILE || column0 > (row0 | (TILE - 1))) return;
  pairs = pairs && (blockIdx.x + (unsigned)row0 / TABLE_ROWS) % s.parts == s.part;
  square_fill(s, row0, column0, control.n, m);
  const int v = threadIdx.x % TILE, f = column0 + v, shift = control.shift;
  const End fe = end_of(s, f);
  PairBest best = {0, 0};
  for (int u = 2 * (threadIdx.x / TILE); u < TABLE_ROWS; u += 2 * (TABLE_THREADS / TILE)) {
    const Four low = cell_of(s, m, row0, u, f, v, fe, pairs, &best);
    const Four high = cell_of(s, m, row0, u + 1, f, v, fe, pairs, &best);
    cells_store<PACKED>(t, row0 + u, f, shift, low, high);
  }
  block_publish(
      s, best.delta, [&] { return best.key; }, m.scratch);
}

} // namespace three_opt
#endif
