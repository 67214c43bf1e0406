/* Lookback options by finite differences (evaluator/lookback/grid.h): a warp an option, NODES of its nodes a lane in registers. Chains run in each
 * lane alone and are joined by shuffles: the parts of src/cpu/lookback/grid_body.h, with the same bits. */
#ifndef CORDEE_GPU_LOOKBACK_LOOKBACK_GRID_CUH
#define CORDEE_GPU_LOOKBACK_LOOKBACK_GRID_CUH

#include <cuda_runtime.h>
#include "evaluator/lookback/grid_value.h"

namespace lookback {

enum { GRID_THREADS = 128 };
constexpr uint32_t GRID_ALL = 0xffffffffu;

#define GRID_UNROLL _Pragma("unroll")

template <int NODES> struct GridLane {
  GridRates rates[NODES];
  GridFactor factor[NODES];
  double g[NODES], y[NODES];
  double higher; /* `high` of the node before the first */
  double rise[GRID_ROUNDS], fall[GRID_ROUNDS];
  double top; /* of the last node, by what is beyond it */
  GridEnd end, half;
  int lane;
};

__device__ inline GridPivot grid_pivot_below(GridPivot p, int reach) {
  return {__shfl_up_sync(GRID_ALL, p.up, reach), __shfl_up_sync(GRID_ALL, p.down, reach)};
}

/* ---- the matrix of a block ---- */

template <int NODES> __device__ inline GridRow grid_lane_row(const GridLane<NODES> &l, int k, double in) {
  return grid_row(&l.rates[k], k ? l.rates[k ? k - 1 : 0].high : l.higher, in);
}

/* 1 / the last pivot before the lane's nodes. */
template <int NODES> __device__ inline double grid_pivot_before(const GridLane<NODES> &l, double in) {
  GridMap map = grid_map_begin();
  GRID_UNROLL
  for (int k = 0; k < NODES; k++) {
    const GridRow row = grid_lane_row(l, k, in);
    map.one = grid_pivot_next(map.one, row);
    map.zero = grid_pivot_next(map.zero, row);
  }
  map = grid_map_even(map);
  for (int reach = 1; reach < GRID_LANES; reach *= 2) {
    const GridMap below = {grid_pivot_below(map.one, reach), grid_pivot_below(map.zero, reach)};
    if (l.lane >= reach) map = grid_map_join(&map, &below);
  }
  const double before = __shfl_up_sync(GRID_ALL, grid_pivot_value(map.one), 1);
  return l.lane ? before : 0;
}

template <int NODES> __device__ inline void grid_factors(GridLane<NODES> &l, double in) {
  double pivot = grid_pivot_before(l, in);
  GRID_UNROLL
  for (int k = 0; k < NODES; k++) {
    double own;
    l.factor[k] = grid_factor(&l.rates[k], grid_lane_row(l, k, in), in, pivot, &own);
    pivot = own;
  }
  l.top = l.factor[NODES - 1].after;
  if (l.lane == GRID_LANES - 1) l.factor[NODES - 1].after = 0;
}

template <int NODES> __device__ inline void grid_products(GridLane<NODES> &l) {
  double rise = 1, fall = 1;
  GRID_UNROLL
  for (int k = 0; k < NODES; k++) {
    rise = rise * l.factor[k].before;
    fall = fall * l.factor[k].after;
  }
  l.rise[0] = rise;
  l.fall[0] = fall;
  GRID_UNROLL
  for (int round = 1; round < GRID_ROUNDS; round++) {
    const int reach = 1 << (round - 1);
    l.rise[round] = l.rise[round - 1] * __shfl_up_sync(GRID_ALL, l.rise[round - 1], reach);
    l.fall[round] = l.fall[round - 1] * __shfl_down_sync(GRID_ALL, l.fall[round - 1], reach);
  }
}

/* ---- steps ---- */

template <int NODES> __device__ inline void grid_up(GridLane<NODES> &l, double end, bool implicit) {
  GRID_UNROLL
  for (int k = 0; k < NODES; k++) l.y[k] = grid_right(l.factor[k].twice, l.g[k], l.factor[k].add, implicit);
  if (l.lane == GRID_LANES - 1) l.y[NODES - 1] = fma(l.top, end, l.y[NODES - 1]);
  double first = l.y[0];
  GRID_UNROLL
  for (int k = 1; k < NODES; k++) first = fma(l.factor[k].before, first, l.y[k]);
  GRID_UNROLL
  for (int round = 0; round < GRID_ROUNDS; round++) {
    const double below = __shfl_up_sync(GRID_ALL, first, 1 << round);
    if (l.lane >= 1 << round) first = fma(l.rise[round], below, first);
  }
  double before = __shfl_up_sync(GRID_ALL, first, 1); /* lane 0 takes none of it */
  GRID_UNROLL
  for (int k = 0; k < NODES; k++) before = l.y[k] = fma(l.factor[k].before, before, l.y[k]);
}

/* Z of the node after the lane's: of the last lane any number does. */
template <int NODES> __device__ inline double grid_beyond(const GridLane<NODES> &l, bool implicit) {
  double floor = grid_floor(l.g[NODES - 1], implicit), line = l.y[NODES - 1];
  GRID_UNROLL
  for (int k = NODES - 2; k >= 0; k--) {
    floor = grid_more(fma(l.factor[k].after, floor, l.y[k]), grid_floor(l.g[k], implicit));
    line = fma(l.factor[k].after, line, l.y[k]);
  }
  GRID_UNROLL
  for (int round = 0; round < GRID_ROUNDS; round++) {
    const double floor_above = __shfl_down_sync(GRID_ALL, floor, 1 << round);
    const double line_above = __shfl_down_sync(GRID_ALL, line, 1 << round);
    if (l.lane + (1 << round) >= GRID_LANES) continue;
    floor = grid_more(fma(l.fall[round], floor_above, line), floor);
    line = fma(l.fall[round], line_above, line);
  }
  return __shfl_down_sync(GRID_ALL, grid_more(line, floor), 1);
}

template <int NODES> __device__ inline void grid_down(GridLane<NODES> &l, bool implicit) {
  double z = grid_beyond(l, implicit);
  GRID_UNROLL
  for (int k = NODES - 1; k >= 0; k--) {
    const double floor = grid_floor(l.g[k], implicit);
    z = grid_more(fma(l.factor[k].after, z, l.y[k]), floor);
    l.g[k] = z - floor;
  }
}

template <int NODES>
__device__ inline void grid_steps_make(GridLane<NODES> &l, uint32_t steps, bool implicit) {
  for (uint32_t step = 0; step < steps; step++) {
    const double end = grid_end_step(&l.end, &l.half, implicit);
    grid_up(l, end, implicit);
    grid_down(l, implicit);
  }
}

/* ---- a level ---- */

template <int NODES>
__device__ inline void grid_level(const GridProblem &p, const GridShape &shape, GridLane<NODES> &l) {
  constexpr uint32_t nodes = NODES * GRID_LANES;
  l.end = grid_end(&p, &shape);
  GRID_UNROLL
  for (int k = 0; k < NODES; k++) {
    l.rates[k] = grid_rates(&p, &shape, (uint32_t)(l.lane * NODES + k));
    l.g[k] = 0;
  }
  l.higher = __shfl_up_sync(GRID_ALL, l.rates[NODES - 1].high, 1);
  if (l.lane == 0) l.higher = 0;
  for (uint32_t k = 0; k <= grid_blocks(nodes); k++) {
    const GridBlock block = grid_block(&p, nodes, k);
    l.half = grid_end_half(&p, block.in);
    grid_factors(l, block.in);
    grid_products(l);
    if (!k) grid_steps_make(l, 2 * GRID_EULER, true);
    grid_steps_make(l, block.steps - grid_implicit(nodes, k), false);
    if (k == grid_blocks(nodes)) grid_steps_make(l, 2 * GRID_LAST, true);
  }
}

template <int NODES> __device__ inline uint32_t grid_highest(const GridLane<NODES> &l) {
  uint32_t highest = 0;
  GRID_UNROLL
  for (int k = 0; k < NODES; k++)
    if (l.g[k] > 0) highest = (uint32_t)(l.lane * NODES + k);
  for (int away = GRID_LANES / 2; away > 0; away /= 2) {
    const uint32_t other = __shfl_xor_sync(GRID_ALL, highest, away);
    if (other > highest) highest = other;
  }
  return highest;
}

template <int NODES>
__device__ inline void grid_level_value(const GridProblem &p, double width, int level, int lane,
                                        GridNodes *nodes) {
  GridLane<NODES> l;
  l.lane = lane;
  const GridShape shape = grid_shape(&p, width, NODES * GRID_LANES);
  grid_level(p, shape, l);
  const uint32_t at = grid_at(&p, &shape), highest = grid_highest(l);
  if (lane == 0) nodes->highest[level] = highest;
  GRID_UNROLL
  for (int k = 0; k < NODES; k++) {
    const uint32_t node = (uint32_t)(lane * NODES + k) - at;
    if (node < LOOKBACK_NODES) nodes->node[level][node] = l.g[k];
  }
}

__device__ inline double grid_pilot(const GridProblem &p, int lane) {
  GridLane<1> l;
  l.lane = lane;
  const GridShape shape = grid_shape(&p, p.wide, GRID_LANES);
  grid_level(p, shape, l);
  return grid_width(&p, &shape, grid_highest(l));
}

/* Options of NODES * GRID_LANES steps. */
template <int NODES>
__global__ static void __launch_bounds__(GRID_THREADS)
    grid_kernel(const LookbackLattice *options, GridNodes *nodes, uint32_t count) {
  const int lane = (int)(threadIdx.x % GRID_LANES);
  const uint32_t warps = gridDim.x * (GRID_THREADS / GRID_LANES);
  for (uint32_t i = blockIdx.x * (GRID_THREADS / GRID_LANES) + threadIdx.x / GRID_LANES; i < count;
       i += warps) {
    const GridProblem p = grid_problem(&options[i]);
    const double width = grid_pilot(p, lane);
    if (lane == 0) {
      nodes[i].width = width;
      nodes[i].trimmed = width < p.wide;
    }
    grid_level_value<NODES>(p, width, 0, lane, &nodes[i]);
    grid_level_value<NODES / 2>(p, width, 1, lane, &nodes[i]);
    grid_level_value<NODES / 4>(p, width, 2, lane, &nodes[i]);
  }
}

/* A thread an option. */
__global__ static void __launch_bounds__(GRID_THREADS)
    grid_values_kernel(const LookbackLattice *options, const GridNodes *nodes, GridValue *values,
                       uint32_t count) {
  const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const GridProblem p = grid_problem(&options[i]);
  values[i] = grid_value(&p, options[i].steps, &nodes[i]);
}

} // namespace lookback

#endif
