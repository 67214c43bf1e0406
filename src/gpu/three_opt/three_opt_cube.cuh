/* The cube: all triples with three cuts in three routes.
 *
 * For a fixed pair (i, j) the four moves of a triple cost A + D + G, A + F + I, B + D + H and C + E + G, where A, B, C belong to (i, j), D, E, F
 * to (i, k) and G, H, I to (j, k). So min over k of D + G and so on is all that the inner loop has to find: four add-min instructions
 * a triple (Hopper's VIADDMNMX), or for two of them at once in packed 16 bits. A block takes 64 x 64 pairs and a range of k; a
 * thread 4 x 8 of the pairs, in registers; rows of the tables pass through shared memory in two buffers. Only minima are kept: where a
 * unit attains the best so far, its pairs are decided again, exactly, by three_opt_exact.cuh. */
#ifndef CORDEE_GPU_THREE_OPT_CUBE_CUH
#define CORDEE_GPU_THREE_OPT_CUBE_CUH

#include <cuda_pipeline_primitives.h>
#include "three_opt_tables.cuh"

namespace three_opt {

enum {
  CUBE_THREADS = 128,
  CUBE_I = 4,       /* columns i of a thread; 16 threads side by side */
  CUBE_J = 8,       /* columns j of a thread; 8 threads */
  STAGE_WORDS = 8,  /* word rows of a stage */
  STAGE_TABLES = 6, /* FN, FF, NN of i; NF, NN, FF of j */
  STAGE_SIZE = STAGE_TABLES * STAGE_WORDS * TILE,
  CUBE_BYTES = 2 * STAGE_SIZE * 4
};

/* Where a block finds its unit. */
struct Units {
  const uint32_t *
      list; /* kq << 20 | jb << 10 | ib in the order of kq: tiles of i and j and a range of k; NULL: the grid is (ib, jb) */
  uint32_t first; /* jb of the grid's row 0 */
  int32_t rows;   /* of a range: a multiple of the rows of a stage, and a divisor or a multiple of TILE */
};

struct Unit {
  int ib, jb, k0, k1; /* rows k0 .. k1 - 1, which stages may exceed; none: k1 <= k0 */
};

__device__ static inline Unit unit_of(const Units &units, const Tables &rows, int tiles, int end) {
  if (units.list) {
    const uint32_t u = units.list[blockIdx.x];
    const int k0 = (int)(u >> 20) * units.rows;
    return {(int)(u & 1023), (int)(u >> 10 & 1023), k0, min(k0 + units.rows, end)};
  }
  const int ib = (int)blockIdx.x, jb = (int)(units.first + blockIdx.y);
  if (ib > jb || jb >= tiles) return {0, 0, 0, 0};
  return {ib, jb, max(rows.row0, jb * TILE), min(rows.row0 + rows.rows, end)};
}

template <bool PACKED> __device__ static inline uint32_t add_min(uint32_t a, uint32_t b, uint32_t c) {
  if (PACKED) return __viaddmin_s16x2(a, b, c);
  return (uint32_t)__viaddmin_s32((int)a, (int)b, (int)c);
}

/* Word rows of a stage into shared memory, 16 bytes at a time. */
template <bool PACKED>
__device__ static inline void stage_fetch(const Tables &t, const Unit &u, int row, uint32_t *stage) {
  const int from[STAGE_TABLES] = {TABLE_FN, TABLE_FF, TABLE_NN, TABLE_NF, TABLE_NN, TABLE_FF};
  const int lane = threadIdx.x % 16 * 4, at = threadIdx.x / 16;
#pragma unroll
  for (int k = 0; k < STAGE_TABLES; k++) {
    const int column = (k < 3 ? u.ib : u.jb) * TILE + lane;
#pragma unroll
    for (int w = at; w < STAGE_WORDS; w += CUBE_THREADS / 16)
      __pipeline_memcpy_async(stage + (k * STAGE_WORDS + w) * TILE + lane,
                              table_at<PACKED>(t, from[k], row + (w << PACKED), column), 16);
  }
  __pipeline_commit();
}

struct Minima { /* over k, of the parts that A, B and C complete; for each pair of the thread */
  uint32_t a[CUBE_I][CUBE_J], b[CUBE_I][CUBE_J], c[CUBE_I][CUBE_J];
};

union Words4 {
  uint4 load;
  uint32_t of[4];
};

template <bool PACKED> __device__ static inline void stage_run(const uint32_t *stage, Minima &least) {
  const int i = threadIdx.x % 16 * CUBE_I, j = threadIdx.x / 16 * CUBE_J;
#pragma unroll 2
  for (int w = 0; w < STAGE_WORDS; w++) {
    Words4 D, E, F, G[2], H[2], I[2];
    D.load = *(const uint4 *)(stage + (0 * STAGE_WORDS + w) * TILE + i);
    E.load = *(const uint4 *)(stage + (1 * STAGE_WORDS + w) * TILE + i);
    F.load = *(const uint4 *)(stage + (2 * STAGE_WORDS + w) * TILE + i);
#pragma unroll
    for (int h = 0; h < 2; h++) {
      G[h].load = *(const uint4 *)(stage + (3 * STAGE_WORDS + w) * TILE + j + 4 * h);
      H[h].load = *(const uint4 *)(stage + (4 * STAGE_WORDS + w) * TILE + j + 4 * h);
      I[h].load = *(const uint4 *)(stage + (5 * STAGE_WORDS + w) * TILE + j + 4 * h);
    }
#pragma unroll
    for (int v = 0; v < CUBE_J; v++)
#pragma unroll
      for (int u = 0; u < CUBE_I; u++) {
        const uint32_t g = G[v / 4].of[v % 4];
        least.a[u][v] = add_min<PACKED>(D.of[u], g, least.a[u][v]);
        least.b[u][v] = add_min<PACKED>(D.of[u], H[v / 4].of[v % 4], least.b[u][v]);
        least.c[u][v] = add_min<PACKED>(E.of[u], g, least.c[u][v]);
        least.a[u][v] = add_min<PACKED>(F.of[u], I[v / 4].of[v % 4], least.a[u][v]);
      }
  }
}

template <bool PACKED>
__device__ static inline void unit_run(const Tables &t, const Unit &u, uint32_t *stages, Minima &least) {
  const int step = STAGE_WORDS << PACKED;
  /* k is greater than j: near the diagonal a warp has nothing to do in the first rows */
  const int j_first = u.jb * TILE + (int)(threadIdx.x / WARP) * 2 * CUBE_J + 1;
  stage_fetch<PACKED>(t, u, u.k0, stages);
  for (int row = u.k0, turn = 0; row < u.k1; row += step, turn ^= 1) {
    if (row + step < u.k1) stage_fetch<PACKED>(t, u, row + step, stages + (turn ^ 1) * STAGE_SIZE);
    __pipeline_wait_prior(row + step < u.k1);
    __syncthreads();
    if (row + step > j_first) stage_run<PACKED>(stages + turn * STAGE_SIZE, least);
    __syncthreads();
  }
}

template <bool PACKED> __device__ static inline int lane_min(uint32_t word) {
  if (!PACKED) return (int)word;
  return min((int)(int16_t)(word & 0xffff), (int)(int16_t)(word >> 16));
}

/* A warp: the best move of (i, j) over rows k0 .. k1 - 1 into delta and key of its lanes. */
__device__ static inline void pair_decide(const Scan &s, const Unit &u, int i, int j, int *delta, Key *key) {
  const int end = min(u.k1, s.control->m);
  for (int k = max(u.k0, j + 1) + (int)(threadIdx.x % WARP); k < end; k += WARP) {
    int way = 0;
    const int here = triple_best(s, i, j, k, &way);
    if (here >= 0 || here > *delta) continue;
    const Key mine = key_of(i, j, k, way);
    if (here < *delta || mine < *key) {
      *delta = here;
      *key = mine;
    }
  }
}

/* Marked pairs of a unit, exactly: all of them, or in exact tables the first, which has the smallest key of the least delta. marked: a
 * bit a pair, row i, column j. */
__device__ static inline void unit_decide(const Scan &s, const Unit &u, const uint32_t *marked, bool all) {
  int delta = 0;
  Key key = 0;
  const int warp = threadIdx.x / WARP, warps = CUBE_THREADS / WARP;
  for (int word = all ? warp : 0; word < TILE * TILE / 32; word += all ? warps : 1) {
    if (!all && (warp || !marked[word])) continue;
    for (uint32_t bits = marked[word]; bits; bits &= bits - 1) {
      const int at = word * 32 + __ffs(bits) - 1, i = u.ib * TILE + at / TILE, j = u.jb * TILE + at % TILE;
      if (i < j) pair_decide(s, u, i, j, &delta, &key);
      if (!all) {
        word = TILE * TILE;
        bits = 0;
      }
    }
  }
  const int least = __reduce_min_sync(0xffffffffu, delta);
  const Key mine = warp_min_key(delta == least ? key : ~(Key)0);
  if (threadIdx.x % WARP == 0 && least < 0) found_add(s, least, mine);
}

/* A, B and C of a thread's four i and one j. */
struct PairFour {
  int of[3][CUBE_I];
};
template <bool PACKED> __device__ static inline PairFour pair_four(const Tables &pairs, int i0, int j) {
  const int table[3] = {TABLE_NF, TABLE_FF, TABLE_NN};
  PairFour four;
#pragma unroll
  for (int k = 0; k < 3; k++) {
    Words4 words;
    words.load = *(const uint4 *)table_at<PACKED>(pairs, table[k], j, i0);
#pragma unroll
    for (int a = 0; a < CUBE_I; a++)
      four.of[k][a] =
          PACKED ? (int)(int16_t)(j & 1 ? words.of[a] >> 16 : words.of[a] & 0xffff) : (int)words.of[a];
  }
  return four;
}

/* The least of the moves of each pair over the unit's k, into least.a: a lower bound in packed tables that are shifted. Returns the
 * least of all pairs of the thread. */
template <bool PACKED>
__device__ static inline int pairs_complete(const Tables &pairs, const Unit &u, Minima &least) {
  const int i0 = u.ib * TILE + threadIdx.x % 16 * CUBE_I, j0 = u.jb * TILE + threadIdx.x / 16 * CUBE_J;
  int mine = 0;
#pragma unroll
  for (int b = 0; b < CUBE_J; b++) {
    const PairFour four = pair_four<PACKED>(pairs, i0, j0 + b);
#pragma unroll
    for (int a = 0; a < CUBE_I; a++) {
      const int low = min(four.of[0][a] + lane_min<PACKED>(least.a[a][b]),
                          min(four.of[1][a] + lane_min<PACKED>(least.b[a][b]),
                              four.of[2][a] + lane_min<PACKED>(least.c[a][b])));
      least.a[a][b] = (uint32_t)low;
      mine = min(mine, low);
    }
  }
  return mine;
}

/* Finds what a unit's minima say: marks pairs that may have the best move, and has them decided. */
template <bool PACKED>
__device__ static inline void unit_finish(const Scan &s, const Tables &pairs, const Unit &u, Minima &least,
                                          uint32_t *marked, int *scratch) {
  const int shift = PACKED ? s.control->shift : 0;
  const int bound = block_min(pairs_complete<PACKED>(pairs, u, least), scratch);
  const int now = min(best_now(s), -1) >> shift;
  if (bound >= 0 || bound > now) return;
  if (!shift && !may_win(s, bound, key_of(u.ib * TILE, u.jb * TILE, 0, 0))) return;
  /* exact tables: the minimum alone; shifted ones: all that might be as good as the best known */
  const int limit = shift ? now : bound;
  for (int w = threadIdx.x; w < TILE * TILE / 32; w += CUBE_THREADS) marked[w] = 0;
  __syncthreads();
#pragma unroll
  for (int a = 0; a < CUBE_I; a++)
#pragma unroll
    for (int b = 0; b < CUBE_J; b++)
      if ((int)least.a[a][b] <= limit) {
        const int at = (threadIdx.x % 16 * CUBE_I + a) * TILE + threadIdx.x / 16 * CUBE_J + b;
        atomicOr(&marked[at / 32], 1u << at % 32);
      }
  __syncthreads();
  unit_decide(s, u, marked, shift != 0);
}

/* For rows: the least delta of each i with j in this tile; tables are not packed. */
__device__ static inline void unit_rows(const Scan &s, const Tables &pairs, const Unit &u, Minima &least) {
  const int i0 = u.ib * TILE + threadIdx.x % 16 * CUBE_I;
  pairs_complete<false>(pairs, u, least);
#pragma unroll
  for (int a = 0; a < CUBE_I; a++) {
    int low = 0;
#pragma unroll
    for (int b = 0; b < CUBE_J; b++) low = min(low, (int)least.a[a][b]);
    if (low < 0) atomicMin(&s.row_best[(size_t)(i0 + a) * s.control->tiles + u.jb], low);
  }
}

/* pairs: tables with the rows of j; rows: those with the rows of k. */
template <bool PACKED, bool ROWS>
__global__ static void __launch_bounds__(CUBE_THREADS, 3)
    cube_kernel(Scan s, Tables pairs, Tables rows, Units units) {
  extern __shared__ __align__(16) uint32_t stages[];
  BLOCK_SHARED int scratch[CUBE_THREADS / WARP];
  const Unit u = unit_of(units, rows, s.control->tiles, s.control->m);
  if (s.control->done || u.k1 <= u.k0 || (blockIdx.x + blockIdx.y) % s.parts != s.part) return;
  Minima least;
  const uint32_t none = PACKED ? 0x3ffe3ffeu : (uint32_t)INF;
#pragma unroll
  for (int a = 0; a < CUBE_I; a++)
#pragma unroll
    for (int b = 0; b < CUBE_J; b++) least.a[a][b] = least.b[a][b] = least.c[a][b] = none;
  unit_run<PACKED>(rows, u, stages, least);
  if (ROWS)
    unit_rows(s, pairs, u, least);
  else
    unit_finish<PACKED>(s, pairs, u, least, stages, scratch);
}

} // namespace three_opt
#endif
