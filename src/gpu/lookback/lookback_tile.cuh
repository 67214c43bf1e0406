/* Lattices in registers: LANES lanes of a warp have one, NODES nodes each. A lattice begins on a few nodes a lane and gets more when it
 * needs them, so that few are computed that are 0: phases, each a loop over steps with its nodes unrolled. One that outgrows the tile is
 * left to a wider one. Bits are those of src/cpu/lookback/batch_body.h: two fma and a clamp a node.
 *
 * A clamp is a maximum of the high word and 0, so a 0 may be a denormal below 2^-1040. Added to a number it is lost, since a sum is rounded
 * to the nearest: no digit depends on it, and values are flushed in the end. */
#ifndef CORDEE_GPU_LOOKBACK_LOOKBACK_TILE_CUH
#define CORDEE_GPU_LOOKBACK_LOOKBACK_TILE_CUH

#include <cuda_runtime.h>
#include "evaluator/lookback/lattice.h"

namespace lookback {

enum { BLOCK_STEPS = 4 /* between two looks at the highest nodes */, WARP = 32 };
constexpr uint32_t ALL = 0xffffffffu;

__device__ inline double clamped(double v) {
  return __hiloint2double(max(__double2hiint(v), 0), __double2loint(v));
}
__device__ inline double flushed(double v) { return v < 0x1p-1022 ? 0 : v; }

__device__ inline double lane_read(double v, int lane) {
  const int high = __shfl_sync(ALL, __double2hiint(v), lane), low = __shfl_sync(ALL, __double2loint(v), lane);
  return __hiloint2double(high, low);
}

/* A lane's share of a lattice, but for its nodes. */
struct Run {
  Lattice c;
  double lower, source,
      fade; /* of the lane's first node: the coefficient of what is below, its k, and what multiplies that in each step */
  uint32_t steps, left, until; /* its own; of the warp: left, and left when others start */
  uint32_t ahead, first;       /* nodes with a source above 0; nodes to begin with */
  int lane, rank;              /* in the warp; of the lattice's lanes */
  bool lost;
  LookbackValue *value; /* NULL: nobody's */
  double *room;         /* (nodes of a lane at most, WARP) shared, the warp's */
};

/* ---- nodes of a lane ---- */

/* From P nodes a lane to R: with one lane they stay where they are. */
template <int P, int R> __device__ inline void nodes_widen(const double (&from)[P], double (&g)[R]) {
#pragma unroll
  for (int r = 0; r < R; r++) g[r] = r < P ? from[r < P ? r : 0] : 0;
}

/* Else they move between lanes, through shared memory. */
template <int LANES, int P, int R>
__device__ inline void nodes_move(const Run &run, const double (&from)[P], double (&g)[R]) {
#pragma unroll
  for (int p = 0; p < P; p++) run.room[p * WARP + run.lane] = from[p];
  __syncwarp();
#pragma unroll
  for (int r = 0; r < R; r++) {
    const int node = run.rank * R + r, lane = run.lane - run.rank + node / P;
    g[r] = node < LANES * P ? run.room[node % P * WARP + lane] : 0;
  }
  __syncwarp();
}

/* The nodes of the phase before, P a lane. */
template <int LANES, int P, int R>
__device__ inline void nodes_take(const Run &run, const double (&from)[P], double (&g)[R]) {
  if constexpr (LANES == 1)
    nodes_widen(from, g);
  else
    nodes_move<LANES>(run, from, g);
}

/* k of a lane's nodes. */
template <int R> __device__ inline void sources_take(const Run &run, double (&k)[R]) {
  double power = 1;
  for (int j = 0; j < run.rank * R; j++) power = power * run.c.ratio;
#pragma unroll
  for (int r = 0; r < R; r++) {
    k[r] = fma(run.c.slope, power, run.c.base);
    power = power * run.c.ratio;
  }
}

template <bool FLAT, int K> __device__ inline void sources_begin(Run &run, double (&k)[K]) {
  if constexpr (FLAT) return;
  sources_take(run, k);
  if (run.rank > 0) run.source = k[0];
}

template <int LANES, bool FLAT, int R, int K>
__device__ inline void step(Run &run, double (&g)[R], const double (&k)[K]) {
  double below = g[0], above = 0;
  if (LANES > 1) {
    const double left = lane_read(g[R - 1], (run.lane - 1) & (WARP - 1)),
                 right = lane_read(g[0], (run.lane + 1) & (WARP - 1));
    if (run.rank > 0) below = left;
    if (run.rank < LANES - 1) above = right;
  }
  double half = fma(run.lower, below, run.source);
#pragma unroll
  for (int r = 0; r < R; r++) {
    const double next = r + 1 < R ? g[r + 1 < R ? r + 1 : 0] : above;
    const double then =
        r + 1 < R ? fma(run.c.down, g[r], FLAT ? run.c.base : k[FLAT || r + 1 >= R ? 0 : r + 1]) : 0;
    g[r] = clamped(fma(run.c.up, next, half));
    half = then;
  }
  run.source = run.source * run.fade;
}

/* Is a node that the next steps would pass beyond R above 0? */
template <int LANES, int R> __device__ inline bool grows(const Run &run, const double (&g)[R]) {
  int high = 0;
#pragma unroll
  for (int r = R - BLOCK_STEPS; r < R; r++) high |= __double2hiint(g[r]);
  return run.rank == LANES - 1 && high > 0;
}

/* The lanes whose first step is the next one begin; when others do. */
template <int R> __device__ inline void lattices_start(Run &run, double (&g)[R]) {
  const bool starts = run.steps == run.left;
  run.until = ~__reduce_min_sync(ALL, run.steps < run.left ? ~run.steps : ~0u);
#pragma unroll
  for (int r = 0; r < R; r++) g[r] = starts ? 0 : g[r];
  if (run.rank == 0) run.source = starts ? run.c.source : run.source;
}

template <int LANES, int R> __device__ inline void values_put(const Run &run, const double (&g)[R]) {
  if (!run.value) return;
#pragma unroll
  for (int r = 0; r < R; r++) {
    const uint32_t place = (uint32_t)(run.rank * R + r) - run.c.at;
    if (place < LOOKBACK_NODES) run.value->node[place] = flushed(g[r]);
  }
  for (uint32_t place = 0; place < LOOKBACK_NODES; place++)
    if (run.rank == 0 && run.c.at + place >= (uint32_t)(LANES * R)) run.value->node[place] = 0;
}

/* ---- phases ---- */

/* From P nodes a lane on R, then on STEP more, MOST at most. */
template <int LANES, int R, int STEP, int MOST, bool FLAT, int P>
__device__ void phase(Run &run, const double (&from)[P]) {
  double g[R], k[FLAT ? 1 : R];
  nodes_take<LANES>(run, from, g);
  sources_begin<FLAT>(run, k);
  for (;;) {
    if (run.left == run.until) {
      if (run.left == 0) return values_put<LANES>(run, g);
      lattices_start(run, g);
    }
    const bool more = grows<LANES>(run, g);
    if (R < MOST && __any_sync(ALL, more || run.first > (uint32_t)(LANES * R))) break;
    if (R == MOST && (more || run.ahead + BLOCK_STEPS >= (uint32_t)(LANES * R))) run.lost = true;
    const uint32_t left = run.left - run.until, steps = left < BLOCK_STEPS ? left : (uint32_t)BLOCK_STEPS;
#pragma unroll 1
    for (uint32_t s = 0; s < steps; s++) step<LANES, FLAT>(run, g, k);
    run.left -= steps;
  }
  if constexpr (R + STEP <= MOST) phase<LANES, R + STEP, STEP, MOST, FLAT>(run, g);
}

/* Of whole lattices: R nodes a lane until fewer are in the cone of the value, then STEP fewer. */
template <int LANES, int R, int STEP, bool FLAT, int P>
__device__ void phase_whole(Run &run, const double (&from)[P]) {
  double g[R], k[FLAT ? 1 : R];
  const uint32_t cone = run.c.at + LOOKBACK_NODES, fewer = LANES * (R - STEP),
                 last = R > STEP && fewer > cone ? fewer - cone : 0; /* steps left to the next phase */
  nodes_take<LANES>(run, from, g);
  sources_begin<FLAT>(run, k);
  for (;;) {
    if (run.left == run.until) {
      if (run.left == 0) return values_put<LANES>(run, g);
      lattices_start(run, g);
    }
    if (run.left <= last) break;
    const uint32_t next = run.until > last ? run.until : last;
#pragma unroll 1
    for (; run.left > next; run.left--) step<LANES, FLAT>(run, g, k);
  }
  if constexpr (R > STEP) phase_whole<LANES, R - STEP, STEP, FLAT>(run, g);
}

/* ---- a lattice ---- */

/* Nodes from 1 on whose k is above 0, as far as the tile reaches. */
template <bool FLAT> __device__ inline uint32_t ahead_find(const Lattice &c, uint32_t reach) {
  uint32_t nodes = 0;
  if constexpr (!FLAT)
    for (double power = c.ratio; nodes < reach && fma(c.slope, power, c.base) > 0; nodes++)
      power = power * c.ratio;
  return nodes;
}

/* All lanes of the warp; those without a lattice have `l` NULL. True, on all lanes of the lattice: it needs a wider tile, and its value is
 * none. */
template <int LANES, int FIRST, int STEP, int MOST, bool FLAT>
__device__ bool lattice_run(const LookbackLattice *l, bool full, double *room, LookbackValue *value) {
  const double none[1] = {0};
  Run run = {};
  run.lane = (int)(threadIdx.x % WARP);
  run.rank = run.lane % LANES;
  run.room = room;
  if (l) {
    run.c = lattice_of(l);
    run.steps = l->steps;
    run.ahead = ahead_find<FLAT>(run.c, LANES * MOST);
    run.first = run.ahead + BLOCK_STEPS + 1;
    run.value = value;
  }
  if (run.first > (uint32_t)(LANES * MOST)) run.first = LANES * MOST;
  run.lower = run.rank ? run.c.down : run.c.first;
  run.fade = run.rank ? 1 : run.c.fade;
  run.left = run.until = ~__reduce_min_sync(ALL, ~run.steps);
  if (run.rank && FLAT) run.source = run.c.base;
  if constexpr (LANES == WARP)
    if (full) {
      if (run.c.at + LOOKBACK_NODES + run.steps > LANES * MOST) return true;
      phase_whole<LANES, MOST, STEP, FLAT>(run, none);
      return false;
    }
  phase<LANES, FIRST, STEP, MOST, FLAT>(run, none);
  const uint32_t lost = __ballot_sync(ALL, run.lost), own = (LANES == WARP ? ALL : (1u << LANES % WARP) - 1);
  return (lost >> (run.lane - run.rank)) & own;
}

} // namespace lookback

#endif
