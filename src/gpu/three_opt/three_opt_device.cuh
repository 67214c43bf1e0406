/* What the kernels of exhaustive 3-opt share: the tour as they see it, exact distances, publishing what a block has found.
 * The contract and the numbering of moves: solver/three_opt/three_opt_kernels.h; folded values: solver/three_opt/three_opt_fold.h. */
#ifndef CORDEE_GPU_THREE_OPT_DEVICE_CUH
#define CORDEE_GPU_THREE_OPT_DEVICE_CUH

#include "gpu/cuda_try.h"
#include "solver/three_opt/three_opt_fold.h"

namespace three_opt {

enum { TILE = 64, INF = THREE_OPT_INFINITE, INF16 = 16382, FIT16 = 8190, WARP = 32 };

typedef unsigned long long Key; /* (i, j, k, way) so that the smaller key is the smaller move */

struct Found {
  int32_t delta;
  Key key;
};

/* What changes from scan to scan, in device memory. */
struct Control {
  int32_t n, m, tiles; /* nodes, edges, ceil(m / TILE) */
  int32_t best;        /* the least delta so far; 0: none */
  Key first;      /* (the least delta, the start of the smallest key that has it), so that ties end early */
  int32_t shift;  /* of packed tables: values are floor(v / 2^shift) */
  uint32_t found; /* entries of Scan.found */
  uint32_t moves, limit; /* of descend: made, and most to make */
  int32_t done;          /* descend is over: kernels return at once */
};

/* The tour and all that kernels read, by value; pointers are on the device. Nodes and edges are numbered by position. */
struct Scan {
  RouteData data;
  Control *control;
  int32_t *x, *y;                 /* (cap) the tour, and the next one */
  int2 *at;                       /* (cap) coordinates of its nodes */
  int32_t *r;                     /* (cap) lengths of edges */
  int32_t *head, *tail;           /* (cap) load of the route up to and including x[e]; from x[e + 1] on */
  int32_t *head_time, *tail_time; /* (cap) duration of the same parts, service included; NULL: no limit */
  int32_t *first, *last;          /* (cap) first edge of e's route, and one past its last one */
  Found *found;
  uint32_t found_most;
  ThreeOptMove *moves;
  int32_t *row_best; /* (m, tiles) the least delta of first edge i and of j in a tile; NULL: not asked for */
  uint32_t part, parts;
};

__device__ static inline Key key_of(int i, int j, int k, int way) {
  return (Key)i << 39 | (Key)j << 21 | (Key)k << 3 | (Key)way;
}
__device__ static inline ThreeOptMove move_of(int32_t delta, Key key) {
  return {delta, (int32_t)(key >> 39), (int32_t)(key >> 21 & 0x3ffff), (int32_t)(key >> 3 & 0x3ffff),
          (int32_t)(key & 7)};
}

/* Any two places. A call: it would fill the kernels with code that few instances need. */
__device__ static __noinline__ int32_t far_distance(int2 a, int2 b, int32_t q) {
  return cvrp_plane_distance(a.x, a.y, b.x, b.y, q);
}

__device__ static inline float root_near(float x) {
#ifdef __CUDACC__
  float root;
  asm("sqrt.approx.f32 %0, %1;" : "=f"(root) : "f"(x));
  return root;
#else
  return emulation_root(x); /* tests/emulation */
#endif
}

/* Of coordinates whose squared distance fits 31 bits a root in single precision is off by one at most; two comparisons of integers
 * mend it. */
__device__ static inline int32_t near_distance(int2 a, int2 b, int32_t q) {
  const int dx = a.x - b.x, dy = a.y - b.y;
  if (q != 1 || (unsigned)(dx + 32767) > 65534u || (unsigned)(dy + 32767) > 65534u)
    return far_distance(a, b, q);
  const unsigned s = (unsigned)(dx * dx) + (unsigned)(dy * dy); /* < 2^31 */
  unsigned k = (unsigned)(root_near((float)s) + 0.5f);
  if (k * k - k >= s && k) k--;
  if (k * k + k < s) k++;
  return (int32_t)k;
}

/* Of the nodes at two positions. */
__device__ static inline int32_t distance(const Scan &s, int t, int u) {
  if (s.data.matrix) return s.data.matrix[(int64_t)s.x[t] * (s.data.customers + 1) + s.x[u]];
  return near_distance(s.at[t], s.at[u], s.data.divisor);
}

__device__ static inline bool depots(const Scan &s, int t, int u) { return s.x[t] == 0 && s.x[u] == 0; }

/* The label of the 2-opt move that removes edges p < q: the smallest (i, j, k, way) that makes it. */
__device__ static inline Key pair_key(int p, int q) {
  if (p > 0) return key_of(0, p, q, 2);
  return q > 1 ? key_of(0, 1, q, 3) : key_of(0, 1, 2, 1);
}

/* All threads of a block: the least value of any. shared: one int a warp. */
__device__ static inline int block_min(int value, int *shared) {
  value = __reduce_min_sync(0xffffffffu, value);
  __syncthreads();
  if (threadIdx.x % WARP == 0) shared[threadIdx.x / WARP] = value;
  __syncthreads();
  for (unsigned w = 0; w < blockDim.x / WARP; w++) value = min(value, shared[w]);
  return value;
}

__device__ static inline Key warp_min_key(Key key) {
  for (int step = WARP / 2; step; step /= 2) {
    const Key other = __shfl_xor_sync(0xffffffffu, key, step);
    key = other < key ? other : key;
  }
  return key;
}

/* A delta and the upper bits of a key (i, and j but for its last 4 bits), so that the smaller is the better. */
__device__ static inline Key rank_of(int delta, Key key) {
  return (Key)((uint32_t)delta ^ 0x80000000u) << 32 | key >> 25;
}

/* Could a move of that delta, whose key is at least `key`, be the best? */
__device__ static inline bool may_win(const Scan &s, int delta, Key key) {
  return delta < 0 && rank_of(delta, key) <= *(volatile Key *)&s.control->first;
}

/* Adds a move to those found. */
__device__ static inline void found_add(const Scan &s, int delta, Key key) {
  if (!may_win(s, delta, key)) return;
  atomicMin(&s.control->first, rank_of(delta, key));
  atomicMin(&s.control->best, delta);
  const uint32_t place = atomicAdd(&s.control->found, 1u);
  if (place < s.found_most) s.found[place] = {delta, key};
}

__device__ static inline int best_now(const Scan &s) { return *(volatile int32_t *)&s.control->best; }

/* All threads of a block: keeps the best of their moves, if none is better yet. key() tells the key of a thread's move; it is
 * called only where it matters. */
template <class KeyOf>
__device__ static inline void block_publish(const Scan &s, int delta, KeyOf key, int *shared) {
  const int least = block_min(delta, shared);
  if (least >= 0 || least > best_now(s)) return;
  if (!__any_sync(0xffffffffu, delta == least)) return;
  const Key mine = warp_min_key(delta == least ? key() : ~(Key)0);
  if (threadIdx.x % WARP == 0) found_add(s, least, mine);
}

} // namespace three_opt
#endif
